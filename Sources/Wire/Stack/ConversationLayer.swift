import Model

extension Conversation {
    /// One protocol of a conversation, or the events that wait for its name.
    struct Layer: Sendable {
        private(set) var decision: NextProtocol?
        private(set) var first: NextProtocol.FirstBytes
        private(set) var waiting: [StreamEvent] = []
        var tls: TLSDecoder?
        var http1: HTTP1Decoder?
        var http2: HTTP2Decoder?
        var socks: SOCKSDecoder?
        var exchanges: ExchangeBuilder?
        /// What HTTP/1.1 turned into.
        var upgrade: String?
        /// Bytes of a protocol that is not decoded, and where they are.
        private(set) var bytes = 0
        private(set) var since: Timestamp?
        private(set) var mark: Mark?

        init(applicationProtocol: String?) {
            first = NextProtocol.FirstBytes(applicationProtocol: applicationProtocol)
        }

        /// `nil` while nothing was said.
        var name: String? {
            switch decision {
            case .tls: "tls"
            case .http1: upgrade ?? "http/1.1"
            case .http2: "h2"
            case .socks(let version): "socks\(version)"
            case .other(let name): name
            case nil: nil
            }
        }

        var speaksHTTP: Bool { http1 != nil || http2 != nil || socks != nil }

        mutating func feed(_ event: StreamEvent, into outbox: inout Outbox<HTTPEvent>) {
            if http1 != nil {
                http1?.feed(event, into: &outbox)
            } else if http2 != nil {
                http2?.feed(event, into: &outbox)
            } else {
                socks?.feed(event, into: &outbox)
            }
        }

        var hasBytes: Bool { !first.toServer.isEmpty || !first.toClient.isEmpty }

        mutating func wait(_ event: StreamEvent) {
            waiting.append(event)
            switch event {
            case .bytes(.toServer, let bytes, _): first.toServer += bytes.prefix(NextProtocol.enough)
            case .bytes(.toClient, let bytes, _): first.toClient += bytes.prefix(NextProtocol.enough)
            case .gap:
                if !hasBytes { first.isJoinedLate = true }
            case .end: break
            }
        }

        /// - Returns: the events that waited.
        mutating func begin(_ decision: NextProtocol, _ flow: HTTPFlow, in context: WireContext) -> [StreamEvent] {
            self.decision = decision
            switch decision {
            case .tls: tls = TLSDecoder(secrets: context.secrets)
            case .http1: http1 = HTTP1Decoder(flow: flow, limits: context.limits.http1)
            case .http2: http2 = HTTP2Decoder(flow: flow, limits: context.limits.http2)
            case .socks: socks = SOCKSDecoder(flow: flow)
            case .other: break
            }
            if http1 != nil || http2 != nil {
                exchanges = ExchangeBuilder(flow: flow, limits: context.limits.exchanges)
            }
            defer {
                waiting = []
                first = NextProtocol.FirstBytes()
            }
            return waiting
        }

        mutating func count(_ event: StreamEvent) {
            guard case .bytes(_, let chunk, let next) = event else { return }
            bytes += chunk.count
            since = since ?? next.at
            mark = mark?.extended(to: next) ?? next
        }
    }
}
