import Model

/// Decimal seconds as playlists write them, in microseconds: exact, because sums of floating-point durations drift.
public enum DecimalSeconds {
    /// `nil` for anything but digits with at most one point, or for more than an Int64 of microseconds holds.
    public static func microseconds(_ text: Substring) -> Int64? {
        let bytes = Array(text.utf8)
        guard bytes.allSatisfy({ ASCII.isDigit($0) || $0 == UInt8(ascii: ".") }) else { return nil }
        return JSONNumber.integer(bytes.span, scale: 6).map(Int64.init)
    }
}
