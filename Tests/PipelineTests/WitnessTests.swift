import Store
import TestSupport
import Testing

@testable import Pipeline

/// Runs in which nothing was compared with what was due never pass, and those in which nothing was due do.
struct WitnessTests {
    private typealias Entry = SampleHAR.Entry

    private static let page = (0..<50).map { Entry(Double($0) * 1.2, "https://www.site.test/p\($0).js", status: 200) }
    private static let events = ["start", "firstQuartile", "midpoint", "thirdQuartile", "complete"]

    private static func vast(_ more: String = "") -> String {
        let trackers = events.map { "<Tracking event=\"\($0)\"><![CDATA[https://t.test/\($0)]]></Tracking>" }.joined()
        return """
            <VAST version="4.0"><Ad id="A1"><InLine><AdSystem>t</AdSystem><AdTitle>A1</AdTitle>\
            <Error><![CDATA[https://t.test/error?code=[ERRORCODE]]]></Error>\
            <Impression><![CDATA[https://t.test/imp]]></Impression><Creatives><Creative>\
            <UniversalAdId idRegistry="x">u1</UniversalAdId><Linear><Duration>00:00:15</Duration>\
            <TrackingEvents>\(trackers)</TrackingEvents><MediaFiles><MediaFile delivery="progressive" type="video/mp4" \
            width="640" height="360"><![CDATA[https://m.test/a.mp4]]></MediaFile></MediaFiles></Linear></Creative>\
            </Creatives>\(more)</InLine></Ad></VAST>
            """
    }

    private static func tag(_ more: String = "") -> Entry {
        Entry(1, "https://ads.test/vast.xml", status: 200, body: vast(more))
    }

    private static let playing =
        [Entry(1.2, "https://m.test/a.mp4", status: 200), Entry(2, "https://t.test/imp")]
        + events.enumerated().map { Entry(2.05 + 3.75 * Double($0), "https://t.test/\($1)") }

    private static func playlist(_ range: String) -> Entry {
        Entry(
            0, "https://cdn.test/vod.m3u8", status: 200,
            body: """
                #EXTM3U
                #EXT-X-TARGETDURATION:6
                #EXT-X-PROGRAM-DATE-TIME:2026-11-18T09:00:00Z
                #EXT-X-DATERANGE:\(range)
                #EXTINF:6,
                s0.ts
                #EXTINF:6,
                s1.ts

                """)
    }

    /// - Returns: the row of the run.
    private func row(_ entries: [Entry], facts: String? = "capture: { complete: true }") throws -> Row {
        let sorted = (Self.page + entries).sorted { $0.seconds < $1.seconds }
        let kept = try KeptRun(SampleHAR(sorted), facts: facts)
        return try #require(
            try kept.outcome.database.rows("SELECT verdict, certified, note, due, compared FROM run").first)
    }

    private func isOpen(_ entries: [Entry], _ note: String, facts: String? = "capture: { complete: true }") throws {
        let row = try row(entries, facts: facts)
        #expect(row.text("verdict") == "inconclusive" && row.int("certified") == 0)
        #expect(row.text("note")?.contains(note) == true, "\(row.text("note") ?? "")")
    }

    @Test func aScheduleAmongUnrelatedRequests() throws {
        let range = "ID=\"a\",CLASS=\"com.example.schedule\",START-DATE=\"2026-11-18T09:05:00Z\",DURATION=30"
        try isOpen([Self.playlist(range)], "nothing of its stream was fetched")
    }

    @Test func interstitialsThatWereNeverRequested() throws {
        let range =
            "ID=\"a\",CLASS=\"com.apple.hls.interstitial\",START-DATE=\"2026-11-18T09:00:12Z\",DURATION=15,"
            + "X-ASSET-URI=\"https://ads.test/a.m3u8\""
        let segments = (0..<2).map { Entry(Double($0) * 6 + 1, "https://cdn.test/s\($0).ts", status: 200) }
        try isOpen([Self.playlist(range)] + segments, "was read, and nothing of its stream was fetched")
    }

    @Test func aFirstBreakThatWasNeverRequested() throws {
        let breaks = [("start", "pre"), ("00:10:00", "mid"), ("end", "post")].map { offset, name in
            """
            <vmap:AdBreak timeOffset="\(offset)" breakType="linear" breakId="\(name)"><vmap:AdSource id="\(name)">\
            <vmap:AdTagURI templateType="vast3"><![CDATA[https://ads.test/\(name).xml]]></vmap:AdTagURI>\
            </vmap:AdSource></vmap:AdBreak>
            """
        }
        let schedule =
            "<vmap:VMAP xmlns:vmap=\"http://www.iab.net/videosuite/vmap\" version=\"1.0\">\(breaks.joined())</vmap:VMAP>"
        try isOpen(
            [Entry(1, "https://ads.test/vmap.xml", status: 200, body: schedule)],
            "a break whose time came was never requested: pre")
    }

    @Test func anImpressionAndNothingElse() throws {
        try isOpen([Self.tag(), Entry(1.1, "https://t.test/imp")], "neither its media nor its start")
    }

    /// No contract says when a vendor's own trackers fire.
    @Test func trackersOfExtensionsAreNotOwed() throws {
        let vendor = ["show_ad", "start", "complete"].map {
            "<Tracking event=\"\($0)\">https://x.test/\($0)</Tracking>"
        }
        let extensions =
            "<Extensions><Extension type=\"v\"><CustomTracking>\(vendor.joined())</CustomTracking></Extension></Extensions>"
        let row = try row([Self.tag(extensions)] + Self.playing)
        #expect(row.text("verdict") == "pass" && row.int("due") == row.int("compared"))
    }

    @Test func anAdThatWasReadAndNotPlayed() throws {
        #expect(try row([Self.tag()]).text("verdict") != "pass")
    }

    /// One ad was played and reported in full; of the other nobody knows what it declared.
    @Test func anAdDocumentWithoutItsBody() throws {
        var other = Entry(20, "https://ads.test/vast.xml?ad=2", status: 200)
        #expect(try row([Self.tag()] + Self.playing).text("verdict") == "pass")
        other.leftOut = 1_900
        try isOpen([Self.tag()] + Self.playing + [other], "does not hold the body of an ad document")
    }

    @Test func aVerificationThatNothingAccountsFor() throws {
        let verification = """
            <AdVerifications><Verification vendor="v"><JavaScriptResource apiFramework="omid" browserOptional="true">\
            <![CDATA[https://v.test/v.js]]></JavaScriptResource><TrackingEvents>\
            <Tracking event="verificationNotExecuted"><![CDATA[https://v.test/ne?r=[REASON]]]></Tracking></TrackingEvents>\
            </Verification></AdVerifications>
            """
        let open = try row([Self.tag(verification)] + Self.playing)
        #expect(open.text("verdict") == "inconclusive")
        let told = try row([Self.tag(verification)] + Self.playing + [Entry(1.9, "https://v.test/ne?r=2")])
        #expect(told.text("verdict") == "pass")
    }

    @Test func aFamilyThatIsExpected() throws {
        let expected = "expect: { families: [omid] }"
        try isOpen([Self.tag()] + Self.playing, "no omid traffic was seen", facts: expected)
    }

    // MARK: Correct neighbours

    @Test func anAdThatWasPlayed() throws {
        let row = try row([Self.tag()] + Self.playing)
        #expect(row.text("verdict") == "pass" && row.int("certified") == 1)
        #expect(try #require(row.int("compared")) > 0 && row.int("compared") == row.int("due"))
    }

    @Test func anErrorThatWasReported() throws {
        let entries = [Entry(1.5, "https://m.test/a.mp4", status: 404), Entry(2, "https://t.test/error?code=401")]
        #expect(try row([Self.tag()] + entries).text("verdict") == "pass")
    }

    @Test func anAnswerWithoutAds() throws {
        let answer = Entry(1, "https://ads.test/vast.xml", status: 200, body: "<VAST version=\"4.0\"></VAST>")
        let row = try row([answer])
        #expect(row.text("verdict") == "pass" && row.int("certified") == 0)
    }
}
