import Capture
import Foundation
import Model

@testable import Wire

/// A whole capture through readers and stack, as the product runs it.
struct CaptureRun {
    private(set) var outbox = Outbox<WireEvent>()
    private(set) var ledger: Ledger
    /// By frame number.
    private(set) var frameTimes: [Int: Timestamp] = [:]
    let readerDiagnostics: [Diagnostic]

    init(_ bytes: [UInt8], keyLog: [UInt8] = []) {
        var secrets = Outbox<TLSSecret>()
        var keys = KeyLogReader()
        _ = keys.decode(keyLog.span, isFinal: true, into: &secrets)
        let packets =
            PcapNGReader.recognises(bytes.span) ? Self.read(PcapNGReader(), bytes) : Self.read(PcapReader(), bytes)
        readerDiagnostics = packets.diagnostics
        let embedded = packets.events.compactMap { event -> TLSSecret? in
            guard case .secret(let secret) = event else { return nil }
            return secret
        }
        var stack = WireStack(secrets: secrets.events + embedded)
        for case .frame(let frame) in packets.events {
            frameTimes[frame.number] = frame.at
            stack.feed(frame, bytes.span, into: &outbox)
        }
        stack.finish(into: &outbox)
        ledger = stack.ledger
    }

    private static func read<Reader: WindowDecoder>(
        _ reader: Reader, _ bytes: [UInt8]
    ) -> Outbox<PacketEvent> where Reader.Event == PacketEvent {
        var reader = reader
        var outbox = Outbox<PacketEvent>()
        _ = reader.decode(bytes.span, isFinal: true, into: &outbox)
        return outbox
    }

    /// A request as both a decoder and a log know it.
    struct Request: Hashable, CustomStringConvertible {
        var method: String
        var host: String
        var path: String

        var description: String { "\(method) \(host)\(path)" }
    }

    /// Requests seen, by what they ask for; those to a proxy to open a tunnel are left out.
    var requests: [Request: [Exchange]] {
        Dictionary(grouping: outbox.exchanges.filter { $0.request.method != "CONNECT" && !$0.request.method.isEmpty }) {
            Request(method: $0.request.method, host: $0.request.host, path: $0.request.target)
        }
    }
}
