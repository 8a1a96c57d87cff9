import Model
import Store
import Testing

@testable import Pipeline

/// Packets taken where a proxy runs: each exchange on the way to the proxy and again on the way from it.
struct RelayTests {
    private struct Leg {
        var at: Int64
        var client: String
        var server: String
        var answered: Int64?
        var isProxied = false
        var status = 204
        var body = ""
    }

    private static let outer = Leg(
        at: 0, client: "10.0.0.7:50001", server: "10.0.0.1:8080", answered: 400, isProxied: true)
    private static let inner = Leg(at: 100, client: "10.0.0.1:40001", server: "192.0.2.9:443", answered: 300)

    /// How many exchanges remain of equal requests.
    private func joined(_ legs: [Leg]) throws -> Int? {
        let database = try Database.temporary()
        let run = try database.write { (writer: inout Writer) throws(StoreFailure) in
            let run = try writer.insert(run: "relay", toolVersion: "0")
            let capture = try writer.insert(
                capture: CaptureRecord(path: "run.pcap", format: "pcap", sha256: "", bytes: 0, frames: 9), run: run)
            for (place, leg) in legs.enumerated() {
                let start = Timestamp(microseconds: leg.at * 1_000)
                try writer.insert(
                    exchange: Exchange(
                        startedAt: start,
                        request: .init(
                            method: "POST", scheme: "https", authority: "t.test", target: "/px",
                            body: .kept(Array(leg.body.utf8))),
                        response: leg.answered.map {
                            Exchange.Response(status: leg.status, startedAt: Timestamp(microseconds: $0 * 1_000))
                        },
                        ending: leg.answered == nil ? .unseen : .answered,
                        connection: .init(flow: place + 1, client: leg.client, server: leg.server),
                        locator: .frames((place + 1)...(place + 1)),
                        notes: leg.isProxied ? [Exchange.proxied] : []),
                    run: run, capture: capture)
            }
            return run
        }
        try JoinStage(run: run, database: database).join()
        let sightings = try database.rows("SELECT count(*) AS n FROM sighting").first?.int("n")
        #expect(sightings == legs.count)
        return try database.rows("SELECT count(*) AS n FROM exchange").first?.int("n")
    }

    @Test func bothSidesAreOne() throws {
        #expect(try joined([Self.outer, Self.inner]) == 1)
    }

    @Test func aRepeatSeenOnBothSidesIsTwo() throws {
        var legs = [Self.outer, Self.inner]
        legs += legs.map { leg in
            var leg = leg
            leg.at += 1_000
            leg.answered = leg.answered.map { $0 + 1_000 }
            return leg
        }
        #expect(try joined(legs) == 2)
    }

    @Test func aRepeatToTheSameServerIsTwo() throws {
        var again = Self.outer
        again.at = 100
        again.client = "10.0.0.7:50002"
        #expect(try joined([Self.outer, again]) == 2)
    }

    @Test func afterTheAnswerItIsAnother() throws {
        var late = Self.inner
        late.at = 500
        #expect(try joined([Self.outer, late]) == 2)
    }

    /// Nothing shows that the first was asked of a proxy: a tracker may run at that address itself.
    @Test func whatWasNotAskedOfAProxyIsItsOwn() throws {
        var direct = Self.outer
        direct.isProxied = false
        #expect(try joined([direct, Self.inner]) == 2)
        (direct.client, direct.server) = ("127.0.0.1:50001", "127.0.0.1:8080")
        #expect(try joined([direct, Self.inner]) == 2)
    }

    @Test func anotherBodyOrAnswerIsAnother() throws {
        var other = Self.inner
        other.body = "second"
        #expect(try joined([Self.outer, other]) == 2)
        other = Self.inner
        other.status = 200
        #expect(try joined([Self.outer, other]) == 2)
        // The proxy had answered by then.
        other = Self.inner
        other.answered = 500
        #expect(try joined([Self.outer, other]) == 2)
    }

    @Test func aProxyOnThisMachine() throws {
        var local = Self.outer
        (local.client, local.server) = ("127.0.0.1:50001", "127.0.0.1:8080")
        #expect(try joined([local, Self.inner]) == 1)
    }
}
