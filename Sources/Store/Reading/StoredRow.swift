import Model

/// The row that a statement stands on, read by the names of its columns.
struct StoredRow {
    let statement: Statement
    private let names: [String]
    /// Behind the column read last: who reads columns in their order finds each at once.
    private var next = 0

    init(of statement: Statement) {
        self.statement = statement
        names = statement.columns
    }

    /// - Throws: `.damaged` where the column holds something else.
    mutating func callAsFunction<Value: ColumnValue>(_ name: String) throws(StoreFailure) -> Value {
        let place = try place(of: name)
        guard let value = Value(statement, place) else { throw damage(name) }
        return value
    }

    mutating func callAsFunction<Value: RawRepresentable>(
        _ name: String
    ) throws(StoreFailure) -> Value where Value.RawValue: ColumnValue {
        guard let value = Value(rawValue: try self(name)) else { throw damage(name) }
        return value
    }

    func damage(_ name: String) -> StoreFailure {
        .damaged("row \(statement.int(0) ?? 0) with an unknown \(name)")
    }

    private mutating func place(of name: String) throws(StoreFailure) -> Int {
        for offset in names.indices {
            let place = (next + offset) % names.count
            guard names[place] == name else { continue }
            next = place + 1
            return place
        }
        throw damage(name)
    }
}
