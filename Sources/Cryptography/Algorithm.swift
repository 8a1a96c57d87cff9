import CCrypto

/// libcrypto's implementations of ciphers and hashes, looked up once: by the names that `EVP_aes_128_gcm()` and its like stand
/// for, each use looks them up again, which costs more than a key schedule.
///
/// `@unchecked Sendable`: nothing changes them, and they stay for as long as the process does.
struct Algorithm: @unchecked Sendable {
    /// `nil` where the system is set up to have none: then every use of it fails.
    let pointer: OpaquePointer?

    private init(cipher: String) { pointer = EVP_CIPHER_fetch(nil, cipher, nil) }
    private init(hash: String) { pointer = EVP_MD_fetch(nil, hash, nil) }

    static let aes128GCM = Algorithm(cipher: "AES-128-GCM")
    static let aes256GCM = Algorithm(cipher: "AES-256-GCM")
    static let aria128GCM = Algorithm(cipher: "ARIA-128-GCM")
    static let aria256GCM = Algorithm(cipher: "ARIA-256-GCM")
    static let aes128CCM = Algorithm(cipher: "AES-128-CCM")
    static let aes256CCM = Algorithm(cipher: "AES-256-CCM")
    static let chaCha20Poly1305 = Algorithm(cipher: "ChaCha20-Poly1305")
    static let aes128ECB = Algorithm(cipher: "AES-128-ECB")
    static let aes256ECB = Algorithm(cipher: "AES-256-ECB")
    static let chaCha20 = Algorithm(cipher: "ChaCha20")

    static let md5 = Algorithm(hash: "MD5")
    static let sha1 = Algorithm(hash: "SHA1")
    static let sha256 = Algorithm(hash: "SHA2-256")
    static let sha384 = Algorithm(hash: "SHA2-384")
}
