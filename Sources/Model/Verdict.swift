/// How much a diagnostic or a finding matters. Only an error changes a verdict.
public enum Severity: String, Sendable, Hashable, CaseIterable, Codable, Comparable {
    case error, warning, info

    private var rank: Int {
        switch self {
        case .info: 0
        case .warning: 1
        case .error: 2
        }
    }

    public static func < (left: Severity, right: Severity) -> Bool {
        left.rank < right.rank
    }
}

/// The outcome of a rule for a subject, of a family, of a certificate or of a run.
public enum Verdict: String, Sendable, Hashable, CaseIterable, Codable {
    case pass, fail, inconclusive, notApplicable = "not-applicable"
}

/// Why a verdict is inconclusive. Only the first two lower the verdict of the run.
public enum Doubt: String, Sendable, Hashable, CaseIterable, Codable {
    /// Traffic the rule looks at was hidden, cut, or fell outside the capture.
    case blind
    /// Seen, but not attributable.
    case ambiguous
    case needsFact = "needs-fact"
    case needsLog = "needs-log"
    case needsBundle = "needs-bundle"
    case needsPerson = "needs-person"

    public var lowersRun: Bool { self == .blind || self == .ambiguous }
}

/// What a rule gives a verdict on.
public enum SubjectKind: String, Sendable, Hashable, CaseIterable, Codable {
    case run, document, session, adBreak = "ad_break", adPlay = "ad_play", instance, beacon
}
