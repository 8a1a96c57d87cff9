/// A response body in a content coding that this module does not undo (brotli, zstd): the bytes as they were sent.
///
/// The exchange it belongs to has a body that is `missing`, so whoever ignores this is blind and not deceived.
public struct PackedBody: Sendable, Hashable {
    /// The value of `Content-Encoding`.
    public var codings: String
    public var bytes: [UInt8]

    public init(codings: String, bytes: [UInt8]) {
        self.codings = codings
        self.bytes = bytes
    }
}
