import Model
import Store

/// What families owe in a run and what nothing in it shows to have been done: the rows of the relation `owing`.
struct Owing: Sendable {
    /// The relation's name in the library.
    static let relation = "owing"

    struct Debt: Sendable {
        var family: String
        /// A sentence on what was not seen.
        var what: String
        /// No other witness of the family settles it.
        var isAlone: Bool
    }

    private(set) var debts: [Debt] = []
    private var evidence: Set<Row> = []

    private struct Row: Hashable {
        var view: String
        var id: Int
    }

    init(_ debts: [Debt] = []) { self.debts = debts }

    init(run: ID<RunRecord>, database: Database) throws(StoreFailure) {
        let sql = """
            SELECT family, what, is_alone, evidence_table, evidence_id FROM owing WHERE run = :run
            ORDER BY is_alone DESC, family, what, evidence_id
            """
        for row in try database.rows(sql, ["run": SQLValue(run)]) {
            debts.append(
                Debt(
                    family: row.text("family") ?? "", what: row.text("what") ?? "", isAlone: row.int("is_alone") == 1))
            if let view = row.text("evidence_table"), let id = row.int("evidence_id") {
                evidence.insert(Row(view: view, id: id))
            }
        }
    }

    /// A host that a family's requests went to, and that was hidden for a part of the run: what went there then is unknown.
    mutating func addHidden(run: ID<RunRecord>, sight: Sight, database: Database) throws(StoreFailure) {
        guard sight.traffic.namesHosts else { return }
        let sql = "SELECT DISTINCT family, host FROM beacon WHERE run = :run ORDER BY family, host"
        for row in try database.rows(sql, ["run": SQLValue(run)]) {
            guard let family = row.text("family"), let host = row.text("host"),
                let reason = sight.traffic.partHidden(of: host)
            else { continue }
            debts.append(
                Debt(family: family, what: "a part of what went to \(host) could not be read: \(reason)", isAlone: true)
            )
        }
    }

    /// Whether a row of a view is itself what is owing.
    func contains(_ view: String, _ id: Int) -> Bool {
        !evidence.isEmpty && evidence.contains(Row(view: view, id: id))
    }

    /// Families that owe what nothing else settles, whether or not anything of them was seen.
    var families: Set<String> { Set(debts.lazy.filter(\.isAlone).map(\.family)) }

    /// What a family owes, the weightiest first.
    func of(_ family: String) -> [Debt] { debts.filter { $0.family == family } }
}
