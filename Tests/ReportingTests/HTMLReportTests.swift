import Foundation
import Testing

@testable import Reporting

@Suite struct HTMLReportTests {
    private func render(_ run: SampleRun, _ options: ReportOptions = ReportOptions()) throws -> String {
        let bytes = try #require(ReportFormat.named("html")).render(try run.model(), options: options)
        if let folder = ProcessInfo.processInfo.environment["REPORT_FOLDER"] {
            let name = "\(run.verdict.rawValue)-\(run.moreFindings)-\(options.reveal).html"
            try Data(bytes).write(to: URL(filePath: folder).appending(path: name))
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func everyFindingHasACardWithAPermalink() throws {
        let page = try render(SampleRun())
        for finding in try SampleRun().model().findings {
            #expect(page.contains("id=\"f-\(finding.fingerprint)\""))
        }
        #expect(page.contains("<h1>FAIL</h1>"))
    }

    @Test func theTimelineNamesTheBreach() throws {
        let page = try render(SampleRun())
        #expect(page.contains("<svg role=\"img\""))
        #expect(page.contains(">2: start fired 2 times</text>"))
        #expect(page.contains("not seen: verify.criteo.example.test"))
    }

    @Test func thePolicyAllowsExactlyThePagesOwnStyleAndScript() throws {
        let page = try render(SampleRun())
        for (tag, part) in [("style", PageFrame.style), ("script", PageFrame.script)] {
            let text = String(decoding: part.bytes, as: UTF8.self)
            #expect(page.contains("<\(tag)>\(text)</\(tag)>"))
            #expect(page.contains("\(tag)-src &#39;\(PageFrame.policyHash(of: part))&#39;"))
        }
    }

    @Test func nothingIsLoadedAndNoCapturedURLIsALink() throws {
        for (name, model) in try HostileText.models() {
            let page = String(decoding: HTMLReport(model, ReportOptions()).render(), as: UTF8.self)
            for attribute in page.matches(of: /[ \/"'](href|src|action|data|style|on[a-z]+)="([^"]*)"/) {
                let isOurs = attribute.1 == "href" && attribute.2.hasPrefix("#")
                #expect(isOurs, "\(name): \(attribute.0)")
            }
            #expect(!page.contains("url(http"))
        }
    }

    @Test func hostileTextCannotChangeTheStructure() throws {
        func tags(_ page: String) -> [String] {
            page.matches(of: /<(\/?[a-zA-Z!][a-zA-Z0-9-]*)/).map { String($0.1) }
        }
        let clean = tags(try render(SampleRun(captured: { $0 + "x" })))
        for (name, model) in try HostileText.models() {
            // Text behind an x cannot vanish, so every element of the clean page must be there and no other. Only a reason
            // with line breaks in it becomes several, because the database keeps one per line.
            guard !name.contains("line") else { continue }
            let page = tags(String(decoding: HTMLReport(model, ReportOptions()).render(), as: UTF8.self))
            #expect(page == clean, "\(name)")
        }
    }

    @Test func aThousandFindingsStayUnderTwoMegabytes() throws {
        let page = try render(SampleRun(moreFindings: 1_000))
        #expect(page.utf8.count < 2_000_000)
        #expect(page.contains("id=\"f-more-999\""))
    }

    @Test func sameRunSameBytes() throws {
        for format in ReportFormat.all {
            let first = format.render(try SampleRun().model())
            let second = format.render(try SampleRun().model())
            #expect(first == second, "\(format.name)")
        }
    }

    @Test func allFormatsTellTheSameFindings() throws {
        let model = try SampleRun().model()
        for format in ReportFormat.all {
            var options = ReportOptions()
            options.verbose = true
            options.reveal = true
            options.width = 400
            let text = String(decoding: format.render(model, options: options), as: UTF8.self)
            for finding in model.findings {
                #expect(text.contains(finding.rule), "\(format.name)")
                #expect(text.contains(finding.message), "\(format.name): \(finding.message)")
            }
        }
    }
}
