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

    private func tunnels(_ entries: [String], by creator: String = "t") -> [Diagnostic] {
        read(entries, by: creator).filter { $0.code == .harTunnelOpaque }
    }

    private func read(_ entries: [String], by creator: String = "t", refusals: String = "") -> [Diagnostic] {
        let text =
            #"{"log":{"version":"1.2","creator":{"name":""# + creator + #"","version":"1"},"entries":["#
            + entries.joined(separator: ",") + "]\(refusals)}}"
        return HARMaterial.read(Array(text.utf8)).diagnostics
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

    /// They list the requests of a connection that they decrypt, and no `CONNECT` for it.
    @Test(arguments: ["Charles Proxy", "Proxyman"])
    func aTunnelOfAProxyThatListsNoOthersHidesWhatItCarried(creator: String) throws {
        let entries = [
            entry("GET", "https://t.test/1"), entry("CONNECT", "t.test:443", second: 1, milliseconds: 4_000),
            entry("GET", "https://t.test/2", second: 2), entry("GET", "https://t.test/3", second: 8),
        ]
        let found = tunnels(entries, by: creator)
        #expect(found.count == 1)
        let blind = try #require(found.first?.blind)
        #expect(blind.from == found.first?.at && blind.to == blind.from?.advanced(byMicroseconds: 4_000_000))
        #expect(tunnels(entries, by: "Fiddler").isEmpty)
    }

    @Test func aHostWithADecryptedRequestHidesNothing() {
        #expect(tunnels([entry("CONNECT", "t.test:443"), entry("GET", "https://t.test/px", second: 1)]).isEmpty)
    }

    /// Proxyman writes 999 where the client did not accept its certificate (issue 1021), mitmproxy 502 where it reached no
    /// server: the client tried, and what for is not known.
    @Test(arguments: [999, 502, 403])
    func aHostThatCouldNotBeReachedHidesWhatWasWantedOfIt(status: Int) throws {
        let found = tunnels([
            entry("CONNECT", "t.test:443", status: status, second: 1),
            entry("CONNECT", "t.test:443", status: status, second: 5),
        ])
        let blind = try #require(found.first?.blind)
        #expect(found.count == 1)
        #expect(blind.host == "t.test" && blind.from == found.first?.at && blind.to == nil)
    }

    /// Where one part of an app trusts the proxy and another does not.
    @Test(arguments: [
        ("\"status\":999", 140), ("\"status\":0,\"_error\":\"SSL handshake failed\"", 90),
    ])
    func aHostThatIsReadHidesEachHandshakeThatFails(answer: String, milliseconds: Int) throws {
        let failed = entry("CONNECT", "https://t.test:443", second: 5, milliseconds: milliseconds)
            .replacing("\"status\":200", with: answer)
        let found = tunnels([entry("GET", "https://t.test/px", second: 1), failed])
        let blind = try #require(found.first?.blind)
        #expect(found.count == 1)
        #expect(blind.host == "t.test" && blind.from == found.first?.at && !blind.manyHosts)
        #expect(blind.to == found.first?.at?.advanced(byMicroseconds: 2_000_000))
    }

    /// The certificate was refused whatever else is read; another failure may be mended by the next attempt.
    @Test(arguments: [(999, 1), (502, 0)])
    func anotherAttemptThatIsReadMendsAFailureOfTheNetwork(status: Int, count: Int) {
        #expect(
            tunnels([
                entry("CONNECT", "t.test:443", status: status, second: 4), entry("CONNECT", "t.test:443", second: 4),
                entry("GET", "https://t.test/px", second: 5),
            ]).count == count)
    }

    /// HTTP Toolkit has no answer for a connection that it passes through.
    @Test func aConnectionWithoutAnAnswerLastsAsLongAsItsEntry() throws {
        let found = tunnels([
            entry("GET", "https://t.test/px"),
            entry("CONNECT", "t.test:443", status: 0, second: 3, milliseconds: 70_000),
        ])
        let blind = try #require(found.first?.blind)
        #expect(blind.to == blind.from?.advanced(byMicroseconds: 70_000_000))
    }

    @Test func aCertificateThatIsRefusedHidesItsHostEachTime() throws {
        let refusals = [3, 7].map {
            #"{"startedDateTime":"2026-11-20T10:00:0\#($0).000Z","hostname":"t.test","cause":"cert-rejected"}"#
        }
        let found = read(
            [entry("GET", "https://t.test/px", second: 1)],
            refusals: #","_tlsErrors":[\#(refusals.joined(separator: ","))]"#
        ).filter { $0.code == .harHandshakeRefused }
        #expect(found.count == 2)
        for diagnostic in found {
            #expect(diagnostic.blind?.host == "t.test")
            #expect(diagnostic.blind?.to == diagnostic.at?.advanced(byMicroseconds: 2_000_000))
        }
    }

    /// Connections that a client opens and does not use are closed again.
    @Test func aConnectionThatWasClosedBesideOthersHidesNothing() {
        let closed = #"{"startedDateTime":"2026-11-20T10:00:00.000Z","hostname":"t.test","cause":"closed"}"#
        let found = read(
            [entry("GET", "https://t.test/px", second: 1)], refusals: #","_tlsErrors":[\#(closed)]"#)
        #expect(!found.contains { $0.code == .harHandshakeRefused })
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

    /// A client opens a connection to send something at once: what it sent on this one is not among what was read.
    @Test(arguments: [30, 9_000])
    func aConnectionWithoutARequestForLongHidesWhatItCarriedUntilThen(milliseconds: Int) throws {
        let found = tunnels([
            entry("GET", "https://t.test/px"), entry("CONNECT", "t.test:443", second: 1, milliseconds: milliseconds),
            entry("GET", "https://t.test/px", second: 8),
        ])
        let blind = try #require(found.first?.blind)
        #expect(found.count == 1)
        #expect(blind.from == found.first?.at && blind.to == blind.from?.advanced(byMicroseconds: 7_000_000))
    }

    @Test func aConnectionWithoutARequestEverAfterHidesWhatItCarried() throws {
        let found = tunnels([
            entry("GET", "https://t.test/px"), entry("CONNECT", "t.test:443", second: 5, milliseconds: 160),
        ])
        let blind = try #require(found.first?.blind)
        #expect(found.count == 1 && blind.host == "t.test" && blind.from == found.first?.at && blind.to == nil)
    }

    @Test func whatIsTimedAsAHandshakeHidesNothing() {
        #expect(
            tunnels([
                entry("CONNECT", "t.test:443", milliseconds: 80), entry("GET", "https://t.test/px", second: 5),
            ]).isEmpty)
    }
}
