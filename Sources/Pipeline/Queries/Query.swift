import Store

/// SQL over the public views of kept databases, read-only.
public struct Query: Sendable {
    private let paths: [String]

    /// - Parameter paths: databases; several are asked as if they were one.
    public init(_ paths: [String]) {
        self.paths = paths
    }

    public init(_ path: String) {
        self.init([path])
    }

    /// - Parameters:
    ///   - isCancelled: asked while the query runs; it ends when the answer is yes.
    ///   - progress: told how many of several databases are read.
    public func run(
        _ sql: String, as format: TableFormat, isCancelled: @escaping @Sendable () -> Bool = { false },
        progress: (Int) -> Void = { _ in }
    ) throws(PipelineFailure) -> [UInt8] {
        let database = try database(isCancelled, progress)
        let (columns, rows) = try PipelineFailure.storing { () throws(StoreFailure) in
            try database.restricted(isCancelled: isCancelled) { (queries) throws(StoreFailure) in
                (try queries.columns(of: sql), try queries.rows(sql))
            }
        }
        return Table(columns: columns, rows: rows.map { row in columns.map { row[$0] } }).render(format)
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
