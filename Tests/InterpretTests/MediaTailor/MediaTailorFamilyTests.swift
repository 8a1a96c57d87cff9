import Model
import Testing

@testable import Interpret

@Suite struct MediaTailorFamilyTests {
    private let url = "https://mt.test/v1/tracking/abc/conf/session-1"

    private func body(_ ads: String...) -> String {
        #"{"avails":[{"availId":"7","durationInSeconds":25.5,"ads":[\#(ads.joined(separator: ","))]}],"nextToken":"t1"}"#
    }

    private func ad(_ id: String, start: String) -> String {
        #"{"adId":"\#(id)","adTitle":"T","startTimeInSeconds":\#(start),"durationInSeconds":15.015,"trackingEvents":["#
            + #"{"eventType":"impression","beaconUrls":["https://b.test/\#(id)/i","https://c.test/\#(id)/i"]},"#
            + #"{"eventType":"firstQuartile","beaconUrls":["https://b.test/\#(id)/q1"]}]}"#
    }

    private func interpret(_ exchanges: [Exchange]) -> FamilyOutput {
        FamilyOutput(exchanges, families: [MediaTailorFamily()])
    }

    @Test func pollsRepeatAdsWithoutDeclaringThemAgain() throws {
        let result = interpret([
            .request(url, body: "\u{FEFF}" + body(ad("A", start: "10.0"))),
            .request(url + "?nextToken=t1", at: 1, body: body(ad("A", start: "10.0"), ad("B", start: "25.0"))),
            .request("https://b.test/A/i", at: 2), .request("https://b.test/B/q1", at: 3),
        ])
        #expect(result.documents.map(\.kind) == [.mediaTailor, .mediaTailor])
        #expect(result.ads.map(\.adID) == ["A", "B"])
        #expect(result.ads.map(\.durationUs) == [15_015_000, 15_015_000])
        #expect(result.trackers.map(\.event).prefix(3) == ["impression", "impression", "firstQuartile"])
        #expect(result.firings.map(\.event) == ["impression", "firstQuartile"])
        let polls = result.beacons("tracking-poll")
        #expect(polls.count == 2)
        #expect(result.value(try #require(polls.first), "response", "nextToken") == "t1")
        #expect(result.value(try #require(polls.last), "nextToken") == "t1")
    }

    private func avail(_ ads: String..., start: String) -> String {
        #"{"avails":[{"availId":"7","startTimeInSeconds":\#(start),"durationInSeconds":30.03,"#
            + #""ads":[\#(ads.joined(separator: ","))]}]}"#
    }

    @Test(arguments: [("10.001", "25.016"), ("9.96", "24.975"), ("10.5", "25.515"), ("15", "30.015"), ("30", "45.015")])
    func aCorrectedTimeMakesNoOtherAd(start: String, second: String) {
        let result = interpret([
            .request(url, body: avail(ad("A", start: "10.0"), ad("B", start: "25.015"), start: "10.0")),
            .request(url, at: 1, body: avail(ad("A", start: start), ad("B", start: second), start: start)),
        ])
        #expect(result.ads.map(\.adID) == ["A", "B"])
    }

    @Test func timesThatDriftAreFollowed() {
        let polls = (0..<900).map { poll in
            let start = "\(10 + Double(poll) / 25)"
            return Exchange.request(url, at: Int64(poll), body: avail(ad("A", start: start), start: start))
        }
        #expect(interpret(polls).ads.count == 1)
    }

    @Test func anAdThatIsShownTwiceInAnAvailIsTwoAds() {
        let both = avail(ad("A", start: "10.0"), ad("A", start: "25.015"), start: "10.0")
        let moved = avail(ad("A", start: "10.02"), ad("A", start: "25.035"), start: "10.02")
        let ended = avail(ad("A", start: "25.015"), start: "10.0")
        let result = interpret([
            .request(url, body: both), .request(url, at: 1, body: moved), .request(url, at: 2, body: ended),
        ])
        #expect(result.ads.map(\.sequence) == [1, 2])
    }

    @Test func anAdThatComesAgainLaterIsAnother() {
        let result = interpret([
            .request(url, body: body(ad("A", start: "10.0"))),
            .request(url, at: 400, body: body(ad("A", start: "410.0"))),
        ])
        #expect(result.ads.count == 2)
    }

    @Test func withoutTimesAnAdIsKnownByItsAvailAndItsID() {
        let untimed = #"{"adId":"A","trackingEvents":[{"eventType":"start","beaconUrls":["https://b.test/A/s"]}]}"#
        let result = interpret([
            .request(url, body: body(untimed)), .request(url, at: 1, body: body(ad("B", start: "10.0"), untimed)),
        ])
        #expect(result.ads.map(\.adID) == ["A", "B"])
    }

    // MARK: Lists that were not read

    private let session =
        #"{"manifestUrl":"/v1/master/abc/conf/a.m3u8?aws.sessionId=1","trackingUrl":"/v1/tracking/abc/conf/session-1"}"#

    /// Only a list that the session named, or MediaTailor's own host has, is one: others have that path, too.
    @Test(arguments: [
        ("https://mt.test", true, 1), ("https://mt.test", false, 0),
        ("https://a.mediatailor.eu-west-1.amazonaws.com", false, 1),
    ])
    func aPollThatShowsNoList(origin: String, isNamed: Bool, unread: Int) {
        let poll = origin + "/v1/tracking/abc/conf/session-1"
        let begin: [Exchange] =
            isNamed ? [.request(origin + "/v1/session/abc/conf/a.m3u8", method: "POST", body: session)] : []
        for answer in [Exchange.request(poll, at: 1, status: 404), .request(poll, at: 1, body: "")] {
            let result = interpret(begin + [answer])
            #expect(result.beacons("tracking-unread").count == unread)
            #expect(result.beacons("tracking-session").count == begin.count)
        }
    }

    @Test func aSessionThatLeavesReportingToTheServer() {
        let result = interpret([
            .request(
                "https://mt.test/v1/session/abc/conf/a.m3u8", method: "POST", body: session,
                posted: #"{"reportingMode":"SERVER"}"#)
        ])
        #expect(result.beacons("tracking-session").isEmpty)
    }

    /// A break's own events are due with its first and its last ad, where the avail is listed up to there.
    @Test(arguments: [
        (10.0, ["A breakStart", "B breakEnd"]), (1.0, ["B breakEnd"]), (14.0, []),
        (9.7, ["A breakStart", "B breakEnd"]),
    ])
    func whatABreakDeclaresIsDueAtItsEnds(start: Double, declared: [String]) {
        let events =
            #"[{"eventType":"breakStart","beaconUrls":["https://b.test/s"]},{"eventType":"breakEnd","beaconUrls":["https://b.test/e"]}]"#
        let length = start == 14 ? 20 : 40.03 - start
        let text =
            #"{"avails":[{"availId":"7","startTimeInSeconds":\#(start),"durationInSeconds":\#(length),"adBreakTrackingEvents":\#(events),"ads":["#
            + [ad("A", start: "10.0"), ad("B", start: "25.015")].joined(separator: ",") + "]}]}"
        let result = interpret([.request(url, body: text)])
        let names = Dictionary(uniqueKeysWithValues: result.ads.map { ($0.id, $0.adID ?? "") })
        #expect(
            result.trackers.filter { $0.event.hasPrefix("break") }.map {
                "\($0.ad.flatMap { names[$0] } ?? "") \($0.event)"
            }
                == declared)
    }

    private static let manifest = "https://mt.test/v1/manifest/abc/conf/session-1/0.m3u8"

    /// Content of ten seconds, an ad of 15, content of ten.
    private static let playlist = """
        #EXTM3U
        #EXT-X-TARGETDURATION:10
        #EXT-X-MEDIA-SEQUENCE:500
        #EXTINF:10.0,
        c0.ts
        #EXT-X-DISCONTINUITY
        #EXTINF:10.0,
        a0.ts
        #EXTINF:5.0,
        a1.ts
        #EXT-X-DISCONTINUITY
        #EXTINF:10.0,
        c1.ts
        #EXT-X-ENDLIST

        """

    private func placed(_ ad: String) -> FamilyOutput {
        let folder = "https://mt.test/v1/manifest/abc/conf/session-1/"
        return FamilyOutput(
            [
                .request(Self.manifest, body: Self.playlist), .request(folder + "c0.ts", at: 1),
                .request(folder + "a0.ts", at: 2), .request(url, at: 3, body: body(ad)),
                .request(folder + "a1.ts", at: 4), .request(folder + "c1.ts", at: 5),
            ], families: [HLSFamily(), MediaTailorFamily()])
    }

    @Test func anAdStandsBetweenTheDiscontinuitiesThatItsTimeNames() throws {
        let result = placed(ad("A", start: "10.2"))
        let place = try #require(result.stitchedPlaces.first)
        #expect(result.stitchedPlaces.count == 1)
        #expect(place.media == 10_000_000..<25_000_000)
        #expect(result.segmentFetches.map(\.ad) == [nil, place.ad, place.ad, nil])
    }

    @Test func anAdIsFoundByTheNumberOfItsFirstSegmentWhereTheSessionIsOlder() {
        let result = placed(ad("501", start: "3010.0"))
        #expect(result.stitchedPlaces.map(\.media) == [10_000_000..<25_000_000])
    }

    @Test func anAdHasNoPlaceWhereNothingConfirmsIt() {
        let result = placed(ad("A", start: "13.0"))
        #expect(result.stitchedPlaces.isEmpty)
        #expect(result.segmentFetches.allSatisfy { $0.ad == nil })
    }

    /// A period with segments of ten seconds, those listed of it numbered from `first`.
    private func period(
        _ id: String, start: Int, length: Int? = nil, first: Int = 1, count: Int, begin: Int = 0
    ) -> String {
        """
        <Period id="\(id)" start="PT\(start)S"\(length.map { #" duration="PT\#($0)S""# } ?? "")>
        <AdaptationSet contentType="video"><SegmentTemplate media="\(id)-$Number$.m4s" startNumber="\(first)">
        <SegmentTimeline><S t="\(begin)" d="10" r="\(count - 1)"/></SegmentTimeline></SegmentTemplate>
        <Representation id="v"/></AdaptationSet></Period>
        """
    }

    private func manifest(_ periods: String..., isLive: Bool) -> String {
        let kind = isLive ? #"type="dynamic" availabilityStartTime="2026-01-01T00:00:00Z""# : #"type="static""#
        return "<MPD \(kind)>\(periods.joined())</MPD>"
    }

    private static let dash = "https://mt.test/v1/dash/abc/conf/index.mpd?aws.sessionId=session-1"
    private static let files = "https://mt.test/v1/dash/abc/conf/"

    @Test func inDASHAnAdStandsInThePeriodThatItsTimeNames() throws {
        let body = manifest(
            period("c0", start: 0, length: 10, count: 1), period("a", start: 10, length: 15, count: 2),
            period("c1", start: 25, length: 20, count: 2), isLive: false)
        let result = FamilyOutput(
            [
                .request(Self.dash, body: body), .request(Self.files + "a-2.m4s", at: 2),
                .request(Self.files + "c1-1.m4s", at: 3), .request(url, at: 4, body: self.body(ad("A", start: "10"))),
            ], families: [HLSFamily(), MediaTailorFamily()])
        let place = try #require(result.stitchedPlaces.first)
        #expect(place.media == 10_000_000..<25_000_000)
        #expect(result.segmentFetches.map(\.ad) == [place.ad, nil])
        #expect(result.segmentFetches.map(\.mediaUs) == [20_000_000, 25_000_000])
        #expect(result.segmentFetches.map(\.durationUs) == [5_000_000, 10_000_000])
        #expect(result.playlistReadings.map(\.isEnded) == [true])
    }

    @Test func inLiveDASHTimesCountFromTheAvailabilityStart() throws {
        let first = manifest(period("c0", start: 1_000, first: 7, count: 2, begin: 10), isLive: true)
        let second = manifest(
            period("c0", start: 1_000, length: 40, first: 8, count: 2, begin: 20),
            period("a", start: 1_040, length: 15, count: 2), period("c1", start: 1_055, count: 1), isLive: true)
        let result = FamilyOutput(
            [
                .request(Self.dash, body: first), .request(Self.files + "c0-8.m4s", at: 1),
                .request(Self.dash, at: 10, body: second), .request(Self.dash, at: 11, body: second),
                .request(url, at: 12, body: body(ad("A", start: "1040.0"))),
                .request(Self.files + "c0-9.m4s", at: 13), .request(Self.files + "a-1.m4s", at: 14),
                .request(Self.files + "c1-1.m4s", at: 15),
            ], families: [HLSFamily(), MediaTailorFamily()])
        let place = try #require(result.stitchedPlaces.first)
        #expect(place.media == 30_000_000..<45_000_000)
        #expect(result.segmentFetches.map(\.mediaUs) == [10_000_000, 20_000_000, 30_000_000, 45_000_000])
        #expect(result.segmentFetches.map(\.ad) == [nil, nil, place.ad, nil])
        #expect(Set(result.segmentFetches.map(\.stream)).count == 1)
        #expect(result.playlistReadings.map(\.isGrown) == [true, true, false])
        let media = [0..<20_000_000, 10_000_000..<55_000_000, 10_000_000..<55_000_000] as [Range<Int64>]
        #expect(result.playlistReadings.map(\.media) == media)
    }

    @Test func anAdThatWasJoinedBeganBeforeWhatWasListed() {
        let body = manifest(
            period("a", start: 1_040, length: 15, first: 2, count: 1, begin: 10), period("c1", start: 1_055, count: 1),
            isLive: true)
        let result = FamilyOutput(
            [.request(Self.dash, body: body), .request(url, at: 1, body: self.body(ad("A", start: "1040.0")))],
            families: [HLSFamily(), MediaTailorFamily()])
        #expect(result.stitchedPlaces.map(\.media) == [-10_000_000..<5_000_000])
    }

    @Test func twoSessionsOfOneManifestAreTwoStreams() {
        let other = Self.dash.replacing("session-1", with: "session-2")
        let body = manifest(period("c0", start: 0, length: 10, count: 1), isLive: false)
        let result = FamilyOutput(
            [.request(Self.dash, body: body), .request(other, at: 1, body: body)],
            families: [HLSFamily(), MediaTailorFamily()])
        #expect(Set(result.playlistReadings.map(\.stream)).count == 2)
    }

    @Test func aPollNamesTheTokenThatItWasAskedWith() throws {
        let result = interpret([
            .request(url, method: "POST", body: body(ad("A", start: "10.0")), posted: #"{"NextToken":"t0"}"#)
        ])
        #expect(result.value(try #require(result.beacons("tracking-poll").first), "request", "nextToken") == "t0")
    }

    @Test func theAnswerThatBeginsASessionIsNoPlaylist() {
        let result = FamilyOutput(
            [
                .request(
                    "https://mt.test/v1/session/abc/conf/master.m3u8", method: "POST",
                    body: #"{"manifestUrl":"/v1/master/abc/conf/master.m3u8","trackingUrl":"/v1/tracking/abc/conf/s"}"#)
            ], families: [HLSFamily(), MediaTailorFamily()])
        #expect(result.documents.isEmpty)
        #expect(result.diagnostics.isEmpty)
    }

    @Test func theSameAdLaterInTheStreamIsAnotherOne() {
        let result = interpret([.request(url, body: body(ad("A", start: "10.0"), ad("A", start: "40.0")))])
        #expect(result.ads.count == 2)
    }

    @Test func aDocumentThatBreaksOffIsABlindSpot() {
        let result = interpret([.request(url, body: #"{"avails":[{"availId":"7""#)])
        #expect(result.diagnostics.map(\.code) == [.mediaTailorUnread])
        #expect(result.diagnostics.first?.blind?.host == "mt.test")
        #expect(result.documents.map(\.state) == [.malformed])
    }

    @Test func aDocumentThatSaysTwoThingsIsABlindSpot() {
        let twice = #"{"avails":[],"# + body(ad("A", start: "10.0")).dropFirst()
        let result = interpret([.request("https://x.test/a.json", body: twice)])
        #expect(result.diagnostics.map(\.code) == [.mediaTailorUnread])
        #expect(result.diagnostics.first?.blind?.host == "x.test")
        #expect(result.trackers.isEmpty)
    }

    @Test(arguments: ["{}", #"{"x":"\"avails\""}"#, "[]", "avails"])
    func otherJSON(body: String) {
        let result = interpret([.request("https://x.test/a.json", body: body)])
        #expect(result.documents.isEmpty)
        #expect(result.diagnostics.isEmpty)
    }
}
