import Model
import Reporting
import Store

/// `decode --format ndjson`: one exchange per line, in time order, fields as in the view `exchange`.
package enum ExchangeLines {
    /// Writes the exchanges of a run as they are read.
    package static func write(
        run: ID<RunRecord>, from database: Database, to output: ([UInt8]) throws -> Void
    ) throws {
        var lines = JSONWriter(.line)
        var number: Int64 = 0
        var failure: (any Error)?
        try PipelineFailure.storing { () throws(StoreFailure) in
            try database.forEachCurrentRow(ExportSQL.exchangeLines, ["run": SQLValue(run)]) {
                (row) throws(StoreFailure) in
                guard failure == nil else { return }
                number += 1
                add(row, number, to: &lines)
                guard lines.bytes.count > 1 << 16 else { return }
                do { try output(lines.bytes) } catch { failure = error }
                lines.removeAll()
            }
        }
        if let failure { throw failure }
        try output(lines.bytes)
    }

    private static func add(_ row: CurrentRow, _ number: Int64, to lines: inout JSONWriter) {
        lines.openObject()
        lines.key("n")
        lines.number(number)
        for (place, column) in columns.enumerated() {
            switch column {
            case .number(let name):
                lines.key(name)
                lines.number(row.integer(place))
            case .text(let name):
                lines.key(name)
                row.withText(place) { lines.string(utf8: $0?.bindMemory(to: UInt8.self)) }
            case .locator:
                guard let kind = row.text(place) else { continue }
                lines.key(captured: kind)
                row.withText(place + 1) { lines.string(utf8: $0?.bindMemory(to: UInt8.self)) }
            case .value: continue
            case .words(let name):
                lines.key(name)
                lines.array((row.text(place) ?? "").split(separator: " ")) { $0.string(String($1)) }
            }
        }
        lines.closeObject()
        lines.endLine()
    }

    /// What stands in a column of ``ExportSQL/exchangeLines``.
    private enum Column {
        case number(StaticString)
        case text(StaticString)
        /// The kind of a locator, with its value in the next column.
        case locator
        case value
        case words(StaticString)
    }

    private static let columns: [Column] = [
        .number("atUs"), .text("method"), .text("scheme"), .text("host"), .text("path"), .number("status"),
        .text("protocol"), .number("flow"), .number("stream"), .locator, .value, .number("requestBytes"),
        .number("responseBytes"), .words("notes"),
    ]
}
