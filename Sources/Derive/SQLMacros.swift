import Store

/// The words that the SQL of relations and rules has beyond SQLite's: `$setting(order.slackMs)`, `$us(order.slackMs)` for a
/// setting that is a length of time, in microseconds, and `$fact(privacy.ccpaApplies)`.
///
/// All become subselects on the public views, so that the database alone reproduces a verdict.
package enum SQLMacros {
    /// The SQL without these words, and the settings and facts that it names.
    ///
    /// - Parameter values: those that become parameters instead of subselects (``RunValues``).
    package static func expand(
        _ sql: String, values: [String: SQLValue] = [:]
    ) -> (sql: String, settings: Set<String>, facts: Set<String>) {
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
            result += (parameter(word, key, values) ?? word.subselect(key)).utf8
            place = end + 1
            rest = text[place...]
        }
        return (result.isEmpty ? sql : String(decoding: result + rest, as: UTF8.self), settings, facts)
    }

    enum Word: String, CaseIterable {
        case setting, us, fact

        fileprivate var opening: String { "$\(rawValue)(" }

        /// What the subselect finds in the row of a setting or fact.
        var value: String {
            switch self {
            case .setting: "number"
            case .us: "CAST(number * CASE unit WHEN 'ms' THEN 1000 ELSE 1000000 END AS INTEGER)"
            case .fact: "value"
            }
        }

        var view: String { self == .fact ? "fact" : "setting" }

        /// The affinity that SQLite gives the subselect: that of the view's column.
        fileprivate var type: String {
            switch self {
            case .setting: "REAL"
            case .us: "INTEGER"
            case .fact: "TEXT"
            }
        }

        fileprivate func subselect(_ key: String) -> String {
            "\(subselectOpening)\(quoted(key)))"
        }

        fileprivate var subselectOpening: String { "(SELECT \(value) FROM \(view) WHERE run = :run AND key = " }
    }

    /// The SQL with a parameter in the place of each subselect that ``expand(_:)`` has written: SQLite takes 60,000 instructions
    /// over a subselect, and a run of a hundred requests has a hundred of them. ``RunValues`` has the values.
    package static func withParameters(_ sql: String, values: [String: SQLValue]) -> String {
        let text = Array(sql.utf8)
        var result: [UInt8] = []
        var rest = text[...]
        var place = text.startIndex
        while let open = text[place...].firstIndex(of: UInt8(ascii: "(")) {
            place = open + 1
            guard text[place...].starts(with: SQLMacros.selects) else { continue }
            for (word, opening) in SQLMacros.openings where text[open...].starts(with: opening) {
                let key = text[(open + opening.count)...].dropFirst().prefix(while: SQLMacros.isKey)
                guard text[key.endIndex...].starts(with: SQLMacros.closing),
                    let parameter = parameter(word, String(decoding: key, as: UTF8.self), values)
                else { continue }
                result += rest[..<open]
                result += parameter.utf8
                place = key.endIndex + SQLMacros.closing.count
                rest = text[place...]
                break
            }
        }
        return result.isEmpty ? sql : String(decoding: result + rest, as: UTF8.self)
    }

    /// The parameter for a setting or fact that has a value. It is of the type that SQLite takes the subselect to be of, by which
    /// it decides how values are compared.
    private static func parameter(_ word: Word, _ key: String, _ values: [String: SQLValue]) -> String? {
        let name = name(word, key)
        return values[name] == nil ? nil : "CAST(:\(name) AS \(word.type))"
    }

    static func name(_ word: Word, _ key: String) -> String {
        "\(word.rawValue)_" + key.split(separator: ".", omittingEmptySubsequences: false).joined(separator: "__")
    }

    private static let selects = Array("SELECT ".utf8)
    private static let closing = Array("')".utf8)
    private static let openings = Word.allCases.map { ($0, Array($0.subselectOpening.utf8)) }

    static func isKey(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "."):
            true
        default: false
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
