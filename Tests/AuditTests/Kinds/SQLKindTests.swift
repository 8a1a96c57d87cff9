import Model
import Testing

@testable import Audit

struct SQLKindTests {
    private func rule(_ columns: String, breach: String = "present", more: String = "") throws(RuleFileFailure) -> Rule
    {
        try SampleRules.rule(
            """
            kind: sql
            breach: \(breach)
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

    /// What is open of one of them says nothing of the others.
    @Test(arguments: [
        ("iif(f.event = 'start', 'ambiguous', NULL) AS doubt", "breach firing 2.0"),
        ("iif(f.event = 'midpoint', 'ambiguous', NULL) AS doubt", "breach firing 1.0"),
    ])
    func eachRowOfAnItemStandsByItself(doubt: String, evidence: String) throws {
        let outcome = try scene().judged(rule("NULL AS severity, \(doubt),"))
        #expect(outcome.findings == ["warning x: seen, expected unseen"])
        #expect(outcome.evidence == [evidence])
    }

    @Test func oneHiddenRowOfAnItemHidesNoOther() throws {
        var scene = scene()
        scene.hide(from: 0.5, to: 1.5, host: "tracker.test")
        let columns = "NULL AS severity, f.at_us AS since_us, f.at_us AS until_us,"
        let outcome = try scene.judged(rule(columns, breach: "missing"))
        #expect(outcome.verdicts == ["fail"])
        #expect(outcome.evidence == ["breach firing 2.0"])
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

    private func leaving(
        _ columns: String, subject: String, words: String = "", message: String = "{firing}"
    ) throws(RuleFileFailure) -> Rule {
        try SampleRules.rule(
            """
            kind: sql
            breach: present
            holds: present
            compares: |
              SELECT \(columns)f.event = 'midpoint' AS is_wrong, f.event AS event, f.id AS firing, f.at_us AS at_us
              FROM firing f WHERE f.run = :run
            \(words)
            evidence: { breach: [firing, firing, at_us] }
            """, severity: "warning", subject: subject, message: message)
    }

    @Test(arguments: [
        ("ad_play", "f.ad_play AS subject_id, ", "ad_play s", "s.from_us AS from_us, s.end_us AS to_us"),
        ("session", "f.ad_play AS subject_id, ", "session s", "s.from_us AS from_us, s.to_us AS to_us"),
        ("document", "f.ad_play AS subject_id, ", "document s", "s.at_us AS from_us, s.ready_us AS to_us"),
        ("beacon", "f.beacon AS subject_id, ", "beacon s", "s.at_us AS from_us, s.at_us AS to_us"),
        ("beacon", "f.beacon AS subject_id, f.at_us AS from_us, ", "beacon s", "c.*, s.at_us AS to_us"),
        ("run", "", "'midpoint'", "NULL AS from_us, NULL AS to_us"),
    ])
    func whatIsNotNamedIsTakenFromTheSubject(subject: String, columns: String, view: String, window: String) throws {
        let rule = try leaving(columns, subject: subject)
        #expect(rule.applies.contains(view) && rule.applies.contains(window))
        #expect(!rule.breaches.contains("JOIN"))
        #expect(try scene().judged(leaving("f.ad_play AS subject_id, ", subject: "ad_play")).verdicts == ["fail"])
        #expect(try scene().judged(leaving("", subject: "run")).verdicts == ["fail"])
    }

    @Test func whatTheSelectNamesStands() throws {
        let columns = "f.ad_play AS subject_id, f.at_us AS from_us, f.at_us AS to_us, "
        #expect(try !leaving(columns, subject: "ad_play").applies.contains("JOIN"))
        #expect(try !leaving("f.*, ", subject: "ad_play").applies.contains("JOIN"))
        #expect {
            try leaving("", subject: "ad_play")
        } throws: {
            "\($0)".contains("'compares' does not return subject_id")
        }
    }

    @Test func wordsOfAFindingAreFilledFromItsRow() throws {
        let words = "item: \"{event}\"\nobserved: \"{end}, that isn't owed\"\nexpected: \"at most {late_us}\""
        let columns = "f.ad_play AS subject_id, 2340000 AS late_us, f.event AS \"end\", "
        let outcome = try scene().judged(leaving(columns, subject: "ad_play", words: words))
        #expect(outcome.findings == ["warning midpoint: midpoint, that isn't owed, expected at most 2.3 s"])
        let sentence = try leaving(columns, subject: "ad_play", message: "{end} came {late_us} late")
        #expect(try scene().judged(sentence).messages == ["midpoint came 2.3 s late"])
        let setting = try leaving(columns, subject: "ad_play", words: "expected: \"{order.slackMs} ms\"")
        #expect(setting.settings == ["order.slackMs"])
        #expect {
            try SampleRules.rule(SampleRules.ofRuns + "\nexpected: none")
        } throws: {
            "\($0)".contains("'expected' stands beside 'compares'")
        }
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
