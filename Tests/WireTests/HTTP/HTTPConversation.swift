import Model
import Wire

/// A decoder of HTTP with the builder behind it, so that the verifier compares exchanges and not pieces of bodies.
struct ExchangesOf<Decoder: FlowDecoder>: FlowDecoder where Decoder.Event == HTTPEvent {
    var outbox = Outbox<Exchange>()
    var decoder: Decoder
    var builder: ExchangeBuilder

    init(_ decoder: Decoder, flow: HTTPFlow = .example, limits: ExchangeBuilder.Limits = .init()) {
        self.decoder = decoder
        builder = ExchangeBuilder(flow: flow, limits: limits)
    }

    mutating func feed(_ event: StreamEvent) {
        decoder.feed(event)
        build()
    }

    mutating func finish() {
        decoder.finish()
        build()
        builder.emitting(into: &outbox) { $0.finish() }
    }

    private mutating func build() {
        for item in decoder.outbox.items {
            switch item {
            case .event(let event): builder.emitting(into: &outbox) { $0.feed(event) }
            case .diagnostic(let diagnostic): outbox.report(diagnostic)
            }
        }
        decoder.outbox.removeAll()
    }
}

extension HTTPFlow {
    static let example = HTTPFlow(
        scheme: "https", connection: Exchange.Connection(flow: 1, client: "10.0.0.1:50000", server: "10.0.0.2:443"))
}

/// Writes conversations as a capture shows them: each event is one packet, numbered from 1, a millisecond apart.
struct Conversation {
    private(set) var events: [StreamEvent] = []
    private var frame = 0

    private mutating func nextMark() -> Mark {
        frame += 1
        return Mark(at: Timestamp(microseconds: Int64(frame) * 1_000), frames: frame...frame)
    }

    mutating func client(_ text: String) { client(Array(text.utf8)) }
    mutating func server(_ text: String) { server(Array(text.utf8)) }
    mutating func client(_ bytes: [UInt8]) { events.append(.bytes(.toServer, bytes, nextMark())) }
    mutating func server(_ bytes: [UInt8]) { events.append(.bytes(.toClient, bytes, nextMark())) }
    mutating func gap(_ direction: Direction, _ length: Int? = nil) {
        events.append(.gap(direction, length: length, nextMark()))
    }
    mutating func end(_ direction: Direction, reset: Bool = false) {
        events.append(.end(direction, reset: reset, nextMark()))
    }
}

extension Conversation {
    init(_ write: (inout Conversation) -> Void) {
        self.init()
        write(&self)
    }
}

/// The one-line form of an exchange that tests compare.
func summary(_ exchange: Exchange) -> String {
    let response = exchange.response.map {
        "\($0.status) \($0.body.state)\($0.body.bytes.isEmpty ? "" : " \(String(decoding: $0.body.bytes, as: UTF8.self))")"
    }
    let notes = exchange.notes.isEmpty ? "" : " [\(exchange.notes.joined(separator: ","))]"
    return "\(exchange.request.method) \(exchange.url) -> \(response ?? exchange.ending.rawValue)\(notes)"
}

func bytes(hex: String) -> [UInt8] {
    var result: [UInt8] = []
    var high: UInt8?
    for character in hex.utf8 {
        guard let digit = ASCII.hexValue(character) else { continue }
        if let first = high {
            result.append(first << 4 | digit)
            high = nil
        } else {
            high = digit
        }
    }
    return result
}
