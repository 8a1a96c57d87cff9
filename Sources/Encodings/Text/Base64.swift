/// Base64 (RFC 4648, section 4). Decoding takes both alphabets, and lets white space and missing padding through.
public enum Base64 {
    /// - Parameter limit: decoding stops once this many bytes are there.
    /// - Returns: `nil` when the text is not base64.
    public static func decode(_ text: Span<UInt8>, limit: Int = .max) -> [UInt8]? {
        var isValid = true
        let room = min(limit, text.count / 4 * 3 + 3)
        let output = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            guard let decoded = decode(text, into: buffer) else {
                isValid = false
                return
            }
            count = decoded
        }
        return isValid ? output : nil
    }

    private static func decode(_ text: Span<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>) -> Int? {
        var count = 0
        var group: UInt32 = 0
        var digits = 0
        var isPadded = false
        for index in 0..<text.count {
            guard count < output.count else { return count }
            let byte = text[index]
            if let value = value(of: byte), !isPadded {
                group = group << 6 | UInt32(value)
                digits += 1
                // Every digit but the first of a group completes a byte; what it leaves over waits in `group`.
                guard digits > 1 else { continue }
                output[count] = UInt8(truncatingIfNeeded: group >> UInt32(8 - 2 * digits))
                count += 1
                if digits == 4 { digits = 0 }
            } else if byte == UInt8(ascii: "=") {
                isPadded = true
            } else if byte > 0x20 {
                return nil
            }
        }
        // One digit alone is six bits of a byte.
        return digits == 1 ? nil : count
    }

    /// The six bits that a letter of either alphabet stands for; `nil` for what is none.
    @inline(__always)
    public static func value(of byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }

    /// With padding.
    public static func encode(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let left = bytes.count - start
            let second = left > 1 ? bytes[start + 1] : 0
            let third = left > 2 ? bytes[start + 2] : 0
            let group = UInt32(bytes[start]) << 16 | UInt32(second) << 8 | UInt32(third)
            text.append(digits[Int(group >> 18)])
            text.append(digits[Int(group >> 12 & 63)])
            text.append(left > 1 ? digits[Int(group >> 6 & 63)] : UInt8(ascii: "="))
            text.append(left > 2 ? digits[Int(group & 63)] : UInt8(ascii: "="))
        }
        return text
    }

    /// ``encode(_:)`` as a string.
    public static func text(_ bytes: [UInt8]) -> String { String(decoding: encode(bytes), as: UTF8.self) }

    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}
