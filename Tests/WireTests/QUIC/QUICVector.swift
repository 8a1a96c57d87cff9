import Foundation
import Model
import Testing
import Wire

/// A run of `Tests/Vectors/quic`; its README describes the format.
struct QUICVector: Sendable {
    var secrets: [TLSSecret] = []
    var streams: [StreamKey: [UInt8]] = [:]
    var datagrams: [Datagram] = []

    struct StreamKey: Hashable, Sendable {
        var id: UInt64
        var direction: Direction
    }

    struct Datagram: Sendable {
        var from: String
        var to: String
        var bytes: [UInt8]
        var mark: Mark
    }

    static let folder = TLSVector.folder.deletingLastPathComponent().appending(path: "quic")

    static let complete = [
        "v1-aes128gcm", "v1-aes256gcm", "v1-chacha20", "v2-aes128gcm", "v1-to-v2", "retry", "empty-client-id",
        "key-update", "migration", "retransmission", "early-data", "early-data-rejected", "http3-dynamic-table",
        "preferred-address", "stateless-reset", "zeros-behind-the-last-packet", "timestamp-frames",
    ]

    init(_ name: String) throws {
        try self.init(text: String(contentsOf: Self.folder.appending(path: name + ".txt"), encoding: .utf8))
    }

    init(text: String) {
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            switch words[0] {
            case "key":
                secrets.append(
                    TLSSecret(label: words[1], context: TLSVector.hex(words[2]), secret: TLSVector.hex(words[3])))
            case "stream":
                let key = StreamKey(id: UInt64(words[1]) ?? 0, direction: words[2] == ">" ? .toServer : .toClient)
                streams[key] = words.count > 3 ? TLSVector.hex(words[3]) : []
            default:
                let number = datagrams.count + 1
                let mark = Mark(at: Timestamp(microseconds: Int64(number) * 1_000), frames: number...number)
                datagrams.append(
                    Datagram(from: words[0], to: words[1], bytes: TLSVector.hex(words[2]), mark: mark))
            }
        }
    }

    /// What a decoder gives for the datagrams.
    func output(secrets: [TLSSecret]? = nil) -> QUICOutput {
        QUICOutput(secrets ?? self.secrets, datagrams)
    }
}

/// What came out of a decoder, sorted for looking at.
struct QUICOutput {
    var events: [QUICEvent]
    var diagnostics: [Diagnostic]
    var ledger: Ledger

    init(_ secrets: [TLSSecret], _ datagrams: [QUICVector.Datagram]) {
        var decoder = QUICDecoder<String>(secrets: SecretStore(secrets))
        var outbox = Outbox<QUICEvent>()
        for datagram in datagrams {
            decoder.feed(
                datagram: datagram.bytes, from: datagram.from, to: datagram.to, mark: datagram.mark, into: &outbox)
        }
        decoder.finish(into: &outbox)
        events = outbox.events
        diagnostics = outbox.diagnostics
        ledger = decoder.ledger
    }

    var codes: [String] { diagnostics.map(\.code.id) }

    var facts: QUICFacts? {
        events.reversed().lazy.compactMap { if case .facts(_, let facts, _) = $0 { facts } else { nil } }.first
    }

    var connections: Set<Int> {
        Set(events.compactMap { if case .ended(let connection, _) = $0 { connection } else { nil } })
    }

    func bytes(_ wanted: QUICVector.StreamKey) -> [UInt8] {
        events.flatMap { event -> [UInt8] in
            guard case .stream(_, wanted.id, .bytes(wanted.direction, let bytes, _)) = event else { return [] }
            return bytes
        }
    }

    func ends(_ wanted: QUICVector.StreamKey) -> Int {
        events.count { event in
            if case .stream(_, wanted.id, .end(wanted.direction, _, _)) = event { true } else { false }
        }
    }

    var streamKeys: Set<QUICVector.StreamKey> {
        Set(
            events.compactMap { event in
                if case .stream(_, let id, .bytes(let direction, _, _)) = event {
                    QUICVector.StreamKey(id: id, direction: direction)
                } else {
                    nil
                }
            })
    }
}
