import Encodings

// What exporters say beyond HAR 1.2, and where they put it.
extension HAREntry {
    mutating func readCache(_ scanner: inout JSONScanner) throws(JSONFault) {
        var first = true
        var hasBefore = false
        var hasAfter = false
        while let key = try scanner.nextKey(&first) {
            if scanner.matches(key, "beforeRequest") {
                hasBefore = true
                hasCacheBefore = try scanner.peek() == UInt8(ascii: "{")
            }
            hasAfter = hasAfter || scanner.matches(key, "afterRequest")
            try scanner.skipValue()
        }
        hasOnlyCacheAfter = hasAfter && !hasBefore
    }

    /// Counts the messages that the client sent.
    mutating func readMessages(_ scanner: inout JSONScanner) throws(JSONFault) {
        guard try scanner.peek() == UInt8(ascii: "[") else { return try scanner.skipValue() }
        scanner.position += 1
        var count = 0
        defer { sentMessages = count }
        var first = true
        while try scanner.nextElement(&first) {
            guard try object(&scanner) else { continue }
            var firstMember = true
            while let key = try scanner.nextKey(&firstMember) {
                if scanner.matches(key, "type"), try scanner.peek() == UInt8(ascii: "\"") {
                    if scanner.matches(try scanner.string(), "send") { count += 1 }
                } else {
                    try scanner.skipValue()
                }
            }
        }
    }

    /// Chrome's and Playwright's words for what went wrong.
    mutating func readError(_ scanner: inout JSONScanner) throws(JSONFault) {
        guard try scanner.peek() == UInt8(ascii: "\"") else {
            response.hasError = try isSet(&scanner) || response.hasError
            return
        }
        let text = try scanner.string()
        guard text.count > 0 else { return }
        response.hasError = true
        response.error = text
    }

    /// Charles's word for how a transaction ended.
    mutating func readCharlesStatus(_ scanner: inout JSONScanner) throws(JSONFault) {
        guard let status = try string(&scanner), status.count > 0 else { return }
        response.isBroken = !scanner.matches(status, "COMPLETE") && !scanner.matches(status, "Complete")
    }

    /// Chrome's word for where a service worker had its answer from.
    mutating func readWorkerSource(_ scanner: inout JSONScanner) throws(JSONFault) {
        guard let source = try string(&scanner) else { return }
        isAnsweredByWorker =
            ["cache-storage", "http-cache", "fallback-code"].contains { scanner.matches(source, $0) }
    }

    /// Safari's word for where the answer came from.
    mutating func readFetchType(_ scanner: inout JSONScanner) throws(JSONFault) {
        guard let type = try scanner.stringValue() else { return }
        isFromCache = scanner.matches(type, "Memory Cache") || scanner.matches(type, "Disk Cache") || isFromCache
        isFromServiceWorker = scanner.matches(type, "Service Worker") || isFromServiceWorker
    }
}
