/// Decimal numbers of a fixed width.
public enum PaddedNumber {
    /// With zeros in front of a number that has fewer digits; a minus is not counted.
    public static func text(_ number: Int, _ width: Int) -> String {
        var rest = number.magnitude
        let padded = String(unsafeUninitializedCapacity: width) { text in
            for place in (0..<width).reversed() {
                text[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
            return width
        }
        if rest > 0 { return String(number) }
        return number < 0 ? "-" + padded : padded
    }
}
