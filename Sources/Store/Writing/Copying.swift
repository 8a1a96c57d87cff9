import CSQLite

/// Rows of one database copied into another, value by value: the source stays read-only, and no name that stands in it gets
/// into a statement.
struct Copying {
    /// Columns that hold the number of a row, of whatever table.
    static let references: Set<String> = [
        "id", "run", "capture", "exchange", "call", "document", "parent", "child", "ad", "tracker", "fetch", "ad_play",
        "beacon", "session", "firing", "prior", "diagnostic", "finding", "subject", "source_id",
    ]

    private let source: Connection
    private let target: Connection

    init(from source: Connection, to target: Connection) {
        self.source = source
        self.target = target
    }

    /// - Parameters:
    ///   - tables: those that are copied.
    ///   - run: the only one whose rows are copied; `nil`: all.
    ///   - shift: what all numbers of rows are raised by.
    func copy(
        _ tables: [Table] = Table.allCases, run: Int? = nil, shift: Int = 0
    ) throws(StoreFailure) {
        try target.transaction { (target) throws(StoreFailure) in
            try source.access { (source) throws(StoreFailure) in
                for table in tables { try copy(table, run, shift, from: source, to: target) }
            }
        }
    }

    private func copy(
        _ table: Table, _ run: Int?, _ shift: Int, from source: OpaquePointer, to target: OpaquePointer
    ) throws(StoreFailure) {
        let columns = try Copying.columns(of: table, on: target)
        // A schema of an earlier version has fewer tables.
        guard !columns.isEmpty else { return }
        let values = columns.map { $0.isReference ? "\($0.name) + :shift" : $0.name }.joined(separator: ", ")
        let order = table.hasRowNumbers ? "ORDER BY rowid" : ""
        let filter = run == nil ? "" : table.ofRun
        let select = try Statement("SELECT \(values) FROM \(table.name) \(filter) \(order)", on: source)
        try select.bind(["shift": SQLValue(shift), "run": run.map { SQLValue($0) } ?? .null])
        let places = columns.map { _ in "?" }.joined(separator: ", ")
        let insert = try Statement(
            "INSERT INTO \(table.name) (\(columns.map(\.name).joined(separator: ", "))) VALUES (\(places))", on: target)
        while try select.step() {
            for column in 0..<Int32(columns.count) {
                let code = sqlite3_bind_value(
                    insert.pointer, column + 1, sqlite3_column_value(select.pointer, column))
                guard code == SQLITE_OK else { throw .last(on: target, code: code, statement: insert.sql) }
            }
            _ = try insert.step()
            insert.reset()
        }
    }

    /// All columns of a table; numbers of rows are integers, whatever else has their name is not one.
    static func columns(
        of table: Table, on handle: OpaquePointer
    ) throws(StoreFailure) -> [(name: String, isReference: Bool, isInteger: Bool)] {
        let statement = try Statement("SELECT name, type FROM pragma_table_info('\(table.name)', 'main')", on: handle)
        var columns: [(name: String, isReference: Bool, isInteger: Bool)] = []
        while try statement.step() {
            let name = statement.text(0) ?? ""
            let isInteger = statement.text(1) == "INTEGER"
            columns.append((name, isInteger && references.contains(name), isInteger))
        }
        return columns
    }
}

/// Runs of one file copied behind those of another.
///
/// All numbers of the copied rows are raised by the same amount, one that is beyond every number in use. So references
/// between rows stay right whatever they point at, and the order of the rows stays as it was.
extension Database {
    /// Copies every run of a file that a process of ours has just made.
    public func append(fresh path: String) throws(StoreFailure) {
        try append(Connection.kept(path, .schema).connection, run: nil)
    }

    /// Copies every run of another database.
    public func append(_ other: Database) throws(StoreFailure) {
        try append(other.connection, run: nil)
    }

    /// Copies one run of another database that has one run only, or was filled by copying.
    ///
    /// - Returns: the run's number here.
    public func append(run: Int, from other: Database) throws(StoreFailure) -> Int {
        try append(other.connection, run: run) + 1
    }

    /// Copies what decoding wrote of one run of a kept file, what decided how it was read, and what a person declared: all
    /// that is needed to judge it again.
    /// Numbers stay as they are, so this goes into an empty database only.
    public func appendDecoded(run: Int, from other: Database) throws(StoreFailure) {
        let tables: [Table] = [
            .run, .capture, .clock, .flow, .exchange, .sighting, .call, .blind, .diagnostic, .ledger, .fact, .ground,
        ]
        try Copying(from: other.connection, to: connection).copy(tables, run: run)
        if let kept = other.kept { self.kept = KeptSource(path: kept.path, isJudgedAgain: true) }
    }

    /// - Returns: the highest number in use before.
    @discardableResult
    private func append(_ source: Connection, run: Int?) throws(StoreFailure) -> Int {
        let highest = try highestNumber()
        // In a file that was filled by copying, the run's own number is the lowest of all its numbers.
        let shift = run.map { highest &- ($0 &- 1) } ?? highest
        try Copying(from: source, to: connection).copy(run: run, shift: shift)
        return highest
    }

    private func highestNumber() throws(StoreFailure) -> Int {
        try connection.access { (handle) throws(StoreFailure) in
            var highest = 0
            for table in Table.allCases {
                for column in try Copying.columns(of: table, on: handle) where column.name == "id" && column.isReference
                {
                    let statement = try Statement("SELECT max(id) FROM \(table.name)", on: handle)
                    if try statement.step(), let found = statement.int(0) { highest = max(highest, found) }
                }
            }
            return highest
        }
    }
}

extension Table {
    /// Whether SQLite numbers the rows itself; the others are kept in the order of their keys.
    fileprivate var hasRowNumbers: Bool {
        switch self {
        case .sighting, .fact, .setting, .rule, .ruleSummary, .family, .certificate: false
        default: true
        }
    }

    /// The rows of one run.
    fileprivate var ofRun: String {
        switch self {
        case .run: "WHERE id = :run"
        case .clock, .sighting, .ledger: "WHERE capture IN (SELECT id FROM capture_row WHERE run = :run)"
        case .evidence: "WHERE finding IN (SELECT id FROM finding_row WHERE run = :run)"
        default: "WHERE run = :run"
        }
    }
}
