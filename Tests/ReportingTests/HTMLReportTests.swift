import Foundation
import TestSupport
import Testing

@testable import Reporting

@Suite struct HTMLReportTests {
    private func render(_ run: SampleRun, _ options: ReportOptions = ReportOptions()) throws -> String {
        let bytes = try #require(ReportFormat.named("html")).render(try run.model(), options: options)
        if let folder = ProcessInfo.processInfo.environment["REPORT_FOLDER"] {
            let name = "\(run.verdict.rawValue)-\(run.moreFindings)-\(options.redaction != .none).html"
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
        #expect(page.contains("<svg role=\"group\""))
        #expect(page.contains(">2: start fired 2 times</text>"))
        #expect(page.contains(">not seen</text>") && page.contains(">verify.criteo.example.test</text>"))
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
        /// Without the folds, which depend on how long a path is.
        func tags(_ page: String) -> [String] {
            let fold = /<details><summary><code>[^<]*<\/code><\/summary>(<code>[^<]*<\/code>)[^<]*<\/details>/
            // A query with an ampersand more has a parameter more.
            let rows = /(?s)<caption>Parameters.*?<\/table>/
            return page.replacing(fold, with: { $0.1 }).replacing(rows, with: "").matches(
                of: /<(\/?[a-zA-Z!][a-zA-Z0-9-]*)/
            ).map { String($0.1) }
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

    @Test func aThousandFindingsStayUnderAMegabyteAndAHalf() throws {
        let page = try render(SampleRun(moreFindings: 1_000))
        #expect(page.utf8.count < 1_500_000)
        #expect(page.contains("id=\"f-more-999\""))
        // What a browser has to build; it lays out only what is near the screen.
        #expect(page.matches(of: /<[a-z]/).count < 15_000)
        #expect(page.contains("scroll later") && page.contains("bad later"))
    }

    /// 24 hours of requests: the drawing stays small and says what it leaves out.
    @Test func aLongCaptureStaysLegible() throws {
        var model = try SampleRun().model()
        let zero = try #require(model.startUs)
        let moments = (0..<20_000).map { index in
            ReportModel.Moment(
                atUs: zero + Int64(index) * 4_320_000, what: "GET", whom: "h\(index % 50).example.test", outcome: "200")
        }
        model.requests = ReportModel.Limited(moments, total: 1_000_000)
        let page = String(decoding: HTMLReport(model, ReportOptions()).render(), as: UTF8.self)
        #expect(page.utf8.count < 2_000_000)
        #expect(page.contains("980000 more requests and calls, not drawn"))
        #expect(page.contains("999800 more; "))
        #expect(page.matches(of: /M[0-9]+ [0-9]+h\.01/).count < 2_000)
    }

    @Test func structureThatScreenReadersNeed() throws {
        let page = try render(SampleRun())
        let ids = page.matches(of: #/ id="([^"]*)"/#).map { String($0.1) }
        #expect(Set(ids).count == ids.count)
        for target in page.matches(of: ##/ (?:href="#|aria-labelledby=")([^"]+)"/##) {
            #expect(ids.contains(String(target.1)), "\(target.1)")
        }
        var level = 0
        for heading in page.matches(of: /<h([1-6])/) {
            let next = Int(heading.1) ?? 0
            #expect(next <= level + 1, "\(level) is followed by \(next)")
            level = next
        }
        #expect(page.matches(of: /<h1/).count == 1)
        for tag in ["<html lang=\"en\">", "<main>", "<nav aria-label=", "<header", "<footer>"] {
            #expect(page.contains(tag), "\(tag)")
        }
        #expect(!page.contains(/<th>/))
        for drawing in page.matches(of: /<svg[^>]*>/) {
            #expect(drawing.0.contains("aria-hidden") || drawing.0.contains("role=\"group\""), "\(drawing.0)")
        }
    }

    @Test func waivedFindingsNameOwnerReasonAndDay() throws {
        let page = try render(SampleRun())
        for cell in ["<td>A. Name</td>", "<td>test wrapper</td>", ">2027-01-31</td>"] { #expect(page.contains(cell)) }
    }

    /// WCAG 2.2, 1.4.3: at least 4.5 to 1 for every text colour on every ground it stands on.
    @Test func colours() throws {
        let style = String(decoding: PageFrame.style.bytes, as: UTF8.self)
        let schemes = style.split(separator: "--paper:").dropFirst().prefix(2).map { part in
            Dictionary(
                ("--paper:" + part).prefix { $0 != "}" }.matches(of: /--([a-z-]+): (#[0-9a-f]{3,6})/)
                    .map { (String($0.1), String($0.2)) }, uniquingKeysWith: { first, _ in first })
        }
        #expect(schemes.count == 2)
        for colours in schemes {
            for ground in ["paper", "panel"] {
                for text in ["ink", "soft", "bad", "warn", "good", "unknown", "link"] {
                    try expectContrast(colours, text, on: ground)
                }
            }
            for word in ["bad", "warn", "good", "unknown"] { try expectContrast(colours, word, on: word + "-soft") }
            for ground in ["bad-soft", "good-soft", "unknown-soft"] { try expectContrast(colours, "ink", on: ground) }
        }
    }

    private func expectContrast(_ colours: [String: String], _ text: String, on ground: String) throws {
        let pair = [luminance(try #require(colours[text])), luminance(try #require(colours[ground]))].sorted()
        let ratio = (pair[1] + 0.05) / (pair[0] + 0.05)
        #expect(ratio >= 4.5, "\(text) on \(ground): \(ratio)")
    }

    private func luminance(_ colour: String) -> Double {
        let digits: [Int] = colour.dropFirst().map { $0.hexDigitValue ?? 0 }
        let pairs: [Int] = digits.count == 3 ? [0, 0, 1, 1, 2, 2] : [0, 1, 2, 3, 4, 5]
        let linear: [Double] = [0, 2, 4].map { place in
            let value = Double(digits[pairs[place]] * 16 + digits[pairs[place + 1]]) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
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
            options.redaction = .none
            options.width = 400
            let text = String(decoding: format.render(model, options: options), as: UTF8.self)
            // Annotations leave out what somebody accepted.
            for finding in model.findings where format.name != "github" || finding.waived == nil {
                #expect(text.contains(finding.rule), "\(format.name)")
                #expect(text.contains(finding.message), "\(format.name): \(finding.message)")
            }
        }
    }
}
