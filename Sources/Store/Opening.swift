/// How connections are set up: fast for a file nobody else knows yet, safe for one that has a name.
extension Connection {
    enum Versions {
        /// Any file of ours, also a newer one: to be replaced unread.
        case any
        /// Files whose schema this version knows.
        case known
    }

    /// A new database with the schema in it.
    static func fresh(at path: String) throws(StoreFailure) -> Connection {
        let connection = try Connection(path: path, readOnly: false)
        try connection.access { (handle) throws(StoreFailure) in
            // Large pages and a journal in memory load twice as fast.
            try connection.execute(
                """
                PRAGMA page_size = 16384;
                PRAGMA journal_mode = MEMORY;
                PRAGMA synchronous = OFF;
                PRAGMA locking_mode = EXCLUSIVE;
                PRAGMA temp_store = FILE;
                """, on: handle)
        }
        try connection.setCache()
        try Schema.create(on: connection)
        return connection
    }

    static func existing(_ path: String, readOnly: Bool, versions: Versions) throws(StoreFailure) -> Connection {
        guard FreshFile.exists(path) else { throw .cannotOpen(path: path, reason: "no such file") }
        let connection = try Connection(path: path, readOnly: readOnly)
        try connection.setCache()
        do throws(StoreFailure) {
            try Schema.adopt(connection, path: path, readOnly: readOnly)
        } catch {
            switch (error, versions) {
            case (.newerFile, .any), (.olderFile, .any): break
            default: throw error
            }
        }
        return connection
    }

    /// Room for pages in memory, in KB. Rules and reports go over the same rows again and again: with SQLite's own 2 MB the
    /// reading of pages took a third of judging a large kept file.
    private func setCache() throws(StoreFailure) {
        try access { (handle) throws(StoreFailure) in try execute("PRAGMA cache_size = -32768", on: handle) }
    }
}
