import Model

/// What the files that people write may hold, as JSON Schemas (2020-12) for editors: the same keys that the readers take.
package enum FileSchema: String, CaseIterable, Sendable {
    case rule, family, pack, profile, facts, waivers, configuration

    package var json: String {
        let shape = shape
        let text = SchemaShape.text(
            shape.members + [("$schema", .literal("https://json-schema.org/draft/2020-12/schema"))], 0)
        return text + "\n"
    }

    private var shape: SchemaShape {
        switch self {
        case .rule: FileShapes.rule
        case .family: FileShapes.family
        case .pack: FileShapes.pack
        case .profile: FileShapes.profile
        case .facts: FileShapes.facts
        case .waivers: FileShapes.waivers
        case .configuration: FileShapes.configuration
        }
    }

}

/// What each file holds.
private enum FileShapes {
    private static let source = SchemaShape.object(
        [
            ("ref", .text), ("class", .words(["standard", "vendor", "measured", "practice"])), ("since", .text),
        ], required: ["ref", "class"])

    static var pack: SchemaShape {
        let test = SchemaShape.object(
            [
                ("captures", .texts), ("facts", .text), ("expect", .words(Verdict.allCases.map(\.rawValue))),
                ("findings", .texts),
            ], required: ["captures", "expect"])
        return .object(
            [
                ("pack", .text), ("version", .text), ("title", .text), ("sources", .list(source)),
                ("tests", .list(test)),
            ], required: ["pack", "version", "title", "sources"])
    }

    private static let mapOfTexts = SchemaShape.map(.scalar)

    private static let example = SchemaShape.object(
        [
            ("name", .text), ("rule", .text), ("beacons", .text), ("exchanges", .text), ("calls", .text),
            ("documents", mapOfTexts),
            ("facts", mapOfTexts), ("settings", mapOfTexts), ("blind", .texts), ("ends", .number),
            ("duration", .number),
            ("faults", .map(.words(EventContract.Fault.allCases.map(\.rawValue)))),
            (
                "expect",
                .either([
                    .words(Verdict.allCases.map(\.rawValue)),
                    .object([
                        ("verdict", .words(Verdict.allCases.map(\.rawValue))), ("reason", .text),
                        ("severity", .words(Severity.allCases.map(\.rawValue))),
                    ]),
                ])
            ),
        ], required: ["name"])

    static var rule: SchemaShape {
        let known: [String: SchemaShape] = [
            "severity": .words(Severity.allCases.map(\.rawValue)),
            "subject": .words(SubjectKind.allCases.map(\.rawValue)),
            "kind": .words(RuleKinds.all.map { $0.name }), "sources": .list(source), "examples": .list(example),
            "looks": .object([("families", .texts), ("events", .texts), ("hosts", .texts)]), "assume": mapOfTexts,
            "mutations": .names(RuleFile.knownMutations, .text), "evidence": .map(.texts),
            "witness": .words(Rule.Witness.allCases.map(\.rawValue)), "at": .words(Rule.Party.allCases.map(\.rawValue)),
            "where": .object([("family", .text), ("kinds", .texts), ("level", .words(["inline", "wrapper", "any"]))]),
            "when": .object([
                ("fired", .texts), ("family", .text), ("later", .flag), ("same", .flag), ("exclusive", .texts),
            ]), "within": .number, "every": .number, "slack": .number,
        ]
        let lists: Set<String> = ["formerly", "facts", "inputs", "use", "events", "order", "unless", "from", "until"]
        let keys = RuleKinds.all.reduce(RuleFile.commonKeys) { $0.union($1.keys) }
        return .object(
            keys.sorted().map { ($0, known[$0] ?? (lists.contains($0) ? .texts : .scalar)) },
            required: ["id", "title", "severity", "subject", "kind", "message", "why", "fix", "sources", "examples"])
    }

    static var family: SchemaShape {
        let measure = SchemaShape.object(
            [("from", .texts), ("unit", .words(RequestForm.Measure.Unit.allCases.map(\.rawValue)))],
            required: ["from", "unit"])
        let request = SchemaShape.object([
            ("kind", .text), ("match", .object([("method", .texts), ("path", .texts)])),
            ("parameters", .listOrOne(.words(RequestForm.Place.allCases.map(\.rawValue)))), ("each", .text),
            ("event", .either([.texts, .object([("from", .texts), ("names", mapOfTexts)], required: ["from"])])),
            ("session", .texts), ("subject", .names(RequestForm.Scope.allCases.map(\.rawValue), .texts)),
            ("position", measure), ("sentAt", measure), ("mandatory", .texts),
        ])
        let scope = SchemaShape.words(SessionSQL.Scope.allCases.map(\.rawValue))
        let terms = SchemaShape.object([
            ("once", scope), ("first", scope), ("every", .number), ("slack", .number), ("from", .texts),
            ("until", .texts),
            ("per", scope), ("followed_by", .texts), ("within", .number), ("why", .text), ("fix", .text),
        ])
        return .object(
            [
                ("family", .text), ("title", .text), ("sources", .list(source)), ("hosts", .texts), ("carries", .texts),
                ("judged", .words(["when-seen", "when-expected"])),
                ("identifiers", .map(.words(FamilyDeclaration.Identifier.allCases.map(\.rawValue)))),
                ("requests", .list(request)), ("events", .map(terms)), ("examples", .list(example)),
            ], required: ["family", "title", "sources"])
    }

    static let profile = SchemaShape.object(
        [
            ("id", .text), ("title", .text), ("dated", .text), ("include", .texts), ("without", mapOfTexts),
            ("settings", mapOfTexts), ("assume", mapOfTexts),
            ("requires", .object([("families", .texts), ("rules", .texts), ("inputs", .texts), ("attest", .texts)])),
            ("sources", .list(source)),
        ], required: ["id", "title", "dated", "requires"])

    static var facts: SchemaShape {
        var sections: [String: [(String, SchemaShape)]] = [:]
        for key in Facts.keys {
            let parts = key.name.split(separator: ".", maxSplits: 1).map(String.init)
            sections[parts[0], default: []].append((parts[1], .described(key.kind.shape, key.meaning)))
        }
        sections["capture", default: []] += [("unrelated", .texts), ("clockOffsetMs", .map(.number))]
        sections["expect", default: []].append(("families", .texts))
        let attestation = SchemaShape.object([("by", .text), ("on", .text), ("note", .text)])
        return .object(
            sections.sorted { $0.key < $1.key }.map { ($0.key, .object($0.value)) } + [("attest", .map(attestation))])
    }

    static let waivers = SchemaShape.object(
        [
            (
                "waivers",
                .list(
                    .object(
                        [
                            ("rule", .text), ("subject", .words(SubjectKind.allCases.map(\.rawValue) + ["capture"])),
                            ("label", .text), ("item", .text), ("owner", .text), ("reason", .text), ("expires", .text),
                        ], required: ["rule", "subject", "owner", "reason", "expires"]))
            )
        ], required: ["waivers"])

    static let configuration = SchemaShape.object([
        ("profiles", .texts), ("rules", .texts), ("facts", .text), ("waivers", .text), ("settings", mapOfTexts),
    ])
}

extension Facts.Key.Kind {
    fileprivate var shape: SchemaShape {
        switch self {
        case .flag: .flag
        case .number: .number
        case .count: .number
        case .text, .time: .scalar
        case .word(let words): .words(words)
        }
    }
}
