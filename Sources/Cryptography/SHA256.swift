import Encodings

/// SHA-256 (FIPS 180-4) of bytes that come in pieces.
public struct SHA256: ~Copyable {
    private let context = DigestContext(.sha256)

    public init() {}

    /// Takes the next piece of the message.
    public mutating func update(_ piece: some Collection<UInt8>) {
        withBytes(of: piece) { context.update($0) }
    }

    /// The digest of everything so far; more may follow.
    public var digest: Digest { Digest(bytes: context.copy().finish()) }

    /// The digest of one message.
    public static func hash(_ message: some Collection<UInt8>) -> Digest {
        Digest(bytes: HashFunction.sha256.hash(message))
    }

    /// The hash of a message.
    public struct Digest: Sendable, Hashable {
        public let bytes: [UInt8]

        /// Lower-case.
        public var hexadecimal: String { bytes.hexadecimal }
    }
}
