/// What QUIC gives to the layer above it.
public enum QUICEvent: Sendable, Hashable {
    /// What the handshake has told so far: each time it told something new. Boxed, for most events are streams'.
    indirect case facts(connection: Int, QUICFacts, Mark)
    /// The next bytes of one direction of a stream, in order and once.
    case stream(connection: Int, id: UInt64, StreamEvent)
    /// An unreliable datagram (RFC 9221).
    case datagram(connection: Int, Direction, [UInt8], Mark)
    /// From here on packets of one direction cannot be read. A diagnostic follows at the connection's end.
    case undecrypted(connection: Int, Direction, Undecrypted, Mark)
    /// The connection is over; its number comes no more.
    case ended(connection: Int, Mark)

    /// Connections are numbered from 0, in the order in which they open.
    public var connection: Int {
        switch self {
        case .facts(let connection, _, _), .stream(let connection, _, _), .datagram(let connection, _, _, _),
            .undecrypted(let connection, _, _, _), .ended(let connection, _):
            connection
        }
    }
}

/// What is known of a connection without, or before, decrypting it. SNI and ALPN come from Initial packets, whose keys
/// everyone can derive.
public struct QUICFacts: Sendable, Hashable {
    public var tls = TLSFacts()
    public var version: QUICVersion
    /// The server made the client prove its address first (RFC 9000 section 8.1.2).
    public var isRetried = false
}
