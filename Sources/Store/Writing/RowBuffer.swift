import CSQLite
import Model

/// The values of one row, bound to its INSERT as they come. Texts and blobs lie in memory that all rows share.
///
/// Binding slices of it instead of `String`s is what makes bulk loading one and a half times as fast.
struct RowBuffer {
    /// Added to the numbers of rows, by the table's place; valid while the row is written.
    private let bases: UnsafeBufferPointer<Int>
    /// Added to times.
    let offset: Int64
    private let statement: OpaquePointer
    private let memory: RowMemory
    private var free: UnsafeMutableRawPointer
    private var left: Int
    private var column: Int32 = 0
    private var failure: Int32?

    init(of statement: OpaquePointer, in memory: RowMemory, bases: UnsafeBufferPointer<Int>, offset: Int64) {
        self.statement = statement
        self.memory = memory
        self.bases = bases
        self.offset = offset
        free = memory.base
        left = memory.capacity
    }

    func base(of table: Table) -> Int { bases.isEmpty ? 0 : bases[table.place] }

    mutating func addNull() {
        column += 1
        note(sqlite3_bind_null(statement, column))
    }

    mutating func add(_ number: Int64) {
        column += 1
        note(sqlite3_bind_int64(statement, column, number))
    }

    mutating func add(_ text: String) {
        var text = text
        let start = text.withUTF8 { keep(UnsafeRawBufferPointer($0)) }
        column += 1
        note(
            sqlite3_bind_text64(
                statement, column, start.assumingMemoryBound(to: CChar.self), UInt64(text.utf8.count), nil,
                UInt8(SQLITE_UTF8)))
    }

    mutating func add(_ blob: [UInt8]) {
        let start = blob.withUnsafeBytes { keep($0) }
        column += 1
        note(sqlite3_bind_blob64(statement, column, start, UInt64(blob.count), nil))
    }

    /// Runs the statement once.
    ///
    /// - Returns: `SQLITE_DONE`, or what went wrong.
    func insert() -> Int32 {
        defer {
            sqlite3_reset(statement)
            memory.clear()
        }
        return failure ?? sqlite3_step(statement)
    }

    private mutating func note(_ code: Int32) {
        if code != SQLITE_OK { failure = code }
    }

    /// Copies bytes to where they stay until the row is written.
    private mutating func keep(_ bytes: UnsafeRawBufferPointer) -> UnsafeMutableRawPointer {
        if bytes.count > left {
            memory.grow(for: bytes.count)
            (free, left) = (memory.base, memory.capacity)
        }
        let start = free
        if let source = bytes.baseAddress { start.copyMemory(from: source, byteCount: bytes.count) }
        free += bytes.count
        left -= bytes.count
        return start
    }
}

/// The memory for the texts and blobs of one row after another.
final class RowMemory {
    private static let usual = 1 << 16

    // Used by one writer at a time, as the connection is: access to it need not be watched.
    @exclusivity(unchecked)
    private(set) var base = UnsafeMutableRawPointer.allocate(byteCount: usual, alignment: 1)
    @exclusivity(unchecked)
    private(set) var capacity = usual
    /// What earlier values of the row are bound to.
    @exclusivity(unchecked)
    private var outgrown: [UnsafeMutableRawPointer] = []

    deinit {
        for memory in outgrown + [base] { memory.deallocate() }
    }

    func grow(for count: Int) {
        outgrown.append(base)
        capacity = max(count, 2 * capacity)
        base = .allocate(byteCount: capacity, alignment: 1)
    }

    /// The row is written: only a usual amount is kept.
    func clear() {
        guard !outgrown.isEmpty else { return }
        for memory in outgrown + [base] { memory.deallocate() }
        outgrown = []
        capacity = RowMemory.usual
        base = .allocate(byteCount: capacity, alignment: 1)
    }
}
