import Capture
import Model
import TestSupport
import Testing

struct NetLogReaderTests {
    private let vast = Array(#"<?xml version="1.0"?><VAST version="4.2"/>"#.utf8)

    private func read(_ name: String, limits: EntryLimits = EntryLimits()) throws -> ProxyReading {
        ProxyReading(NetLogReader(limits: limits), try ProxyMaterial.netLog.vector(name))
    }

    @Test(arguments: ["clean", "not-closed", "numbers"])
    func log(name: String) throws {
        let bytes = try ProxyMaterial.netLog.vector(name)
        #expect(CaptureFormat.sniff(bytes.span).format == .netLog)
        let reading = ProxyReading(NetLogReader(), bytes)
        #expect(reading.failure == nil)
        #expect(reading.diagnostics.isEmpty)
        #expect(reading.source?.product == "Google Chrome net log")
        #expect(reading.source?.version == "131.0.6778.86")
        #expect(
            reading.exchanges.map(\.url) == [
                "https://ads.example.test/px?e=start", "https://ads.example.test/px?e=midpoint",
            ])
        #expect(reading.exchanges.map(\.connection.protocolName) == ["h2", "h3"])
        #expect(reading.exchanges.map(\.response?.status) == [200, 204])
        let first = try #require(reading.exchanges.first)
        #expect(first.startedAt.microseconds == 1_795_255_200_100_000)
        #expect(first.response?.startedAt?.microseconds == 1_795_255_200_400_000)
        #expect(first.response?.endedAt?.microseconds == 1_795_255_200_600_000)
        #expect(first.response?.body == .kept(vast))
        #expect(first.request.headers["accept"] == "*/*")
        #expect(first.locator == .entry(1))
    }

    @Test func withoutBytesBodiesAreHidden() throws {
        let reading = try read("default-mode")
        #expect(reading.exchanges.first?.response?.body == Body(size: vast.count, content: .missing))
        let left = try #require(reading.diagnostic(.netLogBodiesLeftOut))
        #expect(left.blind?.hides == .responses)
        #expect(left.blind?.from == reading.exchanges[0].startedAt)
        #expect(left.blind?.to == reading.exchanges[0].response?.endedAt)
    }

    @Test func withoutPathsEverythingIsHidden() throws {
        #expect(try read("redacted").diagnostic(.netLogRedacted)?.blind == Blind())
    }

    @Test func eachHopIsAnExchange() throws {
        let reading = try read("redirects")
        #expect(
            reading.exchanges.map(\.url) == [
                "http://ads.example.test/a", "https://ads.example.test/a", "https://ads.example.test/b",
            ])
        #expect(reading.exchanges.map(\.response?.status) == [307, 302, 200])
        #expect(reading.exchanges[1].response?.headers["location"] == "/b")
        #expect(reading.exchanges.map(\.notes) == [["internal-redirect"], [], []])
        #expect(reading.exchanges[2].response?.body == Body(size: 7, content: .media))
        #expect(reading.diagnostics.isEmpty)
    }

    @Test func aRequestSentAgainIsTwo() throws {
        let reading = try read("sent-again")
        #expect(reading.exchanges.map(\.response?.status) == [nil, 204])
        #expect(reading.exchanges.map(\.ending) == [.unseen, .answered])
    }

    @Test func endings() throws {
        let reading = try read("endings")
        #expect(reading.exchanges.map(\.ending) == [.failed, .failed, .answered, .unseen, .answered])
        #expect(reading.exchanges[2].response?.body.content == .cut(vast))
        #expect(reading.exchanges[4].response?.body.content == .cut(vast), "the log ends before the request does")
        #expect(reading.codes == ["netlog.body-cut", "netlog.body-cut"])
        #expect(reading.source?.failedFlows == 2)
    }

    @Test func fromCache() throws {
        let reading = try read("from-cache")
        #expect(reading.exchanges.map(\.notes) == [["from-cache"], ["from-cache"]])
        #expect(reading.exchanges.map(\.response?.status) == [200, 302])
        #expect(reading.exchanges[0].response?.body == .kept(vast))
    }

    @Test func bodies() throws {
        let reading = try read("bodies")
        #expect(reading.exchanges[0].request.body == Body(size: 9, content: .missing))
        let bodies = reading.exchanges.map(\.response?.body)
        #expect(bodies[0] == Body.none)
        #expect(bodies[1] == Body(size: 70, content: .missing))
        #expect(bodies[2] == Body(size: 4, content: .missing))
        #expect(bodies[3] == .kept(vast))
        #expect(reading.codes == ["netlog.body-undecodable"])
    }

    @Test func bodiesAboveTheLimitAreCut() throws {
        let reading = try read("clean", limits: EntryLimits(bodyBytes: 30))
        #expect(reading.exchanges[0].response?.body == Body(size: vast.count, content: .cut(Array(vast.prefix(30)))))
    }

    @Test func whatBeganBeforeTheLogIsHidden() throws {
        let reading = try read("began-before")
        #expect(reading.exchanges.count == 1)
        #expect(reading.diagnostic(.netLogBeganBefore)?.blind?.to?.microseconds == 1_795_255_200_300_000)
    }

    @Test func otherURLs() throws {
        let reading = try read("not-http")
        #expect(reading.exchanges.map(\.notes) == [["websocket"]])
        #expect(reading.codes == ["netlog.event-unusable", "netlog.not-http"])
    }

    @Test(arguments: [("odd-events", 3), ("deep-nesting", 1)])
    func anUnusableEventCostsOnlyItself(name: String, count: Int) throws {
        let reading = try read(name)
        #expect(reading.exchanges.count == 2)
        #expect(reading.codes == Array(repeating: "netlog.event-unusable", count: count))
        #expect(reading.diagnostics.allSatisfy { $0.blind != nil })
    }

    @Test func tailCut() throws {
        let reading = try read("tail-cut")
        #expect(reading.diagnostic(.netLogTailCut)?.units == 1)
        #expect(reading.diagnostic(.netLogTailCut)?.blind?.from != nil)
    }

    @Test func brokenSyntaxEndsTheReading() throws {
        #expect(try read("broken-syntax").diagnostic(.netLogSyntax)?.blind != nil)
    }

    @Test(arguments: ["events-first", "no-events"])
    func notALog(name: String) throws {
        let reading = try read(name)
        #expect(reading.failure != nil)
        #expect(reading.exchanges.isEmpty)
    }

    @Test(arguments: ProxyMaterial.netLog.vectors)
    func vectorsInEveryWay(name: String) throws {
        let bytes = try ProxyMaterial.netLog.vector(name)
        DecoderVerifier.verify({ NetLogReader() }, on: bytes, prefixes: 128)
        DecoderVerifier.mutate({ NetLogReader() }, on: bytes, rounds: 200)
    }

    @Test func everyDiagnosticIsListedOnce() {
        #expect(Set(NetLogDiagnostics.all).count == NetLogDiagnostics.all.count)
        #expect(NetLogDiagnostics.all.allSatisfy { $0.id.hasPrefix("netlog.") && $0.stage == "capture" })
    }
}
