import Model
import Store
import Testing

@testable import Pipeline

/// Bytes of an unknown protocol hide requests to the hosts that were asked at the same address and port.
struct UnreadProtocolTests {
    /// The hosts hidden by one connection, beside a request to `t.test` at 192.0.2.1:443.
    private func hidden(_ name: String, _ server: String, bytes: Int) throws -> [String] {
        let database = try Database.temporary()
        let run = try database.write { (writer: inout Writer) throws(StoreFailure) in
            let run = try writer.insert(run: "unread", toolVersion: "0")
            let capture = try writer.insert(
                capture: CaptureRecord(path: "run.pcap", format: "pcap", sha256: "", bytes: 0, frames: 9), run: run)
            try writer.insert(
                exchange: Exchange(
                    startedAt: Timestamp(microseconds: 5),
                    request: .init(method: "GET", scheme: "https", authority: "t.test", target: "/px"),
                    response: Exchange.Response(status: 204),
                    connection: .init(flow: 1, client: "10.0.0.7:5001", server: "192.0.2.1:443"),
                    locator: .frames(1...2)),
                run: run, capture: capture)
            try writer.insert(
                flow: FlowRecord(
                    number: 2, transport: "tcp", client: "10.0.0.7:5002", server: server, protocolName: name,
                    first: Timestamp(microseconds: 10), last: Timestamp(microseconds: 20), clientBytes: bytes,
                    serverBytes: 0),
                run: run, capture: capture)
            return run
        }
        try JoinStage(run: run, database: database).join()
        return try database.rows(
            "SELECT host, hides, from_us, to_us FROM blind WHERE diagnostic IS NOT NULL ORDER BY host"
        ).map { row in
            "\(row.text("host") ?? "") \(row.text("hides") ?? "") \(row.int("from_us") ?? 0) \(row.int("to_us") ?? 0)"
        }
    }

    @Test func hideTheHostAtTheServer() throws {
        #expect(try hidden("unknown", "192.0.2.1:443", bytes: 20) == ["t.test requests 10 20"])
    }

    @Test(arguments: [
        ("unknown", "192.0.2.1:443", 0), ("ssh", "192.0.2.1:443", 20), ("unknown", "192.0.2.1:5222", 20),
        ("unknown", "192.0.2.9:443", 20),
    ])
    func hideNothingElse(name: String, server: String, bytes: Int) throws {
        #expect(try hidden(name, server, bytes: bytes).isEmpty)
    }
}
