import Model
import Testing

@testable import Interpret

/// Segments that templates of a static DASH manifest name (ISO/IEC 23009-1, 5.3.9.4).
@Suite struct PeriodSegmentsTests {
    private let url = URLFields("https://ssai.test/vod/m.mpd?s=1")

    private func period(_ id: String, _ template: String, length: String = "PT10S") -> String {
        """
        <Period id="\(id)" duration="\(length)"><BaseURL>\(id)/</BaseURL>
        <AdaptationSet mimeType="audio/mp4"><SegmentTemplate media="a.mp4" duration="10"/><Representation id="a"/></AdaptationSet>
        <AdaptationSet mimeType="video/mp4">\(template)<Representation id="low"/><Representation id="high"/></AdaptationSet>
        </Period>
        """
    }

    private func listings(_ periods: String..., type: String = "static") throws -> [PeriodSegments] {
        let body = "<MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\" type=\"\(type)\">\(periods.joined())</MPD>"
        return PeriodSegments.read(try XMLTree.read(Array(body.utf8)), against: url)
    }

    private let numbered = """
        <SegmentTemplate timescale="2" duration="8" startNumber="0" media="$RepresentationID$-$Number%03d$.m4s"/>
        """
    private let timed = """
        <SegmentTemplate timescale="10" media="$RepresentationID$/$Time$.m4s"><SegmentTimeline><S t="0" d="20" r="1"/><S d="30" r="-1"/>
        </SegmentTimeline></SegmentTemplate>
        """

    @Test func numbersGoOnToThePeriodsEnd() throws {
        let listings = try listings(period("c1", numbered), period("ad", numbered, length: "PT4S"))
        #expect(listings.count == 2)
        let low = try #require(listings.first)
        #expect(
            low.playlist.segments.map(\.uri) == [
                "https://ssai.test/vod/c1/low-000.m4s", "https://ssai.test/vod/c1/low-001.m4s",
                "https://ssai.test/vod/c1/low-002.m4s", "https://ssai.test/vod/ad/low-000.m4s",
            ])
        #expect(low.playlist.segments.map(\.durationUs) == [4_000_000, 4_000_000, 2_000_000, 4_000_000])
        #expect(low.periods == [0..<3, 3..<4])
        #expect(listings.last?.playlist.segments.last?.uri == "https://ssai.test/vod/ad/high-000.m4s")
    }

    @Test func aTimelineNamesTimes() throws {
        let segments = try listings(period("c1", timed)).first?.playlist.segments ?? []
        #expect(segments.map(\.durationUs) == [2_000_000, 2_000_000, 3_000_000, 3_000_000])
        #expect(segments.last?.uri == "https://ssai.test/vod/c1/low/70.m4s")
    }

    @Test func whatGrowsOrNamesItsMediaInAnotherWayIsLeftOut() throws {
        #expect(try listings(period("c1", numbered), type: "dynamic").isEmpty)
        #expect(try listings(period("c1", numbered), period("ad", "<SegmentBase/>")).isEmpty)
        #expect(try listings(period("c1", #"<SegmentTemplate timescale="0" duration="8" media="x"/>"#)).isEmpty)
    }
}
