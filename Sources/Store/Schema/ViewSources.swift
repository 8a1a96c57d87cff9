/// Where the rows of views come from: for whoever works out what a SELECT over them needs.
public struct ViewSources: Sendable {
    /// The views that show each row of a private table, by the name of the table.
    public let plain: [String: String]
    /// The SELECTs of the views that work something out, by the name of the view.
    public let written: [String: String]

    public static let today = ViewSources(
        plain: Dictionary(
            Schema.tables.compactMap { table in table.viewName.map { (table.rowName, $0) } }, uniquingKeysWith: { $1 }),
        written: Dictionary(
            Schema.viewFiles.flatMap(SchemaObject.all).compactMap { object in
                object.sql.flatMap { sql in
                    sql.firstRange(of: " AS").map { (object.name, String(sql[$0.upperBound...])) }
                }
            }, uniquingKeysWith: { $1 }))

    /// The names of a plain view's columns; none for anything else.
    public static func columns(of view: String) -> Set<String> { columns[view] ?? [] }

    private static let columns: [String: Set<String>] = Dictionary(
        Schema.tables.compactMap { table in
            table.viewName.map { ($0, Set(SchemaDocument.view(named: $0)?.columns.map(\.name) ?? [])) }
        }, uniquingKeysWith: { $1 })
}
