import Testing

@testable import Audit

struct OnceKindTests {
    @Test func oneFiringPasses() throws {
        var scene = Scene()
        let play = scene.adPlay()
        scene.fired("start", of: play, at: 1)
        let outcome = try scene.judged(SampleRules.rule(SampleRules.once))
        #expect(outcome.verdicts == ["pass"])
        #expect(outcome.run == "pass")
        #expect(outcome.findings.isEmpty)
    }

    @Test func aDuplicateFailsWithAllFiringsAsEvidence() throws {
        var scene = Scene()
        let play = scene.adPlay()
        scene.fired("start", of: play, at: 1, 5, 9)
        let outcome = try scene.judged(
            SampleRules.rule(SampleRules.once, message: "{event} fired {observed} times"))
        #expect(outcome.verdicts == ["fail"])
        #expect(outcome.run == "fail")
        #expect(outcome.findings == ["error start: 3, expected 1"])
        #expect(outcome.messages == ["start fired 3 times"])
        #expect(outcome.evidence == ["counterpart firing 1.0", "breach firing 5.0", "breach firing 9.0"])
    }

    @Test(arguments: [Int](1...6))
    func onlyDuplicatesCount(repeated: Int) throws {
        var scene = Scene()
        let play = scene.adPlay()
        scene.fired("start", of: play, at: 1, 5, repeated: try #require(.init(rawValue: repeated)))
        #expect(try scene.judged(SampleRules.rule(SampleRules.once)).verdicts == ["pass"])
    }

    @Test func otherEventsAreNotJudged() throws {
        var scene = Scene()
        let play = scene.adPlay()
        scene.fired("pause", of: play, at: 1, 5)
        let outcome = try scene.judged(SampleRules.rule(SampleRules.once))
        #expect(outcome.verdicts.isEmpty)
        #expect(outcome.summary["none"] == 1)
        let every = try SampleRules.rule("kind: once\nwhere: { family: vast }\nevents: [\"*\"]")
        #expect(try scene.judged(every).verdicts == ["fail"])
    }

    @Test(arguments: [("include", true, true), ("only", true, false), ("exclude", false, true)])
    func loopsAreToldByTheDuration(loops: String, afterTheDuration: Bool, elsewhere: Bool) throws {
        let rule = try SampleRules.rule(SampleRules.once + "\nloops: \(loops)")
        for (gap, fails) in [(30.5, afterTheDuration), (12.0, elsewhere)] {
            var scene = Scene()
            let play = scene.adPlay(duration: 30)
            let tracker = scene.tracker("start", of: play)
            scene.firing("start", tracker: tracker, play: play, at: 1)
            scene.firing("start", tracker: tracker, play: play, at: 1 + gap, repeated: .duplicate, gap: gap)
            #expect(try scene.judged(rule).verdicts == [fails ? "fail" : "pass"], "\(loops) \(gap)")
        }
    }

    @Test func aRedirectTargetIsNoBreach() throws {
        var scene = Scene()
        let play = scene.adPlay()
        let tracker = scene.tracker("start", of: play)
        scene.firing("start", tracker: tracker, play: play, at: 1)
        scene.firing("start", tracker: tracker, play: play, at: 2, repeated: .duplicate, direct: false)
        #expect(try scene.judged(SampleRules.rule(SampleRules.once)).findings.isEmpty)
    }

    @Test func eachTrackerAndPlayIsCountedByItself() throws {
        var scene = Scene()
        let plays = [scene.adPlay("A1"), scene.adPlay("A2", at: 60)]
        for (place, play) in plays.enumerated() { scene.fired("start", of: play, at: Double(place) * 60 + 1) }
        scene.fired("start", of: plays[0], at: 1)
        #expect(try scene.judged(SampleRules.rule(SampleRules.once)).verdicts == ["pass", "pass"])
    }
}
