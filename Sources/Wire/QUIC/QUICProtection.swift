import Cryptography

/// The keys of one direction at one encryption level (RFC 9001 section 5). They never change, and are shared.
final class QUICProtection: Sendable {
    private let aead: RecordKey
    private let iv: [UInt8]
    private let headerCipher: SampleCipher
    private let secret: [UInt8]
    private let suite: CipherSuite
    private let version: QUICVersion

    struct Opened {
        var number: UInt64
        var payload: [UInt8]
        /// The key phase bit of a short header.
        var phase: Bool
    }

    /// `nil` when the suite is none of those that QUIC is read with.
    init?(secret: [UInt8], suite: CipherSuite, version: QUICVersion) {
        guard let encryption = suite.encryption else { return nil }
        let keyLength: Int
        switch encryption {
        case .aesGCM(let length), .aesCCM(let length, 16): keyLength = length
        case .chaCha20Poly1305: keyLength = 32
        default: return nil
        }
        let root = HMAC(suite.hash, key: secret)
        let key = KeySchedule.expandLabel(root, version.label("key"), length: keyLength)
        let headerKey = KeySchedule.expandLabel(root, version.label("hp"), length: keyLength)
        guard let aead = RecordKey(encryption, key: key),
            let headerCipher = SampleCipher(encryption == .chaCha20Poly1305 ? .chaCha20 : .aes, key: headerKey)
        else { return nil }
        self.aead = aead
        iv = KeySchedule.expandLabel(root, version.label("iv"), length: RecordKey.nonceLength)
        self.headerCipher = headerCipher
        self.secret = secret
        self.suite = suite
        self.version = version
    }

    private init(next old: QUICProtection, secret: [UInt8], aead: RecordKey, iv: [UInt8]) {
        self.aead = aead
        self.iv = iv
        headerCipher = old.headerCipher
        self.secret = secret
        suite = old.suite
        version = old.version
    }

    /// The keys of Initial packets: whoever sees the first packet can derive them (RFC 9001 section 5.2).
    static func initial(_ version: QUICVersion, destinationID: [UInt8], _ direction: Direction) -> QUICProtection? {
        let secret = HashFunction.sha256.extract(destinationID, salt: version.initialSalt)
        let label = direction == .toServer ? "client in" : "server in"
        let derived = KeySchedule.expandLabel(HMAC(.sha256, key: secret), label, length: 32)
        return QUICProtection(secret: derived, suite: CipherSuite(0x1301), version: version)
    }

    /// The keys after a key update; header protection stays (RFC 9001 section 6).
    func next() -> QUICProtection? {
        let updated = KeySchedule.expandLabel(
            HMAC(suite.hash, key: secret), version.label("ku"), length: suite.hash.length)
        guard let fresh = QUICProtection(secret: updated, suite: suite, version: version) else { return nil }
        return QUICProtection(next: self, secret: updated, aead: fresh.aead, iv: fresh.iv)
    }

    /// Removes header and payload protection; `nil` when the tag does not fit.
    ///
    /// - Parameter expected: one more than the largest packet number seen so far.
    func open(_ packet: QUICPacket, expecting expected: UInt64) -> Opened? {
        guard let header = unmask(packet, expecting: expected) else { return nil }
        return open(packet, header)
    }

    /// A header without its protection.
    struct Header {
        var first: UInt8
        /// The packet number as it stands in the header, in so many bytes.
        var truncated: UInt32
        var length: Int
        /// The full packet number.
        var number: UInt64

        var phase: Bool { !QUICPacketHead.isLong(first) && first & 0x04 != 0 }
    }

    func open(_ packet: QUICPacket, _ header: Header) -> Opened? {
        let length = packet.numberOffset + header.length
        let payload = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: length) { plain in
            _ = plain.initialize(from: packet.bytes.prefix(length))
            plain[0] = header.first
            for index in 0..<header.length {
                plain[length - 1 - index] = UInt8(truncatingIfNeeded: header.truncated >> (8 * UInt32(index)))
            }
            return aead.open(
                packet.bytes.dropFirst(length), iv: iv, number: header.number,
                authenticating: UnsafeBufferPointer(plain))
        }
        return payload.map { Opened(number: header.number, payload: $0, phase: header.phase) }
    }

    /// RFC 9001 section 5.4.
    func unmask(_ packet: QUICPacket, expecting expected: UInt64) -> Header? {
        let number = packet.bytes.startIndex + packet.numberOffset
        let sample = (number + 4)..<(number + 4 + SampleCipher.sampleLength)
        guard sample.upperBound <= packet.bytes.endIndex,
            let mask = headerCipher.mask(of: packet.bytes[sample]).map(HeaderMask.init),
            let masked = packet.bytes.first
        else { return nil }
        let first = masked ^ (mask.first & (QUICPacketHead.isLong(masked) ? 0x0f : 0x1f))
        let length = Int(first & 3) + 1
        // As if it had four bytes; those behind it fall off again.
        let longest = packet.bytes[number..<(number + 4)].reduce(0) { $0 << 8 | UInt32($1) } ^ mask.number
        let truncated = longest >> (8 * UInt32(4 - length))
        return Header(
            first: first, truncated: truncated, length: length,
            number: Self.number(UInt64(truncated), length: length, expecting: expected))
    }

    /// The full packet number nearest to the one expected (RFC 9000 appendix A.3).
    static func number(_ truncated: UInt64, length: Int, expecting expected: UInt64) -> UInt64 {
        let window: UInt64 = 1 << (8 * UInt64(length))
        let half = window / 2
        let candidate = expected & ~(window - 1) | truncated
        if expected >= half, candidate <= expected - half, candidate < (1 << 62) - window { return candidate + window }
        if candidate > expected + half, candidate >= window { return candidate - window }
        return candidate
    }
}
