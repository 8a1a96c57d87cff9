import Model

extension RuleRecord: TableRow {
    static let table = Table(of: Self.self, "rule", .audit, meaning: "One check.")

    static func columns(_ column: inout some Columns<RuleRecord>) {
        column.run("The run.", .key)
        column("id", "family.kebab-case.", .key) { $0.id }
        column("family", "The family.") { $0.family }
        column("severity", "error, warning or info.") { $0.severity }
        column("title", "What it demands.") { $0.title }
        column("fix", "What to do when it is broken.") { $0.fix }
        column("why", "Why it matters.") { $0.why }
        column("sources", "Where it comes from, one per line.") { $0.sources.joined(separator: "\n") }
        column("witness", "behaviour or form: what a comparison by it shows.") { $0.witness }
    }
}

extension FindingRecord: TableRow {
    static let table = Table(of: Self.self, "finding", .audit, meaning: "One breach of one rule with its subject.")

    static func columns(_ column: inout some Columns<FindingRecord>) {
        column.number("The finding's number in this file.")
        column.run("Its run.")
        column("rule", "The rule broken.") { $0.rule }
        column("severity", "error, warning or info.") { $0.severity }
        column("family", "The family.") { $0.family }
        column(
            "subject_kind", "run, document, session, ad_break, ad_play, instance or beacon.",
            .reworded(["capture": "run"])
        ) { $0.subject.kind }
        column("subject", "Number of the subject.") { AnyID($0.subject.id) }
        column("subject_label", "For people.") { $0.subject.label }
        column("item", "What of the subject: an event, a parameter.") { $0.item }
        column("message", "One sentence.") { $0.message }
        column("expected", "What the rule demands.") { $0.expected }
        column("observed", "What was seen.") { $0.observed }
        column("at_us", "When.") { $0.at }
        column("fingerprint", "The same in every run of the same integration.") { $0.fingerprint }
        column("assumed", "The assumption it rests on; NULL when none.") { $0.assumed }
        column(
            "server", "The server whose fault it is, empty where its name is not known; NULL for a fault of the app."
        ) { $0.server }
        column("waived", "Why it is accepted; NULL when nobody accepted it.") { $0.waived?.reason }
        column("waived_by", "Who accepted it.") { $0.waived?.owner }
        column("waived_until", "The last day on which that holds.") { $0.waived?.expires }
    }
}

extension EvidenceRow: TableRow {
    static let table = Table(
        of: Self.self, "evidence", .audit, through: "finding", meaning: "The rows that prove a finding.")

    static func columns(_ column: inout some Columns<EvidenceRow>) {
        column("finding", "The finding.") { $0.finding }
        column("ordinal", "From 0, in the order to read it.") { $0.ordinal }
        column("role", "breach, counterpart, declared, implies or window.") { $0.evidence.role }
        column("source", "The view it is a row of; NULL id for a span of time.") { $0.evidence.source }
        column("source_id", "Number of that row.") { $0.evidence.sourceID.map { AnyID($0) } }
        column("exchange", "The exchange behind it.") { $0.evidence.exchange }
        column("call", "The log line behind it.") { $0.evidence.call }
        column("tracker", "The tracker behind it.") { $0.evidence.tracker }
        column("at_us", "When.") { $0.evidence.at }
    }
}

extension VerdictRecord: TableRow {
    static let table = Table(
        of: Self.self, "verdict", .audit,
        meaning: """
            The outcome of one rule for one subject; pass and not-applicable are counted in rule_summary and listed \
            for few subjects.
            """)

    static func columns(_ column: inout some Columns<VerdictRecord>) {
        column.run("The run.")
        column("rule", "The rule.") { $0.rule }
        column("subject_kind", "Kind of the subject.", .reworded(["capture": "run"])) { $0.subject.kind }
        column("subject", "Number of the subject.") { AnyID($0.subject.id) }
        column("subject_label", "For people.") { $0.subject.label }
        column("verdict", "pass, fail, inconclusive or not-applicable.") { $0.verdict }
        column("reason", "For inconclusive: blind, ambiguous, needs-fact, needs-log, needs-bundle or needs-person.") {
            $0.reason
        }
        column("needs", "What would decide it.") { $0.needs }
        column("because", "Why it is open; NULL for what nobody gave.") { $0.because }
    }
}

extension RuleSummaryRecord: TableRow {
    static let table = Table(
        of: Self.self, "rule_summary", .audit,
        meaning: "How many subjects each rule passed, failed, or could not decide.")

    static func columns(_ column: inout some Columns<RuleSummaryRecord>) {
        column.run("The run.", .key)
        column("rule", "The rule.", .key) { $0.rule }
        column("pass", "Subjects that passed.") { $0.pass }
        column("fail", "Subjects that failed.") { $0.fail }
        column("inconclusive", "Subjects that could not be decided.") { $0.inconclusive }
        column("not_applicable", "Subjects it does not judge.") { $0.notApplicable }
        column(
            "not_compared", "Subjects of which nothing was compared: they neither pass nor fail.", .joined(default: 0)
        ) { $0.notCompared }
        column("due", "How many things of its subjects were due.", .joined(default: 0)) { $0.due }
        column("compared", "How many of them were compared.", .joined(default: 0)) { $0.compared }
    }
}

extension FamilyRecord: TableRow {
    static let table = Table(of: Self.self, "family", .audit, meaning: "The roll-up of a family's rules.")

    static func columns(_ column: inout some Columns<FamilyRecord>) {
        column.run("The run.", .key)
        column("family", "The family.", .key) { $0.family }
        column("verdict", "pass, fail, inconclusive, or not-applicable where nothing of it was compared.") {
            $0.verdict
        }
        column("due", "How many things were due of its behaviour.", .joined(default: 0)) { $0.due }
        column("compared", "How many of them were compared.", .joined(default: 0)) { $0.compared }
        column("form_compared", "How many comparisons were of form alone.", .joined(default: 0)) { $0.formCompared }
        column("note", "Why it is inconclusive, in a sentence.") { $0.note }
    }
}

extension CertificateRecord: TableRow {
    static let table = Table(of: Self.self, "certificate", .audit, meaning: "Whether a profile's demands are met.")

    static func columns(_ column: inout some Columns<CertificateRecord>) {
        column.run("The run.", .key)
        column("profile", "The profile.", .key) { $0.profile }
        column("dated", "Its date.") { $0.dated }
        column("verdict", "pass, fail or inconclusive.") { $0.verdict }
        column("reasons", "One line per missing or broken thing.") { $0.reasons.joined(separator: "\n") }
    }
}
