import Foundation
import TestSupport
import Testing

/// TLS secrets are read, used and written nowhere.
struct SecretTests {
    private let folder: TemporaryFolder
    private let capture = Repository.path("Examples/captures/clean-play.pcapng")
    private let keys = Repository.path("Examples/captures/clean-play.keys.txt")

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The last words of the key log's lines, as text and as bytes.
    private func secrets() throws -> [[UInt8]] {
        let words = try String(contentsOfFile: keys, encoding: .utf8).split(separator: "\n")
            .filter { !$0.hasPrefix("#") }.compactMap { $0.split(separator: " ").last.map(String.init) }
        try #require(words.count > 4 && words.allSatisfy { $0.count >= 64 })
        return words.flatMap { word in
            let bytes = stride(from: 0, to: word.count, by: 2).compactMap { start in
                UInt8(word.dropFirst(start).prefix(2), radix: 16)
            }
            return [Array(word.lowercased().utf8), Array(word.uppercased().utf8), bytes]
                + [Array(Data(bytes).base64EncodedString().utf8.prefix(40))]
        }
    }

    private func expectNoSecret(in files: [String]) throws {
        let secrets = try secrets()
        for file in files {
            let bytes = try Data(contentsOf: URL(filePath: file))
            for secret in secrets { #expect(bytes.range(of: Data(secret)) == nil, "a secret is in \(file)") }
        }
    }

    private func files(below path: String) throws -> [String] {
        let names = try #require(FileManager.default.enumerator(atPath: path)).compactMap { $0 as? String }
        return names.map { path + "/" + $0 }.filter {
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: $0, isDirectory: &isFolder) && !isFolder.boolValue
        }
    }

    @Test func noOutputHoldsASecret() throws {
        let out = folder.path
        let formats = ["text", "json", "markdown", "html", "junit", "sarif", "github"]
        let outputs = formats.flatMap { ["--output", "\($0)=\(out)/report.\($0)"] }
        let input = [capture, "--keylog", keys, "--no-config"]
        var texts: [Tool.Result] = []
        texts.append(
            try Tool.run(
                ["certify"] + input + outputs + ["--db", out + "/run.db", "--reveal"],
                environment: ["TMPDIR": out + "/temporary"]))
        #expect(texts[0].code == 0, "\(texts[0].errors)")
        texts.append(try Tool.run(["decode"] + input.dropLast() + ["--format", "ndjson"]))
        let exports = [
            ["har", out + "/run.db"], ["ndjson", out + "/run.db"], ["csv", out + "/run.db"],
            ["parquet", out + "/run.db", "--compression", "none", "--output", out + "/beacons.parquet"],
        ]
        for export in exports {
            texts.append(try Tool.run(["export"] + export))
            #expect(texts.last?.code == 0, "\(export): \(texts.last?.errors ?? "")")
        }
        texts.append(try Tool.run("query", out + "/run.db", "SELECT * FROM capture"))
        for (place, result) in texts.enumerated() {
            try folder.write(result.output + result.errors, to: "printed/\(place)")
        }
        let written = try files(below: out)
        #expect(written.count >= formats.count + 1 + texts.count)
        try expectNoSecret(in: written)
        // The test itself can see one.
        let text = try String(contentsOfFile: keys, encoding: .utf8)
        let known = try #require(text.split(separator: "\n").last { !$0.hasPrefix("#") })
        let found = try secrets().contains { Data(known.utf8).range(of: Data($0)) != nil }
        #expect(found)
    }

    @Test func aBatchKeepsNoSecretEither() throws {
        let out = folder.path
        for (name, source) in [("run.pcapng", capture), ("run.keys", keys)] {
            try FileManager.default.createDirectory(atPath: out + "/in", withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: source, toPath: "\(out)/in/\(name)")
        }
        try FileManager.default.createDirectory(atPath: out + "/out", withIntermediateDirectories: true)
        let result = try Tool.run(
            "batch", out + "/in/run.pcapng", "--no-config", "--db", out + "/out/all.db", "--pages", out + "/out/pages",
            "--output", "json=\(out)/out/lines.json", "--jobs", "1")
        #expect(result.code == 0 && result.output.contains("PASS"), "\(result.output)\(result.errors)")
        try folder.write(result.output + result.errors, to: "out/printed")
        let written = try files(below: out + "/out")
        #expect(written.count >= 5)
        try expectNoSecret(in: written)
    }
}
