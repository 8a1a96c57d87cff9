import Model

/// Dates and times of ISO 8601: read with the liberties that writers take, written as RFC 3339 has them.
public enum ISO8601 {
    /// A time as it was read.
    public struct Reading: Sendable, Hashable {
        public var timestamp: Timestamp
        /// `false` when no offset was written; the time was then taken as UTC.
        public var hasOffset: Bool
    }

    /// `2026-11-21T04:16:53.412Z` and variants: lower case, a space for `T`, no seconds, no fraction or a longer one, a
    /// comma as point, `+01:00`, `+0100`, `+01` or no offset. `nil` when it is no valid date and time.
    public static func read(_ text: Span<UInt8>) -> Reading? {
        var index = 0
        guard let year = number(4, text, &index), take("-", text, &index), let month = number(2, text, &index),
            take("-", text, &index), let day = number(2, text, &index),
            take("T", text, &index) || take(" ", text, &index), let hour = number(2, text, &index),
            take(":", text, &index), let minute = number(2, text, &index),
            let date = CalendarDate(year: year, month: month, day: day), hour < 24, minute < 60
        else { return nil }
        var second = 0
        var microsecond = 0
        if take(":", text, &index) {
            guard let written = number(2, text, &index), written <= 60 else { return nil }
            second = written
            if take(".", text, &index) || take(",", text, &index) {
                guard let fraction = microseconds(text, &index) else { return nil }
                microsecond = fraction
            }
        }
        guard let offset = offset(text, &index) else { return nil }
        let seconds = ((date.daysSince1970 * 24 + hour) * 60 + minute) * 60 + second - offset.seconds
        return Reading(
            timestamp: Timestamp(microseconds: Int64(seconds * 1_000_000 + microsecond)),
            hasOffset: offset.isWritten)
    }

    /// The time of a text that says how it relates to UTC; `nil` for any other.
    public static func timestamp(_ text: String) -> Timestamp? {
        let bytes = Array(text.utf8)
        guard let reading = read(bytes.span), reading.hasOffset else { return nil }
        return reading.timestamp
    }

    /// RFC 3339 in UTC with six digits of the second: `2026-11-21T04:23:14.529123Z`.
    public static func text(_ time: Timestamp) -> String {
        let fraction = Int(time.microseconds.floored(by: second).rest)
        return "\(CalendarDate(of: time))T\(clock(time)).\(PaddedNumber.text(fraction, 6))Z"
    }

    /// The time of the day in UTC, `04:23:14`.
    public static func clock(_ time: Timestamp) -> String {
        let seconds = Int(time.microseconds.floored(by: CalendarDate.microseconds).rest / second)
        return "\(PaddedNumber.text(seconds / 3_600, 2)):\(PaddedNumber.text(seconds / 60 % 60, 2))"
            + ":\(PaddedNumber.text(seconds % 60, 2))"
    }

    private static let second: Int64 = 1_000_000

    // MARK: Pieces, read from `index` on

    private static func take(_ wanted: Unicode.Scalar, _ text: Span<UInt8>, _ index: inout Int) -> Bool {
        let byte = UInt8(ascii: wanted)
        guard index < text.count, ASCII.lowercased(text[index]) == ASCII.lowercased(byte) else { return false }
        index += 1
        return true
    }

    /// Exactly `count` digits.
    private static func number(_ count: Int, _ text: Span<UInt8>, _ index: inout Int) -> Int? {
        guard text.count - index >= count else { return nil }
        var value = 0
        for _ in 0..<count {
            guard let digit = ASCII.digitValue(text[index]) else { return nil }
            value = value * 10 + Int(digit)
            index += 1
        }
        return value
    }

    /// A fraction of any length; digits beyond the sixth are cut off.
    private static func microseconds(_ text: Span<UInt8>, _ index: inout Int) -> Int? {
        var value = 0
        var unit = 100_000
        let start = index
        while index < text.count, let digit = ASCII.digitValue(text[index]) {
            value += Int(digit) * unit
            unit /= 10
            index += 1
        }
        return index > start ? value : nil
    }

    /// `Z`, `+hh:mm`, `+hhmm`, `+hh` or nothing, and then the end of the text.
    private static func offset(_ text: Span<UInt8>, _ index: inout Int) -> (seconds: Int, isWritten: Bool)? {
        if index == text.count { return (0, false) }
        if take("Z", text, &index) { return index == text.count ? (0, true) : nil }
        let isNegative = take("-", text, &index)
        guard isNegative || take("+", text, &index), let hours = number(2, text, &index), hours < 24 else { return nil }
        var minutes = 0
        if index < text.count {
            _ = take(":", text, &index)
            guard let written = number(2, text, &index), written < 60, index == text.count else { return nil }
            minutes = written
        }
        let seconds = (hours * 60 + minutes) * 60
        return (isNegative ? -seconds : seconds, true)
    }
}
