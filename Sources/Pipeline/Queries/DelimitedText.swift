import Model

/// CSV and TSV: RFC 4180 quoting, and nothing that a spreadsheet would run.
enum DelimitedText {
    /// One line with its end.
    static func line(_ cells: [String], separator: Character) -> String {
        cells.map { cell($0, separator) }.joined(separator: String(separator)) + "\n"
    }

    /// A cell that a spreadsheet would take for a formula gets an apostrophe in front; numbers stay numbers.
    private static func cell(_ text: String, _ separator: Character) -> String {
        var cell = text.unicodeScalars
        if isFormula(text) { cell.insert("'", at: cell.startIndex) }
        // Scalar by scalar: a quote that a combining mark follows is a quote to whoever reads the file.
        let special = Set("\"\r\n\u{B}\u{C}\u{85}\u{2028}\u{2029}".unicodeScalars).union(separator.unicodeScalars)
        guard cell.contains(where: special.contains) else { return String(cell) }
        let doubled = cell.flatMap { $0 == "\"" ? [$0, $0] : [$0] }
        return "\"" + String(String.UnicodeScalarView(doubled)) + "\""
    }

    /// Spreadsheets step over what stands before a formula and does not show, and take full-width signs for plain
    /// ones. A cell that begins with a tab or a carriage return is defused whatever follows.
    private static func isFormula(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, !isNumber(text) else { return false }
        if first == "\t" || first == "\r" { return true }
        guard let sign = text.unicodeScalars.first(where: { !isUnseen($0) }) else { return false }
        return signs.contains(sign)
    }

    /// A plain number: `-5`, `+1.5e3`; no blanks, no words such as `-inf`, no hexadecimal.
    private static func isNumber(_ text: String) -> Bool {
        text.utf8.allSatisfy { ASCII.isDigit($0) || numberMarks.contains($0) } && Double(text) != nil
    }

    private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned,
            .nonspacingMark, .enclosingMark:
            true
        default: scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.isWhitespace
        }
    }

    /// With their full-width and small forms, the minus of typography, and the bar by which old spreadsheets called
    /// programs.
    private static let signs = Set(
        "=+-@|\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}\u{FE66}\u{FE62}\u{FE63}\u{FE6B}\u{2212}".unicodeScalars)
    private static let numberMarks = Array("+-.eE".utf8)
}
