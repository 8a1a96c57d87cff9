/// The INSERT of each table, prepared once for a connection: a capture is written in many small transactions.
///
/// `@unchecked Sendable`: the state is touched only inside an access to the one connection it belongs to.
final class InsertStatements: @unchecked Sendable {
    let memory = RowMemory()
    /// Runs that this connection began and that were not interpreted yet, or not audited: nothing of them has to be removed.
    var uninterpreted: Set<Int> = []
    var unaudited: Set<Int> = []
    private var prepared: [Statement?] = Array(repeating: nil, count: Schema.rows.count)

    func statement(for table: Table, on handle: OpaquePointer) throws(StoreFailure) -> Statement {
        if let statement = prepared[table.place] { return statement }
        let statement = try Statement(table.description.insert, on: handle)
        prepared[table.place] = statement
        return statement
    }

    /// SQLite closes no connection whose statements are still there.
    func removeAll() {
        prepared = Array(repeating: nil, count: prepared.count)
    }
}
