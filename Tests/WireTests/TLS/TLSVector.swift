import Foundation
import Model
import TestSupport
import Testing
import Wire

/// A conversation of `Tests/Vectors/tls`; its README describes the format.
struct TLSVector: Sendable {
    var secrets: [TLSSecret] = []
    var plain: [Direction: [UInt8]] = [:]
    var conversation: [StreamEvent] = []

    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Vectors/tls")

    init(_ name: String) throws {
        let text = try String(contentsOf: Self.folder.appending(path: name + ".txt"), encoding: .utf8)
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            switch words[0] {
            case "key":
                secrets.append(TLSSecret(label: words[1], context: Self.hex(words[2]), secret: Self.hex(words[3])))
            case "plain":
                plain[words[1] == ">" ? .toServer : .toClient] = words.count > 2 ? Self.hex(words[2]) : []
            default:
                let number = conversation.count + 1
                let mark = Mark(at: Timestamp(microseconds: Int64(number) * 1_000), frames: number...number)
                conversation.append(.bytes(words[0] == ">" ? .toServer : .toClient, Self.hex(words[1]), mark))
            }
        }
    }

    static func hex(_ text: String) -> [UInt8] {
        let digits = Array(text.utf8).map { UInt8(String(UnicodeScalar($0)), radix: 16) ?? 0 }
        return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    var decoder: TLSDecoder { TLSDecoder(secrets: SecretStore(secrets)) }

    static func join(_ earlier: TLSEvent, _ later: TLSEvent) -> TLSEvent? {
        guard case .plaintext(.bytes(let direction, let head, let first)) = earlier,
            case .plaintext(.bytes(direction, let tail, let last)) = later
        else { return nil }
        return .plaintext(.bytes(direction, head + tail, first.extended(to: last)))
    }

    static let decryptable = [
        "tls10-cbc-sha1", "tls10-cbc-sha1-mac-then-encrypt", "tls11-cbc-sha1", "tls12-aes128gcm", "tls12-aes256gcm",
        "tls12-cbc-sha1-encrypt-then-mac", "tls12-cbc-sha1-mac-then-encrypt", "tls12-cbc-sha256-encrypt-then-mac",
        "tls12-cbc-sha256-mac-then-encrypt", "tls12-cbc-sha384-encrypt-then-mac",
        "tls12-cbc-sha384-mac-then-encrypt", "tls12-chacha20", "tls12-null-sha256", "tls12-renegotiation",
        "tls12-resumed-session-id", "tls12-resumed-ticket", "tls12-rsa-key-exchange", "tls13-aes128gcm",
        "tls13-aes256gcm", "tls13-chacha20", "tls13-early-data", "tls13-early-data-rejected", "tls13-key-update",
        "tls12-aes128ccm", "tls12-aes256ccm8", "tls12-aria256gcm", "tls12-camellia128-cbc-mac-then-encrypt",
        "tls12-camellia128-cbc-sha1", "tls12-camellia256-cbc-sha384", "tls13-aes128ccm",
        "tls13-padding", "tls13-retry-request", "tls13-small-records",
    ]
}

/// What came out of a decoder, sorted for looking at.
struct TLSOutput {
    var items: [Outbox<TLSEvent>.Item]

    init(_ items: [Outbox<TLSEvent>.Item]) {
        self.items = items
    }

    init(_ decoder: TLSDecoder, _ conversation: [StreamEvent]) {
        self.init(FlowDecoderVerifier.run(decoder, on: conversation))
    }

    var events: [TLSEvent] {
        items.compactMap { if case .event(let event) = $0 { event } else { nil } }
    }

    var diagnostics: [Diagnostic] {
        items.compactMap { if case .diagnostic(let diagnostic) = $0 { diagnostic } else { nil } }
    }

    var codes: [String] { diagnostics.map(\.code.id) }

    var facts: TLSFacts? {
        events.reversed().lazy.compactMap { if case .facts(let facts, _) = $0 { facts } else { nil } }.first
    }

    func plaintext(_ wanted: Direction) -> [UInt8] {
        events.flatMap { event -> [UInt8] in
            if case .plaintext(.bytes(wanted, let bytes, _)) = event { bytes } else { [] }
        }
    }

    var gaps: [Direction] {
        events.compactMap { if case .plaintext(.gap(let direction, _, _)) = $0 { direction } else { nil } }
    }

    var ends: [(Direction, reset: Bool)] {
        events.compactMap {
            if case .plaintext(.end(let direction, let reset, _)) = $0 { (direction, reset) } else { nil }
        }
    }
}
