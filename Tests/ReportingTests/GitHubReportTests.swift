import TestSupport
import Testing

@testable import Reporting

@Suite struct GitHubReportTests {
    private func lines(_ model: ReportModel) -> [String] {
        String(decoding: GitHubReport(model, ReportOptions()).render(), as: UTF8.self)
            .split(separator: "\n").map(String.init)
    }

    @Test func worstFirstAndLocated() throws {
        let lines = lines(try SampleRun().model())
        #expect(lines.first?.hasPrefix("::error file=capture.har,line=1,title=nielsen.optout-ids-blank::") == true)
        #expect(lines.last?.hasPrefix("::notice title=BeaconProof FAIL::capture.har: ") == true)
        #expect(lines.contains { $0.hasPrefix("::warning title=CANNOT TELL") && $0.contains("criteo.omid-trackview") })
    }

    /// The service drops what is beyond ten per level without a word.
    @Test func whatWouldBeDroppedIsCounted() throws {
        let lines = lines(try SampleRun(moreFindings: 100).model())
        #expect(lines.count { $0.hasPrefix("::error ") } == 10)
        #expect(lines.contains("::error title=BeaconProof::97 more; the HTML and JSON reports have them"))
    }

    @Test func nothingCapturedBeginsACommand() throws {
        let clean = lines(try SampleRun(captured: { $0 + "x" }).model().redacted()).count
        for (name, model) in try HostileText.models() {
            let lines = lines(model)
            #expect(name.contains("line") || lines.count == clean, "\(name)")
            #expect(lines.allSatisfy { $0.contains(/^::(error|warning|notice) [a-z]/) }, "\(name)")
        }
    }

    @Test func aTextLineThatLooksLikeACommandIsNone() throws {
        let model = try SampleRun(captured: {
            $0 + " ::stop-commands::x ##[error]y " + String(repeating: "z", count: 50)
        })
        .model().redacted()
        for width in [40, 50, 60, 70, 80] {
            var options = ReportOptions()
            options.width = width
            options.verbose = true
            let text = String(decoding: TextReport(model, options).render(), as: UTF8.self)
            #expect(!text.contains(/(^|\n)\s*(::|##\[)/), "\(width)")
        }
    }
}
