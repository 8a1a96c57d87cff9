/// The report for a certification meeting: one row per rule with what was expected and observed, the verdict and where to
/// look, and below it what only a person can decide, as boxes to tick.
struct ChecklistReport {
    let model: ReportModel

    /// Rows of one rule that failed several times; the findings are all in the other reports.
    private static let findingsPerRule = 20

    func render() -> [UInt8] {
        var text = MarkdownWriter()
        text.raw("# Checklist: ")
        text.text("\(model.run.name), \(model.headline). Compared: \(model.witnessed)")
        text.raw("\n")
        for notice in model.notices {
            text.raw("\n")
            text.text(notice)
            text.raw("\n")
        }
        for family in Set(model.rules.map(\.family)).sorted() { table(of: family, &text) }
        attested(&text)
        text.raw("\n")
        text.text("beaconproof \(model.run.toolVersion)\(model.run.rulesVersion.map { ", rules \($0)" } ?? "")")
        text.raw("\n")
        return text.output.bytes
    }

    private func table(of family: String, _ text: inout MarkdownWriter) {
        let rules = model.rules.filter { $0.family == family }
        text.raw("\n## ")
        text.text(family + (model.families.first { $0.name == family }.map { ": \($0.word)" } ?? ""))
        text.raw("\n\n| Item | Expected | Observed | Verdict | Evidence |\n|---|---|---|---|---|\n")
        for rule in rules { row(rule, &text) }
    }

    private func row(_ rule: ReportModel.Rule, _ text: inout MarkdownWriter) {
        let findings = model.findings.filter { $0.rule == rule.id }
        text.raw("| ")
        text.code(rule.id)
        text.raw(" ")
        text.text(rule.title)
        text.raw(" | ")
        list(findings, &text) { $1.text($0.expected) }
        text.raw(" | ")
        list(findings, &text) { $1.text($0.message) }
        if findings.count > Self.findingsPerRule {
            text.text("; \(Phrases.count(findings.count - Self.findingsPerRule, "more finding"))")
        }
        text.raw(" | ")
        text.text(verdict(rule, findings))
        text.raw(" | ")
        list(findings, &text) { finding, text in
            guard let evidence = finding.evidence.listed.first else { return }
            let words = EvidenceWords(evidence: evidence)
            text.text(words.place)
        }
        if rule.fail == 0, let open = open(rule) { text.text(open) }
        text.raw(" |\n")
    }

    private func list(
        _ findings: [ReportModel.Finding], _ text: inout MarkdownWriter,
        _ write: (ReportModel.Finding, inout MarkdownWriter) -> Void
    ) {
        for (place, finding) in findings.prefix(Self.findingsPerRule).enumerated() {
            if place > 0 { text.raw("; ") }
            write(finding, &text)
        }
    }

    /// The gravest of its subjects; a breach that is no error, or that somebody accepted, says so.
    private func verdict(_ rule: ReportModel.Rule, _ findings: [ReportModel.Finding]) -> String {
        if rule.fail > 0 {
            let standing = findings.filter { $0.waived == nil }
            guard let worst = standing.map(\.severity).max() else {
                return findings.compactMap(\.waived).first.map { WaiverWords(waiver: $0).sentence } ?? "accepted"
            }
            return worst == .error ? "FAIL" : worst.word
        }
        if rule.inconclusive > 0 { return "CANNOT TELL" }
        return rule.pass > 0 ? "PASS" : "not applicable"
    }

    /// What would decide a rule that is open.
    private func open(_ rule: ReportModel.Rule) -> String? {
        guard let verdict = model.verdicts.first(where: { $0.rule == rule.id && $0.outcome == .inconclusive }),
            let reason = verdict.reason
        else { return nil }
        return Phrases.reason(reason) + ((verdict.because ?? verdict.needs).map { ": \($0)" } ?? "")
    }

    // MARK: What a person decides

    /// Attestations of the facts file, and those that a certificate asks for and nobody gave.
    private func attested(_ text: inout MarkdownWriter) {
        let given = model.facts.filter { $0.key.hasPrefix("attest.") }
        let missing = model.certificates.flatMap(\.reasons).compactMap { reason in
            reason.hasPrefix(Self.missingPrefix) ? String(reason.dropFirst(Self.missingPrefix.count)) : nil
        }
        guard !given.isEmpty || !missing.isEmpty else { return }
        text.raw("\n## For a person\n\n")
        for fact in given {
            text.raw("- [x] ")
            text.code(String(fact.key.dropFirst("attest.".count)))
            text.text(": \(fact.value)")
            text.raw("\n")
        }
        for key in Set(missing).sorted() {
            text.raw("- [ ] ")
            text.code(key)
            text.raw(": name, date (attest in the facts file)\n")
        }
    }

    /// How a certificate says it.
    private static let missingPrefix = "nobody attests "
}
