/// A day as `2027-01-31` (ISO 8601). Its text sorts as its time does.
public struct CalendarDate: Sendable, Hashable, Comparable, CustomStringConvertible {
    public let description: String

    /// `nil` unless `text` is a day of the Gregorian calendar with four, two and two digits.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.map(\.utf8.count) == [4, 2, 2],
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
            (1...12).contains(month), day >= 1, day <= CalendarDate.days(of: month, in: year)
        else { return nil }
        description = text
    }

    public static func < (left: CalendarDate, right: CalendarDate) -> Bool {
        left.description < right.description
    }

    private static func days(of month: Int, in year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }
}
