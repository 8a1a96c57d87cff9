/// What TLS gives to the layer above it.
public enum TLSEvent: Sendable, Hashable {
    /// The decrypted stream, as if it had come over plain TCP.
    case plaintext(StreamEvent)
    /// What the handshake has told so far: each time it told something new. Boxed, for most events are plaintext.
    indirect case facts(TLSFacts, Mark)
    /// From here on bytes of one direction cannot be read. A diagnostic with the extent follows when it is known.
    case undecrypted(Direction, Undecrypted, Mark)
}

/// What is known of a connection without, or before, decrypting it.
public struct TLSFacts: Sendable, Hashable {
    /// The host the client asked for (SNI), lower-case.
    public var serverName: String?
    /// The protocols the client offers (ALPN), in its order.
    public var offeredProtocols: [String] = []
    /// The protocol chosen. In TLS 1.3 it is known only when the handshake is decrypted.
    public var applicationProtocol: String?
    public var version: TLSVersion?
    public var cipherSuite: CipherSuite?
    /// An earlier session was resumed; `nil` while unknown.
    public var isResumed: Bool?
    public var offersEarlyData = false
    public var hasEncryptedClientHello = false

    public init() {}

    /// One connection may carry requests to several hosts (h2, h3): the server name proves little.
    public var mayCarryManyHosts: Bool {
        if let applicationProtocol { return Self.manyHostProtocols.contains(applicationProtocol) }
        return offeredProtocols.contains { Self.manyHostProtocols.contains($0) }
    }

    private static let manyHostProtocols: Set<String> = ["h2", "h3"]
}

/// Why bytes of a connection cannot be read.
public enum Undecrypted: Sendable, Hashable {
    case secretMissing
    case cipherUnsupported
    /// The capture lacks bytes that were sent.
    case bytesMissing
    /// The capture began after the connection, or shows one direction only.
    case handshakeUnseen
    /// A tag or MAC does not fit, or the framing is broken, though nothing is missing.
    case recordDamaged
    case notTLS
    /// Records follow the peer's own close.
    case afterClose
}
