import Foundation
import Model
import Store
import TestSupport
import Testing

@testable import Audit
@testable import Pipeline

/// A vendor that no code knows: from a family file to verdicts.
struct FamilyTests {
    private static func verdict(_ captures: [String], families: String) throws -> (verdict: String, note: String) {
        var request = Certify.Request(inputs: captures, toolVersion: "0")
        request.ruleFolders = [families]
        let outcome = try Certify(request, rules: ShippedRules()).certify()
        let row = try outcome.database.rows(
            "SELECT verdict, note FROM run WHERE id = :run", ["run": SQLValue(outcome.run)]
        ).first
        return (row?.text("verdict") ?? "", row?.text("note") ?? "")
    }

    private static let examples = Repository.path("Examples")

    @Test(arguments: [("acme-play", "pass"), ("acme-missing-heartbeat", "fail"), ("acme-cut-url", "inconclusive")])
    func samplesAreJudged(capture: String, verdict: String) throws {
        let found = try Self.verdict(
            ["\(Self.examples)/families/\(capture).har"], families: "\(Self.examples)/families")
        #expect(found.verdict == verdict, "\(found.note)")
    }

    @Test func anEncryptedHostOfTheVendorCannotBeTold() throws {
        let folder = try TemporaryFolder()
        // Without its keys, which lie beside it.
        let packets = try Data(contentsOf: URL(filePath: "\(Self.examples)/captures/clean-play.pcapng"))
        let capture = try folder.write(Array(packets), to: "alone.pcapng")
        let family = """
            family: acme
            title: Acme
            sources: [{ ref: guide, class: vendor }]
            hosts: [ads.example.test]
            requests: [{ event: e }]
            events: { a: { once: session } }
            """
        let found = try Self.verdict([capture], families: folder.write(family, to: "acme.yaml"))
        #expect(found.verdict == "inconclusive" && found.note.contains("no acme traffic was seen"))
    }

    @Test func theFamilyOfTheGuideFitsInSixtyLines() throws {
        let text = try TextFile.content("\(Self.examples)/families/acme.yaml").text
        #expect(text.split(separator: "\n").count < 60)
        let outcome = try ExampleSuite(path: "\(Self.examples)/families").run()
        #expect(outcome.failures.isEmpty && outcome.examples >= 8)
    }

    @Test func vendorsThatShipProveThemselves() throws {
        let files = try ShippedRules().families().filter { !$0.declaration.requests.isEmpty }
        #expect(files.count >= 6)
        for file in files {
            #expect(file.declaration.isJudgedWhenExpected, "\(file.file)")
            let rules = try file.ruleFiles()
            #expect(!rules.isEmpty && rules.contains { !$0.examples.isEmpty }, "\(file.file)")
        }
    }

    @Test func aDraftNamesWhatACaptureShows() throws {
        let request = Certify.Request(inputs: ["\(Self.examples)/families/acme-play.har"], toolVersion: "0")
        let outcome = try Certify(request, rules: ShippedRules()).decode()
        let draft = try FamilyDraft("acme", host: "collect.acme.test", in: outcome).text
        #expect(draft.contains("event: ev") && draft.contains("session: sid") && draft.contains("path: [/e]"))
        #expect(throws: Never.self) { try FamilyFile(draft, file: "draft.yaml") }
        #expect(throws: PipelineFailure.self) { try FamilyDraft("acme", host: "other.test", in: outcome) }
    }
}
