import CCrypto

/// libcrypto's state of one cipher with one key.
///
/// `@unchecked Sendable`: it owns the state alone, cannot be copied, and its users keep it under a lock.
struct CipherContext: ~Copyable, @unchecked Sendable {
    let pointer: OpaquePointer

    /// `nil` when `begin` does not succeed.
    init?(_ begin: (OpaquePointer) -> Int32) {
        guard let made = EVP_CIPHER_CTX_new() else { return nil }
        guard begin(made) == 1 else {
            EVP_CIPHER_CTX_free(made)
            return nil
        }
        pointer = made
    }

    deinit {
        EVP_CIPHER_CTX_free(pointer)
    }
}
