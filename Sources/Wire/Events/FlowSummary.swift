import Model

/// What is known of one flow when it is over: a row of the table of flows.
public struct FlowSummary: Sendable, Hashable {
    /// From 1, in the order of first frames: ``Model/Exchange/Connection/flow``.
    public var number: Int
    public var transport: Transport
    /// `address:port`; IPv6 addresses in brackets.
    public var client: String
    public var server: String
    /// Payload bytes captured, without repetitions.
    public var bytesToServer: Int
    public var bytesToClient: Int
    public var frames: Int
    public var firstAt: Timestamp
    public var lastAt: Timestamp
    /// The capture does not show how the flow began.
    public var isJoinedLate: Bool
    /// Holes in both directions.
    public var gaps: Int
    /// Protocols from the outside in, such as `tls`, `h2`; `unknown` where the first bytes told none.
    public var protocols: [String]
    /// The host named in the clear: SNI, or the target of a tunnel. Lower-case.
    public var serverName: String?
    /// The application protocol that was negotiated.
    public var alpn: String?
    /// Why some of the flow could not be decrypted, as a stable word; `nil` when nothing is hidden.
    public var undecrypted: String?

    /// What carried the conversation.
    public enum Transport: String, Sendable, Hashable {
        case tcp, udp
    }
}

/// What a capture's frames come to.
public enum WireEvent: Sendable, Hashable {
    case exchange(Exchange)
    /// Given once, when the flow is over.
    case flow(FlowSummary)
}
