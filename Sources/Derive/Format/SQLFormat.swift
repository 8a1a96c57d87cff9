/// One way to write SQL. Where lines end is up to the writer; how they are indented and spaced, and that keywords are in
/// capitals, is not.
///
/// A line that begins a clause stands two columns inside the parenthesis around it, and whatever continues a clause two columns
/// further in. So does what stands inside a CASE. A line that begins with `)` stands where the
/// line began that has the `(`, and a comment as the line below it.
package enum SQLFormat {
    /// The longest line that is let pass.
    package static let width = 120

    /// The text as it should be: without blanks at the ends of lines, and without empty lines.
    package static func formatted(_ sql: String) -> String {
        let lines = SQLPieces(sql).split(separator: .newline)
        var layout = Layout()
        var text = ""
        var comments: [String] = []
        for line in lines {
            if case .comment(let comment) = line[line.startIndex] {
                comments.append(String(comment))
                continue
            }
            let (indent, written) = layout.write(Array(line))
            for words in comments + [written] { text += String(repeating: " ", count: indent) + words + "\n" }
            comments = []
        }
        return text + comments.map { $0 + "\n" }.joined()
    }

    /// Words that are always keywords here.
    fileprivate static let keywords: Set<String> = [
        "ALL", "AND", "AS", "ASC", "BETWEEN", "BY", "CASE", "CAST", "CROSS", "DESC", "DISTINCT", "ELSE", "END",
        "EXCEPT", "EXISTS",
        "FILTER", "FROM", "GLOB", "GROUP", "HAVING", "IN", "INTERSECT", "IS", "JOIN", "LEFT", "LIKE", "LIMIT",
        "MATERIALIZED",
        "NOT", "NULL", "ON", "OR", "ORDER", "OVER", "PARTITION", "RECURSIVE", "SELECT", "THEN", "UNION", "USING",
        "VALUES", "WHEN",
        "WHERE", "WINDOW", "WITH",
    ]
    /// Those that begin a clause.
    fileprivate static let clauses: Set<String> = [
        "CROSS", "EXCEPT", "FROM", "GROUP", "HAVING", "INTERSECT", "JOIN", "LEFT", "LIMIT", "ORDER", "SELECT", "UNION",
        "VALUES",
        "WHERE", "WINDOW", "WITH",
    ]
}

/// Where the next line begins, from what the lines before it have left open.
private struct Layout {
    private struct Bracket {
        /// Where clauses inside it begin.
        var inside: Int
        /// Where the line began that opened it.
        var outside: Int
        var isCase: Bool
    }

    private var brackets: [Bracket] = []

    /// One line, with what it opens and closes noted for those that follow.
    mutating func write(_ pieces: [SQLPieces.Piece]) -> (indent: Int, text: String) {
        let indent = indent(of: pieces)
        for piece in pieces { note(piece, indent) }
        return (indent, Spacing.text(of: pieces))
    }

    private func indent(of pieces: [SQLPieces.Piece]) -> Int {
        let base = brackets.last?.inside ?? 0
        switch pieces[0] {
        case .close: return brackets.last { !$0.isCase }?.outside ?? 0
        case .word(let word) where SQLFormat.clauses.contains(word.uppercased()): return base
        case .word(let word) where word.uppercased() == "END" && brackets.last?.isCase == true:
            return brackets.last?.outside ?? 0
        case .word where isCommonTable(pieces): return base
        default: return brackets.last?.isCase == true ? base : base + 2
        }
    }

    /// `name AS (`, `name(columns) AS MATERIALIZED (`, alone on its line.
    private func isCommonTable(_ pieces: [SQLPieces.Piece]) -> Bool {
        guard pieces.count > 2, let place = pieces.firstIndex(where: { $0.isKeyword("AS") }), place + 1 < pieces.count,
            !(pieces[0].isKeyword("AND") || pieces[0].isKeyword("CASE"))
        else { return false }
        let rest = pieces[(place + 1)...].filter { !$0.isKeyword("NOT") && !$0.isKeyword("MATERIALIZED") }
        return rest.first == .open && (place == 1 || pieces[1] == .open)
    }

    private mutating func note(_ piece: SQLPieces.Piece, _ indent: Int) {
        switch piece {
        case .open: brackets.append(Bracket(inside: indent + 2, outside: indent, isCase: false))
        case .close:
            while brackets.last?.isCase == true { brackets.removeLast() }
            _ = brackets.popLast()
        case .word where piece.isKeyword("CASE"):
            brackets.append(Bracket(inside: indent + 2, outside: indent, isCase: true))
        case .word where piece.isKeyword("END") && brackets.last?.isCase == true: brackets.removeLast()
        default: break
        }
    }
}

/// What stands between two pieces of a line.
private enum Spacing {
    static func text(of pieces: [SQLPieces.Piece]) -> String {
        var text = ""
        var before: SQLPieces.Piece?
        var isSign = false
        for piece in pieces {
            if let before, !isSign, needsSpace(before, piece) { text += " " }
            text += piece.text
            isSign = piece.isSign && before?.expectsOperand == true
            before = piece
        }
        return text
    }

    private static func needsSpace(_ left: SQLPieces.Piece, _ right: SQLPieces.Piece) -> Bool {
        switch (left, right) {
        case (.open, _), (_, .close), (_, .comma), (.symbol("."), _), (_, .symbol(".")), (_, .symbol(";")): false
        case (.word, .open): left.isKeyword && !left.isKeyword("CAST")
        default: true
        }
    }
}

extension SQLPieces.Piece {
    fileprivate var text: String {
        switch self {
        case .word(let word): isKeyword ? word.uppercased() : String(word)
        case .whole(let text), .symbol(let text), .comment(let text): String(text)
        case .open: "("
        case .close: ")"
        case .comma: ","
        case .newline: "\n"
        }
    }

    fileprivate var isKeyword: Bool {
        guard case .word(let word) = self else { return false }
        return SQLFormat.keywords.contains(word.uppercased())
    }

    fileprivate func isKeyword(_ keyword: String) -> Bool {
        guard case .word(let word) = self else { return false }
        return word.uppercased() == keyword
    }

    fileprivate var isSign: Bool { self == .symbol("-") || self == .symbol("+") }

    /// Whether a sign behind it belongs to a number rather than standing between two.
    fileprivate var expectsOperand: Bool {
        switch self {
        case .open, .comma, .symbol: true
        case .word: isKeyword && !isKeyword("END") && !isKeyword("NULL")
        case .close, .whole, .comment, .newline: false
        }
    }
}
