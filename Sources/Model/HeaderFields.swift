/// The header fields of a message in the order they were sent, duplicates kept.
///
/// One allocation holds all fields as `name: value` lines, so that a field costs no `String` until somebody asks.
/// A line feed inside a name or value (which no valid message has) is stored as a space.
public struct HeaderFields: Sendable, Hashable {
    /// UTF-8 or raw bytes, `name: value\n` per field.
    public private(set) var block: [UInt8]

    public init() {
        block = []
    }

    /// Takes a block as ``block`` gave it.
    public init(block: [UInt8]) {
        self.block = block
    }

    public var isEmpty: Bool { block.isEmpty }

    /// Adds a field behind the others. A line feed, which no field can have, becomes a blank.
    public mutating func append(name: some Sequence<UInt8>, value: some Sequence<UInt8>) {
        for byte in name { block.append(byte == UInt8(ascii: "\n") ? UInt8(ascii: " ") : byte) }
        block.append(UInt8(ascii: ":"))
        block.append(UInt8(ascii: " "))
        for byte in value { block.append(byte == UInt8(ascii: "\n") ? UInt8(ascii: " ") : byte) }
        block.append(UInt8(ascii: "\n"))
    }

    /// The same, from text.
    public mutating func append(name: String, value: String) {
        append(name: name.utf8, value: value.utf8)
    }

    /// The first value of the field, compared without regard to ASCII case; `nil` when it was not sent.
    public subscript(_ name: String) -> String? {
        var name = name
        return name.withUTF8 { name in HeaderFields.value(of: name.span, in: block.span, from: 0).map(text) }
    }

    /// All values of the field, in order.
    public func values(of name: String) -> [String] {
        var name = name
        return name.withUTF8 { name in
            var values: [String] = []
            var start = 0
            while let value = HeaderFields.value(of: name.span, in: block.span, from: start) {
                values.append(text(value))
                start = value.upperBound + 1
            }
            return values
        }
    }

    /// Only a line that begins with the name is looked at further than to its end.
    private static func value(of name: Span<UInt8>, in bytes: Span<UInt8>, from begin: Int) -> Range<Int>? {
        var start = begin
        while start < bytes.count {
            let behind = start + name.count
            let isNamed = begins(bytes, at: start, with: name)
            let lineFeed = ByteSearch.firstIndex(of: UInt8(ascii: "\n"), in: bytes, from: isNamed ? behind : start)
            let end = lineFeed ?? bytes.count
            if isNamed, behind == end || bytes[behind] == UInt8(ascii: ":") { return min(behind + 2, end)..<end }
            start = end + 1
        }
        return nil
    }

    private static func begins(_ bytes: Span<UInt8>, at start: Int, with name: Span<UInt8>) -> Bool {
        guard bytes.count - start >= name.count else { return false }
        for offset in 0..<name.count where ASCII.lowercased(bytes[start + offset]) != ASCII.lowercased(name[offset]) {
            return false
        }
        return true
    }

    /// All fields as strings, for reports and exports.
    public var fields: [(name: String, value: String)] {
        var result: [(name: String, value: String)] = []
        var start = 0
        while start < block.count {
            let end = block[start...].firstIndex(of: UInt8(ascii: "\n")) ?? block.count
            // HTTP/2 pseudo-fields begin with a colon; the separator is the first colon after the first byte.
            let colon = block[start..<end].dropFirst().firstIndex(of: UInt8(ascii: ":")) ?? end
            result.append((text(start..<colon), text(min(colon + 2, end)..<end)))
            start = end + 1
        }
        return result
    }

    private func text(_ range: Range<Int>) -> String {
        String(decoding: block[range], as: UTF8.self)
    }
}
