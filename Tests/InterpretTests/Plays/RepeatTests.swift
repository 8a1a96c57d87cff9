import Model
import Testing

@testable import Interpret

/// The classes of the repeat classifier (docs/attribution.md, "Sent again"), each from whole requests.
struct RepeatTests {
    private let clean = ["loaded", "impression", "start", "firstQuartile", "midpoint", "thirdQuartile", "complete"]

    @Test func aCleanPlayRepeatsNothing() {
        var scene = Scene()
        scene.document(0, VAST.inline())
        scene.fire(Scene.play(1))
        let result = scene.interpret()
        #expect(result.story == clean)
        #expect(result.plays.count == 1)
    }

    @Test func class1APreflightIsNoFiring() {
        var scene = Scene()
        scene.document(0, VAST.inline())
        scene.request(1, "https://t.test/impression", method: "OPTIONS")
        scene.request(1.01, "https://t.test/impression")
        let result = scene.interpret()
        #expect(result.story == ["impression"])
        #expect(result.beacons.map(\.kind) == ["preflight", "tracker"])
    }

    @Test func class1APrefetchIsNoFiring() {
        var scene = Scene()
        scene.document(0, VAST.inline())
        scene.request(1, "https://t.test/impression", headers: [("Sec-Purpose", "prefetch;prerender")])
        #expect(scene.interpret().firings.isEmpty)
    }

    @Test func class2ARedirectTargetIsAHopOfTheSameFiring() {
        var scene = Scene()
        scene.document(0, VAST.inline())
        scene.request(1, "https://t.test/impression", status: 302, location: "https://t.test/impression?hop=1")
        scene.request(1.05, "https://t.test/impression?hop=1", status: 204)
        let result = scene.interpret()
        #expect(result.story == ["impression", "impression:redirectHop"])
        #expect(result.firings("impression").map(\.direct) == [true, false])
        #expect(result.firings("impression").map(\.delivered) == [true, true])
    }

    @Test func class2AHopOutsideTheDocumentDecidesDelivery() {
        var scene = Scene()
        scene.document(0, VAST.inline())
        scene.request(1, "https://t.test/impression", status: 302, location: "//sync.test/x?y=1")
        scene.request(1.05, "https://sync.test/x?y=1", status: 307, location: "/end")
        scene.request(1.1, "https://sync.test/end", status: 500)
        let result = scene.interpret()
        #expect(result.story == ["impression"])
        #expect(result.firings.map(\.delivered) == [false])
        #expect(result.beacons.map(\.kind) == ["tracker", "redirect", "redirect"])
        #expect(result.redirects == [Redirect(exchange: 2, target: 3), Redirect(exchange: 3, target: 4)])
    }

    @Test func class2ATargetThatIsAnotherTrackerSatisfiesOnlyThatOne() {
        var scene = Scene()
        scene.document(0, VAST.inline())
        scene.request(1, "https://t.test/impression", status: 302, location: "https://t.test/start")
        scene.request(1.05, "https://t.test/start")
        scene.request(1.2, "https://t.test/start")
        let result = scene.interpret()
        #expect(result.story == ["impression", "start:redirectHop", "start"])
        #expect(result.plays.first?.startAt == Scene.time(1.2))
    }

    @Test func class2AHopOfAnAddressOfNobodysIsAFiringOfItsOwn() {
        var scene = Scene()
        scene.document(0, VAST.inline())
        scene.request(1, "https://t.test/impression")
        scene.request(2, "https://app.test/go?n=1", status: 302, location: "https://t.test/impression")
        scene.request(2.05, "https://t.test/impression")
        let result = scene.interpret()
        #expect(result.story == ["impression", "impression:duplicate"])
        #expect(result.firings("impression").map(\.direct) == [true, true])
    }

    @Test func class2AFiringThatOnlyAnAddressOfNobodysLedToIsSeen() {
        var scene = Scene()
        scene.document(0, VAST.inline())
        scene.request(1, "https://app.test/go?n=1", status: 302, location: "https://t.test/impression")
        scene.request(1.05, "https://t.test/impression")
        scene.fire([(1.2, "start")])
        let result = scene.interpret()
        #expect(result.story == ["impression", "start"])
        #expect(result.plays.first?.impressionAt == Scene.time(1.05))
    }

    /// The target is asked before the answer that names it arrived, or with another method.
    @Test(arguments: [(1.01, "GET", false), (1.4, "POST", false), (1.4, "GET", true)])
    func class2OnlyWhatCanFollowTheRedirectIsAHop(seconds: Double, method: String, isHop: Bool) {
        var scene = Scene()
        scene.document(0, VAST.inline())
        scene.request(1, "https://t.test/impression", status: 302, location: "https://t.test/start", answered: 1.3)
        scene.request(seconds, "https://t.test/start", method: method)
        let result = scene.interpret()
        #expect(result.story == ["impression", isHop ? "start:redirectHop" : "start"])
        #expect(result.redirects == (isHop ? [Redirect(exchange: 2, target: 3)] : []))
    }

    @Test func class3EqualRequestsToOtherServersAreTwo() {
        var scene = Scene()
        scene.document(0, VAST.inline())
        scene.request(1, "https://t.test/impression", server: "10.0.0.1:443")
        scene.request(1.03, "https://t.test/impression", server: "10.0.0.1:443")
        scene.request(1.04, "https://t.test/impression")
        scene.request(1.05, "https://t.test/impression", server: "10.0.0.2:443")
        #expect(
            scene.interpret().story == [
                "impression", "impression:duplicate", "impression:duplicate", "impression:duplicate",
            ])
    }

    @Test func aDisputedRequestFiresNothing() {
        var scene = Scene()
        scene.document(0, VAST.inline())
        scene.request(1, "https://t.test/impression")
        scene.request(1.5, "https://t.test/impression", notes: [Exchange.disputed])
        #expect(scene.interpret().story == ["impression"])
    }

    /// What such an answer declares is hidden from then on, and no play is made of it.
    @Test func aDisputedAnswerDeclaresNothing() {
        var scene = Scene()
        scene.request(0, "https://ads.test/tag", body: VAST.inline(), notes: [Exchange.disputed])
        scene.fire([(1, "impression")])
        let result = scene.interpret()
        #expect(result.documents.isEmpty && result.firings.isEmpty)
        #expect(result.diagnostics.map(\.code.id) == ["interpret.answer-disputed"])
        #expect(result.diagnostics.first?.blind?.host == "ads.test")
        #expect(result.diagnostics.first?.blind?.to == nil)
    }

    @Test func class3WhatAServiceWorkerPassesOnIsOneFiring() {
        var scene = Scene()
        scene.document(0, VAST.inline())
        scene.request(1, "https://t.test/impression", notes: ["service-worker"])
        scene.request(1.4, "https://t.test/impression")
        scene.request(5, "https://t.test/impression", notes: ["service-worker"])
        #expect(scene.interpret().story == ["impression", "impression:seenTwice", "impression:duplicate"])
    }

    @Test func class3EachRequestThatAServiceWorkerPassesOnHasOneOtherListing() {
        var scene = Scene()
        scene.document(0, VAST.inline())
        for (seconds, notes) in [(1.0, ["service-worker"]), (1.1, []), (1.6, ["service-worker"]), (1.7, [])] {
            scene.request(seconds, "https://t.test/impression", notes: notes)
        }
        #expect(
            scene.interpret().story == [
                "impression", "impression:seenTwice", "impression:duplicate", "impression:seenTwice",
            ])
    }

    @Test func theDocumentThatAServiceWorkerPassesOnIsOneDocument() {
        var scene = Scene()
        for (seconds, notes) in [(0.0, ["service-worker"]), (0.1, []), (60.0, ["service-worker"]), (60.1, [])] {
            scene.request(seconds, "https://ads.test/tag", notes: notes, content: .kept(Array(VAST.inline().utf8)))
        }
        scene.fire(Scene.play(1))
        let result = scene.interpret()
        #expect(result.documents.count == 2)
        #expect(result.firings.allSatisfy { !$0.ambiguous })
    }

    @Test func theCopyWithoutABodyOfADocumentThatAServiceWorkerFetchedIsNoFurtherDocument() {
        var scene = Scene()
        scene.request(0, "https://ads.test/vast.xml", content: .kept(Array(VAST.inline().utf8)))
        scene.request(
            0.1, "https://ads.test/vast.xml", notes: ["service-worker"], content: Body(size: nil, content: .missing))
        #expect(scene.interpret().documents.map(\.state) == [.wellFormed])
    }

    @Test func aPlayThatWasFetchedAfterTheOtherEndedMayOwnWhatComesNext() {
        var scene = Scene()
        scene.document(0, VAST.inline())
        scene.fire(Scene.play(1))
        scene.document(60, VAST.inline())
        scene.request(75, "https://t.test/complete")
        #expect(scene.interpret().firings("complete").map(\.ambiguous) == [false, true])
        var again = Scene()
        again.document(0, VAST.inline())
        again.fire(Scene.play(1))
        again.request(75, "https://t.test/complete")
        #expect(again.interpret().story.last == "complete:duplicate")
    }

    @Test(arguments: [0, 401, 404, 405, 408, 429, 503]) func class4AnIdenticalURLAfterAFailedTryIsARetry(_ status: Int)
    {
        var scene = Scene()
        scene.document(0, VAST.inline(suffix: "?cb=[CACHEBUSTING]"))
        scene.request(1, "https://t.test/impression?cb=11112222", status: status)
        scene.request(1.1, "https://t.test/impression?cb=11112222", status: status)
        scene.request(1.2, "https://t.test/impression?cb=11112222")
        scene.request(1.3, "https://t.test/impression?cb=11112222")
        let result = scene.interpret()
        #expect(result.story == ["impression", "impression:retry", "impression:retry", "impression:duplicate"])
        #expect(result.firings("impression").map(\.delivered) == [false, false, true, true])
    }

    /// It stands where the file has it, which says neither when it was nor what it came after.
    @Test func aFiringAtAnUnknownTimeIsComparedWithNothing() throws {
        var scene = Scene()
        scene.document(0, VAST.inline())
        scene.request(1, "https://t.test/impression")
        scene.request(1, "https://t.test/start", notes: [Exchange.timeUnknown])
        scene.request(8, "https://t.test/midpoint", notes: [Exchange.timeUnknown])
        let result = scene.interpret()
        #expect(result.story == ["impression", "start?", "midpoint?"])
        #expect(result.firings.allSatisfy { $0.playedUs == nil })
        #expect(result.plays.first?.startAt == nil)
    }

    @Test func class4AnotherCacheBusterIsNoRetry() {
        var scene = Scene()
        scene.document(0, VAST.inline(suffix: "?cb=[CACHEBUSTING]"))
        scene.request(1, "https://t.test/impression?cb=11112222", status: 0)
        scene.request(1.1, "https://t.test/impression?cb=33334444")
        #expect(scene.interpret().story == ["impression", "impression:duplicate"])
    }

    @Test func class5AURLListedTwiceIsDueTwice() {
        var scene = Scene()
        scene.document(0, VAST.inline(extra: VAST.tracking("start")))
        for seconds in [1.0, 1.01, 1.02] { scene.request(seconds, "https://t.test/start") }
        #expect(scene.interpret().story == ["start", "start:listedAgain", "start:duplicate"])
    }

    @Test func class6AReplayNeedsAnEndAndAGap() {
        var scene = Scene()
        scene.document(0, VAST.inline())
        scene.fire(Scene.play(1))
        scene.fire(Scene.play(20))
        let result = scene.interpret()
        #expect(result.story == clean + ["loaded:laterPlay"] + clean.dropFirst())
        #expect(result.plays.map(\.licence) == [.document, .replay])
        #expect(result.plays.map(\.nth) == [1, 2])
        #expect(result.plays.map(\.label) == ["A1", "A1"])
    }

    @Test func class6AnImpressionRightAfterTheEndIsALoopNotAReplay() {
        var scene = Scene()
        scene.document(0, VAST.inline())
        scene.fire(Scene.play(1))
        scene.fire([(11.6, "impression"), (11.7, "start")])
        let result = scene.interpret()
        #expect(result.story == clean + ["impression:duplicate", "start:duplicate"])
        #expect(result.plays.count == 1)
    }

    @Test func class6AnImpressionNeverLicensesItself() {
        var scene = Scene()
        scene.document(0, VAST.inline())
        scene.fire([(1, "impression"), (1.1, "start"), (8, "impression")])
        #expect(scene.interpret().story == ["impression", "start", "impression:duplicate"])
    }

    @Test func class6ANewFetchLicensesAnotherPlay() {
        var scene = Scene()
        scene.document(0, VAST.inline())
        scene.fire(Scene.play(1))
        scene.document(11.2, VAST.inline())
        scene.fire(Scene.play(11.4))
        let result = scene.interpret()
        #expect(result.story == clean + clean)
        #expect(result.plays.map(\.document) == [1, 2])
        #expect(result.plays.map(\.licence) == [.document, .document])
    }

    @Test func class6AFetchDuringAPlayThatNeverEndedLicensesTheNext() {
        var scene = Scene()
        scene.document(0, VAST.inline())
        scene.fire([(1, "impression"), (1.1, "start"), (3.6, "firstQuartile")])
        scene.document(5, VAST.inline())
        scene.fire(Scene.play(6))
        let result = scene.interpret()
        #expect(result.story == ["impression", "start", "firstQuartile"] + clean)
        #expect(result.plays.map(\.endReason) == [.superseded, .complete])
        #expect(result.plays.first?.end == Scene.time(6))
    }

    @Test func class7ALoopRepeatsAfterOneDuration() {
        var scene = Scene()
        scene.document(0, VAST.inline())
        scene.fire(Scene.play(1))
        scene.fire([(11.12, "start"), (13.62, "firstQuartile")])
        let result = scene.interpret()
        let repeats = result.firings.filter { $0.repeatClass == .duplicate }
        #expect(repeats.map(\.event) == ["start", "firstQuartile"])
        #expect(repeats.map(\.gapUs) == [10_020_000, 10_020_000])
        #expect(repeats.map(\.prior) == [3, 4])
    }

    @Test func anInteractionMayRecurAndNamesTheEarlierOne() {
        var scene = Scene()
        scene.document(0, VAST.inline())
        scene.fire([(1, "impression"), (1.1, "start"), (2, "mute"), (4, "mute")])
        let result = scene.interpret()
        #expect(result.story == ["impression", "start", "mute", "mute"])
        #expect(result.firings("mute").map(\.prior) == [nil, 3])
        #expect(result.firings("mute").map(\.gapUs) == [nil, 2_000_000])
    }

    @Test func aCacheHitIsNoFiring() {
        var scene = Scene()
        scene.document(0, VAST.inline())
        scene.request(1, "https://t.test/impression")
        scene.request(1.1, "https://t.test/impression", notes: ["from-cache"])
        let result = scene.interpret()
        #expect(result.story == ["impression"])
        #expect(result.beacons.map(\.kind) == ["tracker", "from-cache"])
    }
}
