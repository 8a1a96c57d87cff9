import Foundation
import TestSupport
import Testing

/// Recordings of a simulated player with known faults: every fault is found, and nothing else is.
@Suite(.enabled(if: SharedMaterial.isPresent, "no ../shared beside the package"))
struct RecordingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var folder: String
        var capture: String
        var testDescription: String { "\((folder as NSString).lastPathComponent) \(capture)" }
    }

    static let cases: [Case] = SharedMaterial.files(in: "recordings") { $0 == "expect.json" }.flatMap {
        file -> [Case] in
        let folder = file.deletingLastPathComponent()
        return ["capture.har", "capture.pcapng", "capture.pcap"].compactMap { name in
            let path = folder.appending(path: name).path
            return FileManager.default.fileExists(atPath: path) ? Case(folder: folder.path, capture: name) : nil
        }
    }

    /// What must be found of each fault: any one of the rules.
    private static let faults: [String: [String]] = [
        "impression-repeated": ["vast.impression-once"],
        "gam-us-privacy-missing": ["ima.adtag-us-privacy-absent", "ima.adtag-us-privacy"],
        "quartile-repeated": ["vast.quartile-once", "vast.loop-refire"],
        "order": ["vast.quartile-order", "vast.impression-order", "vast.quartile-gap"],
        "quartile-missing": ["vast.quartile-gap", "vast.complete-missing"],
        "nielsen-optout-ids": ["nielsen.optout-ids-blank"],
        "omid-missing": ["criteo.omid-gap"],
        "ssai-repeated": ["ssai.beacon-once"],
    ]

    /// Rules that may speak too because of the same fault, by the beginning of their ids.
    private static let consequences: [String: [String]] = [
        "order": ["vast.", "criteo.omid-gap", "omid.order"],
        "quartile-repeated": ["vast.loop-refire", "vast.quartile-once", "vast.quartile-order", "criteo."],
        "nielsen-optout-ids": ["nielsen.optout-", "nielsen.fpid-"],
        "quartile-missing": ["vast.event-all-urls"],
        "ssai-repeated": ["ssai."],
        "omid-missing": ["criteo.omid-"],
        "gam-us-privacy-missing": ["ima.adtag-"],
    ]

    @Test func thereAreRecordings() {
        #expect(Self.cases.count >= 30)
    }

    @Test(arguments: cases)
    func verdict(recording: Case) throws {
        let expected = try Self.object(recording.folder + "/expect.json")
        let want = try #require(expected["verdict"] as? String)
        let isPackets = recording.capture != "capture.har"
        let scratch = try TemporaryFolder()
        var arguments = ["certify", "\(recording.folder)/\(recording.capture)", "--format", "json", "--no-config"]
        let keys = recording.folder + "/sslkeys.log"
        if isPackets, FileManager.default.fileExists(atPath: keys) { arguments += ["--keylog", keys] }
        if let facts = expected["facts"] as? [String: Any], !facts.isEmpty {
            let bytes = [UInt8](try JSONSerialization.data(withJSONObject: facts))
            arguments += ["--facts", try scratch.write(bytes, to: "facts.json")]
        }
        let run = try Tool.run(arguments)
        let result = try run.json()
        let findings = try #require(result["findings"] as? [[String: Any]])
        let errors = Set(findings.filter { $0["severity"] as? String == "error" }.compactMap { $0["rule"] as? String })
        // A decrypting proxy saw what the packets hide.
        if !isPackets, want == "inconclusive" { return }
        switch want {
        case "fail":
            #expect(run.code == 1)
            try faulty(expected, errors)
        case "pass":
            #expect(errors.isEmpty)
            #expect(run.code == 0)
            #expect(result["verdict"] as? String == "pass")
        default:
            #expect(errors.isEmpty)
            if want == "inconclusive" { #expect(result["verdict"] as? String != "pass") }
        }
    }

    private func faulty(_ expected: [String: Any], _ errors: Set<String>) throws {
        var allowed: [String] = []
        for fault in try #require(expected["faults"] as? [[String: Any]]) {
            let id = try #require(fault["id"] as? String)
            if fault["severity"] as? String == "error" {
                let rules = try #require(Self.faults[id], "\(id) is not in the table")
                #expect(!errors.isDisjoint(with: rules), "missed \(id)")
                allowed += rules
            }
            allowed += Self.consequences[id] ?? []
        }
        let others = errors.filter { rule in !allowed.contains { rule.hasPrefix($0) } }
        #expect(others.isEmpty)
    }

    private static func object(_ path: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path))) as? [String: Any])
    }
}

/// Exports of many tools: as many exchanges as an independent tool counted, and one clear line for what is no HAR.
@Suite(.enabled(if: SharedMaterial.isPresent, "no ../shared beside the package"))
struct ForeignHARTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var path: String
        /// `nil`: the independent tool could not read it.
        var entries: Int?
        var testDescription: String { path }
    }

    static let cases: [Case] = {
        guard let folder = SharedMaterial.folder,
            let text = try? String(contentsOf: folder.appending(path: "captures/INDEX.tsv"), encoding: .utf8)
        else { return [] }
        return text.split(separator: "\n").compactMap { line in
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard columns.count == 8, columns[0].hasPrefix("har/") else { return nil }
            let truth = try? JSONSerialization.jsonObject(with: Data(columns[7].utf8)) as? [String: Any]
            return Case(
                path: folder.appending(path: "captures/\(columns[0])").path, entries: truth?["entries"] as? Int)
        }
    }()

    @Test func thereAreExports() {
        #expect(Self.cases.count >= 40)
    }

    @Test(arguments: cases)
    func decode(export: Case) throws {
        let result = try Tool.run("decode", export.path)
        guard let entries = export.entries else {
            #expect(result.code == 2)
            #expect(result.errors.hasPrefix("beaconproof: \(export.path): "))
            #expect(result.errors.split(separator: "\n").count == 1 && result.output.isEmpty)
            return
        }
        #expect(result.code == 0)
        let lines = result.output.split(separator: "\n").count
        #expect(lines == entries)
    }
}
