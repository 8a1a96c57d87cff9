import Model
import Testing

@testable import Reporting

/// The index of a batch: what must be seen first stands first, and everything can be read without its script.
struct BatchHTMLTests {
    private static func row(
        _ path: String, _ outcome: BatchRow.Outcome, before: String? = nil, breaking rules: [String: Int] = [:]
    ) -> BatchRow {
        var row = BatchRow(path: path, outcome: outcome, exitCode: 0, message: "")
        row.message = nil
        row.verdictBefore = before
        row.new = before == nil ? nil : []
        row.breaches = rules.sorted { $0.key < $1.key }.map {
            .init(rule: $0.key, title: $0.key, fix: "", severity: .error, findings: $0.value)
        }
        return row
    }

    private static func page(_ rows: [BatchRow]) -> String {
        let summary = BatchSummary(toolVersion: "0", rulesVersion: "1", rulesSHA256: "", rows: rows)
        return String(decoding: BatchHTML(summary: summary, options: BatchOptions()).render(), as: UTF8.self)
    }

    @Test func failuresComeFirst() throws {
        let page = Self.page([
            Self.row("a.har", .pass), Self.row("b.har", .inconclusive), Self.row("c.har", .fail),
            Self.row("d.har", .error), Self.row("e.har", .fail),
        ])
        let places = try ["c.har", "e.har", "d.har", "b.har", "a.har"].map { name in
            try #require(page.range(of: "<td>\(name)</td>")).lowerBound
        }
        #expect(places == places.sorted())
    }

    @Test func theBaselineShowsWhereThingsWent() {
        let page = Self.page([
            Self.row("a.har", .pass, before: "fail"), Self.row("b.har", .fail, before: "pass"),
            Self.row("c.har", .pass, before: "pass"),
        ])
        #expect(page.contains("<td>FAIL, better now</td>") && page.contains("<td>PASS, worse now</td>"))
        #expect(page.contains("<td>PASS, same</td>"))
        #expect(!Self.page([Self.row("a.har", .pass)]).contains("Before</th>"))
    }

    @Test func theMatrixNamesWhichCaptureBreaksWhat() throws {
        let page = Self.page([
            Self.row("a.har", .fail, breaking: ["vast.one": 2]), Self.row("b.har", .pass),
            Self.row("c.har", .fail, breaking: ["vast.one": 1, "vast.two": 7]),
        ])
        let matrix = page[try #require(page.range(of: "matrix-title\">")).upperBound...]
        #expect(matrix.contains("<th scope=\"row\">a.har</th>") && !matrix.contains("b.har"))
        #expect(matrix.contains("<td class=\"cell bad\">7</td>") && matrix.contains("<td class=\"cell soft\">–</td>"))
    }

    /// Names of captures are a stranger's; the page runs its own script alone.
    @Test func aHostileNameIsText() {
        let page = Self.page([Self.row("<img src=x onerror=alert(1)>\"'.har", .fail)])
        #expect(!page.contains("<img") && page.contains("script-src &#39;sha256-"))
    }
}
