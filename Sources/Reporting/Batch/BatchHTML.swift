import Model

/// The index of a batch: a row for each capture, what failed first, with a link to its page; the rules broken; which capture
/// breaks which. Nothing is loaded, and nothing needs script to be read: that sorts, searches and filters.
struct BatchHTML {
    let summary: BatchSummary
    let options: BatchOptions
    private let folder: SharedFolder

    init(summary: BatchSummary, options: BatchOptions) {
        self.summary = summary
        self.options = options
        folder = SharedFolder(of: summary.rows.map(\.path))
    }

    func render() -> [UInt8] {
        var html = HTMLWriter()
        html.raw("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        html.raw("<meta http-equiv=\"Content-Security-Policy\"")
        html.attribute(
            "content",
            "default-src 'none'; style-src '\(PageFrame.stylePolicy)'; "
                + "script-src '\(PageFrame.indexScriptPolicy)'; base-uri 'none'; form-action 'none'")
        html.raw(">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        html.raw(
            "<meta name=\"referrer\" content=\"no-referrer\">\n<meta name=\"color-scheme\" content=\"light dark\">\n")
        html.element("title", text: summary.counts)
        html.raw("\n<style>")
        html.frame(PageFrame.style)
        html.raw("</style>\n</head>\n<body>\n<header class=\"page\">")
        verdict(&html)
        html.raw("</header>\n<main>\n<section aria-labelledby=\"captures-title\">")
        html.raw("<h2 id=\"captures-title\">Captures</h2><div id=\"controls\" class=\"controls\"></div>")
        captures(&html)
        html.raw("</section>\n")
        if !summary.rules.isEmpty {
            html.raw("<section aria-labelledby=\"rules-title\"><h2 id=\"rules-title\">Rules broken</h2>")
            rules(&html)
            html.raw("</section>\n<section aria-labelledby=\"matrix-title\"><h2 id=\"matrix-title\">")
            html.raw("Which capture breaks which rule</h2>")
            BatchMatrix(summary).write(to: &html) { page(of: $0, &$1) }
            html.raw("</section>\n")
        }
        html.raw("</main>\n<footer>")
        html.element("p", text: "beaconproof \(summary.toolVersion), rules \(summary.rulesVersion)")
        html.raw("</footer>\n<script>")
        html.frame(PageFrame.indexScript)
        html.raw("</script>\n</body>\n</html>\n")
        return html.output.bytes
    }

    private func verdict(_ html: inout HTMLWriter) {
        html.raw("<div class=\"verdict ")
        html.raw(summary.exitCode == 0 && summary.isComplete ? "good" : summary.exitCode == 1 ? "bad" : "unknown")
        html.raw("\">")
        html.element("h1", text: summary.counts)
        if !summary.isComplete { html.element("p", text: "The batch was interrupted: this is a part of it.") }
        for notice in summary.notices { html.element("p", text: notice) }
        html.raw("</div>")
    }

    private var hasBaseline: Bool { summary.rows.contains { $0.new != nil } }

    private func captures(_ html: inout HTMLWriter) {
        html.raw("<div class=\"scroll\"><table id=\"captures-table\"><thead><tr>")
        let baseline = hasBaseline ? ["Before", "New"] : []
        for head in ["Verdict", "Capture"] + baseline + ["Errors", "Warnings", "Undecided", "Beacons", "Remarks"] {
            html.raw("<th scope=\"col\">")
            html.text(head)
            html.raw("</th>")
        }
        html.raw("</tr></thead><tbody>")
        for row in summary.rows.enumerated().sorted(by: Self.isWorse).map(\.element) { capture(row, &html) }
        html.raw("</tbody></table></div>")
    }

    /// What failed, what could not be read and what could not be told come first; the order of the inputs decides the rest.
    private static func isWorse(_ one: (offset: Int, element: BatchRow), _ other: (offset: Int, element: BatchRow))
        -> Bool
    {
        (one.element.outcome.weight, one.offset) < (other.element.outcome.weight, other.offset)
    }

    private func capture(_ row: BatchRow, _ html: inout HTMLWriter) {
        html.raw("<tr")
        if row.outcome == .fail { html.attribute("class", "breach") }
        html.attribute("data-outcome", row.headline)
        html.attribute("data-rules", row.breaches.map(\.rule).joined(separator: " "))
        html.raw("><td")
        html.attribute("data-key", row.outcome.weight)
        html.raw("><span class=\"badge ")
        html.raw(Self.style(row.outcome))
        html.raw("\">")
        html.text(row.headline)
        html.raw("</span></td><td>")
        page(of: row, &html)
        html.raw("</td>")
        if hasBaseline {
            html.element("td", text: before(row))
            html.element("td", class: "tight", text: row.new.map { String($0.count) } ?? "")
        }
        for number in [row.errors, row.warnings, row.undecided, row.beacons] {
            html.element("td", class: "tight", text: row.message == nil ? String(number) : "")
        }
        let certificates = row.certificates.map { "\($0.profile): \($0.verdict)" }
        let remarks = certificates + (row.isTakenOver ? ["taken over"] : [])
        html.element("td", text: row.message ?? remarks.joined(separator: ", "))
        html.raw("</tr>\n")
    }

    /// The verdict of the baseline with the direction since.
    private func before(_ row: BatchRow) -> String {
        guard let before = row.verdictBefore, let outcome = BatchRow.Outcome(rawValue: before) else {
            return row.new == nil ? "" : "not in the baseline"
        }
        let direction =
            outcome.weight == row.outcome.weight
            ? "same" : outcome.weight < row.outcome.weight ? "better now" : "worse now"
        return "\(outcome.word), \(direction)"
    }

    /// The only links there are lead to pages that this program wrote, by names it chose.
    private func page(of row: BatchRow, _ html: inout HTMLWriter) {
        guard let report = row.report, let pages = options.pages else {
            return html.text(folder.without(row.path))
        }
        html.raw("<a")
        html.attribute("href", pages.isEmpty ? report : "\(pages)/\(report)")
        html.raw(">")
        html.text(folder.without(row.path))
        html.raw("</a>")
    }

    private func rules(_ html: inout HTMLWriter) {
        html.raw("<div class=\"scroll\"><table><thead><tr><th scope=\"col\">Rule</th><th scope=\"col\">Severity</th>")
        html.raw("<th scope=\"col\">Captures</th><th scope=\"col\">Findings</th></tr></thead><tbody>")
        for line in summary.rules {
            html.raw("<tr>")
            html.element("td", text: line.rule)
            html.element("td", text: line.severity.rawValue)
            html.element("td", class: "tight", text: String(line.captures))
            html.element("td", class: "tight", text: String(line.findings))
            html.raw("</tr>\n")
        }
        html.raw("</tbody></table></div>")
    }

    private static func style(_ outcome: BatchRow.Outcome) -> StaticString {
        switch outcome {
        case .pass: "good"
        case .fail: "bad"
        case .inconclusive, .error, .notRun: "unknown"
        }
    }
}
