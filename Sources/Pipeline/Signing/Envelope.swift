import Cryptography
import Encodings
import Reporting

/// A signed statement as a DSSE envelope (Dead Simple Signing Envelope, protocol version 1.0.0).
struct Envelope {
    static let payloadType = "application/vnd.in-toto+json"

    var payload: [UInt8]
    var signatures: [(keyID: String, bytes: [UInt8])]

    /// Signs a payload.
    init(signing payload: [UInt8], with key: Ed25519.SecretKey) throws(PipelineFailure) {
        self.payload = payload
        guard let signature = key.signature(of: Envelope.signed(payload)) else {
            throw .usage("this system's libcrypto does not sign with Ed25519")
        }
        signatures = [(SigningKey.identifier(of: key.publicKey), signature)]
    }

    init(_ text: String, path: String) throws(PipelineFailure) {
        guard let root = JSONValue.object(in: text), let payload = root["payload"]?.string.flatMap(Envelope.bytes),
            case .array(let entries) = root["signatures"]
        else { throw .input(path: path, message: "is no signed certificate: expected a DSSE envelope as JSON") }
        guard root["payloadType"]?.string == Envelope.payloadType else {
            let found = root["payloadType"]?.string ?? "none"
            throw .input(path: path, message: "expected the payload type \(Envelope.payloadType), found \(found)")
        }
        self.payload = payload
        signatures = entries.compactMap { entry in
            entry["sig"]?.string.flatMap(Envelope.bytes).map { (entry["keyid"]?.string ?? "", $0) }
        }
    }

    private static func bytes(_ base64: String) -> [UInt8]? { Base64.decode(Array(base64.utf8).span) }

    /// Whether one of the signatures is this key's, over exactly this payload.
    func isSigned(by publicKey: [UInt8]) -> Bool {
        signatures.contains { Ed25519.isValid($0.bytes, of: Envelope.signed(payload), publicKey: publicKey) }
    }

    func render() -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.key(captured: "payloadType")
            json.string(Envelope.payloadType)
            json.key(captured: "payload")
            json.string(Base64.text(payload))
            json.key(captured: "signatures")
            json.array(signatures) { json, signature in
                json.object { json in
                    json.key(captured: "keyid")
                    json.string(signature.keyID)
                    json.key(captured: "sig")
                    json.string(Base64.text(signature.bytes))
                }
            }
        }
        return json.bytes + [UInt8(ascii: "\n")]
    }

    /// PAE of the DSSE protocol: what is signed names its type and its lengths.
    private static func signed(_ payload: [UInt8]) -> [UInt8] {
        Array("DSSEv1 \(payloadType.utf8.count) \(payloadType) \(payload.count) ".utf8) + payload
    }
}
