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
        run: ID<RunRecord>, _ body: (ID<Exchange>, Exchange) throws(StoreFailure) -> Void
    ) throws(StoreFailure) {
        try database.withStatement(ExchangeReader.sql) { (statement) throws(StoreFailure) in
            try statement.bind(["run": SQLValue(run)])
            var row = StoredRow(of: statement)
            var previous: ID<Exchange>?
            while try statement.step() {
                let id: ID<Exchange> = try row("id")
                // A further sighting of the same exchange.
                if id == previous { continue }
                previous = id
                try body(id, try Exchange(&row))
            }
        }
    }

    private static let sql = """
        SELECT \(Exchange.table.description.columnList(of: "x")), s.locator_kind, s.locator
        FROM exchange_row x JOIN sighting_row s ON s.exchange = x.id
        WHERE x.run = :run
        ORDER BY x.at_us, x.id, s.capture
        """
}
