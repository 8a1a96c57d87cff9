import Foundation
import Testing

@testable import Reporting

@Suite struct BatchSARIFTests {
    private func row(_ findings: Int) throws -> BatchRow {
        var row = BatchRow(path: "a.har", exitCode: 1, of: try SampleRun().model())
        (row.errors, row.warnings, row.infos, row.accepted) = (findings, 0, 0, 0)
        return row
    }

    private func part(_ results: Int) -> [UInt8] {
        Array((0..<results).map { "{\"ruleId\":\"r\($0)\"}" }.joined(separator: ",\n").utf8)
    }

    /// The whole file over captures with so many findings each.
    private func run(_ findings: [Int]) throws -> (results: Int, run: [String: Any]) {
        let format = try #require(BatchFormat.named("sarif"))
        var bytes = format.begin()
        var before = 0
        var isFirst = true
        let rows = try findings.map(row)
        for row in rows {
            let entry = format.entry(
                for: row, part: part(row.findings), findingsBefore: before, options: BatchOptions())
            before += row.findings
            guard !entry.isEmpty else { continue }
            bytes += isFirst ? entry : format.separator + entry
            isFirst = false
        }
        bytes += format.end(
            BatchSummary(toolVersion: "1", rulesVersion: "1", rulesSHA256: "0", rows: rows), options: BatchOptions())
        let log = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
        let run = try #require((log?["runs"] as? [[String: Any]])?.first)
        return ((run["results"] as? [Any])?.count ?? 0, run)
    }

    private func notes(_ run: [String: Any]) -> String {
        let invocation = (run["invocations"] as? [[String: Any]])?.first
        let notes = invocation?["toolExecutionNotifications"] as? [[String: Any]] ?? []
        return notes.compactMap { ($0["message"] as? [String: String])?["text"] }.joined()
    }

    @Test(arguments: [[24_998, 1, 1], [0, 25_000]])
    func aFullRunHoldsAll(findings: [Int]) throws {
        let (results, run) = try run(findings)
        #expect(results == 25_000 && notes(run) == "")
        #expect((run["properties"] as? [String: Any])?["findingsNotListed"] as? Int == 0)
    }

    /// Services refuse a run with more.
    @Test(arguments: [[24_999, 2, 3], [25_001, 0, 3], [25_000, 4]])
    func whatIsTooMuchIsCountedInAnExplicitNote(findings: [Int]) throws {
        let (results, run) = try run(findings)
        #expect(results == 25_000)
        #expect(notes(run).contains("4 more findings not listed here"))
        #expect((run["properties"] as? [String: Any])?["findingsNotListed"] as? Int == 4)
    }
}
