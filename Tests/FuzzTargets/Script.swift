import Capture
import Model
import Wire

/// A conversation as bytes, so that a fuzzer can write one: steps of a kind, a length of two bytes and a payload.
struct Script {
    enum Kind: UInt8, CaseIterable {
        case bytesToServer, bytesToClient, gapToServer, gapToClient, endToServer, endToClient, key, stream
    }

    struct Step {
        var kind: Kind
        var payload: [UInt8]
    }

    private(set) var steps: [Step] = []
    /// The lines of a key log among the steps.
    private(set) var secrets: [TLSSecret] = []

    /// Reads any bytes: what is cut short is as long as it is.
    init(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while let first = rest.popFirst() {
            let kind = Kind.allCases[Int(first) % Kind.allCases.count]
            let length = Int(rest.popFirst() ?? 0) << 8 | Int(rest.popFirst() ?? 0)
            steps.append(Step(kind: kind, payload: Array(rest.prefix(length))))
            rest = rest.dropFirst(length)
        }
        let lines = steps.filter { $0.kind == .key }.flatMap { $0.payload + [UInt8(ascii: "\n")] }
        var outbox = Outbox<TLSSecret>()
        var reader = KeyLogReader()
        _ = reader.decode(lines.span, isFinal: true, into: &outbox)
        secrets = outbox.events
    }

    /// What a transport gives: the steps as events. A step that names a stream holds for those behind it.
    var events: [(stream: UInt64, event: StreamEvent)] {
        var stream: UInt64 = 0
        var events: [(UInt64, StreamEvent)] = []
        for (index, step) in steps.enumerated() {
            let mark = Script.mark(index)
            let direction: Direction =
                switch step.kind {
                case .bytesToServer, .gapToServer, .endToServer: .toServer
                default: .toClient
                }
            switch step.kind {
            case .bytesToServer, .bytesToClient:
                if !step.payload.isEmpty { events.append((stream, .bytes(direction, step.payload, mark))) }
            case .gapToServer, .gapToClient:
                let length = step.payload.isEmpty ? nil : step.payload.prefix(7).reduce(0) { $0 << 8 | Int($1) }
                events.append((stream, .gap(direction, length: length, mark)))
            case .endToServer, .endToClient:
                events.append((stream, .end(direction, reset: step.payload.first == 1, mark)))
            case .stream: stream = step.payload.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
            case .key: break
            }
        }
        return events
    }

    static func mark(_ index: Int) -> Mark {
        Mark(at: Timestamp(microseconds: Int64(index) * 1_000), frames: (index + 1)...(index + 1))
    }

    /// The bytes of steps; payloads longer than a length can say become several.
    static func bytes(_ steps: [Step]) -> [UInt8] {
        steps.flatMap { step -> [UInt8] in
            stride(from: 0, to: max(1, step.payload.count), by: 0xffff).flatMap { start -> [UInt8] in
                let part = step.payload[start..<min(step.payload.count, start + 0xffff)]
                return [step.kind.rawValue, UInt8(part.count >> 8), UInt8(part.count & 0xff)] + part
            }
        }
    }

    static func step(_ kind: Kind, _ text: String) -> Step {
        Step(kind: kind, payload: Array(text.utf8))
    }
}
