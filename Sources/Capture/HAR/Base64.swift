import Model

/// Base64 (RFC 4648, both alphabets); white space and missing padding are let through.
enum Base64 {
    /// - Parameter limit: decoding stops once this many bytes are there.
    /// - Returns: `nil` when the text is not base64.
    static func decode(_ text: Span<UInt8>, limit: Int = .max) -> [UInt8]? {
        var output: [UInt8] = []
        output.reserveCapacity(min(limit, text.count / 4 * 3 + 3))
        var group: UInt32 = 0
        var digits = 0
        var index = 0
        var isPadded = false
        while index < text.count, output.count < limit {
            let byte = text[index]
            index += 1
            let value = table[Int(byte)]
            if value < 64, !isPadded {
                group = group << 6 | UInt32(value)
                digits += 1
                if digits == 4 {
                    output.append(UInt8(truncatingIfNeeded: group >> 16))
                    output.append(UInt8(truncatingIfNeeded: group >> 8))
                    output.append(UInt8(truncatingIfNeeded: group))
                    digits = 0
                }
            } else if byte == UInt8(ascii: "=") {
                isPadded = true
            } else if byte > 0x20 {
                return nil
            }
        }
        if output.count >= limit { return Array(output.prefix(limit)) }
        switch digits {
        case 0: break
        case 2: output.append(UInt8(truncatingIfNeeded: group >> 4))
        case 3:
            output.append(UInt8(truncatingIfNeeded: group >> 10))
            output.append(UInt8(truncatingIfNeeded: group >> 2))
        default: return nil
        }
        return output
    }

    /// The value of each digit, 255 for a byte that is none.
    private static let table: [UInt8] = {
        var table = [UInt8](repeating: 255, count: 256)
        for value in UInt8(0)..<26 {
            table[Int(UInt8(ascii: "A") + value)] = value
            table[Int(UInt8(ascii: "a") + value)] = value + 26
        }
        for value in UInt8(0)..<10 { table[Int(UInt8(ascii: "0") + value)] = value + 52 }
        for (digit, value) in [("+", 62), ("-", 62), ("/", 63), ("_", 63)] as [(Unicode.Scalar, UInt8)] {
            table[Int(UInt8(ascii: digit))] = value
        }
        return table
    }()
}
