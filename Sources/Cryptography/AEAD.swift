import CCrypto
import Synchronization

/// A key for authenticated decryption (RFC 5116), expanded once.
public final class AEAD: Sendable {
    /// The ciphers that TLS and QUIC use.
    public enum Cipher: Sendable, Hashable {
        /// NIST SP 800-38D, with keys of 16 or 32 bytes.
        case aesGCM
        /// RFC 8439, with keys of 32 bytes.
        case chaCha20Poly1305
    }

    public static let tagLength = 16
    public static let nonceLength = 12

    private let context: Mutex<CipherContext>

    /// `nil` for a key of a length that the cipher has not.
    public init?(_ cipher: Cipher, key: [UInt8]) {
        let algorithm: OpaquePointer?
        switch (cipher, key.count) {
        case (.aesGCM, 16): algorithm = EVP_aes_128_gcm()
        case (.aesGCM, 32): algorithm = EVP_aes_256_gcm()
        case (.chaCha20Poly1305, 32): algorithm = EVP_chacha20_poly1305()
        default: return nil
        }
        guard let made = CipherContext({ EVP_DecryptInit_ex($0, algorithm, nil, key, nil) }) else { return nil }
        context = Mutex(made)
    }

    /// Writes the plaintext over the ciphertext; the tag stays behind it.
    ///
    /// - Parameters:
    ///   - sealed: the ciphertext with its tag at the end.
    ///   - nonce: ``nonceLength`` bytes.
    ///   - header: what is authenticated beside the plaintext.
    /// - Returns: whether the tag fits. If not, the bytes are of no use.
    public func open(
        inPlace sealed: UnsafeMutableBufferPointer<UInt8>, nonce: UnsafeBufferPointer<UInt8>,
        authenticating header: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        let length = sealed.count - Self.tagLength
        guard length >= 0, nonce.count == Self.nonceLength, let start = sealed.baseAddress else { return false }
        return context.withLock { context in
            var written: Int32 = 0
            return EVP_DecryptInit_ex(context.pointer, nil, nil, nil, nonce.baseAddress) == 1
                && EVP_DecryptUpdate(context.pointer, nil, &written, header.baseAddress, Int32(header.count)) == 1
                && (length == 0 || EVP_DecryptUpdate(context.pointer, start, &written, start, Int32(length)) == 1)
                && cipher_expect_tag(context.pointer, Int32(Self.tagLength), start + length) == 1
                && EVP_DecryptFinal_ex(context.pointer, start + length, &written) == 1
        }
    }
}
