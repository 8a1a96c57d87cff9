import Synchronization

/// The check of SQL text that the authorizer cannot make.
enum PublicSQL {
    /// Texts that passed. A run asks the same few hundred of every rule, and the examples of rules do so by the thousand.
    private static let passed = Mutex<Set<String>>([])

    /// - Throws: `.refused` when the text names a private table, gives a common table expression the name of a view, or
    ///   asks what time it is: the same database must give the same rows tomorrow.
    static func check(_ sql: String) throws(StoreFailure) {
        guard !passed.withLock({ $0.contains(sql) }) else { return }
        try read(sql)
        passed.withLock { _ = $0.insert(sql) }
    }

    private static func read(_ sql: String) throws(StoreFailure) {
        let tokens = Array(SQLTokens(Array(sql.utf8)[...]))
        for (index, token) in tokens.enumerated() {
            guard case .name(let name) = token else { continue }
            if Schema.tables.contains(name) {
                throw .refused("\(name) is a private table; `beaconproof schema` lists the documented views")
            }
            if Schema.views.contains(name), definesTable(tokens[(index + 1)...]) {
                throw .refused("WITH \(name) AS (…) hides the documented view \(name); choose another name")
            }
            if let word = ClockWords.asked(by: name, tokens[(index + 1)...]) {
                throw .refused("\(word) differs from run to run; compare times of the capture")
            }
        }
    }

    /// Whether what follows a name makes it a common table expression: `[(columns)] AS [NOT] [MATERIALIZED] (`.
    private static func definesTable(_ rest: ArraySlice<SQLTokens.Token>) -> Bool {
        var rest = rest
        if rest.first == .symbol(UInt8(ascii: "(")) {
            guard let close = rest.firstIndex(of: .symbol(UInt8(ascii: ")"))) else { return false }
            rest = rest[(close + 1)...]
        }
        guard rest.first == .name("as") else { return false }
        rest = rest.dropFirst().drop { $0 == .name("not") || $0 == .name("materialized") }
        return rest.first == .symbol(UInt8(ascii: "("))
    }
}
