import Model

/// Whether a profile's demands are met by a run, and one line for each that is not.
struct Certificate {
    var profile: Profile
    var verdict: Verdict
    var reasons: [String]

    /// - Parameters:
    ///   - seen: families seen in the run.
    ///   - inputs: kinds of input given besides traffic.
    init(
        _ profile: Profile, judgements: [Judgement], seen: Set<String>, inputs: Set<String>, facts: Facts
    ) {
        self.profile = profile
        var failures: [String] = []
        var missing: [String] = []
        let included = judgements.filter { profile.includes($0.rule.id) }
        for judgement in included {
            let errors = judgement.findings.filter(\.isError)
            if !errors.isEmpty {
                failures.append("\(judgement.rule.id): \(errors.count) \(errors.count == 1 ? "error" : "errors")")
            }
            if judgement.isBlind {
                let why = judgement.verdicts.first { $0.doubt?.lowersRun == true }?.needs ?? "traffic was hidden"
                missing.append("\(judgement.rule.id): not decided (\(why))")
            } else if judgement.rule.severity == .error, judgement.inconclusive > 0,
                !profile.requiredRules.contains(judgement.rule.id)
            {
                let needs = judgement.verdicts.first { $0.outcome == .inconclusive }?.needs ?? "more input"
                missing.append("\(judgement.rule.id): not covered, would need \(needs)")
            }
        }
        let blocking = missing.filter { !$0.contains(": not covered, ") }
        var unmet = blocking
        for id in profile.requiredRules where (included.first { $0.rule.id == id }?.pass ?? 0) == 0 {
            if included.contains(where: { $0.rule.id == id && ($0.hasError || $0.isBlind) }) { continue }
            unmet.append("\(id): passed on no subject, and the certificate demands that it does")
        }
        for family in profile.requiredFamilies where !seen.contains(family) {
            unmet.append("no \(family) traffic was seen")
        }
        for input in profile.requiredInputs where !inputs.contains(input) {
            unmet.append("the input '\(input)' was not given")
        }
        for key in profile.attestations where facts.attestations[key] == nil {
            unmet.append("nobody attests \(key)")
        }
        let uncovered = missing.filter { $0.contains(": not covered, ") }
        verdict = !failures.isEmpty ? .fail : (unmet.isEmpty ? .pass : .inconclusive)
        reasons = failures + unmet + uncovered
    }
}
