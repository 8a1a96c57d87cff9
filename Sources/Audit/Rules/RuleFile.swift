import Derive
import Model

/// One file of `Rules/<family>/`: the rule, its words and its examples, as written.
package struct RuleFile: Sendable {
    package var file: String
    package var rule: Rule
    package var examples: [Example]
    /// Harness mutations that do not apply to this rule, with the reason.
    package var mutations: [String: String]

    /// Where the values of the top-level keys begin, for mistakes that are found only when the rule meets a database.
    package var places: [String: Place]

    /// A line and column of the file, from 1.
    package struct Place: Sendable, Hashable {
        package var line: Int
        package var column: Int
        /// A block scalar: its text begins on the next line.
        package var isBlock: Bool

        package init(line: Int, column: Int, isBlock: Bool) {
            self.line = line
            self.column = column
            self.isBlock = isBlock
        }
    }

    /// The mutations the harness knows.
    package static let knownMutations = ["interleave", "shift", "shuffle", "unrelated", "skew", "gap", "hide"]

    /// The mutations that a file switches off, with the reason.
    static func mutations(_ yaml: YAMLMap) throws(RuleFileFailure) -> [String: String] {
        let mutations = Dictionary(try yaml.pairs("mutations").map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
        for name in mutations.keys.sorted() where !RuleFile.knownMutations.contains(name) {
            throw yaml.failure(
                at: yaml.value("mutations"),
                "'mutations' names one of \(RuleFile.knownMutations.joined(separator: ", ")), not '\(name)'")
        }
        return mutations
    }

    static let commonKeys: Set<String> = [
        "id", "title", "severity", "subject", "kind", "message", "why", "fix", "sources", "formerly", "facts", "assume",
        "inputs", "looks", "use", "let", "evidence", "examples", "mutations", "witness", "at",
    ]

    /// Reads one rule file.
    ///
    /// - Parameters:
    ///   - text: the YAML.
    ///   - file: the path for messages.
    ///   - contract: where it takes its events from if it says `events: contract`, or `order: contract`.
    package init(_ text: String, file: String, contract: EventContract = .none) throws(RuleFileFailure) {
        let yaml = try RuleFile.resolved(YAMLMap.parse(text, file: file), contract)
        let kindName = try yaml.text("kind")
        guard let kind = RuleKinds.named(kindName) else {
            let known = RuleKinds.all.map { $0.name }
            let hint = Spelling.nearest(to: kindName, in: known).map { "; did you mean '\($0)'?" } ?? ""
            throw yaml.failure(
                at: yaml.value("kind"),
                "'kind' is one of \(known.joined(separator: ", ")), not '\(kindName)'\(hint)")
        }
        try yaml.allow(RuleFile.commonKeys.union(kind.keys))

        let id = try yaml.text("id")
        guard RuleFile.isRuleID(id) else {
            throw yaml.failure(at: yaml.value("id"), "'id' is family.kebab-case, not '\(id)'")
        }
        let subject = try yaml.subject()
        let checks = try kind.compile(yaml, subject: subject)
        var looks = checks.looks
        if let given = try yaml.map("looks") {
            try given.allow(["families", "events", "hosts"])
            looks = Rule.Looks(
                families: try given.list("families"), events: try given.list("events"),
                hosts: given.contains("hosts") ? try given.list("hosts") : nil)
        }
        let shared = try yaml.optionalText("let") ?? ""
        let applies = SQLMacros.expand(CommonTables.put(shared, before: checks.applies))
        let breaches = SQLMacros.expand(CommonTables.put(shared, before: checks.breaches))
        let facts = try yaml.list("facts")
        rule = Rule(
            id: id, title: try yaml.text("title"), severity: try yaml.word("severity", Severity.self),
            subject: subject, kind: kindName,
            witness: yaml.contains("witness") ? try yaml.word("witness", Rule.Witness.self) : kind.witness,
            party: yaml.contains("at") ? try yaml.word("at", Rule.Party.self) : nil, message: try yaml.text("message"),
            why: RuleFile.paragraph(try yaml.text("why")), fix: RuleFile.paragraph(try yaml.text("fix")),
            sources: try RuleFile.sources(yaml), formerly: try yaml.list("formerly"),
            uses: checks.uses + (try yaml.list("use")),
            applies: applies.sql, breaches: breaches.sql, evidence: try EvidenceColumns.read(yaml),
            blindness: checks.blindness, looks: looks, facts: facts,
            assume: Dictionary(try yaml.pairs("assume").map { ($0.key, $0.value) }, uniquingKeysWith: { $1 }),
            settings: (applies.settings.union(breaches.settings)).sorted(), inputs: try yaml.list("inputs"))

        mutations = try RuleFile.mutations(yaml)
        var examples: [Example] = []
        for map in try yaml.maps("examples") { examples.append(try Example(map)) }
        self.examples = examples
        self.file = file
        places = RuleFile.places(yaml)
    }

    /// With the events that the contract has for the rule.
    private static func resolved(_ yaml: YAMLMap, _ contract: EventContract) throws(RuleFileFailure) -> YAMLMap {
        var yaml = yaml
        for key in ["events", "order"] {
            guard case .scalar(let word)? = yaml.value(key), word.string == "contract" else { continue }
            let id = try yaml.text("id")
            let names = contract.events(foundBy: id)
            guard !names.isEmpty else {
                throw yaml.failure(at: yaml.value(key), "\(EventContractFile.path) does not say what \(id) finds")
            }
            yaml = try yaml.listing(names, under: key)
        }
        return yaml
    }

    private static func places(_ yaml: YAMLMap) -> [String: Place] {
        var places: [String: Place] = [:]
        for key in yaml.keys {
            guard case .scalar(let scalar)? = yaml.value(key) else { continue }
            places[key] = Place(line: scalar.mark.line, column: scalar.mark.column, isBlock: scalar.isBlock)
        }
        return places
    }

    static func sources(_ yaml: YAMLMap, of what: String = "rule") throws(RuleFileFailure) -> [Rule.Source] {
        var sources: [Rule.Source] = []
        for map in try yaml.maps("sources") {
            try map.allow(["ref", "class", "since"])
            sources.append(
                Rule.Source(
                    ref: try map.text("ref"), authority: try map.word("class", Authority.self).rawValue,
                    since: try map.optionalText("since")))
        }
        guard !sources.isEmpty else { throw yaml.failure(at: nil, "a \(what) names at least one source") }
        return sources
    }

    private enum Authority: String, CaseIterable {
        case standard, vendor, measured, practice
    }

    static func isRuleID(_ id: String) -> Bool {
        let parts = id.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return false }
        return parts.allSatisfy { part in
            !part.isEmpty && part.first != "-" && part.last != "-"
                && part.utf8.allSatisfy {
                    ($0 >= 0x61 && $0 <= 0x7a) || ($0 >= 0x30 && $0 <= 0x39) || $0 == UInt8(ascii: "-")
                }
        }
    }

    private static func paragraph(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
