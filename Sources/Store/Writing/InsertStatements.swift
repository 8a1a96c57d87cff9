/// The INSERT of each table, prepared once for a connection: a capture is written in many small transactions.
///
/// `@unchecked Sendable`: the state is touched only inside an access to the one connection it belongs to.
final class InsertStatements: @unchecked Sendable {
    let memory = RowMemory()
    /// Where rows may be that would have to be removed.
    var filled = FilledTables()
    private var prepared: [Statement?] = Array(repeating: nil, count: Schema.rows.count)

    func statement(for table: Table, on handle: OpaquePointer) throws(StoreFailure) -> Statement {
        filled.note(table)
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

/// The tables and relations that a connection has put rows into. From the others nothing has to be removed, and preparing a
/// hundred DELETE statements is a good part of what a small run costs.
struct FilledTables {
    /// Whether the database was empty when the connection made it, and all rows came by way of it.
    var isKnown = false
    /// By the table's place.
    private var tables = [Bool](repeating: false, count: Schema.rows.count)
    private var relations: Set<String> = []
    private static let places = Dictionary(
        Schema.tables.enumerated().map { ($1.rowName, $0) }, uniquingKeysWith: { $1 })

    mutating func note(_ table: Table) {
        tables[table.place] = true
    }

    mutating func note(relation: String) {
        relations.insert(relation)
    }

    mutating func removeAll() {
        tables = Array(repeating: false, count: tables.count)
        relations = []
    }

    /// Whether there may be rows in a private table or relation.
    func mayHaveRows(_ name: String) -> Bool {
        guard isKnown else { return true }
        return FilledTables.places[name].map { tables[$0] } ?? relations.contains(name)
    }
}
