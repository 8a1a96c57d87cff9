import Encodings
import Model
import Reporting
import Store

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What is signed: an in-toto statement (version 1) about the captures of a run, with BeaconProof's verdict and all that
/// decided it as predicate.
///
/// One description writes and reads it: bytes that it would not write again are refused, whatever else they hold. It has
/// no time, and no value that a report would replace, so that the same run gives the same statement.
struct Statement: Codable, Hashable {
    static let type = "https://in-toto.io/Statement/v1"
    static let predicateType = "urn:beaconproof:certificate:2"

    struct Subject: Codable, Hashable {
        var name: String
        var digest: Digest
    }

    struct Digest: Codable, Hashable {
        var sha256: String
    }

    struct Predicate: Codable, Hashable {
        var signer: String?
        var tool: String
        var rulesVersion: String?
        var rulesSHA256: String?
        var verdict: String
        /// The verdict's word, as reports have it.
        var headline: String
        var certified: Bool
        var witnesses: Witnesses
        var certificates: [Certificate]
        var families: [Family]
        var findings: [Finding]
        var facts: [Value]
        var settings: [Value]
        var grounds: [Ground]
    }

    struct Certificate: Codable, Hashable {
        var profile: String
        var dated: String
        var verdict: String
        var reasons: [String]
    }

    struct Family: Codable, Hashable {
        var family: String
        var verdict: String
        var witnesses: Witnesses
    }

    /// How many things were due and how many of them were compared.
    struct Witnesses: Codable, Hashable {
        var due: Int
        var compared: Int

        init(_ witnesses: ReportModel.Witnesses) {
            (due, compared) = (witnesses.due, witnesses.compared)
        }
    }

    struct Finding: Codable, Hashable {
        var rule: String
        var severity: String
        var fingerprint: String
        var acceptedBy: String?
        var acceptedUntil: String?
        var acceptedBecause: String?
    }

    /// A fact or a setting as it counted.
    struct Value: Codable, Hashable {
        var key: String
        var value: String
        var source: String
    }

    private(set) var type = Statement.type
    var subject: [Subject]
    private(set) var predicateType = Statement.predicateType
    var predicate: Predicate

    private enum CodingKeys: String, CodingKey {
        case type = "_type"
        case subject, predicateType, predicate
    }

    /// - Parameter libraries: those that judged, by name and version.
    init(
        run: ID<RunRecord>, in database: Database, signer: String?, libraries: [(name: String, version: String)]
    ) throws(PipelineFailure) {
        let model = try PipelineFailure.storing { () throws(StoreFailure) in
            try ReportModel(reading: database, run: run, limits: ReportLimits(.identifiers))
        }
        guard let verdict = model.run.verdict else {
            throw .usage("the run has not been audited; there is no verdict to sign")
        }
        let shown = model.redacted()
        subject = model.captures.map {
            Subject(name: InputKind.fileName($0.path), digest: Digest(sha256: $0.sha256))
        }
        predicate = Predicate(
            signer: signer, tool: model.run.toolVersion, rulesVersion: model.run.rulesVersion,
            rulesSHA256: model.run.rulesSHA256, verdict: verdict.rawValue,
            headline: model.headline, certified: model.run.isCertified, witnesses: Witnesses(model.run.witnesses),
            certificates: zip(model.certificates, shown.certificates).map { own, shown in
                Certificate(
                    profile: own.profile, dated: own.dated, verdict: own.verdict.rawValue,
                    reasons: zip(own.reasons, shown.reasons).map(Statement.withoutIdentifiers))
            },
            families: model.families.map {
                Family(family: $0.name, verdict: $0.verdict.rawValue, witnesses: Witnesses($0.witnesses))
            },
            findings: zip(model.findings, shown.findings).map { own, shown in
                Finding(
                    rule: own.rule, severity: own.severity.rawValue, fingerprint: own.fingerprint,
                    acceptedBy: own.waived?.owner, acceptedUntil: own.waived?.expires,
                    acceptedBecause: own.waived.map {
                        Statement.withoutIdentifiers($0.reason, shown.waived?.reason ?? "")
                    })
            },
            facts: zip(model.facts, shown.facts).map { own, shown in
                Value(
                    key: own.key, value: Statement.withoutIdentifiers(own.value, shown.value), source: own.source)
            },
            settings: model.settings.map { Value(key: $0.key, value: $0.value, source: $0.source) },
            grounds: model.grounds
                + libraries.map { Ground(.library, name: $0.name, value: $0.version, origin: .builtIn) })
    }

    /// A stand-in may be another one in each report; what holds an identifier is left out as a whole.
    private static func withoutIdentifiers(_ own: String, _ shown: String) -> String {
        own == shown ? own : "(holds an identifier)"
    }

    /// The bytes to sign: members by name, and ASCII alone.
    func payload() throws(PipelineFailure) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return Statement.ascii(String(decoding: try encoder.encode(self), as: UTF8.self))
        } catch {
            throw .usage("the statement cannot be written: \(error)")
        }
    }

    private static func ascii(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for unit in text.utf16 {
            if unit < 0x7F {
                bytes.append(UInt8(unit))
            } else {
                bytes += Array("\\u\(Hexadecimal.text(unit, width: 4))".utf8)
            }
        }
        return bytes
    }

    /// - Throws: when the payload is no such statement, or has members that this version cannot weigh.
    init(_ payload: [UInt8], path: String) throws(PipelineFailure) {
        guard let root = JSONValue.object(in: String(decoding: payload, as: UTF8.self)),
            root["_type"]?.string == Statement.type, root["predicateType"]?.string == Statement.predicateType
        else {
            throw .input(
                path: path, message: "is signed, but no certificate of this version (\(Statement.predicateType))")
        }
        do {
            self = try JSONDecoder().decode(Statement.self, from: Data(payload))
        } catch {
            throw .input(path: path, message: "is signed, but cannot be weighed: \(Statement.words(error))")
        }
        guard try self.payload() == payload else {
            let known = JSONValue.object(in: String(decoding: try self.payload(), as: UTF8.self)) ?? .null
            let member = StatementDifference.member(of: root, notIn: known) ?? "its bytes are not as 'sign' writes them"
            throw .input(path: path, message: "is signed, but cannot be weighed: \(member)")
        }
    }

    private static func words(_ error: any Error) -> String {
        guard let failure = error as? DecodingError else { return "\(error)" }
        switch failure {
        case .dataCorrupted(let context): return words(context, "has a value that this version does not know")
        case .keyNotFound(let key, let context): return words(context, "lacks \(key.stringValue)")
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            return words(context, "has a value of another kind")
        @unknown default: return "\(failure)"
        }
    }

    private static func words(_ context: DecodingError.Context, _ what: String) -> String {
        let path = context.codingPath.map { $0.intValue.map { "\($0 + 1)" } ?? $0.stringValue }.joined(separator: ".")
        return "\(path.isEmpty ? "it" : path) \(what)"
    }
}
