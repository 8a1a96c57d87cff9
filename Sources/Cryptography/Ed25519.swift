import CCrypto

/// Ed25519 (RFC 8032) with keys of 32 bytes.
public enum Ed25519 {
    public static let keyLength = 32
    public static let signatureLength = 64

    /// The secret half of a pair; it signs.
    public final class SecretKey {
        private let key: OpaquePointer
        /// The 32 bytes of the public key that belongs to it.
        public let publicKey: [UInt8]

        /// `nil` for another number of bytes.
        public init?(_ bytes: [UInt8]) {
            guard bytes.count == keyLength,
                let key = EVP_PKEY_new_raw_private_key(NID_ED25519, nil, bytes, bytes.count)
            else { return nil }
            var count = keyLength
            var publicKey = [UInt8](repeating: 0, count: count)
            guard EVP_PKEY_get_raw_public_key(key, &publicKey, &count) == 1 else {
                EVP_PKEY_free(key)
                return nil
            }
            self.key = key
            self.publicKey = publicKey
        }

        deinit {
            EVP_PKEY_free(key)
        }

        /// `nil` where libcrypto refuses, as a system may be set up to.
        public func signature(of message: [UInt8]) -> [UInt8]? {
            guard let context = EVP_MD_CTX_new() else { return nil }
            defer { EVP_MD_CTX_free(context) }
            var count = signatureLength
            var signature = [UInt8](repeating: 0, count: count)
            guard EVP_DigestSignInit(context, nil, nil, nil, key) == 1,
                EVP_DigestSign(context, &signature, &count, message, message.count) == 1
            else { return nil }
            return signature
        }
    }

    /// Whether a signature is this key's, over exactly this message.
    public static func isValid(_ signature: [UInt8], of message: [UInt8], publicKey: [UInt8]) -> Bool {
        guard publicKey.count == keyLength, signature.count == signatureLength,
            let key = EVP_PKEY_new_raw_public_key(NID_ED25519, nil, publicKey, publicKey.count)
        else { return false }
        defer { EVP_PKEY_free(key) }
        guard let context = EVP_MD_CTX_new() else { return false }
        defer { EVP_MD_CTX_free(context) }
        return EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1
            && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }
}
