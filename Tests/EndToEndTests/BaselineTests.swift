import Foundation
import TestSupport
import Testing

/// `batch --baseline`: what was known fails nothing, what is new does, and what cannot be seen any more is no innocence.
struct BaselineTests {
    private let folder: TemporaryFolder
    private let results: String

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(SampleHAR.clean.json, to: "runs/1.har")
        try folder.write(SampleHAR.repeated.json, to: "runs/2.har")
        try folder.write(SampleHAR.facts, to: "facts.yaml")
        results = try folder.write(
            try Tool.run(Self.arguments(folder.path) + ["--format", "json"]).output, to: "results.ndjson")
    }

    private static func arguments(_ folder: String) -> [String] {
        ["batch", folder + "/runs", "--facts", folder + "/facts.yaml", "--no-config"]
    }

    private func batch(_ more: String...) throws -> Tool.Result {
        try Tool.run(Self.arguments(folder.path) + ["--baseline", results] + more)
    }

    @Test func whatIsKnownFailsNothingAndIsStillTold() throws {
        let result = try batch()
        #expect(result.code == 0, "\(result.output)\(result.errors)")
        #expect(result.output.contains("FAIL") && result.output.contains("0 new"))
        let rows = try #require(try batch("--format", "json").output.split(separator: "\n").last)
        #expect(rows.contains(#""exitCode":0,"outcomes""#) && rows.contains(#""new":[]"#), "\(rows)")
    }

    /// The same finding in another capture was not accepted.
    @Test func aFindingIsKnownInItsCaptureOnly() throws {
        try folder.write(SampleHAR.repeated.json, to: "runs/3.har")
        #expect(try batch().code == 1)
    }

    @Test func aNewFindingFails() throws {
        try folder.write(SampleHAR.repeated.json, to: "runs/1.har")
        let result = try batch()
        #expect(result.code == 1 && !result.output.contains("; beside the baseline 0 findings new"), "\(result.output)")
        #expect(try batch("--fail-on", "never").code == 0)
    }

    @Test func whatWasJudgedAndIsCutOffNowIsInconclusive() throws {
        try FileManager.default.removeItem(atPath: folder.path + "/facts.yaml")
        try folder.write("run: {}\n", to: "facts.yaml")
        try folder.write(SampleHAR.cutOff.json, to: "runs/2.har")
        let result = try batch()
        #expect(result.code == 3 || result.code == 2, "\(result.output)\(result.errors)")
        #expect(result.code != 0)
    }

    @Test func whatHoldsNoResultsIsRefused() throws {
        let other = try folder.write("# summary\n", to: "summary.md")
        let result = try Tool.run(Self.arguments(folder.path) + ["--baseline", other])
        #expect(result.code == 2 && result.output.isEmpty && result.errors.contains("summary.md"), "\(result.errors)")
    }
}
