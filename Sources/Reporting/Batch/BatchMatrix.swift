import Model

/// Which capture breaks which rule: the captures with errors or warnings, the rules that most of them break.
struct BatchMatrix {
    private let summary: BatchSummary
    private let rules: [BatchSummary.RuleLine]
    private let rows: [BatchRow]
    private let moreRows: Int

    private static let mostRules = 12
    private static let mostRows = 200

    init(_ summary: BatchSummary) {
        self.summary = summary
        let rules = Array(summary.rules.filter { $0.severity != .info }.prefix(Self.mostRules))
        let names = Set(rules.map(\.rule))
        let rows = summary.rows.filter { row in row.breaches.contains { names.contains($0.rule) } }
        self.rules = rules
        self.rows = Array(rows.prefix(Self.mostRows))
        moreRows = rows.count - self.rows.count
    }

    /// - Parameter page: writes the name of a capture, with a link where it has a page.
    func write(to html: inout HTMLWriter, page: (BatchRow, inout HTMLWriter) -> Void) {
        guard !rows.isEmpty else { return html.element("p", text: "No error and no warning was found.") }
        HTMLReport.tableHead(&html, ["Capture"] + rules.map(\.rule), caption: "Findings of each rule in each capture")
        for row in rows {
            let counts = Dictionary(row.breaches.map { ($0.rule, $0.findings) }, uniquingKeysWith: +)
            html.raw("<tr><th scope=\"row\">")
            page(row, &html)
            html.raw("</th>")
            for rule in rules {
                let count = counts[rule.rule] ?? 0
                let style: StaticString = count == 0 ? "soft" : rule.severity == .error ? "bad" : "warn"
                html.raw("<td class=\"cell ")
                html.raw(style)
                html.raw("\">")
                html.text(count == 0 ? "–" : String(count))
                html.raw("</td>")
            }
            html.raw("</tr>\n")
        }
        html.raw("</tbody></table></div>")
        if moreRows > 0 { html.element("p", text: "\(Phrases.count(moreRows, "more capture")), not listed here.") }
        let rest = summary.rules.count - rules.count
        if rest > 0 { html.element("p", text: "\(Phrases.count(rest, "more rule")) in the table above.") }
    }
}

extension BatchRow.Outcome {
    /// From what must be seen first to what can wait.
    var weight: Int {
        switch self {
        case .fail: 0
        case .error: 1
        case .notRun: 2
        case .inconclusive: 3
        case .pass: 4
        }
    }
}
