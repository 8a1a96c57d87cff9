/// A named, dated selection of rules with settings: what a certificate demands.
package struct Profile: Sendable, Hashable {
    package var id: String
    package var title: String
    /// The day its demands were last compared with their sources.
    package var dated: String
    /// Patterns over rule ids, `*` at the end of one stands for the rest.
    package var include: [String]
    /// Rules taken out again, with the reason.
    package var without: [String: String]
    package var settings: [String: String]
    package var assume: [String: String]
    package var requiredFamilies: [String]
    package var requiredRules: [String]
    package var requiredInputs: [String]
    /// Keys of the facts file's `attest` that a person must have signed.
    package var attestations: [String]
    package var sources: [Rule.Source]

    package init(_ text: String, file: String) throws(RuleFileFailure) {
        let yaml = try YAMLMap.parse(text, file: file)
        try yaml.allow(["id", "title", "dated", "include", "without", "settings", "assume", "requires", "sources"])
        id = try yaml.text("id")
        title = try yaml.text("title")
        dated = try yaml.text("dated")
        include = try yaml.list("include")
        without = Dictionary(try yaml.pairs("without").map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
        settings = Dictionary(try yaml.pairs("settings").map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
        assume = Dictionary(try yaml.pairs("assume").map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
        sources = []
        for map in try yaml.maps("sources") {
            try map.allow(["ref", "class", "since"])
            sources.append(
                Rule.Source(
                    ref: try map.text("ref"), authority: try map.text("class"), since: try map.optionalText("since")))
        }
        guard let requires = try yaml.map("requires") else {
            throw yaml.failure(at: nil, "the key 'requires' is missing: a certificate demands something")
        }
        try requires.allow(["families", "rules", "inputs", "attest"])
        requiredFamilies = try requires.list("families")
        requiredRules = try requires.list("rules")
        requiredInputs = try requires.list("inputs")
        attestations = try requires.list("attest")
    }

    /// The same with today's ids of rules.
    func naming(rulesOf pack: RulePack) throws(RuleFileFailure) -> Profile {
        func current(_ ids: [String]) throws(RuleFileFailure) -> [String] {
            var names: [String] = []
            for id in ids { names.append(id.contains("*") ? id : try pack.currentID(id)) }
            return names
        }
        var profile = self
        profile.include = try current(include)
        profile.without = [:]
        for (id, reason) in without { profile.without[try pack.currentID(id)] = reason }
        profile.requiredRules = try current(requiredRules)
        return profile
    }

    /// Whether the profile judges by this rule.
    package func includes(_ rule: String) -> Bool {
        guard without[rule] == nil else { return false }
        return include.contains { pattern in
            pattern.last == "*" ? rule.hasPrefix(pattern.dropLast()) : rule == pattern
        }
    }
}
