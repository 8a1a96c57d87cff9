import Audit
import Model

/// What an example says must come out, compared with what came out.
struct ExampleExpectation {
    private let example: Example
    private let capture: ExampleCapture
    private let rule: Rule

    init(_ example: Example, _ capture: ExampleCapture, _ rule: Rule) {
        self.example = example
        self.capture = capture
        self.rule = rule
    }

    func mistakes(in seen: ExampleRunner.Observation) -> [String] {
        var mistakes: [String] = []
        let verdict = verdict(of: seen)
        if verdict != example.expect.rawValue {
            mistakes.append(
                "expected \(example.expect.rawValue), got \(seen.verdicts.isEmpty ? verdict : seen.verdicts.joined(separator: ", "))"
            )
        }
        if let reason = example.reason, !seen.verdicts.contains("inconclusive (\(reason.rawValue))") {
            mistakes.append("expected the reason \(reason.rawValue), got \(seen.verdicts.joined(separator: ", "))")
        }
        if example.expect == .fail {
            let severity = (example.severity ?? rule.severity).rawValue
            if !seen.severities.contains(severity) {
                mistakes.append(
                    "expected severity \(severity), got \(seen.severities.sorted().joined(separator: ", "))")
            }
            for index in capture.marked.subtracting(seen.named).sorted() {
                mistakes.append("\(capture.describe(index)) is marked and not among the evidence")
            }
            for index in seen.breaching.subtracting(capture.marked).sorted() {
                mistakes.append("\(capture.describe(index)) is evidence of a breach and not marked")
            }
            for url in capture.markedTrackers.subtracting(seen.declared).sorted() {
                mistakes.append("the marked tracker \(url) is not among the evidence")
            }
        } else if !seen.findings.isEmpty {
            mistakes.append("unexpected: \(seen.findings.joined(separator: "; "))")
        }
        return mistakes
    }

    /// The worst over all subjects, as the run's verdict is made.
    private func verdict(of seen: ExampleRunner.Observation) -> String {
        for verdict in [Verdict.fail, .inconclusive, .pass] {
            if seen.verdicts.contains(where: { $0.hasPrefix(verdict.rawValue) }) { return verdict.rawValue }
        }
        return Verdict.notApplicable.rawValue
    }
}
