import Cryptography

/// Keys from secrets: HKDF-Expand-Label of TLS 1.3 and QUIC, the PRF of TLS 1.2 and before.
enum KeySchedule {
    /// RFC 8446 section 7.1, with an empty context as record and packet keys have it.
    ///
    /// - Parameter secret: ready for more than one label, as most secrets give key and IV.
    static func expandLabel(_ secret: borrowing HMAC, _ label: String, length: Int) -> [UInt8] {
        var info: [UInt8] = []
        info.reserveCapacity(32)
        info.append(UInt8(truncatingIfNeeded: length >> 8))
        info.append(UInt8(truncatingIfNeeded: length))
        info.append(UInt8(clamping: prefix.utf8.count + label.utf8.count))
        info.append(contentsOf: prefix.utf8)
        info.append(contentsOf: label.utf8)
        info.append(0)
        return secret.expand(info: info, length: length)
    }

    private static let prefix = "tls13 "

    /// The secret of the next generation after a KeyUpdate (RFC 8446 section 7.2).
    static func nextTrafficSecret(_ secret: [UInt8], hash: HashFunction) -> [UInt8] {
        expandLabel(HMAC(hash, key: secret), "traffic upd", length: hash.length)
    }

    /// RFC 5246 section 5; RFC 2246 section 5 for TLS 1.0 and 1.1.
    static func prf(
        _ secret: [UInt8], label: String, seed: [UInt8], length: Int, version: TLSVersion,
        hash: HashFunction
    ) -> [UInt8] {
        let seed = Array(label.utf8) + seed
        if version >= .tls12 {
            return expand(hash, secret, seed, length)
        }
        let half = (secret.count + 1) / 2
        let md5 = expand(.md5, Array(secret.prefix(half)), seed, length)
        let sha1 = expand(.sha1, Array(secret.suffix(half)), seed, length)
        return zip(md5, sha1).map { $0 ^ $1 }
    }

    static func masterSecret(
        premaster: [UInt8], clientRandom: [UInt8], serverRandom: [UInt8], sessionHash: [UInt8]?,
        version: TLSVersion, hash: HashFunction
    ) -> [UInt8] {
        if let sessionHash {
            return prf(
                premaster, label: "extended master secret", seed: sessionHash, length: 48, version: version, hash: hash)
        }
        return prf(
            premaster, label: "master secret", seed: clientRandom + serverRandom, length: 48, version: version,
            hash: hash)
    }

    /// The hash over the handshake messages that an extended master secret binds (RFC 7627 section 3).
    static func sessionHash(
        _ transcript: [UInt8], version: TLSVersion, hash: HashFunction
    ) -> [UInt8] {
        guard version >= .tls12 else {
            return HashFunction.md5.hash(transcript) + HashFunction.sha1.hash(transcript)
        }
        return hash.hash(transcript)
    }

    /// P_hash (RFC 5246 section 5).
    private static func expand(
        _ hash: HashFunction, _ secret: [UInt8], _ seed: [UInt8], _ length: Int
    ) -> [UInt8] {
        let secret = HMAC(hash, key: secret)
        var output: [UInt8] = []
        var chain = seed
        while output.count < length {
            chain = secret.code(of: chain)
            output += secret.code(of: chain, seed)
        }
        return Array(output.prefix(length))
    }
}
