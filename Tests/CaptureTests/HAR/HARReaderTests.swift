import Capture
import Model
import TestSupport
import Testing

struct HARReaderTests {
    private func read(_ name: String, limits: EntryLimits = EntryLimits()) throws -> HARMaterial.Reading {
        HARMaterial.read(try HARMaterial.vector(name), limits: limits)
    }

    @Test func clean() throws {
        let reading = try read("clean")
        #expect(reading.failure == nil)
        #expect(reading.codes == ["har.exporter-omits"])
        #expect(reading.source?.dialect == .chrome)
        #expect(reading.source?.version == "1.2")
        let first = try #require(reading.exchanges.first)
        #expect(first.url == "https://ads.example.test/px?e=start")
        #expect(first.startedAt.microseconds == 1_795_255_200_000_000)
        #expect(first.response?.startedAt?.microseconds == 1_795_255_200_010_750)
        #expect(first.response?.endedAt?.microseconds == 1_795_255_200_012_500)
        #expect(first.response?.body == Body.none)
        #expect(first.response?.headers["Server"] == "t")
        #expect(first.connection.server == "192.0.2.7:443")
        #expect(first.connection.protocolName == "h2")
        #expect(first.locator == .entry(0))
        let second = reading.exchanges[1]
        #expect(second.request.target == "/px?e=[ERRORCODE]|a b&x=1")
        #expect(second.startedAt.microseconds == 1_795_255_201_500_000)
    }

    @Test(arguments: [("byte-order-mark", 1), ("entries-before-creator", 1), ("no-timings", 1), ("odd-dates", 3)])
    func readable(name: String, count: Int) throws {
        let reading = try read(name)
        #expect(reading.failure == nil)
        #expect(reading.exchanges.count == count)
        #expect(reading.codes == ["har.exporter-omits"])
    }

    /// The first two entries are 1,547.624 ms by `time`, of which the second has no `ssl` that could be in it twice.
    @Test func timeThatCountsSSLTwice() throws {
        let responses = try read("ssl-counted-twice").exchanges.map(\.response)
        let start: Int64 = 1_795_255_200_000_000
        #expect(responses.map { $0?.endedAt?.microseconds } == [start + 813_685, start + 1_547_624, start + 813_685])
        #expect(responses.first??.startedAt?.microseconds == start + 744_257)
    }

    @Test(arguments: [
        (#""size":600000,"mimeType":"text/xml""#, Body(size: 600_000, content: .missing), ["har.body-left-out"]),
        (
            #""size":600000,"mimeType":"text/xml","text":"""#, Body(size: 600_000, content: .missing),
            ["har.body-left-out"]
        ),
        (#""size":600000,"mimeType":"video/mp4""#, Body(size: 600_000, content: .media), []),
        (#""size":900,"mimeType":"text/xml""#, Body(size: 900, content: .missing), []),
        (#""size":0,"mimeType":"text/html""#, Body.none, []),
    ])
    func aLargeBodyThatIsNotThere(content: String, body: Body, codes: [String]) throws {
        let har = """
            {"log":{"creator":{"name":"HTTP Toolkit","version":"1"},"entries":[{"startedDateTime":"2026-11-21T10:00:00Z",
            "request":{"method":"GET","url":"https://a.test/x","headers":[]},
            "response":{"status":200,"headers":[],"content":{\(content)}}}]}}
            """
        let reading = HARMaterial.read(Array(har.utf8))
        #expect(reading.exchanges.first?.response?.body == body)
        #expect(reading.codes == codes + ["har.exporter-omits"])
    }

    /// A text that was UTF-16 has half as many bytes as the response had; any other was cut.
    @Test(arguments: [("utf-16", "kept"), ("utf-8", "cut")])
    func aBodyOfHalfItsSize(encoding: String, state: String) {
        let text = "<?xml version='1.0' encoding='\(encoding)'?><VAST>\(String(repeating: " ", count: 200))</VAST>"
        let har = """
            {"log":{"creator":{"name":"WebInspector","version":"1"},"entries":[{"startedDateTime":"2026-11-21T10:00:00Z",
            "request":{"method":"GET","url":"https://a.test/x","headers":[]},
            "response":{"status":200,"headers":[],"content":{"size":\(2 * text.utf8.count),"mimeType":"text/xml","text":"\(text)"}}}]}}
            """
        #expect(HARMaterial.read(Array(har.utf8)).exchanges.first?.response?.body.state == state)
    }

    /// More was transferred than the head of a response takes.
    @Test(arguments: [(300, Body.none), (7_879, Body(size: 0, content: .missing))])
    func aBodyWithoutSizeThatWasTransferred(transferred: Int, body: Body) {
        let har = """
            {"log":{"creator":{"name":"WebInspector","version":"1"},"entries":[{"startedDateTime":"2026-11-21T10:00:00Z",
            "request":{"method":"GET","url":"https://a.test/x","headers":[]},
            "response":{"status":200,"headers":[],"bodySize":0,"_transferSize":\(transferred),
            "content":{"size":0,"mimeType":"application/json"}}}]}}
            """
        #expect(HARMaterial.read(Array(har.utf8)).exchanges.first?.response?.body == body)
    }

    @Test func dialectIsKnownAtTheEnd() throws {
        let reading = try read("entries-before-creator")
        #expect(
            reading.source
                == HARSource(
                    version: "1.1", creator: HARSource.Product(name: "Firebug", version: "1.12"), dialect: .firebug))
    }

    @Test func oddDates() throws {
        #expect(
            try read("odd-dates").exchanges.map(\.startedAt.microseconds) == [
                1_795_255_200_000_000, 1_795_235_400_123_456, 1_795_262_400_500_000,
            ])
    }

    @Test func requestsWithoutAnAnswer() throws {
        let absent = try read("no-response").exchanges
        #expect(absent.map(\.ending) == [.unseen, .unseen])
        #expect(absent.allSatisfy { $0.response == nil })
        #expect(try read("negative-status").exchanges.map(\.ending) == [.failed, .failed])
    }

    @Test func entriesWithoutATime() throws {
        let reading = try read("no-time")
        #expect(reading.exchanges.count == 4)
        #expect(reading.exchanges.map { $0.notes.contains("time-unknown") } == [false, true, true, false])
        #expect(reading.exchanges[1].startedAt == reading.exchanges[0].startedAt)
        #expect(reading.codes.filter { $0 == "har.time-unreadable" }.count == 2)
        #expect(reading.diagnostic(.harTimeUnreadable)?.blind?.host == "ads.example.test")
        #expect(reading.diagnostic(.harTimeWithoutOffset)?.locator == .entry(3))
    }

    @Test func urlsThatAreNotRequested() throws {
        let reading = try read("not-http")
        #expect(reading.exchanges.filter { !$0.request.host.isEmpty }.map(\.locator) == [.entry(5)])
        #expect(
            reading.diagnostics.filter { $0.code == .harNotHTTP }.map(\.subject) == [
                "data", "blob", "about", "chrome-extension",
            ])
        #expect(reading.ledger.isBalanced)
    }

    @Test func base64Bodies() throws {
        let reading = try read("base64-bodies")
        let bodies = reading.exchanges.compactMap(\.response?.body)
        let vast = Body.kept(Array(#"<VAST version="4.2"><Ad id="1"/></VAST>"#.utf8))
        #expect(bodies[0] == vast)
        #expect(bodies[1] == Body(size: 43, content: .media))
        #expect(bodies[2].content == .missing)
        #expect(bodies[3] == vast)
        #expect(bodies[4].content == .missing)
        #expect(bodies[5] == vast)
        #expect(reading.diagnostics.filter { $0.code == .harBodyUndecodable }.map(\.locator) == [.entry(2), .entry(4)])
    }

    @Test func bodiesThatAreMissing() throws {
        let reading = try read("missing-bodies")
        let bodies = reading.exchanges.compactMap(\.response?.body)
        #expect(bodies.map(\.state) == ["missing", "missing", "empty", "media", "cut", "missing", "missing", "empty"])
        #expect(bodies.map(\.size) == [900, nil, 0, 500, 900_000, 0, 0, 0])
        #expect(reading.diagnostic(.harExporterOmits)?.subject == "HTTP Toolkit")
    }

    @Test func bodiesAboveTheLimitAreCut() throws {
        let reading = try read("base64-bodies", limits: EntryLimits(bodyBytes: 10))
        #expect(reading.exchanges[0].response?.body == Body(size: 39, content: .cut(Array("<VAST vers".utf8))))
        // An inflated body that goes beyond the limit is given up.
        #expect(reading.exchanges[3].response?.body.content == .missing)
    }

    @Test func answersFromTheCache() throws {
        #expect(
            try read("cache-hits").exchanges.map(\.notes) == [
                ["from-cache"], ["from-cache"], ["from-cache"], [], ["from-cache"],
            ])
    }

    @Test func protocolThatIsKnownToBeWrong() throws {
        #expect(try read("wrong-protocol").exchanges.map(\.connection) == [Exchange.Connection()])
    }

    @Test func webSocket() throws {
        let exchange = try #require(try read("websocket").exchanges.first)
        #expect(exchange.url == "https://live.example.test/s")
        #expect(exchange.notes == ["websocket"])
    }

    @Test func requestBodies() throws {
        #expect(
            try read("request-bodies").exchanges.map(\.request.body) == [
                .kept(Array(#"{"a":1}"#.utf8)), .kept(Array("e=a+b%26c&%C3%B6=".utf8)),
                Body(size: 55, content: .missing),
            ])
    }

    // MARK: Damage

    @Test func tailCut() throws {
        let bytes = try HARMaterial.vector("tail-cut")
        let reading = HARMaterial.read(bytes)
        #expect(reading.exchanges.count == 2)
        let cut = try #require(reading.diagnostic(.harTailCut))
        #expect(cut.blind == Blind(from: Timestamp(microseconds: 1_795_255_201_000_000)))
        #expect(cut.units == 1)
        #expect(cut.detail.contains("byte \(bytes.count)"))
    }

    @Test func tailCutOutsideEntries() throws {
        let between = try read("tail-cut-between-entries")
        #expect(between.exchanges.count == 2)
        #expect(between.diagnostic(.harTailCut)?.units == 0)
        #expect(between.diagnostic(.harTailCut)?.blind != nil)
        let after = try read("tail-cut-after-entries")
        #expect(after.exchanges.count == 3)
        #expect(after.diagnostic(.harTailCut)?.blind == nil)
    }

    @Test(arguments: [("broken-in-entry", 1), ("missing-comma", 1)])
    func brokenSyntaxIsACut(name: String, count: Int) throws {
        let reading = try read(name)
        #expect(reading.exchanges.count == count)
        #expect(reading.diagnostic(.harSyntax)?.blind?.from == reading.exchanges.last?.startedAt)
        #expect(reading.failure == nil)
    }

    @Test func whatIsLetThrough() throws {
        let comma = try read("trailing-comma")
        #expect(comma.exchanges.count == 1)
        #expect(comma.diagnostic(.harSyntax) == nil)
        let data = try read("trailing-data")
        #expect(data.exchanges.count == 1)
        #expect(data.diagnostic(.harTrailingData)?.blind == Blind())
    }

    @Test func duplicateKeys() throws {
        let reading = try read("duplicate-keys")
        #expect(reading.exchanges.map(\.url) == ["http://b.test/"])
        #expect(reading.exchanges.map(\.request.method) == ["PUT"])
        #expect(reading.codes.filter { $0 == "har.duplicate-key" }.count == 1)
        #expect(reading.diagnostic(.harEntriesDisputed)?.blind == Blind())
    }

    /// Readers differ on which of two values they take: neither is judged.
    @Test func disputedEntries() throws {
        let reading = try read("disputed-entries")
        #expect(reading.exchanges.map(\.isDisputed) == [true, true, true, true, false, false, false])
        let disputes = reading.diagnostics.filter { $0.code == .harEntryDisputed }
        #expect(
            disputes.map { "\($0.locator.map { "\($0)" } ?? "") \($0.blind?.host ?? "")" } == [
                "\(Locator.entry(0)) b.test", "\(Locator.entry(0)) a.test", "\(Locator.entry(1)) b.test",
                "\(Locator.entry(1)) a.test", "\(Locator.entry(2)) a.test", "\(Locator.entry(3)) a.test",
                "\(Locator.entry(3)) b.test", "\(Locator.entry(4)) ads.test",
            ])
        #expect(disputes.allSatisfy { $0.blind?.from == $0.at })
        let document = reading.exchanges[4]
        #expect(document.notes == [Exchange.disputedResponse])
        #expect(document.response?.body == Body(size: nil, content: .missing))
        #expect(disputes.last?.blind?.hides == .responses)
    }

    @Test func deepNesting() throws {
        let reading = try read("deep-nesting")
        #expect(reading.exchanges.map(\.locator) == [.entry(1)])
        #expect(reading.diagnostic(.harTooDeep)?.locator == .entry(0))
    }

    @Test func oddText() throws {
        let reading = try read("odd-text")
        #expect(
            reading.exchanges.map(\.request.target) == [
                "/px?e=\u{FFFD}x\u{1F600}/\\q", "/px?e=\u{1}\t", "/px?e=\u{FFFD}\u{FFFD}",
            ])
        #expect(reading.exchanges[1].request.headers["accept"] == "a b: c")
        #expect(reading.diagnostics.filter { $0.code == .harTextRepaired }.map(\.locator) == [.entry(1), .entry(2)])
    }

    @Test func hugeNumbers() throws {
        let exchange = try #require(try read("huge-numbers").exchanges.first)
        #expect(exchange.response?.startedAt == nil)
        #expect(exchange.response?.endedAt == nil)
    }

    @Test func oddTypes() throws {
        let reading = try read("odd-types")
        #expect(reading.exchanges.map(\.locator) == [.entry(4), .entry(5), .entry(6), .entry(7)])
        #expect(reading.diagnostics.filter { $0.code == .harEntryUnusable }.count == 4)
        #expect(reading.exchanges[1].response?.status == 200)
        #expect(
            reading.exchanges.map(\.connection.server) == [
                nil, "192.0.2.7:443", "192.0.2.7:8443", "[2001:db8::1]:444",
            ])
    }

    @Test func anEntryAboveTheLimitIsSteppedOver() throws {
        let bytes = Array(
            (#"{"log":{"entries":[{"_x":""# + String(repeating: "\\\"]{", count: 2_000)
                + #"","request":{"url":"http://a.test"}},{"request":{"url":"http://b.test"}}]}}"#).utf8)
        let reading = HARMaterial.read(bytes, limits: EntryLimits(entryBytes: 4_096))
        #expect(reading.exchanges.map(\.url) == ["http://b.test/"])
        #expect(reading.diagnostic(.harEntryTooLarge)?.locator == .entry(0))
        DecoderVerifier.verify({ HARReader(limits: EntryLimits(entryBytes: 4_096)) }, on: bytes, prefixes: 64)
    }

    @Test func disorderWidensWhatACutHides() {
        let entry = { (time: String) in #"{"startedDateTime":"2026-11-21T\#(time)Z","request":{"url":"http://a.test"}}"#
        }
        let text = #"{"log":{"entries":["# + ["10:00:05", "10:00:02", "10:00:09"].map(entry).joined(separator: ",")
        let reading = HARMaterial.read(Array(text.utf8))
        #expect(reading.diagnostic(.harTailCut)?.blind?.from?.microseconds == 1_795_255_206_000_000)
    }

    // MARK: Not a HAR

    @Test(arguments: [
        ("array", "a JSON object", 0), ("no-log", "a `log` object", 31),
        ("log-is-array", "an object as value of `log`", 8), ("no-entries", "an `entries` array in `log`", 25),
        ("entries-null", "an array as value of `log.entries`", 18),
        ("cut-early", "an `entries` array in `log`", 28), ("empty", "a `log` object", 0),
    ])
    func notAHAR(name: String, expected: String, offset: Int) throws {
        let reading = try read("not-a-har-\(name)")
        #expect(reading.failure?.expected == expected)
        #expect(reading.failure?.offset == offset)
        #expect(reading.exchanges.isEmpty)
        #expect(reading.source == nil)
        #expect(reading.diagnostics.isEmpty)
    }

    // MARK: Every way of feeding

    @Test(arguments: HARMaterial.vectors.map(\.lastPathComponent))
    func vectorsInEveryWay(name: String) throws {
        let bytes = try HARMaterial.vector(String(name.dropLast(4)))
        DecoderVerifier.verify({ HARReader() }, on: bytes, prefixes: 64)
        DecoderVerifier.mutate({ HARReader() }, on: bytes, rounds: 60)
    }

    @Test func everyDiagnosticIsListedOnce() {
        #expect(Set(HARDiagnostics.all).count == HARDiagnostics.all.count)
        #expect(HARDiagnostics.all.allSatisfy { $0.id.hasPrefix("har.") && $0.stage == "capture" })
    }
}
