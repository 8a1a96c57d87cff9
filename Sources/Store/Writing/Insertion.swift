import Model

/// The visitor that puts the values of one row in the order of its columns.
struct Insertion<Row: TableRow>: Columns {
    /// Valid while ``TableRow/columns(_:)`` runs: a copy of the row would retain all that it holds.
    let row: UnsafePointer<Row>
    let place: RowPlace
    var buffer: RowBuffer

    mutating func add<Value: ColumnValue>(
        _ name: String, _ meaning: String?, _ trait: ColumnTrait, _ value: (Row, RowPlace) -> Value
    ) {
        value(row.pointee, place).add(to: &buffer)
    }

    mutating func derived(_ name: String, _ meaning: String, _ sql: String) {}
}
