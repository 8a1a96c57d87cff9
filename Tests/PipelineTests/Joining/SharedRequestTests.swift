import Model
import Store
import Testing

@testable import Pipeline

/// Two packet captures of one run: the same connection is one sighting, another connection is another request.
struct SharedRequestTests {
    private struct Seen {
        var at: Int64
        var client: String
        var stream: Int?

        init(_ at: Int64, _ client: String, stream: Int? = nil) {
            self.at = at
            self.client = client
            self.stream = stream
        }
    }

    /// How many exchanges remain of equal requests to one server.
    private func joined(_ captures: [[Seen]]) throws -> Int? {
        let database = try Database.temporary()
        let run = try database.write { (writer: inout Writer) throws(StoreFailure) in
            let run = try writer.insert(run: "shared", toolVersion: "0")
            for (place, seen) in captures.enumerated() {
                let capture = try writer.insert(
                    capture: CaptureRecord(
                        path: "\(place).pcap", format: "pcap", sha256: "", bytes: 0,
                        first: Timestamp(microseconds: 0), last: Timestamp(microseconds: 60_000_000), frames: 9),
                    run: run)
                try writer.insert(clock: ClockRecord(method: .declared), capture: capture)
                for (place, request) in seen.enumerated() {
                    try writer.insert(
                        exchange: Exchange(
                            startedAt: Timestamp(microseconds: request.at * 1_000),
                            request: .init(method: "GET", scheme: "https", authority: "t.test", target: "/px"),
                            response: Exchange.Response(status: 204),
                            connection: .init(
                                flow: place + 1, stream: request.stream, client: request.client,
                                server: "192.0.2.9:443"),
                            locator: .frames((place + 1)...(place + 1))),
                        run: run, capture: capture)
                }
            }
            return run
        }
        try JoinStage(run: run, database: database).join()
        return try database.rows("SELECT count(*) AS n FROM exchange").first?.int("n")
    }

    @Test func oneConnectionInBothIsOne() throws {
        #expect(try joined([[Seen(1_000, "10.0.0.7:5001")], [Seen(1_200, "10.0.0.7:5001")]]) == 1)
    }

    /// Each capture missed one of two requests: they are not one because they are near.
    @Test func anotherConnectionOfTheSameClientIsAnother() throws {
        #expect(try joined([[Seen(1_000, "10.0.0.7:5001")], [Seen(1_200, "10.0.0.7:5002")]]) == 2)
        #expect(
            try joined([[Seen(1_000, "10.0.0.7:5001", stream: 1)], [Seen(1_200, "10.0.0.7:5001", stream: 3)]]) == 2)
    }

    /// Behind an address that is translated, ports say nothing.
    @Test func anotherAddressMayBeTheSameClient() throws {
        #expect(try joined([[Seen(1_000, "10.0.0.7:5001")], [Seen(1_200, "203.0.113.5:61000")]]) == 1)
    }

    @Test func clocksThatSwapTwoRequestsMakeNoMore() throws {
        #expect(
            try joined([
                [Seen(1_000, "10.0.0.7:5001"), Seen(1_020, "10.0.0.7:5002")],
                [Seen(1_010, "10.0.0.7:5002"), Seen(1_030, "10.0.0.7:5001")],
            ]) == 2)
    }
}
