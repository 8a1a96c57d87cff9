import Model
import Store

/// Runs one rule on one run: whom it judges, what breaches it, what the verdicts are worth while something was hidden.
struct Judge {
    /// How many evidence rows one finding keeps; the count in its text stays true.
    static let evidenceLimit = 200

    let run: ID<RunRecord>
    let database: Database
    let facts: [String: Facts.Value]
    let sight: Sight
    let inputs: Set<String>
    let limit: WorkLimit
    /// The relations that a limit left empty.
    private let underived: [String: StoreFailure]
    let asked = AskedHosts()
    private let owing: Owing
    /// How many subjects of each kind the run has.
    private let populations: [SubjectKind: Int]
    var arguments: [String: SQLValue] { ["run": SQLValue(run)] }

    init(
        run: ID<RunRecord>, database: Database, facts: [String: Facts.Value], sight: Sight, inputs: Set<String>,
        limit: WorkLimit, underived: [String: StoreFailure] = [:], owing: Owing = Owing()
    ) throws(StoreFailure) {
        self.run = run
        self.database = database
        self.facts = facts
        self.sight = sight
        self.inputs = inputs
        self.limit = limit
        self.underived = underived
        self.owing = owing
        populations = try Judge.populations(of: run, database)
    }

    /// A rule that a limit stops is inconclusive for the whole run: whatever a capture holds, it gets a verdict.
    func judge(_ rule: Rule) throws(StoreFailure) -> Judgement {
        do throws(StoreFailure) {
            guard !limit.isReached() else { throw .cancelled }
            if let failure = rule.uses.lazy.compactMap({ underived[$0] }).first { throw failure }
            return try judged(rule)
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

    private func judged(_ rule: Rule) throws(StoreFailure) -> Judgement {
        if let input = rule.inputs.first(where: { !inputs.contains(rule.input($0)) }) {
            return Judgement(rule, of: run, lacking: input)
        }
        var judgement = Judgement(rule: rule)
        let subjects = try subjects(of: rule)
        judgement.notApplicable = max(0, populations[rule.subject, default: 0] - subjects.count)
        // Breaches count for subjects only. Preparing the other SELECT is the larger part of judging a small run.
        guard !subjects.isEmpty else { return judgement }
        if let fact = rule.facts.first(where: { facts[$0] == nil }) {
            judgement.inconclusive = subjects.count
            judgement.verdicts = subjects.map {
                .init(subject: $0.id, outcome: .inconclusive, doubt: .needsFact, needs: "the fact \(fact)")
            }
            return judgement
        }
        let breaches = subjects.contains(where: \.isWrong) ? try breaches(of: rule) : [:]
        let doubtful = try doubtfulSubjects(rule)
        for (place, subject) in subjects.enumerated() {
            // Weighing what was hidden may take longer than the queries.
            if place % 64 == 63, limit.isReached() { throw .cancelled }
            let decision = try decide(
                rule, subject, breaches[subject.id]?.breaches ?? [], isDoubtful: doubtful.contains(subject.id))
            judgement.witnesses += witnesses(of: rule, subject, decision)
            judgement.add(decision, of: subject)
        }
        if let reason = try hiddenAmong(rule, subjects) {
            judgement.inconclusive += 1
            judgement.verdicts.append(
                .init(subject: run.number, outcome: .inconclusive, doubt: .blind, because: reason, isWholeRun: true))
        }
        return judgement
    }

    /// What a subject adds to what was due and compared. A breach is a comparison whatever the rule counts; what is owing is no
    /// witness of itself.
    private func witnesses(of rule: Rule, _ subject: JudgedSubject, _ decision: Decision) -> Witnesses {
        guard !owing.contains(rule.subject, subject.id) else { return Witnesses() }
        switch decision.outcome {
        case .pass: return Witnesses(due: max(subject.due, subject.compared), compared: subject.compared)
        case .fail: return Witnesses(due: max(subject.due, subject.compared, 1), compared: max(subject.compared, 1))
        case .inconclusive: return Witnesses(due: decision.doubt?.lowersRun == true ? subject.due : 0)
        case .notApplicable: return Witnesses()
        }
    }
}

extension Judgement {
    /// How many passing subjects of one rule are listed one by one.
    private static let listedPasses = 1_000

    /// Without an input that the rule reads, the run as a whole is undecided.
    fileprivate init(_ rule: Rule, of run: ID<RunRecord>, lacking input: String) {
        self.init(rule: rule)
        inconclusive = 1
        verdicts = [
            SubjectVerdict(
                subject: run.number, outcome: .inconclusive, doubt: input == "bundle" ? .needsBundle : .needsLog,
                needs: rule.need(input), isWholeRun: true)
        ]
    }

    fileprivate mutating func add(_ decision: Decision, of subject: JudgedSubject) {
        findings += decision.findings
        switch decision.outcome {
        case .pass where subject.compared == 0:
            notCompared += 1
            return
        case .pass: pass += 1
        case .fail: fail += 1
        case .inconclusive: inconclusive += 1
        case .notApplicable: notApplicable += 1
        }
        guard decision.outcome != .pass || pass <= Judgement.listedPasses else { return }
        verdicts.append(
            SubjectVerdict(
                subject: subject.id, outcome: decision.outcome, doubt: decision.doubt, needs: decision.needs,
                because: decision.because))
    }
}
