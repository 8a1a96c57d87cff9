import CSQLite

/// Runs of one file copied behind those of another.
///
/// All numbers of the copied rows are raised by the same amount, one that is beyond every number in use. So references
/// between rows stay right whatever they point at, and the order of the rows stays as it was.
extension Database {
    /// Copies every run of another file.
    public func append(from path: String) throws(StoreFailure) {
        try append(from: path, whereRun: nil)
    }

    /// Copies one run of another file that has one run only, or was filled by copying.
    ///
    /// - Returns: the run's number here.
    public func append(run: Int, from path: String) throws(StoreFailure) -> Int {
        try append(from: path, whereRun: run) + 1
    }

    /// - Returns: the highest number in use before.
    @discardableResult
    private func append(from path: String, whereRun run: Int?) throws(StoreFailure) -> Int {
        // Refuses what is not ours or not of this version.
        try Connection.existing(path, readOnly: true, versions: .known).close()
        let connection = connection
        return try connection.access { (handle) throws(StoreFailure) in
            let attach = try Statement("ATTACH :path AS source", on: handle)
            try attach.bind(["path": .text(path)])
            _ = try attach.step()
            // Files that are built lock exclusively, and what is attached would do the same: several processes may read it.
            try connection.execute("PRAGMA source.locking_mode = NORMAL", on: handle)
            let outcome: Result<Int, StoreFailure>
            do throws(StoreFailure) {
                outcome = .success(
                    try connection.transaction(begin: "BEGIN") { (handle) throws(StoreFailure) in
                        try Merge(run: run, on: handle).copy()
                    })
            } catch {
                outcome = .failure(error)
            }
            try connection.execute("DETACH source", on: handle)
            return try outcome.get()
        }
    }
}

/// One copy, from the attached database `source`.
struct Merge {
    /// Columns that hold the number of a row, of whatever table.
    static let references: Set<String> = [
        "id", "run", "capture", "exchange", "call", "document", "parent", "child", "ad", "tracker", "fetch", "ad_play",
        "beacon", "session", "firing", "prior", "diagnostic", "finding", "subject", "source_id",
    ]

    private let handle: OpaquePointer
    private let run: Int?

    init(run: Int?, on handle: OpaquePointer) {
        self.run = run
        self.handle = handle
    }

    /// - Returns: the highest number in use before.
    func copy() throws(StoreFailure) -> Int {
        let highest = try highestNumber()
        // In a file that was filled by copying, the run's own number is the lowest of all its numbers.
        let shift = run.map { highest - ($0 - 1) } ?? highest
        var arguments: [String: SQLValue] = ["shift": SQLValue(shift)]
        if let run { arguments["run"] = SQLValue(run) }
        for table in Table.allCases {
            let statement = try Statement(try sql(for: table), on: handle)
            try statement.bind(arguments)
            _ = try statement.step()
        }
        return highest
    }

    private func sql(for table: Table) throws(StoreFailure) -> String {
        let columns = try Merge.columns(of: table, on: handle)
        let names = columns.map(\.name).joined(separator: ", ")
        let values = columns.map { $0.isReference ? "\($0.name) + :shift" : $0.name }.joined(separator: ", ")
        let order = table.hasRowNumbers ? "ORDER BY rowid" : ""
        return
            "INSERT INTO main.\(table.name) (\(names)) SELECT \(values) FROM source.\(table.name) \(filter(table)) \(order)"
    }

    private func filter(_ table: Table) -> String {
        guard run != nil else { return "" }
        return switch table {
        case .run: "WHERE id = :run"
        case .clock, .sighting, .ledger: "WHERE capture IN (SELECT id FROM source.capture_row WHERE run = :run)"
        case .evidence: "WHERE finding IN (SELECT id FROM source.finding_row WHERE run = :run)"
        default: "WHERE run = :run"
        }
    }

    private func highestNumber() throws(StoreFailure) -> Int {
        var highest = 0
        for table in Table.allCases {
            for column in try Merge.columns(of: table, on: handle) where column.name == "id" && column.isReference {
                let statement = try Statement("SELECT max(id) FROM main.\(table.name)", on: handle)
                if try statement.step(), let found = statement.int(0) { highest = max(highest, found) }
            }
        }
        return highest
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

extension Table {
    /// Whether SQLite numbers the rows itself; the others are kept in the order of their keys.
    fileprivate var hasRowNumbers: Bool {
        switch self {
        case .sighting, .fact, .setting, .rule, .ruleSummary, .family, .certificate: false
        default: true
        }
    }
}
