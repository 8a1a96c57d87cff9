import Model
import Testing

@testable import Audit

/// What counts as compared, who is at fault, what an assumption carries and whom hidden hosts touch.
struct WitnessTests {
    private func scene() -> Scene {
        var scene = Scene()
        let play = scene.adPlay()
        scene.fired("start", of: play, at: 1)
        return scene
    }

    /// A rule that judges each ad play and finds nothing wrong, unless `breaches` says so.
    private func rule(
        _ columns: String = "", breaches: String = "", more: String = "", id: String = "vast.sample"
    ) throws(RuleFileFailure) -> Rule {
        try SampleRules.rule(
            """
            kind: sql
            breach: present
            holds: missing
            applies: SELECT p.id AS subject_id, p.from_us AS from_us, NULL AS to_us\(columns) FROM ad_play p WHERE p.run = :run
            breaches: |
              SELECT f.ad_play AS subject_id, 'x' AS item, NULL AS severity, 7 AS observed, 0.5 AS expected\(breaches),
                'firing' AS evidence_table, f.id AS evidence_id, 'breach' AS role, f.at_us AS at_us
              FROM firing f WHERE f.run = :run AND \(breaches.isEmpty ? "0" : "1")
            \(more)
            """, id: id)
    }

    @Test func aSubjectOfWhichNothingWasComparedNeverPasses() throws {
        let outcome = try scene().judged(rule(", 0 AS compared", more: "witness: behaviour"))
        #expect(outcome.summary == ["pass": 0, "fail": 0, "inconclusive": 0, "none": 0])
        #expect(outcome.run == "inconclusive")
    }

    @Test func whatWasDueAndComparedIsSummedUp() throws {
        let outcome = try scene().judged(rule(", 3 AS compared, 4 AS due", more: "witness: behaviour"))
        #expect(outcome.families == ["vast pass"])
        #expect(outcome.run == "pass")
    }

    @Test func numbersAreShown() throws {
        let outcome = try scene().judged(rule(breaches: ", 1 AS n"))
        #expect(outcome.findings == ["error x: 7, expected 0.5"])
    }

    @Test func aFaultOfTheServerIsAWarningThatNamesIt() throws {
        let outcome = try scene().judged(rule(breaches: ", 1 AS n", more: "at: server"))
        #expect(outcome.findings == ["warning x: 7, expected 0.5"])
        #expect(outcome.run != "fail")
        #expect(outcome.servers == ["tracker.test"])
    }

    @Test func anAssumptionMakesNoError() throws {
        let assuming = try scene().judged(rule(breaches: ", 1 AS n", more: "assume: { player.inView: full }"))
        #expect(assuming.verdicts == ["inconclusive (ambiguous)"])
        #expect(assuming.needs.first?.contains("the fact player.inView") == true)
        let declared = try scene().judged(
            rule(breaches: ", 1 AS n", more: "assume: { player.inView: full }"), facts: ["player.inView": "full"])
        #expect(declared.verdicts == ["fail"])
        let carried = try scene().judged(
            rule(breaches: ", 1 AS is_carried", more: "assume: { player.inView: full }"))
        #expect(carried.verdicts == ["fail"])
    }

    // MARK: Hidden hosts

    @Test func aHostThatTheRuleNames() throws {
        var scene = scene()
        scene.hide(from: 0, to: 60, host: "measure.acme.test")
        let named = try scene.judged(rule(more: "looks: { hosts: [\"*.acme.test\"] }", id: "acme.sample"))
        #expect(named.verdicts == ["inconclusive (blind)"])
        let other = try scene.judged(rule(more: "looks: { hosts: [\"*.other.test\"] }", id: "acme.sample"))
        #expect(other.verdicts == ["pass"])
    }

    @Test func aRuleThatNamesNeitherFamilyNorHostsIsTouchedByAll() throws {
        var scene = scene()
        scene.hide(from: 0, to: 60, host: "anything.test")
        #expect(try scene.judged(rule(id: "acme.sample")).verdicts == ["inconclusive (blind)"])
        #expect(try scene.judged(rule()).verdicts == ["pass"])
    }

    @Test func aVendorsHostCountsBeforeItIsSeen() throws {
        var scene = scene()
        scene.beacon(.nielsen, "view", host: "secure-gg.imrworldwide.com", at: 2)
        scene.hide(from: 0, to: 60, host: "sdk.vtwenty.com")
        #expect(try scene.judged(rule(id: "nielsen.sample")).verdicts == ["inconclusive (blind)"])
    }
}
