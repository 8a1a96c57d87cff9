import Encodings
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

    /// A row, and in it the whole.
    private func request(_ html: inout HTMLWriter, _ request: ReportModel.Request) {
        let findings = proofs[request.exchange] ?? []
        html.raw("<details")
        html.attribute("class", findings.isEmpty ? "request" : "request proof")
        traits(&html, request)
        html.raw(">")
        row(&html, request, findings)
        html.raw("<div class=\"whole\" tabindex=\"-1\"")
        html.attribute("id", Self.anchor(exchange: request.exchange))
        html.attribute("data-started", Phrases.time(request.atUs))
        if let responseUs = request.responseUs {
            html.attribute("data-wait", Self.milliseconds(from: request.atUs, to: responseUs))
        }
        if let endUs = request.endUs {
            html.attribute("data-time", Self.milliseconds(from: request.atUs, to: endUs))
        }
        html.raw(">")
        whole(&html, request, findings)
        html.raw("</div></details>")
    }

    private static func milliseconds(from: Int64, to: Int64) -> Int {
        Int(max(0, Clamped.difference(to, from)) / 1_000)
    }

    /// What requests are chosen by.
    private func traits(_ html: inout HTMLWriter, _ request: ReportModel.Request) {
        html.attribute("data-host", request.authority)
        html.attribute("data-status", request.status.map(String.init) ?? "none")
        let families = Set(request.firings.map(\.family) + request.beacons.map(\.family))
        if !families.isEmpty { html.attribute("data-family", families.sorted().joined(separator: " ")) }
        if let place = stands[request.exchange] { html.attribute("data-ad", place.adPlay) }
    }

    private func row(
        _ html: inout HTMLWriter, _ request: ReportModel.Request, _ findings: [ReportModel.Finding]
    ) {
        html.element("summary") { html in
            let words = RequestWords(request)
            html.element("span", class: "when", text: Phrases.clock(request.atUs))
            html.element("span", text: " \(request.method) ")
            html.element("span") { html in
                html.element("strong", text: request.authority)
                let path = TerminalText(RequestWords.pathOf(request)).shortened(to: 60, tail: 30)
                html.element("code", text: path.value)
            }
            html.element("span", class: "soft", text: " \(words.role) ")
            html.element("span", text: "\(words.outcome) ")
            let worst = findings.filter { $0.waived == nil }.map(\.severity).max()
            if let worst {
                let numbers = Timeline.Mark.words(findings.map(\.number))
                html.element(
                    "span", class: Self.badge(worst), text: "\(findings.count > 1 ? "findings" : "finding") \(numbers)")
            }
        }
    }

    private func whole(
        _ html: inout HTMLWriter, _ request: ReportModel.Request, _ findings: [ReportModel.Finding]
    ) {
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
            if let place = stands[request.exchange] { self.place(&html, place) }
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
        copies(&html, request)
    }

    private func place(_ html: inout HTMLWriter, _ place: ViewingPlace) {
        html.element("li") { html in
            html.text(place.words)
            guard timeline.draws(place.adPlay) else { return }
            html.raw(", <a")
            html.attribute("href", "#\(Self.anchor(adPlay: place.adPlay))")
            html.raw(">on the timeline</a>")
        }
    }

    private func copies(_ html: inout HTMLWriter, _ request: ReportModel.Request) {
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
        let wrong = Dictionary(
            request.parameters.listed.enumerated().compactMap { place, parameter in
                findings.first { RequestWords.isAbout($0, parameter) }.map { (place, $0) }
            }, uniquingKeysWith: { first, _ in first })
        Self.tableHead(
            &html, ["Name", "Value"] + (isNielsen ? ["Meaning"] : []) + (wrong.isEmpty ? [] : ["Finding"]),
            caption: "Parameters")
        for (place, parameter) in request.parameters.listed.enumerated() {
            html.raw(wrong[place] == nil ? "<tr>" : "<tr class=\"breach\">")
            html.element("td") { $0.element("code", text: parameter.path) }
            html.element("td", class: "wide") { $0.element("code", text: parameter.value) }
            if isNielsen {
                let entry = NielsenDictionary.entry(name: parameter.name, subkey: parameter.subkey)
                html.element("td", class: "soft", text: entry?.meaning ?? "")
            }
            if !wrong.isEmpty {
                html.element(
                    "td", text: wrong[place].map { "expected \($0.expected), observed \($0.observed)" } ?? "")
            }
            html.raw("</tr>")
            unfolded(&html, parameter, cellsBehind: (isNielsen ? 1 : 0) + (wrong.isEmpty ? 0 : 1))
        }
        html.raw("</tbody></table></div>")
        if request.parameters.rest > 0 {
            html.element("p", class: "soft", text: "\(Phrases.count(request.parameters.rest, "more parameter"))")
        }
    }

    private static let mostUnfolded = 60

    /// What a value that is a JSON object holds, by the names that lead to it.
    private func unfolded(
        _ html: inout HTMLWriter, _ parameter: ReportModel.Request.Parameter, cellsBehind: Int
    ) {
        guard parameter.value.utf8.first == UInt8(ascii: "{"), let object = JSONValue.object(in: parameter.value)
        else { return }
        for (path, value) in object.scalars.prefix(Self.mostUnfolded) {
            html.raw("<tr>")
            html.element("td", class: "inner") { $0.element("code", text: path) }
            html.element("td", class: "wide") { $0.element("code", text: value) }
            for _ in 0..<cellsBehind { html.raw("<td></td>") }
            html.raw("</tr>")
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
