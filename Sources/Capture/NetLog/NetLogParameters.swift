import Encodings
import Model

/// The object `params` of an event that tells of a request.
struct NetLogParameters: Sendable, Hashable {
    var url: [UInt8] = []
    var method = ""
    var location: [UInt8] = []
    /// `0` and absent mean success.
    var netError = 0
    /// The first line, of a response.
    var statusLine: [UInt8] = []
    var headers = HeaderFields()
    var byteCount = 0
    /// `nil` when the log was not told to keep bytes.
    var bytes: [UInt8]?
    /// The bytes are there and cannot be read.
    var isDamaged = false

    init() {}

    /// - Parameters:
    ///   - place: where the object begins in the scanner's bytes.
    ///   - bodyLimit: bytes beyond are not decoded.
    init(of kind: NetLogEvent.Kind, at place: Int, in scanner: JSONScanner, bodyLimit: Int) throws(JSONFault) {
        var scanner = scanner
        scanner.position = place
        guard try scanner.opensObject() else { return }
        var first = true
        while let key = try scanner.nextKey(&first) {
            if scanner.matches(key, "url") {
                url = try scanner.bytesValue()
            } else if scanner.matches(key, "method") {
                method = try scanner.textValue()
            } else if scanner.matches(key, "location") {
                location = try scanner.bytesValue()
            } else if scanner.matches(key, "net_error") {
                netError = try scanner.integerValue() ?? 0
            } else if scanner.matches(key, "headers") {
                try readHeaders(&scanner, beginWithStatus: kind == .readHeaders || kind == .fakeHeaders)
            } else if scanner.matches(key, "byte_count") {
                byteCount = max(0, try scanner.integerValue() ?? 0)
            } else if scanner.matches(key, "bytes"), kind == .bytesRead {
                let text = try scanner.bytesValue()
                bytes = Base64.decode(text.span, limit: bodyLimit)
                isDamaged = bytes == nil
            } else if scanner.matches(key, "hex_encoded_bytes"), kind == .bytesRead {
                // What Chrome wrote before version 73.
                bytes = Hexadecimal.decode(try scanner.bytesValue())
                isDamaged = bytes == nil
            } else {
                try scanner.skipValue()
            }
        }
    }

    /// `["name: value", …]`, behind the status line of a response; older versions wrote an object for HTTP/2.
    private mutating func readHeaders(_ scanner: inout JSONScanner, beginWithStatus: Bool) throws(JSONFault) {
        var first = true
        if try scanner.opensObject() {
            while let key = try scanner.nextKey(&first) {
                headers.append(name: scanner.bytes(of: key), value: try scanner.scalarBytes())
            }
            return
        }
        guard try scanner.opensArray() else { return try scanner.skipValue() }
        while try scanner.nextElement(&first) {
            let line = try scanner.bytesValue()
            if beginWithStatus, statusLine.isEmpty {
                statusLine = line
                continue
            }
            // The names of HTTP/2's own fields begin with a colon.
            guard let colon = line.dropFirst().firstIndex(of: UInt8(ascii: ":")) else { continue }
            headers.append(name: line[..<colon], value: line[(colon + 1)...].drop { $0 == 0x20 })
        }
    }

    /// The status of the first line, `HTTP/1.1 200 OK` for all protocols.
    var status: Int? {
        let parts = statusLine.split(separator: 0x20, maxSplits: 2)
        guard parts.count >= 2, let status = Int(String(decoding: parts[1], as: UTF8.self)),
            (100...999).contains(status)
        else { return nil }
        return status
    }
}
