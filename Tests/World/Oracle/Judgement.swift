/// Whether the tool said what it had to.
struct Judgement: Sendable {
    enum Outcome: String, Sendable, Codable, CaseIterable {
        case right, open, falseAlarm, missedFault, passOnBlind, needlesslyOpen, wrongFinding, tooStrict, trouble
        var isWrong: Bool { self != .right && self != .open }
    }

    var outcome: Outcome
    /// What the tool said, short enough to group by.
    var said: String

    init(_ verdict: Verdict, against expectation: Expectation) {
        let errors = verdict.findings.filter { $0.severity == "error" }
        let told = expectation.isQuiet ? verdict.findings.filter { $0.severity != "info" } : errors
        said = ([verdict.headline?.rawValue ?? "trouble"] + Set(told.map(\.rule)).sorted()).joined(separator: " ")
        outcome = Self.outcome(verdict, expectation)
    }

    private static func outcome(_ verdict: Verdict, _ expectation: Expectation) -> Outcome {
        guard let headline = verdict.headline else { return .trouble }
        if expectation.kind == .open { return .open }
        guard expectation.accept.contains(headline) else {
            if headline == .fail, expectation.mayFind.contains(where: { isFound($0, verdict) }) { return .right }
            switch (expectation.kind, headline) {
            case (.clean, .fail), (.invisibleFault, .fail): return .falseAlarm
            case (.visibleFault, .pass): return .missedFault
            // The specification calls it a warning.
            case (.visibleFault, .fail): return .tooStrict
            case (_, .pass): return .passOnBlind
            default: return .needlesslyOpen
            }
        }
        if expectation.isQuiet, verdict.findings.contains(where: { $0.severity == "warning" }) { return .wrongFinding }
        let blamed = verdict.findings.contains { finding in
            finding.severity != "info" && expectation.mustNotFind.contains { finding.text.contains($0) }
        }
        if blamed { return .wrongFinding }
        // An answer that is left open needs no finding.
        if headline == .cannotTell, expectation.kind == .visibleFault { return .right }
        return expectation.mustFind.isEmpty || expectation.mustFind.contains { isFound($0, verdict) }
            ? .right : verdict.headline == .fail ? .wrongFinding : .missedFault
    }

    /// Named with at least the severity that the specification gives it.
    private static func isFound(_ mark: Mark, _ verdict: Verdict) -> Bool {
        verdict.findings.contains { finding in
            (finding.severity == "error" || mark.severity == .warning && finding.severity == "warning")
                && mark.anyOf.contains { finding.text.localizedCaseInsensitiveContains($0) }
        }
    }
}
