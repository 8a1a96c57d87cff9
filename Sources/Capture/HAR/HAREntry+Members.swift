import Encodings
import Model

/// Which keys of an object have been met, to see doubles.
private struct KeySet {
    private var bits: UInt32 = 0

    /// - Parameter disputed: what a second one, which some readers take and some do not, makes unknown.
    @inline(__always)
    mutating func meet(_ number: UInt32, _ flaws: inout EntryFlaws, disputed: EntryFlaws = []) {
        let bit: UInt32 = 1 << number
        if bits & bit != 0 { flaws.formUnion([.duplicateKey, disputed]) }
        bits |= bit
    }
}

// The members of an entry that matter, in the order of how often they occur; all others are stepped over.
extension HAREntry {
    /// Reads the entry whose opening brace is at the scanner's position.
    ///
    /// - Parameter scratch: storage for header blocks, reused between entries.
    mutating func read(_ scanner: inout JSONScanner, scratch: inout [UInt8]) throws(JSONFault) {
        try scanner.take(UInt8(ascii: "{"), orExpected: .object)
        var first = true
        var keys = KeySet()
        while let key = try scanner.nextKey(&first) {
            if scanner.matches(key, "request") {
                keys.meet(0, &flaws, disputed: .disputedRequest)
                hasRequest = try object(&scanner)
                if hasRequest { try readRequest(&scanner, &scratch) }
            } else if scanner.matches(key, "response") {
                keys.meet(1, &flaws, disputed: .disputedResponse)
                hasResponse = try object(&scanner)
                if hasResponse { try readResponse(&scanner, &scratch) }
            } else if scanner.matches(key, "startedDateTime") {
                keys.meet(2, &flaws)
                let earlier = startedAt
                startedAt = try string(&scanner)
                note(earlier, startedAt, .disputedRequest, scanner)
            } else if scanner.matches(key, "time") {
                keys.meet(3, &flaws)
                duration = try scanner.numberValue()
            } else if scanner.matches(key, "timings") {
                keys.meet(4, &flaws)
                if try object(&scanner) { try readTimings(&scanner) }
            } else if scanner.matches(key, "cache") {
                keys.meet(5, &flaws)
                if try object(&scanner) { try readCache(&scanner) }
            } else if scanner.matches(key, "serverIPAddress") {
                keys.meet(6, &flaws)
                serverAddress = try string(&scanner)
            } else if scanner.matches(key, "_serverPort") {
                serverPort = try scanner.numberValue()
            } else if scanner.matches(key, "_fromCache") {
                isFromCache = try isSet(&scanner)
            } else if scanner.matches(key, "_fetchType") {
                try readFetchType(&scanner)
            } else if scanner.matches(key, "_fetchedViaServiceWorker")
                || scanner.matches(key, "_wasFetchedViaServiceWorker")
            {
                isFromServiceWorker = try isSet(&scanner) || isFromServiceWorker
            } else if scanner.matches(key, "_serviceWorkerRef") {
                isFromServiceWorker = try isSet(&scanner) || isFromServiceWorker
            } else if scanner.matches(key, "_webSocketMessages") {
                isWebSocket = true
                try readMessages(&scanner)
            } else if scanner.matches(key, "_wasAborted") {
                isAborted = try isSet(&scanner)
            } else if scanner.matches(key, "_wasFulfilled") {
                isFulfilled = try isSet(&scanner)
            } else if scanner.matches(key, "_apiRequest") {
                isOfTest = try isSet(&scanner)
            } else if scanner.matches(key, "_beaconproof") {
                origin = try scanner.peek() == UInt8(ascii: "{") ? scanner.position : nil
                try scanner.skipValue()
            } else {
                try scanner.skipValue()
            }
        }
    }

    private mutating func readRequest(_ scanner: inout JSONScanner, _ scratch: inout [UInt8]) throws(JSONFault) {
        var first = true
        var keys = KeySet()
        // What an exporter folded into the body is no second one.
        var hasURL = request.otherURL != nil || flaws.contains(.disputedRequest)
        var hasMethod = hasURL
        while let key = try scanner.nextKey(&first) {
            if scanner.matches(key, "headers") {
                keys.meet(0, &flaws, disputed: .disputedRequest)
                request.headers = try readHeaders(&scanner, &scratch)
            } else if scanner.matches(key, "url") {
                keys.meet(1, &flaws)
                let earlier = hasURL ? request.url : nil
                request.url = try string(&scanner)
                hasURL = true
                if note(earlier, request.url, .disputedRequest, scanner) { request.otherURL = earlier }
            } else if scanner.matches(key, "method") {
                keys.meet(2, &flaws)
                let earlier = hasMethod ? request.method : nil
                request.method = try string(&scanner)
                hasMethod = true
                note(earlier, request.method, .disputedRequest, scanner)
            } else if scanner.matches(key, "httpVersion") {
                keys.meet(3, &flaws)
                request.protocolName = try string(&scanner)
            } else if scanner.matches(key, "bodySize") {
                keys.meet(4, &flaws)
                request.bodySize = try scanner.numberValue()
            } else if scanner.matches(key, "postData") {
                keys.meet(5, &flaws, disputed: .disputedRequest)
                if try object(&scanner) { try readPostData(&scanner, &scratch) }
            } else if scanner.matches(key, "queryString") || scanner.matches(key, "cookies") {
                try skipPairs(&scanner)
            } else if scanner.matches(key, "_content") {
                // HTTP Toolkit's place for a body that is not UTF-8.
                if try object(&scanner) { try readPostData(&scanner, &scratch) }
            } else if belongsToEntry(key, scanner) {
                flaws.formUnion([.disputedRequest, .disputedResponse])
                try scanner.skipValue()
            } else {
                try scanner.skipValue()
            }
        }
    }

    private mutating func readPostData(_ scanner: inout JSONScanner, _ scratch: inout [UInt8]) throws(JSONFault) {
        var first = true
        while let key = try scanner.nextKey(&first) {
            if scanner.matches(key, "text") {
                let earlier = request.text
                request.text = try string(&scanner)
                note(earlier, request.text, .disputedRequest, scanner)
            } else if scanner.matches(key, "mimeType") {
                request.mimeType = try string(&scanner)
            } else if scanner.matches(key, "encoding") {
                request.encoding = try string(&scanner)
            } else if scanner.matches(key, "params"), try scanner.peek() == UInt8(ascii: "[") {
                request.form = try readParams(&scanner)
            } else if scanner.matches(key, "url"), request.url == nil {
                // Some exporters fold the whole request into its body.
                request.url = try string(&scanner)
            } else if scanner.matches(key, "method"), request.method == nil {
                request.method = try string(&scanner)
            } else if scanner.matches(key, "headers"), request.headers.isEmpty {
                request.headers = try readHeaders(&scanner, &scratch)
            } else {
                try scanner.skipValue()
            }
        }
    }

    private mutating func readResponse(_ scanner: inout JSONScanner, _ scratch: inout [UInt8]) throws(JSONFault) {
        var first = true
        var keys = KeySet()
        while let key = try scanner.nextKey(&first) {
            if scanner.matches(key, "headers") {
                keys.meet(0, &flaws, disputed: .disputedResponse)
                response.headers = try readHeaders(&scanner, &scratch)
            } else if scanner.matches(key, "status") {
                keys.meet(1, &flaws)
                let earlier = response.status
                response.status = try scanner.numberValue()
                note(earlier, response.status, .disputedResponse, scanner)
            } else if scanner.matches(key, "content") {
                keys.meet(2, &flaws, disputed: .disputedResponse)
                if try object(&scanner) { try readContent(&scanner) }
            } else if scanner.matches(key, "httpVersion") {
                keys.meet(3, &flaws)
                response.protocolName = try string(&scanner)
            } else if scanner.matches(key, "redirectURL") {
                response.redirectURL = try string(&scanner)
            } else if scanner.matches(key, "bodySize") {
                response.bodySize = try scanner.numberValue()
            } else if scanner.matches(key, "_transferSize") {
                response.transferSize = try scanner.numberValue()
            } else if scanner.matches(key, "_error") || scanner.matches(key, "_failureText") {
                try readError(&scanner)
            } else if scanner.matches(key, "_fetchedViaServiceWorker") {
                // Chrome writes it here, and not on the entry.
                isFromServiceWorker = try isSet(&scanner) || isFromServiceWorker
            } else if scanner.matches(key, "_charlesStatus") {
                try readCharlesStatus(&scanner)
            } else if scanner.matches(key, "_serviceWorkerResponseSource") {
                try readWorkerSource(&scanner)
            } else if scanner.matches(key, "cookies") {
                try skipPairs(&scanner)
            } else if belongsToEntry(key, scanner) {
                flaws.formUnion([.disputedRequest, .disputedResponse])
                try scanner.skipValue()
            } else {
                try scanner.skipValue()
            }
        }
    }

    /// A member of the entry inside its request or response: a cut made one entry of two.
    private func belongsToEntry(_ key: JSONString, _ scanner: JSONScanner) -> Bool {
        scanner.matches(key, "request") || scanner.matches(key, "response") || scanner.matches(key, "startedDateTime")
    }

    /// Takes note of a value that comes again and differs.
    @discardableResult
    private mutating func note(
        _ earlier: JSONString?, _ later: JSONString?, _ disputed: EntryFlaws, _ scanner: JSONScanner
    ) -> Bool {
        guard let earlier, let later, scanner.bytes(of: earlier) != scanner.bytes(of: later) else { return false }
        flaws.formUnion([.duplicateKey, disputed])
        return true
    }

    private mutating func readContent(_ scanner: inout JSONScanner) throws(JSONFault) {
        var first = true
        while let key = try scanner.nextKey(&first) {
            if scanner.matches(key, "text") {
                let earlier = response.text
                response.text = try string(&scanner)
                note(earlier, response.text, .disputedResponse, scanner)
            } else if scanner.matches(key, "mimeType") {
                response.mimeType = try string(&scanner)
            } else if scanner.matches(key, "size") {
                response.size = try scanner.numberValue()
            } else if scanner.matches(key, "encoding") {
                response.encoding = try string(&scanner)
            } else if scanner.matches(key, "comment") || scanner.matches(key, "_file") || scanner.matches(key, "_sha1")
            {
                response.saysLeftOut = try isSet(&scanner) || response.saysLeftOut
            } else {
                try scanner.skipValue()
            }
        }
    }

    private mutating func readTimings(_ scanner: inout JSONScanner) throws(JSONFault) {
        var first = true
        while let key = try scanner.nextKey(&first) {
            if scanner.matches(key, "send") {
                timings.send = try microseconds(&scanner)
            } else if scanner.matches(key, "wait") {
                timings.wait = try microseconds(&scanner)
            } else if scanner.matches(key, "receive") {
                timings.receive = try microseconds(&scanner)
            } else if scanner.matches(key, "connect") {
                timings.connect = try microseconds(&scanner)
            } else if scanner.matches(key, "ssl") {
                timings.ssl = try microseconds(&scanner)
            } else if scanner.matches(key, "dns") {
                timings.dns = try microseconds(&scanner)
            } else if scanner.matches(key, "blocked") {
                timings.blocked = try microseconds(&scanner)
            } else {
                try scanner.skipValue()
            }
        }
    }
}
