/// The words that the SQL of relations and rules has beyond SQLite's: `$setting(order.slackMs)`, `$us(order.slackMs)` for a
/// setting that is a length of time, in microseconds, and `$fact(privacy.ccpaApplies)`.
///
/// All become subselects on the public views, so that the database alone reproduces a verdict.
package enum SQLMacros {
    /// The SQL without these words, and the settings and facts that it names.
    package static func expand(_ sql: String) -> (sql: String, settings: Set<String>, facts: Set<String>) {
        var settings: Set<String> = []
        var facts: Set<String> = []
        var result = ""
        var rest = sql.utf8[...]
        while let dollar = rest.firstIndex(of: UInt8(ascii: "$")) {
            let tail = rest[dollar...]
            guard let word = Word.allCases.first(where: { tail.starts(with: $0.opening.utf8) }),
                let end = tail.firstIndex(of: UInt8(ascii: ")"))
            else {
                result += Substring(rest[...dollar])
                rest = tail.dropFirst()
                continue
            }
            let key = String(Substring(tail[..<end].dropFirst(word.opening.utf8.count)))
            if word == .fact { facts.insert(key) } else { settings.insert(key) }
            result += Substring(rest[..<dollar])
            result += word.subselect(key)
            rest = tail[tail.index(after: end)...]
        }
        return (result.isEmpty ? sql : result + Substring(rest), settings, facts)
    }

    private enum Word: String, CaseIterable {
        case setting, us, fact

        var opening: String { "$\(rawValue)(" }

        func subselect(_ key: String) -> String {
            switch self {
            case .setting: "(SELECT number FROM setting WHERE run = :run AND key = \(quoted(key)))"
            case .us:
                """
                (SELECT CAST(number * CASE unit WHEN 'ms' THEN 1000 ELSE 1000000 END AS INTEGER) FROM setting \
                WHERE run = :run AND key = \(quoted(key)))
                """
            case .fact: "(SELECT value FROM fact WHERE run = :run AND key = \(quoted(key)))"
            }
        }
    }

    /// An SQL text literal.
    package static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
    }

    /// A parenthesised list of text literals.
    package static func list(_ texts: [String]) -> String {
        "(" + texts.map(quoted).joined(separator: ", ") + ")"
    }
}
