import Derive
import Model

/// The contract of a vendor's events, `events:` of its family file, as the rules that it stands for.
///
/// ```yaml
/// events:
///   start:     { once: session, first: session }             # sent once; nothing else of the session comes before it
///   heartbeat: { every: 10, from: [start], until: [pause, end] }
///   ad_start:  { once: ad, followed_by: [ad_end, ad_skip], within: 120 }
/// ```
/// Each kind of demand is a rule: `FAMILY.session-once`, `FAMILY.session-order`, `FAMILY.heartbeat-cadence`,
/// `FAMILY.ad-start-followed`; `mandatory:` of the requests is `FAMILY.mandatory`.
struct FamilyContract {
    private let yaml: YAMLMap
    private let family: FamilyDeclaration
    private var events: [(name: String, terms: YAMLMap)] = []

    private static let keys: Set<String> = [
        "once", "first", "every", "slack", "from", "until", "per", "followed_by", "within", "why", "fix",
    ]

    init(_ yaml: YAMLMap, _ family: FamilyDeclaration) throws(RuleFileFailure) {
        self.yaml = yaml
        self.family = family
        guard let map = try yaml.map("events") else { return }
        for name in map.keys {
            guard let terms = try map.map(name) else { continue }
            try terms.allow(FamilyContract.keys)
            events.append((name, terms))
        }
    }

    /// - Parameters:
    ///   - sources: those of the family file.
    ///   - file: its path.
    func ruleFiles(sources: [Rule.Source], file: String) throws(RuleFileFailure) -> [RuleFile] {
        var files: [RuleFile] = []
        for text in try texts() {
            var rule = try RuleFile(text, file: file)
            rule.rule.sources = sources
            files.append(rule)
        }
        return files
    }

    /// The rules as they would be written by hand.
    func texts() throws(RuleFileFailure) -> [String] {
        var texts: [String] = []
        for scope in SessionSQL.Scope.allCases {
            let once = try names(with: "once", scope)
            if !once.isEmpty { texts.append(self.once(once, per: scope)) }
            let first = try names(with: "first", scope)
            if !first.isEmpty { texts.append(order(first, per: scope)) }
        }
        for (name, terms) in events {
            if terms.contains("every") { texts.append(try cadence(name, terms)) }
            if terms.contains("followed_by") { texts.append(try followed(name, terms)) }
        }
        if family.requests.contains(where: { !$0.mandatory.isEmpty }) { texts.append(mandatory) }
        return texts
    }

    private func names(with key: String, _ scope: SessionSQL.Scope) throws(RuleFileFailure) -> [String] {
        var names: [String] = []
        for event in events where try event.terms.optionalText(key) == scope.rawValue { names.append(event.name) }
        return names
    }

    private func once(_ names: [String], per scope: SessionSQL.Scope) -> String {
        text(
            id: "\(scope.rawValue)-once", kind: "once",
            title:
                "\(FamilyContract.list(names)) of \(family.title) \(names.count == 1 ? "is" : "are") sent once for each \(scope.rawValue)",
            keys: ["events: \(FamilyContract.flow(names))", "per: \(scope.rawValue)"],
            Words(
                message: "{item} was sent {observed} times, {expected} was due",
                why: "Each is counted: one that is sent twice counts a \(scope.rawValue) twice.",
                fix: "Send it once for each \(scope.rawValue), whatever the player repeats."))
    }

    private func order(_ names: [String], per scope: SessionSQL.Scope) -> String {
        text(
            id: "\(scope.rawValue)-order", kind: "order",
            title:
                "\(FamilyContract.list(names)) of \(family.title) comes before anything else of the \(scope.rawValue)",
            keys: ["order: \(FamilyContract.flow(names + ["*"]))", "per: \(scope.rawValue)"],
            Words(
                message: "{observed}; {expected} was due",
                why: "What is sent before the \(scope.rawValue) was opened belongs to none and is thrown away.",
                fix: "Wait with other beacons until \(FamilyContract.list(names)) was sent."))
    }

    private func cadence(_ name: String, _ terms: YAMLMap) throws(RuleFileFailure) -> String {
        var keys = ["events: \(FamilyContract.flow([name]))", "every: \(try terms.text("every"))"]
        for key in ["slack", "per"] { if let value = try terms.optionalText(key) { keys.append("\(key): \(value)") } }
        for key in ["from", "until"] where terms.contains(key) {
            keys.append("\(key): \(FamilyContract.flow(try terms.list(key)))")
        }
        return text(
            id: "\(FamilyContract.kebab(name))-cadence", kind: "cadence",
            title: "\(name) of \(family.title) is sent every \(try terms.text("every")) seconds", keys: keys,
            Words(
                message: "{observed} passed from {earlier} to {event}; {item} was due after {expected}",
                why: try terms.optionalText("why") ?? "Time that no beacon reports is not counted as watched.",
                fix: try terms.optionalText("fix") ?? "Send \(name) on a timer for as long as the media plays."))
    }

    private func followed(_ name: String, _ terms: YAMLMap) throws(RuleFileFailure) -> String {
        let followers = try terms.list("followed_by")
        var keys = ["events: \(FamilyContract.flow(followers))", "when: { fired: \(FamilyContract.flow([name])) }"]
        for key in ["within", "per"] { if let value = try terms.optionalText(key) { keys.append("\(key): \(value)") } }
        return text(
            id: "\(FamilyContract.kebab(name))-followed", kind: "require",
            title: "\(name) of \(family.title) is followed by \(followers.joined(separator: " or "))", keys: keys,
            Words(
                message: "{event} was not sent after {implied_by}",
                why: try terms.optionalText("why") ?? "What began and never ended is not counted.",
                fix: try terms.optionalText("fix") ?? "Send \(followers.joined(separator: " or ")) after each \(name).")
        )
    }

    private var mandatory: String {
        let compares = """
            compares: |
              SELECT
                b.id AS subject_id, b.at_us AS from_us, b.at_us AS to_us, g.missing IS NOT NULL AS is_wrong, b.kind AS kind,
                g.missing AS item, 'missing' AS observed, g.missing AS expected, b.id AS beacon, b.at_us AS at_us
              FROM beacon b JOIN signal g ON g.beacon = b.id
              WHERE b.run = :run AND b.family = \(SQLMacros.quoted(family.name))
            """
        return text(
            id: "mandatory", kind: "sql",
            title: "Every beacon of \(family.title) carries its mandatory parameters",
            keys: [
                "witness: form", "breach: present", "holds: present", compares,
                "evidence: { breach: [beacon, beacon, at_us] }",
                "looks: { families: \(FamilyContract.flow([family.name])) }",
            ],
            Words(
                message: "the {kind} lacks {item}", why: "The vendor cannot count a beacon without them.",
                fix: "Send all mandatory parameters with every beacon."))
    }

    private struct Words {
        var message: String
        var why: String
        var fix: String
    }

    private func text(
        id: String, kind: String, title: String, keys: [String], _ words: Words
    ) -> String {
        let subject = kind == "sql" ? "beacon" : "session"
        let place = kind == "sql" ? [] : ["where: { family: \(family.name) }"]
        return
            ([
                "id: \(family.name).\(id)", "title: \(FamilyContract.quoted(title))", "severity: error",
                "kind: \(kind)",
                "subject: \(subject)",
            ] + place + keys + [
                "message: \(FamilyContract.quoted(words.message))", "why: \(FamilyContract.quoted(words.why))",
                "fix: \(FamilyContract.quoted(words.fix))", "sources: [{ ref: family file, class: vendor }]",
            ]).joined(separator: "\n") + "\n"
    }

    private static func quoted(_ text: String) -> String {
        "\"\(text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined())\""
    }

    private static func flow(_ names: [String]) -> String { "[\(names.map(quoted).joined(separator: ", "))]" }

    private static func list(_ names: [String]) -> String {
        names.count < 2 ? names.joined() : names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
    }

    /// `firstQuartile` and `first_quartile` are `first-quartile`.
    private static func kebab(_ name: String) -> String {
        var kebab = ""
        for character in name {
            if character.isUppercase, kebab.last?.isLetter == true { kebab += "-" }
            let lower = character.lowercased()
            kebab += lower.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } ? lower : "-"
        }
        return kebab.split(separator: "-").joined(separator: "-")
    }
}
