import Foundation

/// A HAR made by hand: one linear ad of thirty seconds and its beacons.
public struct SampleHAR: Sendable {
    public struct Entry: Sendable {
        public var seconds: Double
        public var url: String
        public var status: Int
        public var body: String
        /// Of the request.
        public var headers: [String: String]
        /// Where the answer leads on.
        public var location = ""
        /// How many bytes the answer's body had, of which the exporter kept none.
        public var leftOut: Int?
        /// The Content-Type of the answer's header.
        public var type: String?
        /// The browser answered it from memory.
        public var isFromMemory = false

        public init(
            _ seconds: Double, _ url: String, status: Int = 204, body: String = "", headers: [String: String] = [:]
        ) {
            self.seconds = seconds
            self.url = url
            self.status = status
            self.body = body
            self.headers = headers
        }

        fileprivate var headerItems: String {
            headers.sorted { $0.key < $1.key }.map { name, value in
                "{\"name\":\(SampleHAR.quoted(name)),\"value\":\(SampleHAR.quoted(value))}"
            }.joined(separator: ",")
        }
    }

    public var entries: [Entry]

    public init(_ entries: [Entry]) {
        self.entries = entries
    }

    private static let events: [(name: String, seconds: Double)] = [
        ("impression", 1), ("start", 1.1), ("firstQuartile", 8.6), ("midpoint", 16.1), ("thirdQuartile", 23.6),
        ("complete", 31.1),
    ]

    /// Every beacon once, in time.
    public static let clean: SampleHAR = {
        let trackers = events.dropFirst().map {
            "<Tracking event=\"\($0.name)\"><![CDATA[https://tracker.test/\($0.name)?cb=[CACHEBUSTING]]]></Tracking>"
        }
        let vast = """
            <VAST version="4.2"><Ad id="A1"><InLine><AdSystem>sample</AdSystem><AdTitle>Sample</AdTitle>\
            <Impression><![CDATA[https://tracker.test/impression?cb=[CACHEBUSTING]]]></Impression><Creatives><Creative>\
            <Linear><Duration>00:00:30</Duration><TrackingEvents>\(trackers.joined())</TrackingEvents><MediaFiles>\
            <MediaFile delivery="progressive" type="video/mp4" width="1" height="1">\
            <![CDATA[https://cdn.test/a.mp4]]></MediaFile></MediaFiles></Linear></Creative></Creatives></InLine></Ad></VAST>
            """
        let beacons = events.enumerated().map { place, event in
            Entry(event.seconds, "https://tracker.test/\(event.name)?cb=\(10_000_000 + place)")
        }
        return SampleHAR(
            [
                Entry(0, "https://ads.test/tag?ad=1", status: 200, body: vast),
                Entry(0.5, "https://cdn.test/a.mp4", status: 206),
            ] + beacons)
    }()

    /// The recording ends while the ad plays.
    public static let cutOff = SampleHAR(Array(clean.entries.prefix(6)))

    /// `midpoint` goes out a second time.
    public static let repeated = SampleHAR(
        clean.entries + [Entry(20, "https://tracker.test/midpoint?cb=99999999")])

    /// What a person knows of them: recording ran on.
    public static let facts = "capture: { complete: true }\n"

    public var json: String {
        let items = entries.map { entry in
            """
            {"startedDateTime":"\(SampleHAR.date(entry.seconds))","time":20,
             "request":{"method":"GET","url":\(SampleHAR.quoted(entry.url)),"httpVersion":"HTTP/2.0",\
            "headers":[\(entry.headerItems)],"queryString":[],"cookies":[],"headersSize":-1,"bodySize":0},
             "response":{"status":\(entry.status),"statusText":"","httpVersion":"HTTP/2.0",\
            "headers":[\(entry.type.map { #"{"name":"Content-Type","value":"\#($0)"}"# } ?? "")],"cookies":[],\
            "content":{"size":\(entry.leftOut ?? entry.body.utf8.count),\
            "mimeType":"\(entry.body.isEmpty && entry.leftOut == nil ? "" : "text/xml")",\
            "text":\(SampleHAR.quoted(entry.body))},"redirectURL":\(SampleHAR.quoted(entry.location)),"headersSize":-1,"bodySize":-1},
             "cache":{},"timings":{"send":0,"wait":20,"receive":0}\(entry.isFromMemory ? #","_fromCache":"memory""# : "")}
            """
        }
        return """
            {"log":{"version":"1.2","creator":{"name":"sample","version":"1"},"entries":[
            \(items.joined(separator: ",\n"))
            ]}}

            """
    }

    /// Seconds after 2026-01-31, 10:00 UTC.
    public static func date(_ seconds: Double) -> String {
        let milliseconds = Int((seconds * 1_000).rounded())
        func padded(_ value: Int, _ digits: Int) -> String {
            let text = String(value)
            return String(repeating: "0", count: max(0, digits - text.count)) + text
        }
        let minutes = padded(milliseconds / 60_000 % 60, 2)
        return "2026-01-31T10:\(minutes):\(padded(milliseconds / 1_000 % 60, 2)).\(padded(milliseconds % 1_000, 3))Z"
    }

    fileprivate static func quoted(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
        return "\"\(escaped)\""
    }
}
