import Model

/// One family file (docs/families.md): how a vendor's beacons are read, the contract of its events, and examples that prove
/// both.
package struct FamilyFile: Sendable {
    package var file: String
    package var declaration: FamilyDeclaration
    private let yaml: YAMLMap
    private let contract: FamilyContract
    /// The sources that the file names.
    package var sources: [Rule.Source]

    private static let keys: Set<String> = [
        "family", "title", "sources", "hosts", "carries", "judged", "identifiers", "requests", "events", "examples",
    ]

    private enum Judged: String, CaseIterable {
        case whenSeen = "when-seen", whenExpected = "when-expected"
    }

    /// Whether a YAML file is one.
    package static func isFamily(_ text: String) -> Bool {
        text.hasPrefix("family:") || text.contains("\nfamily:")
    }

    /// - Parameters:
    ///   - text: the YAML.
    ///   - file: the path for messages.
    package init(_ text: String, file: String) throws(RuleFileFailure) {
        let yaml = try YAMLMap.parse(text, file: file)
        try yaml.allow(FamilyFile.keys)
        let name = try yaml.text("family")
        guard RuleFile.isRuleID("\(name).x") else {
            throw yaml.failure(at: yaml.value("family"), "'family' is a name in kebab-case, not '\(name)'")
        }
        var requests: [RequestForm] = []
        for map in try yaml.maps("requests") { requests.append(try FamilyFile.form(map)) }
        let hosts = try yaml.list("hosts").map { $0.lowercased() }
        if !requests.isEmpty, hosts.isEmpty {
            throw yaml.failure(at: nil, "the key 'hosts' is missing: 'requests' are looked for there")
        }
        let judged = yaml.contains("judged") ? try yaml.word("judged", Judged.self) : .whenSeen
        declaration = FamilyDeclaration(
            name: name, title: try yaml.text("title"), hosts: hosts, carries: try yaml.list("carries"),
            requests: requests,
            identifiers: try FamilyFile.identifiers(yaml),
            isJudgedWhenExpected: judged == .whenExpected)
        sources = try RuleFile.sources(yaml, of: "family")
        contract = try FamilyContract(yaml, declaration)
        self.yaml = yaml
        self.file = file
    }

    /// The checks that the contract of events asks for, as rules with their examples. They are compiled here: a family that
    /// nobody judges costs nothing.
    package func ruleFiles() throws(RuleFileFailure) -> [RuleFile] {
        var files = try contract.ruleFiles(sources: sources, file: file)
        for map in try yaml.maps("examples") {
            let id = try map.text("rule")
            guard let place = files.firstIndex(where: { $0.rule.id == id }) else {
                let known = contract.ids
                let hint = Spelling.nearest(to: id, in: known).map { "; did you mean '\($0)'?" } ?? ""
                throw map.failure(
                    at: map.value("rule"),
                    "'\(id)' is not a rule of this contract\(hint) (it has \(known.isEmpty ? "none" : known.joined(separator: ", ")))"
                )
            }
            files[place].examples.append(try Example(map, besides: ["rule"]))
        }
        return files
    }

    /// The same rules without their examples.
    @Sendable func rules() throws(RuleFileFailure) -> [Rule] {
        try contract.ruleFiles(sources: sources, file: file).map(\.rule)
    }

    private static func identifiers(
        _ yaml: YAMLMap
    ) throws(RuleFileFailure) -> [String: FamilyDeclaration.Identifier] {
        var identifiers: [String: FamilyDeclaration.Identifier] = [:]
        guard let map = try yaml.map("identifiers") else { return identifiers }
        for name in map.keys { identifiers[name] = try map.word(name, FamilyDeclaration.Identifier.self) }
        return identifiers
    }

    private static func form(_ yaml: YAMLMap) throws(RuleFileFailure) -> RequestForm {
        try yaml.allow([
            "kind", "match", "parameters", "each", "event", "session", "subject", "position", "sentAt", "mandatory",
        ])
        var form = RequestForm()
        form.kind = try yaml.optionalText("kind") ?? "beacon"
        if let match = try yaml.map("match") {
            try match.allow(["method", "path"])
            form.methods = try match.list("method")
            form.paths = try match.list("path")
        }
        if yaml.contains("parameters") { form.places = try yaml.words("parameters", RequestForm.Place.self) }
        guard form.places.count(where: { $0 != .query }) < 2 else {
            throw yaml.failure(
                at: yaml.value("parameters"), "'parameters' names one way to read the body, besides 'query'")
        }
        form.each = try yaml.optionalText("each")
        if form.each != nil, !form.places.contains(where: { [.json, .jsonLines, .base64JSON].contains($0) }) {
            throw yaml.failure(at: yaml.keyNode("each"), "'each' is a list in JSON: 'parameters' names none")
        }
        if case .mapping? = yaml.value("event"), let event = try yaml.map("event") {
            try event.allow(["from", "names"])
            form.event = try event.list("from")
            form.eventNames = Dictionary(try event.pairs("names").map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
        } else {
            form.event = try yaml.list("event")
        }
        form.session = try yaml.list("session")
        if let subject = try yaml.map("subject") {
            try subject.allow(Set(RequestForm.Scope.allCases.map(\.rawValue)))
            for scope in RequestForm.Scope.allCases where subject.contains(scope.rawValue) {
                form.subjects[scope] = try subject.list(scope.rawValue)
            }
        }
        form.position = try measure(yaml, "position")
        form.sentAt = try measure(yaml, "sentAt")
        form.mandatory = try yaml.list("mandatory")
        return form
    }

    private static func measure(_ yaml: YAMLMap, _ key: String) throws(RuleFileFailure) -> RequestForm.Measure? {
        guard let map = try yaml.map(key) else { return nil }
        try map.allow(["from", "unit"])
        return RequestForm.Measure(
            names: try map.list("from"), unit: try map.word("unit", RequestForm.Measure.Unit.self))
    }
}
