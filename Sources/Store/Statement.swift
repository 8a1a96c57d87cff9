import CSQLite

/// A prepared statement of SQLite, finalised with its last reference.
///
/// Not `Sendable`: it lives inside one access to its connection.
final class Statement {
    let sql: String
    let pointer: OpaquePointer
    /// Whether ``KeptStatements`` knows it, and whether nobody is using it.
    var isKept = false, isIdle = false
    private let handle: OpaquePointer

    /// - Parameter direct: what says the same and is prepared sooner; where SQLite does not take it, it is given the SQL.
    init(_ sql: String, as direct: [UInt8]? = nil, on handle: OpaquePointer) throws(StoreFailure) {
        var text = Array(sql.utf8)
        guard !text.contains(0) else { throw .refused("the SQL contains a NUL byte") }
        var prepared: (code: Int32, pointer: OpaquePointer?, rest: Int) = (SQLITE_ERROR, nil, 0)
        if let direct {
            prepared = Statement.prepare(direct, on: handle)
            if prepared.code == SQLITE_OK { text = direct }
        }
        if prepared.code != SQLITE_OK { prepared = Statement.prepare(text, on: handle) }
        guard prepared.code == SQLITE_OK else { throw .last(on: handle, code: prepared.code, statement: sql) }
        guard let pointer = prepared.pointer else { throw .refused("there is no statement in the SQL") }
        self.pointer = pointer
        self.handle = handle
        self.sql = sql
        guard !SQLTokens.all(in: text, from: prepared.rest).contains(where: { $0 != .symbol(UInt8(ascii: ";")) }) else {
            throw .refused("one statement at a time: there is another after the first")
        }
    }

    private static func prepare(
        _ text: [UInt8], on handle: OpaquePointer
    ) -> (code: Int32, pointer: OpaquePointer?, rest: Int) {
        var pointer: OpaquePointer?
        var rest = 0
        let code = text.withUnsafeBufferPointer { buffer -> Int32 in
            let start = UnsafeRawPointer(buffer.baseAddress)?.assumingMemoryBound(to: CChar.self)
            var tail: UnsafePointer<CChar>?
            let code = sqlite3_prepare_v3(handle, start, Int32(clamping: buffer.count), 0, &pointer, &tail)
            if let start, let tail { rest = tail - start }
            return code
        }
        return (code, pointer, rest)
    }

    deinit {
        sqlite3_finalize(pointer)
    }

    /// Whether running it leaves the database as it was.
    var isReadOnly: Bool { sqlite3_stmt_readonly(pointer) != 0 }

    var columnCount: Int { Int(sqlite3_column_count(pointer)) }

    var columns: [String] {
        (0..<sqlite3_column_count(pointer)).map { index in
            sqlite3_column_name(pointer, index).map { String(cString: $0) } ?? ""
        }
    }

    /// Binds the arguments whose names occur in the SQL, as `:name`, `@name` or `$name`.
    func bind(_ arguments: [String: SQLValue]) throws(StoreFailure) {
        for index in 0..<sqlite3_bind_parameter_count(pointer) {
            guard let name = sqlite3_bind_parameter_name(pointer, index + 1) else {
                throw .refused("parameters must have names, as in :run")
            }
            let key = String(cString: name + 1)
            guard let value = arguments[key] else { throw .missingArgument(key) }
            try bind(value, at: index + 1)
        }
    }

    /// - Returns: whether there is a row.
    func step() throws(StoreFailure) -> Bool {
        switch sqlite3_step(pointer) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw .last(on: handle, code: code, statement: sql)
        }
    }

    func reset() {
        sqlite3_reset(pointer)
    }

    /// - Parameter index: from 1.
    func bind(_ value: SQLValue, at index: Int32) throws(StoreFailure) {
        let code: Int32 =
            switch value {
            case .null: sqlite3_bind_null(pointer, index)
            case .integer(let number): sqlite3_bind_int64(pointer, index, number)
            case .real(let number): sqlite3_bind_double(pointer, index, number)
            case .text(let text): bindCopy(of: Array(text.utf8), asText: true, at: index)
            case .blob(let bytes): bindCopy(of: bytes, asText: false, at: index)
            }
        guard code == SQLITE_OK else { throw .last(on: handle, code: code, statement: sql) }
    }

    private func bindCopy(of bytes: [UInt8], asText: Bool, at index: Int32) -> Int32 {
        // SQLITE_TRANSIENT: SQLite copies before it returns.
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        return bytes.withUnsafeBytes { buffer in
            // An empty buffer has no address, and a NULL address would bind NULL.
            let start = buffer.baseAddress ?? UnsafeRawPointer(bitPattern: 1)
            return asText
                ? sqlite3_bind_text64(
                    pointer, index, start?.assumingMemoryBound(to: CChar.self), UInt64(buffer.count), transient,
                    UInt8(SQLITE_UTF8))
                : sqlite3_bind_blob64(pointer, index, start, UInt64(buffer.count), transient)
        }
    }
}

// MARK: - The current row

extension Statement {
    func isNull(_ index: Int) -> Bool {
        sqlite3_column_type(pointer, Int32(index)) == SQLITE_NULL
    }

    func isInteger(_ index: Int) -> Bool {
        sqlite3_column_type(pointer, Int32(index)) == SQLITE_INTEGER
    }

    func int64(_ index: Int) -> Int64 {
        sqlite3_column_int64(pointer, Int32(index))
    }

    func withText<Result>(_ index: Int, _ body: (UnsafeRawBufferPointer?) -> Result) -> Result {
        let column = Int32(index)
        guard sqlite3_column_type(pointer, column) == SQLITE_TEXT else { return body(nil) }
        let start = UnsafeRawPointer(sqlite3_column_text(pointer, column))
        return body(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(pointer, column))))
    }

    func integer(_ index: Int) -> Int64? {
        isNull(index) ? nil : sqlite3_column_int64(pointer, Int32(index))
    }

    func int(_ index: Int) -> Int? {
        integer(index).map { Int($0) }
    }

    func text(_ index: Int) -> String? {
        withBytes(index) { String(decoding: $0, as: UTF8.self) }
    }

    func bytes(_ index: Int) -> [UInt8]? {
        withBytes(index) { Array($0) }
    }

    func value(_ index: Int) -> SQLValue {
        switch sqlite3_column_type(pointer, Int32(index)) {
        case SQLITE_INTEGER: .integer(sqlite3_column_int64(pointer, Int32(index)))
        case SQLITE_FLOAT: .real(sqlite3_column_double(pointer, Int32(index)))
        case SQLITE_TEXT:
            withBytes(index) { bytes in
                String(validating: bytes, as: UTF8.self).map { .text($0) } ?? .blob(Array(bytes))
            } ?? .null
        case SQLITE_BLOB: .blob(bytes(index) ?? [])
        default: .null
        }
    }

    func row(of result: ResultColumns) -> Row {
        Row(of: result, values: (0..<result.names.count).map { value($0) })
    }

    /// The bytes of a text or blob as stored, `nil` for NULL. A blob must not be asked for as text: SQLite would convert.
    func withBytes<Result>(_ index: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
        let column = Int32(index)
        guard !isNull(index) else { return nil }
        let start: UnsafeRawPointer? =
            sqlite3_column_type(pointer, column) == SQLITE_BLOB
            ? sqlite3_column_blob(pointer, column) : UnsafeRawPointer(sqlite3_column_text(pointer, column))
        return body(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(pointer, column))))
    }
}
