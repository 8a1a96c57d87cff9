import Model

/// The index of a batch: one row per capture in input order, with a link to its page. Needs no script and loads nothing.
struct BatchHTML {
    let summary: BatchSummary
    let options: BatchOptions

    func render() -> [UInt8] {
        var html = HTMLWriter()
        html.raw("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        html.raw("<meta http-equiv=\"Content-Security-Policy\"")
        html.attribute(
            "content",
            "default-src 'none'; style-src '\(PageFrame.stylePolicy)'; base-uri 'none'; "
                + "form-action 'none'")
        html.raw(">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        html.raw(
            "<meta name=\"referrer\" content=\"no-referrer\">\n<meta name=\"color-scheme\" content=\"light dark\">\n")
        html.element("title", text: summary.counts)
        html.raw("\n<style>")
        html.frame(PageFrame.style)
        html.raw("</style>\n</head>\n<body>\n<header class=\"page\">")
        verdict(&html)
        html.raw("</header>\n<main>\n<section aria-labelledby=\"captures-title\">")
        html.raw("<h2 id=\"captures-title\">Captures</h2>")
        captures(&html)
        html.raw("</section>\n<section aria-labelledby=\"rules-title\"><h2 id=\"rules-title\">Rules broken</h2>")
        rules(&html)
        html.raw("</section>\n</main>\n<footer>")
        html.element("p", text: "beaconproof \(summary.toolVersion), rules \(summary.rulesVersion)")
        html.raw("</footer>\n</body>\n</html>\n")
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

    private func captures(_ html: inout HTMLWriter) {
        html.raw("<div class=\"scroll\"><table><thead><tr><th scope=\"col\">Verdict</th><th scope=\"col\">Capture</th>")
        html.raw("<th scope=\"col\">Errors</th><th scope=\"col\">Warnings</th><th scope=\"col\">Undecided</th>")
        html.raw("<th scope=\"col\">Beacons</th><th scope=\"col\">Certificates, or why there is no result</th>")
        html.raw("</tr></thead><tbody>")
        for row in summary.rows {
            html.raw(row.outcome == .fail ? "<tr class=\"breach\"><td>" : "<tr><td>")
            html.raw("<span class=\"badge ")
            html.raw(Self.style(row.outcome))
            html.raw("\">")
            html.text(row.headline)
            html.raw("</span></td><td>")
            page(of: row, &html)
            html.raw("</td>")
            for number in [row.errors, row.warnings, row.undecided, row.beacons] {
                html.element("td", class: "tight", text: row.message == nil ? String(number) : "")
            }
            let certificates = row.certificates.map { "\($0.profile): \($0.verdict)" }
            let remarks = certificates + (row.isTakenOver ? ["taken over"] : [])
            html.element("td", text: row.message ?? remarks.joined(separator: ", "))
            html.raw("</tr>\n")
        }
        html.raw("</tbody></table></div>")
    }

    /// The only links there are lead to pages that this program wrote, by names it chose.
    private func page(of row: BatchRow, _ html: inout HTMLWriter) {
        guard let report = row.report, let pages = options.pages else { return html.text(row.path) }
        html.raw("<a")
        html.attribute("href", pages.isEmpty ? report : "\(pages)/\(report)")
        html.raw(">")
        html.text(row.path)
        html.raw("</a>")
    }

    private func rules(_ html: inout HTMLWriter) {
        guard !summary.rules.isEmpty else { return html.element("p", text: "None.") }
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
