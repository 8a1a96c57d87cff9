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
struct FamilyContract: Sendable {
    /// One of those rules: what it demands is known when the family is read, its SQL is written when it is asked for.
    private struct Demand: Sendable {
        enum Kind: String { case once, order, cadence, require, sql }

        /// The part of the id behind the dot.
        var name: String
        var kind: Kind
        var title: String
        /// Keys of the kind, as lines of YAML.
        var keys: [String]
        var words: Words
    }

    private struct Words: Sendable {
        var message: String
        var why: String
        var fix: String
    }

    private let family: FamilyDeclaration
    private var demands: [Demand] = []

    private static let keys: Set<String> = [
        "once", "first", "every", "slack", "from", "until", "per", "followed_by", "within", "why", "fix",
    ]

    init(_ yaml: YAMLMap, _ family: FamilyDeclaration) throws(RuleFileFailure) {
        self.family = family
        var events: [(name: String, terms: YAMLMap)] = []
        if let map = try yaml.map("events") {
            for name in map.keys {
                guard let terms = try map.map(name) else { continue }
                try FamilyContract.check(terms)
                events.append((name, terms))
            }
        }
        for scope in SessionSQL.Scope.allCases {
            let once = try FamilyContract.names(in: events, with: "once", scope)
            if !once.isEmpty { demands.append(self.once(once, per: scope)) }
            let first = try FamilyContract.names(in: events, with: "first", scope)
            if !first.isEmpty { demands.append(order(first, per: scope)) }
        }
        for (name, terms) in events {
            if terms.contains("every") { demands.append(try cadence(name, terms)) }
            if terms.contains("followed_by") { demands.append(try followed(name, terms)) }
        }
        if family.requests.contains(where: { !$0.mandatory.isEmpty }) { demands.append(mandatory) }
    }

    /// The ids of its rules.
    var ids: [String] { demands.map { "\(family.name).\($0.name)" } }

    /// The rules, compiled as if they had been written by hand.
    ///
    /// - Parameters:
    ///   - sources: those of the family file.
    ///   - file: its path.
    func ruleFiles(sources: [Rule.Source], file: String) throws(RuleFileFailure) -> [RuleFile] {
        var files: [RuleFile] = []
        for demand in demands {
            var rule = try RuleFile(text(of: demand), file: file)
            rule.rule.sources = sources
            files.append(rule)
        }
        return files
    }

    /// Mistakes are found here, where their place is known, and not when the rules are compiled.
    private static func check(_ terms: YAMLMap) throws(RuleFileFailure) {
        try terms.allow(keys)
        for key in ["every", "slack", "within"] {
            guard let number = try terms.number(key), number <= 0 else { continue }
            throw terms.failure(at: terms.value(key), "'\(key)' is a number of seconds above 0")
        }
        for key in ["once", "first", "per"] where terms.contains(key) {
            _ = try terms.word(key, SessionSQL.Scope.self)
        }
        if terms.contains("followed_by"), try terms.list("followed_by").isEmpty {
            throw terms.failure(at: terms.value("followed_by"), "'followed_by' names at least one event")
        }
    }

    private static func names(
        in events: [(name: String, terms: YAMLMap)], with key: String, _ scope: SessionSQL.Scope
    ) throws(RuleFileFailure) -> [String] {
        var names: [String] = []
        for event in events where event.terms.contains(key) {
            if try event.terms.word(key, SessionSQL.Scope.self) == scope { names.append(event.name) }
        }
        return names
    }

    // MARK: - What each demand says

    private func once(_ names: [String], per scope: SessionSQL.Scope) -> Demand {
        Demand(
            name: "\(scope.rawValue)-once", kind: .once,
            title:
                "\(FamilyContract.list(names)) of \(family.title) \(names.count == 1 ? "is" : "are") sent once for each \(scope.rawValue)",
            keys: ["events: \(FamilyContract.flow(names))", "per: \(scope.rawValue)"],
            words: Words(
                message: "{item} was sent {observed} times, {expected} was due",
                why: "Each is counted: one that is sent twice counts a \(scope.rawValue) twice.",
                fix: "Send it once for each \(scope.rawValue), whatever the player repeats."))
    }

    private func order(_ names: [String], per scope: SessionSQL.Scope) -> Demand {
        Demand(
            name: "\(scope.rawValue)-order", kind: .order,
            title:
                "\(FamilyContract.list(names)) of \(family.title) comes before anything else of the \(scope.rawValue)",
            keys: ["order: \(FamilyContract.flow(names + ["*"]))", "per: \(scope.rawValue)"],
            words: Words(
                message: "{observed}; {expected} was due",
                why: "What is sent before the \(scope.rawValue) was opened belongs to none and is thrown away.",
                fix: "Wait with other beacons until \(FamilyContract.list(names)) was sent."))
    }

    private func cadence(_ name: String, _ terms: YAMLMap) throws(RuleFileFailure) -> Demand {
        var keys = ["events: \(FamilyContract.flow([name]))", "every: \(try terms.text("every"))"]
        for key in ["slack", "per"] { if let value = try terms.optionalText(key) { keys.append("\(key): \(value)") } }
        for key in ["from", "until"] where terms.contains(key) {
            keys.append("\(key): \(FamilyContract.flow(try terms.list(key)))")
        }
        return Demand(
            name: "\(FamilyContract.kebab(name))-cadence", kind: .cadence,
            title: "\(name) of \(family.title) is sent every \(try terms.text("every")) seconds", keys: keys,
            words: Words(
                message: "{observed} passed from {earlier} to {event}; {item} was due after {expected}",
                why: try terms.optionalText("why") ?? "Time that no beacon reports is not counted as watched.",
                fix: try terms.optionalText("fix") ?? "Send \(name) on a timer for as long as the media plays."))
    }

    private func followed(_ name: String, _ terms: YAMLMap) throws(RuleFileFailure) -> Demand {
        let followers = try terms.list("followed_by")
        var keys = ["events: \(FamilyContract.flow(followers))", "when: { fired: \(FamilyContract.flow([name])) }"]
        for key in ["within", "per"] { if let value = try terms.optionalText(key) { keys.append("\(key): \(value)") } }
        return Demand(
            name: "\(FamilyContract.kebab(name))-followed", kind: .require,
            title: "\(name) of \(family.title) is followed by \(followers.joined(separator: " or "))", keys: keys,
            words: Words(
                message: "{event} was not sent after {implied_by}",
                why: try terms.optionalText("why") ?? "What began and never ended is not counted.",
                fix: try terms.optionalText("fix") ?? "Send \(followers.joined(separator: " or ")) after each \(name).")
        )
    }

    private var mandatory: Demand {
        let compares = """
            compares: |
              SELECT
                b.id AS subject_id, b.at_us AS from_us, b.at_us AS to_us, g.missing IS NOT NULL AS is_wrong, b.kind AS kind,
                g.missing AS item, 'missing' AS observed, g.missing AS expected, b.id AS beacon, b.at_us AS at_us
              FROM beacon b JOIN signal g ON g.beacon = b.id
              WHERE b.run = :run AND b.family = \(SQLMacros.quoted(family.name))
            """
        return Demand(
            name: "mandatory", kind: .sql,
            title: "Every beacon of \(family.title) carries its mandatory parameters",
            keys: [
                "witness: form", "breach: present", "holds: present", compares,
                "evidence: { breach: [beacon, beacon, at_us] }",
                "looks: { families: \(FamilyContract.flow([family.name])) }",
            ],
            words: Words(
                message: "the {kind} lacks {item}", why: "The vendor cannot count a beacon without them.",
                fix: "Send all mandatory parameters with every beacon."))
    }

    // MARK: - As a rule file

    private func text(of demand: Demand) -> String {
        let isSQL = demand.kind == .sql
        return
            ([
                "id: \(family.name).\(demand.name)", "title: \(FamilyContract.quoted(demand.title))", "severity: error",
                "kind: \(demand.kind.rawValue)", "subject: \(isSQL ? "beacon" : "session")",
            ] + (isSQL ? [] : ["where: { family: \(family.name) }"]) + demand.keys + [
                "message: \(FamilyContract.quoted(demand.words.message))",
                "why: \(FamilyContract.quoted(demand.words.why))", "fix: \(FamilyContract.quoted(demand.words.fix))",
                "sources: [{ ref: family file, class: vendor }]",
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
