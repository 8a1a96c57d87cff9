import Foundation
import Model
import Testing

@testable import Interpret

/// Ad creative signaling (SVTA 2053) in date ranges, and pods of it in asset lists.
@Suite struct CreativeSignalingTests {
    private let url = "https://ssai.test/hls/live.m3u8"

    private func interpret(_ exchanges: [Exchange]) -> FamilyOutput {
        FamilyOutput(exchanges, families: [HLSFamily()])
    }

    private func playlist(_ signaling: String, sequence: Int = 0) -> String {
        """
        #EXTM3U
        #EXT-X-TARGETDURATION:6
        #EXT-X-MEDIA-SEQUENCE:\(sequence)
        #EXT-X-PROGRAM-DATE-TIME:2026-11-20T10:00:00Z
        #EXT-X-DATERANGE:ID="ad-7",CLASS="urn:svta:advertising-wg:ad-creative-signaling",\
        START-DATE="2026-11-20T10:00:06Z",DURATION=15.0,X-AD-CREATIVE-SIGNALING="\(signaling)"
        #EXTINF:6.0,
        a\(sequence).ts

        """
    }

    private let pod = #"""
        {"version":2,"type":"pod","payload":[{"duration":15,"tracking":[{"type":"podStart","urls":["https://b.test/pod"]}],
        "slots":[{"start":0,"duration":7.5,"tracking":[{"type":"impression","urls":["https://b.test/1"]}]},
        {"start":7.5,"duration":7.5,"tracking":[{"type":"impression","urls":["https://b.test/2"]}]}]}]}
        """#

    @Test func aDateRangeDescribesItsAdsOnce() {
        let text = Data(pod.utf8).base64EncodedString()
        let result = interpret([
            .request(url, body: playlist(text)), .request(url, at: 6_000_000, body: playlist(text, sequence: 1)),
            .request("https://b.test/1", at: 7_000_000),
        ])
        #expect(result.ads.map(\.title) == ["ad-7/1", "ad-7/2"])
        #expect(result.trackers.map(\.event) == ["podStart", "impression", "impression"])
        #expect(result.firings.map(\.event) == ["impression"])
        #expect(result.documents.first?.state == .wellFormed)
        #expect(result.diagnostics.isEmpty)
    }

    @Test(arguments: ["e30=", "%%%", ""])
    func aDateRangeThatNamesNobodyIsSaidOnce(text: String) {
        let result = interpret([
            .request(url, body: playlist(text)), .request(url, at: 6_000_000, body: playlist(text, sequence: 1)),
        ])
        #expect(result.ads.isEmpty)
        #expect(result.diagnostics.filter { $0.code == .hlsSignalingSilent }.count == 1)
    }

    @Test func podsOfAnAssetListHaveSlots() {
        let list = #"{"ASSETS":[{"URI":"a.m3u8","DURATION":15}],"X-AD-CREATIVE-SIGNALING":\#(pod)}"#
        let result = interpret([
            .request("https://ads.test/list?_HLS_primary_id=p1", body: list, type: "application/json")
        ])
        #expect(Set(result.trackers.map(\.url)) == ["https://b.test/pod", "https://b.test/1", "https://b.test/2"])
    }
}
