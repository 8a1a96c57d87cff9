import Encodings
import Model

/// One HTTP/1 message as Fiddler stores it: start line, header fields and body as they were transferred.
struct StoredMessage {
    /// The parts of the start line; the last one may hold spaces.
    var startLine: [ArraySlice<UInt8>]
    var headers = HeaderFields()
    var body: ArraySlice<UInt8>

    /// `nil` when the bytes do not begin with a start line of three parts.
    init?(_ bytes: [UInt8]) {
        var rest = bytes[...]
        startLine = StoredMessage.line(&rest).split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false)
        guard startLine.count >= 2 else { return nil }
        while !rest.isEmpty {
            let line = StoredMessage.line(&rest)
            if line.isEmpty { break }
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
            headers.append(name: line[..<colon], value: line[(colon + 1)...].drop { $0 == 0x20 || $0 == 0x09 })
        }
        body = rest
    }

    /// The body without the chunks it was sent in (RFC 9112 section 7.1), and whether all of it is there.
    func unchunked() -> (bytes: ArraySlice<UInt8>, isWhole: Bool) {
        guard headers["transfer-encoding"]?.lowercased().contains("chunked") ?? false else {
            let stated = headers["content-length"].flatMap { Int($0) } ?? 0
            return (body, stated <= body.count)
        }
        var rest = body
        var bytes: [UInt8] = []
        while !rest.isEmpty {
            let line = StoredMessage.line(&rest).prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 }
            guard let size = StoredMessage.hexadecimal(line) else { return (bytes[...], false) }
            if size == 0 { return (bytes[...], true) }
            bytes += rest.prefix(size)
            guard rest.count > size else { return (bytes[...], false) }
            rest = rest.dropFirst(size)
            _ = StoredMessage.line(&rest)
        }
        return (bytes[...], false)
    }

    /// Takes a line from the front, without its end.
    private static func line(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
        let line = rest[..<end]
        rest = rest[min(end + 1, rest.endIndex)...]
        return line.last == 0x0D ? line.dropLast() : line
    }

    private static func hexadecimal(_ digits: ArraySlice<UInt8>) -> Int? {
        guard !digits.isEmpty, digits.count <= 12 else { return nil }
        var value = 0
        for digit in digits {
            guard let digit = ASCII.hexValue(digit) else { return nil }
            value = value << 4 | Int(digit)
        }
        return value
    }
}
