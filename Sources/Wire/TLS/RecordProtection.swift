import Cryptography

/// The keys of one direction between two changes of keys, with the number of the next record.
struct RecordProtection: Sendable {
    /// The number of the next record: part of the nonce or of the MAC, never on the wire.
    var sequence: UInt64 = 0
    private var scheme: Scheme
    /// TLS 1.3: where the next generation of keys comes from.
    private var trafficSecret: [UInt8] = []
    private var suite: CipherSuite
    private var version: TLSVersion

    private enum Scheme: Sendable {
        /// TLS 1.3, and ChaCha20-Poly1305 in TLS 1.2 (RFC 7905): the number is folded into the IV.
        case aead(RecordKey, iv: [UInt8])
        /// GCM and CCM in TLS 1.2 (RFC 5288, RFC 6209, RFC 6655): the sender writes half of the nonce into the record.
        case explicitNonceAEAD(RecordKey, salt: [UInt8], lastNonce: UInt64?)
        case cbc(BlockCipher, key: [UInt8], mac: RecordMAC, encryptThenMAC: Bool, chain: Chain)
        case stream(RC4, RecordMAC)
        case null(RecordMAC)
    }

    /// Where the IV of a CBC record comes from.
    private enum Chain: Sendable {
        /// The record carries it (TLS 1.1 and later).
        case explicit
        /// The last block of the record before (TLS 1.0).
        case previous([UInt8])
        /// TLS 1.0 with encrypt-then-MAC behind a loss: no MAC would tell a wrong first block.
        case broken
    }

    /// TLS 1.3 keys (RFC 8446 section 7.3); `nil` when the suite cannot be undone.
    init?(trafficSecret: [UInt8], suite: CipherSuite) {
        let keyLength: Int
        switch suite.encryption {
        case .aesGCM(let length), .aesCCM(let length, _): keyLength = length
        case .chaCha20Poly1305: keyLength = 32
        default: return nil
        }
        let secret = HMAC(suite.hash, key: trafficSecret)
        let key = KeySchedule.expandLabel(secret, "key", length: keyLength)
        guard let aead = RecordKey(suite.encryption, key: key) else { return nil }
        let iv = KeySchedule.expandLabel(secret, "iv", length: RecordKey.nonceLength)
        scheme = .aead(aead, iv: iv)
        self.trafficSecret = trafficSecret
        self.suite = suite
        version = .tls13
    }

    /// Keys of TLS 1.2 and before out of the key block (RFC 5246 section 6.3); `nil` when the suite cannot be undone.
    init?(master: [UInt8], clientRandom: [UInt8], server: ServerHello, direction: Direction) {
        let suite = server.cipherSuite
        guard let encryption = suite.encryption else { return nil }
        let version = server.version
        let lengths: (mac: Int, key: Int, iv: Int) =
            switch encryption {
            case .aesGCM(let key), .ariaGCM(let key), .aesCCM(let key, _): (0, key, 4)
            case .chaCha20Poly1305: (0, 32, 12)
            case .cbc(let cipher, let key): (suite.mac?.length ?? 0, key, version <= .tls10 ? cipher.blockLength : 0)
            case .rc4: (suite.mac?.length ?? 0, 16, 0)
            case .null: (suite.mac?.length ?? 0, 0, 0)
            }
        let block = KeySchedule.prf(
            master, label: "key expansion", seed: server.random + clientRandom,
            length: 2 * (lengths.mac + lengths.key + lengths.iv), version: version, hash: suite.hash)
        func part(after offset: Int, _ length: Int) -> [UInt8] {
            let start = offset + (direction == .toServer ? 0 : length)
            return Array(block[start..<(start + length)])
        }
        let key = part(after: 2 * lengths.mac, lengths.key)
        let iv = part(after: 2 * (lengths.mac + lengths.key), lengths.iv)
        let mac = RecordMAC(hash: suite.mac, key: part(after: 0, lengths.mac))
        switch encryption {
        case .aesGCM, .ariaGCM, .aesCCM:
            guard let aead = RecordKey(encryption, key: key) else { return nil }
            scheme = .explicitNonceAEAD(aead, salt: iv, lastNonce: nil)
        case .chaCha20Poly1305:
            guard let aead = RecordKey(encryption, key: key) else { return nil }
            scheme = .aead(aead, iv: iv)
        case .cbc(let cipher, _):
            scheme = .cbc(
                cipher, key: key, mac: mac, encryptThenMAC: server.usesEncryptThenMAC,
                chain: version <= .tls10 ? .previous(iv) : .explicit)
        case .rc4:
            scheme = .stream(RC4(key: key), mac)
        case .null:
            scheme = .null(mac)
        }
        self.suite = suite
        self.version = version
    }

    /// The plaintext of the next record, or `nil` when its tag or MAC does not fit. Only success changes anything.
    ///
    /// TLS 1.3 gives the inner plaintext with its type and padding still at the end.
    mutating func open(_ record: TLSRecord) -> [UInt8]? {
        let plaintext: [UInt8]?
        switch scheme {
        case .aead(let aead, let iv):
            plaintext = withAssociatedData(record, contentLength: record.body.count - aead.tagLength) {
                aead.open(record.body, iv: iv, number: sequence, authenticating: $0)
            }
        case .explicitNonceAEAD(let aead, let salt, _):
            let explicit = record.body.prefix(8)
            guard explicit.count == 8 else { return nil }
            let nonce = salt + explicit
            plaintext = withAssociatedData(record, contentLength: record.body.count - 8 - aead.tagLength) {
                aead.open(record.body.dropFirst(8), iv: nonce, number: 0, authenticating: $0)
            }
            if plaintext != nil {
                scheme = .explicitNonceAEAD(aead, salt: salt, lastNonce: Self.number(explicit))
            }
        case .cbc:
            plaintext = openCBC(record)
            if plaintext != nil { continueChain(record) }
        case .stream(var cipher, let mac):
            let sealed = cipher.apply(record.body)
            plaintext = mac.verified(sealed[...], sequence: sequence, type: record.type, version: record.version)
            if plaintext != nil { scheme = .stream(cipher, mac) }
        case .null(let mac):
            plaintext = mac.verified(record.body, sequence: sequence, type: record.type, version: record.version)
        }
        if plaintext != nil { sequence &+= 1 }
        return plaintext
    }

    /// Goes on behind a record that did not open.
    mutating func passOver(_ record: TLSRecord) {
        sequence &+= 1
        if case .stream(var cipher, let mac) = scheme {
            cipher.skip(record.body.count)
            scheme = .stream(cipher, mac)
        }
        breakChain()
        continueChain(record)
    }

    /// Bytes are lost in front of the next record.
    mutating func breakChain() {
        guard case .cbc(let cipher, let key, let mac, true, .previous) = scheme else { return }
        scheme = .cbc(cipher, key: key, mac: mac, encryptThenMAC: true, chain: .broken)
    }

    private mutating func continueChain(_ record: TLSRecord) {
        guard case .cbc(let cipher, let key, let mac, let encryptThenMAC, .previous) = scheme else { return }
        let end = encryptThenMAC ? record.body.dropLast(mac.length) : record.body
        scheme = .cbc(
            cipher, key: key, mac: mac, encryptThenMAC: encryptThenMAC,
            chain: .previous(Array(end.suffix(cipher.blockLength))))
    }

    /// Its records have the real type inside (RFC 8446 section 5.2).
    var isTLS13: Bool { version >= .tls13 }

    /// The number that the record after a hole probably has, where its nonce tells: most senders count up.
    func likelySequence(of record: TLSRecord) -> UInt64? {
        guard case .explicitNonceAEAD(_, _, let last?) = scheme, record.body.count >= 8 else { return nil }
        let distance = Self.number(record.body.prefix(8)) &- last
        return distance > 0 && distance < 1 << 32 ? sequence &+ distance &- 1 : nil
    }

    /// The keys after a KeyUpdate; TLS 1.3 only.
    func next() -> RecordProtection? {
        guard version == .tls13 else { return nil }
        return RecordProtection(
            trafficSecret: KeySchedule.nextTrafficSecret(trafficSecret, hash: suite.hash), suite: suite)
    }

    /// Bytes that protection adds to a record, about: what is hidden when it cannot be undone.
    static let overhead = 16

    /// What is authenticated beside the content: the header, in TLS 1.2 and before behind the number and with the content's
    /// own length.
    private func withAssociatedData<Result>(
        _ record: TLSRecord, contentLength: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        version >= .tls13
            ? RecordMAC.withHeader(
                sequence: nil, type: record.type, version: record.version, length: record.body.count, body)
            : RecordMAC.withHeader(
                sequence: sequence, type: record.type, version: record.version, length: contentLength, body)
    }

    /// RFC 5246 section 6.2.3.2; RFC 7366 for encrypt-then-MAC. Padding oracles are no concern of a reader of captures.
    private func openCBC(_ record: TLSRecord) -> [UInt8]? {
        guard case .cbc(let cipher, let key, let mac, let encryptThenMAC, let chain) = scheme else { return nil }
        let blockLength = cipher.blockLength
        var body = record.body
        if encryptThenMAC {
            guard
                mac.isVerified(body, sequence: sequence, type: record.type, version: record.version)
            else { return nil }
            body = body.dropLast(mac.length)
        }
        let iv: [UInt8]
        switch chain {
        case .explicit:
            iv = Array(body.prefix(blockLength))
            body = body.dropFirst(blockLength)
        case .previous(let block): iv = block
        case .broken: return nil
        }
        guard iv.count == blockLength, !body.isEmpty, body.count.isMultiple(of: blockLength) else {
            return nil
        }
        guard let padded = cipher.decryptCBC(body, key: key, iv: iv), let padding = padded.last,
            Int(padding) < padded.count, padded.suffix(Int(padding) + 1).allSatisfy({ $0 == padding })
        else { return nil }
        let content = padded.dropLast(Int(padding) + 1)
        if encryptThenMAC { return Array(content) }
        return mac.verified(content, sequence: sequence, type: record.type, version: record.version)
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}

/// The MAC of CBC, RC4 and NULL suites over number, type, version, length and content (RFC 5246 section 6.2.3.1).
struct RecordMAC: Sendable {
    private let hash: HashFunction?
    private let key: [UInt8]

    init(hash: HashFunction?, key: [UInt8]) {
        self.hash = hash
        self.key = key
    }

    var length: Int { hash?.length ?? 0 }

    /// The content in front of the MAC, if the MAC fits.
    func verified(_ sealed: ArraySlice<UInt8>, sequence: UInt64, type: UInt8, version: UInt16) -> [UInt8]? {
        guard isVerified(sealed, sequence: sequence, type: type, version: version) else { return nil }
        return Array(sealed.dropLast(length))
    }

    func isVerified(_ sealed: ArraySlice<UInt8>, sequence: UInt64, type: UInt8, version: UInt16) -> Bool {
        guard sealed.count >= length else { return false }
        let content = sealed.dropLast(length)
        let header = Self.withHeader(
            sequence: sequence, type: type, version: version, length: content.count, Array.init)
        guard let hash else { return true }
        return hash.authenticationCode(of: header + content, key: key)[...] == sealed.suffix(length)
    }

    /// The header of a record, behind its number where that is part of what is authenticated.
    static func withHeader<Result>(
        sequence: UInt64?, type: UInt8, version: UInt16, length: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 8 + TLSRecord.headerLength) { bytes in
            bytes[8] = type
            bytes[9] = UInt8(truncatingIfNeeded: version >> 8)
            bytes[10] = UInt8(truncatingIfNeeded: version)
            bytes[11] = UInt8(truncatingIfNeeded: length >> 8)
            bytes[12] = UInt8(truncatingIfNeeded: length)
            guard let sequence else { return body(UnsafeBufferPointer(rebasing: bytes[8...])) }
            for index in 0..<8 { bytes[index] = UInt8(truncatingIfNeeded: sequence >> (56 - 8 * UInt64(index))) }
            return body(UnsafeBufferPointer(bytes))
        }
    }
}
