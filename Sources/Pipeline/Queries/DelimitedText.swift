/// CSV and TSV: RFC 4180 quoting, and nothing that a spreadsheet would run.
enum DelimitedText {
    /// One line with its end.
    static func line(_ cells: [String], separator: Character) -> String {
        cells.map { cell($0, separator) }.joined(separator: String(separator)) + "\n"
    }

    /// A cell that a spreadsheet would take for a formula gets an apostrophe in front; numbers stay numbers.
    private static func cell(_ text: String, _ separator: Character) -> String {
        var cell = text.unicodeScalars
        if let first = cell.first, "=+-@\t\r".unicodeScalars.contains(first), Double(text) == nil {
            cell.insert("'", at: cell.startIndex)
        }
        // Scalar by scalar: a quote that a combining mark follows is a quote to whoever reads the file.
        let special = Set("\"\r\n\u{B}\u{C}\u{85}\u{2028}\u{2029}".unicodeScalars).union(separator.unicodeScalars)
        guard cell.contains(where: special.contains) else { return String(cell) }
        let doubled = cell.flatMap { $0 == "\"" ? [$0, $0] : [$0] }
        return "\"" + String(String.UnicodeScalarView(doubled)) + "\""
    }
}
