import Store
import TestSupport
import Testing

@testable import Pipeline

/// URLs of several hosts that end at one length, and none that is longer: whoever recorded them cut them there.
struct CutURLTests {
    private static let document = """
        <VAST version="4.2"><Ad id="1"><InLine><AdSystem>s</AdSystem><AdTitle>t</AdTitle>
        <Impression><![CDATA[https://count.test/impression/0123456789?c=1]]></Impression>
        <Creatives><Creative><Linear><Duration>00:00:10</Duration><TrackingEvents>
        <Tracking event="start"><![CDATA[https://count.test/begin/0123456789abc?c=1]]></Tracking>
        <Tracking event="complete"><![CDATA[https://count.test/e?event=complete&n=0123456789]]></Tracking>
        </TrackingEvents></Linear></Creative></Creatives></InLine></Ad></VAST>
        """
    private static let length = 34

    /// What is reported of the trackers' host, and the events that were told all the same.
    private func reading(_ urls: [String]) throws -> (diagnostics: [Row], events: [String?]) {
        let tag = SampleHAR.Entry(0, "https://ads.test/tag", status: 200, body: Self.document)
        let requests = urls.enumerated().map { SampleHAR.Entry(Double($0.offset) + 1, $0.element, status: 200) }
        let database = try KeptRun(SampleHAR([tag] + requests)).outcome.database
        return (
            try database.rows(
                """
                SELECT b.host, b.hides FROM diagnostic d JOIN blind b ON b.diagnostic = d.id
                WHERE d.code = 'interpret.url-cut' AND d.subject = 'count.test' AND b.from_us IS NULL
                """),
            try database.rows("SELECT event FROM firing ORDER BY id").map { $0.text("event") }
        )
    }

    private static let urls = [
        "https://count.test/impression/0123456789?c=1", "https://count.test/begin/0123456789abc?c=1",
        "https://count.test/e?event=complete&n=0123456789", "https://stats.other.test/collect?v=2&tid=G-1",
        "https://log.third.test/batch/0123456789abcdef",
    ]
    private static let cut = urls.map { String($0.prefix(length)) }

    @Test func whatWasSentIsNotKnown() throws {
        let (diagnostics, events) = try reading(Self.cut)
        #expect(diagnostics.count == 2)
        #expect(diagnostics.allSatisfy { $0.text("host") == "count.test" && $0.text("hides") == "requests" })
        #expect(events == ["complete"])
    }

    @Test func oneIsLonger() throws {
        let (diagnostics, events) = try reading(Self.cut + ["https://app.test/state/0123456789abcdef"])
        #expect(diagnostics.isEmpty)
        #expect(events.isEmpty)
    }

    @Test func onlyTwoHostsAreThatLong() throws {
        #expect(try reading(Array(Self.cut.dropLast()) + ["https://log.third.test/b"]).diagnostics.isEmpty)
    }

    /// An app may cut what it sends to one host, in the middle of a value or not; a declared URL tells where it goes on.
    @Test(
        arguments: [
            ([0, 1, 2, 3, 4], ["complete"]), ([0, 1, 2], []),
        ] as [([Int], [String])])
    func allOfOneHost(others: [Int], events: [String]) throws {
        let cut = others.map { String("https://count.test/x/\($0)123456789abcdef".prefix(Self.length)) }
        #expect(try reading([Self.cut[2]] + cut).events == events)
    }

    /// A limit shows at one host already, though what goes to others is longer; that a declared path goes on there tells that
    /// it is one.
    @Test(arguments: [("impression/", 1), ("elsewhere/", 0)])
    func allOfOneHostInThePath(path: String, hosts: Int) throws {
        let cut = ["i", "j", "k", "l"].map { "https://count.test/x/\($0)".padding(to: Self.length) }
        let tracker = String("https://count.test/\(path)0123456789".prefix(Self.length))
        let (diagnostics, events) = try reading(
            cut + [tracker, "https://api.other.test/a/longer/address/of/another/host"])
        #expect(diagnostics.count == hosts)
        #expect(events.isEmpty)
    }
}

extension String {
    fileprivate func padding(to length: Int) -> String { self + String(repeating: "0", count: length - utf8.count) }
}
