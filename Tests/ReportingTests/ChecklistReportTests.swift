import TestSupport
import Testing

@testable import Reporting

@Suite struct ChecklistReportTests {
    private func render(_ model: ReportModel) -> String {
        String(decoding: ChecklistReport(model: model).render(), as: UTF8.self)
    }

    @Test func eachRuleIsOneRow() throws {
        let model = try SampleRun().model()
        let text = render(model)
        for rule in model.rules {
            #expect(text.components(separatedBy: "| `\(rule.id)` ").count == 2, "\(rule.id)")
        }
        for finding in model.findings { #expect(text.contains(finding.message)) }
    }

    /// What somebody attested is ticked; what a certificate asks for and nobody attested is an empty box.
    @Test func aPersonsRowsAreBoxes() throws {
        var model = try SampleRun().model()
        model.facts.append(
            ReportModel.Fact(key: "attest.nielsen.golive-notify", value: "A. Name on 2026-11-20", source: "file"))
        model.certificates.append(
            ReportModel.Certificate(
                profile: "p", dated: "2026-11-01", verdict: .inconclusive,
                reasons: ["nobody attests nielsen.store-notice"]))
        let text = render(model)
        #expect(text.contains("- [x] `nielsen.golive-notify`: A. Name on 2026-11-20\n"))
        #expect(text.contains("- [ ] `nielsen.store-notice`: name, date"))
    }

    @Test func capturedTextStaysInItsCell() throws {
        for (name, model) in try HostileText.models() {
            let text = render(model)
            for line in text.split(separator: "\n") where line.hasPrefix("|") {
                #expect(line.replacing("\\|", with: "").count { $0 == "|" } == 6, "\(name): \(line)")
            }
            let outsideCode = text.replacing(/(`+)[^`](?:.*?[^`])?\1(?!`)/, with: "")
            #expect(!outsideCode.contains("<script"), "\(name)")
            #expect(!outsideCode.contains("://"), "\(name)")
        }
    }
}
