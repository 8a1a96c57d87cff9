import Model
import Store

/// The settings and facts of a run as the values of parameters (``SQLMacros/withParameters(_:)``): what the subselects find that
/// the SQL of rules and relations has for them. What has no value keeps its subselect, which finds nothing.
package enum RunValues {
    /// By the name of the parameter.
    package static func read(of run: ID<RunRecord>, in database: Database) throws(StoreFailure) -> [String: SQLValue] {
        var values: [String: SQLValue] = [:]
        for (view, words) in Dictionary(grouping: SQLMacros.Word.allCases, by: \.view) {
            let columns = words.map { "\($0.value) AS \"\($0.rawValue)\"" }.joined(separator: ", ")
            let rows = try database.rows(
                "SELECT key, \(columns) FROM \(view) WHERE run = :run", ["run": SQLValue(run)])
            var keys: Set<String> = []
            for row in rows {
                guard let key = row.text("key"), key.utf8.allSatisfy(SQLMacros.isKey) else { continue }
                // Which of two a subselect finds is SQLite's to say.
                let isFirst = keys.insert(key).inserted
                for word in words { values[SQLMacros.name(word, key)] = isFirst ? row[word.rawValue] : nil }
            }
        }
        return values
    }
}
