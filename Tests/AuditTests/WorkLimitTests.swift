import Store
import Synchronization
import Testing

@testable import Audit

/// A rule that cannot be judged to its end is inconclusive for the run; the others are judged.
struct WorkLimitTests {
    private func sql(_ breaches: String) -> String {
        """
        kind: sql
        breach: present
        holds: present
        applies: SELECT p.id AS subject_id, p.from_us AS from_us, NULL AS to_us FROM ad_play p WHERE p.run = :run
        breaches: |
          \(breaches)
        """
    }

    private static let columns = """
        NULL AS severity, '' AS item, '' AS observed, '' AS expected, 'ad_play' AS evidence_table, 1 AS evidence_id,
          'breach' AS role, 0 AS at_us
        """

    private func audit(_ rules: [Rule], limit: WorkLimit = .none) throws -> (Outcome, details: [String]) {
        var scene = Scene()
        let play = scene.adPlay()
        scene.fired("start", of: play, at: 1)
        let (database, run) = try scene.database()
        var facts = Facts()
        facts.declare("capture.complete", "true", source: "file")
        let pack = RulePack(Scene.contents(), rules: rules)
        try Auditor(pack: pack, packSHA256: "", facts: facts).audit(run: run, in: database, limit: limit)
        let details = try database.rows("SELECT detail FROM diagnostic WHERE code = 'rule.unjudged'")
        return (try Outcome(database, run: run), details.compactMap { $0.text("detail") })
    }

    @Test func aQueryWithoutEndIsStopped() throws {
        let endless = sql(
            """
            WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)
              SELECT x AS subject_id, \(Self.columns) FROM n WHERE x < 0
            """)
        let rules = [
            try SampleRules.rule(SampleRules.once, id: "vast.a"), try SampleRules.rule(endless, id: "vast.b"),
            try SampleRules.rule(SampleRules.once, id: "vast.c"),
        ]
        // Asked before each rule and after so many steps of a query.
        let asked = Counter()
        let limit = WorkLimit(reason: "enough") { asked.next() > 20 }
        let (outcome, details) = try audit(rules, limit: limit)
        #expect(outcome.run == "inconclusive")
        #expect(outcome.verdicts == ["pass", "inconclusive (blind)", "inconclusive (blind)"])
        #expect(outcome.because == ["enough", "enough"])
        #expect(details == ["enough; not judged: vast.b, vast.c"])
    }

    /// SQLite's bound on one value, met by what a capture holds, ends no run.
    @Test func aValueThatIsTooLargeIsNoExit() throws {
        let large = sql("SELECT length(hex(zeroblob(200000000))) AS subject_id, \(Self.columns)")
        let (outcome, details) = try audit([
            try SampleRules.rule(large, id: "vast.a"), try SampleRules.rule(SampleRules.once, id: "vast.b"),
        ])
        #expect(outcome.run == "inconclusive")
        #expect(outcome.verdicts == ["inconclusive (blind)", "pass"])
        #expect(details == ["a rule's query would have made a value that is too large; not judged: vast.a"])
    }

    @Test func manyRulesAreCounted() throws {
        let rules = try (1...8).map { try SampleRules.rule(SampleRules.once, id: "vast.r\($0)") }
        let (outcome, details) = try audit(rules, limit: WorkLimit(reason: "enough") { true })
        #expect(outcome.run == "inconclusive")
        #expect(details == ["enough; not judged: vast.r1, vast.r2, vast.r3, vast.r4, vast.r5 and 3 more"])
    }
}

/// Counts how often it is asked.
private final class Counter: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}
