/// How much of the long lists a report carries; what is cut is counted.
public struct ReportLimits: Sendable, Hashable {
    public var evidencePerFinding = 100
    public var adPlays = 1_000
    public var firingsPerAdPlay = 500
    public var otherBeacons = 2_000
    /// Pings whose times are compared with when they were due.
    public var pings = 2_000
    /// Requests, and calls, that the timeline draws.
    public var moments = 20_000
    public var diagnosticGroups = 500
    public var blindStretches = 500
    /// Hosts with requests that nothing judged.
    public var notJudgedHosts = 100
    /// Identifiers looked for outside their own fields.
    public var identifiers = 20_000

    public init() {}
}
