import Model
import Testing

@testable import Audit

/// What was seen and cannot be attributed never passes, and is never held against anybody.
struct AmbiguityTests {
    /// Two plays, the second's start is nobody's for certain.
    private func scene(_ event: String) -> (Scene, [Scene.Play]) {
        var scene = Scene()
        let plays = [scene.adPlay("A1"), scene.adPlay("A2")]
        for play in plays { scene.fired("impression", of: play, at: 0.5) }
        let trackers = plays.map { scene.tracker(event, of: $0) }
        scene.firing(event, tracker: trackers[0], play: nil, at: 1, ambiguous: true, candidates: plays)
        return (scene, plays)
    }

    @Test func once() throws {
        var (scene, plays) = scene("midpoint")
        for play in plays { scene.fired("start", of: play, at: 2) }
        let outcome = try scene.judged(SampleRules.rule(SampleRules.once))
        #expect(outcome.verdicts == ["inconclusive (ambiguous)", "inconclusive (ambiguous)"])
        #expect(outcome.run == "inconclusive")
    }

    @Test func order() throws {
        var (scene, plays) = scene("complete")
        scene.fired("start", of: plays[0], at: 2)
        scene.fired("midpoint", of: plays[0], at: 3)
        #expect(try scene.judged(SampleRules.rule(SampleRules.order)).verdicts == ["inconclusive (ambiguous)"])
    }

    @Test func anEventOfOtherRulesChangesNothing() throws {
        var (scene, plays) = scene("pause")
        scene.fired("start", of: plays[0], at: 2)
        #expect(try scene.judged(SampleRules.rule(SampleRules.once)).verdicts == ["pass"])
    }

    /// The beacon may be the one that is missed: neither a fail nor a pass.
    @Test func require() throws {
        var scene = Scene()
        let plays = [scene.adPlay("A1"), scene.adPlay("A2")]
        var trackers: [ID<Tracker>] = []
        for play in plays {
            scene.fired("impression", of: play, at: 0.5)
            trackers.append(scene.tracker("start", of: play))
        }
        scene.firing("start", tracker: trackers[0], play: nil, at: 1, ambiguous: true, candidates: [plays[0]])
        scene.firing("start", tracker: trackers[1], play: nil, at: 1, ambiguous: true, candidates: [plays[1]])
        let outcome = try scene.judged(SampleRules.rule(SampleRules.require))
        #expect(outcome.verdicts == ["inconclusive (ambiguous)", "inconclusive (ambiguous)"])
    }

    @Test func anAmbiguousDuplicateIsNoBreach() throws {
        var scene = Scene()
        let play = scene.adPlay()
        let tracker = scene.tracker("start", of: play)
        scene.firing("start", tracker: tracker, play: play, at: 1)
        scene.firing(
            "start", tracker: tracker, play: play, at: 5, repeated: .duplicate, ambiguous: true, candidates: [play])
        #expect(try scene.judged(SampleRules.rule(SampleRules.once)).verdicts == ["inconclusive (ambiguous)"])
    }
}
