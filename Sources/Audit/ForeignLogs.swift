import Model
import Store

/// Logs that were given and are not of the run: the rows of the relation `foreign_log`. Rules that read them decide nothing.
struct ForeignLogs: Sendable {
    /// The relation's name in the library.
    static let relation = "foreign_log"

    /// What says so, for each input that rules name: `log:nielsen`.
    private(set) var reasons: [String: String] = [:]

    init() {}

    init(run: ID<RunRecord>, database: Database) throws(StoreFailure) {
        let sql = "SELECT source, because FROM foreign_log WHERE run = :run"
        for row in try database.rows(sql, ["run": SQLValue(run)]) {
            reasons["log:\(row.text("source") ?? "")"] = row.text("because") ?? ""
        }
    }

    /// Why a rule cannot be decided with the logs at hand; `nil` where it can.
    func reason(_ rule: Rule) -> String? {
        rule.inputs.lazy.compactMap { reasons[rule.input($0)] }.first
            .map { "the call log that was given is not of this run: \($0)" }
    }
}
