import Model

/// Reads logged calls back, in the order interpretation needs.
public struct CallReader: Sendable {
    private let database: Database

    public init(_ database: Database) {
        self.database = database
    }

    /// All calls of a run by time, then number, each with its number in the file.
    public func forEachCall(
        run: Int, _ body: (Int, CallRecord) throws(StoreFailure) -> Void
    ) throws(StoreFailure) {
        try database.withStatement(
            """
            SELECT id, at_us, source, name, instance, payload, locator_kind, locator FROM call_row
            WHERE run = :run ORDER BY at_us, id
            """
        ) { (statement) throws(StoreFailure) in
            try statement.bind(["run": SQLValue(run)])
            while try statement.step() {
                let id = statement.int(0) ?? 0
                guard let locator = Locator(kind: statement.text(6) ?? "", value: statement.text(7) ?? "") else {
                    throw .damaged("call \(id) has an unknown locator")
                }
                let call = CallRecord(
                    at: Timestamp(microseconds: statement.integer(1) ?? 0), source: statement.text(2) ?? "",
                    name: statement.text(3) ?? "", instance: statement.text(4), payload: statement.text(5),
                    locator: locator)
                try body(id, call)
            }
        }
    }
}
