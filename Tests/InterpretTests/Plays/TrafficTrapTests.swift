import Model
import Testing

@testable import Interpret

/// The traps of real captures: what looks like a firing and is none, and the reverse.
struct TrafficTrapTests {
    @Test func analyticsWithQuartileNamesIsNotRecognised() {
        var scene = Scene()
        scene.document(0, VAST.inline())
        scene.request(1, "https://analytics.test/collect?en=video_25")
        scene.request(2, "https://analytics.test/complete")
        scene.request(3, "https://t.test/startle")
        scene.request(4, "https://t.test/other?e=impression")
        let result = scene.interpret()
        #expect(result.beacons.isEmpty)
    }

    @Test func sendBeaconPostsAreFirings() {
        var scene = Scene()
        scene.document(0, VAST.inline())
        scene.request(1, "https://t.test/complete", method: "POST", status: 204)
        #expect(scene.interpret().firings.map(\.delivered) == [true])
    }

    @Test(arguments: [(200, true), (204, true), (404, false), (500, false), (0, false)])
    func anyAnswerButAnErrorDelivers(_ status: Int, _ delivered: Bool) {
        var scene = Scene()
        scene.document(0, VAST.inline())
        scene.request(1, "https://t.test/impression", status: status)
        let result = scene.interpret()
        #expect(result.firings.map(\.delivered) == [delivered])
        #expect(result.firings.map(\.answered) == [status != 0])
        #expect(result.firings.map(\.repeatClass) == [.first])
    }

    @Test func aRedirectWhoseTargetWasNeverSeenIsDelivered() {
        var scene = Scene()
        scene.document(0, VAST.inline())
        scene.request(1, "https://t.test/impression", status: 302, location: "https://elsewhere.test/")
        scene.fire([(60, "start")])
        let result = scene.interpret()
        #expect(result.story == ["impression", "start"])
        #expect(result.firings("impression").map(\.delivered) == [true])
    }

    @Test func twoSimultaneousRedirectsKeepTheirOwnChains() {
        var scene = Scene()
        scene.document(0, VAST.inline())
        scene.request(1, "https://t.test/impression", status: 302, location: "https://sync.test/s")
        scene.request(1.01, "https://t.test/start", status: 302, location: "https://sync.test/s")
        scene.request(1.05, "https://sync.test/s", status: 200)
        scene.request(1.06, "https://sync.test/s", status: 503)
        let result = scene.interpret()
        #expect(result.firings("impression").map(\.delivered) == [true])
        #expect(result.firings("start").map(\.delivered) == [false])
    }

    @Test func aResumeBeforeTheImpressionIsNoPause() {
        var scene = Scene()
        scene.document(0, VAST.inline())
        scene.fire([(0.9, "resume")] + Scene.play(1))
        let result = scene.interpret()
        #expect(result.firings("complete").map(\.stalledUs) == [0])
        #expect(result.spans.map(\.state) == [.playing])
    }

    @Test func aPauseJustBeforeCompleteIsNotTheUsers() {
        var scene = Scene()
        scene.document(0, VAST.inline())
        scene.fire(Scene.play(1) + [(11.08, "pause")])
        let result = scene.interpret()
        #expect(result.firings("complete").map(\.stalledUs) == [0])
        #expect(result.spans.map(\.state) == [.playing])
    }

    @Test func aPauseWithoutItsResumeIsUnknownTime() {
        var scene = Scene()
        scene.document(0, VAST.inline())
        scene.fire([(1, "impression"), (1.1, "start"), (3.6, "firstQuartile"), (4, "pause"), (9, "midpoint")])
        let result = scene.interpret()
        #expect(result.spans.map(\.state) == [.playing, .unknown, .playing])
        #expect(result.firings("midpoint").map(\.stalledUs) == [0])
    }

    @Test func pausesAreSubtractedFromWhatWasPlayed() {
        var scene = Scene()
        scene.document(0, VAST.inline())
        scene.fire([(1, "impression"), (1.1, "start"), (2, "pause"), (5, "resume"), (6.6, "firstQuartile")])
        let firing = scene.interpret().firings("firstQuartile")
        #expect(firing.map(\.stalledUs) == [3_000_000])
        #expect(firing.map(\.playedUs) == [2_500_000])
    }

    @Test func aWrappedFiringIsFoundInsideTheParameter() {
        var scene = Scene()
        scene.document(0, VAST.inline(suffix: "?cb=[CACHEBUSTING]"))
        scene.request(1, "https://proxy.test/fire?u=https%3A%2F%2Ft.test%2Fimpression%3Fcb%3D12345678&s=1")
        let result = scene.interpret()
        #expect(result.story == ["impression"])
        #expect(result.firings.map(\.direct) == [false])
    }

    @Test(arguments: [
        #"{"event": "ad", "urls": ["https:\/\/t.test\/impression?cb=12345678", "https://t.test/start?cb=1"]}"#,
        #"["https://t.test/impression?cb=12345678", "https://t.test/start?cb=1"]"#,
        "u=https%3A%2F%2Ft.test%2Fimpression%3Fcb%3D12345678&v=https%3A%2F%2Ft.test%2Fstart%3Fcb%3D1",
    ])
    func whatIsHandedToAServerMayHaveBeenFired(_ body: String) {
        var scene = Scene()
        scene.document(0, VAST.inline(suffix: "?cb=[CACHEBUSTING]"))
        scene.request(1, "https://api.test/ads", method: "POST", sent: body)
        let result = scene.interpret()
        #expect(result.firings.map(\.event) == ["impression", "start"])
        #expect(result.firings.allSatisfy { $0.ambiguous && !$0.direct && $0.adPlay == nil })
        #expect(result.candidates.count == 2)
    }

    @Test func whatIsLoggedAsSentIsNoSecondFiring() {
        var scene = Scene()
        scene.document(0, VAST.inline(suffix: "?cb=[CACHEBUSTING]"))
        scene.request(1, "https://t.test/impression?cb=1")
        scene.request(2, "https://log.test/", method: "POST", sent: #"{"urls": ["https://t.test/impression?cb=1"]}"#)
        scene.request(3, "https://log.test/", method: "POST", sent: #"{"next": "https://t.test/start?cb=2"}"#)
        scene.request(4, "https://t.test/start?cb=2")
        let result = scene.interpret()
        #expect(result.firings("impression").map(\.ambiguous) == [false])
        #expect(result.firings("start").map(\.ambiguous) == [true, false])
        #expect(result.firings("start").map(\.repeatClass) == [.first, .first])
    }

    @Test func unexpandedAndDeclinedMacrosAreNamed() {
        var scene = Scene()
        scene.document(0, VAST.inline(suffix: "?cb=[CACHEBUSTING]&p=[ADPLAYHEAD]&u=%%CLICK_URL%%&t=[TIMESTAMP]"))
        scene.request(1, "https://t.test/impression?cb=%5BCACHEBUSTING%5D&p=-1&u=%25%25CLICK_URL%25%25&t=2026")
        let macros = scene.interpret().macros
        #expect(macros.map(\.name) == ["CACHEBUSTING", "ADPLAYHEAD", "CLICK_URL", "TIMESTAMP"])
        #expect(macros.map(\.state) == [.unexpanded, .declined, .unexpanded, .expanded])
        #expect(macros.map(\.known) == [true, true, false, true])
    }

    @Test func aWrapperTagIsFoundThroughItsRedirect() {
        var scene = Scene()
        scene.document(0, VAST.wrapper(to: "https://ads.test/next?cb=[CACHEBUSTING]"))
        scene.request(0.1, "https://ads.test/next?cb=1", status: 302, location: "https://other.test/vast")
        scene.document(0.2, VAST.inline(), at: "https://other.test/vast")
        scene.fire([(1, "impression")])
        let result = scene.interpret()
        #expect(result.links == [DocumentLink(parent: 1, child: 2, via: .wrapper)])
        #expect(Set(result.playTrackers.map(\.level)) == [0, 1])
    }

    @Test func aWrapperChainHasOneLevelPerWrapper() {
        var scene = Scene()
        scene.document(0, VAST.wrapper(to: "https://ads.test/second"))
        scene.document(0.1, VAST.wrapper(to: "https://ads.test/third"), at: "https://ads.test/second")
        scene.document(0.2, VAST.inline(), at: "https://ads.test/third")
        scene.fire([(1, "impression")])
        let result = scene.interpret()
        #expect(result.playTrackers.filter { $0.event == "impression" }.map(\.level) == [0, 1, 2])
        #expect(Set(result.playTrackers.filter { $0.event == "impression" && $0.level > 0 }.map(\.twin)).count == 1)
    }

    @Test func aWrappersCyclicTagEnds() {
        var scene = Scene()
        for step in 0..<60 {
            scene.document(Double(step), VAST.wrapper(to: "https://ads.test/again"), at: "https://ads.test/again")
        }
        scene.request(100, "https://w.test/impression")
        #expect(scene.interpret().documents.count == 60)
    }
}
