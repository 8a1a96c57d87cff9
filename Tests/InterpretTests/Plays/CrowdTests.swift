import Model
import Testing

@testable import Interpret

/// What no honest document holds is left out, and that it was is a diagnostic that hides what might have come of it.
struct CrowdTests {
    private func crowded(_ result: Interpreted) -> [Diagnostic] {
        result.diagnostics.filter { $0.code == .trackerCrowded }
    }

    private func trackers(_ count: Int, _ url: (Int) -> String) -> String {
        (0..<count).map { "<Tracking event=\"start\">\(url($0))</Tracking>" }.joined()
    }

    @Test func trackersOfAnAd() {
        var scene = Scene()
        let most = AttributionLimits.trackersPerAd
        scene.document(0, VAST.inline(extra: trackers(most) { "https://t.test/more?n=\($0)" }))
        scene.fire(Scene.play(1))
        scene.request(2, "https://t.test/more?n=0")
        scene.request(2.1, "https://t.test/more?n=\(most - 1)")
        let result = scene.interpret()
        #expect(crowded(result).count == 1)
        #expect(crowded(result).allSatisfy { $0.blind?.hides == .requests && $0.subject == "A1" })
        #expect(result.playTrackers.count == most)
        // The one that was left out is matched by nothing.
        #expect(result.firings("start").count == 2)
    }

    @Test func trackersWithOneURL() {
        var scene = Scene()
        let most = AttributionLimits.twinsPerAd
        scene.document(0, VAST.inline(extra: trackers(most + 5) { _ in "https://t.test/more" }))
        scene.fire(Scene.play(1))
        let result = scene.interpret()
        #expect(crowded(result).map(\.detail).allSatisfy { $0.hasPrefix("5 trackers") } && crowded(result).count == 1)
        #expect(result.playTrackers.count { result.trackers[$0.tracker]?.url == "https://t.test/more" } == most)
    }

    @Test func whatAnHonestAdHoldsIsNoCrowd() {
        var scene = Scene()
        scene.document(
            0,
            VAST.inline(
                extra: trackers(300) { "https://t.test/more?n=\($0)" } + trackers(8) { _ in "https://t.test/same" }))
        scene.fire(Scene.play(1))
        #expect(scene.interpret().diagnostics.isEmpty)
    }

    /// Each answer is an ad that may have fired the wrapper's trackers: the oldest is let go, and said to be.
    @Test func answersOfAWrapper() {
        var scene = Scene()
        let most = AttributionLimits.answersPerWrapper
        scene.document(0, VAST.wrapper(to: "https://ads.test/inner"), at: "https://ads.test/w")
        for answer in 0...most {
            scene.document(
                1 + Double(answer) / 10, VAST.inline(suffix: "?n=\(answer)", id: "A\(answer)"),
                at: "https://ads.test/inner")
        }
        scene.request(100, "https://t.test/impression?n=0")
        scene.request(101, "https://t.test/impression?n=1")
        let result = scene.interpret()
        let letGo = result.diagnostics.filter { $0.code == .playLetGo }
        #expect(letGo.map(\.subject) == ["A0"] && letGo.allSatisfy { $0.blind?.hides == .requests })
        #expect(result.firings("impression").count == 1)
    }

    /// A chain of wrappers that is longer than any is followed so far and no further.
    @Test func chainsOfWrappers() {
        var scene = Scene()
        let levels = 200
        for level in 0..<levels {
            scene.document(
                Double(level) / 100,
                VAST.document(
                    """
                    <Ad id="W\(level)"><Wrapper><VASTAdTagURI>https://ads.test/w?n=\(level + 1)</VASTAdTagURI>
                    <Impression>https://w.test/impression?n=\(level)</Impression></Wrapper></Ad>
                    """), at: "https://ads.test/w?n=\(level)")
        }
        scene.document(5, VAST.inline(), at: "https://ads.test/w?n=\(levels)")
        scene.fire(Scene.play(6))
        for level in [levels - 1, levels - 20, 0] { scene.request(6.1, "https://w.test/impression?n=\(level)") }
        let result = scene.interpret()
        let owners = result.firings("impression").map { $0.adPlay }
        #expect(owners.count == 4 && owners[0] != nil && owners[1] == owners[0] && owners[2] == owners[0])
    }
}
