import Audit

/// Profiles as text for people.
package struct ProfileTexts: Sendable {
    private let pack: RulePack
    private let rules: [Rule]

    package init(_ pack: RulePack) throws(PipelineFailure) {
        self.pack = pack
        rules = try PipelineFailure.reading(pack.rules)
    }

    /// One line each.
    package func list() -> String {
        let width = pack.profiles.map(\.id.count).max() ?? 0
        return pack.profiles.map { profile in
            let count = rules.count { profile.includes($0.id) }
            return
                "\(profile.id)\(String(repeating: " ", count: width - profile.id.count))  \(profile.title) (\(profile.dated)); "
                + "\(count) rules; requires \(profile.requiredFamilies.joined(separator: ", "))\n"
        }.joined()
    }

    /// What a profile demands, and by which settings it judges.
    package func show(_ id: String) throws(PipelineFailure) -> String {
        guard let profile = pack.profile(id) else {
            let hint = Spelling.nearest(to: id, in: pack.profiles.map(\.id)).map { "; did you mean '\($0)'?" } ?? ""
            throw .usage("there is no profile '\(id)'\(hint)")
        }
        var lines = ["\(profile.id): \(profile.title)", "Compared with its sources on \(profile.dated)", ""]
        func add(_ what: String, _ values: [String]) {
            if !values.isEmpty { lines.append("\(what): \(values.joined(separator: ", "))") }
        }
        add("Families that must owe something", profile.requiredFamilies)
        add("Rules that must pass", profile.requiredRules)
        add("Inputs", profile.requiredInputs)
        add("Attested by a person", profile.attestations)
        add("Settings", profile.settings.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value)" })
        add("Assumed", profile.assume.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value)" })
        for (rule, reason) in profile.without.sorted(by: { $0.key < $1.key }) {
            lines.append("Without \(rule): \(reason)")
        }
        lines += ["", "Rules:"] + rules.filter { profile.includes($0.id) }.map { "  \($0.id): \($0.title)" }
        lines += ["", "Sources:"] + profile.sources.map { "  \($0.line)" }
        return lines.joined(separator: "\n") + "\n"
    }
}
