import Foundation
import TestSupport
import Testing

/// The scripts of the examples for CI services, run as the service would run them.
struct CIExampleTests {
    @Test(arguments: [("github-actions", "bash"), ("gitlab-ci", "sh")])
    func theScriptJudgesAFolderAndLeavesItsReports(example: String, shell: String) throws {
        let folder = try TemporaryFolder()
        for (sample, name) in [("clean-play.har", "a.har"), ("looping-player.har", "b.har")] {
            let text = try String(contentsOfFile: Repository.path("Examples/captures/\(sample)"), encoding: .utf8)
            try folder.write(text, to: "captures/\(name)")
        }
        #expect(try run(example, shell, in: folder) == 1)
        #expect(try names(folder.path + "/reports").contains("beaconproof.xml"))
        #expect(try names(folder.path + "/reports/pages").contains("index.html"))
        try FileManager.default.removeItem(atPath: folder.path + "/captures/b.har")
        #expect(try run(example, shell, in: folder) == 0)
    }

    private func names(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder)
    }

    /// From the first line of the script that certifies to its exit.
    private func script(_ example: String) throws -> String {
        let text = try String(contentsOfFile: Repository.path("Examples/ci/\(example).yml"), encoding: .utf8)
        let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        let first = try #require(lines.firstIndex(of: "mkdir -p reports"))
        let last = try #require(lines.lastIndex(of: "exit $code"))
        let tool = try #require(Tool.path)
        return lines[first...last].joined(separator: "\n")
            .replacing(/\S*\.build\/release\/beaconproof/, with: "'\(tool)'")
    }

    private func run(_ example: String, _ shell: String, in folder: TemporaryFolder) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [shell, "-ec", try script(example)]
        process.currentDirectoryURL = URL(filePath: folder.path)
        process.environment = ProcessInfo.processInfo.environment
            .merging(["GITHUB_STEP_SUMMARY": folder.path + "/summary.md"]) { _, new in new }
        process.standardOutput = FileHandle.nullDevice
        let ended = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in ended.signal() }
        try process.run()
        ended.wait()
        return process.terminationStatus
    }
}
