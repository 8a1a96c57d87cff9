import Model

/// What a packet capture file holds, in file order.
///
/// All but frames are boxed, because frames come by the million.
public enum PacketEvent: Sendable, Hashable {
    case frame(Frame)
    indirect case interface(CaptureInterface)
    /// From a pcapng Decryption Secrets Block. Secrets stay in memory.
    indirect case secret(TLSSecret)
    /// From a pcapng Name Resolution Block.
    indirect case name(ResolvedName)
    /// A note that a person or tool left in the file, with the frame or the bytes it is about.
    indirect case comment(String, Locator)
}

/// One interface that packets were captured on.
public struct CaptureInterface: Sendable, Hashable {
    /// The interface's index inside the file, from 0: ``Frame/interface``.
    public var index: Int
    /// The `LINKTYPE_` value.
    public var linkType: Int
    /// At most so many bytes of each packet were kept; 0 is no limit.
    public var snapLength: Int
    public var name: String?
    public var summary: String?

    public init(index: Int, linkType: Int, snapLength: Int, name: String? = nil, summary: String? = nil) {
        self.index = index
        self.linkType = linkType
        self.snapLength = snapLength
        self.name = name
        self.summary = summary
    }
}

/// The names that the capturing machine knew for an address.
public struct ResolvedName: Sendable, Hashable {
    /// 4 bytes of an IPv4 or 16 of an IPv6 address.
    public var address: [UInt8]
    public var names: [String]

    public init(address: [UInt8], names: [String]) {
        self.address = address
        self.names = names
    }
}
