import Model
import Store
import TestSupport
import Testing

@testable import Pipeline

/// Whether a recording can be certified.
struct PreflightTests {
    private func lines(_ name: String, _ text: String) throws -> [String] {
        let folder = try TemporaryFolder()
        let path = try folder.write(text, to: name)
        let outcome = try Certify(Certify.Request(inputs: [path], toolVersion: "0"), rules: ShippedRules()).certify()
        return try Preflight(outcome).lines
    }

    @Test func aWholeRecording() throws {
        let lines = try lines("run.har", SampleHAR.clean.json)
        #expect(lines.first == "can be certified")
        #expect(lines.contains { $0.hasPrefix("families: vast (6 beacons, 1 ad plays)") })
        #expect(lines.contains { $0.contains("  vast: ") })
        #expect(lines.count <= 14)
    }

    @Test func oneWithoutQueries() throws {
        let sample = SampleHAR(
            SampleHAR.clean.entries.map { entry in
                var entry = entry
                if let question = entry.url.firstIndex(of: "?") { entry.url = String(entry.url[..<question]) }
                return entry
            })
        let lines = try lines("run.har", sample.json)
        #expect(lines.first?.hasPrefix("cannot be certified") ?? false)
        #expect(lines.contains("URLs: sanitised, every query was removed"))
    }

    @Test func oneWithoutKnownTraffic() throws {
        let sample = SampleHAR([
            .init(0, "https://www.example.test/", status: 200), .init(1, "https://ads.other.test/x"),
        ])
        let lines = try lines("run.har", sample.json)
        #expect(lines.first == "cannot be certified: it holds no traffic of a system that is known")
        #expect(lines.contains("ads or measurement of no known family: ads.other.test (1)"))
    }
}
