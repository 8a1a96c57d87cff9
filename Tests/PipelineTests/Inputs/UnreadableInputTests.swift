import Foundation
import Store
import TestSupport
import Testing

@testable import Pipeline

/// What cannot be read gives one clear line, and nothing is left behind.
struct UnreadableInputTests {
    private func failure(_ inputs: [String], _ change: (inout Certify.Request) -> Void = { _ in }) -> String {
        var request = Certify.Request(inputs: inputs, toolVersion: "0")
        change(&request)
        let failure = #expect(throws: PipelineFailure.self) { try Certify(request, rules: ShippedRules()).certify() }
        let said = failure?.description ?? ""
        #expect(!said.contains("\n"))
        return said
    }

    struct Content: Sendable, CustomTestStringConvertible {
        var name: String
        var bytes: [UInt8]
        var said: String
        var testDescription: String { name }
    }

    static let contents: [Content] = {
        var random = SeededGenerator(seed: 3)
        let noise = (0..<5_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        func text(_ name: String, _ text: String, _ said: String) -> Content {
            Content(name: name, bytes: Array(text.utf8), said: said)
        }
        return [
            text("empty", "", "empty (has no bytes) cannot be read; export the capture again"),
            Content(name: "noise", bytes: [0x90] + noise, said: "unknown (begins with "),
            text("a JSON that is no HAR", #"{"a":1}"#, "not a HAR: "),
            text("a HAR without entries", #"{"log":{"version":"1.2"}}"#, "not a HAR: "),
            text("a JSON list", "[1, 2]", "not a HAR: "),
            text("JSON lines", "{\"a\":1}\n{\"a\":2}\n", "cannot be read; give a HAR"),
            text("prose", "Dear all,\nplease find attached\n", "text (is text) cannot be read"),
            text("XML", "<VAST version=\"4.0\"/>", "cannot be read"),
            Content(
                name: "an archive", bytes: [0x50, 0x4B, 0x03, 0x04] + noise,
                said: "cannot be read as saz: expected "),
            Content(
                name: "a Charles session", bytes: [0xAC, 0xED, 0x00, 0x05] + noise,
                said: "charles-session (begins with the bytes AC ED 00 05) cannot be read; open it in Charles"),
            text(
                "an empty Charles XML session", "<?xml version='1.0'?>\n<charles-session>\n</charles-session>",
                "cannot be read as charles: expected a transaction, found a session without any"),
            text(
                "a Chrome net log without event types",
                #"{"constants":{"activeFieldTrialGroups":[],"addressFamily":{}},"events":[]}"#,
                "cannot be read as netlog: expected `constants` with logEventTypes"),
            Content(
                name: "a cut Proxyman log",
                bytes: [0x50, 0x4B, 0x03, 0x04] + [UInt8](repeating: 0, count: 22) + [13, 0, 0, 0]
                    + Array("request_0_86A".utf8),
                said: "cannot be read as proxyman: expected the directory of a ZIP archive"),
            Content(
                name: "zstd data cut inside their first block",
                bytes: Array(Packed.bytes(Array(SampleHAR.clean.json.utf8), as: .zstd).prefix(40)),
                said: "zstd data of which nothing can be unpacked: the compressed data end before their end mark"),
            Content(
                name: "gzip data cut inside their header", bytes: [0x1F, 0x8B, 8, 0, 0],
                said: "gzip data of which nothing can be unpacked: "),
            text(
                "a mitmproxy dump of the future", "15:7:version;2:99#}",
                "cannot be read as mitmproxy: expected flow versions"),
            Content(
                name: "packed prose", bytes: Packed.bytes(Array("Dear all,\n".utf8), as: .gzip),
                said: "text (is text) cannot be read"),
            Content(
                name: "a foreign database", bytes: Array("SQLite format 3\0".utf8) + noise,
                said: "is a database and no capture; 'certify --database FILE' judges a kept one again"),
        ]
    }()

    @Test(arguments: contents)
    func content(content: Content) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(content.bytes, to: "input.har")
        let said = failure([path]) { $0.databasePath = folder.path + "/kept.db" }
        #expect(said.contains(content.said), "\(said)")
        #expect(said.hasPrefix(path), "\(said)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["input.har"])
    }

    @Test func missing() {
        #expect(failure(["/no/such/file.har"]) == "/no/such/file.har: cannot be opened: No such file or directory")
    }

    @Test func folder() throws {
        let folder = try TemporaryFolder()
        #expect(failure([folder.path]).hasPrefix("\(folder.path): is a folder; name the capture inside it"))
    }

    @Test func nothing() {
        #expect(!failure([]).isEmpty)
    }

    @Test func aNewerDatabase() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/kept.db"
        var request = Certify.Request(inputs: [try folder.write(SampleHAR.clean.json, to: "run.har")], toolVersion: "0")
        request.databasePath = path
        _ = try Certify(request, rules: ShippedRules()).certify()
        // `user_version` is the big-endian number at byte 60 of the header (sqlite.org/fileformat.html).
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        bytes[60...63] = [0, 0, 3, 231]
        try folder.write(bytes, to: "kept.db")
        #expect(
            failure([]) { $0.kept = Certify.Kept(path: path) }.contains("written by a newer beaconproof (schema 999"))
    }

    @Test func aKeyLogAlone() throws {
        let folder = try TemporaryFolder()
        let line = "CLIENT_RANDOM \(String(repeating: "ab", count: 32)) \(String(repeating: "cd", count: 48))\n"
        let path = try folder.write(line, to: "keys.log")
        #expect(failure([path]) == "\(path): is a key log; name the capture that it belongs to as well")
        let har = try folder.write(SampleHAR.clean.json, to: "run.har")
        #expect(failure([har]) { $0.keyLogs = [har] }.contains("is no TLS key log"))
    }

    @Test func aFileInTheWay() throws {
        let folder = try TemporaryFolder()
        let har = try folder.write(SampleHAR.clean.json, to: "run.har")
        let precious = try folder.write("precious", to: "notes.txt")
        #expect(failure([har]) { $0.databasePath = precious }.contains("not a BeaconProof database"))
        #expect(try String(contentsOfFile: precious, encoding: .utf8) == "precious")
    }

    @Test(arguments: [
        ("facts.yaml", "nielsen:\n  optedout: true\n", ":2:3: unknown key 'optedout'; did you mean 'optedOut'?"),
        ("facts.yaml", "- a list\n", ":1:1: expected a mapping, found a list"),
    ])
    func factsFile(name: String, text: String, said: String) throws {
        let folder = try TemporaryFolder()
        let har = try folder.write(SampleHAR.clean.json, to: "run.har")
        let facts = try folder.write(text, to: name)
        #expect(failure([har]) { $0.factsPath = facts }.contains(said))
    }

    @Test(arguments: [
        ("body-bytes", "--limit takes NAME=NUMBER"), ("body-bytes=many", "--limit takes NAME=NUMBER"),
        ("body-bytes=0", "--limit takes NAME=NUMBER"), ("nobody=3", "unknown limit 'nobody' (known: "),
    ])
    func limits(assignment: String, said: String) throws {
        var limits = Limits()
        let failure = #expect(throws: PipelineFailure.self) { try limits.set(assignment) }
        #expect(failure?.description.contains(said) ?? false)
        try limits.set("body-bytes=77")
        #expect(limits.entries.bodyBytes == 77)
    }

    @Test func theFilterExpression() throws {
        let folder = try TemporaryFolder()
        let har = try folder.write(SampleHAR.clean.json, to: "run.har")
        #expect(failure([har]) { $0.filter = "tcp port port" }.hasPrefix("--filter 'tcp port port': "))
    }
}
