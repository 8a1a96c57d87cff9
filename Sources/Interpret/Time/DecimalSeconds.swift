import Model

/// Decimal seconds as playlists write them, in microseconds: exact, because sums of floating-point durations drift.
enum DecimalSeconds {
    /// `nil` for anything but digits with at most one point, or for more than a Int64 of microseconds holds.
    static func microseconds(_ text: Substring) -> Int64? { microseconds(text.utf8) }

    static func microseconds(_ text: some Sequence<UInt8>) -> Int64? {
        var whole: Int64 = 0
        var fraction: Int64 = 0
        var fractionDigits = 0
        var sawPoint = false
        var sawDigit = false
        for byte in text {
            if byte == UInt8(ascii: "."), !sawPoint {
                sawPoint = true
                continue
            }
            guard let digit = ASCII.digitValue(byte) else { return nil }
            sawDigit = true
            if sawPoint {
                guard fractionDigits < 6 else { continue }
                fraction = fraction * 10 + Int64(digit)
                fractionDigits += 1
            } else {
                let (tens, overflow) = whole.multipliedReportingOverflow(by: 10)
                let (sum, overflowed) = tens.addingReportingOverflow(Int64(digit))
                guard !overflow, !overflowed else { return nil }
                whole = sum
            }
        }
        guard sawDigit else { return nil }
        for _ in fractionDigits..<6 { fraction *= 10 }
        let (microseconds, overflow) = whole.multipliedReportingOverflow(by: 1_000_000)
        let (total, overflowed) = microseconds.addingReportingOverflow(fraction)
        return overflow || overflowed ? nil : total
    }
}
