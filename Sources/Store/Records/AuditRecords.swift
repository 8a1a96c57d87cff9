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
    /// `behaviour` or `form`: what a comparison by it shows.
    public var witness: String?

    public init(
        id: String, family: String, severity: Severity, title: String, fix: String, why: String,
        sources: [String], witness: String? = nil
    ) {
        self.witness = witness
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
    /// The server whose fault it is, empty where its name is not known; `nil` for a fault of the app.
    public var server: String?
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
        assumed: String? = nil, server: String? = nil, waived: Waiver? = nil
    ) {
        self.server = server
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
    /// Why it is open.
    public var because: String?

    public init(
        rule: String, subject: Subject, verdict: Verdict, reason: Doubt? = nil, needs: String? = nil,
        because: String? = nil
    ) {
        self.because = because
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
    /// Subjects of which nothing was compared.
    public var notCompared: Int
    /// How many things of its subjects were due, and how many of them were compared.
    public var due: Int
    public var compared: Int

    public init(
        rule: String, pass: Int = 0, fail: Int = 0, inconclusive: Int = 0, notApplicable: Int = 0,
        notCompared: Int = 0, due: Int = 0, compared: Int = 0
    ) {
        self.notCompared = notCompared
        self.due = due
        self.compared = compared
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
    /// How many things were due of its behaviour, and how many of them were compared.
    public var due: Int
    public var compared: Int
    /// How many comparisons were of form alone.
    public var formCompared: Int
    /// Why it is inconclusive.
    public var note: String?

    public init(
        family: String, verdict: Verdict, due: Int = 0, compared: Int = 0, formCompared: Int = 0, note: String? = nil
    ) {
        self.family = family
        self.verdict = verdict
        self.due = due
        self.compared = compared
        self.formCompared = formCompared
        self.note = note
    }
}

/// What an audit says of a run.
public struct RunVerdict: Sendable, Hashable {
    public var verdict: Verdict
    /// At least one certificate applies, and all that apply pass.
    public var isCertified: Bool
    /// Why it is no more than it is.
    public var note: String?
    /// How many things were due of all behaviour, and how many of them were compared.
    public var due: Int
    public var compared: Int

    public init(verdict: Verdict, isCertified: Bool = false, note: String? = nil, due: Int = 0, compared: Int = 0) {
        self.verdict = verdict
        self.isCertified = isCertified
        self.note = note
        self.due = due
        self.compared = compared
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
