/// One captured packet. The bytes stay where they are: ``bytes`` is a range of the window the reader was given.
public struct Frame: Sendable, Hashable {
    /// From 1, in file order, as Wireshark numbers them.
    public var number: Int
    public var at: Timestamp
    /// The `LINKTYPE_` value of the interface (tcpdump.org, link-layer header types).
    public var linkType: Int
    /// Where the packet's bytes are in the window handed to the reader in the same call.
    public var bytes: Range<Int>
    /// Length on the wire; more than `bytes.count` when the capture cut the packet at its snap length.
    public var originalLength: Int
    /// The interface's index inside the file, from 0.
    public var interface: Int

    public init(
        number: Int, at: Timestamp, linkType: Int, bytes: Range<Int>, originalLength: Int, interface: Int = 0
    ) {
        self.number = number
        self.at = at
        self.linkType = linkType
        self.bytes = bytes
        self.originalLength = originalLength
        self.interface = interface
    }
}

/// One line of a TLS key log (the NSS format), from a file or from a pcapng Decryption Secrets Block.
///
/// Secrets live in memory only: no stage writes them to the database, a report or a log.
public struct TLSSecret: Sendable, Hashable {
    /// `CLIENT_RANDOM`, `CLIENT_HANDSHAKE_TRAFFIC_SECRET` and so on, as written.
    public var label: String
    /// The client random (or, for the old `RSA` lines, the first 8 bytes of the encrypted premaster secret).
    public var context: [UInt8]
    public var secret: [UInt8]

    public init(label: String, context: [UInt8], secret: [UInt8]) {
        self.label = label
        self.context = context
        self.secret = secret
    }
}
