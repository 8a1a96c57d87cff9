import Audit
import Encodings
import Model
import Pipeline

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The day on which a command runs, in UTC. Nothing else in the product knows the time.
enum Today {
    /// - Parameter text: the day a person gives instead.
    /// - Returns: the day, and whether the clock gave it, or a person, and then one that has passed.
    static func day(_ text: String?) throws -> (date: CalendarDate, origin: Ground.Origin) {
        let now = Date().formatted(.iso8601.year().month().day())
        guard let today = CalendarDate(now) else { throw PipelineFailure.usage("the clock gives no day: '\(now)'") }
        guard let text else { return (today, .builtIn) }
        guard let date = CalendarDate(text) else {
            throw PipelineFailure.usage("--today takes a day such as 2027-01-31, not '\(text)'")
        }
        return (date, date < today ? .past : .given)
    }

    static func date(_ text: String?) throws -> CalendarDate { try day(text).date }
}
