import Model

/// A day of the Gregorian calendar, reckoned backwards and forwards without end: `2027-01-31` (ISO 8601).
public struct CalendarDate: Sendable, Hashable, Comparable, CustomStringConvertible {
    public let year: Int
    public let month: Int
    public let day: Int

    /// `nil` when there is no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...12).contains(month), day >= 1, day <= CalendarDate.days(of: month, in: year) else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// `nil` unless `text` is a day with four, two and two digits.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.map(\.utf8.count) == [4, 2, 2],
            parts.allSatisfy({ $0.utf8.allSatisfy(ASCII.isDigit) }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The day in UTC on which a time falls.
    public init(of time: Timestamp) {
        self.init(daysSince1970: Int(time.microseconds.floored(by: CalendarDate.microseconds).quotient))
    }

    // Both ways count in eras of 400 years from March on, so that the leap day is the last of its year.

    public init(daysSince1970 days: Int) {
        let (era, dayOfEra) = (days + CalendarDate.epoch).floored(by: CalendarDate.daysOfEra)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        month = shifted < 10 ? shifted + 3 : shifted - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        day = dayOfYear - (153 * shifted + 2) / 5 + 1
    }

    public var daysSince1970: Int {
        let (era, yearOfEra) = (month <= 2 ? year - 1 : year).floored(by: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * CalendarDate.daysOfEra + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
            - CalendarDate.epoch
    }

    public static func < (left: CalendarDate, right: CalendarDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    public var description: String {
        "\(PaddedNumber.text(year, 4))-\(PaddedNumber.text(month, 2))-\(PaddedNumber.text(day, 2))"
    }

    /// Of one day.
    public static let microseconds: Int64 = 86_400_000_000
    private static let daysOfEra = 146_097
    /// Days from 0000-03-01 to 1970-01-01.
    private static let epoch = 719_468

    private static func days(of month: Int, in year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }
}

extension BinaryInteger {
    /// Quotient and rest with the rest never negative.
    func floored(by divisor: Self) -> (quotient: Self, rest: Self) {
        let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
    }
}
