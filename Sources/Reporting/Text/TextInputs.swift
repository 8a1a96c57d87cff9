import Model
/// What could not be told, and what all of it rests on.
extension TextReport {
    private static let undecidedShown = 8

    func undecided(_ text: inout TerminalWriter) {
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
            let subjects =
                group.subjects.count == 1
                ? group.subjects.first.map(Phrases.subject) ?? "" : "\(group.subjects.count) subjects"
            text.paragraph(TerminalText("\(group.rule), \(subjects)"), indent: 2, .strong)
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
                    "\(family.name): \(family.verdict.word), \(Phrases.count(family.beacons, "beacon")), "
                        + Phrases.count(family.adPlays, "ad play")), indent: 2)
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
        let start = model.startUs
        let shown = options.verbose ? model.blind.listed[...] : model.blind.listed.prefix(4)
        for blind in shown {
            let words = BlindWords(blind: blind, startUs: start)
            text.paragraph(
                TerminalText("\(words.span): \(words.hidden). \(blind.reason)"), lead: TerminalText(literal: "Blind "),
                indent: 2)
        }
        let rest = model.blind.total - shown.count
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
        text.paragraph(TerminalText("\(model.run.word): \(parts.joined(separator: ", "))"), .strong)
    }
}
