/// CSV and TSV: RFC 4180 quoting, and nothing that a spreadsheet would run.
enum DelimitedText {
    /// One line with its end.
    static func line(_ cells: [String], separator: Character) -> String {
        cells.map { cell($0, separator) }.joined(separator: String(separator)) + "\n"
    }

    /// A cell that a spreadsheet would take for a formula gets an apostrophe in front; numbers stay numbers.
    private static func cell(_ text: String, _ separator: Character) -> String {
        var cell = text
        if let first = cell.unicodeScalars.first, "=+-@\t\r".unicodeScalars.contains(first), Double(cell) == nil {
            cell = "'" + cell
        }
        guard cell.contains(where: { $0 == separator || $0 == "\"" || $0.isNewline }) else { return cell }
        return "\"" + cell.replacing("\"", with: "\"\"") + "\""
    }
}
