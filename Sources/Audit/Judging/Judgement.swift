import Model
import Store

/// What one rule said about one run.
struct Judgement: Sendable {
    var rule: Rule
    var verdicts: [SubjectVerdict] = []
    var findings: [Finding] = []
    var pass = 0
    var fail = 0
    var inconclusive = 0
    var notApplicable = 0
    /// Subjects of which nothing was compared: they neither pass nor fail.
    var notCompared = 0
    /// What of its subjects was due and what was compared.
    var witnesses = Witnesses()
    /// The limit that was reached before the rule was judged to the end; what it had found by then does not count.
    var unjudged: String?

    /// A subject whose verdict is stored.
    struct SubjectVerdict: Sendable {
        var subject: Int
        var outcome: Verdict
        var doubt: Doubt?
        /// What would decide it, or why nothing was seen.
        var needs: String?
        /// Why it is open.
        var because: String?
        /// The subject is the run itself, whatever the rule judges.
        var isWholeRun = false
        /// Nothing is wrong with it up to the end of the recording, and only that leaves it open. Where the rule passed others,
        /// that is listed and lowers nothing.
        var isCutByEnd = false
    }

    struct Finding: Sendable {
        /// How many evidence rows one finding keeps; the count in its text stays true.
        static let evidenceLimit = 200

        var subject: Int
        var item: String
        var severity: Severity
        var message: String
        var expected: String
        var observed: String
        var at: Int64?
        var assumed: String?
        /// The server whose fault it is; `nil` for one of the app.
        var server: String?
        var evidence: [Evidence]
        /// What accepts it.
        var waiver: Waiver?

        /// It fails the run.
        var isError: Bool { severity == .error && waiver == nil }

        mutating func add(_ more: [Evidence]) {
            evidence.append(contentsOf: more.prefix(max(0, Finding.evidenceLimit - evidence.count)))
        }

        /// Some of its evidence can be looked up. A finding without is an opinion.
        var isProven: Bool { evidence.contains { $0.origin?.isKnown == true } }
    }

    struct Evidence: Sendable {
        var view: String
        var id: Int?
        var role: String
        var at: Int64?
        var origin: EvidenceOrigin?
    }

    /// An unwaived breach that fails the run.
    var hasError: Bool { findings.contains(where: \.isError) }

    /// An error rule that could not decide because of what was hidden or not attributable, or because only a person or a log
    /// can show what the capture shows to be due.
    var isOpen: Bool { openVerdict != nil }

    /// Why it is open, with the rule's title.
    var openReason: String? {
        openVerdict.map { open in
            let why = open.because.map { $0.hasSuffix(".") ? $0.dropLast() : $0[...] }
            return "\(rule.title): not decided\(why.map { " (\($0))" } ?? "")"
        }
    }

    private var openVerdict: SubjectVerdict? {
        guard rule.severity == .error else { return nil }
        return verdicts.first {
            $0.outcome == .inconclusive && !(pass > 0 && $0.isCutByEnd)
                && ($0.doubt?.lowersRun == true || $0.doubt == .needsPerson && Judgement.owedUnseen.contains(rule.id))
        }
    }

    /// Rules of obligations that a capture shows to be due and that only a log or a person can show to be met. This is the
    /// list of docs/verdicts.md; of any other rule such a verdict withholds certificates alone.
    static let owedUnseen: Set<String> = ["vast.verification-accounted"]
}

extension Judgement {
    /// The rule says nothing about the run.
    init(unjudged rule: Rule, run: ID<RunRecord>, reason: String) {
        self.init(rule: rule)
        unjudged = reason
        inconclusive = 1
        verdicts = [
            SubjectVerdict(
                subject: run.number, outcome: .inconclusive, doubt: .blind, because: reason, isWholeRun: true)
        ]
    }
}
