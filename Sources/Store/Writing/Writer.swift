import CSQLite
import Model

/// Typed bulk writes inside one transaction. Rows come out in the order they went in, numbered without gaps, so that the same
/// input gives the same file.
public struct Writer {
    private let handle: OpaquePointer
    private let statements: InsertStatements
    private var nextIDs: [Int?]
    private var buffer = RowBuffer()

    init(on handle: OpaquePointer, statements: InsertStatements) {
        self.handle = handle
        self.statements = statements
        nextIDs = Array(repeating: nil, count: Table.allCases.count)
    }

    /// Writes one row whose values `fill` adds in the order of ``Table/columns``.
    mutating func insert(into table: Table, _ fill: (inout RowBuffer) -> Void) throws(StoreFailure) {
        let statement = try statements.statement(for: table, on: handle)
        buffer.removeAll()
        fill(&buffer)
        let code = buffer.insert(with: statement.pointer)
        guard code == SQLITE_DONE else { throw .last(on: handle, code: code, statement: statement.sql) }
    }

    /// The number of the next row of a table that has an `id`.
    mutating func nextID(of table: Table) throws(StoreFailure) -> Int {
        let id: Int
        if let next = nextIDs[table.rawValue] { id = next } else { id = try highestID(of: table) + 1 }
        nextIDs[table.rawValue] = id + 1
        return id
    }

    func highestID(of table: Table) throws(StoreFailure) -> Int {
        let statement = try Statement("SELECT max(id) FROM \(table.name)", on: handle)
        return try statement.step() ? statement.int(0) ?? 0 : 0
    }

    /// Changes or deletes rows.
    mutating func change(_ sql: String, _ arguments: [String: SQLValue]) throws(StoreFailure) {
        let statement = try Statement(sql, on: handle)
        try statement.bind(arguments)
        while try statement.step() {}
        // Deleted numbers are given again.
        nextIDs = nextIDs.map { _ in nil }
    }
}
