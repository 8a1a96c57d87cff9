/// What the views mean: the source of `beaconproof schema` and docs/schema.md. It follows from the descriptions of the tables,
/// and for views that work something out from the comments in their SQL.
public enum SchemaDocument {
    /// A view that rules and queries may read.
    public struct View: Sendable, Hashable {
        public let name: String
        public let meaning: String
        public let columns: [Column]
    }

    /// A column of a view.
    public struct Column: Sendable, Hashable {
        public let name: String
        public let meaning: String
    }

    /// All documented views, in the order of ``Schema/contents``.
    public static let views: [View] = {
        let written = Schema.viewFiles.flatMap { views(in: $0) }
        let tables = Dictionary(uniqueKeysWithValues: Schema.tables.map { ($0.name, $0) })
        return Schema.contents.compactMap { content in
            switch content {
            case .view(let name): written.first { $0.name == name }
            case .rows(let type):
                tables[type.table.name].flatMap { table in
                    View(table) ?? written.first { $0.name == table.name }
                }
            }
        }
    }()

    /// The view of that name; `nil` for any other.
    public static func view(named name: String) -> View? {
        views.first { $0.name == name }
    }

    /// The text of docs/schema.md.
    public static var markdown: String {
        var text = """
            <!-- Generated from Sources/Store/Tables and Sources/SchemaLibrary/views by `beaconproof schema --markdown`. Do not edit. -->
            # Views

            The public interface of a BeaconProof database, schema version \(Schema.version). Rules, reports and users read \
            these views and nothing else. Times are integer microseconds since the Unix epoch; their names end in `_us`.

            """
        for view in views {
            text += "\n## \(view.name)\n\n\(view.meaning)\n\n| column | meaning |\n|---|---|\n"
            for column in view.columns {
                text += "| `\(column.name)` | \(column.meaning.split(separator: "|").joined(separator: "\\|")) |\n"
            }
        }
        return text
    }

    /// Reads `-- meaning` lines above `CREATE VIEW`, and `column, -- meaning` lines below it.
    static func views(in sql: String) -> [View] {
        var views: [View] = []
        var comment: [Substring] = []
        var name: String?
        var meaning = ""
        var columns: [Column] = []
        for line in sql.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("-- ") {
                comment.append(line.dropFirst(3))
            } else if line.hasPrefix("CREATE VIEW ") {
                name = line.split(separator: " ").dropFirst(2).first.map(String.init)
                meaning = comment.joined(separator: " ")
                columns = []
            } else if let column = column(in: line) {
                columns.append(column)
            }
            if !line.hasPrefix("-- ") { comment = [] }
            if line.hasSuffix(";"), let finished = name {
                views.append(View(name: finished, meaning: meaning, columns: columns))
                name = nil
            }
        }
        return views
    }

    /// The name is the last word before the comment: an alias, or the column itself without its table.
    private static func column(in line: Substring) -> Column? {
        guard let marker = line.firstRange(of: " -- ") else { return nil }
        let expression = line[..<marker.lowerBound].split(separator: " ").last ?? ""
        guard let name = expression.split(whereSeparator: { $0 == "," || $0 == "." }).last else { return nil }
        return Column(name: String(name), meaning: String(line[marker.upperBound...]))
    }
}

extension SchemaDocument.View {
    /// The view that shows the columns of a table; `nil` where it is written by hand.
    fileprivate init?(_ table: TableDescription) {
        guard let name = table.viewName else { return nil }
        self.init(
            name: name, meaning: table.meaning,
            columns: table.columns.compactMap { column in
                column.meaning.map { SchemaDocument.Column(name: column.shownName, meaning: $0) }
            })
    }
}
