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

    /// Bytes that it takes in one piece.
    var blockLength: Int { self == .sha384 ? 128 : 64 }

    /// The digest of `message`.
    public func hash(_ message: some Collection<UInt8>) -> [UInt8] {
        let context = DigestContext(self)
        withBytes(of: message) { context.update($0) }
        return context.finish()
    }

    /// HMAC (RFC 2104). libcrypto's own looks up what it needs for each call.
    public func authenticationCode(of message: some Collection<UInt8>, key: [UInt8]) -> [UInt8] {
        withBytes(of: message) { HMAC(self, key: key).code(ofOnly: $0) }
    }

    /// HKDF-Extract (RFC 5869 section 2.2).
    public func extract(_ material: [UInt8], salt: [UInt8]) -> [UInt8] {
        authenticationCode(of: material, key: salt)
    }

    var algorithm: Algorithm {
        switch self {
        case .md5: .md5
        case .sha1: .sha1
        case .sha256: .sha256
        case .sha384: .sha384
        }
    }
}

extension HMAC {
    /// HKDF-Expand (RFC 5869 section 2.3) of the key.
    public func expand(info: [UInt8], length: Int) -> [UInt8] {
        var output: [UInt8] = []
        var block: [UInt8] = []
        var number: UInt8 = 1
        while output.count < length {
            block = code(of: block + info, [number])
            output += block
            number &+= 1
        }
        output.removeLast(output.count - length)
        return output
    }
}

/// The bytes of a collection in one piece, copied only where they are not.
func withBytes<Result>(
    of collection: some Collection<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
) -> Result {
    collection.withContiguousStorageIfAvailable(body) ?? Array(collection).withUnsafeBufferPointer(body)
}
