import Model

/// Reads logged calls back, in the order interpretation needs: by time, then number.
///
/// A page at a time, so that calls can be taken between exchanges without holding a whole log in memory.
public struct CallReader: Sendable {
    /// Calls read at once.
    private static let page = 4_096

    private let database: Database
    private let run: ID<RunRecord>
    private var calls: [(id: ID<Call>, call: Call)] = []
    /// The next one of the page.
    private var place = 0
    private var after: (at: Int64, id: ID<Call>) = (.min, 0)
    private var isAtEnd = false

    public init(_ database: Database, run: ID<RunRecord>) {
        self.database = database
        self.run = run
    }

    /// The next call that is not later than `time`, with its number in the file; `nil` when there is none.
    public mutating func next(until time: Timestamp?) throws(StoreFailure) -> (id: ID<Call>, call: Call)? {
        if place == calls.count, !isAtEnd { try readPage() }
        guard place < calls.count else { return nil }
        let found = calls[place]
        if let time, time < found.call.at { return nil }
        place += 1
        return found
    }

    private mutating func readPage() throws(StoreFailure) {
        let arguments: [String: SQLValue] = [
            "run": SQLValue(run), "at": .integer(after.at), "id": SQLValue(after.id.number),
        ]
        calls = try database.withStatement(
            """
            SELECT \(Call.table.description.columnList()) FROM call_row
            WHERE run = :run AND (at_us, id) > (:at, :id) ORDER BY at_us, id LIMIT \(CallReader.page)
            """
        ) { (statement) throws(StoreFailure) in
            try statement.bind(arguments)
            var calls: [(id: ID<Call>, call: Call)] = []
            var row = StoredRow(of: statement)
            while try statement.step() { calls.append((try row("id"), try Call(&row))) }
            return calls
        }
        place = 0
        isAtEnd = calls.count < CallReader.page
        if let last = calls.last { self.after = (last.call.at.microseconds, last.id) }
    }
}
