import Model
import Testing

@testable import Interpret

/// Parts of segments (RFC 8216bis, 4.4.4.9): asked for at the live edge before their segment is listed.
@Suite struct LowLatencyPartTests {
    private func playlist(_ lines: String...) -> String {
        "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:10\n" + lines.joined(separator: "\n") + "\n"
    }

    private let content = "#EXTINF:2,\nc.mp4"
    private let first = "#EXT-X-PART:DURATION=1,URI=\"a0.mp4\""
    private let second = "#EXT-X-PART:DURATION=1,URI=\"a1.mp4\""
    private let ad = "#EXT-X-DISCONTINUITY\n#EXT-X-BEACON:EVENT=start,URL=https://b.test/start"

    /// Place and length in seconds, and the ad, of what was asked for.
    private func fetches(_ requests: [(Int64, String, String)]) -> [String] {
        let exchanges = requests.map { second, name, body in
            Exchange.request("https://s.test/\(name)", at: second * 1_000_000, body: body)
        }
        return FamilyOutput(exchanges, families: [HLSFamily()]).segmentFetches.map { fetch in
            let numbers = [fetch.mediaUs, fetch.durationUs].map { $0.map { "\($0 / 1_000_000)" } ?? "-" }
            return numbers.joined(separator: "+") + (fetch.ad == nil ? "" : " ad")
        }
    }

    @Test func theyHaveTheirPlaceInTheirSegmentAndItsAd() {
        let listed = playlist(content, ad, first, second, "#EXTINF:2,\na.mp4")
        #expect(
            fetches([(0, "m.m3u8", listed), (0, "c.mp4", ""), (2, "a0.mp4", ""), (3, "a1.mp4", "")])
                == ["0+2", "2+1 ad", "3+1 ad"])
    }

    @Test func whatIsAskedForBeforeItsSegmentIsListedIsItsOwnAllTheSame() {
        let early = playlist(content, ad, first)
        let listed = playlist(content, ad, first, second, "#EXTINF:2,\na.mp4")
        #expect(
            fetches([(0, "m.m3u8", early), (2, "a0.mp4", ""), (3, "m.m3u8", listed), (3, "a1.mp4", "")])
                == ["2+1 ad", "3+1 ad"])
    }

    @Test func rangesOfTheSegmentAreAskedForByItsAddress() {
        let ranges =
            "#EXT-X-PART:DURATION=1,URI=\"a.mp4\",BYTERANGE=\"500@0\"\n"
            + "#EXT-X-PART:DURATION=1,URI=\"a.mp4\",BYTERANGE=\"500@500\""
        let listed = playlist(content, ad, ranges, "#EXTINF:2,\na.mp4")
        #expect(fetches([(0, "m.m3u8", listed), (2, "a.mp4", "")]) == ["2+2 ad"])
    }
}
