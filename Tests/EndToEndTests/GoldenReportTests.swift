import Foundation
import TestSupport
import Testing

/// The reports of the sample captures in every format, as kept in `Reports/golden`. `RECORD=1` writes them anew and fails
/// the run, so that nobody takes a recording for a test.
struct GoldenReportTests {
    struct Golden: Sendable, CustomTestStringConvertible {
        var sample: String
        var arguments: [String]
        var verdict: String
        var testDescription: String { sample }
    }

    static let goldens = [
        Golden(sample: "clean-play.har", arguments: [], verdict: "PASS"),
        Golden(sample: "missing-quartile.har", arguments: [], verdict: "FAIL"),
        Golden(sample: "cut-in-the-ad.har", arguments: [], verdict: "CANNOT TELL"),
    ]

    private static let endings = [
        "text": "txt", "json": "json", "markdown": "md", "html": "html", "junit": "xml", "sarif": "sarif",
        "github": "github.txt",
    ]

    @Test(arguments: goldens)
    func report(golden: Golden) throws {
        let folder = Repository.path("Reports/golden")
        // The same stand-ins each time.
        let salt = try TemporaryFolder()
        let key = try salt.write(String(repeating: "0123456789abcdef", count: 4), to: "salt")
        let isRecording = ProcessInfo.processInfo.environment["RECORD"] == "1"
        for (format, ending) in Self.endings.sorted(by: { $0.key < $1.key }) {
            let output = try Tool.run(
                ["certify", golden.sample, "--no-config", "--format", format, "--salt", key] + golden.arguments,
                in: Repository.path("Examples/captures")
            ).output
            #expect(format != "text" || output.hasPrefix(golden.verdict))
            let path = "\(folder)/\(golden.sample).\(ending)"
            let text = Self.withoutRuleHash(output)
            if isRecording {
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                try Data(text.utf8).write(to: URL(filePath: path))
                Issue.record("recorded \(path); run again without RECORD")
            } else {
                let kept = try String(contentsOfFile: path, encoding: .utf8)
                #expect(kept == text, "\(path) differs; look at it, then RECORD=1")
            }
        }
    }

    /// The hash of the rules changes with every word of every rule; their verdicts are what counts here.
    private static func withoutRuleHash(_ text: String) -> String {
        guard let doctor = try? Tool.run("doctor").output,
            let hash = doctor.firstMatch(of: /[0-9a-f]{64}/)
        else { return text }
        return text.replacing(String(hash.0), with: String(repeating: "0", count: 64))
    }
}
