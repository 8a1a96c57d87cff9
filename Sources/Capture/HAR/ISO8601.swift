import Model

/// Dates and times as HAR and its relatives write them: ISO 8601 with the liberties exporters take.
enum ISO8601 {
    struct Reading: Sendable, Hashable {
        var timestamp: Timestamp
        /// `false` when no offset was written; the time was then taken as UTC.
        var hasOffset: Bool
    }

    /// `2026-11-21T04:16:53.412Z` and variants: lower case, a space for `T`, no seconds, no fraction or a longer one, a
    /// comma as point, `+01:00`, `+0100`, `+01` or no offset. `nil` when it is no valid date and time.
    static func read(_ text: Span<UInt8>) -> Reading? {
        var index = 0
        guard let year = number(4, text, &index), take("-", text, &index), let month = number(2, text, &index),
            take("-", text, &index), let day = number(2, text, &index),
            take("T", text, &index) || take(" ", text, &index), let hour = number(2, text, &index),
            take(":", text, &index), let minute = number(2, text, &index),
            (1...12).contains(month), day >= 1, day <= lastDay(of: month, in: year), hour < 24, minute < 60
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
        let seconds = ((days(year, month, day) * 24 + hour) * 60 + minute) * 60 + second - offset.seconds
        return Reading(
            timestamp: Timestamp(microseconds: Int64(seconds * 1_000_000 + microsecond)),
            hasOffset: offset.isWritten)
    }

    /// Days since 1970-01-01 in the proleptic Gregorian calendar.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        // Years begin in March, so that the leap day is the last of its year.
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted >= 0 ? shifted / 400 : (shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    private static func lastDay(of month: Int, in year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

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
