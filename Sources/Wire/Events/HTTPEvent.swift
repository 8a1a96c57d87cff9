import Model

/// What a decoder of HTTP says about one flow, in the order it became known: the heads, bodies and ends of messages.
///
/// HTTP/1.1, HTTP/2 and HTTP/3 give the same events, so that one ``ExchangeBuilder`` serves all three. The number in
/// each event names the exchange inside its flow: the stream identifier of HTTP/2 and HTTP/3; for HTTP/1 it counts down
/// from -1, so that it never meets the streams of an HTTP/2 connection that took over by `Upgrade: h2c`.
///
/// Heads and other rare cases are boxed: an event is as large as its largest case, and most are pieces of bodies.
public enum HTTPEvent: Sendable, Hashable {
    indirect case request(Int, RequestHead)
    /// The final response head; interim ones are notes. Without a request of the same number it answers an unseen one.
    indirect case response(Int, ResponseHead)
    /// The next bytes of a body as transferred: transfer coding and padding removed, content coding not.
    case body(Int, Direction, ArraySlice<UInt8>, Mark)
    /// Bytes of the message in this direction are missing from here on; `length` where it is known.
    case gap(Int, Direction, length: Int?, Mark)
    indirect case trailers(Int, Direction, HeaderFields, Mark)
    case end(Int, Direction, MessageEnd, Mark)
    /// No final response will follow, and why.
    case unanswered(Int, Exchange.Ending, Mark)
    /// A word for ``Exchange/notes``.
    case note(Int, String)
    /// What follows on the flow is no longer HTTP/1.1; the decoder gives it out as ``passed(_:)``.
    indirect case handover(Handover, Mark)
    /// Part of the conversation inside a tunnel, for the next protocol.
    case passed(StreamEvent)
}

/// How one message of an exchange ended.
public enum MessageEnd: Sendable, Hashable {
    case complete
    /// The stream or the capture ended, or bytes are missing, before the message did.
    case cut
}

/// What a flow has become after HTTP/1.1.
public enum Handover: Sendable, Hashable {
    /// A proxy answered `CONNECT` with 2xx: the bytes that follow are between the client and this authority.
    case tunnel(authority: String)
    /// The server agreed to another protocol by `Upgrade`; `websocket` and unknown ones are counted, not decoded.
    case upgraded(protocolName: String)
}

/// The head of a request: its body follows.
public struct RequestHead: Sendable, Hashable {
    public var request: Exchange.Request
    public var origin: HeadOrigin

    public init(_ request: Exchange.Request, _ origin: HeadOrigin) {
        self.request = request
        self.origin = origin
    }
}

/// The head of a final response.
public struct ResponseHead: Sendable, Hashable {
    /// 0 when the capture hides it: the field was compressed against entries that were never seen.
    public var status: Int
    public var headers: HeaderFields
    public var origin: HeadOrigin

    public init(status: Int, headers: HeaderFields = HeaderFields(), _ origin: HeadOrigin) {
        self.status = status
        self.headers = headers
        self.origin = origin
    }
}

/// Where and when the head of a message was seen.
public struct HeadOrigin: Sendable, Hashable {
    /// `http/1.0`, `http/1.1`, `h2` or `h3`.
    public var protocolName: String
    /// The stream of HTTP/2 or HTTP/3.
    public var stream: Int?
    /// The time of the packet with its first byte.
    public var startedAt: Timestamp
    public var frames: ClosedRange<Int>
    public var notes: [String]

    public init(
        protocolName: String, stream: Int? = nil, startedAt: Timestamp, frames: ClosedRange<Int>, notes: [String] = []
    ) {
        self.protocolName = protocolName
        self.stream = stream
        self.startedAt = startedAt
        self.frames = frames
        self.notes = notes
    }
}

/// What a decoder of HTTP needs to know of the flow below it.
public struct HTTPFlow: Sendable, Hashable {
    /// `https` over TLS, QUIC and inside tunnels that hold TLS; else `http`. Used where the message names no scheme.
    public var scheme: String
    /// The flow's number and peers, copied into each exchange.
    public var connection: Exchange.Connection

    public init(scheme: String, connection: Exchange.Connection = Exchange.Connection()) {
        self.scheme = scheme
        self.connection = connection
    }

    /// A stretch of this flow that hides messages of one direction.
    func blind(
        from: Timestamp?, to: Timestamp?, hiding direction: Direction, host: String? = nil, manyHosts: Bool = false
    ) -> Blind {
        Blind(
            from: from, to: to, host: host, server: connection.server, manyHosts: manyHosts,
            hides: direction == .toServer ? .requests : .responses)
    }
}
