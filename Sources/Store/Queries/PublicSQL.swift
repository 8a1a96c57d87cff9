import Model
import Synchronization

/// The check of SQL text that the authorizer cannot make.
public enum PublicSQL {
    /// The names in a text, in small letters.
    public static func names(in sql: String) -> Set<String> {
        let text = Array(sql.utf8)
        return Set(
            SQLTokens.all(in: text).compactMap { token in
                guard case .name(let range, _) = token else { return nil }
                return name(range, in: text)
            })
    }

    /// Texts that passed, with what is given to SQLite in their place. A run asks the same few hundred of every rule, and the
    /// examples of rules do so by the thousand.
    private static let passed = Mutex(Dictionary<String, [UInt8]?>(minimumCapacity: 1_000))

    /// - Returns: what SQLite prepares sooner (``DirectSQL``); `nil` where that is the text itself.
    /// - Throws: `.refused` when the text names a private table, or gives a common table expression the name of a view.
    static func checked(_ sql: String) throws(StoreFailure) -> [UInt8]? {
        if let known = passed.withLock({ $0[sql] }) { return known }
        let text = Array(sql.utf8)
        let tokens = SQLTokens.all(in: text)
        try check(text, tokens)
        let direct = DirectSQL.text(for: text, tokens)
        passed.withLock { $0[sql] = .some(direct) }
        return direct
    }

    private static func check(_ text: [UInt8], _ tokens: [SQLTokens.Token]) throws(StoreFailure) {
        for place in tokens.indices {
            guard case .name(let range, let word?) = tokens[place] else { continue }
            switch word {
            case .table, .rows:
                let name = name(range, in: text)
                throw .refused("\(name) is a private table; `beaconproof schema` lists the documented views")
            case .view, .shown:
                guard definesTable(tokens[(place + 1)...]) else { continue }
                let name = name(range, in: text)
                throw .refused("WITH \(name) AS (…) hides the documented view \(name); choose another name")
            default: continue
            }
        }
    }

    /// A name as SQLite takes it, which folds the case of ASCII letters only.
    static func name(_ range: Range<Int>, in text: [UInt8]) -> String {
        String(decoding: text[range].map(ASCII.lowercased), as: UTF8.self)
    }

    /// Whether what follows a name makes it a common table expression: `[(columns)] AS [NOT] [MATERIALIZED] (`.
    private static func definesTable(_ following: ArraySlice<SQLTokens.Token>) -> Bool {
        let open = SQLTokens.Token.symbol(UInt8(ascii: "(")), close = SQLTokens.Token.symbol(UInt8(ascii: ")"))
        var rest = following
        var next = rest.popFirst()
        if next == open {
            while let token = next, token != close { next = rest.popFirst() }
            next = rest.popFirst()
        }
        guard case .name(_, .as)? = next else { return false }
        next = rest.popFirst()
        while case .name(_, let word)? = next, word == .not || word == .materialized { next = rest.popFirst() }
        return next == open
    }
}
