import Capture
import Foundation
import Model
import TestSupport
import Testing

struct SAZReaderTests {
    private let vast = Array(#"<?xml version="1.0"?><VAST version="4.2"/>"#.utf8)

    private func read(_ name: String, limits: EntryLimits = EntryLimits()) throws -> ProxyReading {
        ProxyReading(SAZReader(limits: limits), try ProxyMaterial.saz.vector(name))
    }

    @Test func sessionsComeInTheOrderOfTheirNumbers() throws {
        let reading = try read("clean")
        #expect(reading.failure == nil)
        #expect(reading.diagnostics.isEmpty)
        #expect(
            reading.exchanges.map(\.startedAt.microseconds)
                == [1_795_255_200_250_000, 1_795_255_201_250_000, 1_795_255_202_250_000])
        #expect(reading.exchanges[1].url == "https://ads.example.test/px?e=complete")
        let first = try #require(reading.exchanges.first)
        #expect(first.response?.status == 200)
        #expect(first.response?.body == .kept(vast))
        #expect(first.response?.startedAt?.microseconds == 1_795_255_200_500_000)
        #expect(first.response?.headers["content-type"] == "text/xml")
        #expect(first.connection.client == "198.51.100.4:50000")
        #expect(first.connection.server == "192.0.2.7:443")
        #expect(first.connection.protocolName == "http/1.1")
    }

    @Test(arguments: ["stored", "names-with-paths"])
    func readable(name: String) throws {
        let reading = try read(name)
        #expect(reading.exchanges.count == 1)
        #expect(reading.diagnostics.isEmpty)
    }

    @Test func bodies() throws {
        let reading = try read("bodies")
        let bodies = reading.exchanges.compactMap(\.response?.body)
        #expect(bodies[0] == .kept(vast))
        #expect(bodies[1] == .kept(vast))
        #expect(bodies[2].state == "cut")
        #expect(bodies[3] == .kept(Array("abc".utf8)), "Brotli")
        #expect(bodies[4] == Body.none)
        #expect(reading.exchanges[4].request.body == .kept(Array("e=1".utf8)))
    }

    @Test func endings() throws {
        #expect(try read("endings").exchanges.map(\.ending) == [.failed, .unseen])
    }

    @Test func anUndecryptedTunnelBlinds() throws {
        let reading = try read("tunnels")
        #expect(reading.exchanges.count == 1)
        #expect(reading.diagnostics.map(\.code) == [.sazTunnelDecrypted, .sazTunnelOpaque])
        #expect(reading.diagnostic(.sazTunnelDecrypted)?.blind == nil)
        #expect(reading.diagnostic(.sazTunnelOpaque)?.blind?.host == "pinned.example.test")
    }

    @Test func notes() throws {
        #expect(try read("websocket").exchanges.map(\.notes) == [["websocket"]])
        let reading = try read("no-metadata")
        #expect(reading.exchanges.map(\.notes) == [[], ["time-unknown"]])
        #expect(reading.codes == ["saz.time-unreadable"])
    }

    // MARK: Damage

    @Test func aSessionWithoutARequestIsNamed() throws {
        let reading = try read("no-request")
        #expect(reading.exchanges.map(\.locator) == [.entry(1)])
        #expect(reading.codes == ["saz.session-damaged"])
        #expect(reading.diagnostic(.sazSessionDamaged)?.blind != nil)
    }

    @Test func aDamagedResponseBlindsItself() throws {
        let reading = try read("damaged-member")
        #expect(reading.exchanges.map(\.ending) == [.answered, .answered, .unseen])
        #expect(reading.diagnostic(.sazResponseDamaged)?.blind?.hides == .responses)
    }

    @Test func aBombStopsAtTheLimit() throws {
        let reading = try read("bomb", limits: EntryLimits(entryBytes: 1 << 20))
        #expect(reading.exchanges.map(\.ending) == [.unseen])
        #expect(reading.codes == ["saz.response-damaged"])
    }

    @Test(arguments: [
        ("encrypted", "a readable archive"), ("archive-inside", "sessions of Fiddler (raw/1_c.txt)"),
        ("tail-cut", "the directory of a ZIP archive"),
    ])
    func refused(name: String, expected: String) throws {
        let reading = try read(name)
        #expect(reading.failure?.expected == expected)
        #expect(reading.exchanges.isEmpty)
    }

    @Test(arguments: ProxyMaterial.saz.vectors)
    func vectorsInEveryWay(name: String) throws {
        let limits = EntryLimits(entryBytes: 1 << 20)
        let bytes = try ProxyMaterial.saz.vector(name)
        DecoderVerifier.verify({ SAZReader(limits: limits) }, on: bytes, prefixes: 64)
        DecoderVerifier.mutate({ SAZReader(limits: limits) }, on: bytes, rounds: 200)
    }

    @Test func everyDiagnosticIsListedOnce() {
        #expect(Set(SAZDiagnostics.all).count == SAZDiagnostics.all.count)
        #expect(SAZDiagnostics.all.allSatisfy { $0.id.hasPrefix("saz.") && $0.stage == "capture" })
    }

    // MARK: Archives of Fiddler itself

    @Test(
        .enabled(if: SharedMaterial.isPresent, "no ../shared beside the package"),
        arguments: [("httpbin-test", 6), ("images", 3)])
    func countsAgree(name: String, sessions: Int) throws {
        let folder = try #require(SharedMaterial.folder)
        let file = folder.appending(path: "captures/proxy/joelverhagen_SAZ__\(name).saz")
        let reading = ProxyReading(SAZReader(), [UInt8](try Data(contentsOf: file)))
        #expect(reading.failure == nil)
        #expect(reading.exchanges.count == sessions)
        #expect(reading.source?.webSocketFlows == 0)
        #expect(reading.exchanges.allSatisfy { $0.request.host == "httpbin.org" && $0.response?.status == 200 })
        #expect(reading.diagnostics.isEmpty)
        let brotli = reading.exchanges.filter { $0.response?.headers["content-encoding"] == "br" }
        #expect(brotli.count == (name == "images" ? 0 : 1))
        #expect(brotli.allSatisfy { $0.response?.body.state == "kept" })
    }
}
