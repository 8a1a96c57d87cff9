import TestSupport
import Testing

/// The sample player of the Criteo guide, taken at its word: what it sends must be found to be wrong.
struct CriteoSamplePlayerTests {
    /// The guide's state machine: a looping player that is asked for its position once per second.
    private struct Player {
        private static let steps: [(event: String, share: Double)] = [
            ("start", 0), ("firstQuartile", 0.25), ("midpoint", 0.5), ("thirdQuartile", 0.75), ("complete", 1),
        ]

        let duration: Double
        /// When the first question comes after the start of playback.
        let phase = 0.3

        /// Events with their times since the start of playback.
        func events(for seconds: Double) -> [(seconds: Double, event: String)] {
            var events: [(Double, String)] = []
            var quartile = 0
            for tick in 0..<Int(seconds) {
                let time = Double(tick) + phase
                // The looper begins anew before the position comes to the duration.
                let progress = time.truncatingRemainder(dividingBy: duration) / duration
                guard quartile < Self.steps.count else { break }
                let step = Self.steps[quartile]
                if step.event == "complete" ? progress >= step.share : progress > step.share {
                    events.append((time, step.event))
                    quartile += 1
                }
            }
            return events
        }
    }

    private static let events = ["start", "firstQuartile", "midpoint", "thirdQuartile", "complete"]

    private static func document(duration: Int) -> String {
        let tracking = events.map {
            "<Tracking event=\"\($0)\"><![CDATA[https://tracker.test/\($0)?cb=[CACHEBUSTING]]]></Tracking>"
        }.joined()
        return """
            <VAST version="4.2"><Ad id="A1"><InLine><AdSystem>sample</AdSystem><AdTitle>Sample</AdTitle>\
            <Impression><![CDATA[https://tracker.test/impression?cb=[CACHEBUSTING]]]></Impression>\
            <Impression><![CDATA[https://second.test/impression]]></Impression>\
            <Creatives><Creative><Linear><Duration>00:00:\(duration < 10 ? "0" : "")\(duration)</Duration>\
            <TrackingEvents>\(tracking)<Tracking event="start"><![CDATA[https://second.test/start]]></Tracking>\
            </TrackingEvents><VideoClicks><ClickThrough><![CDATA[https://landing.test/page]]></ClickThrough>\
            <ClickTracking><![CDATA[https://tracker.test/click]]></ClickTracking></VideoClicks><MediaFiles>\
            <MediaFile delivery="progressive" type="video/mp4" width="1" height="1">\
            <![CDATA[https://cdn.test/a.mp4]]></MediaFile></MediaFiles></Linear></Creative></Creatives></InLine></Ad></VAST>
            """
    }

    /// What the app sends: the first URL of each event, its macros untouched.
    private static func traffic(duration: Int, tapAt: Double? = nil) -> SampleHAR {
        var entries: [SampleHAR.Entry] = [
            .init(0, "https://ads.test/tag", status: 200, body: document(duration: duration)),
            .init(0.5, "https://cdn.test/a.mp4", status: 206),
            .init(1, "https://tracker.test/impression?cb=%5BCACHEBUSTING%5D"),
        ]
        entries += Player(duration: Double(duration)).events(for: 60).map { seconds, event in
            SampleHAR.Entry(1 + seconds, "https://tracker.test/\(event)?cb=%5BCACHEBUSTING%5D")
        }
        if let tapAt {
            entries.append(.init(tapAt, "https://tracker.test/click", headers: ["User-Agent": "Sample/1 CFNetwork"]))
            entries.append(
                .init(tapAt + 0.4, "https://tracker.test/click", headers: ["User-Agent": "Mozilla/5.0 (iPhone) Safari"])
            )
        }
        entries.append(.init(59.5, "https://ads.test/next", status: 200))
        return SampleHAR(entries)
    }

    private static func findings(_ run: KeptRun) throws -> Set<String> {
        Set(try run.outcome.database.rows("SELECT DISTINCT rule FROM finding").compactMap { $0.text("rule") })
    }

    @Test(arguments: [3, 6, 15, 30])
    func aLoopingPlayerNeverCompletes(duration: Int) throws {
        let run = try KeptRun(Self.traffic(duration: duration))
        #expect(try run.outcome.errors().contains("vast.complete-missing"))
        #expect(!Player(duration: Double(duration)).events(for: 60).map(\.event).contains("complete"))
    }

    @Test func theShortestCreativeReachesItsThirdQuartileInTheSecondLoop() {
        let third = Player(duration: 3).events(for: 60).first { $0.event == "thirdQuartile" }
        #expect(third.map { ($0.seconds * 10).rounded() } == 53)
    }

    @Test func onlyTheFirstURLOfEachEventIsSent() throws {
        let found = try KeptRun(Self.traffic(duration: 30)).outcome.errors()
        #expect(found.contains("vast.impression-partial"))
        #expect(found.contains("vast.event-all-urls"))
    }

    @Test func macrosLeaveAsTheyAre() throws {
        #expect(try Self.findings(KeptRun(Self.traffic(duration: 30))).contains("vast.macro-unexpanded"))
    }

    @Test func theClickTrackerIsOpenedAsThePage() throws {
        #expect(
            try KeptRun(Self.traffic(duration: 30, tapAt: 10)).outcome.errors().contains("vast.click-tracking-opened"))
        #expect(!(try KeptRun(Self.traffic(duration: 30)).outcome.errors().contains("vast.click-tracking-opened")))
    }
}
