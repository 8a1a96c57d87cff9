import TestSupport
import Testing

@testable import Reporting

@Suite struct TextReportTests {
    private func render(_ run: SampleRun, _ options: ReportOptions = ReportOptions()) throws -> String {
        let format = try #require(ReportFormat.named("text"))
        return String(decoding: format.render(try run.model(), options: options), as: UTF8.self)
    }

    @Test func theVerdictIsTheFirstWord() throws {
        #expect(try render(SampleRun()).hasPrefix("FAIL  capture.har\n"))
        #expect(try render(SampleRun(verdict: .inconclusive)).hasPrefix("CANNOT TELL"))
        #expect(try render(SampleRun(verdict: .pass)).hasPrefix("PASS"))
    }

    @Test func evidenceNamesOffsetMethodURLStatusAndPlace() throws {
        let text = try render(SampleRun())
        #expect(text.contains("    !   +13.883 s  GET  tracker.example.test/px?e=start"))
        #expect(text.contains("200  entry 7\n"))
    }

    @Test func warningsAreFoldedUnlessVerbose() throws {
        #expect(!(try render(SampleRun()).contains("midpoint fired 0.4 s late")))
        var options = ReportOptions()
        options.verbose = true
        #expect(try render(SampleRun(), options).contains("midpoint fired 0.4 s late"))
    }

    @Test func noLineIsWiderThanTheTerminal() throws {
        for (name, model) in try HostileText.models() {
            for width in [60, 80, 120] {
                var options = ReportOptions()
                options.width = width
                let text = String(decoding: TextReport(model, options).render(), as: UTF8.self)
                let widest = text.split(separator: "\n").map { TerminalText(String($0)).columns }.max() ?? 0
                #expect(widest <= width, "\(name)")
            }
        }
    }

    @Test func capturedTextSendsNoControlToTheTerminal() throws {
        for (name, model) in try HostileText.models() {
            let text = String(decoding: TextReport(model, ReportOptions()).render(), as: UTF8.self)
            for scalar in text.unicodeScalars where scalar != "\n" {
                #expect(scalar.value >= 0x20 && !HiddenCharacters.isHidden(scalar.value), "\(name): \(scalar)")
            }
        }
    }

    @Test func colourIsTheCallersDecisionAndAddsNoWords() throws {
        let plain = try render(SampleRun())
        #expect(!plain.contains("\u{1B}"))
        var options = ReportOptions()
        options.colour = true
        let coloured = try render(SampleRun(), options)
        #expect(coloured.contains("\u{1B}[1;31mFAIL\u{1B}[0m"))
        let stripped = coloured.replacing(/\u{1B}\[[0-9;]*m/, with: "")
        #expect(stripped == plain)
    }
}
