import Foundation

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
        let told = expectation.isQuiet ? verdict.findings : errors
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
            expectation.mustNotFind.contains { finding.text.contains($0) }
        }
        if blamed { return .wrongFinding }
        // Where an error may be left open, that needs no finding.
        let isError = expectation.mustFind.contains { $0.severity == .error }
        if headline == .cannotTell, expectation.kind == .visibleFault, isError { return .right }
        return expectation.mustFind.isEmpty || expectation.mustFind.contains { isFound($0, verdict) }
            ? .right : verdict.headline == .fail ? .wrongFinding : .missedFault
    }

    /// Whether a text has a word, in any case: no letter and no digit stands at its sides.
    private static func holds(_ text: String, _ word: String) -> Bool {
        var rest = text[...]
        while let found = rest.range(of: word, options: .caseInsensitive) {
            let before = text[..<found.lowerBound].last
            let after = text[found.upperBound...].first
            if !isPart(before), !isPart(after) { return true }
            rest = text[found.upperBound...]
        }
        return false
    }

    private static func isPart(_ character: Character?) -> Bool {
        character.map { $0.isLetter || $0.isNumber } ?? false
    }

    /// Named with at least the severity that the specification gives it.
    private static func isFound(_ mark: Mark, _ verdict: Verdict) -> Bool {
        verdict.findings.contains { finding in
            (finding.severity == "error" || mark.severity == .warning && finding.severity == "warning")
                && mark.anyOf.contains { holds(finding.text, $0) }
        }
    }
}
