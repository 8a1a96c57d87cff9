import Model

/// The string literals of a JSON text one after another, unescaped; whether the rest is valid JSON does not matter.
public struct JSONStrings: Sendable {
    private let bytes: [UInt8]
    private var index = 0
    /// The string just given out is an object's key: a colon follows it.
    public private(set) var isKey = false

    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The next string, its escapes undone; `nil` at the end.
    public mutating func next() -> [UInt8]? {
        guard let open = bytes[index...].firstIndex(of: UInt8(ascii: "\"")) else { return nil }
        let start = open + 1
        index = start
        var isEscaped = false
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            if bytes[index] == UInt8(ascii: "\\") {
                isEscaped = true
                index += 1
            }
            index += 1
        }
        let end = min(index, bytes.count)
        index = min(end + 1, bytes.count)
        isKey = end < bytes.count && bytes[index...].first { !JSONScanner.isSpace($0) } == UInt8(ascii: ":")
        guard isEscaped else { return Array(bytes[start..<end]) }
        return bytes[start..<end].withUnsafeBufferPointer { JSONEscapes.undo(in: $0).bytes }
    }
}
