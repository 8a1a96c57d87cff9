import Model
import Reporting
import Store

/// What is signed: an in-toto statement (version 1) about the captures of a run, with BeaconProof's verdict as predicate.
///
/// Identifiers are replaced as in reports. It holds no time, so that the same run gives the same statement.
struct Statement {
    static let type = "https://in-toto.io/Statement/v1"
    static let predicateType = "urn:beaconproof:certificate:1"

    let payload: [UInt8]

    init(run: Int, in database: Database, signer: String?) throws(PipelineFailure) {
        let model = try PipelineFailure.storing { () throws(StoreFailure) in
            try ReportModel(reading: database, run: run).redacted()
        }
        guard model.run.verdict != nil else {
            throw .usage("the run has not been audited; there is no verdict to sign")
        }
        payload = Statement.payload(model, signer: signer)
    }

    private static func payload(_ model: ReportModel, signer: String?) -> [UInt8] {
        var json = JSONWriter(.line)
        json.object { json in
            json.text("_type", type)
            json.key(captured: "subject")
            json.array(model.captures) { json, capture in
                json.object { json in
                    json.text("name", InputKind.fileName(capture.path))
                    json.key(captured: "digest")
                    json.object { $0.text("sha256", capture.sha256) }
                }
            }
            json.text("predicateType", predicateType)
            json.key(captured: "predicate")
            json.object { predicate(&$0, model, signer) }
        }
        return json.bytes
    }

    private static func predicate(_ json: inout JSONWriter, _ model: ReportModel, _ signer: String?) {
        if let signer { json.text("signer", signer) }
        json.text("tool", model.run.toolVersion)
        json.text("rulesVersion", model.run.rulesVersion)
        json.text("rulesSHA256", model.run.rulesSHA256)
        json.text("verdict", model.run.verdict?.rawValue)
        json.objects("certificates", model.certificates) { json, certificate in
            json.text("profile", certificate.profile)
            json.text("dated", certificate.dated)
            json.text("verdict", certificate.verdict.rawValue)
            json.key(captured: "reasons")
            json.array(certificate.reasons) { $0.string($1) }
        }
        json.objects("families", model.families) { json, family in
            json.text("family", family.name)
            json.text("verdict", family.verdict.rawValue)
        }
        json.objects("findings", model.findings) { json, finding in
            json.text("rule", finding.rule)
            json.text("severity", finding.severity.rawValue)
            json.text("fingerprint", finding.fingerprint)
            json.text("acceptedBy", finding.waived?.owner)
            json.text("acceptedUntil", finding.waived?.expires)
            json.text("acceptedBecause", finding.waived?.reason)
        }
        json.objects("facts", model.facts) { json, fact in
            json.text("key", fact.key)
            json.text("value", fact.value)
            json.text("source", fact.source)
        }
        json.objects("settings", model.settings) { json, setting in
            json.text("key", setting.key)
            json.text("value", setting.value)
            json.text("source", setting.source)
        }
    }
}

/// A statement that was read, and where it first differs from another.
struct StatementTree {
    let root: [String: Any]

    init(_ payload: [UInt8], path: String) throws(PipelineFailure) {
        guard let root = JSONTree.object(String(decoding: payload, as: UTF8.self)),
            root["_type"] as? String == Statement.type, root["predicateType"] as? String == Statement.predicateType
        else {
            throw .input(
                path: path, message: "is signed, but no certificate of BeaconProof (\(Statement.predicateType))")
        }
        self.root = root
    }

    /// The captures it is about.
    var subjects: [(name: String, sha256: String)] {
        (root["subject"] as? [[String: Any]] ?? []).map { subject in
            (subject["name"] as? String ?? "", (subject["digest"] as? [String: Any])?["sha256"] as? String ?? "")
        }
    }

    subscript(name: String) -> String? {
        (root["predicate"] as? [String: Any])?[name] as? String
    }

    /// The first value that differs, by what people ask first; `nil` when there is none. The signer is no result.
    func firstDifference(from other: StatementTree) -> (what: String, signed: String, found: String)? {
        let mine = root["predicate"] as? [String: Any] ?? [:]
        let others = other.root["predicate"] as? [String: Any] ?? [:]
        let order = [
            "tool", "rulesVersion", "rulesSHA256", "facts", "settings", "verdict", "certificates", "families",
            "findings",
        ]
        for name in order {
            if let difference = StatementTree.difference(mine[name], others[name], name) { return difference }
        }
        return nil
    }

    private static func difference(
        _ left: Any?, _ right: Any?, _ path: String
    ) -> (what: String, signed: String, found: String)? {
        if let left = left as? [Any], let right = right as? [Any] {
            for index in 0..<max(left.count, right.count) {
                let mine = index < left.count ? left[index] : nil
                let other = index < right.count ? right[index] : nil
                if let found = difference(mine, other, "\(path) \(name(mine ?? other) ?? "\(index + 1)")") {
                    return found
                }
            }
            return nil
        }
        if let left = left as? [String: Any], let right = right as? [String: Any] {
            for key in Set(left.keys).union(right.keys).sorted() {
                if let found = difference(left[key], right[key], "\(path).\(key)") { return found }
            }
            return nil
        }
        let (signed, found) = (words(left), words(right))
        return signed == found ? nil : (path, signed, found)
    }

    /// What an entry of a list is called.
    private static func name(_ value: Any?) -> String? {
        guard let entry = value as? [String: Any] else { return nil }
        return ["key", "profile", "fingerprint", "family"].lazy.compactMap { entry[$0] as? String }.first
    }

    private static func words(_ value: Any?) -> String {
        switch value {
        case let text as String: text
        case let object as [String: Any]:
            object.sorted { $0.key < $1.key }.map { "\($0.key) \(words($0.value))" }.joined(separator: ", ")
        case let list as [Any]: list.map(words).joined(separator: ", ")
        default: "nothing"
        }
    }
}

extension JSONWriter {
    fileprivate mutating func text(_ name: String, _ value: String?) {
        key(captured: name)
        string(value)
    }

    fileprivate mutating func objects<Element>(
        _ name: String, _ elements: [Element], _ body: (inout JSONWriter, Element) -> Void
    ) {
        key(captured: name)
        array(elements) { json, element in json.object { body(&$0, element) } }
    }
}
