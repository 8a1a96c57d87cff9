import Model
import Store

/// `decode --format ndjson`: one exchange per line, in time order, the fields of interfaces.md.
public enum ExchangeLines {
    public static func write(
        run: Int, from database: Database, to output: ([UInt8]) throws -> Void
    ) throws {
        let sql = """
            SELECT x.at_us AS at_us, x.method AS method, x.scheme AS scheme, x.host AS host, x.target AS target,
              x.status AS status, x.protocol AS protocol, x.flow AS flow, x.stream AS stream,
              x.request_bytes AS request_bytes, x.response_bytes AS response_bytes, x.notes AS notes,
              s.locator_kind AS locator_kind, s.locator AS locator
            FROM exchange x LEFT JOIN sighting s ON s.exchange = x.id
            WHERE x.run = :run ORDER BY x.at_us, x.id
            """
        var lines: [UInt8] = []
        var number: Int64 = 0
        var failure: (any Error)?
        try PipelineFailure.storing { () throws(StoreFailure) in
            try database.forEachRow(sql, ["run": .integer(Int64(run))]) { (row) throws(StoreFailure) in
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
        json.add("atUs", row.integer("at_us"))
        json.add("method", row.text("method"))
        json.add("scheme", row.text("scheme"))
        json.add("host", row.text("host"))
        json.add("path", row.text("target"))
        json.add("status", row.integer("status"))
        json.add("protocol", row.text("protocol"))
        json.add("flow", row.integer("flow"))
        json.add("stream", row.integer("stream"))
        if let kind = row.text("locator_kind") { json.add(kind, row.text("locator")) }
        json.add("requestBytes", row.integer("request_bytes"))
        json.add("responseBytes", row.integer("response_bytes"))
        json.add("notes", (row.text("notes") ?? "").split(separator: " ").map(String.init))
        return json.closed() + [UInt8(ascii: "\n")]
    }
}
