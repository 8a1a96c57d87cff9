/// The configuration file as written: profiles, rule folders, facts file, waivers file and settings.
package struct ConfigurationFile: Sendable, Hashable {
    package var profiles: [String]
    package var rules: [String]
    package var facts: String?
    package var waivers: String?
    package var settings: [String: String]

    package init(_ text: String, file: String) throws(RuleFileFailure) {
        let yaml = try YAMLMap.parse(text, file: file)
        try yaml.allow(["profiles", "rules", "facts", "waivers", "settings"])
        profiles = try yaml.list("profiles")
        rules = try yaml.list("rules")
        facts = try yaml.optionalText("facts")
        waivers = try yaml.optionalText("waivers")
        settings = Dictionary(try yaml.pairs("settings").map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    }
}
