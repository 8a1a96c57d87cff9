/// The report for a terminal: verdict first, then what to do about it, then what it rests on.
struct TextReport {
    let model: ReportModel
    let options: ReportOptions

    init(_ model: ReportModel, _ options: ReportOptions) {
        self.model = model
        self.options = options
    }

    func render() -> [UInt8] {
        var text = TerminalWriter(width: options.width, colour: options.colour)
        verdict(&text)
        certificates(&text)
        findings("Must fix", model.mustFix, &text)
        if options.verbose {
            findings("Should fix", model.shouldFix, &text)
        } else {
            shouldFixCounts(&text)
        }
        accepted(&text)
        undecided(&text)
        read(&text)
        totals(&text)
        return text.output.bytes
    }
}

// MARK: - Verdict and certificates

extension TextReport {
    private func verdict(_ text: inout TerminalWriter) {
        let word = TerminalText(model.run.word)
        let name = (TerminalText(literal: "  ") + TerminalText(model.run.name))
            .shortened(to: text.width - word.columns)
        text.line((word, Self.style(model.run.verdict)), (name, .plain))
        text.paragraph(TerminalText(summary), indent: 2)
    }

    private var summary: String {
        let errors = model.count(.error)
        let hidden = model.undecidedGroups.filter { !$0.isMissingInput }.count
        switch model.run.verdict {
        case .fail: return "\(Phrases.count(errors, "error")) must be fixed before this goes live."
        case .pass: return "Every rule that could be judged holds."
        case .inconclusive:
            return hidden > 0
                ? "No error was found, but \(Phrases.count(hidden, "rule")) could not be judged on this capture."
                : "No error was found, but this capture does not show enough to pass."
        default: return "The capture has not been audited."
        }
    }

    private func certificates(_ text: inout TerminalWriter) {
        guard !model.certificates.isEmpty else { return }
        heading("Certificates", &text)
        for certificate in model.certificates {
            let word = TerminalText(certificate.verdict.word).padded(to: 13)
            let name = TerminalText("\(certificate.profile)  (rules of \(certificate.dated))")
            text.line(
                (TerminalText(literal: "  "), .plain), (word, Self.style(certificate.verdict)),
                (name.shortened(to: text.width - 15), .strong))
            let reasons = options.verbose ? certificate.reasons[...] : certificate.reasons.prefix(3)
            for reason in reasons { text.paragraph(TerminalText(reason), indent: 15) }
            let rest = certificate.reasons.count - reasons.count
            if rest > 0 { text.paragraph(TerminalText("and \(Phrases.count(rest, "more reason"))"), indent: 15, .faint) }
        }
    }
}

// MARK: - Findings

extension TextReport {
    private static let evidenceShown = 6

    private func findings(_ title: String, _ findings: [ReportModel.Finding], _ text: inout TerminalWriter) {
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
                "\(Phrases.subject(finding.subject)): expected \(finding.expected), observed \(finding.observed)"),
            indent: 6)
        if let assumed = finding.assumed {
            text.paragraph(TerminalText("assuming \(assumed)"), indent: 6, .faint)
        }
        let shown = options.verbose ? finding.evidence.listed[...] : finding.evidence.listed.prefix(Self.evidenceShown)
        for evidence in shown { self.evidence(evidence, &text) }
        let rest = finding.evidence.total - shown.count
        if rest > 0 { text.paragraph(TerminalText("\(rest) more"), indent: 8, .faint) }
        text.blank()
    }

    /// `! +13.883 s  GET  https://tracker.example/px?e=sta…3339  200  entry 31`; `!` marks the row at fault.
    private func evidence(_ evidence: ReportModel.Evidence, _ text: inout TerminalWriter) {
        let words = EvidenceWords(evidence: evidence)
        let isBreach = evidence.role == "breach"
        let mark = isBreach ? TerminalText(literal: "    ! ") : TerminalText(literal: "      ")
        let offset = TerminalText((words.offset ?? "").leftPadded(to: 11)) + TerminalText(literal: "  ")
        let tail = TerminalText([words.status, words.place].filter { !$0.isEmpty }.joined(separator: "  "))
            .shortened(to: 30)
        let label = isBreach || words.method.isEmpty == false && evidence.role != "declared"
            ? words.method : Phrases.role(evidence.role)
        let method = TerminalText(label).padded(to: 4) + TerminalText(literal: " ")
        let room = text.width - mark.columns - offset.columns - method.columns - tail.columns - 2
        let subject = TerminalText(words.subject).shortened(to: max(4, room)).padded(to: max(4, room))
        text.line(
            (mark, isBreach ? .bad : .plain), (offset, .plain), (method, .plain), (subject, .plain),
            (TerminalText(literal: "  "), .plain), (tail, .faint))
    }

    private func shouldFixCounts(_ text: inout TerminalWriter) {
        let findings = model.shouldFix
        guard !findings.isEmpty else { return }
        heading(
            "Should fix: \(Phrases.count(model.count(.warning), "warning")), "
                + Phrases.count(model.count(.info), "info"), &text)
        var counts: [(rule: String, severity: ReportModel.Severity, count: Int)] = []
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

    private func accepted(_ text: inout TerminalWriter) {
        guard !model.accepted.isEmpty else { return }
        heading("Accepted: \(Phrases.count(model.accepted.count, "waived finding"))", &text)
        for finding in model.accepted {
            text.paragraph(
                TerminalText("\(finding.rule), \(Phrases.subject(finding.subject)): \(finding.message)"),
                lead: TerminalText("\(finding.number). ".leftPadded(to: 6)))
            text.paragraph(TerminalText(finding.waived ?? ""), indent: 6, .faint)
        }
    }
}

// MARK: - What could not be told, and what all of it rests on

extension TextReport {
    private static let undecidedShown = 8

    private func undecided(_ text: inout TerminalWriter) {
        let hidden = model.undecidedGroups.filter { !$0.isMissingInput }
        let missing = model.undecidedGroups.filter(\.isMissingInput)
        undecided("Could not tell", hidden, &text)
        undecided("Not decided, would need more", missing, &text)
    }

    private func undecided(
        _ title: String, _ groups: [ReportModel.UndecidedGroup], _ text: inout TerminalWriter
    ) {
        guard !groups.isEmpty else { return }
        heading("\(title): \(Phrases.count(groups.count, "rule"))", &text)
        let shown = options.verbose ? groups[...] : groups.prefix(Self.undecidedShown)
        for group in shown {
            let subjects = group.subjects.count == 1
                ? group.subjects.first.map(Phrases.subject) ?? "" : "\(group.subjects.count) subjects"
            text.paragraph(TerminalText("\(group.rule)  \(subjects)"), indent: 2, .strong)
            text.paragraph(TerminalText(Phrases.reason(group.reason)), indent: 4)
            if let needs = group.needs {
                text.paragraph(TerminalText(needs), lead: TerminalText(literal: "To decide: "), indent: 4)
            }
        }
        if groups.count > shown.count {
            text.paragraph(
                TerminalText("\(Phrases.count(groups.count - shown.count, "more rule")) (--verbose lists them)"),
                indent: 2, .faint)
        }
    }

    private func read(_ text: inout TerminalWriter) {
        heading("What was read", &text)
        for capture in model.captures {
            text.paragraph(TerminalText("\(capture.path)  \(capture.format), \(Phrases.size(capture.bytes))"), indent: 2)
            var counts = [Phrases.count(capture.exchanges, "exchange"), Phrases.count(capture.beacons, "beacon")]
            if capture.frames > 0 { counts.append(Phrases.count(capture.frames, "frame")) }
            if capture.flows > 0 { counts.append(Phrases.count(capture.flows, "flow")) }
            if capture.flowsUndecrypted > 0 { counts.append("\(capture.flowsUndecrypted) not decrypted") }
            if capture.calls > 0 { counts.append(Phrases.count(capture.calls, "call")) }
            if let first = capture.firstUs, let last = capture.lastUs {
                counts.append("\(Phrases.duration(Clamped.difference(last, first))) from \(Phrases.time(first))")
            }
            text.paragraph(TerminalText(counts.joined(separator: ", ")), indent: 4)
        }
        for family in model.families {
            text.paragraph(
                TerminalText(
                    "\(family.name): \(family.verdict.word), \(Phrases.count(family.beacons, "beacon")), "
                        + Phrases.count(family.adPlays, "ad play")), indent: 2)
        }
        blind(&text)
        diagnostics(&text)
        if let redactions = model.redactions, !redactions.isEmpty {
            let parts = redactions.map { "\($0.values) \($0.kind.rawValue)" }
            text.paragraph(
                TerminalText("Identifiers shown as stand-ins: \(parts.joined(separator: ", "))"), indent: 2, .faint)
        }
    }

    private func blind(_ text: inout TerminalWriter) {
        guard model.blind.total > 0 else { return }
        let start = model.startUs
        let shown = options.verbose ? model.blind.listed[...] : model.blind.listed.prefix(4)
        for blind in shown {
            let words = BlindWords(blind: blind, startUs: start)
            text.paragraph(
                TerminalText("\(words.span): \(words.hidden). \(blind.reason)"), lead: TerminalText(literal: "Blind "),
                indent: 2)
        }
        let rest = model.blind.total - shown.count
        if rest > 0 { text.paragraph(TerminalText("\(Phrases.count(rest, "more blind stretch", "more blind stretches"))"), indent: 2, .faint) }
    }

    private func diagnostics(_ text: inout TerminalWriter) {
        let groups = options.verbose ? model.diagnostics.listed : model.diagnostics.listed.filter { $0.severity != .info }
        for group in groups.prefix(options.verbose ? groups.count : 6) {
            let subject = group.subject.map { " \($0)" } ?? ""
            text.paragraph(
                TerminalText("\(group.code)\(subject) (\(group.count)): \(group.detail)"),
                lead: TerminalText("\(group.severity.word) "), indent: 2)
        }
        let rest = model.diagnostics.total - min(groups.count, options.verbose ? groups.count : 6)
        if rest > 0 { text.paragraph(TerminalText(Phrases.count(rest, "more kind of diagnostic", "more kinds of diagnostics")), indent: 2, .faint) }
    }

    private func totals(_ text: inout TerminalWriter) {
        text.blank()
        let passed = model.rules.count { $0.pass > 0 && $0.fail == 0 && $0.inconclusive == 0 }
        let parts = [
            Phrases.count(model.count(.error), "error"), Phrases.count(model.count(.warning), "warning"),
            Phrases.count(model.count(.info), "info"), "\(model.accepted.count) accepted",
            "\(model.undecidedGroups.count) undecided", "\(Phrases.count(passed, "rule")) passed",
        ]
        text.paragraph(TerminalText("\(model.run.word): \(parts.joined(separator: ", "))"), .strong)
    }

    private func heading(_ title: String, _ text: inout TerminalWriter) {
        text.blank()
        text.paragraph(TerminalText(title), .strong)
    }

    private static func style(_ outcome: ReportModel.Outcome?) -> TerminalWriter.Style {
        switch outcome {
        case .pass: .good
        case .fail: .bad
        default: .warning
        }
    }
}

extension String {
    fileprivate func leftPadded(to width: Int) -> String {
        String(repeating: " ", count: Swift.max(0, width - count)) + self
    }

    fileprivate func rightPadded(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - count))
    }
}
