/// The row that a query stands on, for those who read many rows and keep none: no value is copied that is not asked for.
///
/// Not to be kept: the next row takes its place.
public struct CurrentRow {
    private let statement: Statement

    init(of statement: Statement) {
        self.statement = statement
    }

    /// The value of an integer column; `nil` for anything else.
    public func integer(_ place: Int) -> Int64? {
        statement.isInteger(place) ? statement.int64(place) : nil
    }

    /// The bytes of a text as stored; `nil` for anything else.
    public func withText<Result>(_ place: Int, _ body: (UnsafeRawBufferPointer?) -> Result) -> Result {
        statement.withText(place, body)
    }

    /// The text; `nil` for anything else.
    public func text(_ place: Int) -> String? {
        withText(place) { $0.map { String(decoding: $0, as: UTF8.self) } }
    }
}
