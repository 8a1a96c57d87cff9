import Derive
import Model
import Store

/// The rows of a relation as examples write them: times in seconds on the example's clock, other rows by what a reader of the
/// example knows them by.
struct RelationRows {
    private let relation: Relation
    private let columns: [String]
    private let zero: Timestamp
    private let exchanges: [ID<Exchange>: Int]
    private let calls: [ID<Call>: Int]

    /// - Parameters:
    ///   - exchanges: the place in the example of each exchange, by its number in the database; and so for calls.
    init(
        _ relation: Relation, _ columns: [String], zero: Timestamp, exchanges: [ID<Exchange>: Int],
        calls: [ID<Call>: Int]
    ) {
        self.relation = relation
        self.columns = columns
        self.zero = zero
        self.exchanges = exchanges
        self.calls = calls
    }

    /// In the order of what they say: numbers of rows depend on the order of the lines.
    func read(_ run: ID<RunRecord>, _ database: Database) throws(StoreFailure) -> [[String]] {
        // A number may be that of a row of the view that another column names.
        let kinds = Set(relation.columns.compactMap(\.references)).intersection(relation.columns.map(\.name))
        let names = (columns + kinds.subtracting(columns).sorted()).joined(separator: ", ")
        let rows = try database.rows("SELECT \(names) FROM \(relation.name) WHERE run = :run", ["run": SQLValue(run)])
        var result: [(key: [Double], cells: [String])] = []
        for row in rows {
            var cells: [String] = []
            for column in columns { cells.append(try text(of: column, in: row, database)) }
            result.append((columns.filter { $0.hasSuffix("_us") }.map { Double(row.int($0) ?? .max) }, cells))
        }
        return result.sorted { left, right in
            left.key == right.key
                ? left.cells.lexicographicallyPrecedes(right.cells) : left.key.lexicographicallyPrecedes(right.key)
        }.map(\.cells)
    }

    private func text(of column: String, in row: Row, _ database: Database) throws(StoreFailure) -> String {
        guard let number = row.int(column) else { return row.text(column).flatMap { $0.isEmpty ? nil : $0 } ?? "-" }
        if let view = relation.columns.first(where: { $0.name == column })?.references {
            return try name(of: number, in: row.text(view) ?? view, database)
        }
        guard column.hasSuffix("_us") else { return String(number) }
        // A length of time is shorter than the years since 1970.
        let microseconds = number > 1_000_000_000_000_000 ? number - Int(zero.microseconds) : number
        return String(Double(microseconds) / 1_000_000)
    }

    /// A request or call by its place in the example, from 1; anything else by its label, or by the request it was.
    private func name(of number: Int, in view: String, _ database: Database) throws(StoreFailure) -> String {
        func place(_ exchange: Int?, _ call: Int?) -> String? {
            exchange.flatMap { exchanges[ID($0)] }.map { "#\($0 + 1)" }
                ?? call.flatMap { calls[ID($0)] }.map { "call #\($0 + 1)" }
        }
        switch view {
        case "exchange": return place(number, nil) ?? "?"
        case "call": return place(nil, number) ?? "?"
        case "firing", "beacon", "document", "ad_play", "session", "tracker", "ad", "resource": break
        default: return String(number)
        }
        guard let row = try database.rows("SELECT * FROM \(view) WHERE id = :id", ["id": SQLValue(number)]).first else {
            return "?"
        }
        return row.text("label") ?? place(row.int("exchange"), row.int("call")) ?? row.text("event") ?? row.text("url")
            ?? "?"
    }
}
