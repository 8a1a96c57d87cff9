import Model

/// What could not be told, and what all of it rests on.
extension TextReport {
    private static let reasonsShown = 8
    private static let rulesShown = 6

    func undecided(_ text: inout TerminalWriter) {
        let reasons = model.undecidedReasons
        undecided("Could not tell", reasons.filter { !$0.isMissingInput }, &text)
        undecided("Not decided, would need more", reasons.filter(\.isMissingInput), &text)
    }

    private func undecided(
        _ title: String, _ reasons: [ReportModel.UndecidedReason], _ text: inout TerminalWriter
    ) {
        guard !reasons.isEmpty else { return }
        let rules = Set(reasons.flatMap(\.rules).map(\.rule)).count
        heading("\(title): \(Phrases.count(rules, "rule"))", &text)
        let shown = options.verbose ? reasons[...] : reasons.prefix(Self.reasonsShown)
        for reason in shown { undecided(reason, &text) }
        let rest = reasons.count - shown.count
        if rest > 0 {
            text.paragraph(
                TerminalText("\(Phrases.count(rest, "more reason")) (--verbose lists them)"), indent: 2, .faint)
        }
    }

    private func undecided(_ reason: ReportModel.UndecidedReason, _ text: inout TerminalWriter) {
        let words = UndecidedWords(reason: reason)
        text.paragraph(TerminalText(words.why), indent: 2, .strong)
        if let decide = words.decide {
            text.paragraph(TerminalText(decide), lead: TerminalText(literal: "To decide: "), indent: 4)
        }
        let names = reason.rules.map { rule in rule.rule + (words.subjects(of: rule).map { " (\($0))" } ?? "") }
        let hides = TerminalText(literal: "Hides ")
        guard !options.verbose else {
            text.paragraph(TerminalText(words.scope), lead: hides, indent: 4)
            for name in names { text.paragraph(TerminalText(name), indent: 6) }
            return
        }
        let rest = names.count - Self.rulesShown
        let more = rest > 0 ? " and \(rest) more (--verbose lists them)" : ""
        text.paragraph(
            TerminalText("\(words.scope): \(names.prefix(Self.rulesShown).joined(separator: ", "))\(more)"),
            lead: hides, indent: 4)
    }

    func notJudged(_ text: inout TerminalWriter) {
        guard model.notJudged.total > 0 else { return }
        heading("Not judged: nothing declared these requests", &text)
        let shown = options.verbose ? model.notJudged.listed[...] : model.notJudged.listed.prefix(4)
        for group in shown {
            text.paragraph(TerminalText(group.words), indent: 2)
            text.line(
                (TerminalText(literal: "    "), .plain),
                (TerminalText("\(group.method) \(group.url)").shortened(to: text.width - 4, tail: 20), .faint))
        }
        let rest = model.notJudged.total - shown.count
        if rest > 0 { text.paragraph(TerminalText(Phrases.count(rest, "more host")), indent: 2, .faint) }
    }

    func read(_ text: inout TerminalWriter) {
        heading("What was read", &text)
        for capture in model.captures {
            text.paragraph(
                TerminalText("\(capture.path): \(capture.format), \(Phrases.size(capture.bytes))"), indent: 2)
            let words = CaptureWords(capture: capture)
            let parts = [words.counts, words.time].filter { !$0.isEmpty }
            text.paragraph(TerminalText(parts.joined(separator: ", ")), indent: 4)
            text.paragraph(TerminalText("sha256 \(capture.sha256)"), indent: 4, .faint)
        }
        for family in model.families {
            text.paragraph(
                TerminalText(
                    "\(family.name): \(family.words)"), indent: 2)
        }
        blind(&text)
        diagnostics(&text)
        let rules = model.run.rulesVersion.map { ", rules \($0)" } ?? ""
        text.paragraph(TerminalText("beaconproof \(model.run.toolVersion)\(rules)"), indent: 2, .faint)
        if let redactions = model.redactions, !redactions.isEmpty {
            let parts = redactions.map { "\($0.values) \($0.kind.rawValue)" }
            text.paragraph(
                TerminalText("Identifiers shown as stand-ins: \(parts.joined(separator: ", "))"), indent: 2, .faint)
        }
    }

    private func blind(_ text: inout TerminalWriter) {
        guard model.blind.total > 0 else { return }
        let spans = model.blindSpans
        let shown = options.verbose ? spans[...] : spans.prefix(4)
        for blind in shown {
            let words = BlindWords(blind: blind, model: model)
            text.paragraph(
                TerminalText("\(words.span): \(words.hidden); \(words.why)"),
                lead: TerminalText(literal: "Not recorded "),
                indent: 2)
        }
        let rest = spans.count - shown.count + model.blind.rest
        if rest > 0 {
            let stretches = Phrases.count(rest, "more blind stretch", "more blind stretches")
            text.paragraph(TerminalText(stretches), indent: 2, .faint)
        }
    }

    private func diagnostics(_ text: inout TerminalWriter) {
        let all = model.diagnostics.listed
        let shown = options.verbose ? all[...] : all.filter { $0.severity != .info }.prefix(6)
        for group in shown {
            let subject = group.subject.map { " \($0)" } ?? ""
            text.paragraph(
                TerminalText("\(group.code)\(subject) (\(group.count)): \(group.detail)"),
                lead: TerminalText("\(group.severity.word) "), indent: 2)
        }
        let rest = model.diagnostics.total - shown.count
        if rest > 0 {
            let kinds = Phrases.count(rest, "more kind of diagnostic", "more kinds of diagnostics")
            text.paragraph(TerminalText(kinds), indent: 2, .faint)
        }
    }

    func totals(_ text: inout TerminalWriter) {
        text.blank()
        let passed = model.rules.count { $0.pass > 0 && $0.fail == 0 && $0.inconclusive == 0 }
        let parts = [
            Phrases.count(model.count(.error), "error"), Phrases.count(model.count(.warning), "warning"),
            Phrases.count(model.count(.info), "info"), "\(model.accepted.count) accepted",
            "\(model.undecidedGroups.count) undecided", "\(Phrases.count(passed, "rule")) passed",
        ]
        text.paragraph(TerminalText("\(model.headline): \(parts.joined(separator: ", "))"), .strong)
    }
}
