import Model

/// How the verdicts of rules become the verdict of a run and of its families (interfaces, "How a run's verdict comes
/// about").
struct RollUp {
    var run: Verdict
    var families: [(family: String, verdict: Verdict)]

    /// - Parameters:
    ///   - judgements: what each rule said.
    ///   - seen: families with beacons or documents in the run, or declared by one.
    ///   - expected: families that the facts say must be seen.
    init(_ judgements: [Judgement], seen: Set<String>, expected: [String]) {
        let wanted = seen.union(expected)
        var families: [(family: String, verdict: Verdict)] = []
        for family in wanted.sorted() {
            let own = judgements.filter { $0.rule.family == family }
            families.append((family, RollUp.verdict(of: own, isSeen: seen.contains(family))))
        }
        self.families = families

        let judgedFamilies = judgements.filter { wanted.contains($0.rule.family) }
        if judgements.contains(where: \.hasError) {
            run = .fail
        } else if judgedFamilies.contains(where: \.isBlind) {
            run = .inconclusive
        } else if !expected.allSatisfy(seen.contains) {
            run = .inconclusive
        } else if !judgements.contains(where: RollUp.decides) {
            // Nothing relevant was read: silence proves nothing.
            run = .inconclusive
        } else {
            run = .pass
        }
    }

    private static func verdict(of judgements: [Judgement], isSeen: Bool) -> Verdict {
        if judgements.contains(where: \.hasError) { return .fail }
        if judgements.contains(where: \.isBlind) || !isSeen { return .inconclusive }
        return judgements.contains(where: decides) ? .pass : .inconclusive
    }

    /// An error rule that judged at least one subject on what was seen of it.
    private static func decides(_ judgement: Judgement) -> Bool {
        judgement.rule.severity == .error && judgement.pass + judgement.fail > 0
    }
}
