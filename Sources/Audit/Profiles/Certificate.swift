import Model

/// Whether a profile's demands are met by a run, and one line for each that is not.
struct Certificate {
    var profile: Profile
    var verdict: Verdict
    var reasons: [String]

    /// - Parameters:
    ///   - outcome: what became of the run and its families.
    ///   - inputs: kinds of input given besides traffic.
    init(
        _ profile: Profile, _ outcome: RollUp, judgements: [Judgement], inputs: Set<String>, facts: Facts
    ) {
        self.profile = profile
        let included = judgements.filter { profile.includes($0.rule.id) }
        let failures = included.compactMap { judgement -> String? in
            let errors = judgement.findings.count(where: \.isError)
            return errors == 0 ? nil : "\(judgement.rule.id): \(errors) \(errors == 1 ? "error" : "errors")"
        }
        var unmet = included.compactMap { $0.withheld }
        // What no subject owed is not demanded: an ad that was skipped has no complete.
        for judgement in included where profile.requiredRules.contains(judgement.rule.id) {
            let judged = judgement.inconclusive + judgement.fail
            guard judgement.pass == 0, judged > 0, !judgement.hasError, !judgement.isOpen else { continue }
            unmet.append("\(judgement.rule.id): passed on no subject, and the certificate demands that it does")
        }
        for reason in profile.requiredFamilies.compactMap({ Certificate.missing($0, outcome) })
        where !unmet.contains(where: { $0.hasSuffix(reason) }) {
            unmet.append(reason)
        }
        for input in profile.requiredInputs where !inputs.contains(input) {
            unmet.append("the input '\(input)' was not given")
        }
        for key in profile.attestations where facts.attestations[key] == nil {
            unmet.append("nobody attests \(key)")
        }
        if failures.isEmpty, unmet.isEmpty, outcome.verdict != .pass {
            unmet.append(outcome.verdict == .fail ? "the run fails" : outcome.note ?? "the run cannot be told")
        }
        let uncovered = included.compactMap { $0.uncovered(unless: profile.requiredRules) }
        verdict = !failures.isEmpty ? .fail : (unmet.isEmpty ? .pass : .inconclusive)
        reasons = failures + unmet + uncovered
    }

    /// Why nothing that a family did is certified.
    private static func missing(_ name: String, _ outcome: RollUp) -> String? {
        guard let family = outcome.family(name) else { return "no \(name) traffic was seen" }
        if family.verdict == .inconclusive, let note = family.note { return note }
        return family.behaviour.compared == 0 ? "nothing that \(name) did was compared with what was due" : nil
    }
}

extension Judgement {
    /// Why no certificate that includes the rule is given.
    fileprivate var withheld: String? {
        if let reason = openReason { return "\(rule.id): \(reason)" }
        guard let fault = findings.first(where: { $0.server != nil && $0.waiver == nil }) else { return nil }
        return "\(rule.id): a fault of the server \(fault.server ?? "")"
    }

    /// What an error rule would need to decide; it blocks nothing.
    fileprivate func uncovered(unless required: [String]) -> String? {
        guard rule.severity == .error, inconclusive > 0, !isOpen, !required.contains(rule.id) else { return nil }
        let open = verdicts.first { $0.outcome == .inconclusive }
        if open?.isCutByEnd == true { return "\(rule.id): not covered where \(Blindness.captureOver)" }
        let needs = open?.needs ?? "more input"
        return "\(rule.id): not covered, would need \(needs)"
    }
}
