import Derive
import Model
import Store

/// Runs one rule on one run: whom it judges, what breaches it, what the verdicts are worth while something was hidden.
struct Judge {
    /// How many passing subjects of one rule are listed one by one.
    static let listedPasses = 1_000

    private let judged: JudgedRun
    private let comparisons: Comparisons
    private let hiding: Hiding
    private let limit: WorkLimit
    /// How many subjects of each kind the run has.
    private let populations: [SubjectKind: Int]
    private var run: ID<RunRecord> { judged.run }

    init(
        _ judged: JudgedRun, in database: Database, limit: WorkLimit, presence: Presence, values: [String: SQLValue]
    ) throws(StoreFailure) {
        self.judged = judged
        comparisons = Comparisons(
            run: judged.run, database: database, facts: judged.facts, limit: limit, presence: presence,
            values: values)
        hiding = Hiding(run: judged.run, database: database, sight: judged.sight, families: judged.families)
        self.limit = limit
        populations = try Judge.populations(of: judged.run, database)
    }

    /// A rule that a limit stops is inconclusive for the whole run: whatever a capture holds, it gets a verdict.
    func judge(_ rule: Rule) throws(StoreFailure) -> Judgement {
        do throws(StoreFailure) {
            guard !limit.isReached() else { throw .cancelled }
            if let failure = rule.uses.lazy.compactMap({ judged.underived[$0] }).first { throw failure }
            return try verdicts(rule)
        } catch {
            guard let reason = unjudgedReason(error) else { throw error }
            return Judgement(unjudged: rule, run: run, reason: reason)
        }
    }

    private func unjudgedReason(_ failure: StoreFailure) -> String? {
        switch failure {
        case .cancelled: limit.reason
        case .tooLong(let steps): "a rule's query was stopped after \(steps) steps"
        case .tooLarge: "a rule's query would have made a value that is too large"
        default: nil
        }
    }

    private func verdicts(_ rule: Rule) throws(StoreFailure) -> Judgement {
        var judgement = Judgement(rule: rule)
        if let input = rule.inputs.first(where: { !judged.inputs.contains(rule.input($0)) }) {
            judgement.inconclusive = 1
            judgement.verdicts = [
                .init(
                    subject: run.number, outcome: .inconclusive, doubt: input == "bundle" ? .needsBundle : .needsLog,
                    needs: rule.need(input), isWholeRun: true)
            ]
            return judgement
        }
        if let reason = judged.foreign.reason(rule) {
            judgement.inconclusive = 1
            judgement.verdicts = [
                .init(
                    subject: run.number, outcome: .inconclusive, doubt: .ambiguous,
                    needs: "the call log of this very start of the app (--calls)", because: reason, isWholeRun: true)
            ]
            return judgement
        }
        let subjects = try comparisons.subjects(of: rule)
        judgement.notApplicable = max(0, populations[rule.subject, default: 0] - subjects.count)
        // Breaches count for subjects only.
        guard !subjects.isEmpty else { return judgement }
        if let fact = rule.facts.first(where: { judged.facts[$0] == nil }) {
            judgement.inconclusive = subjects.count
            judgement.verdicts = subjects.map {
                .init(subject: $0.id, outcome: .inconclusive, doubt: .needsFact, needs: "the fact \(fact)")
            }
            return judgement
        }
        let breaches = try comparisons.breaches(of: rule, by: subjects)
        let doubtful = try comparisons.doubtfulSubjects(rule)
        for (place, subject) in subjects.enumerated() {
            // Weighing what was hidden may take longer than the queries.
            if place % 64 == 63, limit.isReached() { throw .cancelled }
            let decision = try decide(
                rule, subject, breaches[subject.id]?.breaches ?? [], isDoubtful: doubtful.contains(subject.id))
            judgement.findings += decision.findings
            judgement.witnesses += witnesses(of: rule, subject, decision)
            guard decision.outcome != .pass || subject.compared > 0 else {
                judgement.notCompared += 1
                continue
            }
            switch decision.outcome {
            case .pass: judgement.pass += 1
            case .fail: judgement.fail += 1
            case .inconclusive: judgement.inconclusive += 1
            case .notApplicable: judgement.notApplicable += 1
            }
            if decision.outcome != .pass || judgement.pass <= Judge.listedPasses {
                judgement.verdicts.append(
                    .init(
                        subject: subject.id, outcome: decision.outcome, doubt: decision.doubt, needs: decision.needs,
                        because: decision.because, isCutByEnd: decision.isCutByEnd))
            }
        }
        if let reason = try hiding.reason(rule, among: subjects) {
            judgement.inconclusive += 1
            judgement.verdicts.append(
                .init(subject: run.number, outcome: .inconclusive, doubt: .blind, because: reason, isWholeRun: true))
        }
        return judgement
    }

    /// What a subject adds to what was due and compared. A breach is a comparison whatever the rule counts; what is owing is no
    /// witness of itself.
    private func witnesses(of rule: Rule, _ subject: JudgedSubject, _ decision: Decision) -> Witnesses {
        guard !judged.owing.contains(rule.subject.view.name, subject.id) else { return Witnesses() }
        switch decision.outcome {
        case .pass: return Witnesses(due: max(subject.due, subject.compared), compared: subject.compared)
        case .fail: return Witnesses(due: max(subject.due, subject.compared, 1), compared: max(subject.compared, 1))
        case .inconclusive: return Witnesses(due: decision.doubt?.lowersRun == true ? subject.due : 0)
        case .notApplicable: return Witnesses()
        }
    }

    private static func populations(of run: ID<RunRecord>, _ database: Database) throws(StoreFailure) -> [SubjectKind:
        Int]
    {
        var populations: [SubjectKind: Int] = [:]
        for kind in SubjectKind.allCases {
            let sql =
                switch kind {
                case .run: "SELECT 1 AS n"
                default: "SELECT count(*) AS n FROM \(kind.view.name) WHERE run = :run"
                }
            populations[kind] = try database.rows(sql, ["run": SQLValue(run)]).first?.int("n") ?? 0
        }
        return populations
    }

    // MARK: The verdict

    private struct Decision {
        var outcome: Verdict
        var doubt: Doubt?
        var needs: String?
        var because: String?
        var isCutByEnd = false
        var findings: [Judgement.Finding] = []
    }

    private func decide(
        _ rule: Rule, _ subject: JudgedSubject, _ breaches: [Breach], isDoubtful: Bool
    ) throws(StoreFailure) -> Decision {
        var standing: [Judgement.Finding] = []
        var places: [String: Int] = [:]
        var doubts: [Decision] = []
        func open(_ doubt: Doubt, _ because: String, _ needs: String? = nil) {
            doubts.append(Decision(outcome: .inconclusive, doubt: doubt, needs: needs, because: because))
        }
        for breach in breaches {
            if let doubt = breach.doubt {
                open(doubt, breach.finding.message, breach.needs ?? DoubtWords.decides(doubt))
            } else if let reason = try hiding.reason(rule, subject, breach) {
                open(.blind, reason)
            } else if !breach.finding.isProven {
                open(
                    .ambiguous, "nothing that was seen shows it: \(breach.finding.message)",
                    "a capture that shows it")
            } else if let assumed = breach.finding.assumed, breach.finding.severity == .error, !breach.isCarried {
                open(
                    .ambiguous, "\(breach.finding.message), if what was assumed holds (\(assumed))",
                    DoubtWords.decides(assumed: assumed))
            } else if let place = places[breach.finding.item] {
                standing[place].add(breach.finding.evidence)
            } else {
                places[breach.finding.item] = standing.count
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
        if let reason = try hiding.reason(rule, passing: subject) {
            return Decision(
                outcome: .inconclusive, doubt: .blind, because: reason, isCutByEnd: reason == Blindness.captureOver)
        }
        return Decision(outcome: .pass)
    }
}
