import TestSupport

@testable import Reporting

extension HostileText {
    /// A failing run per trick, with the trick in every captured field, identifiers replaced. Made once for all tests.
    static func models() throws -> [(name: String, model: ReportModel)] {
        try made.get()
    }

    private static let made = Result<[(name: String, model: ReportModel)], any Error> {
        try corpus.map { name, text in (name, try SampleRun(captured: { $0 + "x" + text }).model().redacted()) }
    }
}
