/// The words that the SQL of relations and rules has beyond SQLite's: `$setting(order.slackMs)`, `$us(order.slackMs)` for a
/// setting that is a length of time, in microseconds, and `$fact(privacy.ccpaApplies)`.
///
/// All become subselects on the public views, so that the database alone reproduces a verdict.
package enum SQLMacros {
    /// The SQL without these words, and the settings and facts that it names.
    package static func expand(_ sql: String) -> (sql: String, settings: Set<String>, facts: Set<String>) {
        var settings: Set<String> = []
        var facts: Set<String> = []
        let text = Array(sql.utf8)
        var result: [UInt8] = []
        /// What is not yet in the result.
        var rest = text[...]
        var place = text.startIndex
        while let dollar = text[place...].firstIndex(of: UInt8(ascii: "$")) {
            let tail = text[dollar...]
            guard let word = Word.allCases.first(where: { tail.starts(with: $0.opening.utf8) }),
                let end = tail.firstIndex(of: UInt8(ascii: ")"))
            else {
                place = dollar + 1
                continue
            }
            let key = String(decoding: tail[..<end].dropFirst(word.opening.utf8.count), as: UTF8.self)
            if word == .fact { facts.insert(key) } else { settings.insert(key) }
            result += rest[..<dollar]
            result += word.subselect(key).utf8
            place = end + 1
            rest = text[place...]
        }
        return (result.isEmpty ? sql : String(decoding: result + rest, as: UTF8.self), settings, facts)
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
