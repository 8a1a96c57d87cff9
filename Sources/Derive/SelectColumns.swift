/// The columns of a SELECT, as far as its text names them.
package struct SelectColumns: Sendable {
    private var names: Set<String> = []
    /// It takes all columns of something, and the text does not say which these are.
    private var hasStar = false

    package init(of sql: String) {
        var depth = 0
        // What stands in front of the list, behind WITH, is in parentheses.
        var column: [SQLPieces.Piece]?
        for piece in SQLPieces(sql) {
            switch piece {
            case .comment, .newline: continue
            case .open: depth += 1
            case .close: depth -= 1
            default: break
            }
            guard depth == 0 else { continue }
            guard column != nil else {
                if SelectColumns.word(piece) == "SELECT" { column = [] }
                continue
            }
            if let word = SelectColumns.word(piece), SelectColumns.ends.contains(word) { break }
            if piece == .comma {
                add(column ?? [])
                column = []
            } else {
                column?.append(piece)
            }
        }
        add(column ?? [])
    }

    /// Whether it has that column, or may have it.
    package func has(_ name: String) -> Bool { hasStar || names.contains(name) }

    /// The keywords that end the list.
    private static let ends = SQLPreconditions.clauses.union(SQLPreconditions.compounds).union(["FROM"])

    private mutating func add(_ column: [SQLPieces.Piece]) {
        switch column.last {
        case .symbol("*")?: hasStar = true
        case .word(let name)? where SelectColumns.isName(behind: column.dropLast().last):
            names.insert(name.lowercased())
        default: break
        }
    }

    /// Whether what stands before the last word of a column makes the word its name.
    private static func isName(behind piece: SQLPieces.Piece?) -> Bool {
        guard let piece, piece != .symbol(".") else { return true }
        return ["AS", "DISTINCT", "ALL"].contains(word(piece))
    }

    private static func word(_ piece: SQLPieces.Piece) -> String? {
        guard case .word(let word) = piece else { return nil }
        return word.uppercased()
    }
}
