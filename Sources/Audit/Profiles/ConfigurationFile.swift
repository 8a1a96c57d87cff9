/// The configuration file as written: profiles, rule folders, facts file, waivers file and settings.
public struct ConfigurationFile: Sendable, Hashable {
    public var profiles: [String]
    public var rules: [String]
    public var facts: String?
    public var waivers: String?
    public var settings: [String: String]

    public init(_ text: String, file: String) throws(RuleFileFailure) {
        let yaml = try YAMLMap.parse(text, file: file)
        try yaml.allow(["profiles", "rules", "facts", "waivers", "settings"])
        profiles = try yaml.list("profiles")
        rules = try yaml.list("rules")
        facts = try yaml.optionalText("facts")
        waivers = try yaml.optionalText("waivers")
        settings = Dictionary(try yaml.pairs("settings").map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    }
}
