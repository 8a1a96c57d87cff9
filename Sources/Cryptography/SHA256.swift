import CCrypto
import Encodings

/// SHA-256 (FIPS 180-4) of bytes that come in pieces.
public struct SHA256: ~Copyable {
    private let context: OpaquePointer?

    public init() {
        context = EVP_MD_CTX_new()
        EVP_DigestInit_ex(context, EVP_sha256(), nil)
    }

    deinit {
        EVP_MD_CTX_free(context)
    }

    /// Takes the next piece of the message.
    public mutating func update(_ piece: some Collection<UInt8>) {
        _ = withBytes(of: piece) { EVP_DigestUpdate(context, $0.baseAddress, $0.count) }
    }

    /// The digest of everything so far; more may follow.
    public var digest: Digest {
        let copy = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(copy) }
        EVP_MD_CTX_copy_ex(copy, context)
        return Digest(
            bytes: [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { buffer, count in
                var length: UInt32 = 0
                count = EVP_DigestFinal_ex(copy, buffer.baseAddress, &length) == 1 ? Int(length) : 0
            })
    }

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
