import Model

/// The string literals of a JSON text one after another, unescaped; whether the rest is valid JSON does not matter.
struct JSONStrings: Sendable {
    private let bytes: [UInt8]
    private var index = 0
    /// The string just given out is an object's key: a colon follows it.
    private(set) var isKey = false

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func next() -> [UInt8]? {
        guard let open = bytes[index...].firstIndex(of: UInt8(ascii: "\"")) else { return nil }
        index = open + 1
        var string: [UInt8] = []
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "\"") {
                isKey =
                    bytes[index...].first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
                    == UInt8(ascii: ":")
                return string
            }
            if byte == UInt8(ascii: "\\"), index < bytes.count {
                appendEscape(to: &string)
            } else {
                string.append(byte)
            }
        }
        isKey = false
        return string
    }

    private mutating func appendEscape(to string: inout [UInt8]) {
        let escape = bytes[index]
        index += 1
        switch escape {
        case UInt8(ascii: "n"): string.append(0x0A)
        case UInt8(ascii: "r"): string.append(0x0D)
        case UInt8(ascii: "t"): string.append(0x09)
        case UInt8(ascii: "b"): string.append(0x08)
        case UInt8(ascii: "f"): string.append(0x0C)
        case UInt8(ascii: "u"): appendUnicode(to: &string)
        default: string.append(escape)
        }
    }

    private mutating func appendUnicode(to string: inout [UInt8]) {
        guard var scalar = hexQuad(at: index) else { return }
        index += 4
        if (0xD800..<0xDC00).contains(scalar), bytes.matches(Array("\\u".utf8), at: index),
            let low = hexQuad(at: index + 2), (0xDC00..<0xE000).contains(low)
        {
            index += 6
            scalar = 0x10000 + (scalar - 0xD800) << 10 + (low - 0xDC00)
        }
        string.append(contentsOf: String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8)
    }

    private func hexQuad(at start: Int) -> UInt32? {
        guard start + 4 <= bytes.count else { return nil }
        var value: UInt32 = 0
        for byte in bytes[start..<(start + 4)] {
            guard let digit = ASCII.hexValue(byte) else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }
}
