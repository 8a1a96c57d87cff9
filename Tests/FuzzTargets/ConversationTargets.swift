import Capture
import Model
import Wire

extension FuzzTarget {
    /// What goes over a network, from frames to HTTP/3.
    static let conversations: [FuzzTarget] = [
        FuzzTarget("frames", dictionary: "pcap", seeds: captures, exercise: frames),
        FuzzTarget("tls", seeds: ConversationSeeds.tls) { bytes in
            let script = Script(bytes)
            var decoder = TLSDecoder(secrets: SecretStore(script.secrets))
            var outbox = Outbox<TLSEvent>()
            for (_, event) in script.events { decoder.feed(event, into: &outbox) }
            decoder.finish(into: &outbox)
            try Contract.areTold(outbox.diagnostics)
            try Contract.isBalanced(decoder.ledger)
        },
        FuzzTarget("quic", seeds: ConversationSeeds.quic) { bytes in
            let script = Script(bytes)
            var decoder = QUICDecoder<String>(secrets: SecretStore(script.secrets))
            var outbox = Outbox<QUICEvent>()
            for (stream, event) in script.events {
                guard case .bytes(let direction, let datagram, let mark) = event else { continue }
                // A path of its own for each stream: connections move.
                let ends = ("10.0.0.\(stream % 4):50000", "10.0.1.\(stream / 4 % 4):443")
                let (from, to) = direction == .toServer ? ends : (ends.1, ends.0)
                decoder.feed(datagram: datagram, from: from, to: to, mark: mark, into: &outbox)
            }
            decoder.finish(into: &outbox)
            try Contract.areTold(outbox.diagnostics)
            try Contract.isBalanced(decoder.ledger)
        },
        FuzzTarget("http1", dictionary: "http1", seeds: { ConversationSeeds.http1 }) { bytes in
            try exchanges { (builder: inout MessageSink) in
                var decoder = HTTP1Decoder(flow: flow)
                for (_, event) in Script(bytes).events { builder.take(from: &decoder) { $0.feed(event) } }
                builder.take(from: &decoder) { $0.finish() }
            }
        },
        FuzzTarget("http2", seeds: ConversationSeeds.http2) { bytes in
            try exchanges { (builder: inout MessageSink) in
                var decoder = HTTP2Decoder(flow: flow)
                for (_, event) in Script(bytes).events { builder.take(from: &decoder) { $0.feed(event) } }
                builder.take(from: &decoder) { $0.finish() }
            }
        },
        FuzzTarget("http3", seeds: ConversationSeeds.http3) { bytes in
            try exchanges { (builder: inout MessageSink) in
                var decoder = HTTP3Decoder(flow: flow)
                for (stream, event) in Script(bytes).events {
                    builder.take(from: &decoder) { $0.feed(stream: stream, event) }
                }
                builder.take(from: &decoder) { $0.finish() }
            }
        },
    ]

    private static let flow = HTTPFlow(
        scheme: "https", connection: Exchange.Connection(flow: 1, client: "10.0.0.1:50000", server: "10.0.0.2:443"))

    /// A decoder of HTTP with the builder of exchanges behind it.
    private struct MessageSink {
        private var builder = ExchangeBuilder(flow: flow)
        var outbox: Outbox<Exchange> { builder.outbox }

        mutating func take<Decoder: Emitter>(
            from decoder: inout Decoder, _ step: (inout Decoder) -> Void
        ) where Decoder.Event == HTTPEvent {
            var events = Outbox<HTTPEvent>()
            decoder.emitting(into: &events, step)
            for item in events.items {
                switch item {
                case .event(let event): builder.feed(event)
                case .diagnostic(let diagnostic): builder.outbox.report(diagnostic)
                }
            }
        }

        mutating func finish() { builder.finish() }
    }

    private static func exchanges(_ feed: (inout MessageSink) -> Void) throws {
        var sink = MessageSink()
        feed(&sink)
        sink.finish()
        try Contract.areTold(sink.outbox.diagnostics)
    }

    // MARK: Whole captures

    /// A length of two bytes, a key log of that length, a capture.
    private static let captures: @Sendable () throws -> [Seed] = {
        let recordings = "Tests/Vectors/quic-recordings"
        let quic = try zip(
            SeedFiles.inside(recordings, ending: ".pcap"), SeedFiles.inside(recordings, ending: ".keys"))
        let tls = (
            try SeedFiles.file("Examples/captures/clean-play.pcapng"),
            try SeedFiles.file("Examples/captures/clean-play.keys.txt")
        )
        return (Array(quic) + [tls]).map { capture, keys in
            Seed(
                capture.name,
                [UInt8(keys.bytes.count >> 8), UInt8(keys.bytes.count & 0xff)] + keys.bytes + capture.bytes)
        }
    }

    static let frames: @Sendable ([UInt8]) throws -> Void = { bytes in
        guard bytes.count > 2 else { return }
        let length = min(bytes.count - 2, Int(bytes[0]) << 8 | Int(bytes[1]))
        let capture = Array(bytes[(2 + length)...])
        var secrets = Outbox<TLSSecret>()
        var keys = KeyLogReader()
        let lines = Array(bytes[2..<(2 + length)])
        _ = keys.decode(lines.span, isFinal: true, into: &secrets)
        let isBlocks = PcapNGReader.recognises(capture.span)
        let packets = isBlocks ? events(PcapNGReader(), capture) : events(PcapReader(), capture)
        var stack = WireStack(secrets: secrets.events)
        var outbox = Outbox<WireEvent>()
        for event in packets {
            switch event {
            case .frame(let frame): stack.feed(frame, capture.span, into: &outbox)
            case .secret(let secret): stack.add(secret)
            default: break
            }
        }
        stack.finish(into: &outbox)
        try Contract.areTold(outbox.diagnostics)
        try Contract.isBalanced(stack.ledger)
    }

    private static func events<Reader: WindowDecoder>(
        _ reader: Reader, _ bytes: [UInt8]
    ) -> [PacketEvent] where Reader.Event == PacketEvent {
        var reader = reader
        var outbox = Outbox<PacketEvent>()
        _ = reader.decode(bytes.span, isFinal: true, into: &outbox)
        return outbox.events
    }
}
