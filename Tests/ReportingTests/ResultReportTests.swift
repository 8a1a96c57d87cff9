import Foundation
import TestSupport
import Testing

@testable import Reporting

@Suite struct ResultReportTests {
    private func schema() throws -> StructuralSchema {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/result.schema.json")
        return try StructuralSchema(contentsOf: root)
    }

    private func render(_ run: SampleRun) throws -> [UInt8] {
        try #require(ReportFormat.named("json")).render(try run.model())
    }

    @Test func theResultFollowsItsSchema() throws {
        #expect(try schema().faults(in: render(SampleRun())) == [])
    }

    @Test func theSchemaCheckCanFail() throws {
        let text = String(decoding: try render(SampleRun()), as: UTF8.self)
        let schema = try schema()
        for (old, new) in [
            ("\"verdict\": \"fail\"", "\"verdict\": \"bad\""), ("\"fix\"", "\"fixes\""),
            ("\"entry\": 2\n", "\"entry\": \"2\"\n"),
        ] {
            #expect(try !schema.faults(in: Array(text.replacing(old, with: new).utf8)).isEmpty)
        }
    }

    @Test func hostileTextKeepsTheResultValidAndComesBackExactly() throws {
        let schema = try schema()
        for (name, model) in try HostileText.models() {
            let bytes = ResultReport(model).render()
            #expect(try schema.faults(in: bytes) == [], "\(name)")
            let result = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
            let findings = result?["findings"] as? [[String: Any]] ?? []
            let messages = findings.compactMap { $0["message"] as? String }
            #expect(messages.contains { $0.hasPrefix("start fired 2 times") && !$0.isEmpty }, "\(name)")
        }
        let hostile = HostileText.corpus.first { $0.name == "bidirectional override" }?.text ?? ""
        let bytes = try render(SampleRun(captured: { $0 + hostile }))
        let result = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
        let findings = result?["findings"] as? [[String: Any]] ?? []
        #expect(findings.contains { $0["message"] as? String == "start fired 2 times" + hostile })
        #expect(!bytes.contains(0xE2), "hidden characters are written as escapes")
    }

    @Test func findingsComeWorstFirstWithTheirEvidence() throws {
        let model = try SampleRun().model()
        #expect(model.findings.map(\.number) == Array(1...8))
        #expect(model.findings.map(\.severity.rank) == [0, 0, 0, 0, 0, 0, 1, 2])
        let start = try #require(model.findings.first { $0.item == "start" })
        #expect(start.evidence.listed.map(\.role) == ["counterpart", "breach", "declared"])
        #expect(start.evidence.listed[1].offset == ReportModel.Offset(us: 13_883_000, zero: .adStart))
        #expect(start.evidence.listed[1].locator == ReportModel.Place(kind: "entry", value: "7"))
        #expect(start.evidence.listed[2].declared?.line == 13)
    }

    @Test func longEvidenceIsCutAndCounted() throws {
        var limits = ReportLimits()
        limits.evidencePerFinding = 1
        limits.firingsPerAdPlay = 2
        let model = try SampleRun().model(limits: limits)
        let start = try #require(model.findings.first { $0.item == "start" })
        #expect(start.evidence.listed.count == 1 && start.evidence.total == 3)
        #expect(model.adPlays.listed.first?.firings.rest == 9)
        #expect(try schema().faults(in: ResultReport(model).render()) == [])
    }
}
