import CCrypto
import Encodings

/// SHA-256 (FIPS 180-4) of bytes that come in pieces.
public struct SHA256: ~Copyable {
    private var state = SHA256_CTX()

    public init() {
        SHA256_Init(&state)
    }

    /// Takes the next piece of the message.
    public mutating func update(_ piece: some Collection<UInt8>) {
        withBytes(of: piece) { _ = SHA256_Update(&state, $0.baseAddress, $0.count) }
    }

    /// The digest of everything so far; more may follow.
    public var digest: Digest {
        var last = state
        return Digest(
            bytes: [UInt8](unsafeUninitializedCapacity: Int(SHA256_DIGEST_LENGTH)) { buffer, count in
                SHA256_Final(buffer.baseAddress, &last)
                count = Int(SHA256_DIGEST_LENGTH)
            })
    }

    /// The digest of one message.
    public static func hash(_ message: some Collection<UInt8>) -> Digest {
        var hash = SHA256()
        hash.update(message)
        return hash.digest
    }

    /// The hash of a message.
    public struct Digest: Sendable, Hashable {
        public let bytes: [UInt8]

        /// Lower-case.
        public var hexadecimal: String { bytes.hexadecimal }
    }
}
