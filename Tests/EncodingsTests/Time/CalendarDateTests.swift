import Encodings
import Foundation
import Model
import TestSupport
import Testing

@Suite struct CalendarDateTests {
    @Test(arguments: [
        ("1970-01-01", 0), ("1969-12-31", -1), ("2000-02-29", 11_016), ("2026-11-21", 20_778), ("0001-01-01", -719_162),
        ("9999-12-31", 2_932_896),
    ])
    func days(text: String, days: Int) {
        #expect(CalendarDate(text)?.daysSince1970 == days)
        #expect(CalendarDate(daysSince1970: days).description == text)
    }

    @Test(arguments: [
        "2026-02-29", "2026-13-01", "2026-00-01", "2026-01-00", "26-01-01", "2026-1-1", "2026-01-01x", "",
    ])
    func noSuchDay(text: String) {
        #expect(CalendarDate(text) == nil)
    }

    @Test func everyDayOfEightHundredYearsFollowsTheOneBefore() {
        var before = CalendarDate(daysSince1970: -146_097)
        for number in -146_096...146_097 {
            let date = CalendarDate(daysSince1970: number)
            #expect(before < date && date.daysSince1970 == number)
            #expect(CalendarDate(year: date.year, month: date.month, day: date.day) == date)
            before = date
        }
    }

    @Test func agreesWithFoundation() {
        var random = SeededGenerator(seed: 11)
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        for _ in 0..<500 {
            let milliseconds = Int64.random(in: -10_000_000_000_000...10_000_000_000_000, using: &random)
            let expected = formatter.string(from: Date(timeIntervalSince1970: TimeInterval(milliseconds) / 1_000))
            let text = ISO8601.text(Timestamp(microseconds: milliseconds * 1_000))
            #expect(text == expected.dropLast() + "000Z", "\(milliseconds)")
        }
    }

    @Test func timesBeyondFourDigitsOfYearsAreWritten() {
        #expect(ISO8601.text(Timestamp(microseconds: .max)) == "294247-01-10T04:00:54.775807Z")
        #expect(ISO8601.text(Timestamp(microseconds: .min)).hasPrefix("-290308-"))
    }
}
