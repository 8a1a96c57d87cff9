/// The tolerances and options that rules read, from `Rules/settings.yaml`: one place for each number.
package struct SettingDefault: Sendable, Hashable {
    package var key: String
    package var value: String
    package var unit: String
    package var meaning: String
    /// Where the number comes from.
    package var source: String

    /// The settings of a `settings.yaml`.
    package static func read(_ text: String, file: String) throws(RuleFileFailure) -> [SettingDefault] {
        let yaml = try YAMLMap.parse(text, file: file)
        var result: [SettingDefault] = []
        for key in yaml.keys {
            guard let map = try yaml.map(key) else { continue }
            try map.allow(["value", "unit", "meaning", "source"])
            result.append(
                SettingDefault(
                    key: key, value: try map.text("value"), unit: try map.text("unit"),
                    meaning: try map.text("meaning"),
                    source: try map.text("source")))
        }
        return result
    }
}

/// Settings as they stand for one run: rule default < profile < config < command line.
package struct Settings: Sendable {
    /// A setting with where its value came from.
    package struct Value: Sendable, Hashable {
        package var value: String
        package var unit: String
        package var source: String
    }

    package private(set) var values: [String: Value]

    package init(defaults: [SettingDefault]) {
        values = Dictionary(
            defaults.map { ($0.key, Value(value: $0.value, unit: $0.unit, source: "rule")) }, uniquingKeysWith: { $1 })
    }

    /// Adds to a whole number, whoever set it; the source says that it was widened.
    mutating func widen(_ key: String, by amount: Int64) {
        guard let known = values[key], let value = Double(known.value), let whole = Int64(exactly: value.rounded(.up))
        else { return }
        let (sum, overflow) = whole.addingReportingOverflow(amount)
        guard !overflow else { return }
        values[key] = Value(value: String(sum), unit: known.unit, source: "\(known.source), clocks of the inputs")
    }

    /// What is declared of the run outweighs what is supposed of all of them, and nothing outweighs the command line.
    mutating func adopt(_ facts: [String: Facts.Value]) {
        for (key, fact) in facts {
            guard let known = values[key], known.source != Self.commandLine,
                known.unit == "text" || Double(fact.value) != nil
            else { continue }
            values[key] = Value(value: fact.value, unit: known.unit, source: "fact")
        }
    }

    /// The source of settings that come from `--set`.
    package static let commandLine = "command line"

    /// Overrides settings; an unknown key is refused with the nearest known one.
    package mutating func set(_ overrides: [String: String], source: String) throws(RuleFileFailure) {
        for (key, value) in overrides.sorted(by: { $0.key < $1.key }) {
            guard let known = values[key] else {
                let hint = Spelling.nearest(to: key, in: values.keys.sorted()).map { "; did you mean '\($0)'?" } ?? ""
                throw RuleFileFailure(file: source, line: 0, column: 0, message: "unknown setting '\(key)'\(hint)")
            }
            if known.unit != "text", Double(value) == nil {
                throw RuleFileFailure(
                    file: source, line: 0, column: 0,
                    message: "the setting '\(key)' is a number (\(known.unit)), not '\(value)'")
            }
            values[key] = Value(value: value, unit: known.unit, source: source)
        }
    }
}
