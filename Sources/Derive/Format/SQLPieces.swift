/// What one line of SQL consists of, with comments and line ends kept.
struct SQLPieces: Sequence, IteratorProtocol {
    enum Piece: Hashable {
        /// A name, keyword or number.
        case word(Substring)
        /// A string or quoted name, a parameter, or a macro with its parentheses: never changed inside.
        case whole(Substring)
        /// `<=`, `||`, `.` and the like.
        case symbol(Substring)
        case open, close, comma
        /// From `--` to the end of the line.
        case comment(Substring)
        case newline
    }

    private var rest: Substring

    init(_ text: String) {
        rest = text[...]
    }

    mutating func next() -> Piece? {
        while let first = rest.first, first == " " || first == "\t" { rest = rest.dropFirst() }
        guard let first = rest.first else { return nil }
        switch first {
        case "\n": return single(.newline)
        case "(": return single(.open)
        case ")": return single(.close)
        case ",": return single(.comma)
        case "'", "\"", "`": return .whole(quoted(by: first))
        case "$", ":": return .whole(parameter())
        case "-" where rest.hasPrefix("--"): return .comment(comment())
        case _ where SQLPieces.isOfWord(first): return .word(take(while: SQLPieces.isOfWord))
        default:
            for symbol in ["||", "<<", ">>", "<=", ">=", "<>", "!=", "==", "->>", "->"] where rest.hasPrefix(symbol) {
                return .symbol(take(symbol.count))
            }
            return .symbol(take(1))
        }
    }

    private mutating func single(_ piece: Piece) -> Piece {
        rest = rest.dropFirst()
        return piece
    }

    /// Without the blanks at its end.
    private mutating func comment() -> Substring {
        var comment = take { $0 != "\n" }
        while comment.last == " " || comment.last == "\t" { comment = comment.dropLast() }
        return comment
    }

    private mutating func take(_ count: Int) -> Substring {
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    private mutating func take(while holds: (Character) -> Bool) -> Substring {
        let taken = rest.prefix(while: holds)
        rest = rest[taken.endIndex...]
        return taken
    }

    /// A doubled quote goes on with the text: it is read as two texts without a space between them, which is the same.
    private mutating func quoted(by quote: Character) -> Substring {
        let start = rest
        rest = rest.dropFirst()
        while let close = rest.firstIndex(of: quote) {
            rest = rest[rest.index(after: close)...]
            guard rest.first == quote else { return start[..<rest.startIndex] }
            rest = rest.dropFirst()
        }
        rest = rest[rest.endIndex...]
        return start
    }

    /// `:run`, `$setting(order.slackMs)`.
    private mutating func parameter() -> Substring {
        let start = rest
        rest = rest.dropFirst()
        _ = take(while: SQLPieces.isOfWord)
        if start.first == "$", rest.first == "(", let close = rest.firstIndex(of: ")") {
            rest = rest[rest.index(after: close)...]
        }
        return start[..<rest.startIndex]
    }

    private static func isOfWord(_ character: Character) -> Bool {
        character == "_" || character.isLetter || character.isNumber
    }
}
