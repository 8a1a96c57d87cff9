import Derive
import Model
import Store

/// What the two SELECTs of a rule find in a run: whom it judges, and what is wrong.
struct Comparisons {
    let run: ID<RunRecord>
    let database: Database
    let facts: [String: Facts.Value]
    let limit: WorkLimit
    let presence: Presence
    /// The settings and facts of the run, and the run.
    private let arguments: [String: SQLValue]

    init(
        run: ID<RunRecord>, database: Database, facts: [String: Facts.Value], limit: WorkLimit, presence: Presence,
        values: [String: SQLValue]
    ) {
        self.run = run
        self.database = database
        self.facts = facts
        self.limit = limit
        self.presence = presence
        arguments = values.merging(["run": SQLValue(run)]) { $1 }
    }

    func subjects(of rule: Rule) throws(StoreFailure) -> [JudgedSubject] {
        var subjects: [JudgedSubject] = []
        for row in try rows(of: rule.applies, where: rule.appliesWhere, rule) {
            guard let id = row.int("subject_id") else { continue }
            let compared = row.int("compared") ?? 1
            subjects.append(
                JudgedSubject(
                    id: id, from: row.microseconds("from_us"), to: row.microseconds("to_us"),
                    due: row.int("due") ?? compared, compared: compared, isWrong: row.int("is_wrong") != 0))
        }
        return subjects
    }

    /// What breaches a rule, where one of its subjects may be wrong. Preparing this SELECT is the larger part of judging a
    /// small run.
    func breaches(of rule: Rule, by subjects: [JudgedSubject]) throws(StoreFailure) -> [Int: SubjectBreaches] {
        let isPossible = subjects.contains(where: \.isWrong)
        guard isPossible || presence.isDoubted else { return [:] }
        let breaches = try breaches(of: rule)
        if presence.isDoubted, let subject = subjects.first(where: { !$0.isWrong && breaches[$0.id] != nil }) {
            throw .refused("\(rule.id): subject \(subject.id) is breached, and its is_wrong says that it cannot be")
        }
        return isPossible ? breaches : [:]
    }

    private func breaches(of rule: Rule) throws(StoreFailure) -> [Int: SubjectBreaches] {
        var result: [Int: SubjectBreaches] = [:]
        let (message, assumed) = (MessageTemplate(rule.message), assumption(of: rule))
        let rows = try rows(of: rule.breaches, where: rule.breachesWhere, rule)
        let columns = rows.first?.columns ?? []
        let standsAlone = ["doubt", "since_us", "until_us"].contains(where: columns.contains)
        for row in rows {
            guard let subject = row.int("subject_id") else { continue }
            let item = row.words("item")
            let evidence = evidence(of: rule, in: row)
            if result[subject]?.add(evidence, to: item, isOneMore: standsAlone) == true { continue }
            let most = rule.party == .server ? min(rule.severity, .warning) : rule.severity
            let severity = row.text("severity").flatMap(Severity.init(rawValue:)).map { min($0, most) }
            let finding = Judgement.Finding(
                subject: subject, item: item, severity: severity ?? most,
                message: message.fill(from: row), expected: row.words("expected"),
                observed: row.words("observed"), at: evidence.first?.at, assumed: assumed,
                evidence: evidence)
            let breach = Breach(
                finding: finding, doubt: row.text("doubt").flatMap(Doubt.init(rawValue:)), needs: row.text("needs"),
                isCarried: row.int("is_carried") == 1, since: row.microseconds("since_us"),
                until: row.microseconds("until_us"),
                missingIn: row.text("missing_in").flatMap(Sight.Input.init(rawValue:)),
                last: evidence.compactMap(\.at).max())
            result[subject, default: SubjectBreaches()].append(breach)
        }
        let origins = try EvidenceOrigins(
            result.values.lazy.flatMap(\.breaches).flatMap(\.finding.evidence), database: database)
        let servers = rule.party == .server ? try origins.hosts(database) : [:]
        for subject in result.keys {
            result[subject]?.locate(by: origins)
            if rule.party == .server { result[subject]?.blame(servers) }
        }
        return result
    }

    private func rows(
        of sql: String, where precondition: Precondition?, _ rule: Rule
    ) throws(StoreFailure) -> [Row] {
        let isPossible = try presence.holds(precondition)
        guard isPossible || presence.isDoubted else { return [] }
        let rows = try database.restricted(isDirect: true, isCancelled: limit.isReached) {
            (queries) throws(StoreFailure) in
            try queries.rows(SQLMacros.withParameters(sql, values: arguments), arguments)
        }
        guard isPossible || rows.isEmpty else {
            throw .refused("\(rule.id): a SELECT has rows where its precondition does not hold")
        }
        return rows
    }

    private func evidence(of rule: Rule, in row: Row) -> [Judgement.Evidence] {
        guard rule.evidence.isEmpty else { return rule.evidence.compactMap { $0.evidence(in: row) } }
        return [
            Judgement.Evidence(
                view: row.text("evidence_table") ?? "", id: row.int("evidence_id"), role: row.text("role") ?? "breach",
                at: row.integer("at_us"))
        ]
    }

    private func assumption(of rule: Rule) -> String? {
        let taken = rule.assume.keys.sorted().filter { facts[$0]?.source == "assumed" }
        guard !taken.isEmpty else { return nil }
        return taken.map { "\($0): \(facts[$0]?.value ?? "")" }.joined(separator: ", ")
    }

    /// Ad plays that may own an ambiguous firing of one of the rule's events: a pass of `once` or `order` proves nothing. What was
    /// no request of the tracker's own counts for neither beside one that was.
    func doubtfulSubjects(_ rule: Rule) throws(StoreFailure) -> Set<Int> {
        guard rule.kind == OnceKind.name || rule.kind == OrderKind.name else { return [] }
        let isPossible = try presence.holds(Comparisons.candidates)
        guard isPossible || presence.isDoubted else { return [] }
        let events = rule.looks.events.isEmpty ? "" : " AND f.event IN \(SQLMacros.list(rule.looks.events))"
        let sql = """
            SELECT DISTINCT c.ad_play AS ad_play FROM firing_candidate c CROSS JOIN firing f ON f.id = c.firing
            WHERE c.run = :run AND f.ambiguous = 1\(events)
              AND f.family IN \(SQLMacros.list(rule.looks.families)) AND c.ad_play IS NOT NULL AND (f.direct = 1
                OR NOT EXISTS (SELECT 1 FROM firing o WHERE o.ad_play = c.ad_play AND o.tracker = c.tracker))
            """
        let doubtful = Set(try database.rows(sql, arguments).compactMap { $0.int("ad_play") })
        guard isPossible || doubtful.isEmpty else {
            throw .refused("\(rule.id): firings have candidates, and none are known")
        }
        return doubtful
    }

    /// What ``doubtfulSubjects(_:)`` looks through.
    private static let candidates = Precondition([["firing_candidate"]])
}

extension Row {
    /// A value as people read it; empty for none.
    func words(_ name: String) -> String { MessageTemplate.text(self[name]) }

    /// A time that SQL may have made a real number by adding a setting to it.
    func microseconds(_ name: String) -> Int64? {
        switch self[name] {
        case .integer(let value): value
        case .real(let value): Int64(exactly: value.rounded())
        case .null, .text, .blob: nil
        }
    }
}
