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
        let wanted = Array(name.utf8)
        return firstValue { line, colon in
            guard colon - line.lowerBound == wanted.count else { return false }
            for offset in 0..<wanted.count
            where ASCII.lowercased(block[line.lowerBound + offset]) != ASCII.lowercased(wanted[offset]) {
                return false
            }
            return true
        }
    }

    /// All fields as strings, for reports and exports.
    public var fields: [(name: String, value: String)] {
        var result: [(name: String, value: String)] = []
        forEachLine { line, colon in
            result.append((text(line.lowerBound..<colon), text(valueStart(colon, line)..<line.upperBound)))
            return true
        }
        return result
    }

    private func firstValue(where matches: (Range<Int>, Int) -> Bool) -> String? {
        var found: String?
        forEachLine { line, colon in
            guard matches(line, colon) else { return true }
            found = text(valueStart(colon, line)..<line.upperBound)
            return false
        }
        return found
    }

    private func forEachLine(_ body: (Range<Int>, Int) -> Bool) {
        var start = 0
        while start < block.count {
            let end = block[start...].firstIndex(of: UInt8(ascii: "\n")) ?? block.count
            // HTTP/2 pseudo-fields begin with a colon; the separator is the first colon after the first byte.
            let colon = block[start..<end].dropFirst().firstIndex(of: UInt8(ascii: ":")) ?? end
            guard body(start..<end, colon) else { return }
            start = end + 1
        }
    }

    private func valueStart(_ colon: Int, _ line: Range<Int>) -> Int {
        min(colon + 2, line.upperBound)
    }

    private func text(_ range: Range<Int>) -> String {
        String(decoding: block[range], as: UTF8.self)
    }
}
