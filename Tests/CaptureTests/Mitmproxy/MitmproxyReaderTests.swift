import Capture
import Model
import TestSupport
import Testing

struct MitmproxyReaderTests {
    private let vast = Array(#"<?xml version="1.0"?><VAST version="4.2"><Ad id="1"/></VAST>"#.utf8)

    private func read(
        _ name: String, limits: EntryLimits = EntryLimits()
    ) throws -> ProxyReading {
        ProxyReading(MitmproxyReader(limits: limits), try ProxyMaterial.mitmproxy.vector(name))
    }

    // MARK: Shapes

    @Test func everyVersionGivesTheSameExchange() throws {
        let reading = try read("every-version")
        #expect(reading.failure == nil)
        #expect(reading.diagnostics.isEmpty)
        #expect(reading.exchanges.count == 31)
        #expect(reading.source?.version == "21")
        for (index, exchange) in reading.exchanges.enumerated() {
            #expect(exchange.url == "https://ads.example.test/px?e=start")
            let second = (1_795_255_200 + Int64(index)) * 1_000_000
            #expect(exchange.startedAt.microseconds == second + 250_000)
            #expect(exchange.response?.status == 200)
            #expect(exchange.response?.startedAt?.microseconds == second + 500_000)
            #expect(exchange.response?.endedAt?.microseconds == second + 750_000)
            #expect(exchange.response?.body == .kept(vast), "flow \(index)")
            #expect(exchange.response?.headers["content-type"] == "text/xml")
            #expect(exchange.connection.protocolName == "http/1.1")
            #expect(exchange.connection.client == "198.51.100.4:50000", "flow \(index)")
            #expect(exchange.locator == .entry(index))
        }
        // Versions 0.11 to 0.16 did not store the server's address.
        #expect(reading.exchanges.map { $0.connection.server == nil }.filter { $0 }.count == 6)
        #expect(reading.exchanges.last?.connection.server == "192.0.2.7:443")
    }

    @Test func packedBodies() throws {
        let reading = try read("packed-bodies")
        let bodies = reading.exchanges.compactMap(\.response?.body)
        #expect(bodies[0] == .kept(vast))
        #expect(bodies[1].state == "cut")
        #expect(vast.starts(with: bodies[1].bytes))
        #expect(bodies[2].content == .missing)
        #expect(bodies[3] == .kept(vast))
        #expect(bodies[4] == .kept(vast))
        #expect(bodies[5] == .kept(Array("abc".utf8)), "Brotli")
        #expect(bodies[6] == Body(size: 36, content: .media))
        #expect(bodies[7].content == .missing)
        #expect(bodies[8] == Body.none)
        #expect(bodies[9].content == .cut(Array(vast.prefix(20))))
        #expect(reading.exchanges[10].request.body == .kept(Array("e=1&x=2".utf8)))
        #expect(
            reading.diagnostics.filter { $0.code == .mitmproxyBodyUndecodable }.map(\.locator) == [.entry(2)])
    }

    @Test func bodiesAboveTheLimitAreCut() throws {
        let reading = try read("packed-bodies", limits: EntryLimits(bodyBytes: 10))
        #expect(reading.exchanges[0].response?.body.content == .cut(Array(vast.prefix(10))))
        #expect(reading.exchanges[3].response?.body.content == .cut(Array(vast.prefix(10))))
    }

    @Test func endings() throws {
        let reading = try read("endings")
        #expect(reading.exchanges.map(\.ending) == [.failed, .unseen, .answered, .answered])
        #expect(reading.exchanges[2].response?.body.content == .cut(Array(vast.prefix(30))))
        #expect(reading.exchanges[3].url == "https://ads.example.test:443")
        #expect(reading.source?.failedFlows == 2)
    }

    @Test func authority() throws {
        let reading = try read("authority")
        #expect(
            reading.exchanges.map(\.request.authority) == [
                "ads.example.test:8443", "ads.example.test", "ads.example.test:8080", "h2.example.test",
            ])
        #expect(reading.exchanges[0].connection.protocolName == "h2")
    }

    @Test func flowsWithoutATime() throws {
        let reading = try read("no-time")
        #expect(reading.exchanges.map { $0.notes.contains("time-unknown") } == [false, true, false])
        #expect(reading.exchanges[1].startedAt == reading.exchanges[0].startedAt)
        #expect(reading.exchanges[2].startedAt.microseconds == 1_795_255_200_200_000)
        #expect(reading.diagnostic(.mitmproxyTimeUnreadable)?.blind?.host == "ads.example.test")
    }

    @Test func rawBytesInPath() throws {
        #expect(try read("raw-bytes-in-path").exchanges.map(\.request.target) == ["/px?e=%FFö"])
    }

    // MARK: What is not the client's HTTP traffic

    @Test func requestsSentByMitmproxyAreNotTheClients() throws {
        let reading = try read("replayed")
        #expect(reading.exchanges.map(\.locator) == [.entry(0), .entry(2)])
        #expect(reading.exchanges[1].notes == ["response-replayed"])
        #expect(reading.diagnostics.map(\.code) == [.mitmproxyReplayed, .mitmproxyReplayed])
        #expect(reading.diagnostic(.mitmproxyReplayed)?.blind?.host == "ads.example.test")
    }

    @Test func webSockets() throws {
        let reading = try read("websocket")
        #expect(reading.exchanges.map(\.notes) == [["websocket"], ["websocket"]])
        #expect(reading.source?.webSocketFlows == 2)
        #expect(reading.source?.webSocketMessageFlows == 1)
        #expect(reading.source?.webSocketMessages == 5)
        #expect(reading.codes == ["mitmproxy.messages-unread", "mitmproxy.flow-not-http"])
        #expect(reading.diagnostic(.mitmproxyMessagesUnread)?.blind?.host == "ads.example.test")
    }

    @Test func opaqueFlowsBlind() throws {
        let reading = try read("opaque-flows")
        #expect(reading.source?.tcpFlows == 1)
        #expect(reading.source?.udpFlows == 1)
        #expect(reading.source?.dnsFlows == 1)
        #expect(
            reading.codes == ["mitmproxy.flow-opaque", "mitmproxy.flow-opaque", "mitmproxy.flow-not-http"])
        let blind = try #require(reading.diagnostic(.mitmproxyFlowOpaque)?.blind)
        #expect(blind.host == "pinned.example.test")
        #expect(blind.from?.microseconds == 1_795_255_200_000_000)
        #expect(blind.to?.microseconds == 1_795_255_209_000_000)
        #expect(reading.ledger == Ledger(unit: "entries", input: 4, output: 1, diagnosed: 3))
    }

    // MARK: Damage

    @Test func aDamagedFlowCostsOnlyItself() throws {
        let reading = try read("flow-damaged")
        #expect(reading.exchanges.map(\.locator) == [.entry(0), .entry(2)])
        #expect(
            reading.diagnostics.filter { $0.code == .mitmproxyFlowDamaged }.map(\.locator) == [
                .entry(1), .entry(3), .entry(4), .entry(5),
            ])
        #expect(reading.diagnostic(.mitmproxyFlowDamaged)?.blind != nil)
    }

    @Test func oddTypes() throws {
        let reading = try read("odd-types")
        #expect(reading.exchanges.isEmpty)
        #expect(reading.codes == Array(repeating: "mitmproxy.flow-damaged", count: 6))
    }

    @Test func tailCut() throws {
        let reading = try read("tail-cut")
        #expect(reading.exchanges.count == 1)
        let cut = try #require(reading.diagnostic(.mitmproxyTailCut))
        #expect(cut.units == 1)
        #expect(cut.blind == Blind(from: Timestamp(microseconds: 1_795_255_200_250_000)))
    }

    @Test func disorderWidensWhatACutHides() throws {
        let bytes = try ProxyMaterial.mitmproxy.vector("disorder")
        let reading = ProxyReading(MitmproxyReader(), bytes + Array("9:".utf8))
        #expect(reading.exchanges.count == 3)
        #expect(reading.diagnostic(.mitmproxyTailCut)?.blind?.from?.microseconds == 1_795_255_205_250_000)
    }

    @Test func brokenFramingEndsTheReading() throws {
        let reading = try read("broken-framing")
        #expect(reading.exchanges.count == 1)
        #expect(reading.diagnostic(.mitmproxySyntax)?.blind?.from == reading.exchanges[0].startedAt)
    }

    @Test func aFlowAboveTheLimitIsSteppedOver() throws {
        let bytes = try ProxyMaterial.mitmproxy.vector("packed-bodies")
        let limits = EntryLimits(entryBytes: 100)
        let reading = ProxyReading(MitmproxyReader(limits: limits), bytes)
        #expect(reading.exchanges.isEmpty)
        #expect(reading.codes == Array(repeating: "mitmproxy.flow-too-large", count: 11))
        DecoderVerifier.verify({ MitmproxyReader(limits: limits) }, on: bytes, prefixes: 64)
    }

    @Test func aLengthBeyondTheFileIsNamed() throws {
        #expect(try read("length-lies").codes == ["mitmproxy.flow-too-large", "mitmproxy.tail-cut"])
    }

    // MARK: Versions

    @Test(arguments: ["newer-version", "older-version"])
    func unknownVersions(name: String) throws {
        let reading = try read(name)
        let failure = try #require(reading.failure)
        #expect(failure.expected == "flow versions 0.10 to 21")
        #expect(failure.found == (name == "newer-version" ? "version 99" : "version 0.9"))
        #expect(failure.remedy.contains("hardump"))
        #expect(reading.exchanges.isEmpty)
    }

    @Test func anUnknownVersionAmongKnownOnesBlinds() throws {
        let reading = try read("newer-version-later")
        #expect(reading.exchanges.map(\.locator) == [.entry(0), .entry(2)])
        #expect(reading.diagnostic(.mitmproxyVersionUnknown)?.subject == "99")
        #expect(reading.diagnostic(.mitmproxyVersionUnknown)?.blind != nil)
    }

    @Test func notADump() throws {
        #expect(try read("not-a-dump").failure?.expected == "a dictionary, which ends with `}`")
        #expect(ProxyReading(MitmproxyReader(), []).failure?.expected == "a flow")
    }

    // MARK: Every way of feeding

    @Test(arguments: ProxyMaterial.mitmproxy.vectors)
    func vectorsInEveryWay(name: String) throws {
        let bytes = try ProxyMaterial.mitmproxy.vector(name)
        DecoderVerifier.verify({ MitmproxyReader() }, on: bytes, prefixes: 256)
        DecoderVerifier.mutate({ MitmproxyReader() }, on: bytes, rounds: 300)
    }

    @Test func everyDiagnosticIsListedOnce() {
        #expect(Set(MitmproxyDiagnostics.all).count == MitmproxyDiagnostics.all.count)
        #expect(MitmproxyDiagnostics.all.allSatisfy { $0.id.hasPrefix("mitmproxy.") && $0.stage == "capture" })
    }
}
