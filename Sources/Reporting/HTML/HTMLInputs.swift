import Model

/// What could not be told, what passed, and what all of it rests on.
extension HTMLReport {
    private static let undecidedRules = 8

    /// What could not be told with what would decide it, and what nothing judged.
    func undecided(_ html: inout HTMLWriter) {
        guard !undecidedReasons.isEmpty || model.notJudged.total > 0 else { return }
        section(&html, "undecided") {
            reasons(&$0)
            notJudged(&$0)
        }
    }

    private func reasons(_ html: inout HTMLWriter) {
        guard !undecidedReasons.isEmpty else { return heading(&html, "undecided-title", "Could not tell") }
        heading(&html, "undecided-title", "Could not tell (\(undecidedCount))")
        Self.tableHead(&html, ["Why", "What would decide it", "What it hides"])
        for reason in undecidedReasons {
            let words = UndecidedWords(reason: reason)
            html.raw("<tr>")
            html.element("td", text: words.why)
            html.element("td", text: words.decide ?? "")
            html.element("td") { html in
                html.element("div", text: words.scope)
                for rule in reason.rules.prefix(Self.undecidedRules) { self.rule(&html, rule, words) }
                let rest = reason.rules.dropFirst(Self.undecidedRules)
                guard !rest.isEmpty else { return }
                html.element("details") { html in
                    html.element("summary", text: Phrases.count(rest.count, "more rule"))
                    for rule in rest { self.rule(&html, rule, words) }
                }
            }
            html.raw("</tr>")
        }
        html.raw("</tbody></table></div>")
    }

    private func rule(_ html: inout HTMLWriter, _ rule: ReportModel.UndecidedGroup, _ words: UndecidedWords) {
        html.element("div") { html in
            html.element("code", text: rule.rule)
            html.text(" \(model.rule(rule.rule)?.title ?? "")")
            if let subjects = words.subjects(of: rule) { html.text(", \(subjects)") }
        }
    }

    func passed(_ html: inout HTMLWriter) {
        heading(&html, "passed-title", model.passed.isEmpty ? "Rules" : "Passed (\(model.passed.count))")
        html.raw("<details><summary>Every rule and how it came out</summary><div class=\"scroll\"><table><thead><tr>")
        html.raw("<th scope=\"col\">Rule</th><th scope=\"col\">Demands</th><th scope=\"col\">Pass</th>")
        html.raw(
            "<th scope=\"col\">Fail</th><th scope=\"col\">Cannot tell</th><th scope=\"col\">Not applicable</th></tr></thead><tbody>"
        )
        for rule in model.rules {
            html.raw("<tr>")
            html.element("td") { $0.element("code", text: rule.id) }
            html.element("td", text: rule.title)
            for count in [rule.pass, rule.fail, rule.inconclusive, rule.notApplicable] {
                html.element("td", text: String(count))
            }
            html.raw("</tr>")
        }
        html.raw("</tbody></table></div></details>")
    }

    private func notJudged(_ html: inout HTMLWriter) {
        guard model.notJudged.total > 0 else { return }
        html.raw("<h3>Not judged</h3>")
        html.element("p", text: "Requests to hosts of trackers or measurement that nothing declared.")
        Self.tableHead(&html, ["Host", "First one", "Where"])
        for group in model.notJudged.listed {
            html.raw("<tr>")
            html.element("td", text: group.words)
            html.element("td") { $0.element("code", text: "\(group.method) \(group.url)") }
            html.element("td", class: "tight", text: group.place.map(Phrases.place) ?? "")
            html.raw("</tr>")
        }
        html.raw("</tbody></table></div>")
        more(&html, model.notJudged.rest, "more host", "more hosts")
    }

    func unread(_ html: inout HTMLWriter) {
        heading(&html, "unread-title", "What could not be read")
        if model.blind.total == 0, model.diagnostics.total == 0 {
            html.element("p", text: "Everything was read as expected.")
            return
        }
        if model.blind.total > 0 { blind(&html) }
        guard model.diagnostics.total > 0 else { return }
        html.raw("<h3>Diagnostics</h3><div class=\"scroll\"><table><thead><tr><th scope=\"col\">Severity</th>")
        html.raw("<th scope=\"col\">Code</th><th scope=\"col\">About</th><th scope=\"col\">Times</th>")
        html.raw("<th scope=\"col\">First one</th><th scope=\"col\">Where</th></tr></thead><tbody>")
        for group in model.diagnostics.listed {
            html.raw("<tr>")
            html.element("td", text: group.severity.word)
            html.element("td") { $0.element("code", text: group.code) }
            html.element("td", text: group.subject ?? "")
            html.element("td", text: String(group.count))
            html.element("td", text: group.detail)
            html.element("td", class: "tight", text: group.locator.map(Phrases.place) ?? "")
            html.raw("</tr>")
        }
        html.raw("</tbody></table></div>")
        more(&html, model.diagnostics.rest, "more kind of diagnostic", "more kinds of diagnostics")
    }

    private func blind(_ html: inout HTMLWriter) {
        html.raw("<h3>Stretches not seen</h3><div class=\"scroll\"><table><thead><tr><th scope=\"col\">When</th>")
        html.raw(
            "<th scope=\"col\">What</th><th scope=\"col\">Why</th><th scope=\"col\">Diagnostic</th></tr></thead><tbody>"
        )
        for blind in model.blindSpans {
            let words = BlindWords(blind: blind, model: model)
            html.raw("<tr>")
            html.element("td", class: "tight", text: words.span)
            html.element("td", text: words.hidden)
            html.element("td", text: words.why)
            html.element("td") { $0.element("code", text: blind.code ?? "") }
            html.raw("</tr>")
        }
        html.raw("</tbody></table></div>")
        more(&html, model.blind.rest, "more stretch", "more stretches")
    }

    private func more(_ html: inout HTMLWriter, _ rest: Int, _ one: String, _ many: String) {
        if rest > 0 { html.element("p", text: Phrases.count(rest, one, many)) }
    }

    func environment(_ html: inout HTMLWriter) {
        heading(&html, "environment-title", "Inputs and hashes")
        inputs(&html)
        html.element("p") { html in
            html.text("beaconproof \(model.run.toolVersion)")
            if let version = model.run.rulesVersion { html.text(", rules \(version)") }
            if let hash = model.run.rulesSHA256 {
                html.text(", SHA-256 ")
                html.element("code", text: hash)
            }
        }
        html.element("p", text: "The same again, where these files are:")
        html.element("pre") { $0.element("code", text: reproduction.certify) }
        pairs(
            &html, "Families",
            model.families.map { ($0.name, $0.words) })
        pairs(&html, "Facts", model.facts.map { ($0.key, "\($0.value) (\($0.source))") })
        pairs(&html, "Settings", model.settings.map { ($0.key, "\($0.value) \($0.unit) (\($0.source))") })
        pairs(&html, "What decided besides the captures", model.grounds.map { ($0.kind.rawValue, $0.words) })
        pairs(
            &html, "Ledger",
            model.ledger.map { line in
                (
                    "\(line.stage), \(line.unit)",
                    "\(line.input) read, \(line.output) used, \(line.diagnosed) in diagnostics"
                )
            })
        pairs(
            &html, "Shown as stand-ins",
            (model.redactions ?? []).map { redaction in
                (
                    redaction.kind.rawValue,
                    "\(Phrases.count(redaction.values, "value")), \(Phrases.count(redaction.occurrences, "time"))"
                )
            })
    }

    /// Every file that was read, by what it is to the run.
    private func inputs(_ html: inout HTMLWriter) {
        Self.tableHead(&html, ["Input", "Role", "Format", "Read", "Time", "SHA-256"])
        let roles: [Ground.Kind] = [.keyLog, .callLog, .bundle, .facts, .waivers, .configuration]
        let files = model.grounds.filter { roles.contains($0.kind) && $0.sha256 != nil }
        for capture in model.captures {
            let role = files.first { $0.place == capture.path }?.kind.words ?? "capture"
            let format = [capture.format, capture.source ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
            let words = CaptureWords(capture: capture)
            input(&html, [capture.path, role, format, words.counts, words.time], capture.sha256)
        }
        for file in files where !model.captures.contains(where: { $0.path == file.place }) {
            input(&html, [file.place ?? file.name, file.kind.words, "", "", ""], file.sha256 ?? "")
        }
        html.raw("</tbody></table></div>")
    }

    private func input(_ html: inout HTMLWriter, _ cells: [String], _ hash: String) {
        html.raw("<tr>")
        for cell in cells { html.element("td", text: cell) }
        html.element("td") { $0.element("code", text: hash) }
        html.raw("</tr>")
    }

    private func pairs(_ html: inout HTMLWriter, _ title: String, _ pairs: [(name: String, value: String)]) {
        guard !pairs.isEmpty else { return }
        html.raw("<details><summary>")
        html.text("\(title) (\(pairs.count))")
        html.raw("</summary><table><tbody>")
        for (name, value) in pairs {
            html.raw("<tr><th scope=\"row\">")
            html.text(name)
            html.raw("</th>")
            html.element("td", text: value)
            html.raw("</tr>")
        }
        html.raw("</tbody></table></details>")
    }
}
