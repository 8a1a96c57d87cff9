import Audit

/// Rules as text for people: the list, one rule's SQL, its explanation and its page.
package struct RuleTexts: Sendable {
    private let pack: RulePack
    private let rules: [Rule]

    package init(_ pack: RulePack) throws(PipelineFailure) {
        self.pack = pack
        rules = try PipelineFailure.reading(pack.rules)
    }

    /// One line per rule, aligned.
    package func list() -> String {
        let rows = rules.map { rule in
            [
                rule.id, rule.family, rule.severity.rawValue,
                pack.profiles.filter { $0.includes(rule.id) }.map(\.id).joined(separator: ","),
                rule.sources.first?.ref ?? "", rule.title,
            ]
        }
        let heads = ["rule", "family", "severity", "profiles", "source", "demands"]
        let widths = heads.indices.map { place in ([heads] + rows).map { $0[place].count }.max() ?? 0 }
        let lines = ([heads] + rows).map { row in
            zip(row, widths).dropLast().map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(
                separator: "  ")
                + "  " + (row.last ?? "")
        }
        return lines.joined(separator: "\n") + "\n\(rows.count) rules\n"
    }

    /// The compiled SELECTs, as a test or a person may run them.
    package func show(_ id: String) throws(PipelineFailure) -> String {
        let rule = try find(id)
        return """
            \(rule.id) (\(rule.severity.rawValue), kind \(rule.kind), judges \(rule.subject.rawValue))
            \(rule.title)

            while blind: a fail \(rule.blindness.fail.rawValue), a pass \(rule.blindness.pass.rawValue)

            -- applies
            \(rule.applies)

            -- breaches
            \(rule.breaches)

            """
    }

    /// Why a rule exists, how to fix a breach, and its examples.
    package func explain(_ id: String, files: [RuleFile]) throws(PipelineFailure) -> String {
        let rule = try find(id)
        var text = id == rule.id ? "" : "\(id) is called \(rule.id) now.\n\n"
        text +=
            "\(rule.id) (\(rule.severity.rawValue))\n\(rule.title)\n\nWhy: \(rule.why)\n\nFix: \(rule.fix)\n\nSources:\n"
        for source in rule.sources { text += "  \(source.line)\n" }
        if !rule.settings.isEmpty {
            text += "\nSettings:\n"
            for key in rule.settings {
                guard let setting = pack.settings.first(where: { $0.key == key }) else { continue }
                text += "  \(key) = \(setting.value) \(setting.unit): \(setting.meaning)\n"
            }
        }
        if let file = files.first(where: { $0.rule.id == rule.id }) {
            text += "\nExamples:\n"
            for example in file.examples {
                let reason = example.reason.map { ", \($0.rawValue)" } ?? ""
                text += "  \(example.name) (\(example.expect.rawValue)\(reason))\n"
                for line in example.exchanges + example.beacons + example.calls {
                    text += "    \(line.isMarked ? "! " : "  ")\(line.text)\n"
                }
                for line in example.blind { text += "      blind \(line.text)\n" }
                if let ends = example.ends { text += "      the capture ends at \(ends)\n" }
            }
        }
        return text
    }

    /// Markdown pages: one per rule, and an index.
    package func pages(files: [RuleFile]) -> [(name: String, text: String)] {
        let notice = "<!-- Generated from the rule files by `beaconproof rules document`. Do not edit. -->\n"
        var pages: [(name: String, text: String)] = []
        var index = notice + "# Rules\n\n\(rules.count) rules, pack \(pack.version).\n\n"
        index += "| rule | severity | demands |\n|---|---|---|\n"
        for rule in rules {
            index += "| [\(rule.id)](\(rule.id).md) | \(rule.severity.rawValue) | \(rule.title) |\n"
            pages.append(("\(rule.id).md", notice + page(rule, files.first { $0.rule.id == rule.id })))
        }
        pages.append(("README.md", index))
        return pages
    }

    private func page(_ rule: Rule, _ file: RuleFile?) -> String {
        var text = "# \(rule.id)\n\n\(rule.title).\n\n"
        text += "Severity \(rule.severity.rawValue), kind `\(rule.kind)`, judges `\(rule.subject.rawValue)`.\n\n"
        text += "## Why\n\n\(rule.why)\n\n## How to fix\n\n\(rule.fix)\n\n## Sources\n\n"
        for source in rule.sources { text += "- \(source.line)\n" }
        if !rule.facts.isEmpty || !rule.inputs.isEmpty || !rule.assume.isEmpty {
            text += "\n## Needs\n\n"
            for fact in rule.facts { text += "- the fact `\(fact)`\n" }
            for input in rule.inputs { text += "- the input `\(input)`\n" }
            for (key, value) in rule.assume.sorted(by: { $0.key < $1.key }) {
                text += "- `\(key)`, taken to be `\(value)` where nobody says\n"
            }
        }
        if !rule.settings.isEmpty {
            text += "\n## Settings\n\n| setting | value | meaning |\n|---|---|---|\n"
            for key in rule.settings {
                guard let setting = pack.settings.first(where: { $0.key == key }) else { continue }
                text += "| `\(key)` | \(setting.value) \(setting.unit) | \(setting.meaning) |\n"
            }
        }
        guard let file else { return text }
        text += "\n## Examples\n"
        for example in file.examples {
            text +=
                "\n\(example.name): **\(example.expect.rawValue)**\(example.reason.map { " (\($0.rawValue))" } ?? "")\n\n"
            text += "```text\n"
            for line in example.exchanges + example.beacons + example.calls {
                text += "\(line.isMarked ? "! " : "  ")\(line.text)\n"
            }
            for line in example.blind { text += "  blind \(line.text)\n" }
            if let ends = example.ends { text += "  the capture ends at \(ends)\n" }
            text += "```\n"
        }
        return text
    }

    private func find(_ id: String) throws(PipelineFailure) -> Rule {
        guard let rule = try PipelineFailure.reading({ () throws(RuleFileFailure) in try pack.rule(id) }) else {
            let known = rules.map(\.id)
            let hint = Spelling.nearest(to: id, in: known).map { "; did you mean '\($0)'?" } ?? ""
            throw .usage("no rule '\(id)'\(hint)")
        }
        return rule
    }
}
