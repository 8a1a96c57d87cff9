import Model
import Testing

@testable import Audit

struct SQLKindTests {
    private func rule(_ columns: String, more: String = "") throws(RuleFileFailure) -> Rule {
        try SampleRules.rule(
            """
            kind: sql
            breach: present
            holds: present
            applies: |
              SELECT p.id AS subject_id, p.from_us AS from_us, NULL AS to_us FROM ad_play p WHERE p.run = :run
            breaches: |
              SELECT f.ad_play AS subject_id, 'x' AS item, \(columns)
                'seen' AS observed, 'unseen' AS expected, 'firing' AS evidence_table, f.id AS evidence_id,
                'breach' AS role, f.at_us AS at_us
              FROM firing f WHERE f.run = :run ORDER BY f.id
            \(more)
            """, severity: "warning")
    }

    private func scene() -> Scene {
        var scene = Scene()
        let play = scene.adPlay()
        scene.fired("start", of: play, at: 1)
        scene.fired("midpoint", of: play, at: 2)
        return scene
    }

    @Test func rowsOfOneItemAreOneFinding() throws {
        let outcome = try scene().judged(rule("NULL AS severity,"))
        #expect(outcome.findings == ["warning x: seen, expected unseen"])
        #expect(outcome.evidence == ["breach firing 1.0", "breach firing 2.0"])
    }

    private func comparing(_ isWrong: String) throws(RuleFileFailure) -> Rule {
        try SampleRules.rule(
            """
            kind: sql
            breach: present
            holds: present
            compares: |
              SELECT f.ad_play AS subject_id, f.at_us AS from_us, f.at_us AS to_us, \(isWrong) AS is_wrong,
                f.event AS item, 'seen' AS observed, 'unseen' AS expected, f.id AS firing, f.at_us AS at_us
              FROM firing f WHERE f.run = :run
            evidence: { breach: [firing, firing, at_us] }
            """, severity: "warning")
    }

    @Test func whatIsComparedIsAWitnessAndWhatIsWrongAFinding() throws {
        let outcome = try scene().judged(comparing("f.event = 'midpoint'"))
        #expect(outcome.findings == ["warning midpoint: seen, expected unseen"])
        #expect(outcome.evidence == ["breach firing 2.0"])
        #expect(try scene().judged(comparing("0")).verdicts == ["pass"])
    }

    @Test func whatCouldNotBeComparedIsNoPass() throws {
        #expect(try scene().judged(comparing("NULL")).verdicts.isEmpty)
    }

    @Test func aRuleSaysOnceWhatItCompares() {
        #expect {
            try SampleRules.rule(SampleRules.ofRuns + "\ncompares: SELECT 1")
        } throws: {
            "\($0)".contains("'compares' says who is judged and what is wrong: 'applies' goes")
        }
    }

    @Test(arguments: [("'info'", "info"), ("'error'", "warning"), ("'nonsense'", "warning")])
    func aRowMayLowerTheSeverityOnly(given: String, severity: String) throws {
        let outcome = try scene().judged(rule("\(given) AS severity,"))
        #expect(outcome.findings == ["\(severity) x: seen, expected unseen"])
    }

    @Test(arguments: Doubt.allCases)
    func aDoubtMakesTheSubjectInconclusive(doubt: Doubt) throws {
        let outcome = try scene().judged(rule("NULL AS severity, '\(doubt.rawValue)' AS doubt,"))
        #expect(outcome.verdicts == ["inconclusive (\(doubt.rawValue))"])
        #expect(outcome.findings.isEmpty)
    }

    @Test func aFactNobodyGave() throws {
        let outcome = try scene().judged(rule("NULL AS severity,", more: "facts: [player.loops]"))
        #expect(outcome.verdicts == ["inconclusive (needs-fact)"])
        #expect(outcome.needs == ["the fact player.loops"])
        let given = try scene().judged(
            rule("NULL AS severity,", more: "facts: [player.loops]"), facts: ["player.loops": "true"])
        #expect(given.verdicts == ["fail"])
    }

    @Test func anAssumptionIsNamed() throws {
        let rule = try rule("NULL AS severity,", more: "assume: { player.loops: true }")
        #expect(try scene().judged(rule).assumed == ["player.loops: true"])
        #expect(try scene().judged(rule, facts: ["player.loops": "false"]).assumed.isEmpty)
    }

    @Test(arguments: [
        ("log", "log:vast", "needs-log"), ("log:player", "log:player", "needs-log"),
        ("bundle", "bundle", "needs-bundle"),
    ])
    func anInputNobodyGave(input: String, given: String, doubt: String) throws {
        let rule = try rule("NULL AS severity,", more: "inputs: [\(input)]")
        #expect(try scene().judged(rule).verdicts == ["inconclusive (\(doubt))"])
        #expect(try scene().judged(rule, inputs: [given]).verdicts == ["fail"])
    }

    @Test func aFindingNobodyCanLookUpIsRefused() throws {
        let rule = try SampleRules.rule(
            SampleRules.sql(breach: "present", holds: "present").replacing(
                "f.id AS evidence_id", with: "9999 AS evidence_id"))
        var scene = Scene()
        let play = scene.adPlay()
        scene.fired("start", of: play, at: 5)
        #expect(try scene.judged(rule).findings.isEmpty)
    }
}
