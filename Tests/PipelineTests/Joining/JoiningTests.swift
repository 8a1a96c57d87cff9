import Foundation
import Store
import TestSupport
import Testing

@testable import Pipeline

/// Several inputs of one run: one account of it, whichever of them saw what.
struct JoiningTests {
    private struct Input {
        var name: String
        var bytes: [UInt8]

        init(_ name: String, _ text: String) {
            self.name = name
            bytes = Array(text.utf8)
        }

        /// The sample as a recorder saw it whose clock is ahead.
        init(_ name: String, _ sample: SampleHAR, ahead seconds: Double = 0) {
            self.init(
                name,
                SampleHAR(
                    sample.entries.map { entry in
                        var entry = entry
                        entry.seconds += seconds
                        return entry
                    }
                ).json)
        }
    }

    private func certify(_ inputs: [Input], facts: String? = SampleHAR.facts) throws -> Certify.Outcome {
        let folder = try TemporaryFolder()
        let paths = try inputs.map { try folder.write($0.bytes, to: $0.name) }
        var request = Certify.Request(inputs: paths, toolVersion: "0")
        if let facts { request.factsPath = try folder.write(facts, to: "facts.yaml") }
        return try Certify(request, rules: ShippedRules()).certify()
    }

    private func count(_ outcome: Certify.Outcome, _ sql: String) throws -> Int? {
        try outcome.database.rows("SELECT count(*) AS n FROM \(sql)").first?.int("n")
    }

    private func codes(_ outcome: Certify.Outcome) throws -> [String] {
        try outcome.database.rows("SELECT DISTINCT code FROM diagnostic WHERE code LIKE 'input.%' ORDER BY code")
            .compactMap { $0.text("code") }
    }

    // MARK: One call, several logs

    /// A wrapper writes each line to a file and to the system's log.
    @Test func theSameLinesInTwoLogsAreOneCallEach() throws {
        let lines = [
            #"{"v":1,"kind":"call","t":1732160000000,"mono":5,"inst":"A","api":"init","args":{"appid":"P1"}}"#,
            #"{"v":1,"kind":"call","t":1732160001000,"mono":6,"inst":"A","api":"playheadPosition","args":1}"#,
            #"{"v":1,"kind":"call","t":1732160001000,"mono":6,"inst":"A","api":"playheadPosition","args":1}"#,
        ]
        let other = #"{"v":1,"kind":"call","t":1732160001000,"mono":6,"inst":"A","api":"playheadPosition","args":2}"#
        let system = lines.map { "11-21 10:00:00.123  1234  1250 I NLSLOG  : NLSLOG \($0)" } + ["NLSLOG " + other]
        let outcome = try certify([
            Input("run.jsonl", lines.joined(separator: "\n")), Input("run.txt", system.joined(separator: "\n")),
        ])
        #expect(try count(outcome, "call") == 4, "two equal lines of one log are two calls")
        #expect(try codes(outcome).contains("input.calls-shared"))
    }

    /// Each log tells of its own sources: where one of another begins and ends hides nothing of them.
    @Test func aLogOfAnotherSourceHidesNothing() throws {
        func line(_ seconds: Double, _ rest: String) -> String {
            #"{"v":1,"t":\#(1_732_160_000_000 + Int(seconds * 1_000)),"mono":\#(5 + seconds),"inst":"A",\#(rest)}"#
        }
        func call(_ seconds: Double, _ api: String, _ arguments: String = "{}") -> String {
            line(seconds, #""kind":"call","source":"nielsen","api":"\#(api)","args":\#(arguments)"#)
        }
        var nielsen = [
            call(0, "init", #"{"appid":"P00000000-0000-0000-0000-000000000000"}"#),
            call(1, "play", #"{"channelName":"c1"}"#),
            call(1.1, "loadMetadata", #"{"type":"content","assetid":"one","length":"20","program":"p","title":"t"}"#),
        ]
        for second in 0...20 { nielsen.append(call(2 + Double(second), "playheadPosition", "\(second)")) }
        nielsen.append(call(22.5, "end"))
        let ima = [(30, "adBreakStart"), (31, "adStart"), (60, "adEnd"), (61, "adBreakEnd")].map { second, name in
            line(Double(second), #""kind":"event","source":"ima","name":"\#(name)","adId":"A1""#)
        }
        let outcome = try certify([
            Input("run.jsonl", nielsen.joined(separator: "\n")), Input("ads.jsonl", ima.joined(separator: "\n")),
        ])
        let blind = try outcome.database.rows(
            "SELECT rule FROM verdict WHERE rule LIKE 'nielsen.%' AND verdict = 'inconclusive' AND reason = 'blind'")
        #expect(blind.isEmpty)
    }

    // MARK: One exchange, several sightings

    @Test(arguments: [0, 0.4, 7.3, 900])
    func seenTwiceIsOnce(ahead: Double) throws {
        let outcome = try certify([Input("a.har", .clean), Input("b.har", .clean, ahead: ahead)])
        #expect(try outcome.verdict() == "pass")
        #expect(try count(outcome, "exchange") == SampleHAR.clean.entries.count)
        #expect(try count(outcome, "sighting") == 2 * SampleHAR.clean.entries.count)
        let clock = try #require(try outcome.database.rows("SELECT * FROM clock WHERE capture = 2").first)
        #expect(clock.text("method") == "estimated")
        #expect(clock.integer("offset_us") == Int64((-ahead * 1_000_000).rounded()))
        let spans = try outcome.database.rows("SELECT DISTINCT first_us, last_us FROM capture")
        #expect(spans.count == 1)
        #expect(try codes(outcome).isEmpty)
    }

    @Test func theSightingKeepsItsOwnTime() throws {
        let outcome = try certify([Input("a.har", .clean), Input("b.har", .clean, ahead: 7.3)])
        let apart = try outcome.database.rows(
            """
            SELECT DISTINCT b.at_source_us - a.at_source_us AS n FROM sighting a JOIN sighting b ON b.exchange = a.exchange
            WHERE a.capture = 1 AND b.capture = 2
            """)
        #expect(apart.compactMap { $0.int("n") } == [7_300_000])
    }

    // MARK: One file that holds its recording twice

    @Test func eachRequestBesideItsEqualIsOne() throws {
        let outcome = try certify([Input("a.har", SampleHAR(SampleHAR.clean.entries + SampleHAR.clean.entries))])
        #expect(try outcome.verdict() == "pass")
        #expect(try count(outcome, "exchange") == SampleHAR.clean.entries.count)
        #expect(try codes(outcome) == ["input.twice"])
    }

    /// An app that reports twice reads its documents once.
    @Test func onlyTheBeaconsBesideTheirEquals() throws {
        let beacons = SampleHAR.clean.entries.filter { $0.body.utf8.count < 200 }
        let outcome = try certify([Input("a.har", SampleHAR(SampleHAR.clean.entries + beacons))])
        #expect(try outcome.errors().contains("vast.quartile-once"))
        #expect(try codes(outcome).isEmpty)
    }

    /// Two players of one page are apart by a moment, however short.
    @Test func everythingAgainAMomentLater() throws {
        let again = SampleHAR.clean.entries.map { entry in
            var entry = entry
            entry.seconds += 0.003
            return entry
        }
        let outcome = try certify([Input("a.har", SampleHAR(SampleHAR.clean.entries + again))])
        #expect(try codes(outcome).isEmpty)
    }

    @Test func oneRequestWithoutItsEqual() throws {
        let again = SampleHAR.clean.entries.dropLast()
        let outcome = try certify([Input("a.har", SampleHAR(SampleHAR.clean.entries + again))])
        #expect(try codes(outcome).isEmpty)
    }

    // MARK: Real repeats

    @Test(arguments: [0, 7.3])
    func aRepeatSeenByBoth(ahead: Double) throws {
        let alone = try KeptRun(.repeated).outcome
        let outcome = try certify([Input("a.har", .repeated), Input("b.har", .repeated, ahead: ahead)])
        #expect(try outcome.errors() == alone.errors())
        #expect(try outcome.errors().contains("vast.quartile-once"))
        #expect(try count(outcome, "finding") == count(alone, "finding"))
    }

    @Test(arguments: [false, true])
    func aRepeatSeenByOne(isFirst: Bool) throws {
        let inputs = [Input("a.har", .repeated), Input("b.har", .clean, ahead: 2)]
        #expect(try certify(isFirst ? inputs : inputs.reversed()).errors().contains("vast.quartile-once"))
    }

    /// The same URL twice within the tolerance is two exchanges where one capture shows both.
    @Test func anEqualRepeatWithinTheTolerance() throws {
        let quick = SampleHAR(
            SampleHAR.clean.entries.flatMap { entry -> [SampleHAR.Entry] in
                guard entry.url.contains("midpoint") else { return [entry] }
                return [entry, .init(entry.seconds + 1, entry.url)]
            })
        for inputs in [
            [Input("a.har", quick), Input("b.har", quick, ahead: 5)], [Input("a.har", .clean), Input("b.har", quick)],
        ] {
            let outcome = try certify(inputs)
            #expect(try outcome.errors().contains("vast.quartile-once"))
            #expect(try count(outcome, "exchange") == quick.entries.count)
        }
    }

    // MARK: Blindness

    @Test func hiddenInOneSeenInTheOther() throws {
        let whole = SampleHAR.clean.json
        let cut = Input("a.har", String(whole.prefix(whole.count / 2)))
        #expect(try certify([cut]).verdict() == "inconclusive")
        #expect(try certify([cut, Input("b.har", .clean, ahead: 1)]).verdict() == "pass")
        #expect(try certify([Input("b.har", .clean, ahead: 1), cut]).verdict() == "pass")
    }

    @Test func hiddenInBoth() throws {
        let whole = SampleHAR.clean.json
        let cut = String(whole.prefix(whole.count / 2))
        #expect(try certify([Input("a.har", cut), Input("b.har", cut)]).verdict() == "inconclusive")
    }

    /// Another name of a domain that both saw: what one recorder no longer shows, the other would.
    @Test func whatOnlyTheFirstPartSawIsNotHiddenWhileTheNextRecorded() throws {
        func renamed(_ text: String) -> String {
            text.replacing("//tracker.test/impression", with: "//first.tracker.test/impression")
        }
        let entries = SampleHAR.clean.entries.map { entry in
            var entry = entry
            entry.url = renamed(entry.url)
            entry.body = renamed(entry.body)
            return entry
        }
        let later = SampleHAR.Entry(600, "https://ads.test/config", status: 200, body: "ok")
        let first = SampleHAR(entries.filter { $0.seconds < 20 })
        let next = SampleHAR(entries.filter { $0.seconds > 5 } + [later])
        #expect(try certify([Input("a.har", first), Input("b.har", next)], facts: nil).verdict() == "pass")
    }

    /// What is asked again and again is in both parts, and the last answer comes when the next part has begun.
    @Test(arguments: [10.0, 8.65])
    func aRecordingCutInTwoIsOne(at seconds: Double) throws {
        let polls = stride(from: 2.05, to: 60, by: 1).map {
            SampleHAR.Entry($0, "https://api.test/state?of=1", status: 200, body: "ok")
        }
        let later = SampleHAR.Entry(600, "https://ads.test/config", status: 200, body: "ok")
        let entries = (SampleHAR.clean.entries + polls + [later]).sorted { $0.seconds < $1.seconds }
        let outcome = try certify(
            [
                Input("a.har", SampleHAR(entries.filter { $0.seconds < seconds })),
                Input("b.har", SampleHAR(entries.filter { $0.seconds >= seconds })),
            ], facts: nil)
        #expect(try outcome.verdict() == "pass")
        #expect(try codes(outcome).isEmpty)
    }

    /// What a recorder wrote into both files bears one time; what was asked again as it changed files was sent twice.
    @Test(arguments: [(0.0, "pass"), (0.5, "fail")])
    func oneRequestThatBothPartsHold(later seconds: Double, verdict: String) throws {
        let last = try #require(SampleHAR.clean.entries.first { $0.seconds > 8 && $0.url.contains("//tracker.test/") })
        var again = last
        again.seconds += seconds
        let end = SampleHAR.Entry(600, "https://ads.test/config", status: 200, body: "ok")
        let rest = SampleHAR.clean.entries.filter { $0.seconds > last.seconds }
        let outcome = try certify(
            [
                Input("a.har", SampleHAR(SampleHAR.clean.entries.filter { $0.seconds <= last.seconds })),
                Input("b.har", SampleHAR([again] + rest + [end])),
            ], facts: nil)
        #expect(try outcome.verdict() == verdict)
    }

    // MARK: Clocks that cannot be known

    @Test func contradictingClocks() throws {
        let stretched = SampleHAR(
            SampleHAR.clean.entries.map { entry in
                var entry = entry
                entry.seconds *= 10
                return entry
            })
        let outcome = try certify([Input("a.har", .clean), Input("b.har", stretched)])
        #expect(try outcome.verdict() == "inconclusive")
        #expect(try codes(outcome) == ["input.clock-unknown"])
    }

    @Test func nothingShared() throws {
        let other = SampleHAR([.init(3, "https://example.test/", status: 200, body: "hello")])
        let outcome = try certify([Input("a.har", .clean), Input("b.har", other)])
        #expect(try outcome.verdict() == "pass")
        #expect(try codes(outcome) == ["input.not-joined"])
    }

    @Test func anotherTimeAndNoHostInCommon() throws {
        let other = SampleHAR([.init(600, "https://example.test/", status: 200, body: "hello")])
        let outcome = try certify([Input("a.har", .clean), Input("b.har", other)])
        #expect(try outcome.verdict() == "inconclusive")
        #expect(try codes(outcome) == ["input.other-time"])
    }

    // MARK: Two runs

    /// The sample as another run of the same app has it: other cache busters.
    private func another(_ seconds: Double) -> SampleHAR {
        SampleHAR(
            SampleHAR.clean.entries.map { entry in
                var entry = entry
                entry.seconds += seconds + (entry.url.contains("tracker") ? 0.2 : 0)
                entry.url = entry.url.replacing("cb=1000", with: "cb=2000")
                return entry
            })
    }

    @Test(arguments: [0, 0.7, 600])
    func anotherRunIsRefused(ahead: Double) throws {
        let thrown = #expect(throws: PipelineFailure.self) {
            try certify([Input("a.har", .clean), Input("b.har", another(ahead))])
        }
        #expect(thrown?.description.contains("holds another run than") ?? false)
        #expect(thrown?.description.contains("audit") ?? false)
    }

    /// A recorder that changes files: what comes later was not asked at the same time.
    @Test func theNextPartOfARecordingIsNoOtherRun() throws {
        let outcome = try certify([Input("a.har", .clean), Input("b.har", another(40))])
        #expect(try codes(outcome).isEmpty)
    }

    // MARK: Logs of servers

    /// The tracker's log of the sample: whole seconds, another time zone, no host.
    private func log(_ sample: SampleHAR, client: String = "203.0.113.9", hours: Int = -5) -> String {
        sample.entries.filter { $0.url.contains("tracker.test") }.map { entry in
            // The sample begins at 10:00 UTC.
            let second = Int(entry.seconds)
            let time =
                "31/Jan/2026:\(String(format: "%02d:%02d:%02d", 10 + hours, second / 60, second % 60)) \(String(format: "%+03d00", hours))"
            let target = entry.url.replacing("https://tracker.test", with: "")
            return "\(client) - - [\(time)] \"GET \(target) HTTP/2.0\" 204 0 \"-\" \"player\"\n"
        }.joined()
    }

    @Test func theServersLogBesideTheDevice() throws {
        let strangers = log(.repeated, client: "198.51.100.77")
        let outcome = try certify([Input("a.har", .clean), Input("access.log", log(.clean) + strangers)])
        #expect(try outcome.verdict() == "pass")
        #expect(try count(outcome, "exchange") == SampleHAR.clean.entries.count)
        #expect(try codes(outcome).contains("input.host-learned"))
        #expect(try codes(outcome).contains("input.other-clients"))
    }

    /// The device's file leaves the tracker out, and the log does not say whose requests it holds.
    @Test func aLogOfAnUnknownHostMayHoldWhatIsMissed() throws {
        let rest = SampleHAR(SampleHAR.clean.entries.filter { !$0.url.contains("tracker.test") })
        #expect(try certify([Input("a.har", rest)]).verdict() == "fail")
        let outcome = try certify([Input("a.har", rest), Input("access.log", log(.clean))])
        #expect(try codes(outcome).contains("input.host-unknown"))
        #expect(try outcome.verdict() == "inconclusive")
    }

    /// The log names its host and no scheme, or the one of the leg behind what ended TLS.
    @Test(arguments: [("http:", "https:"), ("https:", "http:")])
    func theSchemeOfALogSaysNothing(device: String, server: String) throws {
        func speaking(_ scheme: String) -> SampleHAR {
            SampleHAR(
                SampleHAR.clean.entries.map { entry in
                    var entry = entry
                    entry.url = entry.url.replacing("https:", with: scheme)
                    entry.body = entry.body.replacing("https:", with: device)
                    return entry
                })
        }
        let lines = speaking(server).entries.filter { $0.url.contains("tracker.test") }.map { entry in
            let target = entry.url.replacing("\(server)//tracker.test", with: "")
            let time = SampleHAR.date(entry.seconds)
            return """
                {"time_iso8601":"\(time)","request_method":"GET","request_uri":"\(target)","http_host":"tracker.test",\
                "scheme":"\(server.dropLast())","status":204,"remote_addr":"192.0.2.1"}

                """
        }
        let outcome = try certify([Input("a.har", speaking(device)), Input("access.log", lines.joined())])
        #expect(try count(outcome, "exchange") == SampleHAR.clean.entries.count)
        #expect(try outcome.errors().filter { $0.hasSuffix("-once") }.isEmpty)
    }

    @Test func aRepeatThatOnlyTheServerSaw() throws {
        let outcome = try certify([Input("a.har", .clean), Input("access.log", log(.repeated))])
        #expect(try outcome.errors().contains("vast.quartile-once"))
    }

    /// What a server fired for the viewer is no sighting of what the device fired.
    @Test func firedByTheDeviceAndByTheServer() throws {
        let beacon = try #require(SampleHAR.clean.entries.first { $0.url.contains("midpoint") })
        let event = """
            {"eventType":"BEACON_FIRED","eventTimestamp":"2026-01-31T10:00:16.900Z","awsAccountId":"1","sessionId":"s",\
            "beaconInfo":{"beaconUri":"\(beacon.url)","beaconHttpResponseCode":204,"trackingEvent":"midpoint"}}

            """
        let outcome = try certify([Input("a.har", .clean), Input("ads.json", event)])
        #expect(try count(outcome, "exchange") == SampleHAR.clean.entries.count + 1)
        #expect(try outcome.errors().contains("vast.quartile-once"))
    }
}
