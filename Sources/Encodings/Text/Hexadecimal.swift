import Model

/// Bytes and numbers in hexadecimal digits.
public enum Hexadecimal {
    /// The bytes that an even number of digits spells; `nil` for anything else.
    public static func decode(_ digits: some Collection<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        var index = digits.startIndex
        while index != digits.endIndex {
            guard let byte = byte(in: digits, at: index) else { return nil }
            bytes.append(byte)
            index = digits.index(index, offsetBy: 2)
        }
        return bytes
    }

    /// The byte that two digits spell; `nil` where there are no two.
    @inlinable
    public static func byte<Digits: Collection<UInt8>>(in digits: Digits, at index: Digits.Index) -> UInt8? {
        guard index < digits.endIndex, let high = ASCII.hexValue(digits[index]) else { return nil }
        let next = digits.index(after: index)
        guard next < digits.endIndex, let low = ASCII.hexValue(digits[next]) else { return nil }
        return high << 4 | low
    }

    /// A number in lower-case digits, with zeros before one that has fewer than `width`.
    public static func text(_ number: some BinaryInteger, width: Int = 2) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }

    /// The digit of a number below 16, in lower case.
    @inlinable
    static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}

extension Collection<UInt8> {
    /// Two lower-case digits a byte.
    public var hexadecimal: String {
        String(decoding: flatMap { [Hexadecimal.digit($0 >> 4), Hexadecimal.digit($0 & 15)] }, as: UTF8.self)
    }
}
