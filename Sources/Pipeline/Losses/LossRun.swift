import Audit
import Interpret
import Model
import Store

/// Judges a capture by all rules, and says what the account holds to be owed.
struct LossRun {
    private let pack: LoadedPack
    /// Cleared before each run.
    private let database: Database

    init(_ pack: LoadedPack) throws(PipelineFailure) {
        self.pack = pack
        database = try PipelineFailure.storing { () throws(StoreFailure) in try Database.temporary() }
        database.keepStatements()
    }

    /// What became of one capture.
    struct Outcome {
        var headline: Headline
        var beacons: [Loss.Beacon] = []
        /// Rules with findings that fail the run.
        var errors: Set<String> = []
        /// What was owed and seen done or named by a finding, and what was owed and is neither: how often each, by family,
        /// event and tracker.
        var done: [String: Int] = [:]
        var undone: [String: Int] = [:]

        /// What was done in a correct run, and is not any more without a finding that says so.
        func lost(in other: Outcome) -> [String] {
            done.filter { other.done[$0.key, default: 0] < $0.value }.keys.sorted()
        }
    }

    /// The four headlines of docs/verdicts.md.
    enum Headline: String, CaseIterable {
        case fail = "FAIL"
        case cannotTell = "CANNOT TELL"
        case noFaultSeen = "NO FAULT SEEN"
        case pass = "PASS"
    }

    func judge(_ capture: ExampleCapture, facts: Facts, settings: [String: String]) throws(PipelineFailure) -> Outcome {
        let auditor = try PipelineFailure.reading { () throws(RuleFileFailure) in
            try Auditor(
                pack: pack.pack, packSHA256: pack.sha256, facts: facts, settings: .init(command: settings))
        }
        let (run, indexes) = try capture.store(in: database)
        try InterpretStage(families: pack.pack.families).interpret(run: run, in: database)
        return try PipelineFailure.storing { () throws(StoreFailure) in
            try auditor.audit(run: run, in: database)
            return try read(run, indexes)
        }
    }

    private func read(_ run: ID<RunRecord>, _ indexes: ExampleCapture.Indexes) throws(StoreFailure) -> Outcome {
        let arguments: [String: SQLValue] = ["run": SQLValue(run)]
        let verdict = try database.rows(RunSQL.verdict, arguments).first
        var outcome = Outcome(headline: LossRun.headline(verdict?.text("verdict"), verdict?.flag("certified") ?? false))
        for row in try database.rows(LossRun.beacons, arguments) {
            guard let place = row.id("exchange").flatMap({ indexes.exchanges[$0] }) else { continue }
            outcome.beacons.append(
                Loss.Beacon(
                    place: place, family: row.text("family") ?? "", event: row.text("event") ?? "",
                    adPlay: row.int("ad_play")))
        }
        outcome.errors = Set(try database.rows(LossRun.errors, arguments).compactMap { $0.text("rule") })
        guard pack.pack.library["unmet"] != nil else { return outcome }
        for row in try database.rows(LossRun.owed, arguments) {
            let what = row.text("what") ?? ""
            if row.flag("is_done") {
                outcome.done[what, default: 0] += 1
            } else {
                outcome.undone[what, default: 0] += 1
            }
        }
        return outcome
    }

    private static func headline(_ verdict: String?, _ isCertified: Bool) -> Headline {
        switch verdict {
        case Verdict.fail.rawValue: .fail
        case Verdict.pass.rawValue: isCertified ? .pass : .noFaultSeen
        default: .cannotTell
        }
    }

    /// Requests that report something. One that is answered with a document asks for something instead.
    private static let beacons = """
        SELECT DISTINCT
          b.exchange AS exchange, b.family AS family, coalesce(f.event, b.event) AS event, f.ad_play AS ad_play
        FROM beacon b LEFT JOIN firing f ON f.beacon = b.id
        WHERE b.run = :run AND b.exchange IS NOT NULL AND coalesce(f.event, b.event) IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM document d WHERE d.exchange = b.exchange)
        ORDER BY 1, 2, 3, 4
        """

    private static let errors = "SELECT DISTINCT rule FROM finding WHERE run = :run AND severity = 'error'"

    private static let owed = """
        SELECT
          o.family || ' ' || coalesce(o.event || ' to ' || t.url, o.item) AS what,
          NOT EXISTS (
            SELECT 1 FROM unmet u
            WHERE u.run = :run AND u.owner_kind = o.owner_kind AND u.owner = o.owner AND u.family = o.family
              AND u.tracker IS o.tracker AND u.item = o.item) OR o.tracker IN (
            SELECT e.tracker FROM finding f JOIN evidence e ON e.finding = f.id WHERE f.run = :run) AS is_done
        FROM obligation o LEFT JOIN tracker t ON t.id = o.tracker WHERE o.run = :run AND o.state = 'owed'
        """
}
