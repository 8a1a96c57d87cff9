import Model
import Store

/// What a subject gets for its breaches, weighed.
struct Decision {
    var outcome: Verdict
    var doubt: Doubt?
    var needs: String?
    var because: String?
    var findings: [Judgement.Finding] = []
}

/// What breaches, or their absence, are worth.
extension Judge {
    /// Fails if a breach stands, is open if one may, and passes on what could be seen.
    func decide(
        _ rule: Rule, _ subject: JudgedSubject, _ breaches: [Breach], isDoubtful: Bool
    ) throws(StoreFailure) -> Decision {
        var standing: [Judgement.Finding] = []
        var doubts: [Decision] = []
        func open(_ doubt: Doubt, _ because: String, _ needs: String? = nil) {
            doubts.append(Decision(outcome: .inconclusive, doubt: doubt, needs: needs, because: because))
        }
        for breach in breaches {
            if let doubt = breach.doubt {
                open(doubt, breach.finding.message, breach.needs ?? DoubtWords.decides(doubt))
            } else if let reason = try blindReason(rule, subject, breach) {
                open(.blind, reason)
            } else if !breach.finding.isProven {
                open(
                    .ambiguous, "nothing that was seen shows it: \(breach.finding.message)",
                    "a capture that shows it")
            } else if let assumed = breach.finding.assumed, breach.finding.severity == .error, !breach.isCarried {
                open(
                    .ambiguous, "\(breach.finding.message), if what was assumed holds (\(assumed))",
                    DoubtWords.decides(assumed: assumed))
            } else {
                standing.append(breach.finding)
            }
        }
        if !standing.isEmpty { return Decision(outcome: .fail, findings: standing) }
        if let open = doubts.first(where: { $0.doubt?.lowersRun == true }) ?? doubts.first { return open }
        if isDoubtful {
            return Decision(
                outcome: .inconclusive, doubt: .ambiguous, needs: "a beacon that only one ad play can own",
                because: "a beacon of it may belong to another ad play")
        }
        if let reason = try blindReason(rule, passing: subject) {
            return Decision(outcome: .inconclusive, doubt: .blind, because: reason)
        }
        return Decision(outcome: .pass)
    }
}
