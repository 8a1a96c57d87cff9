import Derive
import Model
import Store

/// One row of what a rule applies to.
struct JudgedSubject {
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

/// Whom a rule judges.
extension Judge {
    /// The subjects that a rule applies to, in the order of its SELECT.
    func subjects(of rule: Rule) throws(StoreFailure) -> [JudgedSubject] {
        var subjects: [JudgedSubject] = []
        let rows = try database.restricted(isCancelled: limit.isReached) { (queries) throws(StoreFailure) in
            try queries.rows(rule.applies, arguments)
        }
        for row in rows {
            guard let id = row.int("subject_id") else { continue }
            let compared = row.int("compared") ?? 1
            subjects.append(
                JudgedSubject(
                    id: id, from: row.microseconds("from_us"), to: row.microseconds("to_us"),
                    due: row.int("due") ?? compared, compared: compared, isWrong: row.int("is_wrong") != 0))
        }
        return subjects
    }

    /// How many subjects of each kind the run has.
    static func populations(
        of run: ID<RunRecord>, _ database: Database
    ) throws(StoreFailure) -> [SubjectKind: Int] {
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
    func doubtfulSubjects(_ rule: Rule) throws(StoreFailure) -> Set<Int> {
        guard rule.kind == OnceKind.name || rule.kind == OrderKind.name else { return [] }
        let events = rule.looks.events.isEmpty ? "" : " AND f.event IN \(SQLMacros.list(rule.looks.events))"
        let sql = """
            SELECT DISTINCT c.ad_play AS ad_play FROM firing_candidate c CROSS JOIN firing f ON f.id = c.firing
            WHERE c.run = :run AND f.ambiguous = 1\(events)
              AND f.family IN \(SQLMacros.list(rule.looks.families)) AND c.ad_play IS NOT NULL
            """
        return Set(try database.rows(sql, arguments).compactMap { $0.int("ad_play") })
    }
}
