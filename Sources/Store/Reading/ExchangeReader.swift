import Model

/// Reads exchanges back as the values they were written from, in the order interpretation needs.
public struct ExchangeReader: Sendable {
    private let database: Database

    public init(_ database: Database) {
        self.database = database
    }

    /// All exchanges of a run by start, then number, each with its number in the file. Times are on the run's clock; the
    /// locator is that of the first capture that saw the exchange.
    ///
    /// Call ``Database/finishDecoding()`` first: without its index all rows are sorted by value.
    public func forEachExchange(
        run: Int, _ body: (Int, Exchange) throws(StoreFailure) -> Void
    ) throws(StoreFailure) {
        try database.withStatement(ExchangeReader.sql) { (statement) throws(StoreFailure) in
            try statement.bind(["run": SQLValue(run)])
            var previous: Int?
            while try statement.step() {
                let id = statement.int(0) ?? 0
                // A further sighting of the same exchange.
                if id == previous { continue }
                previous = id
                try body(id, try ExchangeReader.exchange(in: statement))
            }
        }
    }

    private static let sql = """
        SELECT x.id, x.at_us, x.method, x.scheme, x.authority, x.target, x.status, x.ending, x.response_us, x.end_us,
          x.protocol, x.flow, x.stream, x.client, x.server, x.request_bytes, x.response_bytes, x.request_body_state,
          x.response_body_state, x.request_headers, x.response_headers, x.request_body, x.response_body, x.notes,
          s.locator_kind, s.locator
        FROM exchange_row x JOIN sighting_row s ON s.exchange = x.id
        WHERE x.run = :run
        ORDER BY x.at_us, x.id, s.capture
        """

    private static func exchange(in row: Statement) throws(StoreFailure) -> Exchange {
        guard let ending = Exchange.Ending(rawValue: row.text(7) ?? ""),
            let locator = Locator(kind: row.text(24) ?? "", value: row.text(25) ?? "")
        else { throw .damaged("exchange \(row.int(0) ?? 0) has an unknown ending or locator") }
        return Exchange(
            startedAt: Timestamp(microseconds: row.integer(1) ?? 0),
            request: Exchange.Request(
                method: row.text(2) ?? "", scheme: row.text(3) ?? "", authority: row.text(4) ?? "",
                target: row.text(5) ?? "", headers: HeaderFields(block: row.bytes(19) ?? []),
                body: try messageBody(in: row, size: 15, state: 17, bytes: 21)),
            response: try response(in: row),
            ending: ending,
            connection: Exchange.Connection(
                protocolName: row.text(10), flow: row.int(11) ?? 0, stream: row.int(12), client: row.text(13),
                server: row.text(14)),
            locator: locator,
            notes: row.text(23)?.split(separator: " ").map(String.init) ?? [])
    }

    private static func response(in row: Statement) throws(StoreFailure) -> Exchange.Response? {
        guard let status = row.int(6) else { return nil }
        return Exchange.Response(
            status: status, headers: HeaderFields(block: row.bytes(20) ?? []),
            body: try messageBody(in: row, size: 16, state: 18, bytes: 22),
            startedAt: row.integer(8).map { Timestamp(microseconds: $0) },
            endedAt: row.integer(9).map { Timestamp(microseconds: $0) })
    }

    private static func messageBody(
        in row: Statement, size: Int, state: Int, bytes: Int
    ) throws(StoreFailure) -> Body {
        guard let content = Body.Content(state: row.text(state) ?? "", bytes: row.bytes(bytes) ?? []) else {
            throw .damaged("exchange \(row.int(0) ?? 0) has a body in an unknown state")
        }
        return Body(size: row.int(size), content: content)
    }
}
