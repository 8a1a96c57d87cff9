import Model
import Store

/// `decode --format ndjson`: one exchange per line, in time order, fields as in the view `exchange`.
package enum ExchangeLines {
    /// Writes the exchanges of a run as they are read.
    package static func write(
        run: ID<RunRecord>, from database: Database, to output: ([UInt8]) throws -> Void
    ) throws {
        let sql = ExportSQL.exchangeLines
        var lines: [UInt8] = []
        var number: Int64 = 0
        var failure: (any Error)?
        try PipelineFailure.storing { () throws(StoreFailure) in
            try database.forEachRow(sql, ["run": SQLValue(run)]) { (row) throws(StoreFailure) in
                guard failure == nil else { return }
                number += 1
                lines.append(contentsOf: line(number, row))
                guard lines.count > 1 << 16 else { return }
                do { try output(lines) } catch { failure = error }
                lines.removeAll(keepingCapacity: true)
            }
        }
        if let failure { throw failure }
        try output(lines)
    }

    private static func line(_ number: Int64, _ row: Row) -> [UInt8] {
        var json = JSONLine()
        json.add("n", number)
        json.add("atUs", row.values[0].integer)
        json.add("method", row.values[1].text)
        json.add("scheme", row.values[2].text)
        json.add("host", row.values[3].text)
        json.add("path", row.values[4].text)
        json.add("status", row.values[5].integer)
        json.add("protocol", row.values[6].text)
        json.add("flow", row.values[7].integer)
        json.add("stream", row.values[8].integer)
        if let kind = row.values[9].text { json.add(kind, row.values[10].text) }
        json.add("requestBytes", row.values[11].integer)
        json.add("responseBytes", row.values[12].integer)
        json.add("notes", (row.values[13].text ?? "").split(separator: " ").map(String.init))
        return json.closed() + [UInt8(ascii: "\n")]
    }
}
