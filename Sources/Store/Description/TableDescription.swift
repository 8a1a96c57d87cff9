/// A table as a value: what was collected from ``TableRow/columns(_:)``.
public struct TableDescription: Sendable, Hashable {
    /// Which stage fills it; what the next stages write is made anew when a run is judged again.
    public enum Stage: Sendable, Hashable {
        case decoding, interpretation, audit
    }

    /// How its rows are shown to rules and queries.
    public enum View: Sendable, Hashable {
        /// Its columns under the table's name.
        case plain
        /// Its columns under another name.
        case named(String)
        /// Written by hand, in `Sources/SchemaLibrary/views`.
        case handWritten
    }

    public var name: String
    public var meaning: String
    public var stage: Stage
    public var view: View
    /// The column that leads to the run, where rows do not name it themselves.
    public var through: String?
    /// A row given again replaces the earlier one with its key.
    public var isReplaced: Bool
    public var columns: [ColumnDescription]
}

/// A column as a value.
public struct ColumnDescription: Sendable, Hashable {
    /// The types of SQLite's strict tables.
    public enum ColumnType: String, Sendable, Hashable {
        case integer = "INTEGER", text = "TEXT", blob = "BLOB"
    }

    /// Whose number the column holds. Numbers of rows are raised when rows are copied into a file that has some.
    public enum Reference: Sendable, Hashable {
        case table(String)
        /// A row of the table that another column names.
        case named
    }

    /// What the column is to its row.
    public enum Role: Sendable, Hashable {
        case value
        /// The number of the row.
        case number
        /// A part of the key by which rows are kept.
        case key
        /// Nothing is stored: the view works it out.
        case derived
    }

    public var name: String
    /// The name in the view.
    public var shownName: String
    /// `nil` for a column that the view does not show.
    public var meaning: String?
    public var type: ColumnType
    public var isNullable: Bool
    public var role: Role
    public var reference: Reference?
    /// What rows have that were kept before the column joined the table.
    public var defaultValue: Int?
    /// What the view shows in place of the column, as SQL.
    public var expression: String?
    /// What rows of files that were kept before may say, and what that is called today.
    public var formerWords: [String: String] = [:]
}

extension TableDescription {
    init<Row: TableRow>(of type: Row.Type) {
        var collected = Description<Row>()
        Row.columns(&collected)
        let table = Row.table
        self.init(
            name: table.name, meaning: table.meaning, stage: table.stage, view: table.view, through: table.through,
            isReplaced: table.isReplaced, columns: collected.columns)
    }
}

/// The visitor that collects what there is to know about the columns.
private struct Description<Row: TableRow>: Columns {
    private(set) var columns: [ColumnDescription] = []

    mutating func add<Value: ColumnValue>(
        _ name: String, _ meaning: String?, _ trait: ColumnTrait, _ value: (Row, RowPlace) -> Value
    ) {
        var column = ColumnDescription(
            name: name, shownName: name, meaning: meaning, type: Value.type, isNullable: Value.isOptional, role: .value,
            reference: Value.reference)
        switch trait {
        case .none: break
        case .number: (column.role, column.isNullable) = (.number, false)
        case .key: (column.role, column.isNullable) = (.key, false)
        case .required: column.isNullable = false
        case .joined(let value): column.defaultValue = value
        case .shown(let sql, let shownName):
            column.expression = sql
            column.shownName = shownName ?? name
        case .reworded(let words): column.formerWords = words
        }
        columns.append(column)
    }

    mutating func derived(_ name: String, _ meaning: String, _ sql: String) {
        columns.append(
            ColumnDescription(
                name: name, shownName: name, meaning: meaning, type: .text, isNullable: true, role: .derived,
                expression: sql))
    }
}
