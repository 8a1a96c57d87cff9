/// Base64 with padding (RFC 4648, section 4).
enum Base64Text {
    static func encode(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var index = 0
        while index < bytes.count {
            let left = bytes.count - index
            let second = left > 1 ? bytes[index + 1] : 0
            let third = left > 2 ? bytes[index + 2] : 0
            let group = UInt32(bytes[index]) << 16 | UInt32(second) << 8 | UInt32(third)
            text.append(digits[Int(group >> 18)])
            text.append(digits[Int(group >> 12 & 63)])
            text.append(left > 1 ? digits[Int(group >> 6 & 63)] : UInt8(ascii: "="))
            text.append(left > 2 ? digits[Int(group & 63)] : UInt8(ascii: "="))
            index += 3
        }
        return text
    }

    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}
