import Testing

@testable import Audit

struct RequireKindTests {
    @Test func everyTrackerOwedIsFired() throws {
        var scene = Scene()
        let play = scene.adPlay()
        scene.fired("impression", of: play, at: 0.1)
        scene.fired("start", of: play, at: 0.2)
        #expect(try scene.judged(SampleRules.rule(SampleRules.require)).verdicts == ["pass"])
    }

    @Test func oneMissingIsDeclaredAndImplied() throws {
        var scene = Scene()
        let play = scene.adPlay()
        scene.fired("impression", of: play, at: 0.1)
        scene.fired("start", of: play, at: 0.2)
        _ = scene.tracker("start", of: play, path: "second")
        let outcome = try scene.judged(
            SampleRules.rule(SampleRules.require, message: "{event} of {host} after {implied_by}"))
        #expect(outcome.verdicts == ["fail"])
        #expect(outcome.findings == ["error start https://tracker.test/second: not fired, expected fired"])
        #expect(outcome.messages == ["start of tracker.test after impression"])
        #expect(outcome.evidence == ["declared tracker 0.0", "implies firing 0.1"])
    }

    @Test func nothingIsOwedBeforeTheObligingEvent() throws {
        var scene = Scene()
        let play = scene.adPlay()
        _ = scene.tracker("start", of: play)
        let outcome = try scene.judged(SampleRules.rule(SampleRules.require))
        #expect(outcome.verdicts.isEmpty)
        #expect(outcome.summary["none"] == 1)
    }

    @Test func twinsSatisfyOneAnother() throws {
        var scene = Scene()
        let play = scene.adPlay()
        scene.fired("impression", of: play, at: 0.1)
        let inline = scene.tracker("start", of: play, twin: 7)
        _ = scene.tracker("start", of: play, level: 1, twin: 7)
        scene.firing("start", tracker: inline, play: play, at: 0.2)
        #expect(try scene.judged(SampleRules.rule(SampleRules.require)).verdicts == ["pass"])
    }

    @Test func eachEventNeedsOneTrackerOnly() throws {
        var scene = Scene()
        let play = scene.adPlay()
        scene.fired("impression", of: play, at: 0.1)
        scene.fired("start", of: play, at: 0.2)
        _ = scene.tracker("start", of: play, path: "second")
        _ = scene.tracker("midpoint", of: play)
        let outcome = try scene.judged(SampleRules.rule(SampleRules.require + "\neach: event"))
        #expect(outcome.findings == ["error midpoint: not fired, expected fired"])
    }

    @Test(arguments: [("inline", "start https://tracker.test/inner"), ("wrapper", "start https://tracker.test/outer")])
    func levels(level: String, item: String) throws {
        var scene = Scene()
        let play = scene.adPlay()
        scene.fired("impression", of: play, at: 0.1)
        _ = scene.tracker("start", of: play, path: "inner")
        _ = scene.tracker("start", of: play, path: "outer", level: 1)
        let rule = try SampleRules.rule(
            "kind: require\nwhere: { family: vast, level: \(level) }\nevents: [start]\nwhen: { fired: [impression] }")
        #expect(try scene.judged(rule).findings == ["error \(item): not fired, expected fired"])
    }

    @Test func aReleaseEndsTheObligation() throws {
        var scene = Scene()
        let play = scene.adPlay()
        scene.fired("impression", of: play, at: 0.1)
        _ = scene.tracker("start", of: play)
        scene.fired("skip", of: play, at: 5)
        let rule = try SampleRules.rule(SampleRules.require + "\nunless: [skip]")
        #expect(try scene.judged(rule).verdicts.isEmpty)
        #expect(try scene.judged(SampleRules.rule(SampleRules.require)).verdicts == ["fail"])
    }

    @Test func laterImpliesEarlier() throws {
        var scene = Scene()
        let play = scene.adPlay()
        _ = scene.tracker("start", of: play)
        scene.fired("midpoint", of: play, at: 15)
        _ = scene.tracker("complete", of: play)
        let rule = try SampleRules.rule(
            "kind: require\nwhere: { family: vast }\nevents: [start, midpoint, complete]\nwhen: { later: true }\neach: event"
        )
        #expect(try scene.judged(rule).findings == ["error start: not fired, expected fired"])
    }

    @Test func oneFiredImpliesItsSiblings() throws {
        var scene = Scene()
        let play = scene.adPlay()
        scene.fired("start", of: play, at: 1)
        _ = scene.tracker("start", of: play, path: "second")
        _ = scene.tracker("midpoint", of: play)
        let rule = try SampleRules.rule(
            "kind: require\nwhere: { family: vast }\nevents: [start, midpoint]\nwhen: { same: true }")
        #expect(
            try scene.judged(rule).findings == ["error start https://tracker.test/second: not fired, expected fired"])
    }

    @Test func anAmbiguousFiringObligesNobody() throws {
        var scene = Scene()
        let play = scene.adPlay()
        let impression = scene.tracker("impression", of: play)
        scene.firing("impression", tracker: impression, play: play, at: 0.1, ambiguous: true)
        _ = scene.tracker("start", of: play)
        #expect(try scene.judged(SampleRules.rule(SampleRules.require)).verdicts.isEmpty)
    }
}
