/// What a report shows of a run besides verdicts that are no pass, findings with their evidence, and what was read. What a format
/// does not show is neither read for it nor counted as replaced.
package struct ReportDetail: OptionSet, Sendable, Hashable {
    /// Each subject that passed.
    package static let passes = ReportDetail(rawValue: 1)
    /// Each ad play with its beacons.
    package static let plays = ReportDetail(rawValue: 2)
    /// What else happened: requests and log lines, pings, and requests shown whole.
    package static let traffic = ReportDetail(rawValue: 4)
    /// What redaction replaces: wherever captured text is shown.
    package static let identifiers = ReportDetail(rawValue: 8)
    package static let all: ReportDetail = [.passes, .plays, .traffic, .identifiers]

    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }
}

extension ReportModel {
    /// The same without what is not shown in that detail.
    func cut(to detail: ReportDetail) -> ReportModel {
        var model = self
        if !detail.contains(.passes) { model.verdicts.removeAll { $0.outcome == .pass } }
        if !detail.contains(.plays) { model.adPlays.listed = [] }
        if !detail.contains(.traffic) {
            model.adBreaks = []
            model.requests.listed = []
            model.calls.listed = []
            model.pings.listed = []
            model.pingsDue = [:]
            model.otherBeacons.listed = []
            model.requestDetails.listed = []
        }
        return model
    }
}
