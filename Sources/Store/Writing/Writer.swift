import CSQLite
import Model

/// Typed bulk writes inside one transaction. Rows come out in the order they went in, numbered without gaps, so that the same
/// input gives the same file.
public struct Writer {
    private let handle: OpaquePointer
    let statements: InsertStatements
    private let kept: KeptStatements
    /// By the table's place.
    private var nextNumbers: [Int?]
    /// The last change: one mostly comes for many rows.
    private var lastChange: Statement?

    init(on handle: OpaquePointer, statements: InsertStatements, kept: KeptStatements) {
        self.handle = handle
        self.statements = statements
        self.kept = kept
        nextNumbers = Array(repeating: nil, count: Schema.rows.count)
    }

    /// Writes one row.
    ///
    /// - Parameters:
    ///   - ids: what local numbers are raised by.
    ///   - offset: what times are moved by.
    mutating func insert<Row: TableRow>(
        _ row: Row, _ place: RowPlace, ids: IDMap = .none, offset: Int64 = 0
    ) throws(StoreFailure) {
        let statement = try statements.statement(for: Row.table, on: handle)
        let code = ids.withBases { bases in
            withUnsafePointer(to: row) { row in
                let buffer = RowBuffer(of: statement.pointer, in: statements.memory, bases: bases, offset: offset)
                var insertion = Insertion(row: row, place: place, buffer: buffer)
                Row.columns(&insertion)
                return insertion.buffer.insert()
            }
        }
        guard code == SQLITE_DONE else { throw .last(on: handle, code: code, statement: statement.sql) }
    }

    /// The same for a row that the store numbers.
    ///
    /// - Returns: its number.
    mutating func insertNumbered<Row: TableRow>(
        _ row: Row, run: ID<RunRecord>, capture: ID<CaptureRecord>? = nil, offset: Int64 = 0
    ) throws(StoreFailure) -> ID<Row> {
        let number = try nextNumber(in: Row.table)
        try insert(row, RowPlace(number: number, run: run, capture: capture), offset: offset)
        return ID(number)
    }

    private mutating func nextNumber(in table: Table) throws(StoreFailure) -> Int {
        let number: Int
        if let next = nextNumbers[table.place] {
            number = next
        } else {
            number = try highestNumber(in: table.description) + 1
        }
        nextNumbers[table.place] = number + 1
        return number
    }

    func highestNumber(in table: TableDescription) throws(StoreFailure) -> Int {
        let statement = try kept.statement("SELECT max(id) FROM \(table.rowName)", on: handle)
        defer { kept.put(back: statement) }
        return try statement.step() ? statement.int(0) ?? 0 : 0
    }

    /// Changes or deletes rows.
    mutating func change(_ sql: String, _ arguments: [String: SQLValue]) throws(StoreFailure) {
        let statement =
            if let lastChange, lastChange.sql == sql { lastChange } else { try kept.statement(sql, on: handle) }
        lastChange = statement
        defer { kept.put(back: statement) }
        statement.reset()
        try statement.bind(arguments)
        while try statement.step() {}
        // Deleted numbers are given again.
        nextNumbers = nextNumbers.map { _ in nil }
    }
}
