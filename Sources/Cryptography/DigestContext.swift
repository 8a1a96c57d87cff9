import CCrypto

/// libcrypto's state of one hash under way.
struct DigestContext: ~Copyable {
    private let pointer: OpaquePointer?
    private let length: Int
    /// A system may be set up to have no MD5: its digests are zeros, which open nothing.
    private let isReady: Bool

    init(_ hash: HashFunction) {
        pointer = EVP_MD_CTX_new()
        length = hash.length
        isReady = EVP_DigestInit_ex(pointer, hash.algorithm.pointer, nil) == 1
    }

    private init(copyOf other: borrowing DigestContext) {
        pointer = EVP_MD_CTX_new()
        length = other.length
        isReady = other.isReady && EVP_MD_CTX_copy_ex(pointer, other.pointer) == 1
    }

    deinit {
        EVP_MD_CTX_free(pointer)
    }

    /// A hash that goes on from here by itself.
    func copy() -> DigestContext { DigestContext(copyOf: self) }

    /// Takes the next piece of the message.
    func update(_ piece: UnsafeBufferPointer<UInt8>) {
        if isReady { EVP_DigestUpdate(pointer, piece.baseAddress, piece.count) }
    }

    /// The digest of all pieces.
    consuming func finish() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { buffer, count in
            var written: UInt32 = 0
            if !isReady || EVP_DigestFinal_ex(pointer, buffer.baseAddress, &written) != 1 || Int(written) != length {
                buffer[..<length].initialize(repeating: 0)
            }
            count = length
        }
    }
}
