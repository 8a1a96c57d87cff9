import Crypto
import CryptoExtras

/// The keys of one direction at one encryption level (RFC 9001 section 5).
struct QUICProtection: Sendable {
    private let aead: AEAD
    private let iv: [UInt8]
    private let headerKey: HeaderKey
    private let secret: [UInt8]
    private let suite: CipherSuite
    private let version: QUICVersion

    private enum HeaderKey: Sendable {
        case aes(SymmetricKey)
        case chaCha20(SymmetricKey)
    }

    struct Opened {
        var number: UInt64
        var payload: [UInt8]
        /// The key phase bit of a short header.
        var phase: Bool
    }

    /// `nil` when the suite is none of those that QUIC is read with.
    init?(secret: [UInt8], suite: CipherSuite, version: QUICVersion) {
        let encryption = suite.encryption
        let keyLength: Int
        switch encryption {
        case .aesGCM(let length): keyLength = length
        case .chaCha20Poly1305: keyLength = 32
        default: return nil
        }
        func derive(_ purpose: String, _ length: Int) -> [UInt8] {
            KeySchedule.expandLabel(secret, version.label(purpose), length: length, hash: suite.hash)
        }
        guard let aead = AEAD(encryption, key: derive("key", keyLength)) else { return nil }
        self.aead = aead
        iv = derive("iv", AEAD.nonceLength)
        let headerKey = SymmetricKey(data: derive("hp", keyLength))
        self.headerKey = encryption == .chaCha20Poly1305 ? .chaCha20(headerKey) : .aes(headerKey)
        self.secret = secret
        self.suite = suite
        self.version = version
    }

    private init(next old: QUICProtection, secret: [UInt8], aead: AEAD, iv: [UInt8]) {
        self.aead = aead
        self.iv = iv
        headerKey = old.headerKey
        self.secret = secret
        suite = old.suite
        version = old.version
    }

    /// The keys of Initial packets: whoever sees the first packet can derive them (RFC 9001 section 5.2).
    static func initial(_ version: QUICVersion, destinationID: [UInt8], _ direction: Direction) -> QUICProtection? {
        let secret = HKDF<SHA256>.extract(
            inputKeyMaterial: SymmetricKey(data: destinationID), salt: version.initialSalt)
        let label = direction == .toServer ? "client in" : "server in"
        let derived = KeySchedule.expandLabel(Array(secret), label, length: 32, hash: .sha256)
        return QUICProtection(secret: derived, suite: CipherSuite(0x1301), version: version)
    }

    /// The keys after a key update; header protection stays (RFC 9001 section 6).
    func next() -> QUICProtection? {
        let updated = KeySchedule.expandLabel(
            secret, version.label("ku"), length: suite.hash.length, hash: suite.hash)
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

    /// A header without its protection, and the packet number.
    struct Header {
        var bytes: [UInt8]
        var number: UInt64
        var phase: Bool
    }

    func open(_ packet: QUICPacket, _ header: Header) -> Opened? {
        let sealed = packet.bytes.dropFirst(header.bytes.count)
        guard
            let payload = aead.open(sealed, iv: iv, number: header.number, authenticating: header.bytes)
        else { return nil }
        return Opened(number: header.number, payload: payload, phase: header.phase)
    }

    /// RFC 9001 section 5.4.
    func unmask(_ packet: QUICPacket, expecting expected: UInt64) -> Header? {
        let sampleStart = packet.bytes.startIndex + packet.numberOffset + 4
        guard sampleStart + 16 <= packet.bytes.endIndex else { return nil }
        var mask = Array(packet.bytes[sampleStart..<(sampleStart + 16)])
        guard encrypt(sample: &mask) else { return nil }
        var header = Array(packet.bytes.prefix(packet.numberOffset + 4))
        let isLong = QUICPacketHead.isLong(header[0])
        header[0] ^= mask[0] & (isLong ? 0x0f : 0x1f)
        let length = Int(header[0] & 3) + 1
        var truncated: UInt64 = 0
        for index in 0..<length {
            header[packet.numberOffset + index] ^= mask[1 + index]
            truncated = truncated << 8 | UInt64(header[packet.numberOffset + index])
        }
        header.removeLast(4 - length)
        return Header(
            bytes: header, number: Self.number(truncated, length: length, expecting: expected),
            phase: !isLong && header[0] & 0x04 != 0)
    }

    /// Makes the mask of a header out of a sample of its ciphertext (RFC 9001 section 5.4.3 and 5.4.4).
    private func encrypt(sample: inout [UInt8]) -> Bool {
        do {
            switch headerKey {
            case .aes(let key):
                try AES.permute(&sample, key: key)
            case .chaCha20(let key):
                sample = Array(
                    try Insecure.ChaCha20CTR.encrypt(
                        [UInt8](repeating: 0, count: 5), using: key,
                        counter: Insecure.ChaCha20CTR.Counter(data: sample.prefix(4)),
                        nonce: Insecure.ChaCha20CTR.Nonce(data: sample.dropFirst(4))))
            }
            return true
        } catch {
            return false
        }
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
