import CSQLite

/// The schema of today, put into an empty database without running its CREATE statements: over those SQLite takes six times as
/// long as over reading what they leave (sqlite.org/fileformat2.html), which is an empty page for each table and index, and a
/// row about each object.
struct EmptyDatabase {
    private let objects: [SchemaObject]
    private let pageSize: Int

    init(_ objects: [SchemaObject], pageSize: Int) {
        self.objects = objects
        self.pageSize = pageSize
    }

    /// - Parameter connection: to a database in which there is nothing yet.
    func fill(_ connection: Connection) throws(StoreFailure) {
        try copyPages(to: connection)
        try connection.access { (handle) throws(StoreFailure) in
            try check(sqlite_write_schema(handle, 1), on: handle)
            defer { sqlite_write_schema(handle, 0) }
            try connection.execute("BEGIN", on: handle)
            try insertObjects(on: handle)
            // SQLite reads the schema anew.
            try connection.execute("COMMIT; PRAGMA writable_schema = RESET", on: handle)
        }
    }

    // MARK: Pages

    private func copyPages(to connection: Connection) throws(StoreFailure) {
        let pages = pages
        var source: OpaquePointer?
        defer { sqlite3_close(source) }
        var code = sqlite3_open_v2(":memory:", &source, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let source else { throw StoreFailure(code: code, message: "no memory") }
        try connection.access { (handle) throws(StoreFailure) in
            // SQLite reads them until the source is closed, and does not write to them.
            code = pages.withUnsafeBufferPointer { pages in
                let start = UnsafeMutablePointer(mutating: pages.baseAddress)
                let count = sqlite3_int64(pages.count)
                let code = sqlite3_deserialize(
                    source, "main", start, count, count, UInt32(SQLITE_DESERIALIZE_READONLY))
                guard code == SQLITE_OK else { return code }
                guard let backup = sqlite3_backup_init(handle, "main", source, "main") else {
                    return sqlite3_errcode(handle)
                }
                sqlite3_backup_step(backup, -1)
                return sqlite3_backup_finish(backup)
            }
            try check(code, on: handle)
        }
    }

    /// The first page holds the schema; then comes the first page of each table and index, in the order of ``objects``.
    private var pages: [UInt8] {
        let roots = objects.compactMap(\.rootPage)
        var bytes = [UInt8](repeating: 0, count: (1 + roots.count) * pageSize)
        func put(_ number: Int, in count: Int, at place: Int) {
            for offset in 0..<count {
                bytes[place + offset] = UInt8(truncatingIfNeeded: number >> ((count - 1 - offset) * 8))
            }
        }
        bytes.replaceSubrange(0..<16, with: Array("SQLite format 3\0".utf8))
        put(pageSize, in: 2, at: 16)
        // Versions of the format to write and to read: a rollback journal, as at birth.
        put(0x0101, in: 2, at: 18)
        // The payload fractions, which are fixed.
        put(0x402020, in: 3, at: 21)
        put(1, in: 4, at: 24)
        put(1 + roots.count, in: 4, at: 28)
        // Schema format 4, UTF-8.
        put(4, in: 4, at: 44)
        put(1, in: 4, at: 56)
        put(Schema.version, in: 4, at: 60)
        put(Schema.applicationID, in: 4, at: 68)
        // The count of changes at which the version of SQLite was noted, and that version.
        put(1, in: 4, at: 92)
        put(Int(sqlite3_libversion_number()), in: 4, at: 96)
        for (place, page) in ([(100, .table)] + roots.enumerated().map { ((1 + $0) * pageSize, $1) }) {
            bytes[place] = page.rawValue
            // Where the cells begin: there are none.
            put(pageSize, in: 2, at: place + 5)
        }
        return bytes
    }

    // MARK: Objects

    private func insertObjects(on handle: OpaquePointer) throws(StoreFailure) {
        let insert = try Statement("INSERT INTO sqlite_schema VALUES (?, ?, ?, ?, ?)", on: handle)
        var page = 1
        for object in objects {
            if object.rootPage != nil { page += 1 }
            let values: [SQLValue] = [
                .text(object.type), .text(object.name), .text(object.table),
                .integer(object.rootPage == nil ? 0 : Int64(page)), object.sql.map { .text($0) } ?? .null,
            ]
            for (place, value) in values.enumerated() { try insert.bind(value, at: Int32(place + 1)) }
            _ = try insert.step()
            insert.reset()
        }
    }

    private func check(_ code: Int32, on handle: OpaquePointer) throws(StoreFailure) {
        guard code == SQLITE_OK else { throw .last(on: handle, code: code, statement: "") }
    }
}

extension SchemaObject {
    /// The first byte of an empty page.
    enum RootPage: UInt8 {
        /// An index, or a table without row numbers.
        case index = 0x0A
        case table = 0x0D
    }

    /// What its rows begin with; `nil` for a view.
    fileprivate var rootPage: RootPage? {
        switch type {
        case "table": sql?.hasSuffix("WITHOUT ROWID") == true ? .index : .table
        case "index": .index
        default: nil
        }
    }

    /// What CREATE statements make, as SQLite keeps it. Each statement begins and ends with a line, and makes nothing beside
    /// what it names.
    static func all(in text: String) -> [SchemaObject] {
        var objects: [SchemaObject] = []
        let text = Array(text.utf8)
        let create = Array("CREATE ".utf8)
        var start: Int?
        var line = 0
        while line < text.endIndex {
            let end = text[line...].firstIndex(of: UInt8(ascii: "\n")) ?? text.endIndex
            if start == nil, text[line..<end].starts(with: create) { start = line }
            if let begin = start, end > line, text[end - 1] == UInt8(ascii: ";") {
                start = nil
                if let object = SchemaObject(statement: text[begin..<end - 1]) { objects.append(object) }
            }
            line = end + 1
        }
        return objects
    }

    /// Read byte by byte: there are hundreds, for each new database of a process.
    private init?(statement: ArraySlice<UInt8>) {
        var words = statement.prefix(200).split(maxSplits: 8) { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }[
            ...]
        func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
        words = words.dropFirst()
        guard let kind = words.popFirst().map(text) else { return nil }
        switch kind {
        case "TABLE", "VIEW":
            guard let name = words.first.map(text) else { return nil }
            self.init(type: kind.lowercased(), name: name, table: name, sql: text(statement))
        case "INDEX":
            // CREATE INDEX [IF NOT EXISTS] name ON table
            if words.first.map(text) == "IF" { words = words.dropFirst(3) }
            guard let name = words.popFirst(), let table = words.dropFirst().first else { return nil }
            self.init(
                type: "index", name: text(name), table: text(table),
                sql: "CREATE INDEX " + text(statement[name.startIndex...]))
        default: return nil
        }
    }
}
