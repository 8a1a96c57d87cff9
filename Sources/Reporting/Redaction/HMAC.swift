/// HMAC with SHA-256 (RFC 2104, FIPS 198-1).
struct HMAC: Sendable {
    private let inner: [UInt8]
    private let outer: [UInt8]

    init(key: [UInt8]) {
        var key = key.count > 64 ? SHA256.hash(key) : key
        key += [UInt8](repeating: 0, count: 64 - key.count)
        inner = key.map { $0 ^ 0x36 }
        outer = key.map { $0 ^ 0x5C }
    }

    func code(for message: some Sequence<UInt8>) -> [UInt8] {
        SHA256.hash(outer + SHA256.hash(inner + Array(message)))
    }
}
