import Testing

@testable import Reporting

@Suite struct TimelineTests {
    private let second: Int64 = 1_000_000

    private func play() throws -> ReportModel.AdPlay {
        let play = try SampleRun().model().adPlays.listed.first { $0.id == 2 }
        return try #require(play)
    }

    private func due(_ event: String, _ from: Int64?, _ to: Int64?, _ state: String = "owed") -> ReportModel.Due {
        ReportModel.Due(
            family: "vast", event: event, item: event, fromUs: from.map { $0 * second }, toUs: to.map { $0 * second },
            state: state)
    }

    private func page(_ model: ReportModel) -> String {
        String(decoding: HTMLReport(model, ReportOptions()).render(), as: UTF8.self)
    }

    // MARK: Ad plays

    /// Rows and windows are those of the account of viewing; the drawing reckons nothing.
    @Test func aPanelDrawsWhatIsDueAndWhatTheViewerDid() throws {
        var model = try SampleRun().model()
        var play = try play()
        let start = try #require(play.startUs)
        play.due = [
            due("midpoint", start / second + 5, start / second + 9), due("thirdQuartile", nil, nil),
            due("skip", 1, 2, "not owed"), due("viewable", start / second + 3, start / second + 4),
        ]
        play.viewing = [
            .init(fromUs: start, toUs: start + 5 * second, state: "playing"),
            .init(fromUs: start + 5 * second, toUs: nil, state: "paused"),
        ]
        model.adPlays = .init([play])
        let panel = try #require(Timeline(model).panels.first)
        let row = try #require(panel.rows.first { $0.event == "midpoint" })
        #expect(
            row.windows == [
                .init(fromUs: start / second * second + 5 * second, toUs: start / second * second + 9 * second)
            ])
        #expect(panel.rows.first { $0.event == "thirdQuartile" }?.windows == [])
        #expect(panel.rows.first { $0.event == "viewable" }?.marks.isEmpty == true)
        #expect(!panel.rows.contains { $0.event == "skip" })
        let page = page(model)
        #expect(page.contains("viewer playing") && page.contains(">paused</text>"))
    }

    /// Many ads are a table first, and drawn where something is wrong with them.
    @Test func manyAdsAreAMatrixAndTheFaultlessOnesWait() throws {
        var model = try SampleRun().model()
        let template = try play()
        model.adPlays = .init(
            (1...30).map { id in
                var play = template
                play.id = id
                play.due = [
                    due("start", 41, 42), due("complete", 41, 42, id > 1 ? "not owed" : "owed"),
                    due("progress", 41, 42),
                ]
                play.firings = .init(template.firings.listed.filter { $0.event == "start" })
                return play
            })
        model.findings = []
        let timeline = Timeline(model)
        let matrix = try #require(timeline.matrix)
        #expect(matrix.events == ["start", "complete", "progress"] && matrix.rows.count == 30)
        #expect(matrix.rows[1].cells.map(\.cell) == [.sent(1), .notDue, .notSeen])
        #expect(timeline.panels.compactMap(\.adPlay) == [] && timeline.faultless.count == 30)
        #expect(page(model).contains("<summary>Draw 30 ad plays without findings</summary>"))
        model.adPlays = .init(Array(model.adPlays.listed.prefix(3)))
        #expect(Timeline(model).matrix == nil && Timeline(model).faultless.isEmpty)
    }

    // MARK: Pings

    @Test func pingsHaveAPanelWithTheirWindowsAndATable() throws {
        var model = try SampleRun().model()
        let zero = try #require(model.startUs)
        model.pings = ReportModel.Limited(
            [("view", 0), ("duration", 300)].map { kind, at in
                ReportModel.Ping(
                    atUs: zero + at * second, family: "nielsen", session: 1, kind: kind, isAd: false, asset: "a",
                    isLate: false, exchange: nil, call: nil, host: "h", place: nil, status: 200)
            })
        model.pingsDue = [
            1: ["view", "duration"].map { kind in
                ReportModel.Due(
                    family: "nielsen", event: kind, item: "content a \(kind)", fromUs: zero, toUs: zero + second,
                    state: "possible")
            }
        ]
        let page = page(model)
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
