/// The rows that prove a finding, as a table.
extension HTMLReport {
    static let evidenceLimit = 20

    func evidence(_ html: inout HTMLWriter, _ finding: ReportModel.Finding) {
        let shown = finding.evidence.listed.prefix(Self.evidenceLimit)
        guard !shown.isEmpty else { return }
        html.raw("<div class=\"scroll\"><table><caption>Evidence</caption><thead><tr><th scope=\"col\">Role</th>")
        html.raw("<th scope=\"col\">Time</th><th scope=\"col\">")
        html.raw(Self.offsetHead(shown.compactMap(\.offset).first?.zero))
        html.raw("</th><th scope=\"col\">Method</th>")
        html.raw("<th scope=\"col\">Host</th><th scope=\"col\">Path</th><th scope=\"col\">Status</th>")
        html.raw("<th scope=\"col\">Where</th></tr></thead><tbody>")
        for evidence in shown { row(&html, evidence) }
        html.raw("</tbody></table></div>")
        let rest = finding.evidence.total - shown.count
        guard rest > 0 else { return }
        html.element("p", class: "soft", text: "\(Phrases.count(rest, "more row")): the commands below list them.")
    }

    private static func offsetHead(_ zero: ReportModel.Offset.Zero?) -> StaticString {
        switch zero {
        case .adStart: "From ad start"
        case .runStart: "From run start"
        case nil: "Offset"
        }
    }

    private func row(_ html: inout HTMLWriter, _ evidence: ReportModel.Evidence) {
        let words = EvidenceWords(evidence: evidence)
        html.raw(evidence.role == "breach" ? "<tr class=\"breach\">" : "<tr>")
        html.raw("<td class=\"tight\">")
        html.text(Phrases.role(evidence.role))
        html.raw("</td><td class=\"tight\">")
        link(&html, toExchange: evidence.exchange) { html in
            if let atUs = evidence.atUs { html.clock(atUs) }
        }
        html.raw("</td><td class=\"tight\">")
        if let offset = evidence.offset { html.offset(offset.us) }
        html.raw("</td><td>")
        html.text(words.method)
        html.raw("</td><td class=\"host\">")
        html.text(words.host)
        html.raw("</td><td class=\"wide\">")
        path(&html, words.path)
        html.raw("</td><td class=\"tight\">")
        html.text(words.status)
        let place = words.place
        html.raw(place.utf8.count > Self.tightPlace ? "</td><td>" : "</td><td class=\"tight\">")
        html.text(place)
        html.raw("</td></tr>")
    }

    private static let tightPlace = 16

    /// Its beginning where it is long, and more of it on demand. A URL may be as long as a capture; the database has all
    /// of it.
    private func path(_ html: inout HTMLWriter, _ path: String) {
        // What has few bytes has no more characters.
        guard path.utf8.count > Self.pathAtOnce else { return html.element("code", text: path) }
        let scalars = path.unicodeScalars
        func beginning(_ limit: Int) -> String { String(String.UnicodeScalarView(scalars.prefix(limit))) }
        guard scalars.count > Self.pathAtOnce else { return html.element("code", text: path) }
        html.element("details") { html in
            html.element("summary") { $0.element("code", text: beginning(Self.pathAtOnce / 2) + "…") }
            html.element("code", text: beginning(Self.pathLimit))
            let cut = scalars.count - Self.pathLimit
            if cut > 0 { html.text(" … \(Phrases.count(cut, "more character"))") }
        }
    }

    private static let pathAtOnce = 240
    private static let pathLimit = 600
}
