/// HMAC (RFC 2104) with one key: what the key alone decides is hashed once, and each message goes on from there.
public struct HMAC: ~Copyable {
    private let inner: DigestContext
    private let outer: DigestContext

    public init(_ hash: HashFunction, key: [UInt8]) {
        let key = key.count > hash.blockLength ? hash.hash(key) : key
        inner = HMAC.context(hash, key, mask: 0x36)
        outer = HMAC.context(hash, key, mask: 0x5c)
    }

    /// The code of a message that may stand in two pieces.
    public func code(of message: [UInt8], _ rest: [UInt8] = []) -> [UInt8] {
        let inner = inner.copy()
        message.withUnsafeBufferPointer { inner.update($0) }
        rest.withUnsafeBufferPointer { inner.update($0) }
        return HMAC.code(of: inner.finish(), outer.copy())
    }

    /// The code of the only message under this key.
    consuming func code(ofOnly message: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        inner.update(message)
        return HMAC.code(of: inner.finish(), outer)
    }

    private static func code(of digest: [UInt8], _ outer: consuming DigestContext) -> [UInt8] {
        digest.withUnsafeBufferPointer { outer.update($0) }
        return outer.finish()
    }

    private static func context(_ hash: HashFunction, _ key: [UInt8], mask: UInt8) -> DigestContext {
        let context = DigestContext(hash)
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: hash.blockLength) { block in
            block.initialize(repeating: mask)
            for (index, byte) in key.enumerated() { block[index] ^= byte }
            context.update(UnsafeBufferPointer(block))
        }
        return context
    }
}
