/// The door for SQL of rules and users: reads of documented views, nothing else, within a limit of steps.
///
/// Valid only inside ``Database/restricted(stepLimit:_:)``.
public struct PublicQueries {
    let handle: OpaquePointer
    let authorizer: Authorizer
    let kept: KeptStatements
    /// Whether SQLite is given the tables that views show (``DirectSQL``). What a person asks is asked as it stands: the plan,
    /// and the names of columns without one, show it.
    let isDirect: Bool
    let stepLimit: Int
    let isCancelled: @Sendable () -> Bool

    /// All rows. The step limit holds for each query by itself.
    public func rows(_ sql: String, _ arguments: [String: SQLValue] = [:]) throws(StoreFailure) -> [Row] {
        var rows: [Row] = []
        try forEachRow(sql, arguments) { row in rows.append(row) }
        return rows
    }

    /// Each row as it comes. Inside `body` the connection is not restricted.
    public func forEachRow(
        _ sql: String, _ arguments: [String: SQLValue] = [:], _ body: (Row) throws(StoreFailure) -> Void
    ) throws(StoreFailure) {
        try authorizer.restrict(on: handle, isDirect: isDirect, stepLimit: stepLimit, isCancelled: isCancelled) {
            () throws(StoreFailure) in
            let statement = try statement(for: sql)
            defer { kept.put(back: statement) }
            try statement.bind(arguments)
            let result = ResultColumns(statement.columns)
            while try statement.step() {
                let row = statement.row(of: result)
                try authorizer.lift { () throws(StoreFailure) in try body(row) }
            }
        }
    }

    /// The names of the result's columns; the statement is prepared and not run.
    public func columns(of sql: String) throws(StoreFailure) -> [String] {
        try authorizer.restrict(on: handle, isDirect: isDirect, stepLimit: stepLimit, isCancelled: isCancelled) {
            () throws(StoreFailure) in
            try prepare(sql).columns
        }
    }

    /// SQLite's plan, one line per step, indented by depth.
    public func queryPlan(_ sql: String, _ arguments: [String: SQLValue] = [:]) throws(StoreFailure) -> [String] {
        try authorizer.restrict(on: handle, isDirect: isDirect, stepLimit: stepLimit, isCancelled: isCancelled) {
            () throws(StoreFailure) in
            _ = try prepare(sql)
            return try QueryPlan.lines(of: try Statement("EXPLAIN QUERY PLAN " + sql, on: handle))
        }
    }

    private func statement(for sql: String) throws(StoreFailure) -> Statement {
        if let statement = kept.take(sql) { return statement }
        return try prepare(sql)
    }

    private func prepare(_ sql: String) throws(StoreFailure) -> Statement {
        let direct = try PublicSQL.checked(sql)
        let statement = try Statement(sql, as: isDirect ? direct : nil, on: handle)
        guard statement.isReadOnly, statement.columnCount > 0 else {
            throw .refused("queries only read: this statement would change the database")
        }
        return statement
    }
}

/// SQLite's plan of a statement as text.
enum QueryPlan {
    /// Parameters may stay unbound: the plan does not depend on them.
    static func lines(of statement: Statement) throws(StoreFailure) -> [String] {
        var depths: [Int64: Int] = [:]
        var lines: [String] = []
        while try statement.step() {
            let depth = depths[statement.integer(1) ?? 0].map { $0 + 1 } ?? 0
            depths[statement.integer(0) ?? 0] = depth
            lines.append(String(repeating: "  ", count: depth) + (statement.text(3) ?? ""))
        }
        return lines
    }
}
