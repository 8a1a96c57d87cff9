/// The words that the SQL of relations and rules has beyond SQLite's: `$setting(order.slackMs)`, `$us(order.slackMs)` for a
/// setting that is a length of time, in microseconds, and `$fact(privacy.ccpaApplies)`.
///
/// All become subselects on the public views, so that the database alone reproduces a verdict.
package enum SQLMacros {
    /// The SQL without these words, and the settings and facts that it names.
    package static func expand(_ sql: String) -> (sql: String, settings: Set<String>, facts: Set<String>) {
        var settings: Set<String> = []
        var facts: Set<String> = []
        var result = sql
        result = replace("$setting(", in: result) { key in
            settings.insert(key)
            return "(SELECT number FROM setting WHERE run = :run AND key = \(quoted(key)))"
        }
        result = replace("$us(", in: result) { key in
            settings.insert(key)
            return """
                (SELECT CAST(number * CASE unit WHEN 'ms' THEN 1000 ELSE 1000000 END AS INTEGER) FROM setting \
                WHERE run = :run AND key = \(quoted(key)))
                """
        }
        result = replace("$fact(", in: result) { key in
            facts.insert(key)
            return "(SELECT value FROM fact WHERE run = :run AND key = \(quoted(key)))"
        }
        return (result, settings, facts)
    }

    /// An SQL text literal.
    package static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
    }

    /// A parenthesised list of text literals.
    package static func list(_ texts: [String]) -> String {
        "(" + texts.map(quoted).joined(separator: ", ") + ")"
    }

    private static func replace(_ opening: String, in sql: String, _ expansion: (String) -> String) -> String {
        var result = ""
        var rest = sql[...]
        while let start = rest.range(of: opening) {
            guard let end = rest[start.upperBound...].firstIndex(of: ")") else { break }
            result += rest[..<start.lowerBound]
            result += expansion(String(rest[start.upperBound..<end]))
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }
}

extension Substring {
    /// The first occurrence of `text`, compared by scalar.
    fileprivate func range(of text: String) -> Range<Index>? {
        guard let first = text.first else { return nil }
        var from = startIndex
        while let candidate = self[from...].firstIndex(of: first) {
            if self[candidate...].hasPrefix(text) {
                return candidate..<index(candidate, offsetBy: text.count)
            }
            from = index(after: candidate)
        }
        return nil
    }
}
