import TestSupport
import Testing

/// The sample parser of the server-side insertion guide, taken at its word, on the playlist of its own kind: twelve
/// seconds of content, two ads of twelve seconds, and more content.
struct StitchedGuideTests {
    private static let shares: [(event: String, share: Double)] = [
        ("start", 0), ("firstQuartile", 0.25), ("midpoint", 0.5), ("thirdQuartile", 0.75), ("complete", 1),
    ]

    private static func playlist(isClosed: Bool = true, hasLength: Bool = true) -> String {
        func media(_ name: String, _ count: Int = 3) -> String {
            (0..<count).map { "#EXTINF:4.0,\n\(name)\($0).ts\n" }.joined()
        }
        func ad(_ number: Int) -> String {
            let lines = shares.map {
                "#EXT-X-BEACON:EVENT=\($0.event),URL=https://beacons.test/\(number)/\($0.event)\n"
            }
            return "#EXT-X-DISCONTINUITY\n" + lines.joined()
                + (hasLength ? "#EXT-X-BEACON:AD_LENGTH=12.0\n" : "") + media("ad\(number)-")
        }
        return "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-PLAYLIST-TYPE:VOD\n" + media("c") + ad(1) + ad(2)
            + (isClosed ? "#EXT-X-DISCONTINUITY\n" + media("d", 12) : "") + "#EXT-X-ENDLIST\n"
    }

    /// The player plays as the playlist says; `spans` is what the parser makes of the ads.
    private static func run(_ playlist: String, _ spans: [(ad: Int, start: Double, length: Double)]) throws -> KeptRun {
        var entries: [SampleHAR.Entry] = [
            .init(0, "https://hls.test/vod.m3u8", status: 200, body: playlist),
            .init(90, "https://hls.test/vod.m3u8", status: 200, body: playlist),
        ]
        for (offset, name) in ["c", "ad1-", "ad2-", "d"].enumerated() {
            for segment in 0..<12 where playlist.contains("\(name)\(segment).ts") {
                entries.append(
                    .init(1 + Double(offset * 12 + segment * 4), "https://hls.test/\(name)\(segment).ts", status: 200))
            }
        }
        for span in spans {
            for (event, share) in shares {
                entries.append(.init(2 + span.start + share * span.length, "https://beacons.test/\(span.ad)/\(event)"))
            }
        }
        return try KeptRun(SampleHAR(entries.sorted { $0.seconds < $1.seconds }))
    }

    private static func rules(_ run: KeptRun) throws -> Set<String> {
        Set(try run.outcome.database.rows("SELECT DISTINCT rule FROM finding").compactMap { $0.text("rule") })
    }

    @Test func aRightReadingHasNoFindings() throws {
        let run = try Self.run(Self.playlist(), [(1, 12, 12), (2, 24, 12)])
        #expect(try Self.rules(run).filter { $0.hasPrefix("ssai.") }.isEmpty)
    }

    @Test func theSecondAdGetsTheStartOfTheFirstAndTheLengthOfBoth() throws {
        let found = try Self.rules(Self.run(Self.playlist(), [(1, 12, 12), (2, 12, 24)]))
        #expect(found.contains("ssai.beacon-pod-span"))
        #expect(found.contains("ssai.beacon-timing"))
    }

    @Test func aLastAdWithoutAClosingDiscontinuityIsDropped() throws {
        let run = try Self.run(Self.playlist(isClosed: false), [(1, 12, 12)])
        // The playlist has ended, and all of the ad was fetched at the pace of playing.
        #expect(try run.outcome.errors().contains("ssai.beacon-fired"))
    }

    @Test func aPlaylistWithoutLengthsIsIgnored() throws {
        let run = try Self.run(Self.playlist(hasLength: false), [])
        #expect(try run.outcome.errors().contains("ssai.beacon-fired"))
    }

    @Test func spacesAreDeletedFromURLs() throws {
        let playlist = Self.playlist().replacing("/1/start", with: "/1/start?n=a b")
        var entries: [SampleHAR.Entry] = [.init(0, "https://hls.test/vod.m3u8", status: 200, body: playlist)]
        for segment in 0..<3 {
            entries.append(.init(13 + Double(segment * 4), "https://hls.test/ad1-\(segment).ts", status: 200))
        }
        entries.append(.init(14, "https://beacons.test/1/start?n=ab"))
        for (event, share) in Self.shares.dropFirst() {
            entries.append(.init(14 + share * 12, "https://beacons.test/1/\(event)"))
        }
        let found = try Self.rules(KeptRun(SampleHAR(entries.sorted { $0.seconds < $1.seconds })))
        #expect(found.contains("ssai.beacon-url-altered"))
    }
}

/// The samples of the guides on Google's requests.
struct GoogleGuideTests {
    private func rules(_ entries: [SampleHAR.Entry]) throws -> Set<String> {
        let run = try KeptRun(SampleHAR(entries))
        return Set(try run.outcome.database.rows("SELECT DISTINCT rule FROM finding").compactMap { $0.text("rule") })
    }

    /// The sample of the section on privacy joins path and parameters without a question mark.
    @Test func theAdTagWithoutAQuestionMark() throws {
        let found = try rules([
            .init(
                0,
                "https://pubads.g.doubleclick.net/gampad/adsiu=/21775744923/external/single_ad_samples&us_privacy=1YNN",
                status: 400)
        ])
        #expect(found.contains("ima.adtag-query"))
    }

    /// The sample names a pod by the minute in which play was pressed.
    @Test func twoBreaksWithOneID() throws {
        let base = "https://dai.google.com"
        let pod = "\(base)/linear/pods/v1/hls/network/21775744923/custom_asset/sgai-hls-live/pod/29000001.m3u8"
        let found = try rules([
            .init(
                0, "\(base)/ssai/pods/api/v1/network/21775744923/custom_asset/sgai-hls-live/stream", status: 201,
                body: #"{"stream_id":"S1","valid_for":"8h0m0s"}"#),
            .init(5, "\(pod)?stream_id=S1&pd=10000", status: 200),
            .init(95, "\(pod)?stream_id=S1&pd=10000", status: 200),
        ])
        #expect(found.contains("dai.pod-id-unique"))
    }
}
