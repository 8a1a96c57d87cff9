import Model

/// How the verdicts of rules become the verdict of a run and of its families (docs/verdicts.md).
struct RollUp {
    /// One family of the run.
    struct Family {
        var name: String
        /// `notApplicable`: it was seen in passing, and nothing of it was compared.
        var verdict: Verdict
        /// Comparisons of behaviour; a carrier's are those of what it carried, too.
        var behaviour: Witnesses
        var form: Witnesses
        /// Why it is inconclusive.
        var note: String?
        /// Something of it was due, or was expected.
        var owes: Bool
    }

    private(set) var verdict: Verdict
    /// Why it is no more than that.
    private(set) var note: String?
    let families: [Family]
    let behaviour: Witnesses
    let form: Witnesses

    /// - Parameters:
    ///   - judgements: what each rule said.
    ///   - seen: families with beacons or documents in the run, or declared by one.
    ///   - expected: families that the facts say must be seen.
    ///   - settlement: what became of what the account says was owed. A family without any counts comparisons.
    ///   - directory: where the families' traffic goes, and what they carry.
    init(
        _ judgements: [Judgement], seen: Set<String>, expected: [String], owing: Owing = Owing(),
        settlement: Settlement = Settlement(), directory: FamilyDirectory = FamilyDirectory()
    ) {
        let wanted = seen.union(expected).union(owing.families)
        var own: [String: [Judgement]] = [:]
        for judgement in judgements { own[judgement.rule.family, default: []].append(judgement) }
        var behaviour: [String: Witnesses] = [:]
        for (family, judgements) in own {
            behaviour[family] = settlement.of(family)?.witnesses ?? RollUp.sum(judgements, .behaviour)
        }
        families = wanted.sorted().map { name in
            let isExpected = expected.contains(name)
            let debts = ([name] + (directory[name]?.carries ?? [])).flatMap {
                owing.of($0) + settlement.debts(of: $0)
            }
            return RollUp.family(
                name, own[name] ?? [], behaviour: RollUp.carried(directory[name], name, behaviour),
                unseen: isExpected && !seen.contains(name)
                    ? RollUp.notSeen(name, directory[name]?.hosts ?? []) : nil,
                isExpected: isExpected, debts: debts)
        }
        self.behaviour = behaviour.values.reduce(into: Witnesses()) { $0 += $1 }
        form = RollUp.sum(judgements, .form)
        if judgements.contains(where: \.hasError) {
            verdict = .fail
        } else if let open = families.first(where: { $0.verdict == .inconclusive }) {
            verdict = .inconclusive
            note = open.note
        } else if !judgements.contains(where: RollUp.decides) {
            // Nothing relevant was read: silence proves nothing.
            verdict = .inconclusive
            note = "nothing was read that a rule of severity error could judge"
        } else {
            verdict = .pass
        }
    }

    /// What the family did, and for one that only carries others what those did.
    private static func carried(
        _ family: FamilyDeclaration?, _ name: String, _ behaviour: [String: Witnesses]
    ) -> Witnesses {
        var sum = behaviour[name] ?? Witnesses()
        for carried in family?.carries ?? [] { sum += behaviour[carried] ?? Witnesses() }
        return sum
    }

    private static func family(
        _ name: String, _ judgements: [Judgement], behaviour: Witnesses, unseen: String?, isExpected: Bool,
        debts: [Owing.Debt]
    ) -> Family {
        let form = sum(judgements, .form)
        var family = Family(
            name: name, verdict: .notApplicable, behaviour: behaviour, form: form, note: nil,
            owes: isExpected || !debts.isEmpty || behaviour.due > 0)
        if judgements.contains(where: \.hasError) {
            family.verdict = .fail
        } else if let reason = judgements.lazy.compactMap(\.openReason).first {
            (family.verdict, family.note) = (.inconclusive, reason)
        } else if let unseen {
            (family.verdict, family.note) = (.inconclusive, unseen)
        } else if let debt = debts.first(where: { $0.isAlone || behaviour.compared == 0 }) {
            (family.verdict, family.note) = (.inconclusive, debt.what)
        } else if family.owes, behaviour.compared == 0 {
            family.verdict = .inconclusive
            family.note =
                isExpected
                ? "\(name) is expected, and nothing that it did was seen"
                : "what was due of \(name) could not be compared"
        } else if behaviour.compared > 0 || form.compared > 0 {
            family.verdict = .pass
        }
        return family
    }

    private static func notSeen(_ name: String, _ hosts: [String]) -> String {
        return "no \(name) traffic was seen"
            + (hosts.isEmpty ? "" : "; hosts looked for: \(hosts.joined(separator: ", "))")
    }

    private static func sum(_ judgements: [Judgement], _ kind: Rule.Witness) -> Witnesses {
        judgements.reduce(into: Witnesses()) { sum, judgement in
            if (judgement.rule.witness ?? .form) == kind { sum += judgement.witnesses }
        }
    }

    /// A rule that judged at least one subject on what was seen of it, and finds errors, or faults of a server.
    private static func decides(_ judgement: Judgement) -> Bool {
        (judgement.rule.severity == .error || judgement.rule.party == .server) && judgement.pass + judgement.fail > 0
    }
}

extension RollUp {
    func family(_ name: String) -> Family? { families.first { $0.name == name } }

    /// Whether every family of a list owes something in the run.
    func owes(_ names: [String]) -> Bool {
        !names.isEmpty && names.allSatisfy { family($0)?.owes == true }
    }

    /// Whether the run is certified, and if not, why: at least one certificate applies, and all that apply pass.
    func certified(by certificates: [Certificate]) -> (Bool, note: String?) {
        guard verdict == .pass else { return (false, note) }
        if let open = certificates.first(where: { $0.verdict != .pass }) {
            return (false, "the certificate \(open.profile.id) is withheld: \(open.reasons.first ?? "")")
        }
        return certificates.isEmpty ? (false, "nothing was due that a certificate is given for") : (true, nil)
    }
}
