import Model

/// A value that a column can hold.
protocol ColumnValue {
    static var type: ColumnDescription.ColumnType { get }
    static var isOptional: Bool { get }
    /// The table whose rows it numbers.
    static var reference: ColumnDescription.Reference? { get }

    func add(to row: inout RowBuffer)
    /// `nil` where the column holds something else.
    init?(_ row: Statement, _ index: Int)
}

extension ColumnValue {
    static var isOptional: Bool { false }
    static var reference: ColumnDescription.Reference? { nil }
}

extension Int64: ColumnValue {
    static var type: ColumnDescription.ColumnType { .integer }

    func add(to row: inout RowBuffer) { row.add(self) }

    init?(_ row: Statement, _ index: Int) {
        guard let value = row.integer(index) else { return nil }
        self = value
    }
}

extension Int: ColumnValue {
    static var type: ColumnDescription.ColumnType { .integer }

    func add(to row: inout RowBuffer) { row.add(Int64(self)) }

    init?(_ row: Statement, _ index: Int) {
        guard let value = row.int(index) else { return nil }
        self = value
    }
}

extension Bool: ColumnValue {
    static var type: ColumnDescription.ColumnType { .integer }

    func add(to row: inout RowBuffer) { row.add(self ? 1 : 0) }

    init?(_ row: Statement, _ index: Int) {
        guard let value = row.integer(index) else { return nil }
        self = value != 0
    }
}

extension String: ColumnValue {
    static var type: ColumnDescription.ColumnType { .text }

    func add(to row: inout RowBuffer) { row.add(self) }

    init?(_ row: Statement, _ index: Int) {
        guard let value = row.text(index) else { return nil }
        self = value
    }
}

extension [UInt8]: ColumnValue {
    static var type: ColumnDescription.ColumnType { .blob }

    func add(to row: inout RowBuffer) { row.add(self) }

    init?(_ row: Statement, _ index: Int) {
        guard let value = row.bytes(index) else { return nil }
        self = value
    }
}

/// On the clock of the run: what its capture's clock is off is added on the way in.
extension Timestamp: ColumnValue {
    static var type: ColumnDescription.ColumnType { .integer }

    func add(to row: inout RowBuffer) { row.add(advanced(byMicroseconds: row.offset).microseconds) }

    init?(_ row: Statement, _ index: Int) {
        guard let value = row.integer(index) else { return nil }
        self.init(microseconds: value)
    }
}

/// A number that is local to an interpretation becomes the file's on the way in.
extension ID: ColumnValue where Row: TableRow {
    static var type: ColumnDescription.ColumnType { .integer }
    static var reference: ColumnDescription.Reference? { .table(Row.table.name) }

    func add(to row: inout RowBuffer) { row.add(Int64(number + row.base(of: Row.table))) }

    init?(_ row: Statement, _ index: Int) {
        guard let value = row.int(index) else { return nil }
        self.init(value)
    }
}

extension AnyID: ColumnValue {
    static var type: ColumnDescription.ColumnType { .integer }
    static var reference: ColumnDescription.Reference? { .named }

    func add(to row: inout RowBuffer) { row.add(Int64(number)) }

    init?(_ row: Statement, _ index: Int) {
        guard let value = row.int(index) else { return nil }
        self.init(value)
    }
}

extension Optional: ColumnValue where Wrapped: ColumnValue {
    static var type: ColumnDescription.ColumnType { Wrapped.type }
    static var isOptional: Bool { true }
    static var reference: ColumnDescription.Reference? { Wrapped.reference }

    func add(to row: inout RowBuffer) {
        switch self {
        case let value?: value.add(to: &row)
        case nil: row.addNull()
        }
    }

    init?(_ row: Statement, _ index: Int) {
        self = Wrapped(row, index)
        if self == nil, !row.isNull(index) { return nil }
    }
}
