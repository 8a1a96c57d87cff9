import Testing

@testable import Interpret

/// Playlists that a linear reader takes in stride; a reader that looks back at every line would not end on them.
@Suite struct HostilePlaylistTests {
    private func count(_ text: String) -> Int { StitchedAd.ads(of: PlaylistReader.read(Array(text.utf8))).count }

    @Test func oneLineOfCommas() {
        let commas = String(repeating: ",", count: 200_000)
        #expect(count("#EXTM3U\n#EXT-X-BEACON:EVENT=a\(commas),URL=u\n#EXTINF:1,\na") == 1)
        #expect(count("#EXTM3U\n#EXT-X-BEACON:\(commas)") == 0)
    }

    @Test func tenThousandAds() {
        let ad = "#EXT-X-DISCONTINUITY\n#EXT-X-BEACON:EVENT=start,URL=https://b.test/\n#EXTINF:1,\na.ts\n"
        #expect(count("#EXTM3U\n" + String(repeating: ad, count: 10_000) + "#EXT-X-ENDLIST") == 10_000)
    }

    @Test func twentyThousandLinesOfOneAd() {
        let lines = (0..<20_000).map { "#EXT-X-BEACON:EVENT=e\($0),URL=u\n" }.joined()
        #expect(count("#EXTM3U\n#EXT-X-DISCONTINUITY\n\(lines)#EXTINF:1,\na.ts\n#EXT-X-ENDLIST") == 1)
    }

    @Test func fiveHundredAdsOfTheSameURLThroughTheFamily() {
        let ad = "#EXT-X-DISCONTINUITY\n#EXT-X-BEACON:EVENT=start,URL=https://b.test/\n#EXTINF:1,\na.ts\n"
        let body = "#EXTM3U\n" + String(repeating: ad, count: 500) + "#EXT-X-ENDLIST"
        let result = FamilyOutput(
            [.request("https://s.test/a.m3u8", body: body), .request("https://s.test/a.m3u8", at: 1, body: body)],
            families: [HLSFamily()])
        #expect(result.documents.count == 2)
        #expect(result.ads.count == 500)
    }
}
