/// Rows of a view or relation that are taken away for a while, to see what does not do without them.
public struct Absence: Sendable, Hashable {
    /// A relation, or a view that shows the rows of a table.
    var view: String
    /// The rows with one of the texts in each of these columns, which have no quotes in them; all rows where there is none.
    var texts: [String: [String]]

    public init(of view: String, texts: [String: [String]] = [:]) {
        self.view = view
        self.texts = texts
    }

    fileprivate var deletion: String {
        let table = Schema.tables.first { $0.viewName == view }
        let conditions = texts.sorted { $0.key < $1.key }.map { name, texts in
            let column = table?.columns.first { $0.shownName == name }
            let list = texts.map { "'\($0)'" }.joined(separator: ", ")
            return "(\(column?.expression ?? column?.name ?? name)) IN (\(list))"
        }
        return "DELETE FROM \(table?.rowName ?? view)"
            + (conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))")
    }
}

extension Database {
    /// Runs `body` as if rows had never been there, and puts them back.
    public func without<Result>(
        _ rows: [Absence], _ body: () throws(StoreFailure) -> Result
    ) throws(StoreFailure) -> Result {
        let connection = connection
        return try connection.access { (handle) throws(StoreFailure) in
            try connection.execute("SAVEPOINT absence", on: handle)
            let result: Swift.Result<Result, StoreFailure>
            do throws(StoreFailure) {
                for absence in rows { try connection.execute(absence.deletion, on: handle) }
                result = .success(try body())
            } catch {
                result = .failure(error)
            }
            try connection.execute("ROLLBACK TO absence; RELEASE absence", on: handle)
            return try result.get()
        }
    }
}
