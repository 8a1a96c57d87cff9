import Store
import TestSupport
import Testing

@testable import Pipeline

/// Rows as text: every format keeps its own promises about escaping.
struct QueryTests {
    private func text(_ rows: [[SQLValue]], columns: [String] = ["a", "b"], _ format: TableFormat) -> String {
        var table = Table(columns, format)
        for row in rows { table.measure(row) }
        var bytes = table.begin()
        for row in rows { bytes += table.line(row) }
        return String(decoding: bytes + table.end(), as: UTF8.self)
    }

    private static func bytes(_ query: Query, _ sql: String, _ format: TableFormat) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try query.run(sql, as: format) { bytes += $0 }
        return bytes
    }

    private static let rows: [[SQLValue]] = [[.integer(1), .text("x")], [.null, .real(0.5)]]

    @Test(arguments: [
        (TableFormat.table, "a  b\n-  ---\n1  x\n   0.5\n"),
        (.csv, "a,b\n1,x\n,0.5\n"),
        (.tsv, "a\tb\n1\tx\n\t0.5\n"),
        (.json, "[\n{\"a\":1,\"b\":\"x\"},\n{\"a\":null,\"b\":0.5}\n]\n"),
        (.ndjson, "{\"a\":1,\"b\":\"x\"}\n{\"a\":null,\"b\":0.5}\n"),
        (.markdown, "| a | b |\n|---|---|\n| 1 | x |\n|  | 0.5 |\n"),
    ])
    func formats(format: TableFormat, expected: String) {
        #expect(text(Self.rows, format) == expected)
    }

    @Test(arguments: [
        (TableFormat.table, "a  b\n-  -\n"), (.csv, "a,b\n"), (.json, "[\n\n]\n"), (.ndjson, ""),
        (.markdown, "| a | b |\n|---|---|\n"),
    ])
    func noRows(format: TableFormat, expected: String) {
        #expect(text([], format) == expected)
    }

    /// RFC 4180; and nothing that a spreadsheet would run.
    @Test(arguments: [
        ("plain", "plain"), ("a,b", "\"a,b\""), ("say \"x\"", "\"say \"\"x\"\"\""), ("two\nlines", "\"two\nlines\""),
        ("=1+1", "'=1+1"), ("+cmd|x", "'+cmd|x"), ("@sum", "'@sum"), ("-2+3", "'-2+3"), ("-2", "-2"), ("+3.5", "+3.5"),
        (" =1+1", "' =1+1"), ("\n=1", "\"'\n=1\""), ("\u{1}@x", "'\u{1}@x"), ("\u{A0}-x", "'\u{A0}-x"),
        ("\r1", "\"'\r1\""),
        ("\u{FEFF}=1", "'\u{FEFF}=1"), ("\u{200B}\t +x", "'\u{200B}\t +x"), ("\u{FF1D}1", "'\u{FF1D}1"), ("\t", "'\t"),
        (" \u{FF0B}1", "' \u{FF0B}1"), ("\u{FF0D}1", "'\u{FF0D}1"), ("\u{FF20}x", "'\u{FF20}x"), ("-1.5", "-1.5"),
        ("-1e-3", "-1e-3"), ("-inf", "'-inf"), ("-0x1F", "'-0x1F"), ("-", "'-"), (" -5", "' -5"), (" x=1", " x=1"),
        ("\tx", "'\tx"), ("=a,b", "\"'=a,b\""), ("", ""),
    ])
    func csv(cell: String, expected: String) {
        #expect(text([[.text(cell)]], columns: ["a"], .csv) == "a\n\(expected)\n")
    }

    @Test func tsvQuotesItsOwnSeparator() {
        #expect(text([[.text("a\tb")], [.text("a,b")]], columns: ["a"], .tsv) == "a\n\"a\tb\"\na,b\n")
    }

    @Test func noControlCharacterReachesATerminal() {
        #expect(
            text([[.text("\u{1B}[31mred\nline")]], columns: ["a"], .table)
                == "a\n-----------\n␛[31mred␊line\n".replacing("-----------", with: String(repeating: "-", count: 13)))
    }

    @Test func markdownCellsKeepTheirRow() {
        #expect(text([[.text("a|b\nc")]], columns: ["a"], .markdown) == "| a |\n|---|\n| a\\|b␊c |\n")
    }

    @Test func jsonEscapes() {
        let hostile = "\"\\\u{1}\u{7F}\n\u{2028}é"
        #expect(text([[.text(hostile)]], columns: ["a"], .ndjson) == "{\"a\":\"\\\"\\\\\\u0001\\u007f\\n\\u2028é\"}\n")
        #expect(text([[.real(.infinity)]], columns: ["a"], .ndjson) == "{\"a\":null}\n")
        #expect(text([[.blob([0x61, 0xFF])]], columns: ["a"], .ndjson) == "{\"a\":\"a\u{FFFD}\"}\n")
    }

    // MARK: On a database

    /// Rows go out while the query runs: what is held at once does not grow with their number.
    @Test(arguments: TableFormat.allCases)
    func rowsGoOutAsTheyCome(format: TableFormat) throws {
        let kept = try KeptRun(SampleHAR.clean)
        let sql = """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40000)
            SELECT i, 'a text of some length' AS text FROM n
            """
        var pieces: [Int] = []
        var lines = 0
        try Query(kept.database).run(sql, as: format) { piece in
            pieces.append(piece.count)
            lines += piece.count { $0 == UInt8(ascii: "\n") }
        }
        #expect(pieces.count > 10 && pieces.allSatisfy { $0 < 70_000 }, "\(pieces)")
        #expect(lines - 40_000 == [.table: 2, .csv: 1, .tsv: 1, .json: 2, .ndjson: 0, .markdown: 2][format])
        // Whoever cannot take more ends the query.
        struct Enough: Error {}
        #expect(throws: Enough.self) { try Query(kept.database).run(sql, as: format) { _ in throw Enough() } }
    }

    @Test func aKeptDatabase() throws {
        let kept = try KeptRun(SampleHAR.clean)
        let bytes = try Self.bytes(Query(kept.database), "SELECT count(*) AS n FROM firing", .csv)
        #expect(String(decoding: bytes, as: UTF8.self) == "n\n6\n")
    }

    @Test(arguments: [
        ("DELETE FROM run", "cannot modify run because it is a view"),
        ("SELECT * FROM run_row", "run_row is a private table"),
        ("SELECT missing FROM run", "no such column: missing"), ("SELEC", "syntax error"),
        ("ATTACH 'x' AS y", "ATTACH is not allowed"), ("SELECT 1; DELETE FROM run", " "),
    ])
    func refused(sql: String, said: String) throws {
        let kept = try KeptRun(SampleHAR.clean)
        let failure = #expect(throws: PipelineFailure.self) {
            try Self.bytes(Query(kept.database), sql, .table)
        }
        #expect(failure?.description.contains(said) ?? false, "\(failure?.description ?? "")")
        #expect(try Self.bytes(Query(kept.database), "SELECT count(*) AS n FROM run", .csv) == Array("n\n1\n".utf8))
    }
}
