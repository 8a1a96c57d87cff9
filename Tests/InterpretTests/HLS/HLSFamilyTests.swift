import Model
import Testing

@testable import Interpret

@Suite struct HLSFamilyTests {
    private let url = "https://ssai.test/hls/live.m3u8?session=1"

    private func interpret(_ exchanges: [Exchange]) -> FamilyOutput {
        FamilyOutput(exchanges, families: [HLSFamily()])
    }

    private func seconds(_ value: Int64) -> Int64 { value * 1_000_000 }

    @Test func aReloadRepeatsItsAdsWithoutDeclaringThemAgain() {
        let result = interpret([
            .request(url, body: StitchedAdTests.pod), .request(url, at: seconds(6), body: StitchedAdTests.pod),
            .request("https://ssai.test/hls/other-variant.m3u8", at: seconds(12), body: StitchedAdTests.pod),
        ])
        #expect(result.documents.count == 3)
        #expect(result.ads.count == 2)
        #expect(result.trackers.count == 4)
        #expect(result.ads.map(\.kind) == [.stitched, .stitched])
        #expect(result.ads.map(\.durationUs) == [seconds(12), seconds(12)])
        #expect(result.trackers.map(\.event) == ["start", "complete", "start", "complete"])
        #expect(result.trackers.allSatisfy { $0.family == .ssai && $0.element == "EXT-X-BEACON" })
        #expect(result.trackers.first?.line == 8)
        #expect(
            result.resources.map(\.url) == ["a0", "a1", "b0", "b1"].map { "https://ssai.test/hls/\($0).ts" })
        #expect(result.beacons("playlist").count == 3)
    }

    @Test func theLastLineOfAPlaylistThatWasCutIsNotRead() {
        var exchange = Exchange.request(url, body: "")
        let text = StitchedAdTests.pod.utf8.prefix { $0 != UInt8(ascii: "?") }
        exchange.response?.body = Body(size: nil, content: .cut(Array(text)))
        let result = interpret([exchange])
        #expect(text.count > 100 && result.documents.count == 1)
        #expect(result.trackers.isEmpty)
    }

    @Test func beaconLinesAtWhichAPlaylistWasCutDeclareNoAdAsTheirSegmentsAreNotThere() {
        let lines = StitchedAdTests.pod.split(separator: "\n").prefix(10).map { $0 + "\n" }.joined()
        var exchange = Exchange.request(url, body: "")
        exchange.response?.body = Body(size: nil, content: .cut(Array(lines.utf8)))
        var later = Exchange.request(url, at: seconds(6), body: "")
        later.response?.body = Body(size: nil, content: .cut(Array(lines.utf8)))
        let result = interpret([exchange, later])
        #expect(lines.hasSuffix("AD_LENGTH=12\n") && result.documents.count == 2)
        #expect(result.ads.isEmpty && result.trackers.isEmpty)
    }

    @Test func theSameURLsInAnotherStreamAreOtherAds() {
        func master(_ variants: String...) -> String {
            "#EXTM3U\n" + variants.map { "#EXT-X-STREAM-INF:BANDWIDTH=1\n\($0)" }.joined(separator: "\n")
        }
        let result = interpret([
            .request("https://a.test/master.m3u8", body: master("1/low.m3u8", "1/high.m3u8")),
            .request("https://a.test/1/low.m3u8", at: 1, body: StitchedAdTests.pod),
            .request("https://a.test/1/high.m3u8", at: 2, body: StitchedAdTests.pod),
            .request("https://b.test/master.m3u8", at: 3, body: master("low.m3u8")),
            .request("https://b.test/low.m3u8", at: 4, body: StitchedAdTests.pod),
        ])
        #expect(result.ads.map(\.document) == [2, 2, 5, 5])
    }

    @Test func beaconsAreFiringsOfOnePlayEachASecondRequestIsADuplicate() {
        let result = interpret([
            .request(url, body: StitchedAdTests.pod), .request("https://b.test/1?e=s", at: seconds(12)),
            .request(url, at: seconds(15), body: StitchedAdTests.pod),
            .request("https://b.test/1?e=s", at: seconds(16)),
            .request("https://b.test/1?e=c", at: seconds(24)), .request("https://b.test/2?e=s", at: seconds(24)),
            .request("https://b.test/2?e=c", at: seconds(36)),
        ])
        #expect(result.firings.map(\.event) == ["start", "start", "complete", "start", "complete"])
        #expect(result.firings.map(\.repeatClass) == [.first, .duplicate, .first, .first, .first])
        #expect(result.firings.allSatisfy { !$0.ambiguous })
        #expect(result.adPlays.filter { $0.startAt != nil }.count == 2)
    }

    @Test func spacesInAURLAreKept() {
        let body = "#EXTM3U\n#EXT-X-BEACON:EVENT=start,URL=https://b.test/a b?c=d e\n#EXTINF:4,\na.ts\n#EXT-X-ENDLIST"
        #expect(interpret([.request(url, body: body)]).trackers.map(\.url) == ["https://b.test/a b?c=d e"])
    }

    @Test func linesThatAReloadAddsBelongToTheAdKnownAlready() {
        func playlist(_ lines: String, _ segments: Int) -> String {
            "#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:7\n#EXT-X-DISCONTINUITY\n\(lines)\n"
                + (0..<segments).map { "#EXTINF:4,\na\($0).ts" }.joined(separator: "\n")
        }
        let start = "#EXT-X-BEACON:EVENT=start,URL=https://b.test/s"
        let result = interpret([
            .request(url, body: playlist(start, 1)),
            .request(url, at: 1, body: playlist(start + "\n#EXT-X-BEACON:EVENT=complete,URL=https://b.test/c", 2)),
        ])
        #expect(result.ads.count == 1)
        #expect(result.trackers.map(\.event) == ["start", "complete"])
        #expect(Set(result.trackers.map(\.ad)).count == 1)
        #expect(result.resources.map(\.url) == ["https://ssai.test/hls/a0.ts", "https://ssai.test/hls/a1.ts"])
        #expect(Set(result.resources.map(\.ad)).count == 1)
    }

    @Test func aPlaylistThatWasNotCapturedIsBlindUntilItsNextAnswer() throws {
        var lost = Exchange.request(url, at: 5, type: "application/vnd.apple.mpegurl")
        lost.response?.body = Body(size: 900, content: .missing)
        let until = interpret([lost, .request(url, at: 9, body: "#EXTM3U")])
        #expect(until.diagnostics.map(\.code) == [.hlsPlaylistUnseen])
        #expect(until.diagnostics.first?.blind?.to == Timestamp(microseconds: 9))
        let forever = interpret([lost])
        #expect(forever.diagnostics.map(\.code) == [.hlsPlaylistUnseen])
        let blind = try #require(forever.diagnostics.first?.blind)
        #expect(blind.to == nil)
        #expect(blind.host == "ssai.test")
        #expect(forever.documents.map(\.state) == [.unseen])
    }

    @Test func aPlaylistWhoseResponseWasNotSeenIsBlind() {
        var lost = Exchange.request(url, at: 5)
        lost.response = nil
        lost.ending = .unseen
        #expect(interpret([lost]).diagnostics.map(\.code) == [.hlsPlaylistUnseen])
        lost.ending = .failed
        #expect(interpret([lost]).diagnostics.isEmpty)
    }

    @Test func anErrorPageInPlaceOfAPlaylistIsMalformed() {
        let result = interpret([.request(url, body: "<html>sorry</html>")])
        #expect(result.documents.map(\.state) == [.malformed])
        #expect(result.diagnostics.map(\.code) == [.hlsLineUnread])
    }

    @Test func faultsAreReportedOncePerPlaylist() {
        let body = "#EXTM3U\n#EXTINF:x,\na.ts\n#EXTINF:y,\nb.ts"
        let result = interpret([.request(url, body: body), .request(url, at: 1, body: body)])
        #expect(result.diagnostics.count == 1)
        #expect(result.diagnostics.first?.detail.contains("line 2: expected a duration after #EXTINF:") == true)
    }

    @Test func interstitialsAreDateRangesWithTheirAttributes() throws {
        let body = """
            #EXTM3U
            #EXT-X-DATERANGE:ID="ad1",CLASS="com.apple.hls.interstitial",X-ASSET-URI="pod/1.m3u8",CUE="PRE,ONCE"
            #EXTINF:4,
            a.ts
            """
        let request = "https://ssai.test/hls/pod/1.m3u8?_HLS_primary_id=p1&_HLS_interstitial_id=ad1"
        let result = interpret([
            .request(url, body: body), .request(url, at: 1, body: body), .request(request, at: 2, body: "#EXTM3U"),
        ])
        let range = try #require(result.beacons("daterange").first)
        #expect(result.beacons("daterange").count == 1)
        #expect(range.event == "com.apple.hls.interstitial")
        #expect(result.value(range, "CUE") == "PRE,ONCE")
        let asset = try #require(result.beacons("interstitial-request").first)
        #expect(result.value(asset, "_HLS_primary_id") == "p1")
        #expect(result.value(asset, "playlist", "asset_url") == result.value(range, "playlist", "asset_url"))
    }

    @Test func cuesAreWrittenOnceWithTheirPlace() throws {
        let body =
            "#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:5\n#EXTINF:4,\na.ts\n#EXT-X-CUE-OUT:8\n#EXTINF:4,\nb.ts\n#EXT-X-CUE-IN"
        let slid = "#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:6\n#EXT-X-CUE-OUT:8\n#EXTINF:4,\nb.ts\n#EXT-X-CUE-IN"
        let result = interpret([.request(url, body: body), .request(url, at: 1, body: slid)])
        let cues = result.beacons("cue")
        #expect(cues.map(\.event) == ["out", "in"])
        #expect(cues.allSatisfy { $0.family == .scte35 })
        #expect(cues.map { result.value($0, "value") } == ["8", nil])
        #expect(cues.map { result.value($0, "playlist", "media_sequence") } == ["6", "7"])
        #expect(result.value(try #require(cues.first), "playlist", "position_us") == "4000000")
    }

    /// A date range is told by its ID, wherever it stands (RFC 8216, section 4.3.2.7).
    @Test func aDateRangeAboveTheSegmentsIsOneCueHoweverFarTheWindowSlides() {
        let range = "#EXT-X-DATERANGE:ID=\"b1\",START-DATE=\"2026-11-20T10:00:00Z\",SCTE35-OUT=0xFC00\n"
        let bodies = (5...7).map { "#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:\($0)\n\(range)#EXTINF:4,\n\($0).ts\n" }
        let result = interpret(bodies.enumerated().map { .request(url, at: Int64($0.offset), body: $0.element) })
        #expect(result.beacons("cue").map(\.event) == ["out"])
    }

    @Test func anAssetListDeclaresItsAssetsAndTheirTrackers() {
        let body = """
            {"ASSETS":[{"URI":"a1.m3u8","DURATION":15.5,"X-AD-CREATIVE-SIGNALING":{"version":2,"payload":
            {"tracking":[{"type":"start","urls":["https://b.test/s"]}]}}},{"URI":"https://cdn.test/a2.m3u8","DURATION":10}]}
            """
        let result = interpret([.request("https://ssai.test/list.json", body: "\u{FEFF}" + body)])
        #expect(result.documents.map(\.kind) == [.assetList])
        #expect(result.ads.map(\.durationUs) == [15_500_000, 10_000_000])
        #expect(result.trackers.map(\.event) == ["start"])
        #expect(result.resources.map(\.url) == ["https://ssai.test/a1.m3u8", "https://cdn.test/a2.m3u8"])
    }

    /// SVTA 2053-2 has an array of slots, other code one slot; MediaTailor writes its tracking document.
    @Test(arguments: [
        #""X-AD-CREATIVE-SIGNALING":{"version":2,"type":"slot","payload":[{"type":"linear","tracking":[{"type":"start","urls":["https://b.test/s"]}]}]}"#,
        #""X-AD-CREATIVE-SIGNALING":{"payload":{"tracking":[{"type":"start","urls":["https://b.test/s"]}]}}"#,
        #""TRACKING":{"avails":[{"ads":[{"trackingEvents":[{"eventType":"start","beaconUrls":["https://b.test/s"]}]}]}]}"#,
    ])
    func trackersOfAnAssetList(member: String) {
        let asset = #"{"URI":"a.m3u8","DURATION":15,\#(member)}"#
        for body in [#"{"ASSETS":[\#(asset)]}"#, #"{"ASSETS":[{"URI":"a.m3u8","DURATION":15}],\#(member)}"#] {
            let result = interpret([.request("https://ssai.test/list.json", body: body)])
            #expect(result.trackers.map(\.event) == ["start"] && result.trackers.map(\.url) == ["https://b.test/s"])
            #expect(result.diagnostics.isEmpty)
        }
    }

    @Test func mediaTailorsAdsAreTheAssetsWhereThereAreAsMany() {
        let ad = #"{"trackingEvents":[{"eventType":"start","beaconUrls":["https://b.test/N"]}]}"#
        let ads = (1...2).map { ad.replacing("N", with: "\($0)") }.joined(separator: ",")
        let body =
            #"{"ASSETS":[{"URI":"1","DURATION":1},{"URI":"2","DURATION":1}],"TRACKING":{"avails":[{"ads":[\#(ads)]}]}}"#
        let result = interpret([.request("https://ssai.test/list.json", body: body)])
        #expect(result.trackers.map(\.ad) == result.ads.map { Optional($0.id) })
    }

    @Test(arguments: [
        #""X-AD-CREATIVE-SIGNALING":{"payload":{"events":[]}}"#, #""TRACKING":{"avails":[]}"#, #""TRACKING":[]"#,
    ])
    func aKeyThatDeclaresNoTrackerIsNamed(member: String) {
        let body = #"{"ASSETS":[{"URI":"a.m3u8","DURATION":15}],\#(member)}"#
        let result = interpret([.request("https://ssai.test/list.json", body: body)])
        #expect(result.trackers.isEmpty && result.diagnostics.map(\.code) == [.hlsSignalingSilent])
    }

    @Test(arguments: ["&amp;", "&"])
    func adsAsPeriodsOfAnXMLDocumentAreReadAlike(ampersand: String) {
        let body = """
            <MPD><Period id="content"/><Period id="AD_0" duration="PT12.5S" start="PT12S">
            <AssetIdentifier schemeIdUri="urn:com:vodafone:vtv:ssai:2019" value="ad"/>
            <EventStream schemeIdUri="urn:scte:scte35:2013:xml" timescale="1000">
            <Event id="0" xmlns:VTV-SSAI="urn:vodafone:vtv:ssai:event"><VTV-SSAI:beaconurls><TrackingEvents>
            <Tracking event="start">https://b.test/1?a=1\(ampersand)e=s</Tracking>
            </TrackingEvents></VTV-SSAI:beaconurls></Event></EventStream></Period></MPD>
            """
        let result = interpret([
            .request("https://ssai.test/m.mpd", body: body), .request("https://ssai.test/m.mpd", at: 1, body: body),
            .request("https://b.test/1?a=1&e=s", at: 2),
        ])
        #expect(result.documents.map(\.kind) == [.playlist, .playlist])
        #expect(result.ads.map(\.title) == ["AD_0"])
        #expect(result.ads.map(\.durationUs) == [12_500_000])
        #expect(result.trackers.map(\.event) == ["start"])
        #expect(result.firings.map(\.event) == ["start"])
    }

    @Test func anAssetListWhoseBodyIsNotInTheCaptureHidesWhatItLists() throws {
        var list = Exchange.request("https://ads.test/list?_HLS_primary_id=p1", type: "application/json")
        list.response?.body = Body(size: 200, content: .missing)
        let result = FamilyOutput([list], families: [HLSFamily()])
        #expect(result.documents.map(\.kind) == [.assetList])
        #expect(result.documents.map(\.state) == [.unseen])
        let blind = try #require(result.diagnostics.compactMap(\.blind).first)
        #expect(blind.host == "ads.test")
        #expect(blind.hides == .responses)
    }

    @Test(arguments: [
        "[REDACTED]", "***", #"{"ASSETS":"[REDACTED]"}"#, #"{"ASSETS":["[REDACTED]"]}"#,
        #"{"ASSETS":[{"URI":"https://ads.test/1.m3u8","DURATION":"[REDACTED]"}]}"#,
    ])
    func anAssetListThatASanitiserReplacedHidesWhatItLists(body: String) throws {
        let result = FamilyOutput(
            [.request("https://ads.test/list?_HLS_primary_id=p1", body: body)], families: [HLSFamily()])
        #expect(result.documents.map(\.state) == [.unseen])
        #expect(result.ads.isEmpty)
        #expect(try #require(result.diagnostics.compactMap(\.blind).first).host == "ads.test")
    }

    @Test(arguments: ["<html>", "[]", #"{"assets":[]}"#])
    func anAnswerToAnInterstitialsRequestThatIsNoAssetListIsReported(body: String) {
        let result = FamilyOutput(
            [.request("https://ads.test/list?_HLS_primary_id=p1", body: body)], families: [HLSFamily()])
        #expect(result.documents.map(\.state) == [.malformed])
        #expect(result.diagnostics.map(\.code) == [.hlsAssetListUnread])
        #expect(result.diagnostics.compactMap(\.blind).isEmpty)
    }

    @Test func anAssetListThatSaysTwoThingsHidesWhatItLists() throws {
        let result = interpret([
            .request("https://ssai.test/list.json", body: #"{"ASSETS":[{"URI":"a","DURATION":1}],"ASSETS":[]}"#)
        ])
        #expect(result.documents.map(\.state) == [.unseen])
        #expect(try #require(result.diagnostics.first).blind?.host == "ssai.test")
    }

    @Test func anAssetListThatIsNoJSONIsReported() {
        let result = interpret([
            .request("https://ssai.test/list.json?_HLS_primary_id=1", body: #"{"ASSETS":[{"URI":}"#)
        ])
        #expect(result.diagnostics.map(\.code) == [.hlsAssetListUnread])
        #expect(result.documents.map(\.state) == [.malformed])
    }

    @Test(arguments: [("ssai_clean.h2tls13", 0), ("ssai_twice.h2tls13", 1)])
    func theRecordedBeaconsAreFiringsOfTwoAds(name: String, duplicates: Int) throws {
        guard let recording = try Recording.load(name) else { return }
        let result = interpret(recording.exchanges)
        #expect(result.ads.count == 2)
        #expect(result.trackers.map(\.url) == recording.beacons.map(\.url))
        #expect(result.trackers.map(\.event) == recording.beacons.map(\.event))
        #expect(result.ads.map(\.durationUs) == [seconds(8), seconds(12)])
        for (tracker, beacon) in zip(result.trackers, recording.beacons) {
            #expect(result.firings.count { $0.tracker == tracker.id } == beacon.inServerLog)
        }
        #expect(result.firings.count { $0.repeatClass == .duplicate } == duplicates)
        #expect(result.firings.count { $0.repeatClass != .first } == duplicates)
        #expect(result.adPlays.filter { $0.startAt != nil }.count == 2)
        #expect(result.diagnostics.isEmpty)
    }
}
