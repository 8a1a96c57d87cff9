import Model

/// Durations and offsets as VAST writes them, in microseconds.
enum VASTTime {
    /// `HH:MM:SS` with an optional fraction; `nil` when it is none.
    static func microseconds(_ text: String) -> Int64? {
        let parts = TrackerTemplate.trim(text).split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let hours = number(parts[0]), let minutes = number(parts[1]) else { return nil }
        let seconds = parts[2].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = number(seconds[0]), let fraction = fraction(seconds.dropFirst().first ?? "") else {
            return nil
        }
        return ((hours * 60 + minutes) * 60 + whole) * 1_000_000 + fraction
    }

    /// An offset, as a time or as a percentage of `duration`; `nil` when it is neither, or a percentage of nothing.
    static func offset(_ text: String, of duration: Int64?) -> Int64? {
        let trimmed = TrackerTemplate.trim(text)
        guard trimmed.hasSuffix("%") else { return microseconds(trimmed) }
        guard let duration, let percent = Double(trimmed.dropLast()), percent >= 0, percent <= 100 else { return nil }
        return Int64(Double(duration) * percent / 100)
    }

    /// At most six digits, so that no product overflows.
    private static func number(_ text: Substring) -> Int64? {
        guard !text.isEmpty, text.utf8.count <= 6, text.utf8.allSatisfy({ ASCII.isDigit($0) }) else {
            return nil
        }
        return Int64(text)
    }

    private static func fraction(_ text: Substring) -> Int64? {
        var value: Int64 = 0
        var unit: Int64 = 100_000
        for byte in text.utf8 {
            guard let digit = ASCII.digitValue(byte) else { return nil }
            value += Int64(digit) * unit
            unit /= 10
        }
        return value
    }
}
