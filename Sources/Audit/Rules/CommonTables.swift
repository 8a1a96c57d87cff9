/// What both SELECTs of a rule begin with: `let:` holds common table expressions, each `name AS (SELECT …)`.
enum CommonTables {
    static func put(_ shared: String, before sql: String) -> String {
        guard !shared.isEmpty else { return sql }
        var shared = shared[...], rest = sql[...]
        while let last = shared.last, last.isWhitespace || last == "," { shared = shared.dropLast() }
        rest = rest.drop(while: \.isWhitespace)
        for word in ["WITH RECURSIVE ", "WITH "] where rest.hasPrefix(word) {
            return "\(word)\(shared),\n\(rest.dropFirst(word.count))"
        }
        return "WITH \(shared)\n\(rest)"
    }
}
