import Model

/// The report as one HTML file: nothing is loaded, and nothing needs script to be read. Order and depth follow what the
/// reader does with it: the verdict, what to fix, what is accepted, what could not be told, what all of it rests on.
struct HTMLReport {
    let model: ReportModel
    let reproduction: Reproduction
    private let timeline: Timeline

    init(_ model: ReportModel, _ options: ReportOptions) {
        self.model = model
        reproduction = Reproduction(model: model, databasePath: options.databasePath)
        timeline = Timeline(model)
    }

    func render() -> [UInt8] {
        var html = HTMLWriter()
        for (text, slot) in PageFrame.page {
            html.frame(text)
            if let slot { fill(slot, &html) }
        }
        return html.output.bytes
    }

    private func fill(_ slot: String, _ html: inout HTMLWriter) {
        switch slot {
        case "policy": policy(&html)
        case "title": html.text("\(model.run.word): \(model.run.name)")
        case "style": html.frame(PageFrame.style)
        case "script": html.frame(PageFrame.script)
        case "verdict": verdict(&html)
        case "navigation": navigation(&html)
        case "timeline": timeline(&html)
        case "must-fix": findings(&html, "Must fix", "must-fix-title", model.mustFix, none: "No error was found.")
        case "should-fix":
            findings(&html, "Should fix", "should-fix-title", model.shouldFix, none: "No warning and no remark.")
        case "accepted": accepted(&html)
        case "undecided": undecided(&html)
        case "passed": passed(&html)
        case "unread": unread(&html)
        case "environment": environment(&html)
        default: break
        }
    }

    /// Only the page's own style and script run; nothing is fetched, sent or embedded.
    private func policy(_ html: inout HTMLWriter) {
        html.raw("<meta http-equiv=\"Content-Security-Policy\"")
        html.attribute(
            "content",
            "default-src 'none'; style-src '\(PageFrame.policyHash(of: PageFrame.style))'; "
                + "script-src '\(PageFrame.policyHash(of: PageFrame.script))'; base-uri 'none'; form-action 'none'")
        html.raw(">")
    }

    func heading(_ html: inout HTMLWriter, _ id: StaticString, _ words: String) {
        html.raw("<h2 id=\"")
        html.raw(id)
        html.raw("\">")
        html.text(words)
        html.raw("</h2>")
    }

    /// `<table>` up to its body, in a box that scrolls on narrow screens.
    static func tableHead(_ html: inout HTMLWriter, _ columns: [String], caption: String? = nil) {
        html.raw("<div class=\"scroll\"><table>")
        if let caption { html.element("caption", text: caption) }
        html.raw("<thead><tr>")
        for column in columns {
            html.raw("<th scope=\"col\">")
            html.text(column)
            html.raw("</th>")
        }
        html.raw("</tr></thead><tbody>")
    }

    static func style(_ outcome: Verdict?) -> StaticString {
        switch outcome {
        case .pass: "good"
        case .fail: "bad"
        default: "unknown"
        }
    }

    static func badge(_ html: inout HTMLWriter, _ outcome: Verdict) {
        html.raw("<span class=\"badge ")
        html.raw(style(outcome))
        html.raw("\">")
        html.text(outcome.word)
        html.raw("</span> ")
    }
}

// MARK: - Verdict

extension HTMLReport {
    private func verdict(_ html: inout HTMLWriter) {
        html.raw("<div class=\"verdict ")
        html.raw(Self.style(model.run.verdict))
        html.raw("\">")
        html.element("h1", text: model.run.word)
        html.element("p") { html in
            html.element("strong", text: model.run.name)
            html.text(". \(Verdicts.sentence(model))")
        }
        let errors = model.mustFix
        if !errors.isEmpty {
            html.raw("<ol>")
            for finding in errors.prefix(6) {
                html.raw("<li>")
                link(&html, to: finding, "\(finding.message)")
                html.text(" (\(Phrases.subject(finding.subject)))")
                html.raw("</li>")
            }
            html.raw("</ol>")
            if errors.count > 6 { html.element("p", text: "and \(Phrases.count(errors.count - 6, "more error"))") }
        }
        html.raw("</div>")
        certificates(&html)
    }

    private func certificates(_ html: inout HTMLWriter) {
        guard !model.certificates.isEmpty else { return }
        html.raw("<ul class=\"certificates\" aria-label=\"Certificates\">")
        for certificate in model.certificates {
            html.element("li") { html in
                Self.badge(&html, certificate.verdict)
                html.element("strong", text: certificate.profile)
                html.element("span", class: "soft", text: " rules of \(certificate.dated)")
                guard !certificate.reasons.isEmpty else { return }
                html.element("ul") { html in
                    for reason in certificate.reasons.prefix(12) { html.element("li", text: reason) }
                    let rest = certificate.reasons.count - 12
                    if rest > 0 { html.element("li", text: Phrases.count(rest, "more reason")) }
                }
            }
        }
        html.raw("</ul>")
    }

    private func navigation(_ html: inout HTMLWriter) {
        html.raw("<ul><li><a href=\"#timeline\">Timeline</a></li><li><a href=\"#must-fix\">Must fix (")
        html.number(model.mustFix.count)
        html.raw(")</a></li><li><a href=\"#should-fix\">Should fix (")
        html.number(model.shouldFix.count)
        html.raw(")</a></li><li><a href=\"#accepted\">Accepted (")
        html.number(model.accepted.count)
        html.raw(")</a></li><li><a href=\"#undecided\">Could not tell (")
        html.number(model.undecidedGroups.count)
        html.raw(")</a></li><li><a href=\"#passed\">Passed (")
        html.number(model.passed.count)
        html.raw(")</a></li><li><a href=\"#unread\">What could not be read</a></li>")
        html.raw("<li><a href=\"#environment\">Inputs and hashes</a></li></ul>")
    }

    /// A link inside the page, which is the only kind there is.
    func link(_ html: inout HTMLWriter, to finding: ReportModel.Finding, _ words: String) {
        html.raw("<a")
        html.attribute("href", "#\(Self.anchor(finding))")
        html.raw(">")
        html.text(words)
        html.raw("</a>")
    }

    /// `f-` and the fingerprint, with what an identifier may not hold replaced.
    static func anchor(_ finding: ReportModel.Finding) -> String {
        let name = finding.fingerprint.unicodeScalars.map { scalar in
            scalar.isASCII && IdentifierText.isName(UInt8(truncatingIfNeeded: scalar.value)) ? Character(scalar) : "-"
        }
        return "f-" + String(name)
    }
}

// MARK: - Timeline

extension HTMLReport {
    private func timeline(_ html: inout HTMLWriter) {
        guard !timeline.panels.isEmpty else {
            html.element("p", text: "No ad play and no beacon was read.")
            return
        }
        html.raw(Self.legend)
        for (index, panel) in timeline.panels.enumerated() {
            html.element("div", class: "panel") { html in
                html.element("h3", text: panel.title)
                TimelineDrawing(panel: panel, index: index).write(to: &html)
                if panel.moreRows > 0 {
                    html.element(
                        "p", class: "soft",
                        text: "\(Phrases.count(panel.moreRows, "more event")) without findings, not drawn")
                }
                table(&html, panel)
            }
        }
        if timeline.moreAdPlays > 0 {
            html.element(
                "p", text: "\(Phrases.count(timeline.moreAdPlays, "more ad play")), not drawn; the JSON lists them.")
        }
    }

    private static let legend: StaticString = """
        <ul class="legend"><li><svg width="14" height="14" aria-hidden="true"><circle class="mark" cx="7" cy="7" r="5"/></svg>\
        beacon</li><li><svg width="18" height="18" aria-hidden="true"><path class="breach" d="M9 0l9 9l-9 9l-9 -9z"/></svg>\
        breach, with the number and words of its finding</li><li><svg width="18" height="14" aria-hidden="true">\
        <rect class="band" width="18" height="14"/></svg>about when it is due, by the declared duration</li>\
        <li><svg width="18" height="18" aria-hidden="true"><circle class="missing" cx="9" cy="9" r="7"/></svg>missing</li>\
        <li><svg width="18" height="14" aria-hidden="true"><path class="hatch" d="M0 14L14 0M6 14L18 2M0 6L6 0"/></svg>\
        traffic not seen</li><li><svg width="14" height="14" aria-hidden="true"><rect class="pause" width="14" height="14"/>\
        </svg>paused</li></ul>
        """

    private func table(_ html: inout HTMLWriter, _ panel: Timeline.Panel) {
        html.raw("<details><summary>The same as a table</summary><div class=\"scroll\"><table><caption>")
        html.text(panel.title)
        html.raw("</caption><thead><tr><th scope=\"col\">Time</th><th scope=\"col\">From ")
        html.text(panel.zero)
        html.raw("</th><th scope=\"col\">Family</th><th scope=\"col\">Event</th><th scope=\"col\">Host</th>")
        html.raw(
            "<th scope=\"col\">Status</th><th scope=\"col\">Where</th><th scope=\"col\">Finding</th></tr></thead><tbody>"
        )
        for entry in panel.entries {
            html.raw(entry.findings.isEmpty ? "<tr>" : "<tr class=\"breach\">")
            html.element("td", class: "tight", text: Phrases.clock(entry.atUs))
            html.element("td", class: "tight", text: Phrases.offset(Clamped.difference(entry.atUs, panel.zeroUs)))
            html.element("td", text: entry.family)
            html.element("td", text: entry.event)
            html.element("td", text: entry.host)
            html.element("td", text: entry.status.map(String.init) ?? "")
            html.element("td", class: "tight", text: entry.place)
            html.element("td", text: entry.findings.map(String.init).joined(separator: ", "))
            html.raw("</tr>")
        }
        html.raw("</tbody></table></div>")
        if panel.moreEntries > 0 { html.element("p", text: Phrases.count(panel.moreEntries, "more beacon")) }
        html.raw("</details>")
    }
}
