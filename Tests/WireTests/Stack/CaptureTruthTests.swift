import CZlib
import Foundation
import Model
import TestSupport
import Testing

@testable import Wire

/// Captures of other projects, with what an independent tool saw in them.
@Suite(.enabled(if: SharedMaterial.isPresent, "the shared captures are not here"))
struct CaptureTruthTests {
    private static let captures = SharedMaterial.files(in: "captures/pcap") { $0.hasSuffix(".truth.json") }

    @Test(arguments: captures) func atLeastWhatTsharkSees(truthFile: URL) throws {
        let capture = truthFile.deletingPathExtension().deletingPathExtension()
        let name = capture.lastPathComponent
        let keys = try? Data(contentsOf: capture.appendingPathExtension("keys"))
        let run = CaptureRun(try bytes(of: capture), keyLog: [UInt8](keys ?? Data()))
        #expect(run.ledger.isBalanced)
        let truth = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: truthFile)) as? [String: Any])
        let (requests, responses) = try counts(truth)
        let exchanges = run.outbox.exchanges
        let asked = exchanges.filter { !$0.request.method.isEmpty }
        #expect(asked.count >= requests, "\(name): requests")
        #expect(exchanges.count >= max(requests, responses), "\(name): exchanges")
        // Methods, hosts and paths as in the list.
        let listed = try #require(truth["requests"] as? [[String: Any]])
        var rest = run.requests.mapValues(\.count)
        for entry in listed {
            guard let method = entry["method"] as? String, let target = entry["uri"] as? String else { continue }
            let host = Exchange.Request(
                method: "", scheme: "", authority: entry["host"] as? String ?? "", target: ""
            ).host
            let request = rest.keys.first {
                $0.method == method && (target == $0.path || target.hasSuffix($0.path))
                    && (host.isEmpty || $0.host == host)
                    && rest[$0, default: 0] > 0
            }
            guard let request else {
                Issue.record("\(name): \(method) \(host) \(target) is missing")
                continue
            }
            rest[request, default: 0] -= 1
        }
        let invented = rest.filter { $0.value > 0 }
        #expect(invented.isEmpty, "\(name): \(invented.keys)")
    }

    private func counts(_ truth: [String: Any]) throws -> (requests: Int, responses: Int) {
        var requests = 0
        var responses = 0
        let modes = ["counts_reassemble_out_of_order_on", "counts_reassemble_out_of_order_off"].compactMap {
            truth[$0] as? [String: Int]
        }
        try #require(!modes.isEmpty)
        for mode in modes {
            requests = max(requests, ["h1_req", "h2_req", "h3_req"].compactMap { mode[$0] }.reduce(0, +))
            // Interim responses are counted by tshark and are notes here.
            responses = max(responses, ["h1_resp", "h2_resp", "h3_resp"].compactMap { mode[$0] }.reduce(0, +))
        }
        let listed = truth["responses"] as? [[String: Any]] ?? []
        let interim = listed.filter { ($0["status"] as? Int).map { (100..<200).contains($0) && $0 != 101 } ?? false }
        return (requests, responses - interim.count)
    }

    private func bytes(of file: URL) throws -> [UInt8] {
        let data = try [UInt8](Data(contentsOf: file))
        guard data.starts(with: [0x1f, 0x8b]) else { return data }
        var stream = z_stream()
        try #require(beaconproof_inflate_init(&stream, 31) == Z_OK)
        defer { inflateEnd(&stream) }
        var input = data
        var output = [UInt8](repeating: 0, count: 64 << 20)
        return input.withUnsafeMutableBufferPointer { source in
            output.withUnsafeMutableBufferPointer { target in
                stream.next_in = source.baseAddress
                stream.avail_in = UInt32(source.count)
                stream.next_out = target.baseAddress
                stream.avail_out = UInt32(target.count)
                inflate(&stream, Z_FINISH)
                return Array(target[..<Int(stream.total_out)])
            }
        }
    }
}
