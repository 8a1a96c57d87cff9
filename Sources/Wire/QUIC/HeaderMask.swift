import Crypto
import CryptoExtras

/// What hides the first byte and the packet number of a header (RFC 9001 section 5.4).
struct HeaderMask {
    /// For the first byte; of it only the low bits count.
    var first: UInt8
    /// For the four bytes that a packet number may have.
    var number: UInt32

    /// - Parameter bits: the first five bytes of the encrypted sample, first byte highest.
    private init(_ bits: UInt64) {
        first = UInt8(truncatingIfNeeded: bits >> 32)
        number = UInt32(truncatingIfNeeded: bits)
    }

    /// Makes masks out of samples of the ciphertext.
    enum Key: Sendable {
        case aes(AESBlockContext)
        case chaCha20(SymmetricKey)

        static let sampleLength = 16

        init?(_ encryption: CipherSuite.Encryption, key: [UInt8]) {
            if encryption == .chaCha20Poly1305 {
                self = .chaCha20(SymmetricKey(data: key))
            } else {
                guard let context = AESBlockContext(key: key) else { return nil }
                self = .aes(context)
            }
        }

        /// RFC 9001 sections 5.4.3 and 5.4.4.
        func mask(for sample: ArraySlice<UInt8>) -> HeaderMask? {
            switch self {
            case .aes(let context):
                return context.encrypt(sample).map { HeaderMask($0 >> 24) }
            case .chaCha20(let key):
                do {
                    let mask = try Insecure.ChaCha20CTR.encrypt(
                        [UInt8](repeating: 0, count: 5), using: key,
                        counter: Insecure.ChaCha20CTR.Counter(data: sample.prefix(4)),
                        nonce: Insecure.ChaCha20CTR.Nonce(data: sample.dropFirst(4)))
                    return HeaderMask(mask.reduce(0) { $0 << 8 | UInt64($1) })
                } catch {
                    return nil
                }
            }
        }
    }
}
