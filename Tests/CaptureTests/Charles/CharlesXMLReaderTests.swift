import Capture
import Model
import TestSupport
import Testing

struct CharlesXMLReaderTests {
    private let vast = Array(#"<?xml version="1.0"?><VAST version="4.2"/>"#.utf8)

    private func read(_ name: String, limits: EntryLimits = EntryLimits()) throws -> ProxyReading {
        ProxyReading(CharlesXMLReader(limits: limits), try ProxyMaterial.charlesXML.vector(name))
    }

    @Test func session() throws {
        let bytes = try ProxyMaterial.charlesXML.vector("clean")
        #expect(CaptureFormat.sniff(bytes.span).format == .charlesXML)
        let reading = ProxyReading(CharlesXMLReader(), bytes)
        #expect(reading.failure == nil)
        #expect(reading.diagnostics.isEmpty)
        #expect(reading.source?.httpFlows == 2)
        #expect(
            reading.exchanges.map(\.url) == [
                "https://ads.example.test/px?e=start&x=1", "https://ads.example.test/px",
            ])
        let first = try #require(reading.exchanges.first)
        #expect(first.startedAt.microseconds == 1_795_255_200_000_000)
        #expect(first.response?.startedAt?.microseconds == 1_795_255_200_500_000)
        #expect(first.response?.endedAt?.microseconds == 1_795_255_200_750_000)
        #expect(first.response?.status == 200)
        #expect(first.response?.body == .kept(vast))
        #expect(first.response?.headers["content-type"] == "text/xml")
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
        #expect(bodies[2] == .kept(vast))
        #expect(bodies[3] == .kept(Array("abc".utf8)), "Brotli")
        #expect(reading.exchanges[4].request.body == .kept(Array("e=1&x=2".utf8)))
        #expect(bodies[5] == Body(size: nil, content: .missing), "an XML document is never empty")
        #expect(bodies[6] == Body(size: 900, content: .missing))
        #expect(bodies[7] == Body.none)
        #expect(bodies[8].content == .missing)
        #expect(reading.diagnostics.map(\.code) == [.charlesBodyUndecodable])
    }

    @Test func endings() throws {
        #expect(try read("endings").exchanges.map(\.ending) == [.unseen, .failed])
    }

    @Test func undecryptedTunnelsBlind() throws {
        let reading = try read("tunnel")
        #expect(reading.exchanges.count == 1)
        let hosts = reading.diagnostics.filter { $0.code == .charlesTunnelOpaque }.map(\.blind?.host)
        #expect(hosts == ["pinned.example.test", "other.example.test"])
    }

    @Test func times() throws {
        let reading = try read("no-time")
        #expect(reading.exchanges.map(\.notes) == [[], ["time-unknown"]])
        #expect(reading.diagnostic(.charlesTimeUnreadable)?.blind?.host == "ads.example.test")
        let written = try #require(try read("written-time").exchanges.first)
        #expect(written.startedAt.microseconds == 1_795_255_200_000_000)
    }

    @Test func noEntityIsRead() throws {
        #expect(try read("entities").exchanges.map(\.request.target) == ["/px?e=&e;&A<"])
    }

    @Test(arguments: ["unusable", "deep-nesting"])
    func anUnusableTransactionCostsOnlyItself(name: String) throws {
        let reading = try read(name)
        #expect(reading.exchanges.count == 2)
        #expect(reading.diagnostics.map(\.code) == [.charlesEntryUnusable])
        #expect(reading.diagnostic(.charlesEntryUnusable)?.blind != nil)
    }

    @Test func aTransactionAboveTheLimitIsSteppedOver() throws {
        let bytes = try ProxyMaterial.charlesXML.vector("clean")
        let large = String(decoding: bytes, as: UTF8.self).replacing(
            "<charles-session>",
            with: "<charles-session><transaction><a>\(String(repeating: "x", count: 9_000))<![CDATA[</transaction>]]>"
                + "</a></transaction>", maxReplacements: 1)
        let limits = EntryLimits(entryBytes: 4_000)
        DecoderVerifier.verify({ CharlesXMLReader(limits: limits) }, on: Array(large.utf8), prefixes: 64)
        let reading = ProxyReading(CharlesXMLReader(limits: limits), Array(large.utf8))
        #expect(reading.exchanges.count == 2)
        #expect(reading.diagnostics.map(\.code) == [.charlesEntryUnusable])
    }

    @Test func tailCut() throws {
        let reading = try read("tail-cut")
        #expect(reading.exchanges.count == 1)
        #expect(reading.diagnostic(.charlesTailCut)?.blind?.from == reading.exchanges[0].startedAt)
        #expect(reading.diagnostic(.charlesTailCut)?.units == 1)
        let between = try read("tail-cut-between")
        #expect(between.exchanges.count == 2)
        #expect(between.diagnostic(.charlesTailCut)?.units == 0)
    }

    @Test func brokenSyntaxEndsTheReading() throws {
        let reading = ProxyReading(
            CharlesXMLReader(),
            Array(
                String(decoding: try ProxyMaterial.charlesXML.vector("clean"), as: UTF8.self)
                    .replacing("\"HTTP/2.0\"", with: "HTTP/2.0").utf8))
        #expect(reading.exchanges.count == 1)
        #expect(reading.diagnostics.allSatisfy { $0.blind != nil } && !reading.diagnostics.isEmpty)
        #expect(try read("broken-syntax").failure?.expected == "the end tag of the element that is open")
    }

    @Test func notASession() throws {
        #expect(try read("not-a-session").failure?.expected == "the element `charles-session`")
        #expect(ProxyReading(CharlesXMLReader(), []).failure?.expected == "a transaction")
    }

    @Test(arguments: ProxyMaterial.charlesXML.vectors)
    func vectorsInEveryWay(name: String) throws {
        let bytes = try ProxyMaterial.charlesXML.vector(name)
        DecoderVerifier.verify({ CharlesXMLReader() }, on: bytes, prefixes: 128)
        DecoderVerifier.mutate({ CharlesXMLReader() }, on: bytes, rounds: 200)
    }
}
