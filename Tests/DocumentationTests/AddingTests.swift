import Audit
import Foundation
import Pipeline
import TestSupport
import Testing

/// docs/adding.md shows diffs that apply to the tree as it is, and a rule whose examples run.
struct AddingTests {
    private static func patches() throws -> [String] {
        try Repository.text("docs/adding.md").matches(of: /(?ms)^```diff\n(.*?)^```$/).map { String($0.1) }
    }

    @Test func everyDiffApplies() throws {
        let patches = try Self.patches()
        #expect(patches.count == 4)
        for patch in patches {
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = ["git", "apply", "--check", "-"]
            process.currentDirectoryURL = Repository.root
            let (input, errors) = (Pipe(), Pipe())
            process.standardInput = input
            process.standardError = errors
            try process.run()
            input.fileHandleForWriting.write(Data(patch.utf8))
            try input.fileHandleForWriting.close()
            let message = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            #expect(process.terminationStatus == 0, "\(message)")
        }
    }

    /// What the table calls one line is one line in an existing file.
    @Test func oneLineIsOneLine() throws {
        for patch in try Self.patches() {
            let changed = patch.split(separator: "diff --git ").filter { !$0.contains("new file mode") }
            let added = changed.map { $0.split(separator: "\n").count { $0.hasPrefix("+") && !$0.hasPrefix("+++") } }
            #expect(added.allSatisfy { $0 == 1 }, "\(patch)")
        }
    }

    @Test func theRuleRuns() throws {
        let patch = try #require(try Self.patches().first { $0.contains("Rules/vast/") })
        let lines = patch.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { $0.hasPrefix("+") && !$0.hasPrefix("+++") }.map { $0.dropFirst() }
        let folder = try TemporaryFolder()
        let file = try folder.write(lines.joined(separator: "\n") + "\n", to: "vast.tracker-failing.yaml")
        let outcome = try ExampleSuite(path: file).run()
        #expect(outcome.failures.isEmpty, "\(outcome.failures)")
        #expect(outcome.examples == 2)
    }
}
