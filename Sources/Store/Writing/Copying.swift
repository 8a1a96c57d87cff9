import CSQLite
import Model

/// Rows of one database copied into another, value by value: the source stays read-only, and no name that stands in it gets
/// into a statement.
struct Copying {
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
        _ tables: [TableDescription] = Schema.tables, run: ID<RunRecord>? = nil, shift: Int = 0
    ) throws(StoreFailure) {
        target.inserts.filled.isKnown = false
        try target.transaction { (target) throws(StoreFailure) in
            try source.access { (source) throws(StoreFailure) in
                for table in tables { try copy(table, run, shift, from: source, to: target) }
            }
        }
    }

    /// Copies the rows of relations that both files have: what rules read of a run stays beside what they found.
    ///
    /// - Parameters: those of ``copy(_:run:shift:)``.
    func copyRelations(run: ID<RunRecord>? = nil, shift: Int = 0) throws(StoreFailure) {
        target.inserts.filled.isKnown = false
        try target.transaction { (target) throws(StoreFailure) in
            try source.access { (source) throws(StoreFailure) in
                for relation in Schema.relations {
                    let columns = try Copying.columns(of: relation, on: target)
                    guard columns == (try Copying.columns(of: relation, on: source)) else { continue }
                    let references = try Copying.references(of: relation, on: target).union(["run"])
                    let values = columns.map { references.contains($0.name) ? "\($0.name) + :shift" : $0.name }
                    let select = try Statement(
                        "SELECT \(values.joined(separator: ", ")) FROM \(relation) \(run == nil ? "" : "WHERE run = :run")",
                        on: source)
                    try select.bind(["shift": SQLValue(shift), "run": run.map { SQLValue($0) } ?? .null])
                    try transfer(select, into: relation, columns.map(\.name), on: target)
                }
            }
        }
    }

    private func copy(
        _ table: TableDescription, _ run: ID<RunRecord>?, _ shift: Int, from source: OpaquePointer,
        to target: OpaquePointer
    ) throws(StoreFailure) {
        // A file of an earlier schema has fewer tables and columns: what is new has its default.
        let kept = Set(try Copying.columns(of: table.rowName, on: source).map(\.name))
        let columns = table.stored.filter { kept.contains($0.name) }
        guard !columns.isEmpty else { return }
        let values = columns.map(\.copied).joined(separator: ", ")
        let order = table.hasRowNumbers ? "ORDER BY rowid" : ""
        let filter = run == nil ? "" : table.ofRun
        let select = try Statement("SELECT \(values) FROM \(table.rowName) \(filter) \(order)", on: source)
        try select.bind(["shift": SQLValue(shift), "run": run.map { SQLValue($0) } ?? .null])
        try transfer(select, into: table.rowName, columns.map(\.name), on: target)
        if table.rowName == Exchange.table.description.rowName, !kept.contains("made_as") {
            try readHeaders(on: target)
        }
    }

    /// Reads of kept headers what earlier versions did not.
    private func readHeaders(on target: OpaquePointer) throws(StoreFailure) {
        let select = try Statement("SELECT id, request_headers, status, response_headers FROM exchange_row", on: target)
        var read: [(id: Int, manner: RequestManner?, isMedia: Bool)] = []
        while try select.step() {
            let manner = RequestManner(HeaderFields(block: select.bytes(1) ?? []))
            let response = select.int(2).map {
                Exchange.Response(status: $0, headers: HeaderFields(block: select.bytes(3) ?? []))
            }
            let isMedia = response?.isMedia == true
            if let id = select.int(0), manner != nil || isMedia { read.append((id, manner, isMedia)) }
        }
        let update = try Statement(
            "UPDATE exchange_row SET made_as = :made, is_media = :media WHERE id = :id", on: target)
        for row in read {
            try update.bind([
                "id": SQLValue(row.id), "made": row.manner.map { .text($0.rawValue) } ?? .null,
                "media": SQLValue(row.isMedia ? 1 : 0),
            ])
            _ = try update.step()
            update.reset()
        }
    }

    private func transfer(
        _ select: Statement, into table: String, _ columns: [String], on target: OpaquePointer
    ) throws(StoreFailure) {
        let places = columns.map { _ in "?" }.joined(separator: ", ")
        let insert = try Statement(
            "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(places))", on: target)
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

    /// The columns that a table has in a file, whatever version that is of; none where there is no such table.
    static func columns(of table: String, on handle: OpaquePointer) throws(StoreFailure) -> [Column] {
        let statement = try Statement("SELECT name, type FROM pragma_table_info('\(table)', 'main')", on: handle)
        var columns: [Column] = []
        while try statement.step() {
            columns.append(Column(name: statement.text(0) ?? "", isInteger: statement.text(1) == "INTEGER"))
        }
        return columns
    }

    struct Column: Hashable {
        var name: String
        var isInteger: Bool
    }

    /// The columns of a relation that hold numbers of rows.
    private static func references(of relation: String, on handle: OpaquePointer) throws(StoreFailure) -> Set<String> {
        let statement = try Statement(
            "SELECT \"from\" FROM pragma_foreign_key_list('\(relation)', 'main')", on: handle)
        var names: Set<String> = []
        while try statement.step() { names.insert(statement.text(0) ?? "") }
        return names
    }
}

extension ColumnDescription {
    /// Its value for a row of another file, perhaps of an earlier version.
    fileprivate var copied: String {
        if reference != nil { return "\(name) + :shift" }
        guard !formerWords.isEmpty else { return name }
        let words = formerWords.sorted { $0.key < $1.key }.map { "WHEN '\($0.key)' THEN '\($0.value)'" }
        return "CASE \(name) \(words.joined(separator: " ")) ELSE \(name) END"
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
    public func append(run: ID<RunRecord>, from other: Database) throws(StoreFailure) -> ID<RunRecord> {
        ID(try append(other.connection, run: run) + 1)
    }

    /// Copies what decoding wrote of one run of a kept file, what decided how it was read, and what a person declared: all
    /// that is needed to judge it again.
    /// Numbers stay as they are, so this goes into an empty database only.
    public func appendDecoded(run: ID<RunRecord>, from other: Database) throws(StoreFailure) {
        let tables = Schema.tables.filter { $0.stage == .decoding }
        try Copying(from: other.connection, to: connection).copy(tables, run: run)
        if let kept = other.kept { self.kept = KeptSource(path: kept.path, isJudgedAgain: true) }
    }

    /// - Returns: the highest number in use before.
    @discardableResult
    private func append(_ source: Connection, run: ID<RunRecord>?) throws(StoreFailure) -> Int {
        let highest = try highestNumber()
        // In a file that was filled by copying, the run's own number is the lowest of all its numbers.
        let shift = run.map { highest &- ($0.number &- 1) } ?? highest
        let copying = Copying(from: source, to: connection)
        try copying.copy(run: run, shift: shift)
        try copying.copyRelations(run: run, shift: shift)
        return highest
    }

    private func highestNumber() throws(StoreFailure) -> Int {
        try connection.access { (handle) throws(StoreFailure) in
            var highest = 0
            for table in Schema.tables where table.isNumbered {
                let statement = try Statement("SELECT max(id) FROM \(table.rowName)", on: handle)
                if try statement.step(), let found = statement.int(0) { highest = max(highest, found) }
            }
            return highest
        }
    }
}
