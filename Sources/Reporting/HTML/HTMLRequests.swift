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
        let path = request.path
        html.raw(findings.isEmpty ? "<details class=\"request\"" : "<details class=\"request proof\"")
        traits(&html, request)
        html.raw(">")
        row(&html, request, path, findings)
        html.raw("<div class=\"whole\" tabindex=\"-1\"")
        html.id(.exchange(request.exchange))
        html.raw(" data-started=\"")
        html.time(request.atUs)
        html.raw("\"")
        if let responseUs = request.responseUs {
            html.attribute("data-wait", Self.milliseconds(from: request.atUs, to: responseUs))
        }
        if let endUs = request.endUs {
            html.attribute("data-time", Self.milliseconds(from: request.atUs, to: endUs))
        }
        html.raw(">")
        whole(&html, request, path, findings)
        html.raw("</div></details>")
    }

    private static func milliseconds(from: Int64, to: Int64) -> Int {
        Int(max(0, Clamped.difference(to, from)) / 1_000)
    }

    /// What requests are chosen by.
    private func traits(_ html: inout HTMLWriter, _ request: ReportModel.Request) {
        html.attribute("data-host", request.authority)
        if let status = request.status {
            html.attribute("data-status", status)
        } else {
            html.raw(" data-status=\"none\"")
        }
        html.attribute("data-family", each: request.firings.map(\.family) + request.beacons.map(\.family))
        if let place = stands[request.exchange] { html.attribute("data-ad", place.adPlay) }
    }

    private func row(
        _ html: inout HTMLWriter, _ request: ReportModel.Request, _ path: String, _ findings: [ReportModel.Finding]
    ) {
        html.raw("<summary><span class=\"when\">")
        html.clock(request.atUs)
        html.raw("</span><span> ")
        html.text(request.method)
        html.raw(" </span><span><strong>")
        html.text(request.authority)
        html.raw("</strong><code>")
        html.text(TerminalText(path).shortened(to: 60, tail: 30).value)
        html.raw("</code></span><span class=\"soft\"> ")
        role(&html, request)
        html.raw(" </span><span>")
        outcome(&html, request)
        html.raw(" </span>")
        if let worst = findings.lazy.filter({ $0.waived == nil }).map(\.severity).max() {
            html.element("span", class: Self.badge(worst)) { html in
                html.raw(findings.count > 1 ? "findings " : "finding ")
                html.text(Timeline.Mark.words(findings.map(\.number)))
            }
        }
        html.raw("</summary>")
    }

    /// What it was sent for, in a word or two: `vast thirdQuartile`.
    private func role(_ html: inout HTMLWriter, _ request: ReportModel.Request) {
        if let firing = request.firings.first {
            html.text(firing.family)
            html.raw(" ")
            html.text(firing.event)
        } else if let beacon = request.beacons.first {
            html.text(beacon.family)
            html.raw(" ")
            html.text(beacon.event)
        } else if let document = request.documents.first {
            html.text(document)
        }
    }

    private func outcome(_ html: inout HTMLWriter, _ request: ReportModel.Request) {
        if let status = request.status {
            html.number(status)
        } else {
            html.raw(request.ending == "failed" ? "no answer" : "answer not seen")
        }
    }

    private func whole(
        _ html: inout HTMLWriter, _ request: ReportModel.Request, _ path: String, _ findings: [ReportModel.Finding]
    ) {
        html.raw("<h3>")
        html.link(to: .exchange(request.exchange)) { $0.clock(request.atUs) }
        html.raw(" ")
        html.text(request.method)
        html.raw(" ")
        html.text(request.authority)
        html.raw("<span class=\"soft\"> ")
        outcome(&html, request)
        html.raw("</span></h3><p><code class=\"url\">")
        html.text(path)
        html.raw("</code></p>")
        waterfall(&html, request)
        screen(of: request, &html)
        html.raw("<ul>")
        if let place = stands[request.exchange] { self.place(&html, place) }
        standing(&html, request)
        html.raw("</ul>")
        if !findings.isEmpty {
            html.raw("<p class=\"bad\">Evidence of: ")
            for (place, finding) in findings.enumerated() {
                if place > 0 { html.raw("; ") }
                html.link(to: .finding(finding.fingerprint)) { html in
                    html.number(finding.number)
                    html.raw(". ")
                    html.text(finding.message)
                }
            }
            html.raw("</p>")
        }
        parameters(&html, request, findings)
        headers(&html, request)
        copies(&html, request)
    }

    private func place(_ html: inout HTMLWriter, _ place: ViewingPlace) {
        html.raw("<li>")
        place.write(to: &html)
        if timeline.draws(place.adPlay) {
            html.raw(", ")
            html.link(to: .adPlay(place.adPlay)) { $0.raw("on the timeline") }
        }
        html.raw("</li>")
    }

    private func copies(_ html: inout HTMLWriter, _ request: ReportModel.Request) {
        html.raw("<details class=\"copy\"><summary>Copy</summary><p class=\"soft\">cURL</p><pre><code>curl --request ")
        html.text(request.method)
        for line in request.ownHeaders {
            html.raw(" --header ")
            html.text(Reproduction.word(line))
        }
        html.raw(" ")
        html.text(Reproduction.word(request.url))
        html.raw("</code></pre><p class=\"soft\">SQL</p><pre><code>")
        html.raw("beaconproof query RUN.sqlite &quot;SELECT * FROM exchange WHERE id = ")
        html.number(request.exchange)
        html.raw("&quot;</code></pre></details>")
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
        html.raw("/></svg> first byte after ")
        html.number(Int(wait / 1_000))
        html.raw(" ms, ended after ")
        html.number(Int(whole / 1_000))
        html.raw(" ms</p>")
    }

    private func parameters(
        _ html: inout HTMLWriter, _ request: ReportModel.Request, _ findings: [ReportModel.Finding]
    ) {
        let parameters = request.parameters.listed
        guard !parameters.isEmpty else { return }
        let isNielsen = request.beacons.contains { $0.family == "nielsen" }
        let wrong = parameters.map { parameter in findings.firstIndex { $0.isAbout(parameter) } }
        let isWrong = wrong.contains { $0 != nil }
        html.raw("<div class=\"scroll\"><table><caption>Parameters</caption><thead><tr><th scope=\"col\">Name</th>")
        html.raw("<th scope=\"col\">Value</th>")
        if isNielsen { html.raw("<th scope=\"col\">Meaning</th>") }
        if isWrong { html.raw("<th scope=\"col\">Finding</th>") }
        html.raw("</tr></thead><tbody>")
        for (place, parameter) in parameters.enumerated() {
            html.raw(wrong[place] == nil ? "<tr><td><code>" : "<tr class=\"breach\"><td><code>")
            html.text(parameter.name)
            if let subkey = parameter.subkey {
                html.raw("=")
                html.text(subkey)
            }
            html.raw("</code></td><td class=\"wide\"><code>")
            html.text(parameter.value)
            html.raw("</code></td>")
            if isNielsen {
                let entry = NielsenDictionary.entry(name: parameter.name, subkey: parameter.subkey)
                html.element("td", class: "soft", text: entry?.meaning ?? "")
            }
            if isWrong {
                let finding = wrong[place].map { findings[$0] }
                html.element("td", text: finding.map { "expected \($0.expected), observed \($0.observed)" } ?? "")
            }
            html.raw("</tr>")
            unfolded(&html, parameter, cellsBehind: (isNielsen ? 1 : 0) + (isWrong ? 1 : 0))
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
        html.raw("<details><summary>Header fields</summary>")
        if !request.requestHeaders.isEmpty {
            html.raw("<p class=\"soft\">Request</p>")
            lines(&html, request.requestHeaders)
        }
        if !request.responseHeaders.isEmpty {
            html.raw("<p class=\"soft\">Response</p>")
            lines(&html, request.responseHeaders)
        }
        html.raw("</details>")
    }

    private func lines(_ html: inout HTMLWriter, _ lines: [String]) {
        html.raw("<pre><code>")
        for (number, line) in lines.enumerated() {
            if number > 0 { html.raw("\n") }
            html.text(line)
        }
        html.raw("</code></pre>")
    }
}
