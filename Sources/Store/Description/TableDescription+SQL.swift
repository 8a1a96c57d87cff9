/// The statements that follow from a description.
extension TableDescription {
    /// The private table behind the view.
    var rowName: String { "\(name)_row" }

    /// The name of the view that shows its columns; `nil` where that is written by hand.
    var viewName: String? {
        switch view {
        case .plain: name
        case .named(let name): name
        case .handWritten: nil
        }
    }

    /// The columns that are stored.
    var stored: [ColumnDescription] { columns.filter { $0.role != .derived } }

    private var key: [String] { columns.filter { $0.role == .key }.map(\.name) }

    /// Whether SQLite numbers the rows itself; the others are kept in the order of their keys.
    var hasRowNumbers: Bool { key.isEmpty }

    /// Whether its rows have numbers of their own, and not those of what they belong to.
    var isNumbered: Bool { columns.contains { $0.name == "id" && $0.role == .number } }

    var createTable: String {
        var lines = stored.map { "  \($0.sql)" }
        if !key.isEmpty { lines.append("  PRIMARY KEY (\(key.joined(separator: ", ")))") }
        return """
            CREATE TABLE \(rowName) (
            \(lines.joined(separator: ",\n"))
            ) STRICT\(key.isEmpty ? "" : ", WITHOUT ROWID")
            """
    }

    /// `nil` where the view is written by hand.
    var createView: String? {
        guard let viewName else { return nil }
        let shown = columns.compactMap { column in
            column.meaning.map { (column.expression.map { "\($0) AS \(column.shownName)" } ?? column.name, $0) }
        }
        let lines = shown.enumerated().map { place, column in
            "  \(column.0)\(place == shown.count - 1 ? "" : ",") -- \(column.1)"
        }
        return "CREATE VIEW \(viewName) AS SELECT\n\(lines.joined(separator: "\n"))\nFROM \(rowName)"
    }

    /// All stored columns, in the order in which their values are bound.
    func columnList(of alias: String = "") -> String {
        stored.map { alias.isEmpty ? $0.name : "\(alias).\($0.name)" }.joined(separator: ", ")
    }

    var insert: String {
        let places = stored.map { _ in "?" }.joined(separator: ",")
        return "INSERT \(isReplaced ? "OR REPLACE " : "")INTO \(rowName) (\(columnList())) VALUES (\(places))"
    }

    /// The rows of one run.
    var ofRun: String {
        if name == RunRecord.table.name { return "WHERE id = :run" }
        guard let through, case .table(let owner)? = columns.first(where: { $0.name == through })?.reference else {
            return "WHERE run = :run"
        }
        return "WHERE \(through) IN (SELECT id FROM \(owner)_row WHERE run = :run)"
    }
}

extension ColumnDescription {
    fileprivate var sql: String {
        switch role {
        case .number: "\(name) \(type.rawValue) PRIMARY KEY"
        default:
            "\(name) \(type.rawValue)\(isNullable ? "" : " NOT NULL")\(defaultValue.map { " DEFAULT \($0)" } ?? "")"
        }
    }
}
