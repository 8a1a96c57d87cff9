import Model
import Testing

@testable import Interpret

/// Segments that templates of a DASH manifest name (ISO/IEC 23009-1, 5.3.9.4).
@Suite struct PeriodSegmentsTests {
    private let url = URLFields("https://ssai.test/vod/m.mpd?s=1")

    private func period(_ id: String, _ template: String, times: String = "duration=\"PT10S\"") -> String {
        """
        <Period id="\(id)" \(times)><BaseURL>\(id)/</BaseURL>
        <AdaptationSet mimeType="audio/mp4"><SegmentTemplate media="a.mp4" duration="10"/><Representation id="a"/></AdaptationSet>
        <AdaptationSet mimeType="video/mp4">\(template)<Representation id="low"/><Representation id="high"/></AdaptationSet>
        <AdaptationSet mimeType="video/mp4"><EssentialProperty schemeIdUri="http://dashif.org/guidelines/trickmode"/>
        <SegmentTemplate media="t.mp4" duration="10"/><Representation id="t"/></AdaptationSet>
        </Period>
        """
    }

    private func manifest(_ periods: String..., attributes: String = #"type="static""#) throws -> PeriodSegments? {
        let body = "<MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\" \(attributes)>\(periods.joined())</MPD>"
        return PeriodSegments(try XMLTree.read(Array(body.utf8)), against: url)
    }

    private func segments(_ manifest: PeriodSegments?, track: Int = 0) -> [String] {
        (manifest?.periods ?? []).compactMap { $0.tracks.dropFirst(track).first }.flatMap { track in
            track.segments.map { segment in
                let media = [segment.media.lowerBound, segment.media.upperBound].map { "\($0 / 1_000_000)" }
                return "\(track.template.address(of: segment)) \(media.joined(separator: "-"))"
            }
        }
    }

    private let numbered = """
        <SegmentTemplate timescale="2" duration="8" startNumber="0" media="$RepresentationID$-$Number%03d$.m4s"/>
        """
    private let timed = """
        <SegmentTemplate timescale="10" media="$RepresentationID$/$Time$.m4s"><SegmentTimeline>
        <S t="0" d="20" r="1"/><S d="30" r="-1"/></SegmentTimeline></SegmentTemplate>
        """

    @Test func numbersGoOnToThePeriodsEnd() throws {
        let manifest = try manifest(
            period("c1", numbered), period("ad", numbered, times: #"duration="P0Y0M0DT0H0M4S""#))
        #expect(
            segments(manifest) == [
                "https://ssai.test/vod/c1/low-000.m4s 0-4", "https://ssai.test/vod/c1/low-001.m4s 4-8",
                "https://ssai.test/vod/c1/low-002.m4s 8-10", "https://ssai.test/vod/ad/low-000.m4s 10-14",
            ])
        #expect(manifest?.periods.map(\.tracks.count) == [2, 2])
        #expect(manifest?.periods.map(\.media) == [0..<10_000_000, 10_000_000..<14_000_000])
        #expect(segments(manifest, track: 1).last == "https://ssai.test/vod/ad/high-000.m4s 10-14")
        #expect(manifest?.isEnded == true)
        #expect(manifest?.targetUs == 4_000_000)
    }

    @Test func aTimelineNamesTimes() throws {
        let names = segments(try manifest(period("c1", timed)))
        #expect(names.map { $0.split(separator: " ").last } == ["0-2", "2-4", "4-7", "7-10"])
        #expect(names.last?.hasPrefix("https://ssai.test/vod/c1/low/70.m4s ") == true)
    }

    private let growing = """
        <SegmentTemplate timescale="10" presentationTimeOffset="17000000000" startNumber="31" media="$Number$.m4s">
        <SegmentTimeline><S t="17000000040" d="20" r="-1"/><S t="17000000080" d="20"/></SegmentTimeline></SegmentTemplate>
        """

    @Test func whatGrowsListsWhatItsTimelinesDo() throws {
        let manifest = try manifest(
            period("c1", growing, times: #"start="PT1M""#),
            attributes: #"type="dynamic" availabilityStartTime="2026-01-01T00:00:00Z""#)
        #expect(
            segments(manifest) == [
                "https://ssai.test/vod/c1/31.m4s 64-66", "https://ssai.test/vod/c1/32.m4s 66-68",
                "https://ssai.test/vod/c1/33.m4s 68-70",
            ])
        #expect(manifest?.isEnded == false)
        #expect(manifest?.epoch == "2026-01-01T00:00:00Z")
    }

    @Test func whatLiesOutsideOfItsPeriodIsNotPlayed() throws {
        let manifest = try manifest(
            period("c1", growing, times: #"start="PT1M" duration="PT7S""#), attributes: #"type="dynamic""#)
        #expect(segments(manifest).map { $0.split(separator: " ").last } == ["64-66", "66-67"])
    }

    @Test func whatIsCountedByTheClockOrNamesItsMediaInAnotherWayIsLeftOut() throws {
        let open = #"type="dynamic""#
        #expect(try manifest(period("c1", numbered, times: #"start="PT0S""#), attributes: open) == nil)
        #expect(try manifest(period("c1", timed, times: #"start="PT0S""#), attributes: open) == nil)
        #expect(try manifest(period("c1", growing, times: ""), attributes: open) == nil)
        #expect(try manifest(period("c1", numbered), period("ad", "<SegmentBase/>")) == nil)
        #expect(try manifest(period("c1", #"<SegmentTemplate timescale="0" duration="8" media="x"/>"#)) == nil)
    }

    @Test func wholeFilesHaveALengthAndNoSegments() throws {
        let file = #"<Representation id="v"><BaseURL>v.mp4</BaseURL></Representation>"#
        let period = "<Period><AdaptationSet mimeType=\"video/mp4\">\(file)</AdaptationSet></Period>"
        let whole = try manifest(period, attributes: #"type="static" mediaPresentationDuration="PT15S""#)
        #expect(whole?.media == 0..<15_000_000)
        #expect(whole?.targetUs == nil)
        #expect(segments(whole).isEmpty)
        #expect(try manifest(period) == nil)
        #expect(try manifest(period, attributes: #"type="dynamic" mediaPresentationDuration="PT15S""#) == nil)
        // Which files the other period has is not known.
        let two = try manifest(
            period, self.period("ad", numbered), attributes: #"type="static" mediaPresentationDuration="PT25S""#)
        #expect(two == nil)
    }

    @Test func aHostileTimelineIsLeftOut() throws {
        func timeline(_ entry: String) -> String {
            #"<SegmentTemplate media="x"><SegmentTimeline>\#(entry)</SegmentTimeline></SegmentTemplate>"#
        }
        #expect(try manifest(period("c1", timeline(#"<S d="1" r="9000000000000000000"/>"#), times: "")) == nil)
        let far = timeline(#"<S t="9223372036854775807" d="9223372036854775807" r="9"/>"#)
        #expect(try manifest(period("c1", far, times: "")) == nil)
    }
}
