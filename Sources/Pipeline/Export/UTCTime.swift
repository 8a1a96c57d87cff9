import Model

/// Times as RFC 3339 writes them, in UTC with six digits of the second.
enum UTCTime {
    static func text(_ time: Timestamp) -> String {
        let second: Int64 = 1_000_000
        let (seconds, micros) = floored(time.microseconds, by: second)
        let (days, clock) = floored(seconds, by: 86_400)
        let date = civil(days)
        return digits(date.year, 4) + "-" + digits(date.month, 2) + "-" + digits(date.day, 2) + "T"
            + digits(clock / 3_600, 2) + ":" + digits(clock / 60 % 60, 2) + ":" + digits(clock % 60, 2) + "."
            + digits(micros, 6) + "Z"
    }

    private static func floored(_ value: Int64, by unit: Int64) -> (quotient: Int64, rest: Int64) {
        let (quotient, rest) = value.quotientAndRemainder(dividingBy: unit)
        return rest < 0 ? (quotient - 1, rest + unit) : (quotient, rest)
    }

    /// The Gregorian date so many days after the first of 1970, counted in eras of 400 years from March on, so that the
    /// leap day is the last of its year.
    private static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let (era, day) = floored(days + 719_468, by: 146_097)
        let yearOfEra = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
        let dayOfYear = day - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }

    private static func digits(_ number: Int64, _ count: Int) -> String {
        let text = String(abs(number))
        return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
}
