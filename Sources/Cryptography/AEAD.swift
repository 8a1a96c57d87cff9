import CCrypto
import Synchronization

/// A key for authenticated decryption (RFC 5116), expanded once.
public final class AEAD: Sendable {
    /// The ciphers that TLS and QUIC use.
    public enum Cipher: Sendable, Hashable {
        /// NIST SP 800-38D, with keys of 16 or 32 bytes.
        case aesGCM
        /// RFC 6209, with keys of 16 or 32 bytes.
        case ariaGCM
        /// RFC 6655, with keys of 16 or 32 bytes, and tags of 16 or 8.
        case aesCCM(tagLength: Int)
        /// RFC 8439, with keys of 32 bytes.
        case chaCha20Poly1305
    }

    public static let nonceLength = 12

    /// Bytes of the tag behind the ciphertext.
    public let tagLength: Int
    /// CCM authenticates the length first, and the plaintext comes out only if the tag fits.
    private let declaresLength: Bool
    private let context: Mutex<CipherContext>

    /// `nil` for a key of a length that the cipher has not.
    public init?(_ cipher: Cipher, key: [UInt8]) {
        let algorithm: Algorithm
        switch (cipher, key.count) {
        case (.aesGCM, 16): algorithm = .aes128GCM
        case (.aesGCM, 32): algorithm = .aes256GCM
        case (.ariaGCM, 16): algorithm = .aria128GCM
        case (.ariaGCM, 32): algorithm = .aria256GCM
        case (.aesCCM, 16): algorithm = .aes128CCM
        case (.aesCCM, 32): algorithm = .aes256CCM
        case (.chaCha20Poly1305, 32): algorithm = .chaCha20Poly1305
        default: return nil
        }
        let lengths: (tag: Int, isDeclared: Bool) =
            if case .aesCCM(let length) = cipher { (length, true) } else { (16, false) }
        tagLength = lengths.tag
        declaresLength = lengths.isDeclared
        let made = CipherContext { context in
            guard EVP_DecryptInit_ex(context, algorithm.pointer, nil, nil, nil) == 1,
                cipher_set_nonce_length(context, Int32(Self.nonceLength)) == 1,
                !lengths.isDeclared || cipher_expect_tag(context, Int32(lengths.tag), nil) == 1
            else { return 0 }
            return EVP_DecryptInit_ex(context, nil, nil, key, nil)
        }
        guard let made else { return nil }
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
        let length = sealed.count - tagLength
        guard length >= 0, nonce.count == Self.nonceLength, let start = sealed.baseAddress else { return false }
        return context.withLock { context in
            var written: Int32 = 0
            guard EVP_DecryptInit_ex(context.pointer, nil, nil, nil, nonce.baseAddress) == 1 else { return false }
            if declaresLength {
                return cipher_expect_tag(context.pointer, Int32(tagLength), start + length) == 1
                    && EVP_DecryptUpdate(context.pointer, nil, &written, nil, Int32(length)) == 1
                    && (header.isEmpty
                        || EVP_DecryptUpdate(
                            context.pointer, nil, &written, header.baseAddress, Int32(header.count)) == 1)
                    && EVP_DecryptUpdate(context.pointer, start, &written, start, Int32(length)) == 1
            }
            return EVP_DecryptUpdate(context.pointer, nil, &written, header.baseAddress, Int32(header.count)) == 1
                && (length == 0 || EVP_DecryptUpdate(context.pointer, start, &written, start, Int32(length)) == 1)
                && cipher_expect_tag(context.pointer, Int32(tagLength), start + length) == 1
                && EVP_DecryptFinal_ex(context.pointer, start + length, &written) == 1
        }
    }
}
