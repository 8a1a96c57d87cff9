import CCrypto

/// A hash function of the TLS and signature specifications.
public enum HashFunction: Sendable, Hashable {
    case md5, sha1, sha256, sha384

    /// Bytes of a digest.
    public var length: Int {
        switch self {
        case .md5: 16
        case .sha1: 20
        case .sha256: 32
        case .sha384: 48
        }
    }

    /// The digest of `message`.
    public func hash(_ message: some Collection<UInt8>) -> [UInt8] {
        output { digest, length in
            withBytes(of: message) { EVP_Digest($0.baseAddress, $0.count, digest, &length, algorithm.pointer, nil) }
        }
    }

    /// HMAC (RFC 2104). libcrypto's own looks up what it needs for each call.
    public func authenticationCode(of message: some Collection<UInt8>, key: [UInt8]) -> [UInt8] {
        let key = key.count > blockLength ? hash(key) : key
        func padded(with byte: UInt8) -> [UInt8] {
            key.map { $0 ^ byte } + [UInt8](repeating: byte, count: blockLength - key.count)
        }
        let inner = hash(padded(with: 0x36) + message)
        return hash(padded(with: 0x5c) + inner)
    }

    /// Bytes that it takes in one piece.
    private var blockLength: Int { self == .sha384 ? 128 : 64 }

    /// HKDF-Extract (RFC 5869 section 2.2).
    public func extract(_ material: [UInt8], salt: [UInt8]) -> [UInt8] {
        authenticationCode(of: material, key: salt)
    }

    /// HKDF-Expand (RFC 5869 section 2.3).
    public func expand(_ key: [UInt8], info: [UInt8], length: Int) -> [UInt8] {
        var output: [UInt8] = []
        var block: [UInt8] = []
        var number: UInt8 = 1
        while output.count < length {
            block = authenticationCode(of: block + info + [number], key: key)
            output += block
            number &+= 1
        }
        return Array(output.prefix(length))
    }

    private var algorithm: Algorithm {
        switch self {
        case .md5: .md5
        case .sha1: .sha1
        case .sha256: .sha256
        case .sha384: .sha384
        }
    }

    /// What libcrypto writes. A system may be set up to have no MD5: zeros then, which open nothing.
    private func output(_ write: (UnsafeMutablePointer<UInt8>?, inout UInt32) -> Int32) -> [UInt8] {
        var written: UInt32 = 0
        let digest = [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { buffer, count in
            count = write(buffer.baseAddress, &written) == 1 ? Int(written) : 0
        }
        return digest.count == length ? digest : [UInt8](repeating: 0, count: length)
    }
}

/// The bytes of a collection in one piece, copied only where they are not.
func withBytes<Result>(
    of collection: some Collection<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
) -> Result {
    collection.withContiguousStorageIfAvailable(body) ?? Array(collection).withUnsafeBufferPointer(body)
}
