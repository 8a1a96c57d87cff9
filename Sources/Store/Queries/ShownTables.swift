import Model

/// The private tables whose rows a view shows one by one, as ``DirectSQL`` needs them.
struct ShownTables: Sendable {
    /// A table behind a view.
    struct Entry: Sendable {
        var view: [UInt8]
        var table: [UInt8]
        /// Whether the view shows all columns of the table, and no others.
        var isWhole: Bool
        /// How the view writes the columns that it works out, in pieces: between them stands the name of the row.
        var written: [String: [[UInt8]]]
    }

    /// What a name means among the columns of tables; bits are places in ``entries``.
    struct Column: Sendable {
        var name: String
        /// The views that work out a column of this name.
        var written: UInt64 = 0
        /// The tables that have a column of this name which their views do not show.
        var hidden: UInt64 = 0
    }

    let entries: [Entry]
    let columns: [Column]

    static let today = ShownTables(Schema.tables)

    init(_ tables: [TableDescription]) {
        var entries: [Entry] = []
        var columns: [String: Column] = [:]
        for table in tables {
            guard let view = table.viewName, entries.count < UInt64.bitWidth else { continue }
            let bit: UInt64 = 1 << UInt64(entries.count)
            let stored = Set(table.stored.map(\.name))
            var written: [String: [[UInt8]]] = [:]
            var isWhole = true
            for column in table.columns {
                if let expression = column.expression {
                    written[column.shownName] = ShownTables.pieces(of: expression, stored)
                    columns[column.shownName, default: Column(name: column.shownName)].written |= bit
                }
                let isShown = column.meaning != nil && (column.expression == nil || column.name == column.shownName)
                if column.role != .derived, !isShown {
                    columns[column.name, default: Column(name: column.name)].hidden |= bit
                }
                if column.expression != nil || !isShown { isWhole = false }
            }
            entries.append(
                Entry(view: Array(view.utf8), table: Array(table.rowName.utf8), isWhole: isWhole, written: written))
        }
        self.entries = entries
        self.columns = columns.values.sorted { $0.name < $1.name }
    }

    /// Cuts what a view works out before each column of its table.
    private static func pieces(of expression: String, _ columns: Set<String>) -> [[UInt8]] {
        let text = Array(expression.utf8)
        var pieces: [[UInt8]] = []
        var start = 0
        var place = 0
        while place < text.count {
            if text[place] == UInt8(ascii: "'") {
                place = (text[(place + 1)...].firstIndex(of: text[place]) ?? text.count - 1) + 1
            } else if ASCII.isWord(text[place]) {
                let end = text[place...].firstIndex { !ASCII.isWord($0) } ?? text.count
                if columns.contains(String(decoding: text[place..<end], as: UTF8.self)) {
                    pieces.append(Array(text[start..<place]))
                    start = place
                }
                place = end
            } else {
                place += 1
            }
        }
        return pieces + [Array(text[start...])]
    }
}

extension ASCII {
    fileprivate static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
