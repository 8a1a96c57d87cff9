import Foundation
import Model
import TestSupport
import Testing

@testable import Wire

/// Recordings with the log of the server that answered: every request is found, none is invented.
@Suite(.enabled(if: SharedMaterial.isPresent, "the shared recordings are not here"))
struct RecordingTests {
    private static let recordings = SharedMaterial.files(in: "recordings") { $0 == "capture.pcapng" }
        .map { $0.deletingLastPathComponent() }

    @Test(arguments: recordings) func everyLoggedRequest(folder: URL) throws {
        let name = folder.lastPathComponent
        let run = CaptureRun(
            try [UInt8](Data(contentsOf: folder.appendingPathComponent("capture.pcapng"))),
            keyLog: try [UInt8](Data(contentsOf: folder.appendingPathComponent("sslkeys.log"))))
        #expect(run.ledger.isBalanced)
        let logged = try log(folder)
        let seen = run.requests
        // Connections without secrets are hidden, and must be named so.
        let hidden = run.outbox.diagnostics.contains { $0.blind != nil && $0.code.id == "tls.secret-missing" }
        for (request, times) in logged {
            let found = seen[request] ?? []
            #expect(found.count >= times.count || hidden, "\(name): \(request) \(found.count) of \(times.count)")
            for exchange in found {
                guard case .frames(let frames) = exchange.locator, let sent = run.frameTimes[frames.lowerBound] else {
                    Issue.record("\(name): \(request) has no frames")
                    continue
                }
                #expect(abs(exchange.startedAt.microseconds(since: sent)) <= 1_000, "\(name): \(request)")
                #expect(
                    times.contains { abs($0 - exchange.startedAt.microseconds) < 1_500_000 },
                    "\(name): \(request) at \(exchange.startedAt.microseconds), logged at \(times)")
            }
        }
        // A browser's own requests to its maker are not in the log of the server.
        let hosts = Set(logged.keys.map(\.host))
        for (request, exchanges) in seen where hosts.contains(request.host) {
            // A client repeats by itself what was not answered; the server need not have seen it.
            let answered = exchanges.filter { $0.ending == .answered }
            #expect(answered.count <= logged[request]?.count ?? 0, "\(name): \(request) was invented")
        }
    }

    /// Times of each request in microseconds.
    private func log(_ folder: URL) throws -> [CaptureRun.Request: [Int64]] {
        let data = try Data(contentsOf: folder.appendingPathComponent("truth.json"))
        let truth = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let entries = try #require(truth["requests"] as? [[String: Any]])
        var result: [CaptureRun.Request: [Int64]] = [:]
        for entry in entries {
            let method = try #require(entry["method"] as? String)
            let host = try #require(entry["host"] as? String)
            let path = try #require(entry["path"] as? String)
            let time = try #require(entry["time"] as? Double)
            let authority = Exchange.Request(method: "", scheme: "", authority: host, target: "").host
            result[CaptureRun.Request(method: method, host: authority, path: path), default: []]
                .append(Int64(time * 1_000_000))
        }
        return result
    }
}
