/// The report for pull requests and step summaries: worst first, within a number of bytes if need be.
struct MarkdownReport {
    let model: ReportModel
    private let maxBytes: Int

    /// Room for the line that says what was left out.
    private static let reserve = 160

    init(_ model: ReportModel, _ options: ReportOptions) {
        self.model = model
        maxBytes = options.maxBytes ?? .max
    }

    func render() -> [UInt8] {
        var page = Page(limit: maxBytes == .max ? .max : max(0, maxBytes - Self.reserve))
        page.add(verdict)
        for certificate in certificates { page.add(certificate) }
        findings("Must fix", model.mustFix, &page)
        findings("Should fix", model.shouldFix, &page)
        list("Accepted", model.accepted.map(accepted), &page)
        list("Could not tell", model.undecidedReasons.map(undecided), &page)
        list("Not judged", model.notJudged.listed.map(notJudged), &page)
        list("What was read", model.captures.map(capture), &page)
        list("What could not be read", model.blindSpans.map(blind) + model.diagnostics.listed.map(diagnostic), &page)
        page.add(totals)
        return page.finish()
    }

    private func findings(_ title: StaticString, _ findings: [ReportModel.Finding], _ page: inout Page) {
        guard !findings.isEmpty else { return }
        page.add(
            block {
                $0.raw("\n## "); $0.raw(title); $0.raw("\n")
            })
        var rule: String?
        for finding in findings {
            page.add(
                block(findings: 1) { text in
                    if finding.rule != rule { self.rule(finding, &text) }
                    self.finding(finding, &text)
                })
            rule = finding.rule
        }
    }

    private func list(_ title: StaticString, _ blocks: [Block], _ page: inout Page) {
        guard !blocks.isEmpty else { return }
        page.add(
            block {
                $0.raw("\n## "); $0.raw(title); $0.raw("\n\n")
            })
        for block in blocks { page.add(block) }
    }

    private func block(findings: Int = 0, _ body: (inout MarkdownWriter) -> Void) -> Block {
        var text = MarkdownWriter()
        body(&text)
        return Block(text: text, findings: findings)
    }
}

/// A piece of the page that is written whole or not at all.
private struct Block {
    var text: MarkdownWriter
    var findings: Int
}

/// Blocks up to a number of bytes. After the first that does not fit, nothing follows but the count of what is missing.
private struct Page {
    let limit: Int
    private var text = MarkdownWriter()
    private var leftOut = 0
    private var findingsLeftOut = 0

    init(limit: Int) {
        self.limit = limit
    }

    mutating func add(_ block: Block) {
        guard leftOut == 0, text.count + block.text.count <= limit else {
            leftOut += 1
            findingsLeftOut += block.findings
            return
        }
        text.append(block.text)
    }

    mutating func finish() -> [UInt8] {
        if leftOut > 0 {
            text.raw("\n**")
            text.number(findingsLeftOut)
            text.raw(" more findings** and ")
            text.number(leftOut - findingsLeftOut)
            text.raw(" more lines did not fit; the HTML and JSON reports have them.\n")
        }
        return text.output.bytes
    }
}

// MARK: - Blocks

extension MarkdownReport {
    private var verdict: Block {
        block { text in
            text.raw("# ")
            text.text("\(model.headline): \(model.run.name)")
            text.raw("\n\n")
            text.text(Verdicts.sentence(model))
            text.raw("\n\n")
            text.text("Compared: \(model.witnessed).")
            text.raw("\n")
            if let kept = model.run.kept {
                text.raw("\n")
                text.text(KeptWords.sentence(kept))
                text.raw("\n")
            }
            for notice in model.notices {
                text.raw("\n")
                text.text(notice)
                text.raw("\n")
            }
            if !model.certificates.isEmpty {
                text.raw("\n| Certificate | Rules of | Verdict | Why |\n|---|---|---|---|\n")
            }
        }
    }

    private var certificates: [Block] {
        model.certificates.map { certificate in
            block { text in
                text.raw("| ")
                text.text(certificate.profile)
                text.raw(" | ")
                text.text(certificate.dated)
                text.raw(" | **")
                text.text(certificate.verdict.word)
                text.raw("** | ")
                for (index, reason) in certificate.reasons.prefix(5).enumerated() {
                    if index > 0 { text.raw("; ") }
                    text.text(reason)
                }
                if certificate.reasons.count > 5 { text.text("; \(certificate.reasons.count - 5) more") }
                text.raw(" |\n")
            }
        }
    }

    private func rule(_ finding: ReportModel.Finding, _ text: inout MarkdownWriter) {
        let rule = model.rule(finding.rule)
        text.raw("\n### ")
        text.text("\(finding.severity.word): \(rule?.title ?? finding.rule)")
        text.raw("\n\n")
        text.code(finding.rule)
        text.raw("\n")
        for (term, words) in [("Fix", rule?.fix ?? ""), ("Why", rule?.why ?? "")] where !words.isEmpty {
            text.raw("\n**")
            text.text(term)
            text.raw(":** ")
            text.text(words)
            text.raw("\n")
        }
        for source in rule?.sources ?? [] {
            text.raw("\n*Source:* ")
            text.text(source)
            text.raw("\n")
        }
    }

    private func finding(_ finding: ReportModel.Finding, _ text: inout MarkdownWriter) {
        text.raw("\n**")
        text.number(finding.number)
        text.raw(".** ")
        text.text(finding.message)
        text.raw(" (")
        text.text(Phrases.subject(finding.subject))
        text.raw("): expected ")
        text.code(finding.expected)
        text.raw(", observed ")
        text.code(finding.observed)
        if let server = Phrases.server(finding) {
            text.raw(", ")
            text.text(server)
        }
        if let assumed = finding.assumed {
            text.raw(", assuming ")
            text.text(assumed)
        }
        let cause = Phrases.cause(finding, in: model)
        if let cause {
            text.raw(", ")
            text.text(cause)
        }
        text.raw("\n")
        let shown = finding.evidence.listed.prefix(cause == nil ? 6 : 0)
        guard !shown.isEmpty else { return }
        text.raw("\n| | Offset | Request | Status | Where |\n|---|---|---|---|---|\n")
        for evidence in shown { row(evidence, &text) }
        let rest = finding.evidence.total - shown.count
        if rest > 0 {
            text.raw("\n")
            text.text("\(Phrases.count(rest, "more row")) of evidence")
            text.raw("\n")
        }
    }

    private func row(_ evidence: ReportModel.Evidence, _ text: inout MarkdownWriter) {
        let words = EvidenceWords(evidence: evidence)
        text.raw("| ")
        text.text(Phrases.role(evidence.role))
        text.raw(" | ")
        text.text(words.offset ?? "")
        text.raw(" | ")
        text.code(TerminalText("\(words.method) \(words.subject)").shortened(to: 160, tail: 40).value)
        text.raw(" | ")
        text.text(words.status)
        text.raw(" | ")
        text.text(words.place)
        text.raw(" |\n")
    }

    private func accepted(_ finding: ReportModel.Finding) -> Block {
        item(findings: 1) { text in
            text.text("\(finding.number). \(finding.message) (\(finding.rule), \(Phrases.subject(finding.subject))): ")
            if let waived = finding.waived { text.text(WaiverWords(waiver: waived).sentence) }
        }
    }

    private func undecided(_ reason: ReportModel.UndecidedReason) -> Block {
        item { text in
            let words = UndecidedWords(reason: reason)
            text.text(words.why)
            if let decide = words.decide { text.text("; to decide: \(decide)") }
            text.text(". Hides \(words.scope): ")
            for (index, rule) in reason.rules.enumerated() {
                if index > 0 { text.raw(", ") }
                text.code(rule.rule)
                if let subjects = words.subjects(of: rule) { text.text(" (\(subjects))") }
            }
        }
    }

    private func notJudged(_ group: ReportModel.NotJudged) -> Block {
        item { text in
            text.text("\(group.words), the first: ")
            text.code(TerminalText("\(group.method) \(group.url)").shortened(to: 160, tail: 40).value)
        }
    }

    private func capture(_ capture: ReportModel.Capture) -> Block {
        item { text in
            let words = CaptureWords(capture: capture)
            text.code(capture.path)
            text.text(": \(capture.format), \(words.counts), \(words.time), SHA-256 ")
            text.code(capture.sha256)
        }
    }

    private func blind(_ blind: ReportModel.BlindSpan) -> Block {
        item { text in
            let words = BlindWords(blind: blind, model: model)
            text.text("\(words.span): \(words.hidden); \(words.why)")
        }
    }

    private func diagnostic(_ group: ReportModel.DiagnosticGroup) -> Block {
        item { text in
            text.text("\(group.severity.word) ")
            text.code(group.code)
            text.text(" \(group.subject ?? "") (\(group.count)): \(group.detail)")
        }
    }

    private func item(findings: Int = 0, _ body: (inout MarkdownWriter) -> Void) -> Block {
        block(findings: findings) { text in
            text.raw("- ")
            body(&text)
            text.raw("\n")
        }
    }

    private var totals: Block {
        block { text in
            text.raw("\n---\n")
            let stamp = model.run.rulesVersion.map { ", rules \($0)" } ?? ""
            text.text("beaconproof \(model.run.toolVersion)\(stamp)")
            if let redactions = model.redactions, !redactions.isEmpty {
                let kinds = redactions.map { "\($0.values) \($0.kind.rawValue)" }.joined(separator: ", ")
                text.text(". Identifiers shown as stand-ins: \(kinds)")
            }
            text.raw("\n")
        }
    }
}
