import Capture
import Model
import TestSupport
import Testing

struct CharlesReaderTests {
    private let vast = Array(#"<?xml version="1.0"?><VAST version="4.2"/>"#.utf8)

    private func read(_ name: String, limits: EntryLimits = EntryLimits()) throws -> ProxyReading {
        ProxyReading(CharlesReader(limits: limits), try ProxyMaterial.charles.vector(name))
    }

    @Test(arguments: ["clean", "lines"])
    func sessions(name: String) throws {
        let bytes = try ProxyMaterial.charles.vector(name)
        #expect(CaptureFormat.sniff(bytes.span).format == .charlesJSON)
        let reading = ProxyReading(CharlesReader(), bytes)
        #expect(reading.failure == nil)
        #expect(reading.diagnostics.isEmpty)
        #expect(reading.source?.httpFlows == 2)
        #expect(
            reading.exchanges.map(\.url) == [
                "https://ads.example.test/px?e=start", "https://ads.example.test/px",
            ])
        let first = try #require(reading.exchanges.first)
        #expect(first.startedAt.microseconds == 1_795_255_200_250_000)
        #expect(first.response?.startedAt?.microseconds == 1_795_255_200_500_000)
        #expect(first.response?.endedAt?.microseconds == 1_795_255_200_750_000)
        #expect(first.response?.body == .kept(vast))
        #expect(first.connection.client == "198.51.100.4:50000")
        #expect(first.connection.server == "192.0.2.7:443")
        #expect(reading.exchanges.map(\.connection.protocolName) == ["http/1.1", "h2"])
        #expect(reading.exchanges.map(\.locator) == [.entry(0), .entry(1)])
    }

    @Test func bodies() throws {
        let reading = try read("bodies")
        let bodies = reading.exchanges.compactMap(\.response?.body)
        #expect(bodies[0] == .kept(vast))
        #expect(bodies[1] == .kept(vast))
        #expect(bodies[2] == .kept(Array("abc".utf8)), "Brotli")
        #expect(reading.exchanges[3].request.body == .kept(Array("e=1&x=2".utf8)))
        #expect(bodies[4] == Body(size: 100, content: .missing))
        #expect(bodies[5] == Body.none)
        #expect(bodies[6].content == .missing)
        #expect(reading.diagnostics.map(\.code) == [.charlesBodyUndecodable])
    }

    @Test func endings() throws {
        #expect(try read("endings").exchanges.map(\.ending) == [.failed, .unseen])
    }

    @Test func anUndecryptedTunnelBlinds() throws {
        let reading = try read("tunnel")
        #expect(reading.exchanges.count == 1)
        let blind = try #require(reading.diagnostic(.charlesTunnelOpaque)?.blind)
        #expect(blind.host == "pinned.example.test")
        #expect(blind.manyHosts)
        #expect(blind.from?.microseconds == 1_795_255_202_250_000)
    }

    @Test func transactionsWithoutATime() throws {
        let reading = try read("no-time")
        #expect(reading.exchanges.map(\.notes) == [[], ["time-unknown"]])
        #expect(reading.diagnostic(.charlesTimeUnreadable)?.blind?.host == "ads.example.test")
    }

    @Test(arguments: ["unusable", "deep-nesting"])
    func anUnusableTransactionCostsOnlyItself(name: String) throws {
        let reading = try read(name)
        #expect(reading.exchanges.count == 2)
        #expect(reading.diagnostics.map(\.code) == [.charlesEntryUnusable])
        #expect(reading.diagnostic(.charlesEntryUnusable)?.blind != nil)
    }

    @Test func oddTypes() throws {
        let exchange = try #require(try read("odd-types").exchanges.first)
        #expect(exchange.response == nil)
        #expect(exchange.ending == .unseen)
    }

    @Test func tailCut() throws {
        let reading = try read("tail-cut")
        #expect(reading.exchanges.count == 1)
        #expect(reading.diagnostic(.charlesTailCut)?.blind?.from == reading.exchanges[0].startedAt)
        #expect(reading.diagnostic(.charlesTailCut)?.units == 1)
    }

    @Test func brokenSyntaxIsACut() throws {
        let reading = try read("broken-syntax")
        #expect(reading.exchanges.count == 1)
        #expect(reading.diagnostic(.charlesSyntax)?.blind != nil)
    }

    @Test func notASession() throws {
        #expect(try read("not-a-session").failure?.expected == "a JSON object")
        #expect(ProxyReading(CharlesReader(), []).failure?.expected == "a transaction")
    }

    @Test(arguments: ProxyMaterial.charles.vectors)
    func vectorsInEveryWay(name: String) throws {
        let bytes = try ProxyMaterial.charles.vector(name)
        DecoderVerifier.verify({ CharlesReader() }, on: bytes, prefixes: 128)
        DecoderVerifier.mutate({ CharlesReader() }, on: bytes, rounds: 200)
    }

    @Test func otherSessionsAreRecognised() {
        let xml = Array("<?xml version=\"1.0\"?><charles-session><transaction".utf8)
        #expect(CaptureFormat.sniff(xml.span).format == .charlesXML)
        #expect(CaptureFormat.sniff([0xAC, 0xED, 0, 5].span).format == .charlesSession)
    }

    @Test func everyDiagnosticIsListedOnce() {
        #expect(Set(CharlesDiagnostics.all).count == CharlesDiagnostics.all.count)
        #expect(CharlesDiagnostics.all.allSatisfy { $0.id.hasPrefix("charles.") && $0.stage == "capture" })
    }
}
