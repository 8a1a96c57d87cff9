import Model

/// Findings, told once per rule and then one by one.
extension HTMLReport {
    /// Findings with a card of their own, in a section and in one rule of it; the others get a line.
    private static let cardLimit = 200
    private static let cardsPerRule = 40
    /// Cards that are laid out although they are not on the screen yet.
    private static let cardsAtOnce = 10
    private static let evidenceLimit = 20

    func findings(
        _ html: inout HTMLWriter, _ title: String, _ id: StaticString, _ findings: [ReportModel.Finding], none: String
    ) {
        heading(&html, id, "\(title) (\(findings.count))")
        guard !findings.isEmpty else {
            html.element("p", text: none)
            return
        }
        var rest = findings[...]
        var cards = 0
        while let first = rest.first {
            let same = rest.prefix { $0.rule == first.rule }
            rest = rest.dropFirst(same.count)
            let shown = same.prefix(min(Self.cardsPerRule, Self.cardLimit - cards))
            html.element("section", class: "rule") { html in
                rule(&html, first)
                for (number, finding) in shown.enumerated() {
                    card(&html, finding, isLater: cards + number >= Self.cardsAtOnce)
                }
                lines(&html, same.dropFirst(shown.count), isRest: !shown.isEmpty)
            }
            cards += shown.count
        }
    }

    private func rule(_ html: inout HTMLWriter, _ finding: ReportModel.Finding) {
        let rule = model.rule(finding.rule)
        html.element("h3") { html in
            severity(&html, finding.severity)
            html.text(rule?.title ?? finding.rule)
        }
        html.raw("<p class=\"soft\"><code>")
        html.text(finding.rule)
        html.raw("</code>")
        if let rule {
            html.text(
                ", fails on \(rule.fail) of \(Phrases.count(rule.pass + rule.fail + rule.inconclusive, "subject"))")
        }
        html.raw("</p>")
        guard let rule else { return }
        html.raw("<dl>")
        entry(&html, "Fix", [rule.fix])
        entry(&html, "Why", [rule.why])
        entry(&html, "Sources", rule.sources)
        html.raw("</dl>")
    }

    private func entry(_ html: inout HTMLWriter, _ term: String, _ texts: [String]) {
        let texts = texts.filter { !$0.isEmpty }
        guard !texts.isEmpty else { return }
        html.element("dt", text: term)
        for text in texts { html.element("dd", text: text) }
    }

    private func severity(_ html: inout HTMLWriter, _ severity: Severity) {
        html.element("span", class: severity == .error ? "badge bad" : "badge warn", text: severity.word)
        html.raw(" ")
    }

    private func card(_ html: inout HTMLWriter, _ finding: ReportModel.Finding, isLater: Bool) {
        html.raw("<article")
        html.attribute("class", "finding \(finding.severity == .error ? "bad" : "warn")\(isLater ? " later" : "")")
        html.attribute("id", Self.anchor(finding))
        traits(&html, finding)
        html.raw(" tabindex=\"-1\">")
        html.element("h4") { html in
            link(&html, to: finding, "\(finding.number).")
            html.text(finding.message)
        }
        html.element("p", class: "soft", text: Phrases.subject(finding.subject))
        html.element("dl", class: "versus") { html in
            for (term, value) in [("Expected", finding.expected), ("Observed", finding.observed)] {
                html.element("div") { html in
                    html.element("dt", text: term)
                    html.element("dd") { $0.element("code", text: value) }
                }
            }
        }
        if let assumed = finding.assumed { html.element("p", text: "Rests on the assumption \(assumed).") }
        evidence(&html, finding)
        html.element("details") { html in
            html.element("summary", text: "Show it again")
            html.element("pre") { html in
                html.element("code", text: reproduction.certify)
                html.raw("\n")
                html.element("code", text: reproduction.query(finding))
                html.raw("\n")
                html.element("code", text: "beaconproof rules explain \(Reproduction.word(finding.rule))")
            }
        }
        html.raw("</article>")
    }

    /// What chips choose findings by.
    private func traits(_ html: inout HTMLWriter, _ finding: ReportModel.Finding) {
        html.attribute("data-severity", finding.severity.word)
        html.attribute("data-family", finding.family)
        let hosts = Set(finding.evidence.listed.prefix(Self.evidenceLimit).compactMap(\.host))
        if !hosts.isEmpty { html.attribute("data-host", hosts.sorted().joined(separator: " ")) }
    }

    private func evidence(_ html: inout HTMLWriter, _ finding: ReportModel.Finding) {
        let shown = finding.evidence.listed.prefix(Self.evidenceLimit)
        guard !shown.isEmpty else { return }
        html.raw("<div class=\"scroll\"><table><caption>Evidence</caption><thead><tr><th scope=\"col\">Role</th>")
        html.raw("<th scope=\"col\">Time</th><th scope=\"col\">Offset</th><th scope=\"col\">Method</th>")
        html.raw("<th scope=\"col\">Host</th><th scope=\"col\">Path</th><th scope=\"col\">Status</th>")
        html.raw("<th scope=\"col\">Where</th></tr></thead><tbody>")
        for evidence in shown { row(&html, evidence) }
        html.raw("</tbody></table></div>")
        let zero = shown.compactMap(\.offset).first?.zero
        let rest = finding.evidence.total - shown.count
        if zero != nil || rest > 0 {
            html.raw("<p class=\"soft\">")
            if let zero {
                html.text("Offsets count from the start of the \(zero == .adStart ? "ad" : "run"). ")
            }
            if rest > 0 { html.text("\(Phrases.count(rest, "more row")): the commands below list them.") }
            html.raw("</p>")
        }
    }

    private func row(_ html: inout HTMLWriter, _ evidence: ReportModel.Evidence) {
        let words = EvidenceWords(evidence: evidence)
        html.raw(evidence.role == "breach" ? "<tr class=\"breach\">" : "<tr>")
        html.element("td", class: "tight", text: Phrases.role(evidence.role))
        html.element("td", class: "tight") { html in
            link(&html, toExchange: evidence.exchange, evidence.atUs.map(Phrases.clock) ?? "")
        }
        html.element("td", class: "tight", text: words.offset ?? "")
        html.element("td", text: words.method)
        html.element("td", class: "host", text: words.host)
        html.element("td", class: "wide") { path(&$0, words.path) }
        html.element("td", class: "tight", text: words.status)
        html.element("td", text: words.place)
        html.raw("</tr>")
    }

    /// Its beginning where it is long, and more of it on demand. A URL may be as long as a capture; the database has all
    /// of it.
    private func path(_ html: inout HTMLWriter, _ path: String) {
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

    /// Findings beyond the cards: one line each, so that none is left out. Several tables, because a browser lays out only
    /// those near the screen.
    private func lines(_ html: inout HTMLWriter, _ findings: ArraySlice<ReportModel.Finding>, isRest: Bool) {
        guard !findings.isEmpty else { return }
        let count = Phrases.count(findings.count, isRest ? "more finding" : "finding")
        html.element(
            "p", text: "\(count) of this rule, one line each; the JSON report and the database have their evidence.")
        var rest = findings
        while !rest.isEmpty {
            html.raw("<div class=\"scroll later\"><table><thead><tr>")
            for column in ["No.", "Finding", "Subject", "Where"] {
                html.raw("<th scope=\"col\">")
                html.text(column)
                html.raw("</th>")
            }
            html.raw("</tr></thead><tbody>")
            for finding in rest.prefix(Self.linesPerTable) { line(&html, finding) }
            html.raw("</tbody></table></div>")
            rest = rest.dropFirst(Self.linesPerTable)
        }
    }

    private static let linesPerTable = 100

    private func line(_ html: inout HTMLWriter, _ finding: ReportModel.Finding) {
        html.raw("<tr class=\"finding-line\"")
        html.attribute("id", Self.anchor(finding))
        traits(&html, finding)
        html.raw(">")
        html.element("td") { link(&$0, to: finding, "\(finding.number)") }
        html.element(
            "td", text: "\(finding.message): expected \(finding.expected), observed \(finding.observed)")
        html.element("td", text: Phrases.subject(finding.subject))
        let breach = finding.evidence.listed.first { $0.role == "breach" } ?? finding.evidence.listed.first
        let words = breach.map(EvidenceWords.init)
        html.element(
            "td", text: [words?.offset ?? "", words?.place ?? ""].filter { !$0.isEmpty }.joined(separator: ", "))
        html.raw("</tr>")
    }

    func accepted(_ html: inout HTMLWriter) {
        heading(&html, "accepted-title", "Accepted (\(model.accepted.count))")
        Self.tableHead(&html, ["No.", "Finding", "Rule", "Subject", "Accepted by", "Why", "Until"])
        for finding in model.accepted {
            html.raw("<tr class=\"finding-line\"")
            html.attribute("id", Self.anchor(finding))
            html.raw(">")
            html.element("td", text: "\(finding.number)")
            html.element("td", text: "\(finding.severity.word): \(finding.message)")
            html.element("td") { $0.element("code", text: finding.rule) }
            html.element("td", text: Phrases.subject(finding.subject))
            html.element("td", text: finding.waived?.owner ?? "")
            html.element("td", text: finding.waived?.reason ?? "")
            html.element("td", class: "tight", text: finding.waived?.expires ?? "")
            html.raw("</tr>")
        }
        html.raw("</tbody></table></div>")
    }
}
