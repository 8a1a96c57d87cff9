import Foundation
import TestSupport
import Testing

/// The scripts of the examples for CI services, run as the service would run them. scripts/test-action.py runs the whole action.
struct CIExampleTests {
    @Test(arguments: ["github", "gitlab"])
    func theScriptJudgesAFolderAndLeavesItsReports(service: String) throws {
        let folder = try TemporaryFolder()
        for (sample, name) in [("clean-play.har", "a.har"), ("looping-player.har", "b.har")] {
            let text = try String(contentsOfFile: Repository.path("Examples/captures/\(sample)"), encoding: .utf8)
            try folder.write(text, to: "captures/\(name)")
        }
        let script = service == "github" ? action : try gitlabScript()
        #expect(try run(script, in: folder) == 1)
        let reports = folder.path + "/reports"
        #expect(try names(reports).contains("beaconproof.xml"))
        #expect(try names(reports + "/pages").contains("index.html"))
        // What was found becomes the baseline, and fails nothing then.
        try FileManager.default.copyItem(
            atPath: reports + "/results.ndjson", toPath: folder.path + "/captures/baseline.ndjson")
        #expect(try run(script, in: folder) == 0)
        try FileManager.default.removeItem(atPath: folder.path + "/captures/baseline.ndjson")
        try FileManager.default.removeItem(atPath: folder.path + "/captures/b.har")
        #expect(try run(script, in: folder) == 0)
    }

    private func names(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder)
    }

    private var action: String {
        "BASELINE=captures/baseline.ndjson '\(Repository.path("packaging/ci/certify.sh"))' captures"
    }

    /// From the first line of the script that certifies to its exit.
    private func gitlabScript() throws -> String {
        let text = try String(contentsOfFile: Repository.path("Examples/ci/gitlab-ci.yml"), encoding: .utf8)
        let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        let first = try #require(lines.firstIndex(of: "mkdir -p reports"))
        let last = try #require(lines.lastIndex(of: "exit $code"))
        return lines[first...last].joined(separator: "\n")
    }

    private func run(_ script: String, in folder: TemporaryFolder) throws -> Int32 {
        let tool = URL(filePath: try #require(Tool.path)).deletingLastPathComponent().path
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["sh", "-ec", script]
        process.currentDirectoryURL = URL(filePath: folder.path)
        let inherited = ProcessInfo.processInfo.environment
        process.environment = inherited.merging([
            "PATH": "\(tool):\(inherited["PATH"] ?? "/usr/bin:/bin")",
            "GITHUB_STEP_SUMMARY": folder.path + "/summary.md",
        ]) { _, new in new }
        process.standardOutput = FileHandle.nullDevice
        let ended = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in ended.signal() }
        try process.run()
        ended.wait()
        return process.terminationStatus
    }
}
