import Audit

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

import Pipeline

/// The day on which a command runs, in UTC. Nothing else in the product knows the time.
enum Today {
    /// - Parameter text: the day a person gives instead.
    static func date(_ text: String?) throws -> CalendarDate {
        if let text {
            guard let date = CalendarDate(text) else {
                throw PipelineFailure.usage("--today takes a day such as 2027-01-31, not '\(text)'")
            }
            return date
        }
        let now = Date().formatted(.iso8601.year().month().day())
        guard let date = CalendarDate(now) else { throw PipelineFailure.usage("the clock gives no day: '\(now)'") }
        return date
    }
}
