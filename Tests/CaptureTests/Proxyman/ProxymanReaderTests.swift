import Capture
import Model
import TestSupport
import Testing

struct ProxymanReaderTests {
    private let vast = Array(#"<?xml version="1.0"?><VAST version="4.2"/>"#.utf8)

    private func read(_ name: String) throws -> ProxyReading {
        ProxyReading(ProxymanReader(), try ProxyMaterial.proxyman.vector(name))
    }

    @Test(arguments: ["clean", "stored"])
    func log(name: String) throws {
        let bytes = try ProxyMaterial.proxyman.vector(name)
        #expect(CaptureFormat.sniff(bytes.span).format == .proxymanLog)
        let reading = ProxyReading(ProxymanReader(), bytes)
        #expect(reading.failure == nil)
        #expect(reading.diagnostics.isEmpty)
        #expect(reading.source?.httpFlows == 2)
        let first = try #require(reading.exchanges.first)
        #expect(first.url == "https://ads.example.test/px?e=start")
        #expect(first.startedAt.microseconds == 1_795_255_200_250_000)
        #expect(first.response?.startedAt?.microseconds == 1_795_255_200_500_000)
        #expect(first.response?.endedAt?.microseconds == 1_795_255_200_750_000)
        #expect(first.response?.body == .kept(vast))
        #expect(first.request.body == .none)
        #expect(reading.exchanges.map(\.locator) == [.entry(0), .entry(1)])
        if name == "clean" { #expect(reading.exchanges[1].url == "https://ads.example.test/px?e=end") }
    }

    @Test func theOrderIsThatOfTheNumbers() throws {
        #expect(try read("many").exchanges.map(\.request.target) == (0..<12).map { "/\($0)" })
    }

    @Test func bodies() throws {
        let reading = try read("bodies")
        let bodies = reading.exchanges.compactMap(\.response?.body)
        #expect(bodies[0] == .kept(vast))
        #expect(bodies[1] == .kept(vast))
        #expect(bodies[2] == .kept(Array("abc".utf8)), "Brotli")
        #expect(bodies[3] == Body(size: 700, content: .missing))
        #expect(bodies[4].content == .missing)
        #expect(bodies[5] == Body.none)
        #expect(reading.exchanges[6].request.body == .kept(Array("e=1".utf8)))
        #expect(reading.codes == ["proxyman.body-undecodable"])
    }

    @Test func endings() throws {
        #expect(try read("endings").exchanges.map(\.ending) == [.unseen, .failed])
    }

    @Test func anUndecryptedTunnelBlinds() throws {
        let reading = try read("tunnel")
        #expect(reading.exchanges.count == 1)
        #expect(reading.diagnostic(.proxymanTunnelOpaque)?.blind?.host == "pinned.example.test")
    }

    @Test func aRequestWithoutATime() throws {
        let reading = try read("no-time")
        #expect(reading.exchanges.map(\.notes) == [[], ["time-unknown"]])
        #expect(reading.diagnostic(.proxymanTimeUnreadable)?.blind?.host == "ads.example.test")
    }

    @Test(arguments: [("unusable", 2), ("damaged-member", 1)])
    func anUnusableMemberCostsOnlyItself(name: String, count: Int) throws {
        let reading = try read(name)
        #expect(reading.exchanges.count == (name == "unusable" ? 2 : 1))
        #expect(reading.codes == Array(repeating: "proxyman.entry-unusable", count: count))
        #expect(reading.diagnostics.allSatisfy { $0.blind != nil })
    }

    @Test func notALog() throws {
        #expect(try read("tail-cut").failure?.expected == "the directory of a ZIP archive")
        let archive = try ProxyMaterial.saz.vector("clean")
        #expect(ProxyReading(ProxymanReader(), archive).failure?.remedy.contains("HAR") == true)
        #expect(
            ProxyReading(ProxymanReader(limits: EntryLimits(entryBytes: 100)), archive).failure?.remedy
                == "raise the limit entry-bytes, or save fewer requests")
    }

    @Test(arguments: ProxyMaterial.proxyman.vectors)
    func vectorsInEveryWay(name: String) throws {
        let bytes = try ProxyMaterial.proxyman.vector(name)
        DecoderVerifier.verify({ ProxymanReader() }, on: bytes, prefixes: 64)
        DecoderVerifier.mutate({ ProxymanReader() }, on: bytes, rounds: 200)
    }

    @Test func everyDiagnosticIsListedOnce() {
        #expect(Set(ProxymanDiagnostics.all).count == ProxymanDiagnostics.all.count)
        #expect(ProxymanDiagnostics.all.allSatisfy { $0.id.hasPrefix("proxyman.") && $0.stage == "capture" })
    }
}
