import Capture
import Model
import Store
import Wire

/// Captured packets to exchanges: a reader of the file, the wire stack behind it, both drained into the database.
struct PacketDecoding {
    /// Events of a transaction: each costs as much as many rows.
    private static let enough = 64

    let context: DecodeContext
    /// Those that the input itself carries.
    var embedded: [TLSSecret] = []

    /// - Returns: the capture's number.
    func decode<Reader: WindowDecoder>(
        _ reader: Reader, _ format: String, _ window: inout SlidingWindow
    ) throws(PipelineFailure) -> ID<CaptureRecord> where Reader.Event == PacketEvent {
        var reader = reader
        var filter = context.options.filter
        var stack = WireStack(
            secrets: context.options.secrets + embedded, limits: context.options.limits.wire)
        var recorder = try CaptureRecorder(context, format: format)
        var wire = Outbox<WireEvent>()
        var isTimed = true
        try window.run(&reader) { (outbox, bytes) throws(PipelineFailure) in
            var span: (first: Timestamp, last: Timestamp)?
            var frames = 0
            for item in outbox.items {
                switch item {
                case .diagnostic(let diagnostic):
                    if diagnostic.code == .pcapngTimeMissing, isTimed {
                        try record(wire, isTimed: true, recorder)
                        wire.removeAll()
                        isTimed = false
                    }
                    wire.report(diagnostic)
                case .event(.frame(let frame)):
                    guard filter?.accepts(frame, bytes) ?? true else { continue }
                    stack.feed(frame, bytes, into: &wire)
                    frames += 1
                    span = (min(span?.first ?? frame.at, frame.at), max(span?.last ?? frame.at, frame.at))
                case .event(.secret(let secret)): stack.add(secret)
                case .event(.interface), .event(.name), .event(.comment): break
                }
            }
            if let span { try recorder.extend(from: span.first, to: span.last, frames: frames) }
            guard wire.items.count >= Self.enough else { return }
            try record(wire, isTimed: isTimed, recorder)
            wire.removeAll()
        }
        stack.finish(into: &wire)
        try record(wire, isTimed: isTimed, recorder)
        try recorder.record(ledger: stack.ledger, stage: "wire")
        return try recorder.finish(reader.ledger, stop: window.stop)
    }

    /// - Parameter isTimed: `false` once a packet had no time, since an exchange may rest on it.
    private func record(
        _ events: Outbox<WireEvent>, isTimed: Bool, _ recorder: CaptureRecorder
    ) throws(PipelineFailure) {
        let offsetUs = context.clock.offsetUs
        try recorder.record(events) { event in
            switch event {
            case .exchange(var exchange):
                if !isTimed { exchange.notes.append(Exchange.timeUnknown) }
                return .exchange(exchange)
            case .flow(let flow): return .flow(FlowRecord(flow, offsetUs: offsetUs))
            }
        }
    }
}

extension FlowRecord {
    init(_ flow: FlowSummary, offsetUs: Int64) {
        self.init(
            number: flow.number,
            transport: flow.transport == .udp ? "quic" : flow.protocols.first == "tls" ? "tls" : "tcp",
            client: flow.client, server: flow.server, protocolName: flow.protocols.last, serverName: flow.serverName,
            alpn: flow.alpn, first: flow.firstAt.advanced(byMicroseconds: offsetUs),
            last: flow.lastAt.advanced(byMicroseconds: offsetUs), clientBytes: flow.bytesToServer,
            serverBytes: flow.bytesToClient, undecrypted: flow.undecrypted)
    }
}
