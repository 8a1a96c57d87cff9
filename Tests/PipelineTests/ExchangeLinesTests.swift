import Foundation
import TestSupport
import Testing

@testable import Pipeline

/// The fields of interfaces, "decode".
struct ExchangeLinesTests {
    private func text(_ sample: SampleHAR, _ detail: DecodeStage.Detail) throws -> String {
        let folder = try TemporaryFolder()
        let request = Certify.Request(inputs: [try folder.write(sample.json, to: "run.har")], toolVersion: "0")
        let outcome = try Certify(request, rules: ShippedRules()).decode(detail)
        var bytes: [UInt8] = []
        try ExchangeLines.write(run: outcome.run, from: outcome.database) { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func lines(_ sample: SampleHAR) throws -> [[String: Any]] {
        try text(sample, .lines).split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    @Test func everyField() throws {
        let lines = try lines(SampleHAR([.init(1.5, "https://Tracker.test:8443/p?q=%22\"é", status: 200, body: "abc")]))
        let line = try #require(lines.first)
        #expect(
            Set(line.keys) == [
                "n", "atUs", "method", "scheme", "host", "path", "status", "protocol", "flow", "stream", "entry",
                "requestBytes", "responseBytes", "notes",
            ])
        #expect(line["n"] as? Int == 1)
        #expect(line["atUs"] as? Int == 1_769_853_601_500_000)
        #expect(line["method"] as? String == "GET" && line["scheme"] as? String == "https")
        #expect(line["host"] as? String == "tracker.test")
        #expect(line["path"] as? String == "/p?q=%22\"é")
        #expect(line["status"] as? Int == 200)
        #expect(line["entry"] as? String == "0")
        #expect(line["responseBytes"] as? Int == 3)
        #expect(line["stream"] is NSNull && line["notes"] is [String])
    }

    @Test func whatLinesDoNotTellIsNotNeededForThem() throws {
        let sample = SampleHAR([.init(1.5, "https://tracker.test/p", status: 200, body: "abc")])
        #expect(try text(sample, .lines) == text(sample, .whole))
    }

    @Test func inTheOrderOfTime() throws {
        let lines = try lines(SampleHAR(SampleHAR.repeated.entries.reversed()))
        let times = lines.compactMap { $0["atUs"] as? Int }
        #expect(lines.count == SampleHAR.repeated.entries.count)
        #expect(times == times.sorted())
        #expect(lines.compactMap { $0["n"] as? Int } == Array(1...lines.count))
    }

    /// What the writer throws ends the writing and comes through.
    @Test func aBrokenPipe() throws {
        struct Closed: Error {}
        let kept = try KeptRun(SampleHAR.clean)
        #expect(throws: Closed.self) {
            try ExchangeLines.write(run: kept.outcome.run, from: kept.outcome.database) { _ in throw Closed() }
        }
    }
}
