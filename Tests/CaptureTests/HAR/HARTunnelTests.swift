import Model
import Testing

@testable import Capture

/// A proxy's HAR shows a host that it does not decrypt by `CONNECT` alone.
struct HARTunnelTests {
    private func entry(
        _ method: String, _ url: String, status: Int = 200, second: Int = 0, milliseconds: Int = 1
    ) -> String {
        """
        {"startedDateTime":"2026-11-20T10:00:0\(second).000Z","time":\(milliseconds),"request":{"method":"\(method)","url":"\(url)",
        "headers":[]},"response":{"status":\(status),"headers":[],"content":{"size":0}}}
        """
    }

    private func tunnels(_ entries: [String]) -> [Diagnostic] {
        let text =
            #"{"log":{"version":"1.2","creator":{"name":"t","version":"1"},"entries":["#
            + entries.joined(separator: ",") + "]}}"
        return HARMaterial.read(Array(text.utf8)).diagnostics.filter { $0.code == .harTunnelOpaque }
    }

    @Test(arguments: ["https://t.test:443", "http://t.test:443", "t.test:443", "https://t.test/"])
    func aHostThatIsOnlyConnectedToHidesWhatItCarried(url: String) throws {
        let found = tunnels([entry("GET", "https://other.test/", second: 1), entry("CONNECT", url, second: 2)])
        #expect(found.count == 1)
        let blind = try #require(found.first?.blind)
        #expect(blind.host == "t.test")
        #expect(blind.from == found.first?.at)
        #expect(blind.to == nil)
    }

    @Test func aHostWithADecryptedRequestHidesNothing() {
        #expect(tunnels([entry("CONNECT", "t.test:443"), entry("GET", "https://t.test/px", second: 1)]).isEmpty)
    }

    @Test func aRefusedConnectionCarriesNothing() {
        #expect(tunnels([entry("CONNECT", "t.test:443", status: 403)]).isEmpty)
    }

    @Test func aHostThatWasDecryptedOnlyLaterHidesWhatItsConnectionCarried() throws {
        let found = tunnels([
            entry("CONNECT", "t.test:443", milliseconds: 4000), entry("GET", "https://t.test/px", second: 5),
        ])
        let blind = try #require(found.first?.blind)
        #expect(found.count == 1)
        #expect(blind.host == "t.test")
        #expect(blind.from == found.first?.at)
        #expect(blind.to == found.first?.at?.advanced(byMicroseconds: 4_000_000))
    }

    @Test func connectionsThatWereOpenTogetherHideOneStretch() {
        let found = tunnels([
            entry("CONNECT", "t.test:443", milliseconds: 4000),
            entry("CONNECT", "t.test:443", second: 1, milliseconds: 2500),
            entry("GET", "https://t.test/px", second: 5),
        ])
        #expect(found.count == 1)
    }

    @Test func aConnectionWithADecryptedRequestInItHidesNothing() {
        #expect(
            tunnels([
                entry("CONNECT", "t.test:443", milliseconds: 4000), entry("GET", "https://t.test/px", second: 2),
                entry("GET", "https://t.test/px", second: 9),
            ]).isEmpty)
    }

    @Test func whatIsTimedAsAHandshakeHidesNothing() {
        #expect(
            tunnels([
                entry("CONNECT", "t.test:443", milliseconds: 80), entry("GET", "https://t.test/px", second: 5),
            ]).isEmpty)
    }
}
