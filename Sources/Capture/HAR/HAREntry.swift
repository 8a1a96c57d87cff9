import Model

/// The fields of one entry that matter, as ranges of the window; nothing is unescaped yet.
struct HAREntry {
    var startedAt: JSONString?
    var duration: JSONString?
    var hasRequest = false
    var hasResponse = false
    var request = Request()
    var response = Response()
    var timings = Timings()
    var serverAddress: JSONString?
    var serverPort: JSONString?
    var isFromCache = false
    var isFromServiceWorker = false
    var isWebSocket = false
    /// `cache.afterRequest` without `cache.beforeRequest`, which Firefox and Firebug write for answers from the cache.
    var hasOnlyCacheAfter = false
    var flaws = EntryFlaws()

    struct Request {
        var method: JSONString?
        var url: JSONString?
        var protocolName: JSONString?
        var headers = HeaderFields()
        var bodySize: JSONString?
        var mimeType: JSONString?
        var text: JSONString?
        var encoding: JSONString?
        /// `postData.params` as a form body.
        var form: [UInt8]?
    }

    struct Response {
        var status: JSONString?
        var protocolName: JSONString?
        var headers = HeaderFields()
        var redirectURL: JSONString?
        var bodySize: JSONString?
        var transferSize: JSONString?
        var mimeType: JSONString?
        var size: JSONString?
        var text: JSONString?
        var encoding: JSONString?
        var hasError = false
    }

    /// Microseconds; `nil` where the exporter gives none (`-1`).
    struct Timings {
        var blocked: Int?
        var dns: Int?
        var connect: Int?
        /// A part of `connect`.
        var ssl: Int?
        var send: Int?
        var wait: Int?
        var receive: Int?
    }
}

/// What was odd about an entry that could be used all the same; one diagnostic each.
struct EntryFlaws: OptionSet {
    var rawValue: UInt8

    static let duplicateKey = EntryFlaws(rawValue: 1)
    static let fieldType = EntryFlaws(rawValue: 2)
    static let textRepaired = EntryFlaws(rawValue: 4)
    static let bodyUndecodable = EntryFlaws(rawValue: 8)
    static let bodyCut = EntryFlaws(rawValue: 16)
    static let timeUnreadable = EntryFlaws(rawValue: 32)
    static let timeWithoutOffset = EntryFlaws(rawValue: 64)

    /// With the sentence each is reported with.
    static let codes: [(flaw: EntryFlaws, code: DiagnosticCode, detail: String)] = [
        (.duplicateKey, .harDuplicateKey, "the last of two values was used"),
        (.fieldType, .harFieldType, "a field of an unexpected type was left out"),
        (.textRepaired, .harTextRepaired, "bytes that are not text were kept as U+FFFD or as they are"),
        (.bodyUndecodable, .harBodyUndecodable, "the body is not kept"),
        (.bodyCut, .harBodyCut, "only the front of the body is kept"),
        (.timeUnreadable, .harTimeUnreadable, "expected an ISO 8601 date and time as startedDateTime"),
        (.timeWithoutOffset, .harTimeWithoutOffset, "startedDateTime has no offset"),
    ]
}

/// Which keys of an object have been met, to see doubles.
private struct KeySet {
    private var bits: UInt32 = 0

    @inline(__always)
    mutating func meet(_ number: UInt32, _ flaws: inout EntryFlaws) {
        let bit: UInt32 = 1 << number
        if bits & bit != 0 { flaws.insert(.duplicateKey) }
        bits |= bit
    }
}

// MARK: Reading

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
                keys.meet(0, &flaws)
                hasRequest = try object(&scanner)
                if hasRequest { try readRequest(&scanner, &scratch) }
            } else if scanner.matches(key, "response") {
                keys.meet(1, &flaws)
                hasResponse = try object(&scanner)
                if hasResponse { try readResponse(&scanner, &scratch) }
            } else if scanner.matches(key, "startedDateTime") {
                keys.meet(2, &flaws)
                startedAt = try string(&scanner)
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
            } else if scanner.matches(key, "_fetchedViaServiceWorker") {
                isFromServiceWorker = try isSet(&scanner)
            } else if scanner.matches(key, "_webSocketMessages") {
                isWebSocket = true
                try scanner.skipValue()
            } else {
                try scanner.skipValue()
            }
        }
    }

    private mutating func readRequest(_ scanner: inout JSONScanner, _ scratch: inout [UInt8]) throws(JSONFault) {
        var first = true
        var keys = KeySet()
        while let key = try scanner.nextKey(&first) {
            if scanner.matches(key, "headers") {
                keys.meet(0, &flaws)
                request.headers = try readHeaders(&scanner, &scratch)
            } else if scanner.matches(key, "url") {
                keys.meet(1, &flaws)
                request.url = try string(&scanner)
            } else if scanner.matches(key, "method") {
                keys.meet(2, &flaws)
                request.method = try string(&scanner)
            } else if scanner.matches(key, "httpVersion") {
                keys.meet(3, &flaws)
                request.protocolName = try string(&scanner)
            } else if scanner.matches(key, "bodySize") {
                keys.meet(4, &flaws)
                request.bodySize = try scanner.numberValue()
            } else if scanner.matches(key, "postData") {
                keys.meet(5, &flaws)
                if try object(&scanner) { try readPostData(&scanner, &scratch) }
            } else if scanner.matches(key, "queryString") || scanner.matches(key, "cookies") {
                try skipPairs(&scanner)
            } else {
                try scanner.skipValue()
            }
        }
    }

    private mutating func readPostData(_ scanner: inout JSONScanner, _ scratch: inout [UInt8]) throws(JSONFault) {
        var first = true
        while let key = try scanner.nextKey(&first) {
            if scanner.matches(key, "text") {
                request.text = try string(&scanner)
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
                keys.meet(0, &flaws)
                response.headers = try readHeaders(&scanner, &scratch)
            } else if scanner.matches(key, "status") {
                keys.meet(1, &flaws)
                response.status = try scanner.numberValue()
            } else if scanner.matches(key, "content") {
                keys.meet(2, &flaws)
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
                response.hasError = try isSet(&scanner) || response.hasError
            } else if scanner.matches(key, "cookies") {
                try skipPairs(&scanner)
            } else {
                try scanner.skipValue()
            }
        }
    }

    private mutating func readContent(_ scanner: inout JSONScanner) throws(JSONFault) {
        var first = true
        while let key = try scanner.nextKey(&first) {
            if scanner.matches(key, "text") {
                response.text = try string(&scanner)
            } else if scanner.matches(key, "mimeType") {
                response.mimeType = try string(&scanner)
            } else if scanner.matches(key, "size") {
                response.size = try scanner.numberValue()
            } else if scanner.matches(key, "encoding") {
                response.encoding = try string(&scanner)
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

    private mutating func readCache(_ scanner: inout JSONScanner) throws(JSONFault) {
        var first = true
        var hasBefore = false
        var hasAfter = false
        while let key = try scanner.nextKey(&first) {
            hasBefore = hasBefore || scanner.matches(key, "beforeRequest")
            hasAfter = hasAfter || scanner.matches(key, "afterRequest")
            try scanner.skipValue()
        }
        hasOnlyCacheAfter = hasAfter && !hasBefore
    }

    /// Safari's word for where the answer came from.
    private mutating func readFetchType(_ scanner: inout JSONScanner) throws(JSONFault) {
        guard let type = try scanner.stringValue() else { return }
        isFromCache = scanner.matches(type, "Memory Cache") || scanner.matches(type, "Disk Cache") || isFromCache
        isFromServiceWorker = scanner.matches(type, "Service Worker") || isFromServiceWorker
    }

    private mutating func readHeaders(
        _ scanner: inout JSONScanner, _ scratch: inout [UInt8]
    ) throws(JSONFault) -> HeaderFields {
        guard try scanner.peek() == UInt8(ascii: "[") else {
            try skipOther(&scanner)
            return HeaderFields()
        }
        scanner.position += 1
        var used = 0
        var first = true
        while try scanner.nextElement(&first) {
            guard let pair = try readPair(&scanner), let name = pair.name else { continue }
            used += scanner.writeField(name: name, value: pair.value, to: &scratch, at: used)
        }
        return HeaderFields(block: scratch.withUnsafeBufferPointer { Array($0[..<used]) })
    }

    /// `name=value&…`: the form body that the parameters came from, percent-encoded again.
    private mutating func readParams(_ scanner: inout JSONScanner) throws(JSONFault) -> [UInt8] {
        scanner.position += 1
        var form: [UInt8] = []
        var first = true
        while try scanner.nextElement(&first) {
            guard let pair = try readPair(&scanner), let name = pair.name else { continue }
            if !form.isEmpty { form.append(UInt8(ascii: "&")) }
            scanner.withText(of: name) { FormEncoding.append($0, to: &form) }
            form.append(UInt8(ascii: "="))
            if let value = pair.value { scanner.withText(of: value) { FormEncoding.append($0, to: &form) } }
        }
        return form
    }

    /// `{ "name": …, "value": … }`; `nil` for another value.
    ///
    /// Half of all strings of a HAR are these two keys, so they are compared as one word before anything else is tried.
    @inline(__always)
    private mutating func readPair(
        _ scanner: inout JSONScanner
    ) throws(JSONFault) -> (name: JSONString?, value: JSONString?)? {
        guard try object(&scanner) else { return nil }
        var pair: (name: JSONString?, value: JSONString?) = (nil, nil)
        var first = true
        while try scanner.nextMember(&first) {
            if scanner.take(.name) {
                pair.name = try scanner.stringValue()
            } else if scanner.take(.value) {
                // A value may be a number or, for a field without one, null.
                pair.value = try scanner.numberValue()
            } else {
                let key = try scanner.key()
                if scanner.matches(key, "name") {
                    pair.name = try scanner.stringValue()
                } else if scanner.matches(key, "value") {
                    pair.value = try scanner.numberValue()
                } else {
                    try scanner.skipValue()
                }
            }
        }
        if pair.name == nil { flaws.insert(.fieldType) }
        return pair
    }

    /// Steps over `cookies` and `queryString`, which repeat what the headers and the URL say.
    private mutating func skipPairs(_ scanner: inout JSONScanner) throws(JSONFault) {
        guard try scanner.peek() == UInt8(ascii: "[") else { return try scanner.skipValue() }
        scanner.position += 1
        var first = true
        while try scanner.nextElement(&first) { _ = try readPair(&scanner) }
    }

    // MARK: Values of the wrong type

    /// Takes an opening brace; any other value is skipped.
    @inline(__always)
    private mutating func object(_ scanner: inout JSONScanner) throws(JSONFault) -> Bool {
        guard try scanner.peek() == UInt8(ascii: "{") else {
            try skipOther(&scanner)
            return false
        }
        scanner.position += 1
        return true
    }

    @inline(__always)
    private mutating func string(_ scanner: inout JSONScanner) throws(JSONFault) -> JSONString? {
        guard try scanner.peek() == UInt8(ascii: "\"") else {
            try skipOther(&scanner)
            return nil
        }
        return try scanner.string()
    }

    private mutating func microseconds(_ scanner: inout JSONScanner) throws(JSONFault) -> Int? {
        guard let number = try scanner.numberValue() else { return nil }
        let value = scanner.withText(of: number) { JSONNumber.integer($0, scale: 3) }
        return value.flatMap { $0 < 0 ? nil : $0 }
    }

    /// Whether the value says anything: not null, false, zero or an empty string.
    private func isSet(_ scanner: inout JSONScanner) throws(JSONFault) -> Bool {
        switch try scanner.peek() {
        case UInt8(ascii: "\""): return try scanner.string().count > 0
        case UInt8(ascii: "n"), UInt8(ascii: "f"), UInt8(ascii: "0"):
            try scanner.skipValue()
            return false
        default:
            try scanner.skipValue()
            return true
        }
    }

    private mutating func skipOther(_ scanner: inout JSONScanner) throws(JSONFault) {
        if try scanner.peek() != UInt8(ascii: "n") { flaws.insert(.fieldType) }
        try scanner.skipValue()
    }
}

extension JSONScanner {
    /// Writes `name: value` and a line feed at a place of `block`, which grows as needed: a field as ``HeaderFields``
    /// stores it.
    ///
    /// - Returns: how many bytes were written.
    @inline(__always)
    fileprivate func writeField(name: JSONString, value: JSONString?, to block: inout [UInt8], at place: Int) -> Int {
        let value = value ?? JSONString(start: name.start, count: 0)
        let needed = name.count + value.count + 3
        if block.count - place < needed {
            block.append(contentsOf: repeatElement(0, count: max(needed, block.count, 4096)))
        }
        return block.withUnsafeMutableBufferPointer { block in
            let room = UnsafeMutableBufferPointer(rebasing: block[place..<(place + needed)])
            var count = write(name, to: room)
            room[count] = UInt8(ascii: ":")
            room[count + 1] = UInt8(ascii: " ")
            count += 2
            count += write(value, to: UnsafeMutableBufferPointer(rebasing: room[count...]))
            if !name.isPlain || !value.isPlain {
                for index in 0..<count where room[index] == UInt8(ascii: "\n") { room[index] = UInt8(ascii: " ") }
            }
            room[count] = UInt8(ascii: "\n")
            return count + 1
        }
    }
}
