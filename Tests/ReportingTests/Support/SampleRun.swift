import Model
import Store

@testable import Reporting

/// A run as the stages would leave it: a looping player that fires its quartiles again, a clean second ad, Nielsen pings
/// with identifiers, an undecrypted host, an accepted finding, and rules that could not decide.
struct SampleRun {
    /// Applied to every field that a capture, a document or a person fills.
    var captured: @Sendable (String) -> String = { $0 }
    /// How many more findings to add, for size and speed.
    var moreFindings = 0
    var verdict: Verdict = .fail

    static let identifiers = [
        "12b9f2a0c4d81e7733aa90bb41c2d5e612b9f2a0c4d81e7733aa90bb41c2d5e6", "yvx0abcdefghijklmnopqrstuvwxy1629966209",
        "iqalabcdefghijklmnopqrstuvwxy1629966240", "a2nfabcdefghijklmnopqrstuvwxy1629966210",
        "20A7CFD5-1111-4222-8333-444455556666", "c0ffee:stream:4711", "someone@example.test", "59.3293",
    ]

    func model(limits: ReportLimits = ReportLimits()) throws -> ReportModel {
        let database = try Database.temporary()
        let run = try fill(database)
        return try ReportModel(reading: database, run: run, limits: limits)
    }

    static let zero = Timestamp(microseconds: 1_795_234_878_052_000)

    static func at(_ seconds: Double) -> Timestamp {
        zero.advanced(byMicroseconds: Int64(seconds * 1_000_000))
    }

    func fill(_ database: Database) throws -> ID<RunRecord> {
        try database.write { (writer) throws(StoreFailure) in
            let run = try writer.insert(run: captured("capture.har"), toolVersion: "0.1.0")
            let capture = try writer.insert(
                capture: CaptureRecord(
                    path: captured("capture.har"), format: "har",
                    sha256: "9c1f0e2db4a86d1ee1c8f41b7b2b1c5a6a3de3b5db4f7f1b3c1ad8f6a9d0e7c2", bytes: 151_202,
                    source: captured("Playwright 1.50"), first: Self.at(0), last: Self.at(58)), run: run)
            try writer.insert(clock: ClockRecord(), capture: capture)
            try writer.insert(
                flow: FlowRecord(
                    number: 1, transport: "tls", serverName: captured("verify.criteo.example.test"),
                    first: Self.at(0.3),
                    last: Self.at(30), clientBytes: 5_120, serverBytes: 9_000, undecrypted: "no secret"), run: run,
                capture: capture)
            var scene = Scene(run: run, capture: capture, ids: try writer.beginInterpretation(), captured: captured)
            try scene.play(&writer)
            try judge(&writer, scene)
            return run
        }
    }
}

/// What happened, with the numbers that judgement needs.
struct Scene {
    let run: ID<RunRecord>
    let capture: ID<CaptureRecord>
    let ids: IDMap
    let captured: @Sendable (String) -> String
    private(set) var firings: [(event: String, id: ID<Firing>, exchange: ID<Exchange>, at: Timestamp)] = []
    private(set) var pings: [(exchange: ID<Exchange>, beacon: ID<Beacon>, at: Timestamp)] = []
    private var entry = 0
    private var beacons: ID<Beacon> = 0

    static let events = ["start", "firstQuartile", "midpoint", "thirdQuartile", "complete"]

    init(run: ID<RunRecord>, capture: ID<CaptureRecord>, ids: IDMap, captured: @escaping @Sendable (String) -> String) {
        self.run = run
        self.capture = capture
        self.ids = ids
        self.captured = captured
    }

    mutating func play(_ writer: inout Writer) throws(StoreFailure) {
        try ad(&writer, 1, "A1001", "Spring sale", from: 0.19)
        try fire(&writer, 1, [("impression", 0.463), ("start", 0.621), ("firstQuartile", 4.074)])
        try fire(&writer, 1, [("midpoint", 7.527), ("thirdQuartile", 11.246), ("complete", 14.493)])
        try fire(&writer, 1, repeated: true, [("start", 14.504), ("firstQuartile", 18.215), ("midpoint", 21.668)])
        try fire(&writer, 1, repeated: true, [("thirdQuartile", 25.121), ("complete", 28.651)])
        try write(
            &writer,
            .playback(
                PlaybackSpan(adPlay: 1, from: SampleRun.at(8), to: SampleRun.at(8.4), state: .paused, source: .beacons))
        )
        try ad(&writer, 2, "A2002", "Autumn", from: 40)
        try fire(&writer, 2, [("impression", 40.2), ("start", 40.3), ("firstQuartile", 43.8), ("midpoint", 47.4)])
        try fire(&writer, 2, [("thirdQuartile", 50.9), ("complete", 54.4)])
        for index in 0..<3 { try ping(&writer, at: 2 + Double(index) * 20) }
    }

    private mutating func ad(
        _ writer: inout Writer, _ number: Int, _ label: String, _ title: String, from: Double
    ) throws(StoreFailure) {
        let exchange = try request(
            &writer, at: from, "GET", "ads.example.test", "/vast/tag.xml?pid=8812&lat=59.3293&cb=127557\(number)")
        let at = SampleRun.at(from)
        try write(
            &writer,
            .document(
                Document(
                    id: ID(number), exchange: exchange, kind: .vast, version: "4.2", state: .wellFormed, at: at,
                    ready: at,
                    ads: 1, label: captured("VAST tag.xml"))))
        try write(
            &writer,
            .ad(
                Ad(
                    id: ID(number), document: ID(number), kind: .inline, position: 1, adID: captured(label),
                    title: captured(title), label: captured(label), durationUs: 14_000_000)))
        for (index, event) in (["impression"] + Self.events + ["closeLinear"]).enumerated() {
            let tracker = number * 100 + index
            try write(
                &writer,
                .tracker(
                    Tracker(
                        id: ID(tracker), document: ID(number), ad: ID(number), family: .vast, event: event,
                        url: captured("https://tracker.example.test/px?e=\(event)&ad=\(label)&cb=[CACHEBUSTING]"),
                        host: "tracker.example.test", element: "Tracking", line: 12 + index)))
            try write(
                &writer,
                .playTracker(
                    PlayTracker(
                        adPlay: ID(number), tracker: ID(tracker), family: .vast, event: event, document: ID(number),
                        level: 0,
                        twin: index)))
        }
        try write(
            &writer,
            .adPlay(
                AdPlay(
                    id: ID(number), ad: ID(number), document: ID(number), family: .vast, label: captured(label),
                    title: captured(title), creative: captured("creative-\(label)"), durationUs: 14_000_000,
                    from: at, impressionAt: SampleRun.at(from + 0.27),
                    startAt: SampleRun.at(number == 1 ? 0.621 : 40.3),
                    end: SampleRun.at(from + 14.3), endReason: .complete)))
    }

    private mutating func fire(
        _ writer: inout Writer, _ play: Int, repeated: Bool = false, _ events: [(event: String, at: Double)]
    ) throws(StoreFailure) {
        for (event, seconds) in events {
            let exchange = try request(
                &writer, at: seconds, event == "complete" ? "POST" : "GET", "tracker.example.test",
                "/px?e=\(event)&ad=A\(play)00\(play)&li=77120&cb=\(60_487_852 + entry)&ts=2026-11-21T04%3A21%3A22.125Z",
                status: event == "complete" ? 204 : 200)
            let beacon = try beacon(&writer, exchange, .vast, "tracker", event, seconds, "tracker.example.test")
            let id = ID<Firing>(firings.count + 1)
            try write(
                &writer,
                .firing(
                    Firing(
                        id: id, beacon: beacon, exchange: exchange,
                        tracker: ID(play * 100 + ((["impression"] + Self.events).firstIndex(of: event) ?? 0)),
                        adPlay: ID(play),
                        family: .vast, event: event, at: SampleRun.at(seconds),
                        repeatClass: repeated ? .duplicate : .first, answered: true, delivered: true)))
            firings.append((event, id, exchange, SampleRun.at(seconds)))
        }
    }

    private mutating func ping(_ writer: inout Writer, at seconds: Double) throws(StoreFailure) {
        let identifiers = SampleRun.identifiers
        let query =
            "prd=dcr&c9=devid,\(identifiers[0])&c1=nuid,\(identifiers[0])&sessionId=\(identifiers[1])"
            + "&c59=sesid,\(identifiers[2])&fp_id=\(identifiers[3])&ve_id=\(identifiers[4])&uoo=true&ai=A1001"
            + "&email=someone%40example.test&stream_id=c0ffee%3Astream%3A4711&c16=sdkv,ai.8.1.0"
        let exchange = try request(
            &writer, at: seconds, "GET", "secure-se.imrworldwide.example.test", "/cgi-bin/gn?" + query)
        let id = try beacon(
            &writer, exchange, .nielsen, "ping", "duration", seconds, "secure-se.imrworldwide.example.test")
        try write(
            &writer,
            .parameter(
                Parameter(
                    beacon: id, name: "c9", subkey: "devid", ordinal: 1, raw: identifiers[0], value: identifiers[0])))
        try write(
            &writer,
            .ping(
                Ping(
                    beacon: id, session: nil, kind: "duration", stream: "c", asset: captured("A1001"),
                    createdAt: SampleRun.at(seconds), segmentAt: SampleRun.at(0), viewedUs: 0)))
        pings.append((exchange, id, SampleRun.at(seconds)))
    }

    private mutating func beacon(
        _ writer: inout Writer, _ exchange: ID<Exchange>, _ family: Family, _ kind: String, _ event: String,
        _ at: Double,
        _ host: String
    ) throws(StoreFailure) -> ID<Beacon> {
        beacons.number += 1
        try write(
            &writer,
            .beacon(
                Beacon(
                    id: beacons, exchange: exchange, family: family, kind: kind, event: event, at: SampleRun.at(at),
                    host: host)))
        return beacons
    }

    private mutating func request(
        _ writer: inout Writer, at seconds: Double, _ method: String, _ host: String, _ target: String,
        status: Int = 200
    ) throws(StoreFailure) -> ID<Exchange> {
        defer { entry += 1 }
        return try writer.insert(
            exchange: Exchange(
                startedAt: SampleRun.at(seconds),
                request: Exchange.Request(
                    method: captured(method), scheme: "https", authority: captured(host), target: captured(target)),
                response: Exchange.Response(status: status), locator: .entry(entry)), run: run, capture: capture)
    }

    private func write(_ writer: inout Writer, _ interpretation: Interpretation) throws(StoreFailure) {
        try writer.insert(interpretation, run: run, ids: ids)
    }
}
