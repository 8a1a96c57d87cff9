import Foundation
import Store
import TestSupport
import Testing

@testable import Pipeline

/// Each limit, hit: what it hides is blind, and the run is neither a pass nor a crash.
struct LimitTests {
    private func certify(
        _ capture: String, limit: String?, _ change: (inout Certify.Request) throws -> Void = { _ in }
    ) throws -> Certify.Outcome {
        let folder = try TemporaryFolder()
        var request = Certify.Request(inputs: [capture], toolVersion: "0")
        request.factsPath = try folder.write(SampleHAR.facts, to: "facts.yaml")
        if let limit { try request.limits.set(limit) }
        try change(&request)
        return try Certify(request, rules: ShippedRules()).certify()
    }

    /// The diagnostics that hide something, the ends of the capture left out.
    private func blinding(_ outcome: Certify.Outcome) throws -> Set<String> {
        Set(
            try outcome.database.rows(
                "SELECT DISTINCT d.code FROM blind b JOIN diagnostic d ON d.id = b.diagnostic"
            ).compactMap { $0.text("code") })
    }

    // MARK: Files

    enum Wrapping: Sendable { case none, gzip, gzipWithSpace }

    @Test(arguments: [
        ("entry-bytes=1200", Wrapping.none, "har.entry-too-large"),
        ("body-bytes=100", .none, "interpret.document-unseen"),
        ("unpacked-bytes=3000", .gzip, "input.unpack-damaged"),
        ("unpack-ratio=10", .gzipWithSpace, "har.tail-cut"),
    ])
    func ofFiles(limit: String, wrapping: Wrapping, code: String) throws {
        let folder = try TemporaryFolder()
        let json =
            wrapping == .gzipWithSpace
            ? SampleHAR.clean.json.replacing("\n]}}", with: String(repeating: " ", count: 3 << 20) + "\n]}}")
            : SampleHAR.clean.json
        let plain = Array(json.utf8)
        let bytes = wrapping == .none ? plain : Packed.bytes(plain, as: .gzip)
        let capture = try folder.write(bytes, to: "run.har")
        #expect(try certify(capture, limit: nil).verdict() == "pass")
        let outcome = try certify(capture, limit: limit)
        #expect(try outcome.verdict() == "inconclusive")
        let blind = try blinding(outcome)
        #expect(blind.contains(code), "\(blind.sorted())")
    }

    @Test func ofLines() throws {
        let folder = try TemporaryFolder()
        let line = #"{"v":1,"kind":"call","t":1769853600123,"inst":"A","api":"loadMetadata","args":{"type":"content"}}"#
        let log = try folder.write(
            line + "\n" + line.replacing("content", with: "static\" , \"x\":\"") + "\n", to: "a.log")
        let outcome = try certify(log, limit: "line-bytes=100")
        #expect(try outcome.verdict() == "inconclusive")
        let blind = try blinding(outcome)
        #expect(blind.contains("calls.line-unreadable"), "\(blind.sorted())")
    }

    @Test func ofArchives() throws {
        let failure = #expect(throws: PipelineFailure.self) {
            try certify(Repository.path("Tests/Vectors/saz/clean.saz"), limit: "archive-entries=3")
        }
        #expect("\(failure.map(String.init(describing:)) ?? "")".contains("3"))
    }

    // MARK: Connections

    @Test(arguments: [
        ("flows=1", "tcp.flow-limit"), ("streams=1", "http.exchanges-limit"),
        ("header-bytes=64", "http2.header-list-limit"), ("body-bytes=100", "content.limit"),
    ])
    func ofConnections(limit: String, code: String) throws {
        let outcome = try certify(Repository.path("Examples/captures/clean-play.pcapng"), limit: limit) { request in
            request.keyLogs = [Repository.path("Examples/captures/clean-play.keys.txt")]
        }
        #expect(try outcome.verdict() == "inconclusive")
        let blind = try blinding(outcome)
        #expect(blind.contains(code), "\(blind.sorted())")
    }

    // MARK: Documents

    @Test(arguments: ["deep", "entities", "external"])
    func ofDocuments(form: String) throws {
        let layers = (0..<9).map { "<!ENTITY e\($0 + 1) \"\(String(repeating: "&e\($0);", count: 10))\">" }
        let head =
            switch form {
            case "entities": "<!DOCTYPE VAST [<!ENTITY e0 \"lol\">\(layers.joined())]>"
            case "external": "<!DOCTYPE VAST [<!ENTITY e9 SYSTEM \"\(Repository.path("README.md"))\">]>"
            default: ""
            }
        let inside =
            form == "deep"
            ? String(repeating: "<Extensions>", count: 100) + String(repeating: "</Extensions>", count: 100) : "&e9;"
        var sample = SampleHAR.clean
        sample.entries[0].body =
            head + sample.entries[0].body.replacing("<AdTitle>Sample", with: "\(inside)<AdTitle>Sample")
        let folder = try TemporaryFolder()
        let outcome = try certify(try folder.write(sample.json, to: "run.har"), limit: nil)
        // An entity in a title hides no tracker; what the deep document declares is unknown.
        #expect(try outcome.verdict() == (form == "deep" ? "inconclusive" : "pass"))
        let dump = try outcome.dump().joined()
        #expect(!dump.contains("lollollol") && !dump.contains("What it certifies"))
    }

    // MARK: Names

    @Test(arguments: Limits.named.map(\.name))
    func everyLimitCanBeSet(name: String) throws {
        var limits = Limits()
        try limits.set("\(name)=77")
        #expect(limits != Limits())
        #expect(throws: PipelineFailure.self) { try limits.set("\(name)=9223372036854775807") }
    }
}
