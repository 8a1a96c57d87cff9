import Model

/// `pack.yaml`: what a folder or archive of rules and families that is handed on says of itself.
///
/// ```yaml
/// pack: acme-checks
/// version: 1.2.0
/// title: What Acme demands of players
/// sources: [{ ref: "Acme Insights beacon guide 1.2", class: vendor, since: 2026-01-01 }]
/// tests:
///   - { captures: [tests/clean.har], expect: pass }
///   - { captures: [tests/silent.har], facts: tests/silent.facts.yaml, expect: fail, findings: [acme.heartbeat-cadence] }
/// ```
package struct PackFile: Sendable, Hashable {
    /// A run that the pack says how it judges.
    package struct Test: Sendable, Hashable {
        /// Paths inside the pack.
        package var captures: [String]
        package var facts: String?
        package var expect: Verdict
        /// Rules of which exactly these have findings; `nil`: any.
        package var findings: [String]?
        /// Where it stands in the file, from 1.
        package var line: Int
    }

    package static let name = "pack.yaml"

    package var name: String
    package var version: String
    package var title: String
    package var sources: [Rule.Source]
    package var tests: [Test]

    /// - Parameters:
    ///   - text: the YAML.
    ///   - file: the path for messages.
    package init(_ text: String, file: String) throws(RuleFileFailure) {
        let yaml = try YAMLMap.parse(text, file: file)
        try yaml.allow(["pack", "version", "title", "sources", "tests"])
        name = try yaml.text("pack")
        guard RuleFile.isRuleID("\(name).x") else {
            throw yaml.failure(at: yaml.value("pack"), "'pack' is a name in kebab-case, not '\(name)'")
        }
        version = try yaml.text("version")
        title = try yaml.text("title")
        sources = try RuleFile.sources(yaml, of: "pack")
        var tests: [Test] = []
        for map in try yaml.maps("tests") {
            try map.allow(["captures", "facts", "expect", "findings"])
            let captures = try map.list("captures")
            guard !captures.isEmpty else { throw map.failure(at: nil, "a test names its 'captures'") }
            tests.append(
                Test(
                    captures: captures, facts: try map.optionalText("facts"),
                    expect: try map.word("expect", Verdict.self),
                    findings: map.contains("findings") ? try map.list("findings") : nil, line: map.node.mark.line))
        }
        self.tests = tests
    }
}
