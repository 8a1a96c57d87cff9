import Capture
import Foundation
import Model
import TestSupport
import Testing

/// Dumps of real versions of mitmproxy, compared with what an independent tool counted and what the servers logged.
@Suite(.enabled(if: SharedMaterial.isPresent, "no ../shared beside the package"))
struct MitmproxyRecordingsTests {
    struct Expected: Sendable, CustomTestStringConvertible {
        var path: String
        var httpFlows = 0
        var tcpFlows = 0
        var errors = 0
        var hosts: [String: Int] = [:]
        /// The independent tool could not read the file.
        var isUnreadElsewhere = false
        var testDescription: String { path }
    }

    /// Rows `proxy/….mitm` of the index.
    static let index: [Expected] = {
        guard let folder = SharedMaterial.folder,
            let text = try? String(contentsOf: folder.appending(path: "captures/INDEX.tsv"), encoding: .utf8)
        else { return [] }
        return text.split(separator: "\n").compactMap { line in
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard columns.count == 8, columns[0].hasPrefix("proxy/"), columns[0].hasSuffix(".mitm") else { return nil }
            let truth = try? JSONSerialization.jsonObject(with: Data(columns[7].utf8)) as? [String: Any]
            let flows = truth?["flows"] as? [String: Int] ?? [:]
            return Expected(
                path: String(columns[0]), httpFlows: flows["HTTPFlow"] ?? 0, tcpFlows: flows["TCPFlow"] ?? 0,
                errors: flows["error"] ?? 0, hosts: truth?["hosts"] as? [String: Int] ?? [:],
                isUnreadElsewhere: truth?["err"] is String)
        }
    }()

    private func bytes(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: try #require(SharedMaterial.folder).appending(path: path)))
    }

    @Test(arguments: index)
    func countsAgree(expected: Expected) throws {
        let bytes = try bytes("captures/" + expected.path)
        let reading = ProxyReading(MitmproxyReader(), bytes)
        let source = try #require(reading.source)
        #expect(reading.failure == nil)
        if expected.isUnreadElsewhere {
            #expect(reading.exchanges.count == 1)
        } else {
            // mitmproxy makes an HTTP flow of its own from each flow of WebSocket messages that old versions wrote.
            #expect(source.httpFlows + source.webSocketMessageFlows == expected.httpFlows)
            #expect(source.tcpFlows == expected.tcpFlows)
            #expect(source.failedFlows == expected.errors)
            #expect(reading.exchanges.count == source.httpFlows)
        }
        let hosts = reading.exchanges.reduce(into: [:]) { $0[$1.request.host, default: 0] += 1 }
        if expected.hosts.count > 0, source.webSocketMessageFlows == 0 {
            #expect(hosts.values.sorted() == expected.hosts.values.sorted())
        }
        DecoderVerifier.verify({ MitmproxyReader() }, on: bytes, prefixes: 20)
        DecoderVerifier.mutate({ MitmproxyReader() }, on: bytes, rounds: 40)
    }

    @Test func thereIsMaterial() {
        #expect(Self.index.count == 15)
    }

    static let recordings = SharedMaterial.files(in: "recordings") { $0 == "flows.mitm" }.map(\.path)

    /// Every request that a server logged is in the dump, with its status.
    @Test(arguments: recordings)
    func requestsAgreeWithTheServers(path: String) throws {
        let file = URL(filePath: path)
        let reading = ProxyReading(MitmproxyReader(), [UInt8](try Data(contentsOf: file)))
        let truth =
            try JSONSerialization.jsonObject(
                with: Data(contentsOf: file.deletingLastPathComponent().appending(path: "truth.json")))
            as? [String: Any]
        let requests = try #require(truth?["requests"] as? [[String: Any]])
        var logged = requests.map { request in
            let host = request["host"] as? String ?? ""
            return "\(request["method"] ?? "") \(host)\(request["path"] ?? "") \(request["status"] ?? "")"
        }
        for exchange in reading.exchanges {
            let line =
                "\(exchange.request.method) \(exchange.request.host)\(exchange.request.target) "
                + "\(exchange.response?.status ?? 0)"
            if let place = logged.firstIndex(of: line) {
                logged.remove(at: place)
            } else {
                #expect(
                    exchange.request.method == "CONNECT" || exchange.ending == .failed
                        || exchange.response?.status == 502,
                    "not logged: \(line)")
            }
        }
        #expect(logged.isEmpty, "\(logged)")
    }
}
