import Store

/// SQL over the public views of kept databases, read-only.
package struct Query: Sendable {
    private let paths: [String]

    /// - Parameter paths: databases; several are asked as if they were one.
    package init(_ paths: [String]) {
        self.paths = paths
    }

    package init(_ path: String) {
        self.init([path])
    }

    /// Writes the rows as they come: memory does not grow with them. An aligned table needs the widths of its columns first, so
    /// the query runs twice for it; nothing can change the database in between.
    ///
    /// - Parameters:
    ///   - output: takes the text piece by piece.
    ///   - isCancelled: asked while the query runs; it ends when the answer is yes.
    ///   - progress: told how many of several databases are read.
    package func run(
        _ sql: String, as format: TableFormat, to output: @escaping ([UInt8]) throws -> Void,
        isCancelled: @escaping @Sendable () -> Bool = { false }, progress: (Int) -> Void = { _ in }
    ) throws {
        let database = try database(isCancelled, progress)
        let columns = try PipelineFailure.storing { () throws(StoreFailure) in
            try database.restricted(isCancelled: isCancelled) { (queries) throws(StoreFailure) in
                try queries.columns(of: sql)
            }
        }
        var table = Table(columns, format)
        func forEachRow(_ body: ([SQLValue]) throws -> Void) throws {
            var failure: (any Error)?
            do {
                try PipelineFailure.storing { () throws(StoreFailure) in
                    try database.restricted(isCancelled: isCancelled) { (queries) throws(StoreFailure) in
                        try queries.forEachRow(sql) { (row) throws(StoreFailure) in
                            do { try body(row.values) } catch {
                                failure = error
                                throw .cancelled
                            }
                        }
                    }
                }
            } catch {
                // What the reader of the rows threw says more.
                throw failure ?? error
            }
        }
        let pieces = OutputPieces(output)
        if format == .table { try forEachRow { table.measure($0) } }
        try pieces.write(table.begin())
        try forEachRow { try pieces.write(table.line($0)) }
        try pieces.write(table.end())
        try pieces.flush()
    }

    /// The rows of a query over one database, at most so many.
    ///
    /// - Parameter body: takes the names of the columns and the rows.
    package static func rows<Result>(
        of sql: String, in database: Database, most: Int, _ body: ([String], [[SQLValue]]) -> Result
    ) throws(PipelineFailure) -> Result {
        try PipelineFailure.storing { () throws(StoreFailure) in
            try database.restricted { (queries) throws(StoreFailure) in
                var rows: [[SQLValue]] = []
                let columns = try queries.columns(of: sql)
                guard most > 0 else { return body(columns, []) }
                do throws(StoreFailure) {
                    try queries.forEachRow(sql) { (row) throws(StoreFailure) in
                        rows.append(row.values)
                        if rows.count == most { throw .cancelled }
                    }
                } catch {
                    guard error == .cancelled, rows.count == most else { throw error }
                }
                return body(columns, rows)
            }
        }
    }

    /// One database, or a temporary one with the runs of all of them: no query can reach a file that was not named.
    private func database(
        _ isCancelled: @Sendable () -> Bool, _ progress: (Int) -> Void
    ) throws(PipelineFailure) -> Database {
        try PipelineFailure.storing { () throws(StoreFailure) in
            if paths.count == 1, let path = paths.first { return try Database.open(path) }
            let database = try Database.temporary()
            for (place, path) in paths.enumerated() {
                if isCancelled() { throw .cancelled }
                try database.append(Database.open(path))
                progress(place + 1)
            }
            try database.finishLoading()
            return database
        }
    }
}
