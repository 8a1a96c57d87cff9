import Model

/// The report as one HTML file: nothing is loaded, and nothing needs script to be read. Order and depth follow what the
/// reader does with it: the verdict, what to fix, what is accepted, what could not be told, what all of it rests on.
struct HTMLReport {
    let model: ReportModel
    let reproduction: Reproduction
    let timeline: Timeline

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
        case "undecided":
            undecided(&html)
            notJudged(&html)
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
            "default-src 'none'; style-src '\(PageFrame.stylePolicy)'; "
                + "script-src '\(PageFrame.scriptPolicy)'; base-uri 'none'; form-action 'none'")
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
        html.element("h1", text: model.headline)
        html.element("p") { html in
            html.element("strong", text: model.run.name)
            html.text(". \(Verdicts.sentence(model))")
        }
        html.element("p", text: "Compared: \(model.witnessed).")
        if let kept = model.run.kept { html.element("p", text: KeptWords.sentence(kept)) }
        for notice in model.notices { html.element("p", text: notice) }
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
        let name = finding.fingerprint.utf8.map { IdentifierText.isName($0) ? $0 : UInt8(ascii: "-") }
        return "f-" + String(decoding: name, as: UTF8.self)
    }
}
