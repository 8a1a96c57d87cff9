/// Durations as `1h30m10s`, `00:30:00.000` or a number of seconds, in microseconds.
public enum ClockDuration {
    /// `nil` for other forms.
    public static func read(_ text: String) -> Int64? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        if parts.count == 3 { return sum([(parts[0], 3_600), (parts[1], 60), (parts[2], 1)]) }
        guard text.contains(where: { "hms".contains($0) }) else { return DecimalSeconds.microseconds(text[...]) }
        var pieces: [(Substring, Int64)] = []
        var rest = text[...]
        for (unit, seconds) in [(Character("h"), Int64(3_600)), ("m", 60), ("s", 1)] {
            guard let end = rest.firstIndex(of: unit) else { continue }
            pieces.append((rest[..<end], seconds))
            rest = rest[end...].dropFirst()
        }
        return rest.isEmpty ? sum(pieces) : nil
    }

    private static func sum(_ pieces: [(Substring, Int64)]) -> Int64? {
        var total: Int64 = 0
        for (text, factor) in pieces {
            guard let part = DecimalSeconds.microseconds(text) else { return nil }
            let (product, overflow) = part.multipliedReportingOverflow(by: factor)
            let (sum, overflowed) = total.addingReportingOverflow(product)
            guard !overflow, !overflowed else { return nil }
            total = sum
        }
        return total
    }
}
