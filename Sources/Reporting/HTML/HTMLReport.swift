import Model

/// The report as one HTML file: nothing is loaded, and nothing needs script to be read. Order and depth follow what the
/// reader does with it: the verdict, what to fix, what is accepted, what could not be told, what all of it rests on.
struct HTMLReport {
    let model: ReportModel
    let reproduction: Reproduction
    let timeline: Timeline
    /// Findings by what is to be done about them.
    let mustFix: [ReportModel.Finding]
    let warnings: [ReportModel.Finding]
    let infos: [ReportModel.Finding]
    let accepted: [ReportModel.Finding]
    /// What could not be told: by its reasons, and how many rules that leaves open.
    let undecidedReasons: [ReportModel.UndecidedReason]
    let undecidedCount: Int
    /// Findings by the exchanges that prove them.
    let proofs: [Int: [ReportModel.Finding]]
    /// Exchanges with a place of their own in the page.
    let shownExchanges: Set<Int>
    /// Those of them, and of the proofs, that belong to an ad play.
    let stands: [Int: ViewingPlace]
    /// What the viewer saw, in order of time.
    let screens: [ReportOptions.Screen]

    init(_ model: ReportModel, _ options: ReportOptions) {
        var database = options.databasePath
        let model = model.withoutHome(&database)
        self.model = model
        reproduction = Reproduction(model: model, databasePath: database, screensPath: options.screensPath)
        screens = options.screens
        timeline = Timeline(model)
        mustFix = model.mustFix
        let shouldFix = model.shouldFix
        warnings = shouldFix.filter { $0.severity == .warning }
        infos = shouldFix.filter { $0.severity == .info }
        accepted = model.accepted
        undecidedReasons = model.undecidedReasons
        undecidedCount = model.undecidedGroups.count
        var proofs: [Int: [ReportModel.Finding]] = [:]
        for finding in model.findings {
            for exchange in Set(finding.evidence.listed.compactMap(\.exchange)) {
                proofs[exchange, default: []].append(finding)
            }
        }
        self.proofs = proofs
        shownExchanges = Set(model.requestDetails.listed.map(\.exchange))
        stands = ViewingPlace.all(of: model, shownExchanges.union(proofs.keys))
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
        case "must-fix": findings(&html, "Must fix", "must-fix", mustFix)
        case "should-fix": findings(&html, "Should fix", "should-fix", warnings)
        case "notes": findings(&html, "For information", "notes", infos)
        case "accepted" where !accepted.isEmpty: section(&html, "accepted") { acceptedFindings(&$0) }
        // Where something is undecided, what would decide it comes before everything else that was seen.
        case "undecided-first" where model.run.verdict == .inconclusive: undecided(&html)
        case "undecided" where model.run.verdict != .inconclusive: undecided(&html)
        case "requests" where !model.requestDetails.listed.isEmpty: section(&html, "requests") { requests(&$0) }
        case "passed": section(&html, "passed") { passed(&$0) }
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
                + "script-src '\(PageFrame.scriptPolicy)'; \(screens.isEmpty ? "" : "img-src data:; ")"
                + "base-uri 'none'; form-action 'none'")
        html.raw(">")
    }

    /// A section that the page has where there is something in it.
    func section(_ html: inout HTMLWriter, _ id: StaticString, _ body: (inout HTMLWriter) -> Void) {
        html.raw("<section id=\"")
        html.raw(id)
        html.raw("\" aria-labelledby=\"")
        html.raw(id)
        html.raw("-title\">")
        body(&html)
        html.raw("</section>")
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
        if let origin = Origin.sentence(model) { html.element("p", class: "soft", text: origin) }
        if let kept = model.run.kept { html.element("p", text: KeptWords.sentence(kept)) }
        for notice in model.notices { html.element("p", text: notice) }
        if !mustFix.isEmpty {
            html.raw("<ol>")
            for finding in mustFix.prefix(6) {
                html.raw("<li>")
                html.link(to: .finding(finding.fingerprint)) { $0.text(finding.message) }
                html.text(" (\(Phrases.subject(finding.subject)))")
                html.raw("</li>")
            }
            html.raw("</ol>")
            if mustFix.count > 6 { html.element("p", text: "and \(Phrases.count(mustFix.count - 6, "more error"))") }
        }
        html.raw("</div>")
        certificates(&html)
    }

    private static let reasonsAtOnce = 3

    private func certificates(_ html: inout HTMLWriter) {
        guard !model.certificates.isEmpty else { return }
        html.raw("<ul class=\"certificates\" aria-label=\"Certificates\">")
        for certificate in model.certificates {
            html.element("li") { html in
                Self.badge(&html, certificate.verdict)
                html.element("strong", text: certificate.profile)
                html.element("span", class: "soft", text: " rules of \(certificate.dated)")
                guard !certificate.reasons.isEmpty else { return }
                let words = CertificateWords(certificate.reasons)
                html.element("ul") { html in
                    for line in words.lines.prefix(Self.reasonsAtOnce) { html.element("li", text: line) }
                }
                let rest = words.lines.dropFirst(Self.reasonsAtOnce)
                let every = words.folded.isEmpty ? Array(rest) : words.folded
                guard !every.isEmpty else { return }
                html.element("details") { html in
                    html.element(
                        "summary",
                        text: words.folded.isEmpty
                            ? Phrases.count(rest.count, "more reason") : "all \(every.count) reasons")
                    html.element("ul") { html in for reason in every { html.element("li", text: reason) } }
                }
            }
        }
        html.raw("</ul>")
    }

    private func navigation(_ html: inout HTMLWriter) {
        let sections: [(anchor: StaticString, words: String)] = [
            ("must-fix", "Must fix (\(mustFix.count))"), ("should-fix", "Should fix (\(warnings.count))"),
            ("undecided", "Could not tell (\(undecidedCount))"), ("timeline", "Timeline"),
            ("requests", "Requests (\(model.requestDetails.listed.count))"),
            ("notes", "For information (\(infos.count))"), ("accepted", "Accepted (\(accepted.count))"),
            ("passed", model.passed.isEmpty ? "Rules" : "Passed (\(model.passed.count))"),
            ("unread", "What could not be read"),
            ("environment", "Inputs and hashes"),
        ]
        html.raw("<ul>")
        for section in sections where !section.words.hasSuffix("(0)") {
            html.raw("<li><a href=\"#")
            html.raw(section.anchor)
            html.raw("\">")
            html.text(section.words)
            html.raw("</a></li>")
        }
        html.raw("</ul>")
    }

    /// The words as a link to the request, where it is shown.
    func link(_ html: inout HTMLWriter, toExchange exchange: Int?, _ words: (inout HTMLWriter) -> Void) {
        guard let exchange, shownExchanges.contains(exchange) else { return words(&html) }
        html.link(to: .exchange(exchange), words)
    }
}
