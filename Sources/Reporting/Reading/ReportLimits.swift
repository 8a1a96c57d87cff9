/// How much of a run a report carries; what is cut from its long lists is counted.
package struct ReportLimits: Sendable, Hashable {
    package var detail: ReportDetail
    package var evidencePerFinding = 100
    package var adPlays = 1_000
    package var firingsPerAdPlay = 500
    package var otherBeacons = 2_000
    /// Pings whose times are compared with when they were due.
    package var pings = 2_000
    /// Requests that are shown whole.
    package var requests = 250
    /// Requests, and calls, that the timeline draws.
    package var moments = 20_000
    package var diagnosticGroups = 500
    package var blindStretches = 500
    /// Hosts with requests that nothing judged.
    package var notJudgedHosts = 100
    /// Identifiers looked for outside their own fields.
    package var identifiers = 20_000

    package init(_ detail: ReportDetail = .all) { self.detail = detail }
}
