import Foundation
import TestSupport
import Testing

@testable import Pipeline

/// The pages on rules and families: every block of YAML is a whole file, and proves itself.
struct RuleLanguageTests {
    private static func blocks(of page: String) throws -> [String] {
        var blocks: [String] = []
        var block: [Substring]?
        for line in try Repository.text(page).split(separator: "\n", omittingEmptySubsequences: false) {
            if line == "```yaml" {
                block = []
            } else if line == "```", let lines = block {
                blocks.append(lines.joined(separator: "\n") + "\n")
                block = nil
            } else {
                block?.append(line)
            }
        }
        return blocks
    }

    @Test func everyExampleRuns() throws {
        let folder = try TemporaryFolder()
        let blocks = try Self.blocks(of: "docs/rule-language.md") + Self.blocks(of: "docs/families.md")
        for (place, block) in blocks.enumerated() {
            let name =
                block.hasPrefix("pack:")
                ? "pack.yaml" : block.contains("\nrequires:") ? "profiles/\(place).yaml" : "\(place).yaml"
            try folder.write(block, to: name)
        }
        let outcome = try ExampleSuite(path: folder.path).run()
        #expect(outcome.failures.isEmpty, "\(outcome.failures)")
        // Each kind, and the rules of the family's contract.
        #expect(outcome.rules >= 10 && outcome.examples >= 20)
        #expect(try ShippedRules().pack(adding: [folder.path]).pack.profile("my-app") != nil)
    }

    @Test(arguments: ["once", "order", "require", "cadence", "match", "absent", "sql"])
    func aDraftProvesItself(kind: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(RuleDraft.text("my.draft", kind: kind), to: "my.draft.yaml")
        try folder.write(Repository.text("Examples/families/acme.yaml"), to: "acme.yaml")
        let outcome = try ExampleSuite(path: folder.path).run()
        #expect(outcome.failures.isEmpty, "\(outcome.failures)")
    }

    /// The family of the guide is the sample beside the captures.
    @Test func theGuidesFamilyIsTheSample() throws {
        let family = try #require(try Self.blocks(of: "docs/families.md").first)
        let sample = try Repository.text("Examples/families/acme.yaml")
        #expect(family == sample)
    }
}
