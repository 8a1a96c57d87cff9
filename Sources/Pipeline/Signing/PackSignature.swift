import Audit
import Encodings
import Reporting

/// Who vouches for a pack of rules: a DSSE envelope around an in-toto statement that names the pack and the SHA-256 of what
/// it judges by. It stands in the pack, as `pack.sig.json`.
package enum PackSignature {
    package static let name = "pack.sig.json"

    private static let predicateType = "urn:beaconproof:rule-pack:1"

    /// The envelope of a pack.
    ///
    /// - Parameters:
    ///   - path: a folder or archive with `pack.yaml`.
    ///   - keyPath: a PEM file with the secret key; it is read and forgotten.
    package static func sign(_ path: String, keyPath: String) throws(PipelineFailure) -> [UInt8] {
        let key = try SigningKey.secret(keyPath)
        return try Envelope(signing: try statement(of: try RuleFolder(path)), with: key).render()
    }

    /// Refuses a pack for which the holder of the key does not vouch as it is.
    ///
    /// - Parameter keyPath: a PEM file with the public key.
    /// - Returns: the name of the key.
    static func verify(_ folder: RuleFolder, keyPath: String) throws(PipelineFailure) -> String {
        let key = try SigningKey.public(keyPath)
        guard let signature = folder.signature else {
            throw .input(path: folder.path, message: "is not signed: expected \(name) in it (--rules-key was given)")
        }
        let envelope = try Envelope(signature, path: "\(folder.path)/\(name)")
        guard envelope.isSigned(by: key) else {
            throw .input(
                path: folder.path, message: "is not signed by the key \(SigningKey.identifier(of: key)) (\(keyPath))")
        }
        guard envelope.payload == (try statement(of: folder)) else {
            throw .input(
                path: folder.path,
                message: "is not what was signed: a file of it was changed, added or removed since; get it anew")
        }
        return SigningKey.identifier(of: key)
    }

    /// The same bytes for the same pack, wherever it lies.
    private static func statement(of folder: RuleFolder) throws(PipelineFailure) -> [UInt8] {
        guard let pack = folder.pack else {
            throw .input(path: folder.path, message: "has no \(PackFile.name), which names a pack and its version")
        }
        var json = JSONWriter()
        json.object { json in
            json.key(captured: "_type")
            json.string(Statement.type)
            json.key(captured: "subject")
            json.array([folder.sha256]) { json, digest in
                json.object { json in
                    json.key(captured: "name")
                    json.string("\(pack.name) \(pack.version)")
                    json.key(captured: "digest")
                    json.object { json in
                        json.key(captured: "sha256")
                        json.string(digest)
                    }
                }
            }
            json.key(captured: "predicateType")
            json.string(predicateType)
        }
        return json.bytes
    }
}
