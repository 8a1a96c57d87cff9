import Cryptography

/// A cipher suite by its IANA number. What it does to records is read off its registered name.
public struct CipherSuite: Sendable, Hashable {
    public let code: UInt16

    public init(_ code: UInt16) {
        self.code = code
    }

    /// The registered name, or `0x….` for a number that is not in the table.
    public var name: String {
        Self.names[code] ?? "0x" + String(code, radix: 16)
    }

    /// How records are protected; `nil` when this decoder cannot undo it.
    var encryption: Encryption? { Self.known[code]?.encryption }

    /// The hash of the PRF (TLS 1.2, RFC 5246 section 5) or of the key schedule (TLS 1.3).
    var hash: HashFunction { Self.known[code]?.hash ?? .sha256 }

    /// The MAC of CBC, RC4 and NULL suites.
    var mac: HashFunction? { Self.known[code]?.mac }

    static let tls13: [CipherSuite] = [CipherSuite(0x1301), CipherSuite(0x1302), CipherSuite(0x1303)]

    enum Encryption: Sendable, Hashable {
        case aesGCM(keyLength: Int)
        case ariaGCM(keyLength: Int)
        case aesCCM(keyLength: Int, tagLength: Int)
        case chaCha20Poly1305
        case cbc(BlockCipher, keyLength: Int)
        case rc4
        case null
    }

    /// What a name says of a suite. Names are read once: each connection asks several times.
    private struct Meaning: Sendable {
        let encryption: Encryption?
        let hash: HashFunction
        let mac: HashFunction?

        init(_ name: String) {
            hash = name.hasSuffix("SHA384") ? .sha384 : .sha256
            guard let (cipher, last) = CipherSuite.parts(of: name) else {
                encryption = nil
                mac = nil
                return
            }
            encryption =
                CipherSuite.encryptions.first { cipher.hasPrefix($0.prefix) && $0.macs.contains(last) }?.encryption
            mac =
                switch last {
                case "SHA": .sha1
                case "SHA256": .sha256
                case "SHA384": .sha384
                case "MD5": .md5
                default: nil
                }
        }
    }

    private static let known: [UInt16: Meaning] = names.mapValues { Meaning($0) }

    private static let encryptions: [(prefix: String, macs: [Substring], encryption: Encryption)] = [
        ("AES_128_GCM", ["SHA256"], .aesGCM(keyLength: 16)),
        ("AES_256_GCM", ["SHA384"], .aesGCM(keyLength: 32)),
        ("CHACHA20_POLY1305", ["SHA256"], .chaCha20Poly1305),
        ("ARIA_128_GCM", ["SHA256"], .ariaGCM(keyLength: 16)),
        ("ARIA_256_GCM", ["SHA384"], .ariaGCM(keyLength: 32)),
        // Those with short tags first: one name begins with the other.
        ("AES_128_CCM_8", ["8", "SHA256"], .aesCCM(keyLength: 16, tagLength: 8)),
        ("AES_256_CCM_8", ["8"], .aesCCM(keyLength: 32, tagLength: 8)),
        ("AES_128_CCM", ["CCM", "SHA256"], .aesCCM(keyLength: 16, tagLength: 16)),
        ("AES_256_CCM", ["CCM"], .aesCCM(keyLength: 32, tagLength: 16)),
        ("AES_128_CBC", ["SHA", "SHA256"], .cbc(.aes, keyLength: 16)),
        ("AES_256_CBC", ["SHA", "SHA256", "SHA384"], .cbc(.aes, keyLength: 32)),
        ("CAMELLIA_128_CBC", ["SHA", "SHA256"], .cbc(.camellia, keyLength: 16)),
        ("CAMELLIA_256_CBC", ["SHA", "SHA256", "SHA384"], .cbc(.camellia, keyLength: 32)),
        ("ARIA_128_CBC", ["SHA256"], .cbc(.aria, keyLength: 16)),
        ("ARIA_256_CBC", ["SHA384"], .cbc(.aria, keyLength: 32)),
        ("3DES_EDE_CBC", ["SHA"], .cbc(.tripleDES, keyLength: 24)),
        ("RC4_128", ["MD5", "SHA"], .rc4),
        ("NULL", ["MD5", "SHA", "SHA256", "SHA384", "NULL"], .null),
    ]

    /// `AES_128_GCM_SHA256` and `SHA256` of both `TLS_AES_128_GCM_SHA256` and `TLS_RSA_WITH_AES_128_GCM_SHA256`.
    private static func parts(of name: String) -> (cipher: Substring, mac: Substring)? {
        let words = name.split(separator: "_")
        let start = words.firstIndex(of: "WITH").map { $0 + 1 } ?? 1
        guard start < words.count, let mac = words.last else { return nil }
        return (name[words[start].startIndex...], mac)
    }
}

/// A protocol version by its number on the wire.
public struct TLSVersion: Sendable, Hashable, Comparable {
    public let code: UInt16

    public init(_ code: UInt16) {
        self.code = code
    }

    public static let tls10 = TLSVersion(0x0301)
    public static let tls11 = TLSVersion(0x0302)
    public static let tls12 = TLSVersion(0x0303)
    public static let tls13 = TLSVersion(0x0304)

    public var name: String {
        switch code {
        case 0x0300: "SSL 3.0"
        case 0x0301: "TLS 1.0"
        case 0x0302: "TLS 1.1"
        case 0x0303: "TLS 1.2"
        case 0x0304: "TLS 1.3"
        default: "0x" + String(code, radix: 16)
        }
    }

    public static func < (left: TLSVersion, right: TLSVersion) -> Bool {
        left.code < right.code
    }
}
