import Cryptography

/// A key for authenticated decryption, as TLS records and QUIC packets use it.
struct RecordKey: Sendable {
    static let nonceLength = AEAD.nonceLength

    private let aead: AEAD

    var tagLength: Int { aead.tagLength }

    /// `nil` for a cipher of another kind, and for a key of the wrong length.
    init?(_ encryption: CipherSuite.Encryption?, key: [UInt8]) {
        let cipher: AEAD.Cipher
        switch encryption {
        case .aesGCM: cipher = .aesGCM
        case .ariaGCM: cipher = .ariaGCM
        case .aesCCM(_, let tagLength): cipher = .aesCCM(tagLength: tagLength)
        case .chaCha20Poly1305: cipher = .chaCha20Poly1305
        default: return nil
        }
        guard let aead = AEAD(cipher, key: key) else { return nil }
        self.aead = aead
    }

    /// The plaintext, or `nil` when the tag does not fit: wrong key, wrong number or damaged bytes.
    ///
    /// - Parameters:
    ///   - sealed: the ciphertext with its tag at the end.
    ///   - iv: of ``nonceLength`` bytes; the nonce is the IV with the number folded into its end (RFC 8446 section 5.3,
    ///     RFC 9001 section 5.3).
    ///   - header: what is authenticated beside the plaintext.
    func open(
        _ sealed: ArraySlice<UInt8>, iv: [UInt8], number: UInt64, authenticating header: UnsafeBufferPointer<UInt8>
    ) -> [UInt8]? {
        guard sealed.count >= tagLength, iv.count == Self.nonceLength else { return nil }
        var bytes = Array(sealed)
        let isOpened = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.nonceLength) { nonce in
            _ = nonce.initialize(from: iv)
            for index in 0..<8 {
                nonce[Self.nonceLength - 1 - index] ^= UInt8(truncatingIfNeeded: number >> (8 * UInt64(index)))
            }
            return bytes.withUnsafeMutableBufferPointer {
                aead.open(inPlace: $0, nonce: UnsafeBufferPointer(nonce), authenticating: header)
            }
        }
        guard isOpened else { return nil }
        bytes.removeLast(tagLength)
        return bytes
    }

    func open(_ sealed: ArraySlice<UInt8>, iv: [UInt8], number: UInt64, authenticating header: [UInt8]) -> [UInt8]? {
        header.withUnsafeBufferPointer { open(sealed, iv: iv, number: number, authenticating: $0) }
    }
}
