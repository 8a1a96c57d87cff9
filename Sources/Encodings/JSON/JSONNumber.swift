import Model

/// Decimal numbers as integers of a chosen unit, without floating point: times and sizes need no more.
public enum JSONNumber {
    /// The number times ten to the power of `scale`, cut towards zero; `nil` when it is none or beyond 64 bits.
    ///
    /// `scale` 3 turns milliseconds into microseconds.
    public static func integer(_ bytes: Span<UInt8>, scale: Int = 0) -> Int? {
        var index = 0
        var isNegative = false
        if bytes.count > 0, bytes[0] == UInt8(ascii: "-") {
            isNegative = true
            index = 1
        }
        var mantissa = 0
        // Digits beyond 18 do not fit and are only counted.
        var dropped = 0
        var digits = 0
        var fraction = 0
        var seenPoint = false
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "."), !seenPoint {
                seenPoint = true
            } else if let digit = ASCII.digitValue(bytes[index]) {
                digits += 1
                if mantissa < 100_000_000_000_000_000 {
                    mantissa = mantissa * 10 + Int(digit)
                    if seenPoint { fraction += 1 }
                } else if !seenPoint {
                    dropped += 1
                }
            } else {
                break
            }
            index += 1
        }
        guard digits > 0 else { return nil }
        var exponent = dropped - fraction + scale
        if index < bytes.count {
            guard bytes[index] | 0x20 == UInt8(ascii: "e"),
                let written = self.exponent(bytes.extracting((index + 1)...))
            else { return nil }
            exponent += written
        }
        guard let magnitude = shifted(mantissa, by: exponent) else { return nil }
        return isNegative ? -magnitude : magnitude
    }

    private static func exponent(_ bytes: Span<UInt8>) -> Int? {
        guard bytes.count > 0 else { return nil }
        let isSigned = bytes[0] == UInt8(ascii: "-") || bytes[0] == UInt8(ascii: "+")
        var value = 0
        guard bytes.count > (isSigned ? 1 : 0) else { return nil }
        for index in (isSigned ? 1 : 0)..<bytes.count {
            guard let digit = ASCII.digitValue(bytes[index]) else { return nil }
            value = min(value * 10 + Int(digit), 10_000)
        }
        return bytes[0] == UInt8(ascii: "-") ? -value : value
    }

    private static func shifted(_ mantissa: Int, by exponent: Int) -> Int? {
        guard mantissa != 0 else { return 0 }
        var value = mantissa
        if exponent < 0 {
            for _ in 0..<min(-exponent, 20) { value /= 10 }
            return value
        }
        for _ in 0..<min(exponent, 20) {
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            if overflow { return nil }
            value = product
        }
        return value
    }
}
