import Model
import Testing

@testable import Interpret

/// The media between two discontinuities, which a segment is part of.
@Suite struct StreamStretchTests {
    private let base = "https://cdn.test/"

    private func stretches(_ requests: [(Int64, String, String)]) -> [String] {
        FamilyOutput(
            requests.map { .request(base + $0.1, at: $0.0 * 1_000_000, body: $0.2) }, families: [HLSFamily()]
        ).segmentFetches.map { fetch in
            fetch.stretch.map { "\($0.lowerBound / 1_000_000)-\($0.upperBound / 1_000_000)" } ?? "open"
        }
    }

    @Test func aStretchIsOpenUntilADiscontinuityIsListedBehindIt() {
        let first = "#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nc0.ts\n#EXT-X-DISCONTINUITY\n#EXTINF:5,\na0.ts\n"
        let second = first + "#EXTINF:5,\na1.ts\n#EXT-X-DISCONTINUITY\n#EXTINF:5,\nc1.ts\n"
        #expect(stretches([(0, "m.m3u8", first), (1, "c0.ts", ""), (5, "a0.ts", "")]) == ["0-5", "open"])
        #expect(
            stretches([
                (0, "m.m3u8", first), (1, "c0.ts", ""), (5, "a0.ts", ""), (8, "m.m3u8", second), (9, "a1.ts", ""),
                (14, "c1.ts", ""),
            ]) == ["0-5", "5-15", "5-15", "open"])
    }
}
