import Audit
import Derive
import Model
import Store

/// Takes the rows away that a SELECT's precondition asks for, one need after another: it must find nothing then.
///
/// A precondition that asks for too much would pass over a fault in silence, in a run that perhaps no example shows. Each
/// example in which the SELECT finds something tries all that it says. Each also compares what the SELECT finds with what is
/// found by that which SQLite is given in its place.
struct PreconditionProof {
    private let run: ID<RunRecord>
    private let database: Database
    /// How often rows were taken away.
    private(set) var trials = 0
    private(set) var mistakes: [String] = []
    private var values: [String: SQLValue]?

    init(_ run: ID<RunRecord>, in database: Database) {
        self.run = run
        self.database = database
    }

    mutating func prove(_ rule: Rule) throws(StoreFailure) {
        try prove(rule.appliesWhere, of: rule.applies, in: rule.id)
        try prove(rule.breachesWhere, of: rule.breaches, in: rule.id)
    }

    mutating func prove(_ relation: Relation) throws(StoreFailure) {
        for part in relation.parts {
            try prove(part.precondition, of: SQLMacros.expand(part.select).sql, in: "\(part.package)/\(relation.name)")
        }
    }

    private mutating func prove(
        _ precondition: Precondition?, of select: String, in name: String
    ) throws(StoreFailure) {
        if try rows(select) != quickRows(select) {
            mistakes.append("\(name): finds other rows in the tables behind the views than in the views")
        }
        guard let needs = precondition?.alternatives, try hasRows(select) else { return }
        if needs.isEmpty { mistakes.append("\(name): has rows, and its precondition never holds") }
        // Each alternative misses one of its needs; over all places each need is missed once.
        guard let most = needs.map(\.count).max(), !needs.contains([]) else { return }
        for place in 0..<most {
            let missing = needs.map { $0[min(place, $0.count - 1)] }
            trials += 1
            let absent = missing.map(Precondition.AskedRows.init).map { Absence(of: $0.view, texts: $0.texts) }
            if try database.without(absent, { () throws(StoreFailure) in try hasRows(select) }) {
                mistakes.append("\(name): has rows without \(missing.joined(separator: ", "))")
            }
        }
    }

    private func hasRows(_ select: String) throws(StoreFailure) -> Bool {
        try !rows(select).isEmpty
    }

    /// What a SELECT finds, as it stands, and how often.
    private func rows(_ select: String) throws(StoreFailure) -> [[SQLValue]: Int] {
        try database.restricted { (queries) throws(StoreFailure) in
            counted(try queries.rows(select, ["run": SQLValue(run)]))
        }
    }

    /// The same, with tables in the place of views and parameters in the place of subselects.
    private mutating func quickRows(_ select: String) throws(StoreFailure) -> [[SQLValue]: Int] {
        let known = if let values { values } else { try RunValues.read(of: run, in: database) }
        values = known
        let arguments = known.merging(["run": SQLValue(run)]) { $1 }
        return try database.restricted(isDirect: true) { (queries) throws(StoreFailure) in
            counted(try queries.rows(SQLMacros.withParameters(select, values: known), arguments))
        }
    }

    private func counted(_ rows: [Row]) -> [[SQLValue]: Int] {
        Dictionary(rows.map { ($0.values, 1) }, uniquingKeysWith: +)
    }
}
