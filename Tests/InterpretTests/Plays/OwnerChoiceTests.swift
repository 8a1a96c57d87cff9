import Model
import Testing

@testable import Interpret

/// Which ad play a request belongs to when several could own it (docs/attribution.md, "Whose it is").
struct OwnerChoiceTests {
    @Test func nothingFiresBeforeItsDocumentArrived() {
        var scene = Scene()
        scene.document(0, VAST.inline())
        scene.document(5, VAST.inline())
        scene.fire([(1, "impression")])
        let result = scene.interpret()
        #expect(result.plays.map(\.document.number) == [1])
    }

    @Test func aFullPlayAfterEachOfManyFetches() {
        var scene = Scene()
        for round in 0..<30 {
            scene.document(Double(round) * 20, VAST.inline())
            scene.fire(Scene.play(Double(round) * 20 + 1))
        }
        let result = scene.interpret()
        #expect(result.plays.count == 30)
        #expect(result.plays.allSatisfy { $0.endReason == .complete })
        #expect(result.firings.allSatisfy { $0.repeatClass == .first && !$0.ambiguous })
        #expect(result.plays.map(\.document.number) == Array(1...30))
    }

    @Test func twoPrefetchedCopiesAreConsumedOneAfterTheOther() {
        var scene = Scene()
        scene.document(0, VAST.inline())
        scene.document(0.1, VAST.inline())
        scene.fire(Scene.play(1))
        scene.fire(Scene.play(12))
        let result = scene.interpret()
        #expect(result.plays.map(\.document.number) == [1, 2])
        #expect(result.firings.allSatisfy { $0.repeatClass == .first && !$0.ambiguous })
    }

    /// Header bidding: the answer of the auction holds the ad, and the ad server's wrapper leads to it once more.
    @Test func anOfferThatIsFetchedAgainIsPlayedFromThatDocument() {
        let offer = VAST.inline().replacing("\"", with: "\\\"").replacing("\n", with: "")
        var scene = Scene()
        scene.request(0, "https://bid.test/auction", body: "{\"bids\":[{\"adm\":\"\(offer)\"}]}")
        scene.document(0.2, VAST.wrapper(to: "https://cache.test/tag"))
        scene.document(0.4, VAST.inline(), at: "https://cache.test/tag")
        scene.fire(Scene.play(1))
        scene.request(1.02, "https://w.test/impression")
        let result = scene.interpret()
        #expect(result.plays.map(\.document.number) == [3])
        #expect(result.firings.allSatisfy { $0.repeatClass == .first && !$0.ambiguous && $0.adPlay == 1 })
    }

    @Test func anOfferThatIsNotFetchedAgainIsPlayed() {
        let offer = VAST.inline().replacing("\"", with: "\\\"").replacing("\n", with: "")
        var scene = Scene()
        scene.request(0, "https://bid.test/auction", body: "{\"bids\":[{\"adm\":\"\(offer)\"}]}")
        scene.fire(Scene.play(1))
        let result = scene.interpret()
        #expect(result.plays.map(\.document.number) == [1])
        #expect(result.firings.allSatisfy { $0.repeatClass == .first && !$0.ambiguous })
    }

    @Test func aSecondImpressionIsAmbiguousWhileAnUnplayedCopyWaits() {
        var scene = Scene()
        scene.document(0, VAST.inline())
        scene.document(0.1, VAST.inline())
        scene.fire([(1, "impression"), (1.1, "start"), (3.6, "firstQuartile"), (4, "impression")])
        let result = scene.interpret()
        #expect(result.story == ["impression", "start", "firstQuartile", "impression?"])
        #expect(result.firings.last?.adPlay == nil)
        #expect(result.candidates.map(\.adPlay) == [1, 2])
        #expect(result.plays.count == 2, "a play that may own a beacon is a play")
    }

    @Test func twoPlayersAtOnceAreToldApartByTime() {
        var scene = Scene()
        scene.document(0, VAST.inline())
        scene.fire(Scene.play(1))
        scene.document(5, VAST.inline())
        scene.fire(Scene.play(5.4))
        let result = scene.interpret()
        #expect(result.firings.allSatisfy { $0.repeatClass == .first && !$0.ambiguous })
        #expect(result.plays.map(\.endReason) == [.complete, .complete])
    }

    @Test func clientsAreToldApartByAddress() {
        var scene = Scene()
        scene.client = "10.0.0.1:5000"
        scene.document(0, VAST.inline())
        scene.client = "10.0.0.2:5000"
        scene.document(0, VAST.inline(), at: "https://ads.test/tag?2")
        scene.client = "10.0.0.2:5001"
        scene.fire([(1, "impression")])
        scene.client = "10.0.0.1:5001"
        scene.fire([(1.001, "impression")])
        let result = scene.interpret()
        #expect(result.firings.map(\.adPlay) == [1, 2])
        #expect(result.plays.sorted { $0.id < $1.id }.map(\.document) == [2, 1])
    }

    @Test func twoPlayersAtTheSameMomentWithoutAddressesRepeatNothing() {
        var scene = Scene()
        scene.document(0, VAST.inline())
        scene.document(0.1, VAST.inline())
        scene.fire(Scene.play(1))
        scene.fire(Scene.play(1.1))
        let result = scene.interpret()
        #expect(!result.firings.contains { $0.repeatClass == .duplicate })
        #expect(result.firings.filter(\.ambiguous).count == Scene.play(0).count)
        #expect(result.plays.count == 2)
    }

    @Test func whatComesWithTheEndOfAPlayIsThatPlays() {
        var scene = Scene()
        scene.document(0, VAST.inline(extra: #"<Tracking event="complete">https://other.test/complete</Tracking>"#))
        scene.fire(Scene.play(1))
        scene.document(4, VAST.inline(extra: #"<Tracking event="complete">https://other.test/complete</Tracking>"#))
        scene.fire(Scene.play(5))
        scene.request(11.105, "https://other.test/complete")
        let result = scene.interpret()
        let late = result.firings.filter { result.trackers[$0.tracker]?.url == "https://other.test/complete" }
        #expect(late.map(\.adPlay) == [1])
    }

    /// A pod of two behind one wrapper, of which the second ad is loaded while the first plays.
    private func preloaded(_ events: [(Double, String)]) -> Interpreted {
        var scene = Scene()
        scene.document(0, VAST.wrapper(to: "https://ads.test/pod?cb=[CACHEBUSTING]"))
        let pod = VAST.document(
            VAST.ad(suffix: "?ad=1", id: "P1", sequence: 1) + VAST.ad(suffix: "?ad=2", id: "P2", sequence: 2))
        scene.document(0.1, pod, at: "https://ads.test/pod?cb=12345678")
        for (at, event) in events { scene.request(at, "https://\(event)") }
        return scene.interpret()
    }

    /// The ad that plays is late by a stall that nobody saw.
    @Test func anAdThatWasLoadedAheadOwnsNothingOfTheOneThatPlays() {
        let result = preloaded([
            (1, "t.test/impression?ad=1"), (1.01, "w.test/impression"), (1.1, "t.test/start?ad=1"),
            (1.11, "w.test/start"),
            (6, "t.test/loaded?ad=2"), (14.1, "w.test/complete"), (14.11, "t.test/complete?ad=1"),
            (14.3, "t.test/impression?ad=2"), (14.31, "w.test/impression"), (14.4, "t.test/start?ad=2"),
            (14.41, "w.test/start"), (24.4, "t.test/complete?ad=2"), (24.41, "w.test/complete"),
        ])
        #expect(result.firings.map(\.adPlay) == [1, 1, 1, 1, 2, 1, 1, 2, 2, 2, 2, 2, 2])
        #expect(result.firings.allSatisfy { $0.repeatClass == .first && !$0.ambiguous })
    }

    @Test func ofAdsThatWereLoadedAheadTheFirstBegins() {
        let result = preloaded([
            (0.5, "t.test/loaded?ad=1"), (0.7, "t.test/loaded?ad=2"), (1, "w.test/impression"),
            (1.01, "t.test/impression?ad=1"),
            (1.1, "t.test/start?ad=1"), (1.11, "w.test/start"), (11.1, "w.test/complete"),
            (11.11, "t.test/complete?ad=1"),
            (11.3, "t.test/impression?ad=2"), (11.31, "w.test/impression"),
        ])
        #expect(result.firings.map(\.adPlay) == [1, 2, 1, 1, 1, 1, 1, 1, 2, 2])
        #expect(result.firings.allSatisfy { $0.repeatClass == .first && !$0.ambiguous })
    }

    /// The next impression overtakes the complete of an ad that stalled.
    @Test func whatHasJustBegunHasNotEnded() {
        let result = preloaded([
            (1, "t.test/impression?ad=1"), (1.01, "w.test/impression"), (1.1, "t.test/start?ad=1"),
            (1.11, "w.test/start"),
            (14.02, "t.test/impression?ad=2"), (14.1, "t.test/complete?ad=1"), (14.11, "w.test/complete"),
            (14.12, "w.test/impression"), (14.2, "t.test/start?ad=2"), (14.21, "w.test/start"),
            (24.2, "w.test/complete"), (24.21, "t.test/complete?ad=2"),
        ])
        #expect(result.firings.map(\.adPlay) == [1, 1, 1, 1, 2, 1, 1, 2, 2, 2, 2, 2])
        #expect(result.firings.allSatisfy { $0.repeatClass == .first && !$0.ambiguous })
    }

    @Test func wrapperTrackersOfAPodFireOncePerAd() {
        var scene = Scene()
        scene.document(0, VAST.wrapper(to: "https://ads.test/pod?cb=[CACHEBUSTING]"))
        let pod = VAST.document(
            VAST.ad(suffix: "?ad=1", id: "P1", sequence: 1) + VAST.ad(suffix: "?ad=2", id: "P2", sequence: 2))
        scene.document(0.1, pod, at: "https://ads.test/pod?cb=12345678")
        for (ad, begin) in [(1, 1.0), (2, 12.0)] {
            scene.fire(Scene.play(begin), suffix: "?ad=\(ad)")
            scene.request(begin + 0.005, "https://w.test/impression")
            scene.request(begin + 0.1, "https://w.test/start")
            scene.request(begin + 10.1, "https://w.test/complete")
        }
        let result = scene.interpret()
        #expect(result.firings.allSatisfy { $0.repeatClass == .first && !$0.ambiguous })
        #expect(result.plays.map(\.label) == ["P1", "P2"])
        let wrapper = result.playTrackers.filter { $0.level == 1 && $0.event != "error" }.map(\.tracker)
        for play in result.plays {
            #expect(result.firings.filter { $0.adPlay == play.id && wrapper.contains($0.tracker) }.count == 3)
        }
    }

    /// Two ads of 10 seconds behind one wrapper, whose trackers they share.
    private func pod() -> Scene {
        var scene = Scene()
        scene.document(0, VAST.wrapper(to: "https://ads.test/pod"))
        scene.document(
            0.1,
            VAST.document(
                VAST.ad(suffix: "?ad=1", id: "P1", sequence: 1) + VAST.ad(suffix: "?ad=2", id: "P2", sequence: 2)),
            at: "https://ads.test/pod")
        return scene
    }

    @Test func whatAWrapperIsSentAgainForWantOfAnAnswerIsNotTheNextAds() {
        var scene = pod()
        scene.fire(Scene.play(1), suffix: "?ad=1")
        scene.request(1.1, "https://w.test/start", status: 0)
        scene.request(1.15, "https://w.test/start")
        let result = scene.interpret()
        let starts = result.firings.filter { result.trackers[$0.tracker]?.url == "https://w.test/start" }
        #expect(starts.map(\.repeatClass) == [.first, .retry])
        #expect(starts.map(\.adPlay) == [1, 1])
    }

    @Test func aWrappersStartWithoutAnImpressionIsNotTheNextAds() {
        var scene = pod()
        scene.fire(Scene.play(1), suffix: "?ad=1")
        scene.request(1.02, "https://w.test/impression")
        scene.request(1.1, "https://w.test/start")
        scene.request(2.3, "https://w.test/start")
        let result = scene.interpret()
        let starts = result.firings.filter { result.trackers[$0.tracker]?.url == "https://w.test/start" }
        #expect(starts.map(\.repeatClass) == [.first, .duplicate])
        #expect(starts.map(\.adPlay) == [1, 1])
    }

    /// Of ads that stand alone a player takes one, and not always the first.
    @Test func theWrapperOfABuffetIsThatOfTheAdWhoseMediaWasFetched() {
        func media(_ ad: Int) -> String {
            "</TrackingEvents><MediaFiles><MediaFile>https://cdn.test/\(ad).mp4</MediaFile></MediaFiles><TrackingEvents>"
        }
        var scene = Scene()
        scene.document(0, VAST.wrapper(to: "https://ads.test/buffet"))
        let buffet = (1...3).map { VAST.ad(suffix: "?ad=\($0)", id: "B\($0)", extra: media($0)) }
        scene.document(0.1, VAST.document(buffet.joined()), at: "https://ads.test/buffet")
        scene.request(0.5, "https://cdn.test/2.mp4")
        scene.request(1, "https://w.test/impression")
        scene.fire(Scene.play(1.02), suffix: "?ad=2")
        let result = scene.interpret()
        #expect(result.plays.map(\.label) == ["B2"])
        #expect(result.firings.allSatisfy { $0.adPlay == 1 && !$0.ambiguous })
    }

    /// A player that plays no pods takes the ad that stands alone, wherever it is listed.
    @Test(arguments: [("3", "A3"), ("1", "A1")])
    func theWrapperOfAPodIsThatOfTheAdThatStandsAlone(loaded: String, played: String) {
        func media(_ ad: Int) -> String {
            "</TrackingEvents><MediaFiles><MediaFile>https://cdn.test/\(ad).mp4</MediaFile></MediaFiles><TrackingEvents>"
        }
        var scene = Scene()
        scene.document(0, VAST.wrapper(to: "https://ads.test/pod"))
        let ads = (1...3).map { ad in
            VAST.ad(suffix: "?ad=\(ad)", id: "A\(ad)", sequence: ad < 3 ? ad : nil, extra: media(ad))
        }
        scene.document(0.1, VAST.document(ads.joined()), at: "https://ads.test/pod")
        scene.request(0.5, "https://cdn.test/\(loaded).mp4")
        scene.request(1, "https://w.test/impression")
        scene.fire(Scene.play(1.02), suffix: "?ad=\(loaded)")
        let result = scene.interpret()
        #expect(result.plays.map(\.label) == [played])
        #expect(result.firings.allSatisfy { $0.adPlay == 1 && !$0.ambiguous })
    }

    @Test func anErrorGoesToTheWrapperOfTheAdThatFailed() {
        var scene = pod()
        for (ad, failed) in [(1, 1.0), (2, 2.0)] {
            scene.request(failed, "https://t.test/error?ad=\(ad)")
            scene.request(failed + 0.05, "https://w.test/error")
        }
        let result = scene.interpret()
        let errors = result.firings.filter { result.trackers[$0.tracker]?.url == "https://w.test/error" }
        #expect(errors.map(\.adPlay) == result.plays.map(\.id))
    }

    @Test func anErrorJustBehindAnAdThatWasPlayedIsTheNextAds() {
        var scene = pod()
        scene.fire(Scene.play(1), suffix: "?ad=1")
        // Both levels leave at once, in either order.
        scene.request(11.25, "https://w.test/error")
        scene.request(11.3, "https://t.test/error?ad=2")
        let result = scene.interpret()
        let errors = result.firings.filter { result.trackers[$0.tracker]?.event == "error" }
        #expect(Set(errors.map(\.adPlay)) == [2])
    }

    @Test func oneURLForSeveralEventsProvesNoOrder() {
        let shared = ["firstQuartile", "midpoint"].map {
            "<Tracking event=\"\($0)\">https://t.test/same</Tracking>"
        }
        var scene = Scene()
        scene.document(0, VAST.inline(extra: shared.joined()))
        scene.fire([(1, "impression"), (1.1, "start"), (3.6, "same")])
        let result = scene.interpret()
        #expect(result.story == ["impression", "start", "firstQuartile?"])
        #expect(result.firings.last?.adPlay == 1)
        let owed = result.playTrackers.filter { result.trackers[$0.tracker]?.url == "https://t.test/same" }
        #expect(Set(owed.map(\.twin)).count == 1)
        #expect(owed.count == 2)
    }

    @Test func anAdServingIDTellsCopiesApart() {
        var scene = Scene()
        for (index, id) in ["one", "two"].enumerated() {
            let vast = VAST.inline(suffix: "?id=[ADSERVINGID]")
                .replacing("<AdTitle>", with: "<AdServingId>\(id)</AdServingId><AdTitle>")
            scene.document(Double(index) * 0.1, vast)
        }
        scene.request(1, "https://t.test/impression?id=two")
        scene.request(1.2, "https://t.test/impression?id=one")
        #expect(scene.interpret().plays.sorted { $0.id < $1.id }.map(\.document) == [2, 1])
    }

    @Test func anErrorBeforeAnyImpressionIsAPlayThatEnded() {
        var scene = Scene()
        scene.document(0, VAST.inline(suffix: "?c=[ERRORCODE]"))
        scene.request(1, "https://t.test/error?c=401")
        let result = scene.interpret()
        #expect(result.plays.map(\.endReason) == [.error])
        #expect(result.macros.map(\.value) == ["401"])
    }

    @Test func anErrorThatPlaybackSurvivesIsNoEnd() {
        var scene = Scene()
        scene.document(0, VAST.inline())
        scene.fire([(1, "impression"), (1.05, "error"), (1.1, "start"), (3.6, "firstQuartile"), (11.1, "complete")])
        #expect(scene.interpret().plays.map(\.endReason) == [.complete])
    }

    @Test func aWrapperAnsweredOnceIsNotAnsweredAgainByALaterRound() {
        var scene = Scene()
        let rounds = 12
        for round in 0..<rounds {
            let begin = Double(round) * 60
            scene.document(begin, VAST.wrapper(to: "https://ads.test/inline"), at: "https://w.test/tag")
            scene.document(begin + 0.5, VAST.inline(), at: "https://ads.test/inline")
            scene.fire(Scene.play(begin + 1))
            for event in ["impression", "start", "complete"] {
                scene.request(begin + (event == "complete" ? 11.1 : 1.1), "https://w.test/\(event)")
            }
        }
        let result = scene.interpret()
        #expect(result.links.map { $0.child.number - $0.parent.number } == Array(repeating: 1, count: rounds))
        for play in result.plays {
            let wrapper = result.playTrackers.filter { $0.adPlay == play.id && $0.level == 1 }.map(\.tracker)
            #expect(result.firings.filter { $0.adPlay == play.id && wrapper.contains($0.tracker) }.count == 3)
        }
    }

    @Test func anErrorOfAWrapperWithoutAnswerBelongsToTheWrapper() {
        var scene = Scene()
        scene.document(0, VAST.wrapper(to: "https://ads.test/none"))
        scene.document(0.1, "<VAST version=\"4.2\"/>", at: "https://ads.test/none")
        scene.request(0.3, "https://w.test/error")
        let result = scene.interpret()
        #expect(result.documents.map(\.state) == [.wellFormed, .empty])
        #expect(result.plays.map(\.label) == ["W"])
        #expect(result.firings.map(\.event) == ["error"])
    }

    @Test func theErrorOfADocumentWithoutAdsBelongsToNoPlay() {
        var scene = Scene()
        scene.document(0, "<VAST version=\"4.2\"><Error>https://t.test/none?[ERRORCODE]</Error></VAST>")
        scene.request(0.3, "https://t.test/none?303")
        let result = scene.interpret()
        #expect(result.firings.map(\.event) == ["error"])
        #expect(result.firings.map(\.ambiguous) == [false])
        #expect(result.plays.isEmpty)
    }

    @Test func anAdThatNothingFiredIsNoPlay() {
        var scene = Scene()
        scene.document(0, VAST.inline())
        let result = scene.interpret()
        #expect(result.ads.count == 1)
        #expect(result.plays.isEmpty && result.playTrackers.isEmpty)
    }
}
