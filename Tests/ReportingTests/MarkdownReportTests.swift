import TestSupport
import Testing

@testable import Reporting

@Suite struct MarkdownReportTests {
    private func render(_ run: SampleRun, maxBytes: Int? = nil) throws -> String {
        var options = ReportOptions()
        options.maxBytes = maxBytes
        let format = try #require(ReportFormat.named("markdown"))
        return String(decoding: format.render(try run.model(), options: options), as: UTF8.self)
    }

    @Test func worstComesFirst() throws {
        let text = try render(SampleRun())
        #expect(text.hasPrefix("# FAIL: capture.har\n"))
        let must = try #require(text.range(of: "## Must fix"))
        let should = try #require(text.range(of: "## Should fix"))
        #expect(must.lowerBound < should.lowerBound)
    }

    @Test(arguments: [300, 2_000, 20_000]) func theLimitHoldsAndWhatIsMissingIsCounted(limit: Int) throws {
        let text = try render(SampleRun(moreFindings: 100), maxBytes: limit)
        #expect(text.utf8.count <= limit)
        let shown = text.matches(of: #/\n\*\*[0-9]+\.\*\* /#).count
        let missing = try #require(text.firstMatch(of: #/\*\*([0-9]+) more findings/#))
        #expect(shown + (Int(missing.1) ?? 0) == 108)
    }

    @Test func tablesKeepTheirColumnsAndNothingBecomesMarkup() throws {
        for (name, model) in try HostileText.models() {
            let text = String(decoding: MarkdownReport(model, ReportOptions()).render(), as: UTF8.self)
            var columns = 0
            for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
                guard line.hasPrefix("|") else {
                    columns = 0
                    continue
                }
                let cells = line.replacing("\\|", with: "").count { $0 == "|" }
                if columns == 0 { columns = cells }
                #expect(cells == columns, "\(name): \(line)")
            }
            let outsideCode = text.replacing(/(`+)[^`](?:.*?[^`])?\1(?!`)/, with: "")
            #expect(!outsideCode.contains("<script"), "\(name)")
            #expect(!outsideCode.contains("](http"), "\(name)")
            #expect(!outsideCode.contains("://"), "\(name)")
        }
    }
}
