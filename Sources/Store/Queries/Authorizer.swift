import CSQLite

/// Decides what SQL may touch while statements of rules and users are prepared and run: documented views, the tables whose rows
/// they show, and the other private tables only from inside them.
///
/// SQLite names the innermost view in which a column is read. It names a common table expression the same way, so one
/// that takes a view's name would open the private tables; ``PublicSQL`` refuses such names before SQLite sees them.
///
/// `@unchecked Sendable`: the state is touched only inside an access to the one connection it belongs to.
final class Authorizer: @unchecked Sendable {
    private var isRestricted = false
    /// Whether the tables whose rows views show may be read themselves: by what ``DirectSQL`` wrote.
    private var isDirect = false
    /// The one table that may be written while the restrictions are on.
    private var filled: String?
    /// Relations that are not a part of the schema: a person's own, until the connection is closed.
    var temporaryRelations: Set<String> = []
    private var refusal: String?
    private var stepLimit = Int.max
    private var steps = 0
    private var isCancelled: @Sendable () -> Bool = { false }
    private var wasCancelled = false

    /// SQLite asks the progress handler once in so many steps of its machine.
    private static let stepsPerCall = 10_000
    /// One step may make a value of any size. Larger ones, in bytes, are an error; no captured body is.
    static let largestValue: Int32 = 128 << 20
    private static let readableFunctionTables: Set<String> = ["json_each", "json_tree"]
    /// Functions that load code, or whose result differs from run to run.
    private static let refusedFunctions: Set<String> = [
        "load_extension", "fts3_tokenizer", "random", "randomblob", "readfile", "writefile", "edit", "changes",
        "total_changes", "last_insert_rowid",
    ]
    /// Keywords for the present time; SQLite asks for them as functions. What else knows it is in ``DateFunctions``.
    private static let clockKeywords: Set<String> = ["current_date", "current_time", "current_timestamp"]

    func register(on handle: OpaquePointer) {
        sqlite3_set_authorizer(
            handle,
            { context, action, first, second, _, view in
                guard let context else { return SQLITE_DENY }
                let authorizer = Unmanaged<Authorizer>.fromOpaque(context).takeUnretainedValue()
                return authorizer.permits(action, first, second, view) ? SQLITE_OK : SQLITE_DENY
            },
            Unmanaged.passUnretained(self).toOpaque())
    }

    /// Runs `body` with the restrictions on. What it throws is told in our words where the authorizer was the cause.
    func restrict<Result>(
        on handle: OpaquePointer, filling table: String? = nil, isDirect: Bool = false, stepLimit: Int,
        isCancelled: @escaping @Sendable () -> Bool = { false }, _ body: () throws(StoreFailure) -> Result
    ) throws(StoreFailure) -> Result {
        let outer = (isRestricted, filled, self.stepLimit, steps, self.isCancelled, self.isDirect)
        isRestricted = true
        self.isDirect = isDirect
        filled = table
        refusal = nil
        self.stepLimit = stepLimit
        self.isCancelled = isCancelled
        wasCancelled = false
        steps = 0
        watchSteps(on: handle)
        let largest = sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Authorizer.largestValue)
        defer {
            sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, largest)
            (isRestricted, filled, self.stepLimit, steps, self.isCancelled, self.isDirect) = outer
            if !isRestricted { sqlite3_progress_handler(handle, 0, nil, nil) }
        }
        do throws(StoreFailure) {
            return try body()
        } catch {
            if let refusal { throw .refused(refusal) }
            if wasCancelled { throw .cancelled }
            if steps > stepLimit { throw .tooLong(stepLimit: stepLimit) }
            throw error
        }
    }

    /// Lifts the restrictions while the consumer of a row does its own work.
    func lift<Result>(_ body: () throws(StoreFailure) -> Result) throws(StoreFailure) -> Result {
        let outer = isRestricted
        isRestricted = false
        defer { isRestricted = outer }
        return try body()
    }

    /// A function that refuses its arguments says why; whoever ran the statement is told so.
    func note(refusal reason: String) {
        if isRestricted { refusal = refusal ?? reason }
    }

    private func watchSteps(on handle: OpaquePointer) {
        sqlite3_progress_handler(
            handle, Int32(Authorizer.stepsPerCall),
            { context in
                guard let context else { return 1 }
                let authorizer = Unmanaged<Authorizer>.fromOpaque(context).takeUnretainedValue()
                guard authorizer.isRestricted else { return 0 }
                authorizer.steps += Authorizer.stepsPerCall
                if authorizer.isCancelled() { authorizer.wasCancelled = true }
                return authorizer.wasCancelled || authorizer.steps > authorizer.stepLimit ? 1 : 0
            },
            Unmanaged.passUnretained(self).toOpaque())
    }

    private func permits(
        _ action: Int32, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?, _ view: UnsafePointer<CChar>?
    ) -> Bool {
        guard isRestricted else { return true }
        switch action {
        case SQLITE_SELECT, SQLITE_RECURSIVE: return true
        case SQLITE_INSERT where filled != nil && first.map({ String(cString: $0) }) == filled: return true
        case SQLITE_READ: return permitsRead(of: first, column: second, inside: view)
        case SQLITE_FUNCTION:
            let function = second.map { String(cString: $0) } ?? ""
            if Authorizer.clockKeywords.contains(function.lowercased()) {
                return refuse("\(function) differs from run to run; compare times of the capture")
            }
            guard Authorizer.refusedFunctions.contains(function.lowercased()) else { return true }
            return refuse("the function \(function) is not allowed in queries")
        case SQLITE_PRAGMA: return refuse("PRAGMA is not allowed in queries; `beaconproof schema` shows the views")
        case SQLITE_ATTACH: return refuse("ATTACH is not allowed in queries; name several databases instead")
        case SQLITE_TRANSACTION, SQLITE_SAVEPOINT: return refuse("transactions are not allowed in queries")
        default: return refuse("queries only read: this statement would change the database")
        }
    }

    private func permitsRead(
        of table: UnsafePointer<CChar>?, column: UnsafePointer<CChar>?, inside view: UnsafePointer<CChar>?
    ) -> Bool {
        switch Authorizer.meaning(of: table) {
        case .view, .shown: return true
        case .rows where isDirect: return true
        case .table, .rows: if Authorizer.meaning(of: view)?.isView == true { return true }
        default: break
        }
        let name = table.map { String(cString: $0) } ?? ""
        if Authorizer.readableFunctionTables.contains(name) || temporaryRelations.contains(name) { return true }
        // SQLite reports a table of which no column is used without its view. Private names cannot stand in public SQL
        // (PublicSQL), so this one is either behind a view or a common table expression.
        let namesNoColumn = column.map { $0.pointee == 0 } ?? true
        if namesNoColumn, !name.hasPrefix("sqlite_"), !name.hasPrefix("pragma_") { return true }
        return refuse("\(name) is not a documented view; `beaconproof schema` lists them")
    }

    /// SQLite asks for each column that a statement names, so that no `String` is made of what is permitted.
    private static func meaning(of name: UnsafePointer<CChar>?) -> SQLWord? {
        guard let name else { return nil }
        var count = 0
        while name[count] != 0 { count += 1 }
        return name.withMemoryRebound(to: UInt8.self, capacity: count) { start in
            SQLWord.meaning(of: UnsafeBufferPointer(start: start, count: count).span)
        }
    }

    private func refuse(_ reason: String) -> Bool {
        refusal = refusal ?? reason
        return false
    }
}
