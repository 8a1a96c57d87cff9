import Model

/// A value that is a row of a table.
///
/// ``columns(_:)`` is the only description of the table: its SQL, inserting and reading its rows, its view with the view's
/// documentation, and which of its numbers point at other rows all follow from it.
protocol TableRow: Sendable {
    static var table: Table { get }

    /// Names the columns in the order of the view.
    static func columns(_ column: inout some Columns<Self>)
}

/// What a table is besides its columns.
final class Table: Sendable {
    /// Where it stands among ``Schema/rows``.
    let place: Int
    let name: String
    let stage: TableDescription.Stage
    let view: TableDescription.View
    /// The column that leads to the run, where rows do not name it themselves.
    let through: String?
    /// A row given again replaces the earlier one with its key.
    let isReplaced: Bool
    let meaning: String

    init<Row: TableRow>(
        of type: Row.Type, _ name: String, _ stage: TableDescription.Stage, view: TableDescription.View = .plain,
        through: String? = nil, isReplaced: Bool = false, meaning: String = ""
    ) {
        place = Schema.rows.firstIndex { $0 == type } ?? -1
        self.name = name
        self.stage = stage
        self.view = view
        self.through = through
        self.isReplaced = isReplaced
        self.meaning = meaning
    }

    var description: TableDescription { Schema.tables[place] }
}

/// What a row stands in: its value does not say these.
struct RowPlace {
    var number = 0
    var run: ID<RunRecord> = 0
    var capture: ID<CaptureRecord>?
}

/// A visitor of the columns of a table, for whom ``TableRow/columns(_:)`` describes them.
protocol Columns<Row> {
    associatedtype Row: TableRow

    /// - Parameters:
    ///   - meaning: `nil` for a column that the view does not show.
    ///   - value: what a row has there.
    mutating func add<Value: ColumnValue>(
        _ name: String, _ meaning: String?, _ trait: ColumnTrait, _ value: (Row, RowPlace) -> Value)

    /// A column of the view that SQL works out from the others.
    mutating func derived(_ name: String, _ meaning: String, _ sql: String)
}

/// What is special about a column.
enum ColumnTrait {
    case none
    /// The number of the row.
    case number
    /// A part of the key by which rows are kept.
    case key
    /// It is never NULL, though its value may be missing elsewhere.
    case required
    /// It has joined the table later: rows of files that were kept before have this value.
    case joined(default: Int)
    /// What the view shows in its place, as SQL; under another name where one is given.
    case shown(as: String, name: String? = nil)
    /// Words that it has in the place of those of earlier versions.
    case reworded([String: String])
}

extension Columns {
    mutating func callAsFunction<Value: ColumnValue>(
        _ name: String, _ meaning: String? = nil, _ trait: ColumnTrait = .none, _ value: (Row) -> Value
    ) {
        add(name, meaning, trait) { row, _ in value(row) }
    }

    mutating func callAsFunction<Value: RawRepresentable>(
        _ name: String, _ meaning: String? = nil, _ trait: ColumnTrait = .none, _ value: (Row) -> Value
    ) where Value.RawValue: ColumnValue {
        add(name, meaning, trait) { row, _ in value(row).rawValue }
    }

    mutating func callAsFunction<Value: RawRepresentable>(
        _ name: String, _ meaning: String? = nil, _ trait: ColumnTrait = .none, _ value: (Row) -> Value?
    ) where Value.RawValue: ColumnValue {
        add(name, meaning, trait) { row, _ in value(row)?.rawValue }
    }

    /// The number that the store gives the row.
    mutating func number(_ meaning: String? = nil) {
        add("id", meaning, .number) { _, place in ID<Row>(place.number) }
    }

    mutating func run(_ meaning: String? = nil, _ trait: ColumnTrait = .none) {
        add("run", meaning, trait) { _, place in place.run }
    }

    mutating func capture(_ meaning: String? = nil, _ trait: ColumnTrait = .required) {
        add("capture", meaning, trait) { _, place in place.capture }
    }
}
