import CSQLite

/// The values of one row on their way to SQLite: all texts and blobs lie in one reused buffer and are bound without a copy.
///
/// Binding slices instead of `String`s is what makes bulk loading one and a half times as fast.
struct RowBuffer {
    private enum Value {
        case null
        case integer(Int64)
        case text(Range<Int>)
        case blob(Range<Int>)
    }

    /// Added to the numbers of rows.
    private(set) var bases = IDMap.none
    /// Added to times.
    private(set) var offset: Int64 = 0
    private var bytes: [UInt8] = []
    private var values: [Value] = []

    /// Begins a new row.
    mutating func begin(ids: IDMap, offset: Int64) {
        bases = ids
        self.offset = offset
        bytes.removeAll(keepingCapacity: true)
        values.removeAll(keepingCapacity: true)
    }

    mutating func addNull() {
        values.append(.null)
    }

    mutating func add(_ number: Int64) {
        values.append(.integer(number))
    }

    mutating func add(_ text: String) {
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        values.append(.text(start..<bytes.count))
    }

    mutating func add(_ blob: [UInt8]) {
        let start = bytes.count
        bytes.append(contentsOf: blob)
        values.append(.blob(start..<bytes.count))
    }

    /// Binds all values, in the order they were added, and runs the statement once.
    func insert(with statement: OpaquePointer) -> Int32 {
        bytes.withUnsafeBytes { buffer in
            // An empty buffer has no address, and a NULL address would bind NULL instead of an empty text.
            let base = buffer.baseAddress ?? UnsafeRawPointer(bitPattern: 1)
            for (offset, value) in values.enumerated() {
                let index = Int32(truncatingIfNeeded: offset + 1)
                let code: Int32 =
                    switch value {
                    case .null: sqlite3_bind_null(statement, index)
                    case .integer(let number): sqlite3_bind_int64(statement, index, number)
                    case .text(let range):
                        sqlite3_bind_text64(
                            statement, index, base?.advanced(by: range.lowerBound).assumingMemoryBound(to: CChar.self),
                            UInt64(range.count), nil, UInt8(SQLITE_UTF8))
                    case .blob(let range):
                        sqlite3_bind_blob64(
                            statement, index, base?.advanced(by: range.lowerBound), UInt64(range.count), nil)
                    }
                guard code == SQLITE_OK else { return code }
            }
            let code = sqlite3_step(statement)
            sqlite3_reset(statement)
            return code
        }
    }
}
