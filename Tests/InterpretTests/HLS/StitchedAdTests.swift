import Model
import Testing

@testable import Interpret

@Suite struct StitchedAdTests {
    /// 12 s of content, two ads of 12 s, content: the pod on which the guide's parser gives the second ad the start of the
    /// first and twice its length.
    static let pod = """
        #EXTM3U
        #EXT-X-TARGETDURATION:6
        #EXTINF:6,
        c0.ts
        #EXTINF:6,
        c1.ts
        #EXT-X-DISCONTINUITY
        #EXT-X-BEACON:EVENT=start,URL=https://b.test/1?e=s
        #EXT-X-BEACON:EVENT=complete,URL=https://b.test/1?e=c
        #EXT-X-BEACON:AD_LENGTH=12
        #EXTINF:6,
        a0.ts
        #EXTINF:6,
        a1.ts
        #EXT-X-DISCONTINUITY
        #EXT-X-BEACON:EVENT=start,URL=https://b.test/2?e=s
        #EXT-X-BEACON:EVENT=complete,URL=https://b.test/2?e=c
        #EXTINF:6,
        b0.ts
        #EXTINF:6,
        b1.ts
        #EXT-X-DISCONTINUITY
        #EXTINF:6,
        c2.ts
        """

    private func ads(_ text: String) -> [StitchedAd] { StitchedAd.ads(of: PlaylistReader.read(Array(text.utf8))) }

    private func playlist(_ body: String, header: String = "", isEnded: Bool = true) -> String {
        "#EXTM3U\n\(header)\n\(body)\n\(isEnded ? "#EXT-X-ENDLIST" : "")"
    }

    private func media(_ name: String, _ count: Int) -> String {
        (0..<count).map { "#EXTINF:4,\n\(name)\($0).ts" }.joined(separator: "\n")
    }

    private func events(_ ad: Int, _ names: [String] = ["start", "complete"]) -> String {
        names.map { "#EXT-X-BEACON:EVENT=\($0),URL=https://b.test/\(ad)?e=\($0)" }.joined(separator: "\n")
    }

    private let cut = "#EXT-X-DISCONTINUITY"

    @Test func theSecondAdOfAPodHasItsOwnStartAndLength() {
        let pod = ads(Self.pod)
        #expect(pod.map(\.startUs) == [12_000_000, 24_000_000])
        #expect(pod.map(\.durationUs) == [12_000_000, 12_000_000])
        #expect(pod.map { $0.beacons.count } == [2, 2])
        #expect(pod.map(\.segments) == [2..<4, 4..<6])
        #expect(pod.allSatisfy { $0.isWhole })
    }

    @Test func theLastAdNeedsNoClosingDiscontinuity() {
        let text = playlist([media("c", 1), cut, events(1), media("a", 2)].joined(separator: "\n"))
        #expect(ads(text).map(\.durationUs) == [8_000_000])
        #expect(ads(text).map(\.isWhole) == [true])
    }

    @Test func contentAfterALastAdWithoutDiscontinuityIsCutOffByADLENGTH() {
        let text = playlist(
            [media("c", 1), cut, events(1), "#EXT-X-BEACON:AD_LENGTH=8.1", media("a", 2), media("d", 3)]
                .joined(separator: "\n"))
        #expect(ads(text).map(\.durationUs) == [8_000_000])
        #expect(ads(text).map(\.segments) == [1..<3])
    }

    @Test func aPreRollBeforeTheFirstDiscontinuityBeginsThePlaylist() {
        let text = playlist([events(1), media("a", 2), cut, media("c", 3)].joined(separator: "\n"))
        #expect(ads(text).map(\.startUs) == [0])
        #expect(ads(text).map(\.durationUs) == [8_000_000])
    }

    @Test func contentBeforeAnAdThatNoDiscontinuityOpensIsNotTheAds() {
        let text = playlist([media("c", 3), events(1), media("a", 2), cut, media("d", 1)].joined(separator: "\n"))
        #expect(ads(text).map(\.startUs) == [12_000_000])
        #expect(ads(text).map(\.durationUs) == [8_000_000])
    }

    @Test func linesInsideAnAdThatADiscontinuityOpenedSpeakAboutTheWholeSpan() {
        let text = playlist(
            [media("c", 1), cut, media("a", 1), events(1), media("b", 1), cut, media("d", 1)].joined(separator: "\n"))
        #expect(ads(text).map(\.segments) == [1..<3])
    }

    @Test func linesInFrontOfTheOpeningDiscontinuityBelongToWhatItOpens() {
        let text = playlist(
            [media("c", 1), events(1), cut, media("a", 2), events(2), cut, media("b", 3), cut, media("d", 1)]
                .joined(separator: "\n"))
        #expect(ads(text).map(\.segments) == [1..<3, 3..<6])
    }

    @Test func anEventAfterTheLastSegmentOfItsAdStaysWithIt() {
        let text = playlist(
            [
                media("c", 1), cut, events(1, ["start"]), media("a", 2), events(1, ["complete"]),
                "#EXT-X-BEACON:AD_LENGTH=8", cut, media("d", 1),
            ]
            .joined(separator: "\n"))
        #expect(ads(text).map { $0.beacons.count } == [2])
        #expect(ads(text).map(\.declaredUs) == [8_000_000])
    }

    @Test func twoAdsWithoutADiscontinuityBetweenThemAreTwoAds() {
        let text = playlist(
            [cut, events(1), media("a", 2), events(2), media("b", 1), cut, media("c", 1)].joined(separator: "\n"))
        #expect(ads(text).map(\.segments) == [0..<2, 2..<3])
    }

    @Test func severalURLsOfOneEventStayInOneAd() {
        let text = playlist([cut, events(1), events(2), media("a", 2), cut, media("c", 1)].joined(separator: "\n"))
        #expect(ads(text).map { $0.beacons.count } == [4])
    }

    @Test func anAdAtTheLiveEdgeHasNoLengthYetUnlessItIsDeclared() {
        let open = [media("c", 1), cut, events(1), media("a", 1)].joined(separator: "\n")
        #expect(ads(playlist(open, isEnded: false)).map(\.durationUs) == [nil])
        let declared = playlist(open + "\n#EXT-X-BEACON:AD_LENGTH=8", isEnded: false)
        #expect(ads(declared).map(\.durationUs) == [8_000_000])
        #expect(ads(declared).map(\.isWhole) == [false])
    }

    @Test func anAdThatTheLiveWindowHasCutHasNoLength() {
        let text = playlist(
            [events(1), media("a", 1), cut, media("c", 1)].joined(separator: "\n"),
            header: "#EXT-X-MEDIA-SEQUENCE:40", isEnded: false)
        #expect(ads(text).map(\.durationUs) == [nil])
        #expect(ads(text).map(\.isWhole) == [false])
    }

    @Test func aDiscontinuityBetweenContentsIsNoAd() {
        #expect(ads(playlist([media("c", 1), cut, media("d", 1)].joined(separator: "\n"))).isEmpty)
    }

    @Test func eventNamesAreSpeltAsVASTSpellsThemOthersStay() {
        #expect(PlaybackEvent.canonical("FIRST_QUARTILE") == "firstQuartile")
        #expect(PlaybackEvent.canonical("mid-point") == "midpoint")
        #expect(PlaybackEvent.canonical("Vendor Event") == "Vendor Event")
    }
}

@Suite struct StitchedAdRegistryTests {
    private typealias Registry = StitchedAdRegistry

    private func line(_ ad: Int) -> Registry.Line { Registry.Line(event: "start", url: "https://b.test/\(ad)") }

    private func known(_ id: ID<Ad>, _ line: Registry.Line, _ place: Registry.Place) -> Registry.Known {
        Registry.Known(ad: id, document: 1, place: place, declared: [line])
    }

    @Test func aReloadWhoseWindowSlidIsTheSameAdTheSameURLFurtherOnIsAnother() {
        var registry = Registry()
        registry.add(known(1, line(1), Registry.Place(media: 10...12)))
        #expect(registry.match([line(1)], at: Registry.Place(media: 11...13)) == 0)
        #expect(registry.match([line(1)], at: Registry.Place(media: 40...42)) == nil)
        #expect(registry.match([line(2)], at: Registry.Place(media: 10...12)) == nil)
    }

    @Test func theDiscontinuitySequenceDecidesWhereItIsDeclared() {
        var registry = Registry()
        registry.add(known(1, line(1), Registry.Place(discontinuitySequence: 5, media: 10...12)))
        #expect(registry.match([line(1)], at: Registry.Place(discontinuitySequence: 5, media: 20...21)) == 0)
        #expect(registry.match([line(1)], at: Registry.Place(discontinuitySequence: 7, media: 12...13)) == nil)
    }

    @Test func aDiscontinuityThatIsCountedWhileItIsListedMakesNoOtherAd() {
        var registry = Registry()
        registry.add(
            Registry.Known(
                ad: 1, document: 1, place: Registry.Place(discontinuitySequence: 5, media: 10...12),
                declared: [line(1)], segments: ["a0", "a1", "a2"]))
        let early = Registry.Place(discontinuitySequence: 6, media: 11...12)
        #expect(registry.match([line(1)], at: early, segments: ["a1", "a2"]) == 0)
        #expect(registry.match([line(1)], at: early, segments: ["b1", "b2"]) == nil)
        #expect(
            registry.match(
                [line(1)], at: Registry.Place(discontinuitySequence: 6, media: 13...15), segments: ["a0"]) == nil)
        #expect(
            registry.match(
                [line(1)], at: Registry.Place(discontinuitySequence: 7, media: 11...12), segments: ["a1"]) == nil)
    }

    @Test func completePlaylistsCountOccurrences() {
        var registry = Registry()
        registry.add(known(1, line(1), Registry.Place(media: 0...2, occurrence: 0)))
        registry.add(known(2, line(1), Registry.Place(media: 9...11, occurrence: 1)))
        #expect(registry.match([line(1)], at: Registry.Place(media: 5...6, occurrence: 1)) == 1)
    }

    @Test func linesThatAReloadAddsAreGivenBackOnce() {
        var registry = Registry()
        registry.add(known(1, line(1), Registry.Place(media: 10...12)))
        let place = Registry.Place(media: 12...14)
        #expect(registry.widen(0, to: place, with: [line(1), line(2)]).lines == [line(2)])
        #expect(registry.widen(0, to: place, with: [line(2)]).lines == [])
        #expect(registry.widen(0, to: place, with: [], segments: ["a", "b"]).segments == ["a", "b"])
        #expect(registry.widen(0, to: place, with: [], segments: ["b", "c"]).segments == ["c"])
        #expect(registry.match([line(2)], at: Registry.Place(media: 14...14)) == 0)
    }
}

@Suite struct RelativeReferenceTests {
    @Test(arguments: [
        ("s1.ts", "https://h.test:8443/a/b/s1.ts"), ("/x/s1.ts?q=1", "https://h.test:8443/x/s1.ts?q=1"),
        ("../c/./s.ts", "https://h.test:8443/a/c/s.ts"), ("../../../s.ts?u=/../", "https://h.test:8443/s.ts?u=/../"),
        ("//o.test/p", "https://o.test/p"), ("http://o.test/a b", "http://o.test/a b"),
        ("?t=1", "https://h.test:8443/a/b/l.m3u8?t=1"),
    ])
    func referencesAgainstAPlaylist(reference: String, resolved: String) {
        let base = URLFields("https://h.test:8443/a/b/l.m3u8?session=1")
        #expect(RelativeReference.resolve(reference, against: base) == resolved)
    }
}
