import Model
import Store

/// Values that the tests of this module share.
enum Samples {
    static let capture = CaptureRecord(path: "run.har", format: "har", sha256: "00", bytes: 10)

    static func time(_ microseconds: Int64) -> Timestamp {
        Timestamp(microseconds: 1_700_000_000_000_000 + microseconds)
    }

    static func exchange(at microseconds: Int64 = 0, target: String = "/p", entry: Int = 0) -> Exchange {
        Exchange(
            startedAt: time(microseconds),
            request: .init(method: "GET", scheme: "https", authority: "Tracker.Test:8443", target: target),
            response: .init(status: 204), locator: .entry(entry))
    }

    /// One statement of every kind, with local numbers.
    static let interpretation: [Interpretation] = [
        .document(
            Document(id: 1, exchange: 1, kind: .vast, state: .wellFormed, at: time(0), ready: time(5), label: "d")),
        .document(Document(id: 2, exchange: 1, kind: .vast, state: .empty, at: time(0), ready: time(5), label: "e")),
        .documentLink(DocumentLink(parent: 1, child: 2, via: .wrapper)),
        .ad(Ad(id: 1, document: 1, kind: .inline, position: 1, label: "A1")),
        .tracker(
            Tracker(
                id: 1, document: 1, ad: 1, family: .vast, event: "start", url: "https://t.test/[CACHEBUSTING]",
                host: "t.test", element: "Tracking")),
        .resource(Resource(id: 1, document: 1, ad: 1, kind: .media, url: "https://m.test/a.mp4", host: "m.test")),
        .fetch(resource: 1, exchange: 7),
        .fetch(resource: 1, exchange: 8),
        .session(Session(id: 1, kind: .omid, family: .omid, identifier: "s", label: "s", from: time(0))),
        .beacon(
            Beacon(
                id: 1, exchange: 1, family: .vast, kind: "tracker", event: "start", at: time(9), host: "t.test",
                session: 1)),
        .parameter(Parameter(beacon: 1, name: "cb", ordinal: 0, raw: "a%20b", value: "a b")),
        .firing(
            Firing(
                id: 1, beacon: 1, exchange: 1, tracker: 1, adPlay: 1, family: .vast, event: "start", at: time(9),
                answered: true, delivered: true)),
        .firing(
            Firing(
                id: 2, beacon: 1, exchange: 1, tracker: 1, adPlay: nil, family: .vast, event: "start", at: time(11),
                repeatClass: .duplicate, prior: 1, gapUs: 2, answered: true, delivered: false,
                ambiguous: true, direct: false)),
        .redirect(Redirect(exchange: 1, target: 2)),
        .firingCandidate(FiringCandidate(firing: 2, tracker: 1, adPlay: 1, score: 3)),
        .macro(Macro(firing: 1, name: "CACHEBUSTING", known: true, state: .expanded, value: "1")),
        .adPlay(AdPlay(id: 1, ad: 1, document: 1, family: .vast, label: "A1", from: time(5), endReason: .complete)),
        .playTracker(
            PlayTracker(adPlay: 1, tracker: 1, family: .vast, event: "start", document: 1, level: 0, twin: 1)),
        .playback(PlaybackSpan(adPlay: 1, from: time(9), to: nil, state: .playing, source: .beacons)),
        .ping(Ping(beacon: 1, session: 1, kind: "view", stream: "c", viewedUs: 10)),
        .omidEvent(
            OMIDEvent(beacon: 1, session: 1, event: "start", stampedAt: time(9), at: time(9), percentInView: 50)),
    ]
}

extension Database {
    /// A run with one capture and one exchange.
    func addRun(_ name: String) throws(StoreFailure) -> ID<RunRecord> {
        try write { (writer) throws(StoreFailure) in
            let run = try writer.insert(run: name, toolVersion: "0.1.0")
            let capture = try writer.insert(capture: Samples.capture, run: run)
            try writer.insert(exchange: Samples.exchange(), run: run, capture: capture)
            return run
        }
    }

    func interpret(run: ID<RunRecord>) throws(StoreFailure) {
        try write { (writer) throws(StoreFailure) in
            let ids = try writer.beginInterpretation()
            for statement in Samples.interpretation { try writer.insert(statement, run: run, ids: ids) }
        }
    }

    /// Every row of every view, as text.
    func dump() throws(StoreFailure) -> [String: [[SQLValue]]] {
        var dump: [String: [[SQLValue]]] = [:]
        for view in SchemaDocument.views { dump[view.name] = try rows("SELECT * FROM \(view.name)").map(\.values) }
        return dump
    }
}
