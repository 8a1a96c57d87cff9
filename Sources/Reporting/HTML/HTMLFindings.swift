import Model

/// Findings, told once per rule and then one by one.
extension HTMLReport {
    /// Findings with a card of their own, in a section and in one rule of it; the others get a line.
    private static let cardLimit = 200
    private static let cardsPerRule = 40
    /// Cards that are laid out although they are not on the screen yet.
    private static let cardsAtOnce = 10
    private static let evidenceLimit = 20

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
        html.attribute("id", Self.anchor(finding))
        traits(&html, finding)
        html.raw(" tabindex=\"-1\">")
        html.element("h4") { html in
            link(&html, to: finding, "\(finding.number).")
            html.text(finding.message)
        }
        html.element("p", class: "soft") { html in
            html.text(Phrases.subject(finding.subject))
            cause(&html, finding)
            if let play = adPlay(of: finding), timeline.draws(play) {
                html.raw(", <a")
                html.attribute("href", "#\(Self.anchor(adPlay: play))")
                html.raw(">on the timeline</a>")
            }
        }
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

    /// Of several findings with one cause: which of them to mend.
    private func cause(_ html: inout HTMLWriter, _ finding: ReportModel.Finding) {
        guard let number = model.causeNumber(of: finding), model.findings.indices.contains(number - 1) else { return }
        html.raw(", ")
        link(&html, to: model.findings[number - 1], "of one cause with finding \(number)")
    }

    private func adPlay(of finding: ReportModel.Finding) -> Int? {
        if finding.subject.kind == "ad_play" { return finding.subject.id }
        return finding.evidence.listed.lazy.compactMap { $0.exchange.flatMap { stands[$0]?.adPlay } }.first
    }

    /// What findings are chosen by, besides severity and family, which are those of their rule.
    private func traits(_ html: inout HTMLWriter, _ finding: ReportModel.Finding) {
        let shown = finding.evidence.listed.prefix(Self.evidenceLimit)
        let hosts = Set(shown.compactMap(\.host))
        if !hosts.isEmpty { html.attribute("data-host", hosts.sorted().joined(separator: " ")) }
        let statuses = Set(shown.compactMap(\.status))
        if !statuses.isEmpty {
            html.attribute("data-status", statuses.sorted().map(String.init).joined(separator: " "))
        }
        if let play = adPlay(of: finding) { html.attribute("data-ad", play) }
    }

    private func evidence(_ html: inout HTMLWriter, _ finding: ReportModel.Finding) {
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
        html.element("td", class: "tight", text: Phrases.role(evidence.role))
        html.element("td", class: "tight") { html in
            link(&html, toExchange: evidence.exchange, evidence.atUs.map(Phrases.clock) ?? "")
        }
        html.element("td", class: "tight", text: words.offset ?? "")
        html.element("td", text: words.method)
        html.element("td", class: "host", text: words.host)
        html.element("td", class: "wide") { path(&$0, words.path) }
        html.element("td", class: "tight", text: words.status)
        html.element("td", class: words.place.utf8.count > Self.tightPlace ? nil : "tight", text: words.place)
        html.raw("</tr>")
    }

    private static let tightPlace = 16

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
                html.attribute("id", Self.anchor(finding))
                traits(&html, finding)
                html.raw(">")
                let breach = finding.evidence.listed.first { $0.role == "breach" } ?? finding.evidence.listed.first
                let words = breach.map(EvidenceWords.init)
                let place = [Phrases.subject(finding.subject), words?.offset ?? "", words?.place ?? ""]
                html.text("\(finding.number). \(place.filter { !$0.isEmpty }.joined(separator: ", "))")
                html.raw("</div>")
            }
        }
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
