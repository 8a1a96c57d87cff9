import Model

@testable import Interpret

/// A hand-made run: requests at given seconds, most of them answered with 200.
struct Scene {
    private(set) var exchanges: [Exchange] = []
    var client: String?

    /// Adds a request.
    ///
    /// - Parameter status: 0 for a request without an answer.
    mutating func request(
        _ seconds: Double, _ url: String, method: String = "GET", status: Int = 200, body: String? = nil,
        location: String? = nil, headers: [(String, String)] = [], server: String? = nil, notes: [String] = [],
        content: Body? = nil, answered: Double? = nil, sent: String? = nil
    ) {
        let at = Scene.time(seconds)
        var requestHeaders = HeaderFields()
        for (name, value) in headers { requestHeaders.append(name: name, value: value) }
        var responseHeaders = HeaderFields()
        if let location { responseHeaders.append(name: "Location", value: location) }
        let fields = URLFields(url)
        let authority =
            fields.port.isEmpty
            ? fields.text(fields.host) : fields.text(fields.host.lowerBound..<fields.port.upperBound)
        let target = String(decoding: fields.bytes[fields.path.lowerBound...], as: UTF8.self)
        exchanges.append(
            Exchange(
                startedAt: at,
                request: Exchange.Request(
                    method: method, scheme: fields.text(fields.scheme), authority: authority, target: target,
                    headers: requestHeaders, body: sent.map { .kept(Array($0.utf8)) } ?? .none),
                response: status == 0
                    ? nil
                    : Exchange.Response(
                        status: status, headers: responseHeaders,
                        body: content ?? body.map { .kept(Array($0.utf8)) } ?? .none,
                        startedAt: answered.map(Scene.time), endedAt: at.advanced(byMicroseconds: 10_000)),
                ending: status == 0 ? .failed : .answered,
                connection: Exchange.Connection(client: client, server: server), locator: .entry(exchanges.count),
                notes: notes))
    }

    /// Adds the answer to an ad request.
    mutating func document(_ seconds: Double, _ vast: String, at url: String = "https://ads.test/tag") {
        request(seconds, url, body: vast)
    }

    /// Adds one request per event on the plain tracker `https://t.test/<event>`.
    mutating func fire(_ events: [(Double, String)], suffix: String = "") {
        for (seconds, event) in events { request(seconds, "https://t.test/\(event)\(suffix)") }
    }

    /// The run, ordered in time as the pipeline delivers it.
    func interpret(probes: Set<ID<Exchange>> = []) -> Interpreted {
        Interpreted(exchanges.sorted { $0.startedAt < $1.startedAt }, probes: probes)
    }

    static func time(_ seconds: Double) -> Timestamp {
        Timestamp(microseconds: 1_700_000_000_000_000 + Int64((seconds * 1_000_000).rounded()))
    }

    /// A clean play of 10 seconds that begins at `seconds`.
    static func play(_ seconds: Double) -> [(Double, String)] {
        [
            (seconds, "loaded"), (seconds + 0.01, "impression"), (seconds + 0.1, "start"),
            (seconds + 2.6, "firstQuartile"), (seconds + 5.1, "midpoint"), (seconds + 7.6, "thirdQuartile"),
            (seconds + 10.1, "complete"),
        ]
    }
}

/// VAST text for scenes.
enum VAST {
    static let events = [
        "loaded", "start", "firstQuartile", "midpoint", "thirdQuartile", "complete", "pause", "resume", "mute", "skip",
        "closeLinear",
    ]

    /// One inline ad of 10 seconds whose trackers are `https://t.test/<event>` and the suffix.
    static func inline(suffix: String = "", id: String = "A1", sequence: Int? = nil, extra: String = "") -> String {
        document(ad(suffix: suffix, id: id, sequence: sequence, extra: extra))
    }

    static func document(_ ads: String) -> String {
        "<VAST version=\"4.2\">\(ads)</VAST>"
    }

    static func ad(suffix: String = "", id: String = "A1", sequence: Int? = nil, extra: String = "") -> String {
        let trackers = events.map { tracking($0, suffix: suffix) }.joined()
        let order = sequence.map { " sequence=\"\($0)\"" } ?? ""
        return """
            <Ad id="\(id)"\(order)><InLine><AdTitle>Spot</AdTitle>
            <Impression><![CDATA[https://t.test/impression\(suffix)]]></Impression>
            <Error><![CDATA[https://t.test/error\(suffix)]]></Error>
            <Creatives><Creative id="c"><Linear><Duration>00:00:10</Duration>
            <TrackingEvents>\(trackers)\(extra)</TrackingEvents></Linear></Creative></Creatives></InLine></Ad>
            """
    }

    static func tracking(_ event: String, suffix: String = "") -> String {
        "<Tracking event=\"\(event)\"><![CDATA[https://t.test/\(event)\(suffix)]]></Tracking>"
    }

    static func wrapper(to tag: String, events: [String] = ["impression", "start", "complete", "error"]) -> String {
        let tracking = events.filter { $0 != "impression" && $0 != "error" }.map {
            "<Tracking event=\"\($0)\">https://w.test/\($0)</Tracking>"
        }
        return document(
            """
            <Ad id="W"><Wrapper><VASTAdTagURI><![CDATA[\(tag)]]></VASTAdTagURI>
            <Impression>https://w.test/impression</Impression><Error>https://w.test/error</Error>
            <Creatives><Creative><Linear><TrackingEvents>\(tracking.joined())</TrackingEvents></Linear></Creative>
            </Creatives></Wrapper></Ad>
            """)
    }
}
