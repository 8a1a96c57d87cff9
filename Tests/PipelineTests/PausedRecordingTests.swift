import Store
import TestSupport
import Testing

@testable import Pipeline

/// What stands still is the recording, where a stream goes on as if it had been played.
struct PausedRecordingTests {
    private static let playlist =
        "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-PLAYLIST-TYPE:VOD\n"
        + (0..<40).map { "#EXTINF:6.0,\nc\($0).ts\n" }.joined() + "#EXT-X-ENDLIST\n"

    /// Segments 0 to 5 as they are played, nothing for a minute and a half, then one segment after another from `next`.
    private func diagnostics(next: Int, beside: [SampleHAR.Entry] = []) throws -> [Row] {
        let before = (0...5).map { SampleHAR.Entry(Double($0) * 6, "https://hls.test/c\($0).ts", status: 200) }
        let after = (0...3).map {
            SampleHAR.Entry(120 + Double($0) * 6, "https://hls.test/c\(next + $0).ts", status: 200)
        }
        let film = SampleHAR.Entry(0, "https://hls.test/film.m3u8", status: 200, body: Self.playlist)
        let outcome = try KeptRun(SampleHAR([film] + before + after + beside)).outcome
        return try outcome.database.rows(
            """
            SELECT b.from_us, b.to_us, b.hides FROM diagnostic d JOIN blind b ON b.diagnostic = d.id
            WHERE d.code = 'recording.paused'
            """)
    }

    @Test func theStreamGoesOnAsIfItHadBeenPlayed() throws {
        let pause = try #require(try diagnostics(next: 20).first)
        #expect(pause.text("hides") == "both")
        #expect((pause.integer("to_us") ?? 0) - (pause.integer("from_us") ?? 0) == 89_999_998)
    }

    @Test(arguments: [6, 12, 30])
    func theStreamGoesOnElsewhere(next: Int) throws {
        #expect(try diagnostics(next: next).isEmpty)
    }

    @Test func othersWentOn() throws {
        let beside = [SampleHAR.Entry(75, "https://app.test/state", status: 200)]
        #expect(try diagnostics(next: 20, beside: beside).isEmpty)
    }

    // MARK: Rhythms

    /// What an app sends every four seconds, from 0 to 20 and from `next` on.
    private func silences(
        beatsFrom next: Double, host: String = "app.test", path: String = "beat"
    ) throws -> [Row] {
        let times = Array(stride(from: 0, through: 20, by: 4)) + (0..<4).map { next + Double($0) * 4 }
        let har = SampleHAR(times.map { SampleHAR.Entry($0, "https://\(host)/\(path)", status: 204) })
        return try KeptRun(har).outcome.database.rows(
            """
            SELECT b.from_us, b.to_us FROM diagnostic d JOIN blind b ON b.diagnostic = d.id
            WHERE d.code = 'recording.paused'
            """)
    }

    @Test func whatComesEveryFewSecondsKeepsItsStep() throws {
        let pause = try #require(try silences(beatsFrom: 36.2).first)
        #expect((pause.integer("to_us") ?? 0) - (pause.integer("from_us") ?? 0) == 16_199_998)
    }

    /// Out of step: the app stood still. Two periods: a single one is missing, as when it was lost.
    @Test(arguments: [34, 38, 28])
    func whatComesEveryFewSecondsBeginsAnew(next: Double) throws {
        #expect(try silences(beatsFrom: next).isEmpty)
    }

    /// The beacons of an ad are as regular, and what is missing of them may not have been sent.
    @Test func whatAFamilyKnowsIsNoRhythm() throws {
        #expect(try silences(beatsFrom: 36, host: "secure-se.imrworldwide.com", path: "cgi-bin/gn?prd=dcr").isEmpty)
        #expect(try !silences(beatsFrom: 36, host: "app.test", path: "cgi-bin/gn?prd=dcr").isEmpty)
    }

    /// The app was in the background, and its timer happens to keep its step.
    @Test(arguments: [("background", 0), ("buffer_start", 1)])
    func theLogSaysThatNothingWentOn(event: String, pauses: Int) throws {
        let times = Array(stride(from: 0.0, through: 20, by: 4)) + [36.2, 40.2, 44.2, 48.2]
        let har = SampleHAR(times.map { SampleHAR.Entry($0, "https://app.test/beat", status: 204) })
        let folder = try TemporaryFolder()
        let log = [(21, event), (36, "foreground")].enumerated().map { place, line in
            """
            {"v":1,"kind":"event","name":"\(line.1)","t":\(1_769_853_600 + line.0)000,"seq":\(place + 2)}
            """
        }
        let header = #"{"v":1,"kind":"header","clock":"epoch_ms","app":"test","sdk":"ai.9.4.0.0"}"#
        var request = Certify.Request(inputs: [try folder.write(har.json, to: "run.har")], toolVersion: "0")
        request.callLogs = [try folder.write(([header] + log).joined(separator: "\n"), to: "run.nielsen.jsonl")]
        let outcome = try Certify(request, rules: ShippedRules()).certify()
        #expect(try outcome.database.rows("SELECT 1 FROM player_event").count == 2)
        #expect(try outcome.database.rows("SELECT 1 FROM diagnostic WHERE code = 'recording.paused'").count == pauses)
    }

    // MARK: Numbered media without a playlist

    /// Segments 224 to 228 as they are played, nothing for a minute, then one after another from `next`.
    private func numberedSilences(next: Int) throws -> [Row] {
        let before = (0...4).map {
            SampleHAR.Entry(Double($0) * 6, "https://cdn.test/v/seg_\(224 + $0).m4s", status: 200)
        }
        let after = (0...3).map {
            SampleHAR.Entry(90 + Double($0) * 6, "https://cdn.test/v/seg_\(next + $0).m4s", status: 200)
        }
        return try KeptRun(SampleHAR(before + after)).outcome.database.rows(
            """
            SELECT b.from_us, b.to_us FROM diagnostic d JOIN blind b ON b.diagnostic = d.id
            WHERE d.code = 'recording.paused'
            """)
    }

    @Test func numbersGoOnAsIfTheyHadBeenPlayed() throws {
        let pause = try #require(try numberedSilences(next: 239).first)
        #expect((pause.integer("to_us") ?? 0) - (pause.integer("from_us") ?? 0) == 65_999_998)
    }

    /// Where it stood, further by a jump of another length, or back.
    @Test(arguments: [229, 234, 300, 10])
    func numbersGoOnElsewhere(next: Int) throws {
        #expect(try numberedSilences(next: next).isEmpty)
    }

    @Test func theLastNumberOfAPathCounts() throws {
        let fetch = try #require(NumberedFetch(path: "/v5/chunk-stream2-00012.m4s", at: 0))
        #expect(fetch.number == 12)
        #expect(fetch.series == "/v5/chunk-stream2-.m4s")
        #expect(NumberedFetch(path: "/v5/init.mp4", at: 0) == nil)
        #expect(NumberedFetch(path: "/v5/99999999999999999999.ts", at: 0) == nil)
    }

    // MARK: A log that says that it played

    /// Pieces every six seconds, none from 12 to 60, while the log reports a position each second from `plays` on.
    private func played(
        before: [(Double, String)], plays: Range<Int> = 0..<90
    ) throws -> Int {
        let names = ["one", "two", "three", "four", "five"]
        let after = names.enumerated().map { (60 + Double($0) * 6, "https://cdn.test/b/\($1).mp4") }
        let pieces = (before + after).map { seconds, url in
            var entry = SampleHAR.Entry(seconds, url, status: 200)
            entry.type = "video/mp4"
            return entry
        }
        let har = SampleHAR([SampleHAR.Entry(0, "https://app.test/start", status: 200)] + pieces)
        let folder = try TemporaryFolder()
        let calls =
            [("loadMetadata", #"{"type":"content","assetid":"A","length":"600"}"#, plays.lowerBound)]
            + plays.map { ("playheadPosition", "\($0)", $0) }
        let log = calls.enumerated().map { place, call in
            """
            {"v":1,"kind":"call","inst":"A","api":"\(call.0)","args":\(call.1),"t":\(1_769_853_600 + call.2)000,"seq":\(place + 2)}
            """
        }
        let header = #"{"v":1,"kind":"header","clock":"epoch_ms","app":"test","sdk":"ai.9.4.0.0"}"#
        var request = Certify.Request(inputs: [try folder.write(har.json, to: "run.har")], toolVersion: "0")
        request.callLogs = [try folder.write(([header] + log).joined(separator: "\n"), to: "run.nielsen.jsonl")]
        return try Certify(request, rules: ShippedRules()).certify().database.rows(
            "SELECT 1 FROM diagnostic WHERE code = 'recording.paused'"
        ).count
    }

    @Test func itPlayedOnWithoutAPiece() throws {
        #expect(try played(before: [(6, "https://cdn.test/a/one.mp4"), (12, "https://cdn.test/a/two.mp4")]) == 1)
        #expect(try played(before: []) == 1)
    }

    /// One file, a burst, nothing that was played.
    @Test func whatWasFetchedBeforeMaySuffice() throws {
        #expect(try played(before: [(12, "https://cdn.test/ad/whole.mp4")]) == 0)
        #expect(try played(before: [(6, "https://cdn.test/a/one.mp4"), (12, "https://cdn.test/ad/whole.mp4")]) == 0)
        #expect(try played(before: [(11, "https://cdn.test/a/one.mp4"), (12, "https://cdn.test/a/two.mp4")]) == 0)
        #expect(
            try played(before: [(6, "https://cdn.test/a/one.mp4"), (12, "https://cdn.test/a/two.mp4")], plays: 50..<90)
                == 0)
    }
}
