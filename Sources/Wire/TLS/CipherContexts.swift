// The one place that reaches into swift-crypto: its products make a context for each call, which costs several times what
// opening a QUIC packet does (docs/decisions/0018).
import CCryptoBoringSSL

/// BoringSSL's context for authenticated decryption, made once for a key.
///
/// `@unchecked Sendable`: opening changes nothing in it; `EVP_AEAD_CTX_open` may be called concurrently.
final class AEADContext: @unchecked Sendable {
    private let context: UnsafeMutablePointer<EVP_AEAD_CTX>

    /// `nil` for a cipher of another kind, and for a key of the wrong length.
    init?(_ encryption: CipherSuite.Encryption?, key: [UInt8]) {
        let cipher: OpaquePointer?
        switch (encryption, key.count) {
        case (.aesGCM, 16): cipher = CCryptoBoringSSL_EVP_aead_aes_128_gcm()
        case (.aesGCM, 32): cipher = CCryptoBoringSSL_EVP_aead_aes_256_gcm()
        case (.chaCha20Poly1305, 32): cipher = CCryptoBoringSSL_EVP_aead_chacha20_poly1305()
        default: return nil
        }
        guard let made = CCryptoBoringSSL_EVP_AEAD_CTX_new(cipher, key, key.count, 0) else { return nil }
        context = made
    }

    deinit {
        CCryptoBoringSSL_EVP_AEAD_CTX_free(context)
    }

    /// Writes the plaintext over the ciphertext; the tag stays behind it.
    ///
    /// - Returns: whether the tag fits.
    func open(
        inPlace sealed: UnsafeMutableBufferPointer<UInt8>, nonce: UnsafeBufferPointer<UInt8>,
        authenticating header: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        var length = 0
        return CCryptoBoringSSL_EVP_AEAD_CTX_open(
            context, sealed.baseAddress, &length, sealed.count, nonce.baseAddress, nonce.count, sealed.baseAddress,
            sealed.count, header.baseAddress, header.count) == 1
    }
}

/// An AES key, expanded once, that encrypts single blocks.
final class AESBlockContext: Sendable {
    static let blockLength = 16

    private let key: AES_KEY

    /// `nil` when AES has no keys of that length.
    init?(key: [UInt8]) {
        var expanded = AES_KEY()
        guard CCryptoBoringSSL_AES_set_encrypt_key(key, UInt32(8 * key.count), &expanded) == 0 else { return nil }
        self.key = expanded
    }

    /// The first eight bytes of the encrypted block, first byte highest; `nil` for another length than ``blockLength``.
    func encrypt(_ block: ArraySlice<UInt8>) -> UInt64? {
        guard block.count == Self.blockLength else { return nil }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.blockLength) { output in
            block.withUnsafeBufferPointer { block in
                withUnsafePointer(to: key) {
                    CCryptoBoringSSL_AES_encrypt(block.baseAddress, output.baseAddress, $0)
                }
            }
            return output.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        }
    }
}
