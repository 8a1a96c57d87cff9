import Model

/// The requests behind findings and beacons, each whole: what was sent, when, what it counted as, and what was wrong in it.
extension HTMLReport {
    func requests(_ html: inout HTMLWriter) {
        let shown = model.requestDetails
        heading(&html, "requests-title", "Requests (\(shown.listed.count))")
        html.element(
            "p", class: "soft",
            text: shown.rest > 0
                ? "Those behind findings first; \(Phrases.count(shown.rest, "more beacon")) in the database."
                : "Every request behind a finding, and every beacon.")
        for request in shown.listed { self.request(&html, request) }
    }

    private func request(_ html: inout HTMLWriter, _ request: ReportModel.Request) {
        let findings = proofs[request.exchange] ?? []
        html.raw("<section class=\"request later\"")
        html.attribute("id", Self.anchor(exchange: request.exchange))
        html.raw(" tabindex=\"-1\">")
        html.element("h3") { html in
            html.raw("<a")
            html.attribute("href", "#\(Self.anchor(exchange: request.exchange))")
            html.raw(">")
            html.text(Phrases.clock(request.atUs))
            html.raw("</a> ")
            html.text("\(request.method) \(request.authority)")
            html.element("span", class: "soft", text: " \(RequestWords(request).outcome)")
        }
        html.element("p") { $0.element("code", class: "url", text: RequestWords.pathOf(request)) }
        waterfall(&html, request)
        screen(of: request, &html)
        html.element("ul") { html in
            for sentence in RequestWords(request).standing { html.element("li", text: sentence) }
        }
        if !findings.isEmpty {
            html.raw("<p class=\"bad\">Evidence of: ")
            for (place, finding) in findings.enumerated() {
                if place > 0 { html.text("; ") }
                link(&html, to: finding, "\(finding.number). \(finding.message)")
            }
            html.raw("</p>")
        }
        parameters(&html, request, findings)
        headers(&html, request)
        html.element("details", class: "copy") { html in
            html.element("summary", text: "Copy")
            for (name, text) in [
                ("cURL", RequestWords(request).curl),
                ("SQL", "beaconproof query RUN.sqlite \"SELECT * FROM exchange WHERE id = \(request.exchange)\""),
            ] {
                html.element("p", class: "soft", text: name)
                html.element("pre") { $0.element("code", text: text) }
            }
        }
        html.raw("</section>")
    }

    /// When it was sent, when the answer began and when it ended.
    private func waterfall(_ html: inout HTMLWriter, _ request: ReportModel.Request) {
        guard let response = request.responseUs else { return }
        let end = max(request.endUs ?? response, response)
        let whole = max(1, Clamped.difference(end, request.atUs))
        let wait = max(0, Clamped.difference(response, request.atUs))
        let column = Int(Double(wait) / Double(whole) * 300)
        html.raw(
            "<p class=\"times\"><svg width=\"300\" height=\"10\" aria-hidden=\"true\"><rect class=\"wait\" height=\"10\""
        )
        html.attribute("width", column)
        html.raw("/><rect class=\"receive\" height=\"10\"")
        html.attribute("x", column)
        html.attribute("width", max(2, 300 - column))
        html.raw("/></svg> ")
        html.text("first byte after \(wait / 1_000) ms, ended after \(whole / 1_000) ms")
        html.raw("</p>")
    }

    private func parameters(
        _ html: inout HTMLWriter, _ request: ReportModel.Request, _ findings: [ReportModel.Finding]
    ) {
        guard !request.parameters.listed.isEmpty else { return }
        let isNielsen = request.beacons.contains { $0.family == "nielsen" }
        Self.tableHead(
            &html, ["Name", "Value"] + (isNielsen ? ["Meaning"] : []) + ["Finding"], caption: "Parameters")
        for parameter in request.parameters.listed {
            let wrong = findings.first { RequestWords.isAbout($0, parameter) }
            html.raw(wrong == nil ? "<tr>" : "<tr class=\"breach\">")
            html.element("td") { $0.element("code", text: parameter.path) }
            html.element("td", class: "wide") { $0.element("code", text: parameter.value) }
            if isNielsen {
                let entry = NielsenDictionary.entry(name: parameter.name, subkey: parameter.subkey)
                html.element("td", class: "soft", text: entry?.meaning ?? "")
            }
            html.element("td", text: wrong.map { "expected \($0.expected), observed \($0.observed)" } ?? "")
            html.raw("</tr>")
        }
        html.raw("</tbody></table></div>")
        if request.parameters.rest > 0 {
            html.element("p", class: "soft", text: "\(Phrases.count(request.parameters.rest, "more parameter"))")
        }
    }

    private func headers(_ html: inout HTMLWriter, _ request: ReportModel.Request) {
        guard !request.requestHeaders.isEmpty || !request.responseHeaders.isEmpty else { return }
        html.element("details") { html in
            html.element("summary", text: "Header fields")
            for (name, lines) in [("Request", request.requestHeaders), ("Response", request.responseHeaders)]
            where !lines.isEmpty {
                html.element("p", class: "soft", text: name)
                html.element("pre") { $0.element("code", text: lines.joined(separator: "\n")) }
            }
        }
    }

    static func anchor(exchange: Int) -> String { "r-\(exchange)" }

    /// The words as a link to the request, where it is shown.
    func link(_ html: inout HTMLWriter, toExchange exchange: Int?, _ words: String) {
        guard let exchange, shownExchanges.contains(exchange) else { return html.text(words) }
        html.raw("<a")
        html.attribute("href", "#\(Self.anchor(exchange: exchange))")
        html.raw(">")
        html.text(words)
        html.raw("</a>")
    }
}
