import Reporting
import Store

/// How the rows of a query are printed.
package enum TableFormat: String, Sendable, Hashable, CaseIterable {
    case table, csv, tsv, json, ndjson, markdown
}

/// Rows as text, escaped for their format, one after another.
struct Table {
    private let columns: [String]
    private let format: TableFormat
    /// Of the aligned table.
    private var widths: [Int]
    private var isFirst = true

    init(_ columns: [String], _ format: TableFormat) {
        self.columns = columns
        self.format = format
        widths = columns.map { EscapedText.terminal($0).count }
    }

    /// Makes room for a row of an aligned table: all of them, before the first is written.
    mutating func measure(_ row: [SQLValue]) {
        for (place, value) in row.enumerated() {
            widths[place] = max(widths[place], EscapedText.terminal(Table.plain(value)).count)
        }
    }

    func begin() -> [UInt8] {
        switch format {
        case .table: aligned(columns) + aligned(widths.map { String(repeating: "-", count: $0) })
        case .csv: separated(columns, by: ",")
        case .tsv: separated(columns, by: "\t")
        case .json: Array("[\n".utf8)
        case .ndjson: []
        case .markdown: markdown(columns) + Array(("|" + columns.map { _ in "---|" }.joined() + "\n").utf8)
        }
    }

    mutating func line(_ row: [SQLValue]) -> [UInt8] {
        defer { isFirst = false }
        return switch format {
        case .table: aligned(row.map(Table.plain))
        case .csv: separated(row.map(Table.plain), by: ",")
        case .tsv: separated(row.map(Table.plain), by: "\t")
        case .json: (isFirst ? [] : Array(",\n".utf8)) + object(row)
        case .ndjson: object(row) + [UInt8(ascii: "\n")]
        case .markdown: markdown(row.map(Table.plain))
        }
    }

    func end() -> [UInt8] {
        format == .json ? Array("\n]\n".utf8) : []
    }

    private func aligned(_ row: [String]) -> [UInt8] {
        let cells = row.map(EscapedText.terminal)
        let padded = zip(cells, widths).map { $0 + String(repeating: " ", count: max(0, $1 - $0.count)) }
        return Array((padded.joined(separator: "  ").trimmedEnd + "\n").utf8)
    }

    private func separated(_ row: [String], by separator: Character) -> [UInt8] {
        Array(DelimitedText.line(row, separator: separator).utf8)
    }

    private func object(_ row: [SQLValue]) -> [UInt8] {
        var line = JSONLine()
        for (column, value) in zip(columns, row) {
            switch value {
            case .integer(let number): line.add(column, number)
            case .real(let number): line.add(column, number)
            case .null: line.add(column, String?.none)
            case .text, .blob: line.add(column, Table.plain(value))
            }
        }
        return line.closed()
    }

    private func markdown(_ row: [String]) -> [UInt8] {
        Array(("| " + row.map(EscapedText.markdown).joined(separator: " | ") + " |\n").utf8)
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
