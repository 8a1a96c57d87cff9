import Model
import Synchronization

/// The check of SQL text that the authorizer cannot make.
public enum PublicSQL {
    /// The names in a text, in small letters.
    public static func names(in sql: String) -> Set<String> {
        let text = Array(sql.utf8)
        return Set(
            SQLTokens(text[...]).compactMap { token in
                guard case .name(let range, _) = token else { return nil }
                return name(range, in: text)
            })
    }

    /// Texts that passed. A run asks the same few hundred of every rule, and the examples of rules do so by the thousand.
    private static let passed = Mutex<Set<String>>([])

    /// - Throws: `.refused` when the text names a private table, or gives a common table expression the name of a view.
    static func check(_ sql: String) throws(StoreFailure) {
        guard !passed.withLock({ $0.contains(sql) }) else { return }
        try read(sql)
        passed.withLock { _ = $0.insert(sql) }
    }

    private static func read(_ sql: String) throws(StoreFailure) {
        let text = Array(sql.utf8)
        var tokens = SQLTokens(text[...])
        while let token = tokens.next() {
            guard case .name(let range, let word?) = token else { continue }
            switch word {
            case .table:
                let name = name(range, in: text)
                throw .refused("\(name) is a private table; `beaconproof schema` lists the documented views")
            case .view where definesTable(tokens):
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
    private static func definesTable(_ following: SQLTokens) -> Bool {
        let open = SQLTokens.Token.symbol(UInt8(ascii: "(")), close = SQLTokens.Token.symbol(UInt8(ascii: ")"))
        var rest = following
        var next = rest.next()
        if next == open {
            while let token = next, token != close { next = rest.next() }
            next = rest.next()
        }
        guard case .name(_, .as)? = next else { return false }
        next = rest.next()
        while case .name(_, let word)? = next, word == .not || word == .materialized { next = rest.next() }
        return next == open
    }
}
