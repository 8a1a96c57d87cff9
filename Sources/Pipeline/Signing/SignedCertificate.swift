import Store

/// A run's verdict with a signature under it, and the check of one.
public enum SignedCertificate {
    /// The envelope of a run's statement.
    ///
    /// - Parameters:
    ///   - keyPath: a PEM file with the secret key; it is read and forgotten.
    ///   - signer: who signs, as text in the statement.
    public static func sign(
        run: Int, in database: Database, keyPath: String, signer: String?
    ) throws(PipelineFailure) -> [UInt8] {
        let key = try SigningKey.secret(keyPath)
        let statement = try Statement(run: run, in: database, signer: signer)
        return try Envelope(signing: statement.payload, with: key).render()
    }

    /// What `verify` found.
    public struct Verification: Sendable {
        /// What was signed, one line per part; nothing of it counts when the signature is wrong.
        public var statement: [String] = []
        /// What was checked and holds.
        public var checks: [String] = []
        /// The first thing that differs.
        public var difference: String?
    }

    /// - Parameters:
    ///   - keyPath: a PEM file with the public key.
    ///   - inputs: the captures, in any order.
    ///   - rules: the hash of the rules at hand.
    ///   - rerun: judges the captures again; `nil` leaves that out.
    public static func verify(
        _ path: String, keyPath: String, inputs: [String], rules: LoadedPack,
        rerun: (() throws(PipelineFailure) -> Certify.Outcome)?
    ) throws(PipelineFailure) -> Verification {
        let key = try SigningKey.public(keyPath)
        let envelope = try Envelope(try TextFile.read(path), path: path)
        var result = Verification()
        guard envelope.isSigned(by: key) else {
            result.difference =
                "the signature: it is not of the key \(SigningKey.identifier(of: key)) over this content"
            return result
        }
        let signed = try StatementTree(envelope.payload, path: path)
        result.statement = words(of: signed)
        result.checks.append("signature by \(SigningKey.identifier(of: key))")
        result.difference = try captures(signed, inputs, &result.checks)
        if result.difference == nil, let hash = signed["rulesSHA256"] {
            if hash == rules.sha256 {
                result.checks.append("rules \(signed["rulesVersion"] ?? "") are the ones at hand")
            } else if rerun != nil {
                result.difference = "the rules: signed \(hash), at hand \(rules.sha256)"
            } else {
                result.checks.append("rules \(signed["rulesVersion"] ?? "") are not the ones at hand (\(rules.sha256))")
            }
        }
        guard result.difference == nil, let rerun else { return result }
        let outcome = try rerun()
        let statement = try Statement(run: outcome.run, in: outcome.database, signer: nil)
        let found = try StatementTree(statement.payload, path: path)
        if let first = signed.firstDifference(from: found) {
            result.difference = "\(first.what): signed \(first.signed), found \(first.found)"
        } else {
            result.checks.append("the captures judged again give the same verdict, certificates and findings")
        }
        return result
    }

    private static func words(of statement: StatementTree) -> [String] {
        ["verdict \(statement["verdict"] ?? "none")"] + (statement["signer"].map { ["signed by \($0)"] } ?? [])
            + statement.subjects.map { "capture \($0.name), SHA-256 \($0.sha256)" }
    }

    /// Every capture of the statement must be among the inputs, whatever its name.
    private static func captures(
        _ signed: StatementTree, _ inputs: [String], _ checks: inout [String]
    ) throws(PipelineFailure) -> String? {
        var hashes: [(path: String, sha256: String)] = []
        for path in inputs { hashes.append((path, try ByteSource.sha256(of: path))) }
        for subject in signed.subjects {
            if let match = hashes.first(where: { $0.sha256 == subject.sha256 }) {
                checks.append("capture \(subject.name) is \(match.path)")
                continue
            }
            let same = hashes.first { InputKind.fileName($0.path) == subject.name }
            let found = same.map { "found \($0.sha256)" } ?? "not among the inputs"
            return "capture \(subject.name): signed SHA-256 \(subject.sha256), \(found)"
        }
        return nil
    }
}
