import Model
import Reporting

/// What rules said of a run.
public struct Judgement: Sendable, Hashable {
    /// The verdict of the run; `nil` while it is decoded only.
    public let verdict: Outcome?
    /// Breaches of rules, worst first.
    public let findings: [Finding]
    /// What could not be decided, and what would decide it.
    public let undecided: [Undecided]
    /// The certificates that were evaluated.
    public let certificates: [Certificate]
    /// What could not be read as expected, by kind and subject.
    public let diagnostics: [Diagnostic]

    /// What a rule, a certificate or the whole run came to.
    public enum Outcome: String, Sendable, Hashable, CaseIterable {
        /// Nothing wrong, and enough was seen to say so.
        case pass
        /// Something is wrong.
        case fail
        /// Not enough was seen.
        case inconclusive
    }

    /// How much a finding or a diagnostic weighs.
    public enum Severity: String, Sendable, Hashable, CaseIterable {
        /// It decides the verdict.
        case error
        /// It should be looked at, and decides nothing.
        case warning
        /// It is good to know.
        case info
    }

    /// Whom a rule judged.
    public struct Subject: Sendable, Hashable {
        /// run, document, session, ad_break, ad_play, instance or beacon.
        public let kind: String
        /// For people: an ad's id, a host, a file.
        public let label: String
    }

    /// One breach of one rule with its subject.
    public struct Finding: Sendable, Hashable {
        /// The rule's id: `vast.quartile-once`.
        public let rule: String
        /// How much it weighs.
        public let severity: Severity
        /// Whom it is about.
        public let subject: Subject
        /// What of the subject: an event, a parameter.
        public let item: String
        /// One sentence.
        public let message: String
        /// What the rule demands.
        public let expected: String
        /// What was seen.
        public let observed: String
        /// When, in microseconds since the Unix epoch.
        public let microseconds: Int64?
        /// The same in every run of the same integration.
        public let fingerprint: String
        /// Whether somebody accepted it; then it decides nothing.
        public let isWaived: Bool
        /// What proves it, as far as reports list it.
        public let evidence: [Evidence]
    }

    /// One row that proves a finding.
    public struct Evidence: Sendable, Hashable {
        /// breach, counterpart, declared, implies or window.
        public let role: String
        /// Where in the capture: `frames 12 14`, `entry 3`.
        public let place: String?
        /// The request, where there is one.
        public let url: String?
        /// When, in microseconds since the Unix epoch.
        public let microseconds: Int64?
    }

    /// A rule that could not be decided on a subject.
    public struct Undecided: Sendable, Hashable {
        /// The rule's id.
        public let rule: String
        /// Whom it could not judge.
        public let subject: Subject
        /// blind, ambiguous, needs-fact, needs-log, needs-bundle or needs-person.
        public let reason: String
        /// What would decide it.
        public let needs: String?
    }

    /// What a profile demands, and whether the run meets it.
    public struct Certificate: Sendable, Hashable {
        /// The profile's id.
        public let profile: String
        /// Whether its demands are met.
        public let outcome: Outcome
        /// One line for each thing that is missing or broken.
        public let reasons: [String]
    }

    /// Statements of one kind about one subject that some input could not be read as expected.
    public struct Diagnostic: Sendable, Hashable {
        /// Its kind, as docs/diagnostics.md lists it.
        public let code: String
        /// How much it weighs.
        public let severity: Severity
        /// What it is about: a host, a server name, an exporter.
        public let subject: String?
        /// How many there are.
        public let count: Int
        /// What was expected and found, of the first one.
        public let detail: String
    }
}

extension Judgement {
    init(_ model: ReportModel) {
        verdict = model.run.verdict.flatMap(Outcome.init)
        findings = model.findings.map(Finding.init)
        undecided = model.verdicts.filter { $0.outcome == .inconclusive }.map { verdict in
            Undecided(
                rule: verdict.rule, subject: Subject(verdict.subject), reason: verdict.reason ?? "",
                needs: verdict.needs)
        }
        certificates = model.certificates.compactMap { certificate in
            Outcome(certificate.verdict).map {
                Certificate(profile: certificate.profile, outcome: $0, reasons: certificate.reasons)
            }
        }
        diagnostics = model.diagnostics.listed.map { group in
            Diagnostic(
                code: group.code, severity: Severity(group.severity), subject: group.subject, count: group.count,
                detail: group.detail)
        }
    }
}

extension Judgement.Outcome {
    /// `nil` for what judged nothing.
    fileprivate init?(_ verdict: Verdict) { self.init(rawValue: verdict.rawValue) }
}

extension Judgement.Severity {
    fileprivate init(_ severity: Model.Severity) {
        self =
            switch severity {
            case .error: .error
            case .warning: .warning
            case .info: .info
            }
    }
}

extension Judgement.Subject {
    fileprivate init(_ subject: ReportModel.Subject) {
        self.init(kind: subject.kind, label: subject.label)
    }
}

extension Judgement.Finding {
    fileprivate init(_ finding: ReportModel.Finding) {
        self.init(
            rule: finding.rule, severity: Judgement.Severity(finding.severity),
            subject: Judgement.Subject(finding.subject), item: finding.item, message: finding.message,
            expected: finding.expected, observed: finding.observed, microseconds: finding.atUs,
            fingerprint: finding.fingerprint, isWaived: finding.waived != nil,
            evidence: finding.evidence.listed.map { row in
                Judgement.Evidence(
                    role: row.role, place: row.locator.map { "\($0.kind) \($0.value)" }, url: row.url,
                    microseconds: row.atUs)
            })
    }
}
