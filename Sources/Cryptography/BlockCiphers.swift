import CCrypto
import Synchronization

/// What hides the headers of QUIC packets: the first eight bytes of a cipher's output for a sample (RFC 9001 section 5.4).
public final class SampleCipher: Sendable {
    /// What hides the headers of one connection.
    public enum Cipher: Sendable, Hashable {
        /// One block of AES (section 5.4.3).
        case aes
        /// The key stream of ChaCha20 (section 5.4.4).
        case chaCha20
    }

    public static let sampleLength = 16

    private let cipher: Cipher
    private let context: Mutex<CipherContext>

    /// `nil` for a key of a length that the cipher has not.
    public init?(_ cipher: Cipher, key: [UInt8]) {
        let algorithm: Algorithm
        switch (cipher, key.count) {
        case (.aes, 16): algorithm = .aes128ECB
        case (.aes, 32): algorithm = .aes256ECB
        case (.chaCha20, 32): algorithm = .chaCha20
        default: return nil
        }
        guard
            let made = CipherContext({
                EVP_CIPHER_CTX_set_padding($0, 0)
                return EVP_EncryptInit_ex($0, algorithm.pointer, nil, key, nil)
            })
        else { return nil }
        self.cipher = cipher
        context = Mutex(made)
    }

    /// The first byte highest; `nil` for a sample of another length.
    public func mask(of sample: ArraySlice<UInt8>) -> UInt64? {
        guard sample.count == Self.sampleLength else { return nil }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * Self.sampleLength) { output in
            let isDone = sample.withUnsafeBufferPointer { sample in
                context.withLock { context in
                    var written: Int32 = 0
                    switch cipher {
                    case .aes:
                        return EVP_EncryptUpdate(
                            context.pointer, output.baseAddress, &written, sample.baseAddress,
                            Int32(Self.sampleLength)) == 1
                    case .chaCha20:
                        // The sample is counter and nonce as libcrypto takes them.
                        let zeros: (UInt64, UInt64) = (0, 0)
                        return EVP_EncryptInit_ex(context.pointer, nil, nil, nil, sample.baseAddress) == 1
                            && withUnsafeBytes(of: zeros) {
                                EVP_EncryptUpdate(
                                    context.pointer, output.baseAddress, &written,
                                    $0.bindMemory(to: UInt8.self).baseAddress, 8)
                            } == 1
                    }
                }
            }
            return isDone ? output.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } : nil
        }
    }
}

/// Decryption of whole blocks in CBC mode (NIST SP 800-38A), padding left on.
public enum BlockCipher: Sendable, Hashable {
    /// With keys of 16 or 32 bytes; RFC 3713 and RFC 5794 for the latter two.
    case aes, camellia, aria
    /// With keys of 24 bytes (NIST SP 800-67).
    case tripleDES

    public var blockLength: Int { self == .tripleDES ? 8 : 16 }

    /// `nil` for a key, an initialisation vector or a ciphertext of a length that the cipher has not.
    public func decryptCBC(_ sealed: ArraySlice<UInt8>, key: [UInt8], iv: [UInt8]) -> [UInt8]? {
        let algorithm: OpaquePointer?
        switch (self, key.count) {
        case (.aes, 16): algorithm = EVP_aes_128_cbc()
        case (.aes, 32): algorithm = EVP_aes_256_cbc()
        case (.camellia, 16): algorithm = EVP_camellia_128_cbc()
        case (.camellia, 32): algorithm = EVP_camellia_256_cbc()
        case (.aria, 16): algorithm = EVP_aria_128_cbc()
        case (.aria, 32): algorithm = EVP_aria_256_cbc()
        case (.tripleDES, 24): algorithm = EVP_des_ede3_cbc()
        default: return nil
        }
        guard iv.count == blockLength, sealed.count.isMultiple(of: blockLength),
            let context = CipherContext({ EVP_DecryptInit_ex($0, algorithm, nil, key, iv) })
        else { return nil }
        EVP_CIPHER_CTX_set_padding(context.pointer, 0)
        var isDone = false
        let plain = [UInt8](unsafeUninitializedCapacity: sealed.count) { buffer, count in
            var written: Int32 = 0
            isDone =
                sealed.withUnsafeBufferPointer {
                    EVP_DecryptUpdate(
                        context.pointer, buffer.baseAddress, &written, $0.baseAddress, Int32($0.count))
                } == 1
            count = isDone ? Int(written) : 0
        }
        return isDone ? plain : nil
    }
}
