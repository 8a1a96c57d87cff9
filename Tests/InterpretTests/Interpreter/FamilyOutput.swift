import Model

@testable import Interpret

/// What families wrote besides firings: beacons with their parameters, pings, sessions, documents.
struct FamilyOutput {
    var items: [Interpretation]
    var diagnostics: [Diagnostic]

    init(_ exchanges: [Exchange], families: [any BeaconFamily]) {
        var interpreter = Interpreter(families: families)
        var outbox = Outbox<Interpretation>()
        for (index, exchange) in exchanges.enumerated() {
            interpreter.interpret(exchange, id: ID(index + 1), into: &outbox)
        }
        interpreter.finish(into: &outbox)
        items = outbox.events
        diagnostics = outbox.diagnostics
    }

    var beacons: [Beacon] { items.compactMap { if case .beacon(let value) = $0 { value } else { nil } } }
    var pings: [Ping] { items.compactMap { if case .ping(let value) = $0 { value } else { nil } } }
    var signals: [Signal] { items.compactMap { if case .signal(let value) = $0 { value } else { nil } } }
    var omidEvents: [OMIDEvent] { items.compactMap { if case .omidEvent(let value) = $0 { value } else { nil } } }
    var parameters: [Parameter] { items.compactMap { if case .parameter(let value) = $0 { value } else { nil } } }
    var sessions: [Session] { items.compactMap { if case .session(let value) = $0 { value } else { nil } } }
    var documents: [Document] { items.compactMap { if case .document(let value) = $0 { value } else { nil } } }
    var ads: [Ad] { items.compactMap { if case .ad(let value) = $0 { value } else { nil } } }
    var trackers: [Tracker] { items.compactMap { if case .tracker(let value) = $0 { value } else { nil } } }
    var resources: [Resource] { items.compactMap { if case .resource(let value) = $0 { value } else { nil } } }
    var firings: [Firing] { items.compactMap { if case .firing(let value) = $0 { value } else { nil } } }
    var playlistReadings: [PlaylistReading] {
        items.compactMap { if case .playlistReading(let value) = $0 { value } else { nil } }
    }
    var adTraces: [AdTrace] {
        items.compactMap { if case .adTrace(let value) = $0 { value } else { nil } }
    }
    var stitchedPlaces: [StitchedPlace] {
        items.compactMap { if case .stitchedPlace(let value) = $0 { value } else { nil } }
    }
    var segmentFetches: [SegmentFetch] {
        items.compactMap { if case .segmentFetch(let value) = $0 { value } else { nil } }
    }
    var adPlays: [AdPlay] { items.compactMap { if case .adPlay(let value) = $0 { value } else { nil } } }

    func beacons(_ kind: String) -> [Beacon] { beacons.filter { $0.kind == kind } }

    func value(_ beacon: Beacon, _ name: String, _ subkey: String? = nil) -> String? {
        parameters.first { $0.beacon == beacon.id && $0.name == name && $0.subkey == subkey }?.value
    }
}

extension Exchange {
    /// An answered request as the tests write it.
    static func request(
        _ url: String, method: String = "GET", at microseconds: Int64 = 0, status: Int = 200, body: String = "",
        type: String? = nil, posted: String = "", postedType: String? = nil
    ) -> Exchange {
        let fields = URLFields(url)
        let hostEnd = max(fields.host.upperBound, fields.port.upperBound)
        var requestHeaders = HeaderFields()
        if let postedType { requestHeaders.append(name: "Content-Type", value: postedType) }
        var responseHeaders = HeaderFields()
        if let type { responseHeaders.append(name: "content-type", value: type) }
        return Exchange(
            startedAt: Timestamp(microseconds: microseconds),
            request: Request(
                method: method, scheme: fields.text(fields.scheme),
                authority: fields.text(fields.host.lowerBound..<hostEnd),
                target: fields.text(fields.path.lowerBound..<fields.bytes.count), headers: requestHeaders,
                body: .kept(Array(posted.utf8))),
            response: Response(status: status, headers: responseHeaders, body: .kept(Array(body.utf8))),
            locator: .entry(0))
    }
}
