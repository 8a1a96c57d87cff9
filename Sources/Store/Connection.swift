import CSQLite

/// One SQLite connection, used by one thread at a time.
///
/// Access may nest on the same thread (a row's consumer may write), which is why its lock is a recursive one: SQLite's own.
///
/// `@unchecked Sendable`: the handle is touched only inside ``access(_:)``.
final class Connection: @unchecked Sendable {
    /// The empty path is SQLite's private temporary database: on disk when it grows, gone when it is closed.
    static let temporaryPath = ""
    /// How long a connection waits for another process that holds the file.
    private static let patienceMilliseconds: Int32 = 5_000

    let authorizer: Authorizer
    /// Released before the connection is.
    let inserts = InsertStatements()
    /// The same, by relation.
    let derivations = Derivations()
    let questions = KeptStatements()
    /// Whether it never writes.
    let isReadOnly: Bool
    /// Whether the indexes that are made late stand already.
    var isIndexed = false
    private var handle: OpaquePointer?
    private let lock: OpaquePointer?

    /// Nobody asks SQLite how much memory it holds. A program that has used SQLite before us keeps its own settings.
    private static let memory: Void = { _ = sqlite_without_memory_counts() }()

    init(path: String, readOnly: Bool) throws(StoreFailure) {
        Connection.memory
        isReadOnly = readOnly
        authorizer = Authorizer()
        lock = sqlite3_mutex_alloc(SQLITE_MUTEX_RECURSIVE)
        handle = try Connection.open(path, readOnly: readOnly)
        try access { (handle) throws(StoreFailure) in
            let code = sqlite_trust_no_schema(handle)
            guard code == SQLITE_OK else { throw .last(on: handle, code: code, statement: "") }
            try DateFunctions.replace(on: handle, authorizer)
            // Table-valued JSON functions register themselves on first use, which the authorizer would refuse later.
            try execute("SELECT 1 FROM json_each('[]') UNION ALL SELECT 1 FROM json_tree('[]')", on: handle)
            authorizer.register(on: handle)
        }
    }

    deinit {
        inserts.removeAll()
        derivations.removeAll()
        questions.removeAll()
        sqlite3_close_v2(handle)
        sqlite3_mutex_free(lock)
    }

    private static func open(_ path: String, readOnly: Bool) throws(StoreFailure) -> OpaquePointer {
        let access = readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        var handle: OpaquePointer?
        var code = sqlite3_open_v2(plain(path), &handle, access | SQLITE_OPEN_NOMUTEX, nil)
        // The file is read only now: what is not a database says so here, not at the first question.
        if code == SQLITE_OK { code = sqlite3_exec(handle, "SELECT 1 FROM sqlite_schema LIMIT 1", nil, nil, nil) }
        if code == SQLITE_OK, let handle {
            sqlite3_extended_result_codes(handle, 1)
            sqlite3_busy_timeout(handle, patienceMilliseconds)
            return handle
        }
        let message = handle.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) } ?? "no memory"
        sqlite3_close_v2(handle)
        switch code & 0xff {
        case SQLITE_NOTADB: throw .notBeaconProof(path: path)
        case SQLITE_CANTOPEN: throw .cannotOpen(path: path, reason: message)
        default: throw StoreFailure(code: code, message: message)
        }
    }

    /// `file:run.db?vfs=…` and `:memory:` are names of files like any other.
    private static func plain(_ path: String) -> String {
        path.isEmpty || path.hasPrefix("/") ? path : "./" + path
    }

    /// Runs `body` alone on the connection.
    func access<Result>(_ body: (OpaquePointer) throws(StoreFailure) -> Result) throws(StoreFailure) -> Result {
        sqlite3_mutex_enter(lock)
        defer { sqlite3_mutex_leave(lock) }
        guard let handle else { throw .sql(message: "the database is closed", statement: "", offset: nil) }
        return try body(handle)
    }

    /// One transaction: all of `body` or nothing. Transactions do not nest.
    ///
    /// - Parameter begin: IMMEDIATE takes the write lock of every attached file at once.
    func transaction<Result>(
        begin: String = "BEGIN IMMEDIATE", _ body: (OpaquePointer) throws(StoreFailure) -> Result
    ) throws(StoreFailure) -> Result {
        guard !isReadOnly else { throw .readOnly("it is open for reading only") }
        return try access { (handle) throws(StoreFailure) in
            try run(begin, on: handle)
            do throws(StoreFailure) {
                let result = try body(handle)
                try run("COMMIT", on: handle)
                return result
            } catch {
                // SQLite has rolled back by itself after a full disk or a lack of memory.
                if sqlite3_get_autocommit(handle) == 0 { try execute("ROLLBACK", on: handle) }
                throw error
            }
        }
    }

    /// Runs one statement without results, which is kept for the next run.
    func run(_ sql: String, on handle: OpaquePointer) throws(StoreFailure) {
        let statement = try questions.statement(sql, on: handle)
        defer { questions.put(back: statement) }
        _ = try statement.step()
    }

    /// Runs statements without results, several if separated by semicolons.
    func execute(_ sql: String, on handle: OpaquePointer) throws(StoreFailure) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw .last(on: handle, code: code, statement: sql) }
    }

    func close() throws(StoreFailure) {
        try access { (handle) throws(StoreFailure) in
            inserts.removeAll()
            derivations.removeAll()
            questions.removeAll()
            let code = sqlite3_close(handle)
            guard code == SQLITE_OK else { throw .last(on: handle, code: code, statement: "") }
        }
        handle = nil
    }
}
