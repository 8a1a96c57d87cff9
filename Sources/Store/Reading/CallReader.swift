import Model

/// Reads logged calls back, in the order interpretation needs: by time, then number.
///
/// A page at a time, so that calls can be taken between exchanges without holding a whole log in memory.
public struct CallReader: Sendable {
    /// Calls read at once.
    private static let page = 4_096

    private let database: Database
    private let run: Int
    private var calls: [(id: Int, call: Call)] = []
    /// The next one of the page.
    private var place = 0
    private var after: (at: Int64, id: Int) = (.min, 0)
    private var isAtEnd = false

    public init(_ database: Database, run: Int) {
        self.database = database
        self.run = run
    }

    /// The next call that is not later than `time`, with its number in the file; `nil` when there is none.
    public mutating func next(until time: Timestamp?) throws(StoreFailure) -> (id: Int, call: Call)? {
        if place == calls.count, !isAtEnd { try readPage() }
        guard place < calls.count else { return nil }
        let found = calls[place]
        if let time, time < found.call.at { return nil }
        place += 1
        return found
    }

    private mutating func readPage() throws(StoreFailure) {
        let arguments: [String: SQLValue] = [
            "run": SQLValue(run), "at": .integer(after.at), "id": SQLValue(after.id),
        ]
        calls = try database.withStatement(
            """
            SELECT id, at_us, mono_us, kind, source, name, instance, payload, locator_kind, locator FROM call_row
            WHERE run = :run AND (at_us, id) > (:at, :id) ORDER BY at_us, id LIMIT \(CallReader.page)
            """
        ) { (statement) throws(StoreFailure) in
            try statement.bind(arguments)
            var calls: [(id: Int, call: Call)] = []
            while try statement.step() { calls.append(try CallReader.call(statement)) }
            return calls
        }
        place = 0
        isAtEnd = calls.count < CallReader.page
        if let last = calls.last { self.after = (last.call.at.microseconds, last.id) }
    }

    private static func call(_ statement: Statement) throws(StoreFailure) -> (id: Int, call: Call) {
        let id = statement.int(0) ?? 0
        guard let locator = Locator(kind: statement.text(8) ?? "", value: statement.text(9) ?? ""),
            let kind = Call.Kind(rawValue: statement.text(3) ?? "")
        else { throw .damaged("call \(id) has an unknown kind or locator") }
        return (
            id,
            Call(
                at: Timestamp(microseconds: statement.integer(1) ?? 0), mono: statement.integer(2), kind: kind,
                source: statement.text(4) ?? "", name: statement.text(5) ?? "", instance: statement.text(6),
                payload: statement.text(7), locator: locator)
        )
    }
}
