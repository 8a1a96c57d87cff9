import Model

/// What must and should be fixed.
extension TextReport {
    private static let evidenceShown = 6

    func findings(_ title: String, _ findings: [ReportModel.Finding], _ text: inout TerminalWriter) {
        guard !findings.isEmpty else { return }
        heading("\(title): \(Phrases.count(findings.count, "finding"))", &text)
        var rule: String?
        for finding in findings {
            if finding.rule != rule { self.rule(finding, &text) }
            rule = finding.rule
            self.finding(finding, &text)
        }
    }

    /// What the findings of one rule share: told once.
    private func rule(_ finding: ReportModel.Finding, _ text: inout TerminalWriter) {
        let rule = model.rule(finding.rule)
        text.line(
            (TerminalText(literal: "  "), .plain),
            (TerminalText(finding.severity.word), finding.severity == .error ? .bad : .warning),
            (TerminalText("  \(finding.rule)").shortened(to: text.width - 10), .strong))
        if let rule {
            text.paragraph(TerminalText(rule.title), indent: 4)
            if !rule.fix.isEmpty {
                text.paragraph(TerminalText(rule.fix), lead: TerminalText(literal: "Fix: "), indent: 4)
            }
        }
        text.blank()
    }

    private func finding(_ finding: ReportModel.Finding, _ text: inout TerminalWriter) {
        let number = TerminalText("\(finding.number). ".leftPadded(to: 6))
        text.paragraph(TerminalText(finding.message), lead: number, .strong)
        text.paragraph(
            TerminalText(
                "\(Phrases.subject(finding.subject)): expected \(finding.expected) · observed \(finding.observed)"),
            indent: 6)
        if let server = Phrases.server(finding) { text.paragraph(TerminalText(server), indent: 6) }
        if let assumed = finding.assumed {
            text.paragraph(TerminalText("assuming \(assumed)"), indent: 6, .faint)
        }
        if let cause = Phrases.cause(finding, in: model), !options.verbose {
            text.paragraph(TerminalText(cause), indent: 6, .faint)
            text.blank()
            return
        }
        let shown = options.verbose ? finding.evidence.listed[...] : finding.evidence.listed.prefix(Self.evidenceShown)
        for evidence in shown { self.evidence(evidence, &text) }
        let rest = finding.evidence.total - shown.count
        if rest > 0 { text.paragraph(TerminalText("\(rest) more"), indent: 8, .faint) }
        text.blank()
    }

    /// `! +13.883 s  GET  tracker.example/px?e=sta…39  200  entry 31`; `!` marks the row at fault.
    private func evidence(_ evidence: ReportModel.Evidence, _ text: inout TerminalWriter) {
        let words = EvidenceWords(evidence: evidence)
        let isBreach = evidence.role == "breach"
        let mark = isBreach ? TerminalText(literal: "    ! ") : TerminalText(literal: "      ")
        let lead = TerminalText((words.offset ?? Phrases.role(evidence.role)).leftPadded(to: 11) + "  ")
        let method =
            words.method.isEmpty
            ? TerminalText(literal: "") : TerminalText(words.method.rightPadded(to: 4) + " ").shortened(to: 9)
        let tail = TerminalText([words.status, words.place].filter { !$0.isEmpty }.joined(separator: "  "))
            .shortened(to: min(30, text.width / 3))
        let room = max(4, text.width - mark.columns - lead.columns - method.columns - tail.columns - 2)
        let subject = TerminalText(words.subjectWithoutScheme).shortened(to: room, tail: 6).padded(to: room)
        text.line(
            (mark, isBreach ? .bad : .plain), (lead, .plain), (method, .plain), (subject, .plain),
            (TerminalText(literal: "  "), .plain), (tail, .faint))
    }

    func shouldFixCounts(_ text: inout TerminalWriter) {
        let findings = model.shouldFix
        guard !findings.isEmpty else { return }
        heading(
            "Should fix: \(Phrases.count(model.count(.warning), "warning")), "
                + Phrases.count(model.count(.info), "info"), &text)
        var counts: [(rule: String, severity: Severity, count: Int)] = []
        for finding in findings {
            if let last = counts.last, last.rule == finding.rule, last.severity == finding.severity {
                counts[counts.count - 1].count += 1
            } else {
                counts.append((finding.rule, finding.severity, 1))
            }
        }
        for count in counts {
            let lead = TerminalText("  \(count.severity.word)".rightPadded(to: 11))
            let title = model.rule(count.rule).map { ": \($0.title)" } ?? ""
            text.paragraph(
                TerminalText("\(count.rule) (\(count.count))\(title)"), lead: lead)
        }
    }

    func accepted(_ text: inout TerminalWriter) {
        guard !model.accepted.isEmpty else { return }
        heading("Accepted: \(Phrases.count(model.accepted.count, "waived finding"))", &text)
        for finding in model.accepted {
            text.paragraph(
                TerminalText("\(finding.rule), \(Phrases.subject(finding.subject)): \(finding.message)"),
                lead: TerminalText("\(finding.number). ".leftPadded(to: 6)))
            if let waived = finding.waived {
                text.paragraph(TerminalText(WaiverWords(waiver: waived).sentence), indent: 6, .faint)
            }
        }
    }
}

extension String {
    func leftPadded(to width: Int) -> String {
        String(repeating: " ", count: Swift.max(0, width - count)) + self
    }

    func rightPadded(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - count))
    }
}
