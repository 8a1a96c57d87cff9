import Model

/// What a person declares about the run, or the capture shows: a row of the view `fact`.
public struct FactRecord: Sendable, Hashable {
    /// In the order of their authority: the first that has a value wins.
    public enum Source: String, Sendable, Hashable {
        case file
        case logHeader = "log-header"
        case capture
        case assumed
    }

    public var key: String
    /// `true`, `false`, a number or text.
    public var value: String
    public var source: Source

    public init(key: String, value: String, source: Source) {
        self.key = key
        self.value = value
        self.source = source
    }
}

/// A tolerance or option: a row of the view `setting`.
public struct SettingRecord: Sendable, Hashable {
    public var key: String
    public var value: String
    /// `ms`, `s`, `count`, `text`, …
    public var unit: String
    /// `rule`, a profile's name, `config` or `command line`.
    public var source: String

    public init(key: String, value: String, unit: String, source: String) {
        self.key = key
        self.value = value
        self.unit = unit
        self.source = source
    }
}

/// One check, as it was when it judged: a row of the view `rule`.
public struct RuleRecord: Sendable, Hashable {
    public var id: String
    public var family: String
    public var severity: Severity
    public var title: String
    public var fix: String
    public var why: String
    public var sources: [String]

    public init(
        id: String, family: String, severity: Severity, title: String, fix: String, why: String,
        sources: [String]
    ) {
        self.id = id
        self.family = family
        self.severity = severity
        self.title = title
        self.fix = fix
        self.why = why
        self.sources = sources
    }
}

/// What a rule judges: a row of the view that ``kind`` names.
public struct Subject: Sendable, Hashable {
    public var kind: SubjectKind
    public var id: Int
    /// For people.
    public var label: String

    public init(kind: SubjectKind, id: Int, label: String) {
        self.kind = kind
        self.id = id
        self.label = label
    }
}

/// One breach of one rule with its subject: a row of the view `finding`.
public struct FindingRecord: Sendable, Hashable {
    public var rule: String
    public var severity: Severity
    public var family: String
    public var subject: Subject
    /// What of the subject: an event, a parameter.
    public var item: String
    public var message: String
    public var expected: String
    public var observed: String
    public var at: Timestamp?
    /// The same in every run of the same integration.
    public var fingerprint: String
    /// The assumption it rests on.
    public var assumed: String?
    /// Set when somebody accepted it.
    public var waived: Waiver?

    /// Who accepts a finding, why, and until when.
    public struct Waiver: Sendable, Hashable {
        public var owner: String
        public var reason: String
        /// The last day on which it holds: `2027-01-31`.
        public var expires: String

        public init(owner: String, reason: String, expires: String) {
            self.owner = owner
            self.reason = reason
            self.expires = expires
        }
    }

    public init(
        rule: String, severity: Severity, family: String, subject: Subject, item: String,
        message: String, expected: String, observed: String, at: Timestamp? = nil, fingerprint: String,
        assumed: String? = nil, waived: Waiver? = nil
    ) {
        self.rule = rule
        self.severity = severity
        self.family = family
        self.subject = subject
        self.item = item
        self.message = message
        self.expected = expected
        self.observed = observed
        self.at = at
        self.fingerprint = fingerprint
        self.assumed = assumed
        self.waived = waived
    }
}

/// A row that proves a finding.
public struct EvidenceRecord: Sendable, Hashable {
    /// What the row shows: what is wrong, what it is compared with, what demands it, or the time in which it was looked for.
    public enum Role: String, Sendable, Hashable, CaseIterable {
        case breach, counterpart, declared, implies, window
    }

    public var role: Role
    /// The view it is a row of.
    public var source: String
    /// Number of that row; `nil` for a span of time.
    public var sourceID: Int?
    public var exchange: ID<Exchange>?
    public var call: ID<Call>?
    public var tracker: ID<Tracker>?
    public var at: Timestamp?

    public init(
        role: Role, source: String, sourceID: Int?, exchange: ID<Exchange>? = nil, call: ID<Call>? = nil,
        tracker: ID<Tracker>? = nil,
        at: Timestamp? = nil
    ) {
        self.role = role
        self.source = source
        self.sourceID = sourceID
        self.exchange = exchange
        self.call = call
        self.tracker = tracker
        self.at = at
    }
}

/// Evidence in its place: a row of the view `evidence`.
struct EvidenceRow: Sendable {
    var finding: ID<FindingRecord>
    /// From 0, in the order to read it.
    var ordinal: Int
    var evidence: EvidenceRecord
}

/// The outcome of one rule for one subject: a row of the view `verdict`.
public struct VerdictRecord: Sendable, Hashable {
    public var rule: String
    public var subject: Subject
    public var verdict: Verdict
    public var reason: Doubt?
    /// What would decide it.
    public var needs: String?

    public init(rule: String, subject: Subject, verdict: Verdict, reason: Doubt? = nil, needs: String? = nil) {
        self.rule = rule
        self.subject = subject
        self.verdict = verdict
        self.reason = reason
        self.needs = needs
    }
}

/// How many subjects a rule passed, failed or could not decide: a row of the view `rule_summary`.
public struct RuleSummaryRecord: Sendable, Hashable {
    public var rule: String
    public var pass: Int
    public var fail: Int
    public var inconclusive: Int
    public var notApplicable: Int

    public init(rule: String, pass: Int = 0, fail: Int = 0, inconclusive: Int = 0, notApplicable: Int = 0) {
        self.rule = rule
        self.pass = pass
        self.fail = fail
        self.inconclusive = inconclusive
        self.notApplicable = notApplicable
    }
}

/// The roll-up of a family's rules: a row of the view `family`.
public struct FamilyRecord: Sendable, Hashable {
    public var family: String
    public var verdict: Verdict

    public init(family: String, verdict: Verdict) {
        self.family = family
        self.verdict = verdict
    }
}

/// Whether a profile's demands are met: a row of the view `certificate`.
public struct CertificateRecord: Sendable, Hashable {
    public var profile: String
    public var dated: String
    public var verdict: Verdict
    /// One per missing or broken thing.
    public var reasons: [String]

    public init(profile: String, dated: String, verdict: Verdict, reasons: [String]) {
        self.profile = profile
        self.dated = dated
        self.verdict = verdict
        self.reasons = reasons
    }
}
