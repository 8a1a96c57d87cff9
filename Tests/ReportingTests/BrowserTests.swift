import Foundation
import TestSupport
import Testing

@testable import Reporting

/// The page in a browser: no error on its console, no request that leaves it. Skips where there is no Chromium.
@Suite(.serialized, .enabled(if: Browser.path != nil, "no Chromium here (CHROMIUM names one)"))
struct BrowserTests {
    @Test func aFailingReportLoadsAndItsScriptRuns() throws {
        let visit = try Browser.visit(HTMLReport(try SampleRun().model().redacted(), ReportOptions()).render())
        #expect(visit.page.contains("class=\"zoom\"") && visit.page.contains("type=\"search\""))
        #expect(visit.complaints == [] && visit.requests == [])
    }

    @Test func hostileTextDoesNothing() throws {
        let all = HostileText.corpus.map(\.text).joined(separator: " ")
        let model = try SampleRun(captured: { $0 + "x" + all }).model().redacted()
        let visit = try Browser.visit(HTMLReport(model, ReportOptions()).render())
        #expect(visit.page.contains("class=\"zoom\""))
        #expect(visit.complaints == [] && visit.requests == [])
    }

    /// A page that does misbehave is noticed.
    @Test func theChecksCanFail() throws {
        let bad = "<!doctype html><script>console.error('x')</script><img src='http://evil.example.test/p.png'>"
        let visit = try Browser.visit(Array(bad.utf8))
        #expect(!visit.complaints.isEmpty && !visit.requests.isEmpty)
    }
}

/// Headless Chromium.
private enum Browser {
    static let path: String? = {
        let named = ProcessInfo.processInfo.environment["CHROMIUM"].map { [$0] } ?? []
        let usual = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
        return (named + usual).first(where: FileManager.default.isExecutableFile)
    }()

    struct Visit {
        /// The document after its script has run.
        var page: String
        /// Lines of the console.
        var complaints: [String]
        /// Addresses asked for that are not the page's own file.
        var requests: Set<String>
    }

    static func visit(_ page: [UInt8]) throws -> Visit {
        let folder = FileManager.default.temporaryDirectory.appending(path: "report-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer {
            do { try FileManager.default.removeItem(at: folder) } catch { print("\(folder.path) stays: \(error)") }
        }
        let file = folder.appending(path: "report.html")
        try Data(page).write(to: file)
        let (output, errors, log) = ("output", "errors", "net.json")
        for name in [output, errors] { try Data().write(to: folder.appending(path: name)) }
        let process = Process()
        process.executableURL = URL(filePath: path ?? "")
        process.arguments = [
            "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync",
            "--host-resolver-rules=MAP * ~NOTFOUND", "--user-data-dir=\(folder.path)/profile",
            "--log-net-log=\(folder.path)/\(log)", "--enable-logging=stderr", "--virtual-time-budget=2000",
            "--dump-dom", file.absoluteString,
        ]
        process.standardOutput = try FileHandle(forWritingTo: folder.appending(path: output))
        process.standardError = try FileHandle(forWritingTo: folder.appending(path: errors))
        let ended = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in ended.signal() }
        try process.run()
        ended.wait()
        func text(_ name: String) throws -> String {
            String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
        }
        let complaints = try text(errors).split(separator: "\n").filter { $0.contains("CONSOLE") }.map(String.init)
        let asked = try text(log).matches(of: /"url":"((?:https?|wss?|ftp):[^"]*example[^"]*)"/).map { String($0.1) }
        return Visit(page: try text(output), complaints: complaints, requests: Set(asked))
    }
}
