import Foundation
import TestSupport
import Testing

/// Recordings of one run by several recorders: each gives the verdict, and all of them together give it once.
@Suite(.enabled(if: SharedMaterial.isPresent, "no ../shared beside the package"))
struct JoinedRecordingTests {
    private static let folders: [String] = SharedMaterial.files(in: "recordings") { $0 == "flows.mitm" }.map {
        $0.deletingLastPathComponent().path
    }

    @Test func thereAreRecordings() {
        #expect(!Self.folders.isEmpty)
    }

    @Test(arguments: folders)
    func together(folder: String) throws {
        let text = try Data(contentsOf: URL(filePath: folder + "/expect.json"))
        let expected = try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
        let want = try #require(expected["verdict"] as? String)
        let names = ["capture.pcapng", "flows.mitm", "mitmproxy.har"].filter {
            FileManager.default.fileExists(atPath: "\(folder)/\($0)")
        }
        var beacons: Set<Int> = []
        for inputs in names.map({ [$0] }) + [names, names.reversed()] {
            let paths = inputs.map { "\(folder)/\($0)" }
            let run = try Tool.run(
                ["certify"] + paths + ["--keylog", folder + "/sslkeys.log", "--format", "json", "--no-config"])
            let result = try run.json()
            #expect(result["verdict"] as? String == want, "\(inputs)")
            let families = try #require(result["families"] as? [[String: Any]])
            beacons.insert(families.compactMap { $0["beacons"] as? Int }.reduce(0, +))
        }
        #expect(beacons.count == 1, "the same beacons, however many inputs saw them")
    }
}
