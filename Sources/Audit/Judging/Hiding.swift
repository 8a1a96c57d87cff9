import Derive
import Model
import Store

/// What of the traffic was hidden from a rule, and what its verdicts are worth then (decision 0004).
struct Hiding {
    let run: ID<RunRecord>
    let database: Database
    let sight: Sight
    private let directory: FamilyDirectory
    private let asked = AskedHosts()

    init(run: ID<RunRecord>, database: Database, sight: Sight, families: FamilyDirectory) {
        self.run = run
        self.database = database
        self.sight = sight
        directory = families
    }

    /// Why a breach is not proven; `nil` when it stands.
    func reason(_ rule: Rule, _ subject: JudgedSubject, _ breach: Breach) throws(StoreFailure) -> String? {
        var subject = subject
        if let since = breach.since { subject.from = since }
        switch rule.blindness.fail {
        case .stays: return nil
        case .inconclusive:
            return try touched(
                rule, subject, to: breach.until ?? subject.to, hosts: nil, missing: true, in: breach.missingIn)
        case .staysIfNothingPrecedes:
            return try touched(rule, subject, to: breach.last, hosts: nil)
        case .staysIfAnswered:
            if let reason = try touched(rule, subject, to: breach.last, hosts: ["document"]) { return reason }
            guard try touched(rule, subject, to: breach.last, hosts: nil) != nil else { return nil }
            return try hasUnanswered(breach) ? "an unanswered try may have been retried unseen" : nil
        }
    }

    /// Why a subject without a breach does not pass; `nil` when it does.
    func reason(_ rule: Rule, passing subject: JudgedSubject) throws(StoreFailure) -> String? {
        guard rule.blindness.pass != .stays else { return nil }
        guard let reason = try touched(rule, subject, to: subject.to, hosts: nil) else { return nil }
        if rule.blindness.pass == .staysIfAllSeen, try allEventsSeen(rule, subject) { return nil }
        return reason
    }

    /// Why something may have been hidden from the subject's begin up to `to`.
    ///
    /// - Parameters:
    ///   - hosts: the events whose hosts count; `nil` for those the rule looks at.
    ///   - input: where it would have been seen; `nil`: in whatever the rule reads.
    private func touched(
        _ rule: Rule, _ subject: JudgedSubject, to: Int64?, hosts events: [String]?, missing: Bool = false,
        in input: Sight.Input? = nil
    ) throws(StoreFailure) -> String? {
        let sight = sight.of(rule, missingIn: input)
        guard sight.contains(where: { $0.overlaps(from: subject.from, to: to) }) else { return nil }
        if directory.knowsNoHosts(of: rule) {
            return Blindness.weightiest(sight.lazy.compactMap { $0.reason(from: subject.from, to: to) })
        }
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
        return Blindness.weightiest(
            sight.lazy.compactMap {
                $0.touches(
                    from: subject.from, to: to, hosts: $0.adding(directory.hosts(of: rule), to: hosts),
                    missing: missing)
            })
    }

    private func hasUnanswered(_ breach: Breach) throws(StoreFailure) -> Bool {
        let ids = breach.finding.evidence.filter { $0.view == "firing" }.compactMap(\.id)
        guard !ids.isEmpty else { return false }
        let list = ids.map(String.init).joined(separator: ", ")
        return try !database.rows("SELECT 1 AS n FROM firing WHERE id IN (\(list)) AND answered = 0 LIMIT 1", [:])
            .isEmpty
    }

    /// Whether each event the rule names that the play owes was seen.
    private func allEventsSeen(_ rule: Rule, _ subject: JudgedSubject) throws(StoreFailure) -> Bool {
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

    /// Why subjects that are single requests or documents may have been hidden between those that were seen; `nil` when
    /// none was. Each that was seen is judged by itself, but nobody can say that it was all of them.
    func reason(_ rule: Rule, among subjects: [JudgedSubject]) throws(StoreFailure) -> String? {
        guard rule.subject == .beacon || rule.subject == .document, rule.party == nil,
            let first = subjects.compactMap(\.from).min(),
            let last = subjects.compactMap({ $0.subjectEnd }).max()
        else { return nil }
        let sight = sight.of(rule)
        if let reason = sight.lazy.compactMap(\.cutOff).first { return reason }
        guard sight.contains(where: { $0.overlaps(from: first, to: last) }) else { return nil }
        guard !directory.knowsNoHosts(of: rule) else {
            return sight.lazy.compactMap { $0.reason(from: first, to: last) }.first
        }
        let families = rule.looks.families.isEmpty ? [rule.family] : rule.looks.families
        let hosts = try database.rows(
            """
            SELECT DISTINCT host FROM subject_host WHERE run = \(run) AND subject_kind = \(SQLMacros.quoted(rule.subject.hostKind))
              AND family IN \(SQLMacros.list(families))
            """, [:])
        let names = Set(hosts.compactMap { $0.text("host") })
        return sight.lazy.compactMap {
            $0.touches(from: first, to: last, hosts: $0.adding(directory.hosts(of: rule), to: names), missing: false)
        }.first
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
