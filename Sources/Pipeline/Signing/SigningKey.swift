import Crypto

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An Ed25519 key (RFC 8032) as people keep it: a PEM file (RFC 7468) with a PKCS #8 secret key or a public key (RFC
/// 8410), as `openssl genpkey -algorithm ed25519` and `openssl pkey -pubout` write them.
public enum SigningKey {
    /// The fixed bytes in front of the 32 of a secret key.
    private static let secretPrefix: [UInt8] = [
        0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
    ]
    /// The fixed bytes in front of the 32 of a public key.
    private static let publicPrefix: [UInt8] = [
        0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00,
    ]

    static func secret(_ path: String) throws(PipelineFailure) -> Curve25519.Signing.PrivateKey {
        let raw = try key(path, label: "PRIVATE KEY", prefix: secretPrefix)
        do {
            return try Curve25519.Signing.PrivateKey(rawRepresentation: raw)
        } catch {
            throw .input(path: path, message: "holds no usable Ed25519 secret key: \(error)")
        }
    }

    static func `public`(_ path: String) throws(PipelineFailure) -> Curve25519.Signing.PublicKey {
        let raw = try key(path, label: "PUBLIC KEY", prefix: publicPrefix)
        do {
            return try Curve25519.Signing.PublicKey(rawRepresentation: raw)
        } catch {
            throw .input(path: path, message: "holds no usable Ed25519 public key: \(error)")
        }
    }

    /// Names a key without telling it: SHA-256 of the public key as RFC 8410 encodes it.
    static func identifier(of key: Curve25519.Signing.PublicKey) -> String {
        "SHA256:" + Data(SHA256.hash(data: publicPrefix + Array(key.rawRepresentation))).base64EncodedString()
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
        guard let data = Data(base64Encoded: body), data.count == prefix.count + 32, data.starts(with: prefix) else {
            throw .input(path: path, message: "is no Ed25519 key; BeaconProof signs and verifies with no other kind")
        }
        return Array(data.suffix(32))
    }
}
