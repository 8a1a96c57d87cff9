import Encodings
import Foundation
import Model
import TestSupport
import Testing

@testable import Capture
@testable import Wire

/// Packets, a browser's export and a proxy's recording of one response keep the same bodies.
@Suite struct KeptBodiesTests {
    @Test(arguments: BodyVector.all) func packets(vector: BodyVector) {
        var collector = BodyCollector(codings: [], contentType: vector.type, policy: .sniff, limits: .init())
        collector.append(vector.bytes[...])
        #expect(collector.finish(isComplete: true).body.content == content(of: vector))
    }

    /// A body that goes on behind what decides is dropped while it arrives, or not.
    @Test(arguments: BodyVector.all) func packetsOfALargeBody(vector: BodyVector) {
        let rest = vector.mayBeDocument ? UInt8(ascii: " ") : 0
        let bytes = vector.bytes + [UInt8](repeating: rest, count: 4_096)
        var collector = BodyCollector(codings: [], contentType: vector.type, policy: .sniff, limits: .init())
        for start in stride(from: 0, to: bytes.count, by: 100) { collector.append(bytes[start...].prefix(100)) }
        #expect(collector.finish(isComplete: true).body.content == (vector.mayBeDocument ? .kept(bytes) : .media))
    }

    @Test(arguments: BodyVector.all, [true, false]) func proxy(vector: BodyVector, isCoded: Bool) {
        var headers = HeaderFields()
        if let type = vector.type { headers.append(name: "Content-Type", value: type) }
        if isCoded { headers.append(name: "Content-Encoding", value: "gzip") }
        let sent = isCoded ? Self.stored(vector.bytes) : vector.bytes
        let read = TransferredBody.read(sent[...], headers: headers, isWhole: true, limits: EntryLimits())
        #expect(read.body.content == content(of: vector))
        #expect(read.flaw == nil)
    }

    @Test(arguments: BodyVector.all, [true, false]) func har(vector: BodyVector, isText: Bool) throws {
        let text = String(validating: vector.bytes, as: UTF8.self)
        guard !isText || text != nil else { return }
        var content: [String: Any] = ["size": vector.bytes.count]
        content["mimeType"] = vector.type
        content["text"] = isText ? text : Base64.text(vector.bytes)
        if !isText { content["encoding"] = "base64" }
        let entry: [String: Any] = [
            "startedDateTime": "2026-01-31T10:00:00Z", "time": 1,
            "request": ["method": "GET", "url": "https://ads.test/tag", "headers": [String]()],
            "response": ["status": 200, "headers": [String](), "content": content],
        ]
        let log: [String: Any] = ["version": "1.2", "creator": ["name": "test", "version": "1"], "entries": [entry]]
        let bytes = [UInt8](try JSONSerialization.data(withJSONObject: ["log": log]))
        var reader = HARReader()
        var outbox = Outbox<HAREvent>()
        _ = reader.decode(bytes.span, isFinal: true, into: &outbox)
        let bodies = outbox.events.compactMap { event in
            if case .exchange(let exchange) = event { exchange.response?.body } else { nil }
        }
        #expect(bodies.map(\.content) == [self.content(of: vector)])
    }

    private func content(of vector: BodyVector) -> Body.Content {
        vector.mayBeDocument ? .kept(vector.bytes) : .media
    }

    /// A gzip member of one block that is stored as it is (RFC 1951 section 3.2.4).
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        func little(_ value: Int, _ width: Int) -> [UInt8] {
            (0..<width).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        }
        return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1] + little(bytes.count, 2) + little(~bytes.count, 2) + bytes
            + little(Int(Checksum.crc32(bytes)), 4) + little(bytes.count, 4)
    }
}
