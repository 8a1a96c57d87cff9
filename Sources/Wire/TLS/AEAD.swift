import Crypto

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
    /// - Parameters:
    ///   - sealed: the ciphertext with its tag at the end.
    ///   - iv: of ``nonceLength`` bytes; the nonce is the IV with the number folded into its end (RFC 8446 section 5.3,
    ///     RFC 9001 section 5.3).
    ///   - header: what is authenticated beside the plaintext.
    func open(_ sealed: ArraySlice<UInt8>, iv: [UInt8], number: UInt64, authenticating header: [UInt8]) -> [UInt8]? {
        guard sealed.count >= Self.tagLength, iv.count == Self.nonceLength else { return nil }
        let length = Self.nonceLength + sealed.count
        return withUnsafeTemporaryAllocation(byteCount: length, alignment: 16) { box in
            box.copyBytes(from: iv)
            for index in 0..<8 {
                box[Self.nonceLength - 1 - index] ^= UInt8(truncatingIfNeeded: number >> (8 * UInt64(index)))
            }
            UnsafeMutableRawBufferPointer(rebasing: box[Self.nonceLength...]).copyBytes(from: sealed)
            return header.withUnsafeBytes { open(box: UnsafeRawBufferPointer(box), authenticating: $0) }
        }
    }

    /// Raw buffers, for swift-crypto reads them where they are; of arrays and slices it looks up the conformances at run
    /// time, which costs more than opening a packet.
    private func open(box: UnsafeRawBufferPointer, authenticating header: UnsafeRawBufferPointer) -> [UInt8]? {
        do {
            let opened =
                switch self {
                case .aesGCM(let key):
                    try AES.GCM.open(AES.GCM.SealedBox(combined: box), using: key, authenticating: header)
                case .chaCha20Poly1305(let key):
                    try ChaChaPoly.open(ChaChaPoly.SealedBox(combined: box), using: key, authenticating: header)
                }
            return opened.withUnsafeBytes { [UInt8]($0) }
        } catch {
            return nil
        }
    }
}
