import Reporting
import Store

/// How the rows of a query are printed.
public enum TableFormat: String, Sendable, Hashable, CaseIterable {
    case table, csv, tsv, json, ndjson, markdown
}

/// Rows as text, escaped for their format.
struct Table {
    var columns: [String]
    var rows: [[SQLValue]]

    func render(_ format: TableFormat) -> [UInt8] {
        switch format {
        case .table: aligned()
        case .csv: separated(by: ",")
        case .tsv: separated(by: "\t")
        case .json: json(opening: "[\n", between: ",\n", closing: "\n]\n")
        case .ndjson: json(opening: "", between: "\n", closing: rows.isEmpty ? "" : "\n")
        case .markdown: markdown()
        }
    }

    private func aligned() -> [UInt8] {
        let cells = ([columns] + rows.map { $0.map(Table.plain) }).map { $0.map(EscapedText.terminal) }
        var widths = columns.map { _ in 0 }
        for row in cells {
            for (place, cell) in row.enumerated() { widths[place] = max(widths[place], cell.count) }
        }
        var text = ""
        for (number, row) in cells.enumerated() {
            let padded = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            text += padded.joined(separator: "  ").trimmedEnd + "\n"
            if number == 0 { text += widths.map { String(repeating: "-", count: $0) }.joined(separator: "  ") + "\n" }
        }
        return Array(text.utf8)
    }

    private func separated(by separator: Character) -> [UInt8] {
        var text = DelimitedText.line(columns, separator: separator)
        for row in rows { text += DelimitedText.line(row.map(Table.plain), separator: separator) }
        return Array(text.utf8)
    }

    private func json(opening: String, between: String, closing: String) -> [UInt8] {
        var bytes = Array(opening.utf8)
        for (number, row) in rows.enumerated() {
            if number > 0 { bytes.append(contentsOf: between.utf8) }
            var line = JSONLine()
            for (column, value) in zip(columns, row) {
                switch value {
                case .integer(let number): line.add(column, number)
                case .real(let number): line.add(column, number)
                case .null: line.add(column, String?.none)
                case .text, .blob: line.add(column, Table.plain(value))
                }
            }
            bytes.append(contentsOf: line.closed())
        }
        return bytes + Array(closing.utf8)
    }

    private func markdown() -> [UInt8] {
        func line(_ cells: [String]) -> String {
            "| " + cells.map(EscapedText.markdown).joined(separator: " | ") + " |\n"
        }
        var text = line(columns) + "|" + columns.map { _ in "---|" }.joined() + "\n"
        for row in rows { text += line(row.map(Table.plain)) }
        return Array(text.utf8)
    }

    private static func plain(_ value: SQLValue) -> String {
        switch value {
        case .null: ""
        case .integer(let number): String(number)
        case .real(let number): String(number)
        case .text(let text): text
        case .blob(let bytes): String(decoding: bytes, as: UTF8.self)
        }
    }
}

extension String {
    fileprivate var trimmedEnd: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
