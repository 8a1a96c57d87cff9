import Testing

@testable import Reporting

@Suite struct TimelineTests {
    private let second: Int64 = 1_000_000

    private func play() throws -> ReportModel.AdPlay {
        let play = try SampleRun().model().adPlays.listed.first { $0.id == 2 }
        return try #require(play)
    }

    private func setting(_ key: String, _ value: String) -> ReportModel.Setting {
        ReportModel.Setting(key: key, value: value, unit: "", source: "test")
    }

    // MARK: Quartiles

    @Test func aQuartileIsDueAsLongAsTheRulesAcceptIt() throws {
        let play = try play()
        let start = try #require(play.startUs)
        let window = try #require(Schedule(play, Tolerances([])).due.first { $0.event == "midpoint" }?.window)
        // 14 s declared: 7 s, less a poll and the margin, and 2 s late.
        #expect(window.fromUs - start == 5_750_000 && window.toUs - start == 9_000_000)
        let strict = Tolerances([
            setting("player.pollSeconds", "0.5"), setting("quartile.earlyMarginMs", "0"),
            setting("quartile.lateSeconds", "1"), setting("quartile.lateShare", "0"),
        ])
        let narrow = try #require(Schedule(play, strict).due.first { $0.event == "midpoint" }?.window)
        #expect(narrow.fromUs - start == 6_500_000 && narrow.toUs - start == 8_000_000)
    }

    @Test func aPauseMovesWhatComesAfterIt() throws {
        var play = try play()
        let start = try #require(play.startUs)
        play.playback = [
            ReportModel.Playback(fromUs: start + 5 * second, toUs: start + 8 * second, state: "paused")
        ]
        let due = Schedule(play, Tolerances([])).due
        #expect(due[0].window.fromUs - start == 2_250_000)
        #expect(due[1].window.fromUs - start == 8_750_000)
    }

    @Test(arguments: ["nan", "-1", "inf", "1e300", "", "soon"])
    func absurdSettingsDoNothing(value: String) {
        let keys = ["player.pollSeconds", "quartile.lateShare", "nielsen.intervalSeconds"]
        let tolerances = Tolerances(keys.map { setting($0, value) })
        #expect(tolerances.pollUs >= 0 && tolerances.pingIntervalUs > 0 && tolerances.quartileLateShare <= 1)
    }

    // MARK: Pings

    private func ping(
        _ kind: String, _ at: Int64, viewed: Int64? = nil, segment: Int64 = 0, isAd: Bool = false, length: Int64? = nil
    ) -> ReportModel.Ping {
        ReportModel.Ping(
            atUs: (at + 1_000) * second, family: "nielsen", session: 1, kind: kind, isAd: isAd, asset: "a",
            createdUs: at * second, segmentUs: segment * second, viewedUs: viewed.map { $0 * second }, isRepeat: false,
            isLate: false, lengthUs: length.map { $0 * second }, intervalUs: nil, exchange: nil, call: nil, host: "h",
            place: nil, status: 200)
    }

    private func windows(_ pings: [ReportModel.Ping], until end: Int64? = nil, faulty: Int64? = nil) -> [[Int64]] {
        let schedule = PingSchedule(
            pings: pings, tolerances: Tolerances([]), shift: PingSchedule.shift(of: pings),
            end: end.map { ($0 + 1_000) * second } ?? pings.map(\.atUs).max() ?? 0,
            isFaulty: { $0.createdUs == faulty.map { $0 * second } })
        return schedule.durationWindows.map { [$0.fromUs / second - 1_000, $0.toUs / second - 1_000] }
    }

    @Test func durationPingsAreDueOneIntervalAfterAnother() {
        let pings = [ping("view", 0), ping("duration", 300, viewed: 300), ping("duration", 604, viewed: 304)]
        #expect(windows(pings) == [[290, 310], [590, 610]])
        #expect(windows(pings, until: 1_000) == [[290, 310], [590, 610], [894, 914]])
    }

    @Test func aPauseMovesThePingAndAnInterruptionEndsTheInterval() {
        #expect(
            windows([ping("view", 0), ping("duration", 300, viewed: 300), ping("duration", 900, viewed: 300)])
                == [[290, 310], [890, 910]])
        // Forced out by an ad after two minutes: nothing was due later, unless a finding says so.
        let early = [ping("view", 0), ping("duration", 120, viewed: 120)]
        #expect(windows(early) == [])
        #expect(windows(early, faulty: 120) == [[290, 310]])
    }

    @Test func theDurationPingOfAnAdIsDueAtItsEnd() {
        #expect(windows([ping("view", 0, isAd: true, length: 30)], until: 60) == [[20, 40]])
        #expect(windows([ping("view", 0, isAd: true, length: 30)], until: 10) == [])
    }

    @Test func pingsHaveAPanelWithTheirWindowsAndATable() throws {
        var model = try SampleRun().model()
        let zero = try #require(model.startUs)
        let pings = [ping("view", 0), ping("duration", 300, viewed: 300)].map { ping in
            var ping = ping
            ping.atUs = zero + (ping.createdUs ?? 0)
            return ping
        }
        model.pings = ReportModel.Limited(pings)
        let page = String(decoding: HTMLReport(model, ReportOptions()).render(), as: UTF8.self)
        let panel = try #require(page.range(of: "<h3>Pings that measure viewing</h3>"))
        let rest = page[panel.upperBound...]
        let drawing = try #require(rest.range(of: "</svg>")).lowerBound
        #expect(rest[..<drawing].matches(of: /class="band"/).count == 2)
        #expect(rest[drawing...].contains("<td>content a duration</td>"))
    }

    // MARK: Blindness

    private func blind(
        _ capture: Int?, _ from: Int64?, _ to: Int64?, host: String? = nil, code: String? = nil, reason: String = "why"
    ) -> ReportModel.BlindStretch {
        ReportModel.BlindStretch(
            capture: capture, fromUs: from.map { $0 * second }, toUs: to.map { $0 * second }, host: host, server: nil,
            hides: "both", reason: reason, code: code)
    }

    private func joined(_ blind: [ReportModel.BlindStretch]) throws -> ReportModel {
        var model = try SampleRun().model()
        var other = try #require(model.captures.first)
        other.path = "runs/other.pcapng"
        model.captures.append(other)
        for index in model.captures.indices { model.captures[index].firstUs = 0 }
        model.blind = ReportModel.Limited(blind)
        return model
    }

    @Test func inputsThatAreBlindTogetherAreToldOnce() throws {
        let model = try joined([blind(0, nil, 0), blind(1, nil, 0), blind(0, 28, nil), blind(1, 30, nil)])
        #expect(
            model.blindSpans.map { BlindWords(blind: $0, model: model).span } == [
                "until +0.000 s", "from +28.000 s on in capture.har, from +30.000 s on in other.pcapng",
            ])
        #expect(BlindWords(blind: model.blindSpans[0], model: model).why == "why, in 2 of 2 inputs")
    }

    @Test func stretchesOfOneCauseAreToldOnce() throws {
        let model = try joined([
            blind(0, 1, 4, host: "a.test", code: "tls.secret-missing", reason: "5 bytes"),
            blind(0, 2, 9, host: "a.test", code: "tls.secret-missing", reason: "7 bytes"),
            blind(0, 3, 4, host: "b.test", code: "tls.secret-missing", reason: "5 bytes"),
            blind(0, 12, 13, host: "a.test", code: "tls.secret-missing", reason: "5 bytes"),
        ])
        let words = model.blindSpans.map { BlindWords(blind: $0, model: model) }
        #expect(words.map(\.span) == ["+1.000 s to +9.000 s", "+3.000 s to +4.000 s", "+12.000 s to +13.000 s"])
        #expect(words[0].why == "5 bytes (and 1 more like it), in capture.har")
    }

    /// What one input lacks the other shows: only what both lack is hatched over everything.
    @Test func onlyWhatNoInputSawHidesEverything() throws {
        let model = try joined([blind(0, 28, nil), blind(1, 30, nil), blind(0, 3, 5, host: "a.test")])
        let hidden = Hidden(model, from: 0, to: 40 * second)
        #expect(hidden.everything.map(\.span.fromUs) == [30 * second])
        #expect(hidden.parts.map(\.words) == ["any host in capture.har", "a.test in capture.har"])
    }
}
