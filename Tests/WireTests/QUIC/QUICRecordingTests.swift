import Foundation
import Model
import Testing

@testable import Wire

/// HTTP/3 over sockets, recorded as packets: every request in the server's own log is found once, none is invented.
struct QUICRecordingTests {
    private static let folder = TLSVector.folder.deletingLastPathComponent().appending(path: "quic-recordings")

    /// What the server's program wrote down.
    private struct Entry: Decodable {
        var time: Double
        var method, host, path: String
        var session: String?
        var requestBytes, status, responseBytes: Int
    }

    private struct Log: Decodable { var requests: [Entry] }

    private static func log(_ name: String) throws -> [Entry] {
        let data = try Data(contentsOf: folder.appending(path: name + ".json"))
        return try JSONDecoder().decode(Log.self, from: data).requests
    }

    /// - Parameter isUsed: which lines of the key log are given.
    private static func run(_ name: String, keys isUsed: (Substring) -> Bool = { _ in true }) throws -> CaptureRun {
        let keys = try String(contentsOf: folder.appending(path: name + ".keys"), encoding: .utf8)
            .split(separator: "\n").filter(isUsed).joined(separator: "\n")
        let packets = try Data(contentsOf: folder.appending(path: name + ".pcap"))
        return CaptureRun([UInt8](packets), keyLog: Array((keys + "\n").utf8))
    }

    @Test(arguments: ["qpack-dynamic-table", "key-update", "migration", "early-data"])
    func everyLoggedRequestOnce(name: String) throws {
        let run = try Self.run(name)
        #expect(run.ledger.isBalanced)
        #expect(run.outbox.diagnostics.isEmpty, "\(run.outbox.diagnostics)")
        #expect(run.outbox.flows.count == 1)
        let log = try Self.log(name)
        #expect(run.outbox.exchanges.count == log.count)
        for entry in log {
            let request = CaptureRun.Request(method: entry.method, host: entry.host, path: entry.path)
            let found = run.requests[request] ?? []
            #expect(found.count == 1, "\(request)")
            guard let exchange = found.first else { continue }
            #expect(exchange.request.headers["x-session"] == entry.session, "\(request)")
            #expect(exchange.request.body.size == entry.requestBytes, "\(request)")
            #expect(exchange.response?.status == entry.status, "\(request)")
            #expect(exchange.response?.body.size == entry.responseBytes, "\(request)")
            #expect(exchange.response?.headers["x-served-for"] == entry.path, "\(request)")
            #expect(exchange.connection.protocolName == "h3")
            #expect(abs(exchange.startedAt.microseconds - Int64(entry.time * 1_000_000)) < 200_000, "\(request)")
        }
    }

    /// The recording is what its name says: without the secret of 0-RTT its first request cannot be read.
    @Test func earlyDataNeedsItsOwnSecret() throws {
        let run = try Self.run("early-data") { !$0.hasPrefix("CLIENT_EARLY") }
        #expect(run.requests.keys.map(\.path) == ["/vast?slot=later"])
        #expect(run.outbox.diagnostics.contains { $0.blind?.hides != .responses && $0.blind != nil })
    }

    @Test func theClientHasTwoAddresses() throws {
        let packets = try [UInt8](Data(contentsOf: Self.folder.appending(path: "migration.pcap")))
        let addresses = Set([1, 2].map { host in packets.count(of: [127, 0, 0, UInt8(host), 127, 0, 0, 1]) > 0 })
        #expect(addresses == [true])
    }
}

extension [UInt8] {
    fileprivate func count(of needle: [UInt8]) -> Int {
        indices.count { self[$0...].starts(with: needle) }
    }
}
