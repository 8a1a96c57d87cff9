import CSQLite
import Model
import Synchronization

/// A kept file whose rows a database holds.
public struct KeptSource: Sendable, Hashable {
    /// As it was named.
    public var path: String
    /// Whether the verdict was made anew from its exchanges, and is not the one that it kept.
    public var isJudgedAgain: Bool

    public init(path: String, isJudgedAgain: Bool = false) {
        self.path = path
        self.isJudgedAgain = isJudgedAgain
    }
}

/// A BeaconProof database: one SQLite file, read through documented views, written through a ``Writer``.
///
/// Safe to share between tasks; calls are serialised on its one connection. Calls may nest on one thread: the consumer of
/// a row may read and write.
public final class Database: Sendable {
    private let state: Mutex<State>

    private struct State {
        var connection: Connection
        /// Where the file is built and where it shall be; `nil` once published, and for databases that never are.
        var building: FreshFile?
        var kept: KeptSource?
    }

    private init(_ connection: Connection, building: FreshFile? = nil, kept: KeptSource? = nil) {
        state = Mutex(State(connection: connection, building: building, kept: kept))
    }

    deinit {
        state.withLock { $0.building?.discard() }
    }

    var connection: Connection { state.withLock { $0.connection } }

    /// The file that the rows came from, where that is no capture.
    public internal(set) var kept: KeptSource? {
        get { state.withLock { $0.kept } }
        set { state.withLock { $0.kept = newValue } }
    }
}

// MARK: - Opening

extension Database {
    /// A new file. It is built under a temporary name beside `path`, so that nobody sees half a database, and gets its
    /// name from ``publish()``; without that it is removed when the database is released.
    ///
    /// - Parameter replacing: whether a BeaconProof database at `path` may be replaced. Other files never are.
    public static func create(
        at path: String, replacing: Bool = false, for load: Load = .large
    ) throws(StoreFailure) -> Database {
        if FreshFile.exists(path) {
            guard replacing else { throw .exists(path: path) }
            _ = try KeptFile(path)
        }
        let file = try FreshFile(destination: path)
        let connection = try Connection.fresh(at: file.path, for: load)
        return Database(connection, building: file)
    }

    /// A private database that is gone with the process.
    public static func temporary(for load: Load = .large) throws(StoreFailure) -> Database {
        Database(try Connection.fresh(at: Connection.temporaryPath, for: load))
    }

    /// A kept file, for reading. Nothing in it runs, and it is refused unless it is what some version of ours made
    /// ([decision 0020](docs/decisions/0020-a-database-is-no-capture.md)). The rows of an earlier version are copied and
    /// brought up to date; the file stays as it is.
    ///
    /// - Parameter isExamined: whether its pages were looked at when this command began, and need not be again.
    public static func open(_ path: String, isExamined: Bool = false) throws(StoreFailure) -> Database {
        let kept = KeptSource(path: path)
        let (connection, version) = try Connection.kept(path, isExamined ? .schema : .whole)
        if version == Schema.version { return Database(connection, kept: kept) }
        let copy = try Connection.fresh(at: Connection.temporaryPath, for: .large)
        try Copying(from: connection, to: copy).copy()
        let database = Database(copy, kept: kept)
        try database.finishLoading()
        return database
    }

    /// Gives a new file its name. From here on it is only read: a file with a name is replaced and never changed, so that no
    /// moment leaves half a change. Does nothing for other databases.
    public func publish() throws(StoreFailure) {
        let result: Result<Void, StoreFailure> = state.withLock { state in
            guard let file = state.building else { return .success(()) }
            do throws(StoreFailure) {
                try state.connection.close()
                try file.publish(isDatabase: true)
                state.building = nil
                state.connection = try Connection(path: file.destination, readOnly: true)
                try state.connection.setCache()
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }
}

// MARK: - Reading

extension Database {
    /// The runs it holds.
    public func runs() throws(StoreFailure) -> [ID<RunRecord>] {
        try rows("SELECT id FROM run ORDER BY id").compactMap { $0.id("id") }
    }

    /// All rows. Named parameters (`:run`) take their values from `arguments`; those the SQL does not name are ignored.
    public func rows(_ sql: String, _ arguments: [String: SQLValue] = [:]) throws(StoreFailure) -> [Row] {
        var rows: [Row] = []
        try forEachRow(sql, arguments) { row in rows.append(row) }
        return rows
    }

    /// Each row as it comes.
    public func forEachRow(
        _ sql: String, _ arguments: [String: SQLValue] = [:], _ body: (Row) throws(StoreFailure) -> Void
    ) throws(StoreFailure) {
        try withKeptStatement(sql, arguments, isDirect: true) { (statement) throws(StoreFailure) in
            let result = ResultColumns(statement.columns)
            while try statement.step() { try body(statement.row(of: result)) }
        }
    }

    /// Each row where it stands in SQLite.
    public func forEachCurrentRow(
        _ sql: String, _ arguments: [String: SQLValue] = [:], _ body: (CurrentRow) throws(StoreFailure) -> Void
    ) throws(StoreFailure) {
        try withKeptStatement(sql, arguments) { (statement) throws(StoreFailure) in
            while try statement.step() { try body(CurrentRow(of: statement)) }
        }
    }

    /// A statement with its arguments, which is kept for the next run.
    private func withKeptStatement(
        _ sql: String, _ arguments: [String: SQLValue], isDirect: Bool = false,
        _ body: (Statement) throws(StoreFailure) -> Void
    ) throws(StoreFailure) {
        let connection = connection
        try connection.access { (handle) throws(StoreFailure) in
            let statement = try connection.questions.statement(sql, isDirect: isDirect, on: handle)
            defer { connection.questions.put(back: statement) }
            try statement.bind(arguments)
            try body(statement)
        }
    }

    /// The names of the result's columns; the statement is prepared and not run.
    public func columns(of sql: String) throws(StoreFailure) -> [String] {
        try connection.access { (handle) throws(StoreFailure) in try Statement(sql, on: handle).columns }
    }

    /// SQLite's plan, one line per step, indented by depth.
    public func queryPlan(_ sql: String) throws(StoreFailure) -> [String] {
        try connection.access { (handle) throws(StoreFailure) in
            try QueryPlan.lines(of: try Statement("EXPLAIN QUERY PLAN " + sql, on: handle))
        }
    }

    /// Runs SQL of rules or users: reads of documented views only, within a limit of steps of SQLite's machine.
    ///
    /// - Parameters:
    ///   - isDirect: whether views may be left out that show the rows of one table, which says the same and begins sooner.
    ///   - isCancelled: asked every now and then while a query runs; the query ends when it says yes.
    public func restricted<Result>(
        isDirect: Bool = false, stepLimit: Int = 20_000_000_000,
        isCancelled: @escaping @Sendable () -> Bool = { false },
        _ body: (PublicQueries) throws(StoreFailure) -> Result
    ) throws(StoreFailure) -> Result {
        let connection = connection
        return try connection.access { (handle) throws(StoreFailure) in
            try body(
                PublicQueries(
                    handle: handle, authorizer: connection.authorizer, kept: connection.questions, isDirect: isDirect,
                    stepLimit: stepLimit, isCancelled: isCancelled))
        }
    }

    /// For readers of this module that need columns without rows.
    func withStatement<Result>(
        _ sql: String, _ body: (Statement) throws(StoreFailure) -> Result
    ) throws(StoreFailure) -> Result {
        try connection.access { (handle) throws(StoreFailure) in try body(try Statement(sql, on: handle)) }
    }
}

// MARK: - Writing

extension Database {
    /// One transaction: all that `body` writes, or nothing when it throws. Transactions do not nest.
    public func write<Result>(
        _ body: (inout Writer) throws(StoreFailure) -> Result
    ) throws(StoreFailure) -> Result {
        let connection = connection
        return try connection.transaction { (handle) throws(StoreFailure) in
            var writer = Writer(on: handle, statements: connection.inserts, kept: connection.questions)
            return try body(&writer)
        }
    }

    /// Makes a database for one run after another: statements are kept once they are prepared.
    public func keepStatements() {
        connection.questions.isOn = true
    }

    /// Removes all rows. The schema stays, which takes longer to make than a small capture to judge.
    public func clear() throws(StoreFailure) {
        let connection = connection
        try connection.transaction { (handle) throws(StoreFailure) in
            let tables =
                (Schema.tables.map(\.rowName) + Schema.relations).filter(connection.inserts.filled.mayHaveRows)
                .map { "main.\($0)" }
                + connection.authorizer.temporaryRelations.sorted().map { "temp.\($0)" }
            for table in tables { try connection.run("DELETE FROM \(table)", on: handle) }
        }
        connection.inserts.filled.removeAll()
    }

    /// To be called when all exchanges are in and before they are read in time order.
    public func finishDecoding() throws(StoreFailure) {
        try makeIndexes(Schema.indexFiles.prefix(1))
    }

    /// Makes all indexes, once the rows of a stage are in: faster than keeping them while loading. Calling it again is
    /// harmless; a kept file has what it has.
    public func finishLoading() throws(StoreFailure) {
        try makeIndexes(Schema.indexFiles[...])
    }

    private func makeIndexes(_ files: ArraySlice<String>) throws(StoreFailure) {
        let connection = connection
        guard !connection.isReadOnly, !connection.isIndexed else { return }
        try connection.transaction { (handle) throws(StoreFailure) in
            for file in files { try connection.execute(file, on: handle) }
        }
    }
}

extension Database {
    /// Removes the files, databases and others, that this process has begun and not published: for one that is about to end.
    public static func discardUnpublished() {
        FreshFile.discardAll()
    }

    /// Version of the SQLite library in use.
    public static var libraryVersion: String { String(cString: sqlite3_libversion()) }
}
