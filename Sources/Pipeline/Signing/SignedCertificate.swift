import Audit
import Encodings
import Model
import Store

/// A run's verdict with a signature under it, read back and checked.
package struct SignedCertificate {
    private let statement: Statement
    private let keyID: String

    /// The envelope of a run's statement.
    ///
    /// - Parameters:
    ///   - keyPath: a PEM file with the secret key; it is read and forgotten.
    ///   - signer: who signs, as text in the statement.
    package static func sign(
        run: ID<RunRecord>, in database: Database, keyPath: String, signer: String?
    ) throws(PipelineFailure) -> [UInt8] {
        let key = try SigningKey.secret(keyPath)
        let statement = try Statement(run: run, in: database, signer: signer, libraries: Doctor.libraries)
        return try Envelope(signing: statement.payload(), with: key).render()
    }

    /// What `verify` found.
    package struct Verification: Sendable {
        /// What was signed, one line per part; nothing of it counts when something differs.
        package var statement: [String] = []
        /// What was checked and holds.
        package var checks: [String] = []
        /// What differs and changes no verdict.
        package var remarks: [String] = []
        /// The first thing that differs.
        package var difference: String?

        package init() {}
    }

    /// Reads a certificate.
    ///
    /// - Parameter keyPath: a PEM file with the public key.
    /// - Returns: `nil` when the signature is not that key's over this content.
    package static func read(
        _ path: String, keyPath: String
    ) throws(PipelineFailure) -> (certificate: SignedCertificate?, key: String) {
        let key = try SigningKey.public(keyPath)
        let identifier = SigningKey.identifier(of: key)
        let envelope = try Envelope(try TextFile.read(path), path: path)
        guard envelope.isSigned(by: key) else { return (nil, identifier) }
        let statement = try Statement(envelope.payload, path: path)
        return (SignedCertificate(statement: statement, keyID: identifier), identifier)
    }

    /// Whether a configuration file had a part in it; without one, none may have a part in judging again.
    package var hasConfiguration: Bool { statement.predicate.grounds.contains { $0.kind == .configuration } }

    /// The request that judges again with the options that were signed. Files are those of the request; an option that it
    /// has already stays, and is seen to differ where it does.
    package func adopting(_ request: Certify.Request) throws(PipelineFailure) -> Certify.Request {
        var request = request
        let grounds = statement.predicate.grounds
        func signed(_ kind: Ground.Kind) -> [Ground] {
            grounds.filter { $0.kind == kind && $0.origin != .configured }
        }
        if request.profiles.isEmpty { request.profiles = signed(.profile).map(\.name) }
        if request.commandSettings.isEmpty {
            for setting in signed(.setting) { request.commandSettings[setting.name] = setting.value }
        }
        if request.filter == nil { request.filter = signed(.filter).first?.value }
        if request.limits == Limits() {
            for limit in signed(.limit) { try request.limits.set("\(limit.name)=\(limit.value ?? "")") }
        }
        if request.dayOrigin == .builtIn, let day = signed(.day).first {
            request.today = day.value.flatMap(CalendarDate.init)
            request.dayOrigin = .given
        }
        return request
    }

    /// - Parameters:
    ///   - request: made by ``adopting(_:)``.
    ///   - expected: the verdict that counts as success; any but `fail` when nothing is said.
    ///   - rerun: judges the captures again; `nil` leaves that out.
    package func verify(
        _ request: Certify.Request, expecting expected: Verdict?,
        rerun: (() throws(PipelineFailure) -> Certify.Outcome)?
    ) throws(PipelineFailure) -> Verification {
        var result = Verification()
        result.statement = words
        result.checks.append("signature by \(keyID)")
        result.difference = verdict(expected)
        let named = request.inputs + request.callLogs
        if result.difference == nil, rerun != nil || !named.isEmpty {
            result.difference = try captures(named, needsAll: rerun != nil, &result.checks)
        }
        guard result.difference == nil, let rerun else { return result }
        let outcome = try rerun()
        let found = try Statement(run: outcome.run, in: outcome.database, signer: nil, libraries: Doctor.libraries)
        if let first = try StatementDifference.first(statement, found) {
            result.difference = first.sentence
        } else if let extra = found.subject.first(where: { !statement.subject.map(\.digest).contains($0.digest) }) {
            result.difference = "capture \(extra.name): signed none, found SHA-256 \(extra.digest.sha256)"
        } else {
            result.checks.append("judged again: the same rules, files and options give the same verdict and findings")
            result.remarks = StatementDifference.libraries(statement, found)
        }
        return result
    }

    private var words: [String] {
        let predicate = statement.predicate
        let grounds = predicate.grounds.filter { $0.origin != .builtIn }.map { ground in
            [
                ground.kind.rawValue, ground.name, ground.value ?? "", ground.sha256.map { "SHA-256 \($0)" } ?? "",
                "(\(ground.origin.rawValue))",
            ].filter { !$0.isEmpty }.joined(separator: " ")
        }
        return ["verdict \(predicate.verdict)"] + (predicate.signer.map { ["signed by \($0)"] } ?? [])
            + statement.subject.map { "capture \($0.name), SHA-256 \($0.digest.sha256)" } + grounds
    }

    private func verdict(_ expected: Verdict?) -> String? {
        let signed = statement.predicate.verdict
        guard let expected else {
            return signed == Verdict.fail.rawValue
                ? "the verdict: signed fail; if that is what you expect, say --expect fail" : nil
        }
        return signed == expected.rawValue ? nil : "the verdict: signed \(signed), expected \(expected.rawValue)"
    }

    /// Every capture of the statement must be among the inputs, whatever its name; a bundle is compared with the rest.
    private func captures(
        _ inputs: [String], needsAll: Bool, _ checks: inout [String]
    ) throws(PipelineFailure) -> String? {
        let bundles = Set(statement.predicate.grounds.filter { $0.kind == .bundle }.map(\.sha256))
        var hashes: [(path: String, sha256: String)] = []
        for path in inputs { hashes.append((path, try ByteSource.sha256(of: path))) }
        for subject in statement.subject where !bundles.contains(subject.digest.sha256) {
            if let match = hashes.first(where: { $0.sha256 == subject.digest.sha256 }) {
                checks.append("capture \(subject.name) is \(match.path)")
                continue
            }
            let same = hashes.first { InputKind.fileName($0.path) == subject.name }
            if same == nil, !needsAll { continue }
            let found = same.map { "found \($0.sha256)" } ?? "not among the inputs"
            return "capture \(subject.name): signed SHA-256 \(subject.digest.sha256), \(found)"
        }
        let signed = Set(statement.subject.map(\.digest.sha256) + statement.predicate.grounds.compactMap(\.sha256))
        if !needsAll, let other = hashes.first(where: { !signed.contains($0.sha256) }) {
            return "capture \(InputKind.fileName(other.path)): found SHA-256 \(other.sha256), which is not signed"
        }
        return nil
    }
}
