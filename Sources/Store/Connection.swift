import GRDB
import GRDBSQLite
import SQLiteSettings

/// One SQLite connection: GRDB opens it, serialises access to it and waits for locks; statements are SQLite's own.
///
/// Access may nest on the same thread (a row's consumer may write), which is why the re-entrant door is used.
final class Connection: Sendable {
    /// The empty path is SQLite's private temporary database: on disk when it grows, gone when it is closed.
    static let temporaryPath = ""

    let authorizer: Authorizer
    /// Released before the connection is.
    let inserts = InsertStatements()
    private let queue: DatabaseQueue
    /// Whether it never writes.
    let isReadOnly: Bool

    /// Nobody asks SQLite how much memory it holds.
    private static let withoutMemoryCounts: Void = { _ = sqlite_without_memory_counts() }()

    init(path: String, readOnly: Bool) throws(StoreFailure) {
        Connection.withoutMemoryCounts
        isReadOnly = readOnly
        let authorizer = Authorizer()
        var configuration = Configuration()
        configuration.readonly = readOnly
        configuration.busyMode = .timeout(5)
        configuration.foreignKeysEnabled = false
        configuration.allowsUnsafeTransactions = true
        configuration.label = "BeaconProof"
        do {
            queue = try DatabaseQueue(path: Connection.plain(path), configuration: configuration)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_NOTADB {
            throw .notBeaconProof(path: path)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CANTOPEN {
            throw .cannotOpen(path: path, reason: error.message ?? "unable to open database file")
        } catch let error as DatabaseError {
            throw StoreFailure(
                code: error.extendedResultCode.rawValue, message: error.message ?? error.description)
        } catch {
            throw .cannotOpen(path: path, reason: "\(error)")
        }
        self.authorizer = authorizer
        try access { (handle) throws(StoreFailure) in
            let code = sqlite_trust_no_schema(handle)
            guard code == SQLITE_OK else { throw .last(on: handle, code: code, statement: "") }
            try DateFunctions.replace(on: handle, authorizer)
            // Table-valued JSON functions register themselves on first use, which the authorizer would refuse later.
            try execute("SELECT 1 FROM json_each('[]') UNION ALL SELECT 1 FROM json_tree('[]')", on: handle)
            authorizer.register(on: handle)
        }
    }

    /// `file:run.db?vfs=…` and `:memory:` are names of files like any other.
    private static func plain(_ path: String) -> String {
        path.isEmpty || path.hasPrefix("/") ? path : "./" + path
    }

    /// Runs `body` alone on the connection.
    func access<Result>(_ body: (OpaquePointer) throws(StoreFailure) -> Result) throws(StoreFailure) -> Result {
        let outcome: Swift.Result<Result, StoreFailure> = queue.unsafeReentrantWrite { database in
            guard let handle = database.sqliteConnection else {
                return .failure(.sql(message: "the database is closed", statement: "", offset: nil))
            }
            do throws(StoreFailure) {
                return .success(try body(handle))
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    /// One transaction: all of `body` or nothing. Transactions do not nest.
    ///
    /// - Parameter begin: IMMEDIATE takes the write lock of every attached file at once.
    func transaction<Result>(
        begin: String = "BEGIN IMMEDIATE", _ body: (OpaquePointer) throws(StoreFailure) -> Result
    ) throws(StoreFailure) -> Result {
        guard !isReadOnly else { throw .readOnly("it is open for reading only") }
        return try access { (handle) throws(StoreFailure) in
            try execute(begin, on: handle)
            do throws(StoreFailure) {
                let result = try body(handle)
                try execute("COMMIT", on: handle)
                return result
            } catch {
                // SQLite has rolled back by itself after a full disk or a lack of memory.
                if sqlite3_get_autocommit(handle) == 0 { try execute("ROLLBACK", on: handle) }
                throw error
            }
        }
    }

    /// Runs statements without results, several if separated by semicolons.
    func execute(_ sql: String, on handle: OpaquePointer) throws(StoreFailure) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw .last(on: handle, code: code, statement: sql) }
    }

    func close() throws(StoreFailure) {
        try access { _ in inserts.removeAll() }
        do {
            try queue.close()
        } catch let error as DatabaseError {
            throw StoreFailure(code: error.extendedResultCode.rawValue, message: error.message ?? error.description)
        } catch {
            throw .sql(message: "\(error)", statement: "", offset: nil)
        }
    }
}
