import CSQLite

/// How connections are set up: fast for a file nobody else knows yet, safe for one that has a name.
extension Connection {
    /// A new database with the schema in it.
    static func fresh(at path: String, for load: Load) throws(StoreFailure) -> Connection {
        let connection = try Connection(path: path, readOnly: false)
        try connection.access { (handle) throws(StoreFailure) in
            // A journal in memory loads twice as fast.
            try connection.execute(
                """
                PRAGMA page_size = \(load.pageSize);
                PRAGMA journal_mode = MEMORY;
                PRAGMA synchronous = OFF;
                PRAGMA locking_mode = EXCLUSIVE;
                PRAGMA temp_store = FILE;
                """, on: handle)
        }
        try connection.setCache()
        let objects = Schema.objects + (load.isIndexed ? Schema.lateIndexes : [])
        try EmptyDatabase(objects, pageSize: load.pageSize).fill(connection)
        connection.isIndexed = load.isIndexed
        connection.inserts.filled.isKnown = true
        return connection
    }

    /// How closely a kept file is looked at before anything in it is believed.
    enum Examination {
        /// Its schema: enough for a file that a process of ours has just made.
        case schema
        /// Its pages too.
        case whole
    }

    /// A kept file, read-only, of whatever version: looked at first, and from then on nobody can change what is read.
    ///
    /// - Returns: the connection and the version of the file's schema.
    static func kept(
        _ path: String, _ examination: Examination
    ) throws(StoreFailure) -> (connection: Connection, version: Int) {
        let file = try KeptFile(path)
        guard file.version <= Schema.version else {
            throw .newerFile(path: path, found: file.version, known: Schema.version)
        }
        guard file.version > 0 else { throw .notAsMade(path: path, found: "it has no schema version") }
        try file.checkAlone()
        let connection = try Connection(path: path, readOnly: true)
        try connection.setCache()
        try connection.access { (handle) throws(StoreFailure) in
            // Larger values than any that is written are refused when they are read.
            sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Authorizer.largestValue)
            try connection.execute("PRAGMA cell_size_check = ON; BEGIN", on: handle)
            guard try connection.number("PRAGMA application_id", on: handle) == Schema.applicationID,
                try connection.number("PRAGMA user_version", on: handle) == file.version
            else { throw .notBeaconProof(path: path) }
            let expected = try ExpectedSchema.of(version: file.version)
            if let difference = expected.difference(from: try SchemaObject.all(on: handle)) {
                throw .notAsMade(path: path, found: difference)
            }
            guard examination == .whole else { return }
            try connection.checkPages(path, on: handle)
            try connection.checkNumbers(path, on: handle)
        }
        return (connection, file.version)
    }

    private func checkPages(_ path: String, on handle: OpaquePointer) throws(StoreFailure) {
        let statement = try Statement("PRAGMA quick_check(1)", on: handle)
        let found = try statement.step() ? statement.text(0) ?? "" : ""
        guard found == "ok" else { throw .damaged("\(path): \(found)") }
    }

    /// Numbers near the ends of the range would overflow where they are added up. Times up to the year 9999 are far from them.
    private func checkNumbers(_ path: String, on handle: OpaquePointer) throws(StoreFailure) {
        for table in Schema.tables {
            let columns = try Copying.columns(of: table.rowName, on: handle).filter(\.isInteger).map(\.name)
            guard !columns.isEmpty else { continue }
            let wrong = columns.map { "\($0) NOT BETWEEN -\(1 << 60) AND \(1 << 60)" }.joined(separator: " OR ")
            let statement = try Statement("SELECT 1 FROM \(table.rowName) WHERE \(wrong) LIMIT 1", on: handle)
            if try statement.step() { throw .damaged("\(path): a number in \(table.rowName) is out of range") }
        }
    }

    private func number(_ sql: String, on handle: OpaquePointer) throws(StoreFailure) -> Int {
        let statement = try Statement(sql, on: handle)
        return try statement.step() ? statement.int(0) ?? 0 : 0
    }

    /// Room for pages in memory, in KB. Rules and reports go over the same rows again and again: with SQLite's own 2 MB the
    /// reading of pages took a third of judging a large kept file.
    func setCache() throws(StoreFailure) {
        try access { (handle) throws(StoreFailure) in try execute("PRAGMA cache_size = -32768", on: handle) }
    }
}

/// What a new database is made for.
public enum Load: Sendable {
    /// Captures of a few megabytes. The indexes stand from the beginning: they cost less than making them would.
    case small
    /// Anything. Large pages load twice as fast, and so do tables whose indexes are made when they are full.
    case large

    /// The most bytes that captures have which are small.
    public static let most = 2 << 20

    fileprivate var pageSize: Int { self == .small ? 4_096 : 8_192 }
    fileprivate var isIndexed: Bool { self == .small }
}
