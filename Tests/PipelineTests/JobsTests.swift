import Foundation
import Model
import Reporting
import TestSupport
import Testing

@testable import Pipeline

/// Whatever the number of threads, the same bytes come out.
struct JobsTests {
    /// Samples by name, and what is made here: more exchanges than are interpreted at once, with a log of calls among them.
    private static let runs = [
        ["clean-play.pcapng", "clean-play.keys.txt"], ["clean-play.pcapng", "clean-play.some-keys.txt"],
        ["cut-in-the-ad.har"], ["nielsen-opted-out.har"],
        ["clean-play.har", "clean-play.pcapng", "clean-play.keys.txt"], ["many.har", "calls.jsonl"], ["cut.har"],
    ]

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let many = SampleHAR(
            (0..<40).flatMap { play in
                SampleHAR.clean.entries.map { entry in
                    var entry = entry
                    entry.seconds += Double(play) * 60
                    return entry
                }
            })
        try folder.write(many.json, to: "many.har")
        let half = many.json.utf8.prefix(many.json.utf8.count / 2)
        try folder.write(String(decoding: half, as: UTF8.self), to: "cut.har")
        let calls = (0..<300).map { call in
            let at = 1_769_853_600_000 + call * 7_000
            return "{\"v\":1,\"kind\":\"event\",\"t\":\(at),\"source\":\"ima\",\"name\":\"adStarted\"}"
        }
        try folder.write(calls.joined(separator: "\n"), to: "calls.jsonl")
    }

    private func request(_ names: [String], _ jobs: Int) -> Certify.Request {
        var request = Certify.Request(
            inputs: names.map { name in
                let sample = Repository.path("Examples/captures/\(name)")
                return FileManager.default.fileExists(atPath: sample) ? sample : "\(folder.path)/\(name)"
            }, toolVersion: "0")
        request.jobs = jobs
        return request
    }

    @Test(arguments: runs)
    func databaseAndReport(names: [String]) throws {
        var databases: Set<Data> = []
        var reports: Set<[UInt8]> = []
        for jobs in [1, 2, 4] {
            var request = request(names, jobs)
            request.databasePath = "\(folder.path)/\(jobs).db"
            let outcome = try Certify(request, rules: ShippedRules()).certify()
            databases.insert(try Data(contentsOf: URL(filePath: "\(folder.path)/\(jobs).db")))
            let json = try #require(ReportFormat.named("json"))
            reports.insert(
                json.render(try ReportModel(reading: outcome.database, run: outcome.run), options: ReportOptions()))
        }
        #expect(databases.count == 1 && reports.count == 1)
    }

    @Test(arguments: runs)
    func lines(names: [String]) throws {
        let outputs = try [1, 2, 4].map { jobs in
            let outcome = try Certify(request(names, jobs), rules: ShippedRules()).decode(.lines)
            var bytes: [UInt8] = []
            try ExchangeLines.write(run: outcome.run, from: outcome.database) { bytes += $0 }
            return bytes
        }
        #expect(Set(outputs).count == 1 && outputs[0].count > 1_000)
    }

    @Test func whatIsNoCaptureIsRefusedAlike() throws {
        try folder.write("{\"log\": {\"entries\": [7], \"x\": ", to: "wrong.har")
        try folder.write("{\"log\": 7}", to: "empty.har")
        for name in ["wrong.har", "empty.har"] {
            let said = [1, 2, 4].map { jobs in
                do throws(PipelineFailure) {
                    return try Certify(request([name], jobs), rules: ShippedRules()).certify().run.description
                } catch {
                    return error.description
                }
            }
            #expect(Set(said).count == 1)
        }
    }
}
