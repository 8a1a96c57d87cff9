import Testing

@testable import Audit

struct OrderKindTests {
    private func scene(start: Double, midpoint: Double, complete: Double? = nil) -> Scene {
        var scene = Scene()
        let play = scene.adPlay()
        scene.fired("start", of: play, at: start)
        scene.fired("midpoint", of: play, at: midpoint)
        if let complete { scene.fired("complete", of: play, at: complete) }
        return scene
    }

    @Test func inOrder() throws {
        #expect(try scene(start: 1, midpoint: 15).judged(SampleRules.rule(SampleRules.order)).verdicts == ["pass"])
    }

    @Test func invertedNamesBothFirings() throws {
        let outcome = try scene(start: 15, midpoint: 1.5).judged(SampleRules.rule(SampleRules.order))
        #expect(outcome.verdicts == ["fail"])
        #expect(
            outcome.findings == [
                "error midpoint before start: midpoint 13500 ms before start, expected start before midpoint"
            ])
        #expect(outcome.evidence == ["breach firing 1.5", "counterpart firing 15.0"])
    }

    @Test(arguments: [(0.25, "pass"), (0.26, "fail")])
    func aTieIsNoInversion(gap: Double, verdict: String) throws {
        #expect(
            try scene(start: 10 + gap, midpoint: 10).judged(SampleRules.rule(SampleRules.order)).verdicts == [verdict])
    }

    @Test func theSlackIsASetting() throws {
        let scene = scene(start: 11, midpoint: 10)
        let rule = try SampleRules.rule(SampleRules.order)
        #expect(try scene.judged(rule, settings: ["order.slackMs": "1000"]).verdicts == ["pass"])
        #expect(try scene.judged(rule, settings: ["order.slackMs": "999"]).verdicts == ["fail"])
    }

    /// The start is seen 1 s after the midpoint, on a connection of its own.
    private func scene(startOnConnectionOpenedAt opened: Double, after earlier: Double? = nil) -> Scene {
        var scene = Scene()
        let play = scene.adPlay()
        let connection = scene.connection(openedAt: opened)
        if let earlier { scene.exchange("tracker.test", at: earlier, connection: connection) }
        scene.firing("start", tracker: scene.tracker("start", of: play), play: play, at: 11, connection: connection)
        scene.fired("midpoint", of: play, at: 10)
        return scene
    }

    @Test func aRequestThatWaitedForItsConnectionWasSentWhenThatWasOpened() throws {
        let rule = try SampleRules.rule(SampleRules.order)
        #expect(try scene(startOnConnectionOpenedAt: 10.2).judged(rule).verdicts == ["pass"])
    }

    @Test(arguments: [(10.3, nil), (8.9, nil), (10.2, 10.5)])
    func aConnectionOpenedLaterOrForAnotherExcusesNothing(opened: Double, earlier: Double?) throws {
        let rule = try SampleRules.rule(SampleRules.order)
        #expect(
            try scene(startOnConnectionOpenedAt: opened, after: earlier).judged(rule).verdicts == ["fail"])
    }

    @Test func whatRepeatsIsNotCompared() throws {
        var scene = Scene()
        let play = scene.adPlay()
        scene.fired("start", of: play, at: 1, 20)
        scene.fired("midpoint", of: play, at: 15)
        #expect(try scene.judged(SampleRules.rule(SampleRules.order)).verdicts == ["pass"])
    }

    @Test func oneEventAloneHasNoOrder() throws {
        var scene = Scene()
        let play = scene.adPlay()
        scene.fired("start", of: play, at: 1)
        let outcome = try scene.judged(SampleRules.rule(SampleRules.order))
        #expect(outcome.verdicts.isEmpty && outcome.summary["none"] == 1)
    }

    @Test func neighboursAreCompared() throws {
        let outcome = try scene(start: 10, midpoint: 5, complete: 1).judged(SampleRules.rule(SampleRules.order))
        #expect(outcome.findings.count == 2)
    }
}
