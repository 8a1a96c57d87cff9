import Crypto

#if canImport(FoundationEssentials)
    import struct FoundationEssentials.Data
#else
    import struct Foundation.Data
#endif

/// A key for authenticated decryption, as TLS records and QUIC packets use it.
enum AEAD: Sendable {
    case aesGCM(SymmetricKey)
    case chaCha20Poly1305(SymmetricKey)

    static let tagLength = 16
    static let nonceLength = 12

    init?(_ encryption: CipherSuite.Encryption?, key: [UInt8]) {
        switch encryption {
        case .aesGCM: self = .aesGCM(SymmetricKey(data: key))
        case .chaCha20Poly1305: self = .chaCha20Poly1305(SymmetricKey(data: key))
        default: return nil
        }
    }

    /// The plaintext, or `nil` when the tag does not fit: wrong key, wrong number or damaged bytes.
    ///
    /// - Parameter sealed: the ciphertext with its tag at the end.
    func open(_ sealed: ArraySlice<UInt8>, nonce: [UInt8], authenticating header: [UInt8]) -> [UInt8]? {
        guard sealed.count >= Self.tagLength, nonce.count == Self.nonceLength else { return nil }
        // The layout of a sealed box, as `Data`: of any other collection swift-crypto would look up the conformances at
        // run time, which costs more than opening a packet.
        var combined = Data(capacity: Self.nonceLength + sealed.count)
        nonce.withUnsafeBufferPointer { combined.append($0) }
        sealed.withUnsafeBufferPointer { combined.append($0) }
        let authenticated = header.withUnsafeBufferPointer { Data(buffer: $0) }
        do {
            let opened =
                switch self {
                case .aesGCM(let key):
                    try AES.GCM.open(AES.GCM.SealedBox(combined: combined), using: key, authenticating: authenticated)
                case .chaCha20Poly1305(let key):
                    try ChaChaPoly.open(
                        ChaChaPoly.SealedBox(combined: combined), using: key, authenticating: authenticated)
                }
            return opened.withUnsafeBytes { [UInt8]($0) }
        } catch {
            return nil
        }
    }

    /// The per-record nonce: the IV with the number folded into its end (RFC 8446 section 5.3, RFC 9001 section 5.3).
    static func nonce(_ iv: [UInt8], _ number: UInt64) -> [UInt8] {
        var nonce = iv
        guard nonce.count == nonceLength else { return nonce }
        for index in 0..<8 {
            nonce[index + 4] ^= UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64(index)))
        }
        return nonce
    }
}
