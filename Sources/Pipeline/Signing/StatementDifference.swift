import Encodings
import Model

/// Where a statement first differs from the one that judging again gave, by what people ask first.
struct StatementDifference: Equatable {
    var what: String
    var signed: String
    var found: String

    var sentence: String { "\(what): signed \(signed), found \(found)" }

    /// - Returns: `nil` when there is none. The signer is no result, and libraries are told apart (``libraries(_:_:)``).
    static func first(_ signed: Statement, _ found: Statement) throws(PipelineFailure) -> StatementDifference? {
        if signed.predicate.tool != found.predicate.tool {
            return StatementDifference(what: "tool", signed: signed.predicate.tool, found: found.predicate.tool)
        }
        if let grounds = grounds(signed.predicate.grounds, found.predicate.grounds) { return grounds }
        let mine = try members(signed)
        let others = try members(found)
        for name in [
            "rulesVersion", "rulesSHA256", "facts", "settings", "verdict", "headline", "witnesses", "certificates",
            "families", "findings",
        ] {
            if let difference = difference(mine[name], others[name], name) { return difference }
        }
        return nil
    }

    /// Libraries whose versions differ: nobody can choose them, and the verdict shows whether it matters.
    static func libraries(_ signed: Statement, _ found: Statement) -> [String] {
        let versions = Dictionary(
            found.predicate.grounds.filter { $0.kind == .library }.map { ($0.name, $0.value ?? "") },
            uniquingKeysWith: { first, _ in first })
        return signed.predicate.grounds.filter { $0.kind == .library && versions[$0.name] != $0.value }.map {
            "\($0.name) \($0.value ?? "") when it was signed, \(versions[$0.name] ?? "none") here"
        }
    }

    // MARK: Grounds

    /// Files are the same by their bytes, whatever they are called; options by name and value. Who brought a thing in
    /// changes no verdict.
    private static func grounds(_ signed: [Ground], _ found: [Ground]) -> StatementDifference? {
        for kind in Ground.Kind.allCases where kind != .library {
            var rest = found.filter { $0.kind == kind }
            for ground in signed where ground.kind == kind {
                if let same = rest.firstIndex(where: { counts($0) == counts(ground) }) {
                    rest.remove(at: same)
                } else {
                    let other = rest.first { $0.name == ground.name }
                    return StatementDifference(
                        what: words(ground), signed: value(ground), found: other.map(value) ?? "not at hand")
                }
            }
            if let extra = rest.first {
                return StatementDifference(what: words(extra), signed: "none", found: value(extra))
            }
        }
        return nil
    }

    private static func counts(_ ground: Ground) -> [String?] {
        switch ground.kind {
        case .keyLog, .callLog, .bundle, .configuration, .facts, .waivers: [ground.sha256]
        case .ruleFile: [ground.name, ground.sha256]
        default: [ground.name, ground.value]
        }
    }

    private static func words(_ ground: Ground) -> String {
        ground.name.isEmpty ? ground.kind.rawValue : "\(ground.kind.rawValue) \(ground.name)"
    }

    private static func value(_ ground: Ground) -> String {
        ground.sha256.map { "SHA-256 \($0)" } ?? ground.value ?? "it"
    }

    // MARK: Any members

    private static func members(_ statement: Statement) throws(PipelineFailure) -> JSONValue {
        let root = JSONValue.object(in: String(decoding: try statement.payload(), as: UTF8.self))
        return root?["predicate"] ?? .null
    }

    /// A member that one object has, at any depth, and another lacks.
    static func member(of left: JSONValue, notIn right: JSONValue, path: String = "") -> String? {
        for member in left.members.sorted(by: { $0.name < $1.name }) {
            let place = path.isEmpty ? member.name : "\(path).\(member.name)"
            guard let other = right[member.name] else { return "unknown member \(place)" }
            if let found = self.member(of: member.value, notIn: other, path: place) { return found }
        }
        for (index, (value, other)) in zip(left.elements, right.elements).enumerated() {
            if let found = member(of: value, notIn: other, path: "\(path).\(index + 1)") { return found }
        }
        return nil
    }

    private static func difference(_ left: JSONValue?, _ right: JSONValue?, _ path: String) -> StatementDifference? {
        switch (left, right) {
        case (.array(let left), .array(let right)):
            for index in 0..<max(left.count, right.count) {
                let mine = index < left.count ? left[index] : nil
                let other = index < right.count ? right[index] : nil
                if let found = difference(mine, other, "\(path) \(name(mine ?? other) ?? "\(index + 1)")") {
                    return found
                }
            }
            return nil
        case (.object(let mine), .object(let others)):
            for key in Set(mine.map(\.name)).union(others.map(\.name)).sorted() {
                if let found = difference(left?[key], right?[key], "\(path).\(key)") { return found }
            }
            return nil
        default:
            let (signed, found) = (words(left), words(right))
            return signed == found ? nil : StatementDifference(what: path, signed: signed, found: found)
        }
    }

    /// What an entry of a list is called.
    private static func name(_ value: JSONValue?) -> String? {
        ["key", "profile", "fingerprint", "family"].lazy.compactMap { value?[$0]?.string }.first
    }

    private static func words(_ value: JSONValue?) -> String {
        switch value {
        case .object(let members):
            members.sorted { $0.name < $1.name }.map { "\($0.name) \(words($0.value))" }.joined(separator: ", ")
        case .array(let elements): elements.map(words).joined(separator: ", ")
        case .null, nil: "nothing"
        case .bool, .number, .string: value?.scalar ?? ""
        }
    }
}
