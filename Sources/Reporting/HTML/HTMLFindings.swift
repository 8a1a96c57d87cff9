import Model

/// Findings, told once per rule and then one by one.
extension HTMLReport {
    /// Findings with a card of their own, in a section and in one rule of it; the others get a line.
    private static let cardLimit = 200
    private static let cardsPerRule = 40
    /// Cards that are laid out although they are not on the screen yet.
    private static let cardsAtOnce = 10

    /// A section of them; none without findings.
    func findings(_ html: inout HTMLWriter, _ title: String, _ id: StaticString, _ findings: [ReportModel.Finding]) {
        guard !findings.isEmpty else { return }
        section(&html, id) { html in
            html.raw("<h2 id=\"")
            html.raw(id)
            html.raw("-title\">")
            html.text("\(title) (\(findings.count))")
            html.raw("</h2>")
            rules(&html, findings)
        }
    }

    private func rules(_ html: inout HTMLWriter, _ findings: [ReportModel.Finding]) {
        var rest = findings[...]
        var cards = 0
        while let first = rest.first {
            let same = rest.prefix { $0.rule == first.rule }
            rest = rest.dropFirst(same.count)
            let shown = same.prefix(min(Self.cardsPerRule, Self.cardLimit - cards))
            html.raw("<section class=\"rule\"")
            html.attribute("data-severity", first.severity.word)
            html.attribute("data-family", first.family)
            html.raw(">")
            rule(&html, first)
            for (number, finding) in shown.enumerated() {
                card(&html, finding, isLater: cards + number >= Self.cardsAtOnce)
            }
            lines(&html, same.dropFirst(shown.count), isRest: !shown.isEmpty)
            html.raw("</section>")
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
        html.element("span", class: Self.badge(severity), text: severity.word)
        html.raw(" ")
    }

    static func badge(_ severity: Severity) -> StaticString {
        switch severity {
        case .error: "badge bad"
        case .warning: "badge warn"
        case .info: "badge soft"
        }
    }

    private static func edge(_ severity: Severity) -> String {
        switch severity {
        case .error: "bad"
        case .warning: "warn"
        case .info: "note"
        }
    }

    private func card(_ html: inout HTMLWriter, _ finding: ReportModel.Finding, isLater: Bool) {
        html.raw("<article")
        html.attribute("class", "finding \(Self.edge(finding.severity))\(isLater ? " later" : "")")
        html.id(.finding(finding.fingerprint))
        traits(&html, finding)
        html.raw(" tabindex=\"-1\"><h4>")
        html.link(to: .finding(finding.fingerprint)) { html in
            html.number(finding.number)
            html.raw(".")
        }
        html.text(finding.message)
        html.raw("</h4>")
        html.element("p", class: "soft") { html in
            html.text(Phrases.subject(finding.subject))
            cause(&html, finding)
            if let play = adPlay(of: finding), timeline.draws(play) {
                html.raw(", ")
                html.link(to: .adPlay(play)) { $0.raw("on the timeline") }
            }
        }
        html.raw("<dl class=\"versus\"><div><dt>Expected</dt><dd><code>")
        html.text(finding.expected)
        html.raw("</code></dd></div><div><dt>Observed</dt><dd><code>")
        html.text(finding.observed)
        html.raw("</code></dd></div></dl>")
        if let assumed = finding.assumed { html.element("p", text: "Rests on the assumption \(assumed).") }
        evidence(&html, finding)
        html.raw("<details><summary>Show it again</summary><pre><code>")
        html.text(reproduction.certify)
        html.raw("</code>\n<code>")
        html.text(reproduction.query(finding))
        html.raw("</code>\n<code>beaconproof rules explain ")
        html.text(Reproduction.word(finding.rule))
        html.raw("</code></pre></details></article>")
    }

    /// Of several findings with one cause: which of them to mend.
    private func cause(_ html: inout HTMLWriter, _ finding: ReportModel.Finding) {
        guard let number = model.causeNumber(of: finding), model.findings.indices.contains(number - 1) else { return }
        html.raw(", ")
        html.link(to: .finding(model.findings[number - 1].fingerprint)) { html in
            html.raw("of one cause with finding ")
            html.number(number)
        }
    }

    private func adPlay(of finding: ReportModel.Finding) -> Int? {
        if finding.subject.kind == "ad_play" { return finding.subject.id }
        return finding.evidence.listed.lazy.compactMap { $0.exchange.flatMap { stands[$0]?.adPlay } }.first
    }

    /// What findings are chosen by, besides severity and family, which are those of their rule.
    private func traits(_ html: inout HTMLWriter, _ finding: ReportModel.Finding) {
        let shown = finding.evidence.listed.prefix(Self.evidenceLimit)
        html.attribute("data-host", each: shown.compactMap(\.host))
        let statuses = shown.compactMap(\.status)
        if !statuses.isEmpty {
            html.attribute("data-status", Set(statuses).sorted().map(String.init).joined(separator: " "))
        }
        if let play = adPlay(of: finding) { html.attribute("data-ad", play) }
    }

    /// Findings beyond the cards, so that none is left out: what several say alike is said once, for each of their subjects.
    /// Several tables, because a browser lays out only those near the screen.
    private func lines(_ html: inout HTMLWriter, _ findings: ArraySlice<ReportModel.Finding>, isRest: Bool) {
        guard !findings.isEmpty else { return }
        let count = Phrases.count(findings.count, isRest ? "more finding" : "finding")
        html.element(
            "p", text: "\(count) of this rule in short; the JSON report and the database have their evidence.")
        var alike: [[ReportModel.Finding]] = []
        var places: [[String]: Int] = [:]
        for finding in findings {
            let words = [finding.message, finding.expected, finding.observed]
            if let known = places[words], alike[known].count < Self.subjectsPerLine {
                alike[known].append(finding)
            } else {
                places[words] = alike.count
                alike.append([finding])
            }
        }
        var rest = alike[...]
        while !rest.isEmpty {
            html.raw("<div class=\"scroll later\"><table><thead><tr><th scope=\"col\">Finding</th>")
            html.raw("<th scope=\"col\">Subjects, by the number of the finding</th></tr></thead><tbody>")
            let isAlone = rest.first?.count == 1
            for findings in rest.prefix(isAlone ? Self.linesPerTable : 1) { line(&html, findings) }
            html.raw("</tbody></table></div>")
            rest = rest.dropFirst(isAlone ? Self.linesPerTable : 1)
        }
    }

    private static let linesPerTable = 100
    private static let subjectsPerLine = 200

    private func line(_ html: inout HTMLWriter, _ findings: [ReportModel.Finding]) {
        guard let first = findings.first else { return }
        html.raw("<tr>")
        html.element("td", text: "\(first.message): expected \(first.expected), observed \(first.observed)")
        html.element("td") { html in
            for finding in findings {
                html.raw("<div class=\"finding-line\"")
                html.id(.finding(finding.fingerprint))
                traits(&html, finding)
                html.raw(">")
                html.number(finding.number)
                html.raw(". ")
                html.text(Phrases.subject(finding.subject))
                let rows = finding.evidence.listed
                if let breach = rows.first(where: { $0.role == "breach" }) ?? rows.first { place(&html, of: breach) }
                html.raw("</div>")
            }
        }
        html.raw("</tr>")
    }

    private func place(_ html: inout HTMLWriter, of evidence: ReportModel.Evidence) {
        if let offset = evidence.offset {
            html.raw(", ")
            html.offset(offset.us)
        }
        let place = EvidenceWords(evidence: evidence).place
        if !place.isEmpty {
            html.raw(", ")
            html.text(place)
        }
    }

    func acceptedFindings(_ html: inout HTMLWriter) {
        heading(&html, "accepted-title", "Accepted (\(accepted.count))")
        Self.tableHead(&html, ["No.", "Finding", "Rule", "Subject", "Accepted by", "Why", "Until"])
        for finding in accepted {
            html.raw("<tr class=\"finding-line\"")
            html.id(.finding(finding.fingerprint))
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
