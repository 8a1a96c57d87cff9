import Cryptography
import Encodings

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An Ed25519 key (RFC 8032) as people keep it: a PEM file (RFC 7468) with a PKCS #8 secret key or a public key (RFC
/// 8410), as `openssl genpkey -algorithm ed25519` and `openssl pkey -pubout` write them.
package enum SigningKey {
    /// The fixed bytes in front of the 32 of a secret key.
    private static let secretPrefix: [UInt8] = [
        0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
    ]
    /// The fixed bytes in front of the 32 of a public key.
    private static let publicPrefix: [UInt8] = [
        0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00,
    ]

    static func secret(_ path: String) throws(PipelineFailure) -> Ed25519.SecretKey {
        guard let key = Ed25519.SecretKey(try key(path, label: "PRIVATE KEY", prefix: secretPrefix)) else {
            throw .input(path: path, message: "holds no usable Ed25519 secret key")
        }
        return key
    }

    /// The 32 bytes of a public key.
    static func `public`(_ path: String) throws(PipelineFailure) -> [UInt8] {
        try key(path, label: "PUBLIC KEY", prefix: publicPrefix)
    }

    /// Names a key without telling it: SHA-256 of the public key as RFC 8410 encodes it.
    static func identifier(of publicKey: [UInt8]) -> String {
        "SHA256:" + Base64.text(SHA256.hash(publicPrefix + publicKey).bytes)
    }

    private static func key(_ path: String, label: String, prefix: [UInt8]) throws(PipelineFailure) -> [UInt8] {
        let lines = try TextFile.read(path).split(whereSeparator: \.isNewline).map { $0.filter { $0 != " " } }
        let begin = "-----BEGIN\(label.filter { $0 != " " })-----"
        guard let start = lines.firstIndex(of: begin) else {
            let found = lines.first { $0.hasPrefix("-----BEGIN") }.map { "; found \($0)" } ?? ""
            let remedy =
                label == "PUBLIC KEY"
                ? "openssl pkey -in secret.pem -pubout" : "openssl genpkey -algorithm ed25519 (without a password)"
            throw .input(path: path, message: "expected '-----BEGIN \(label)-----'\(found); make one with '\(remedy)'")
        }
        let body = lines[(start + 1)...].prefix { !$0.hasPrefix("-----") }.joined()
        guard let bytes = Base64.decode(Array(body.utf8).span), bytes.count == prefix.count + 32,
            bytes.starts(with: prefix)
        else {
            throw .input(path: path, message: "is no Ed25519 key; BeaconProof signs and verifies with no other kind")
        }
        return Array(bytes.suffix(32))
    }
}
