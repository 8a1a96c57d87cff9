import Derive
import Model
import Store

/// Runs one rule on one run: whom it judges, what breaches it, what the verdicts are worth while something was hidden.
struct Judge {
    /// How many passing subjects of one rule are listed one by one.
    static let listedPasses = 1_000
    /// How many evidence rows one finding keeps; the count in its text stays true.
    static let evidenceLimit = 200

    let run: ID<RunRecord>
    let database: Database
    let facts: [String: Facts.Value]
    let sight: Sight
    let inputs: Set<String>
    private let limit: WorkLimit
    /// The relations that a limit left empty.
    private let underived: [String: StoreFailure]
    private let asked = AskedHosts()
    private let owing: Owing
    /// How many subjects of each kind the run has.
    private let populations: [SubjectKind: Int]
    private var arguments: [String: SQLValue] { ["run": SQLValue(run)] }

    init(
        run: ID<RunRecord>, database: Database, facts: [String: Facts.Value], sight: Sight, inputs: Set<String>,
        limit: WorkLimit, underived: [String: StoreFailure] = [:], owing: Owing = Owing()
    ) throws(StoreFailure) {
        self.run = run
        self.database = database
        self.facts = facts
        self.sight = sight
        self.inputs = inputs
        self.limit = limit
        self.underived = underived
        self.owing = owing
        populations = try Judge.populations(of: run, database)
    }

    /// A rule that a limit stops is inconclusive for the whole run: whatever a capture holds, it gets a verdict.
    func judge(_ rule: Rule) throws(StoreFailure) -> Judgement {
        do throws(StoreFailure) {
            guard !limit.isReached() else { throw .cancelled }
            if let failure = rule.uses.lazy.compactMap({ underived[$0] }).first { throw failure }
            return try judged(rule)
        } catch {
            guard let reason = unjudgedReason(error) else { throw error }
            return Judgement(unjudged: rule, run: run, reason: reason)
        }
    }

    private func unjudgedReason(_ failure: StoreFailure) -> String? {
        switch failure {
        case .cancelled: limit.reason
        case .tooLong(let steps): "a rule's query was stopped after \(steps) steps"
        case .tooLarge: "a rule's query would have made a value that is too large"
        default: nil
        }
    }

    private func judged(_ rule: Rule) throws(StoreFailure) -> Judgement {
        var judgement = Judgement(rule: rule)
        if let input = rule.inputs.first(where: { !inputs.contains(rule.input($0)) }) {
            judgement.inconclusive = 1
            judgement.verdicts = [
                .init(
                    subject: run.number, outcome: .inconclusive, doubt: input == "bundle" ? .needsBundle : .needsLog,
                    needs: rule.need(input), isWholeRun: true)
            ]
            return judgement
        }
        let subjects = try subjects(of: rule)
        judgement.notApplicable = max(0, populations[rule.subject, default: 0] - subjects.count)
        // Breaches count for subjects only. Preparing the other SELECT is the larger part of judging a small run.
        guard !subjects.isEmpty else { return judgement }
        if let fact = rule.facts.first(where: { facts[$0] == nil }) {
            judgement.inconclusive = subjects.count
            judgement.verdicts = subjects.map {
                .init(subject: $0.id, outcome: .inconclusive, doubt: .needsFact, needs: "the fact \(fact)")
            }
            return judgement
        }
        let breaches = subjects.contains(where: \.isWrong) ? try breaches(of: rule) : [:]
        let doubtful = try doubtfulSubjects(rule)
        for (place, subject) in subjects.enumerated() {
            // Weighing what was hidden may take longer than the queries.
            if place % 64 == 63, limit.isReached() { throw .cancelled }
            let decision = try decide(
                rule, subject, breaches[subject.id]?.breaches ?? [], isDoubtful: doubtful.contains(subject.id))
            judgement.findings += decision.findings
            judgement.witnesses += witnesses(of: rule, subject, decision)
            guard decision.outcome != .pass || subject.compared > 0 else {
                judgement.notCompared += 1
                continue
            }
            switch decision.outcome {
            case .pass: judgement.pass += 1
            case .fail: judgement.fail += 1
            case .inconclusive: judgement.inconclusive += 1
            case .notApplicable: judgement.notApplicable += 1
            }
            if decision.outcome != .pass || judgement.pass <= Judge.listedPasses {
                judgement.verdicts.append(
                    .init(
                        subject: subject.id, outcome: decision.outcome, doubt: decision.doubt, needs: decision.needs,
                        because: decision.because))
            }
        }
        if let reason = try hiddenAmong(rule, subjects) {
            judgement.inconclusive += 1
            judgement.verdicts.append(
                .init(subject: run.number, outcome: .inconclusive, doubt: .blind, because: reason, isWholeRun: true))
        }
        return judgement
    }

    /// What a subject adds to what was due and compared. A breach is a comparison whatever the rule counts; what is owing is no
    /// witness of itself.
    private func witnesses(of rule: Rule, _ subject: Subject, _ decision: Decision) -> Witnesses {
        guard !owing.contains(rule.subject, subject.id) else { return Witnesses() }
        switch decision.outcome {
        case .pass: return Witnesses(due: max(subject.due, subject.compared), compared: subject.compared)
        case .fail: return Witnesses(due: max(subject.due, subject.compared, 1), compared: max(subject.compared, 1))
        case .inconclusive: return Witnesses(due: decision.doubt?.lowersRun == true ? subject.due : 0)
        case .notApplicable: return Witnesses()
        }
    }

    /// Why subjects that are single requests or documents may have been hidden between those that were seen; `nil` when
    /// none was. Each that was seen is judged by itself, but nobody can say that it was all of them.
    private func hiddenAmong(_ rule: Rule, _ subjects: [Subject]) throws(StoreFailure) -> String? {
        guard rule.subject == .beacon || rule.subject == .document, rule.party == nil,
            let first = subjects.compactMap(\.from).min(),
            let last = subjects.compactMap({ $0.subjectEnd }).max()
        else { return nil }
        let sight = sight.of(rule)
        if let reason = sight.lazy.compactMap(\.cutOff).first { return reason }
        guard sight.contains(where: { $0.overlaps(from: first, to: last) }) else { return nil }
        guard !rule.isOfUnknownHosts else { return sight.lazy.compactMap { $0.reason(from: first, to: last) }.first }
        let families = rule.looks.families.isEmpty ? [rule.family] : rule.looks.families
        let hosts = try database.rows(
            """
            SELECT DISTINCT host FROM subject_host WHERE run = \(run) AND subject_kind = \(SQLMacros.quoted(rule.subject.hostKind))
              AND family IN \(SQLMacros.list(families))
            """, [:])
        let names = Set(hosts.compactMap { $0.text("host") })
        return sight.lazy.compactMap {
            $0.touches(from: first, to: last, hosts: $0.adding(rule.hosts, to: names), missing: false)
        }.first
    }

    // MARK: The two SELECTs

    private struct Subject {
        var id: Int
        var from: Int64?
        var to: Int64?
        /// How many things were to be compared for it, and how many were.
        var due: Int
        var compared: Int
        /// Whether it may have breaches: a SELECT that knows better says so.
        var isWrong: Bool

        /// The last moment it is known to reach to.
        var subjectEnd: Int64? { to ?? from }
    }

    private func subjects(of rule: Rule) throws(StoreFailure) -> [Subject] {
        var subjects: [Subject] = []
        let rows = try database.restricted(isCancelled: limit.isReached) { (queries) throws(StoreFailure) in
            try queries.rows(rule.applies, arguments)
        }
        for row in rows {
            guard let id = row.int("subject_id") else { continue }
            let compared = row.int("compared") ?? 1
            subjects.append(
                Subject(
                    id: id, from: row.microseconds("from_us"), to: row.microseconds("to_us"),
                    due: row.int("due") ?? compared, compared: compared, isWrong: row.int("is_wrong") != 0))
        }
        return subjects
    }

    /// One breach as it stands before blindness is weighed: the rows with the same subject and item.
    private struct Breach {
        var finding: Judgement.Finding
        var doubt: Doubt?
        /// What would decide a doubt, in the rule's own words.
        var needs: String?
        /// Evidence on both sides of it carries it, whatever was assumed.
        var isCarried: Bool
        /// From when, and by when, the missing thing was due: they narrow the window in which blindness matters.
        var since: Int64?
        var until: Int64?
        var last: Int64?

        mutating func add(_ evidence: Judgement.Evidence) {
            if let at = evidence.at { last = max(last ?? at, at) }
            guard finding.evidence.count < Judge.evidenceLimit else { return }
            finding.evidence.append(evidence)
        }
    }

    /// The breaches of one subject, in the order they were found, and where each item is.
    private struct SubjectBreaches {
        var breaches: [Breach] = []
        var places: [String: Int] = [:]

        mutating func locate(by origins: EvidenceOrigins) {
            for breach in breaches.indices {
                for row in breaches[breach].finding.evidence.indices {
                    breaches[breach].finding.evidence[row].origin = origins[breaches[breach].finding.evidence[row]]
                }
            }
        }

        /// Names the server that sent what is at fault.
        mutating func blame(_ hosts: [ID<Exchange>: String]) {
            for breach in breaches.indices {
                let exchange = breaches[breach].finding.evidence.lazy.compactMap { $0.origin?.exchange }.first
                breaches[breach].finding.server = exchange.flatMap { hosts[$0] } ?? ""
            }
        }
    }

    private func breaches(of rule: Rule) throws(StoreFailure) -> [Int: SubjectBreaches] {
        var result: [Int: SubjectBreaches] = [:]
        let rows = try database.restricted(isCancelled: limit.isReached) { (queries) throws(StoreFailure) in
            try queries.rows(rule.breaches, arguments)
        }
        for row in rows {
            guard let subject = row.int("subject_id") else { continue }
            let item = row.words("item")
            let evidence = evidence(of: rule, in: row)
            if let known = result[subject]?.places[item] {
                for evidence in evidence { result[subject]?.breaches[known].add(evidence) }
                continue
            }
            let most = rule.party == .server ? min(rule.severity, .warning) : rule.severity
            let severity = row.text("severity").flatMap(Severity.init(rawValue:)).map { min($0, most) }
            let finding = Judgement.Finding(
                subject: subject, item: item, severity: severity ?? most,
                message: MessageTemplate.fill(rule.message, from: row), expected: row.words("expected"),
                observed: row.words("observed"), at: evidence.first?.at, assumed: assumption(of: rule),
                evidence: evidence)
            let breach = Breach(
                finding: finding, doubt: row.text("doubt").flatMap(Doubt.init(rawValue:)), needs: row.text("needs"),
                isCarried: row.int("is_carried") == 1,
                since: row.microseconds("since_us"), until: row.microseconds("until_us"),
                last: evidence.compactMap(\.at).max())
            result[subject, default: SubjectBreaches()].places[item] = result[subject]?.breaches.count ?? 0
            result[subject]?.breaches.append(breach)
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

    private static func populations(of run: ID<RunRecord>, _ database: Database) throws(StoreFailure) -> [SubjectKind:
        Int]
    {
        var populations: [SubjectKind: Int] = [:]
        for kind in SubjectKind.allCases {
            let sql =
                switch kind {
                case .run: "SELECT 1 AS n"
                default: "SELECT count(*) AS n FROM \(kind.view.name) WHERE run = :run"
                }
            populations[kind] = try database.rows(sql, ["run": SQLValue(run)]).first?.int("n") ?? 0
        }
        return populations
    }

    /// Ad plays that may own an ambiguous firing of one of the rule's events: a pass of `once` or `order` proves nothing.
    private func doubtfulSubjects(_ rule: Rule) throws(StoreFailure) -> Set<Int> {
        guard rule.kind == OnceKind.name || rule.kind == OrderKind.name else { return [] }
        let events = rule.looks.events.isEmpty ? "" : " AND f.event IN \(SQLMacros.list(rule.looks.events))"
        let sql = """
            SELECT DISTINCT c.ad_play AS ad_play FROM firing_candidate c CROSS JOIN firing f ON f.id = c.firing
            WHERE c.run = :run AND f.ambiguous = 1\(events)
              AND f.family IN \(SQLMacros.list(rule.looks.families)) AND c.ad_play IS NOT NULL
            """
        return Set(try database.rows(sql, arguments).compactMap { $0.int("ad_play") })
    }

    // MARK: The verdict

    private struct Decision {
        var outcome: Verdict
        var doubt: Doubt?
        var needs: String?
        var because: String?
        var findings: [Judgement.Finding] = []
    }

    private func decide(
        _ rule: Rule, _ subject: Subject, _ breaches: [Breach], isDoubtful: Bool
    ) throws(StoreFailure) -> Decision {
        var standing: [Judgement.Finding] = []
        var doubts: [Decision] = []
        func open(_ doubt: Doubt, _ because: String, _ needs: String? = nil) {
            doubts.append(Decision(outcome: .inconclusive, doubt: doubt, needs: needs, because: because))
        }
        for breach in breaches {
            if let doubt = breach.doubt {
                open(doubt, breach.finding.message, breach.needs ?? DoubtWords.decides(doubt))
            } else if let reason = try blindReason(rule, subject, breach) {
                open(.blind, reason)
            } else if !breach.finding.isProven {
                open(
                    .ambiguous, "nothing that was seen shows it: \(breach.finding.message)",
                    "a capture that shows it")
            } else if let assumed = breach.finding.assumed, breach.finding.severity == .error, !breach.isCarried {
                open(
                    .ambiguous, "\(breach.finding.message), if what was assumed holds (\(assumed))",
                    DoubtWords.decides(assumed: assumed))
            } else {
                standing.append(breach.finding)
            }
        }
        if !standing.isEmpty { return Decision(outcome: .fail, findings: standing) }
        if let open = doubts.first(where: { $0.doubt?.lowersRun == true }) ?? doubts.first { return open }
        if isDoubtful {
            return Decision(
                outcome: .inconclusive, doubt: .ambiguous, needs: "a beacon that only one ad play can own",
                because: "a beacon of it may belong to another ad play")
        }
        if let reason = try blindReason(rule, passing: subject) {
            return Decision(outcome: .inconclusive, doubt: .blind, because: reason)
        }
        return Decision(outcome: .pass)
    }

    /// Why a breach is not proven; `nil` when it stands.
    private func blindReason(_ rule: Rule, _ subject: Subject, _ breach: Breach) throws(StoreFailure) -> String? {
        var subject = subject
        if let since = breach.since { subject.from = since }
        switch rule.blindness.fail {
        case .stays: return nil
        case .inconclusive:
            return try touched(rule, subject, to: breach.until ?? subject.to, hosts: nil, missing: true)
        case .staysIfNothingPrecedes:
            return try touched(rule, subject, to: breach.last, hosts: nil)
        case .staysIfAnswered:
            if let reason = try touched(rule, subject, to: breach.last, hosts: ["document"]) { return reason }
            guard try touched(rule, subject, to: breach.last, hosts: nil) != nil else { return nil }
            return try hasUnanswered(breach) ? "an unanswered try may have been retried unseen" : nil
        }
    }

    private func blindReason(_ rule: Rule, passing subject: Subject) throws(StoreFailure) -> String? {
        guard rule.blindness.pass != .stays else { return nil }
        guard let reason = try touched(rule, subject, to: subject.to, hosts: nil) else { return nil }
        if rule.blindness.pass == .staysIfAllSeen, try allEventsSeen(rule, subject) { return nil }
        return reason
    }

    /// Why something may have been hidden from the subject's begin up to `to`.
    ///
    /// - Parameter hosts: the events whose hosts count; `nil` for those the rule looks at.
    private func touched(
        _ rule: Rule, _ subject: Subject, to: Int64?, hosts events: [String]?, missing: Bool = false
    ) throws(StoreFailure) -> String? {
        let sight = sight.of(rule)
        guard sight.contains(where: { $0.overlaps(from: subject.from, to: to) }) else { return nil }
        if rule.isOfUnknownHosts { return sight.lazy.compactMap { $0.reason(from: subject.from, to: to) }.first }
        var sql = "SELECT DISTINCT host FROM subject_host WHERE run = \(run)"
        if rule.subject != .run {
            sql += " AND subject_kind = \(SQLMacros.quoted(rule.subject.hostKind)) AND subject = \(subject.id)"
        }
        if let events {
            sql += " AND event IN \(SQLMacros.list(events))"
        } else {
            if !rule.looks.families.isEmpty { sql += " AND family IN \(SQLMacros.list(rule.looks.families))" }
            if !rule.looks.events.isEmpty { sql += " AND event IN \(SQLMacros.list(rule.looks.events))" }
        }
        let hosts = try asked.hosts(sql, database)
        return sight.lazy.compactMap {
            $0.touches(from: subject.from, to: to, hosts: $0.adding(rule.hosts, to: hosts), missing: missing)
        }.first
    }

    private func hasUnanswered(_ breach: Breach) throws(StoreFailure) -> Bool {
        let ids = breach.finding.evidence.filter { $0.view == "firing" }.compactMap(\.id)
        guard !ids.isEmpty else { return false }
        let list = ids.map(String.init).joined(separator: ", ")
        return try !database.rows("SELECT 1 AS n FROM firing WHERE id IN (\(list)) AND answered = 0 LIMIT 1", [:])
            .isEmpty
    }

    /// Whether each event the rule names that the play owes was seen.
    private func allEventsSeen(_ rule: Rule, _ subject: Subject) throws(StoreFailure) -> Bool {
        guard rule.subject == .adPlay else { return false }
        let sql = """
            SELECT 1 AS n FROM play_tracker o
            WHERE o.ad_play = \(subject.id) AND o.event IN \(SQLMacros.list(rule.looks.events))
              AND o.family IN \(SQLMacros.list(rule.looks.families))
              AND NOT EXISTS (SELECT 1 FROM firing f WHERE f.ad_play = o.ad_play AND f.event = o.event)
            LIMIT 1
            """
        return try database.rows(sql, [:]).isEmpty
    }
}

/// The hosts that a subject's verdict rests on, as last asked for: each of its breaches asks again, and there may be as many
/// as hosts.
private final class AskedHosts {
    private var answers: [String: Set<String>] = [:]

    func hosts(_ sql: String, _ database: Database) throws(StoreFailure) -> Set<String> {
        if let known = answers[sql] { return known }
        if answers.count >= 8 { answers = [:] }
        let hosts = Set(try database.rows(sql, [:]).compactMap { $0.text("host") })
        answers[sql] = hosts
        return hosts
    }
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
