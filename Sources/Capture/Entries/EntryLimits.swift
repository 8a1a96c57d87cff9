import Encodings

/// Caps on what one entry of a HAR or of a proxy's recording may cost; each one that is hit is a diagnostic.
public struct EntryLimits: Sendable, Hashable {
    /// Largest entry that is read, in bytes of the file; larger ones are named and stepped over.
    public var entryBytes: Int
    /// Largest body that is kept, in bytes after decoding; of larger ones the front is kept.
    public var bodyBytes: Int
    /// How many times larger than its compressed form a body may become.
    public var inflateRatio: Int
    /// Longest line of a log, in bytes; longer ones are named and stepped over.
    public var lineBytes: Int
    /// Members of an archive.
    public var members: Int

    public init(
        entryBytes: Int = 256 << 20, bodyBytes: Int = 16 << 20, inflateRatio: Int = 1_000, lineBytes: Int = 1 << 20,
        members: Int = 60_000
    ) {
        self.entryBytes = entryBytes
        self.bodyBytes = bodyBytes
        self.inflateRatio = inflateRatio
        self.lineBytes = lineBytes
        self.members = members
    }

    /// Deeper JSON is named and stepped over. It bounds a recursion and cannot be raised.
    public static let jsonDepth = JSONScanner.depthLimit
}
