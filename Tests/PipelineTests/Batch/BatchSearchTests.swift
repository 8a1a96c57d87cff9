import Foundation
import TestSupport
import Testing

@testable import Pipeline

struct BatchSearchTests {
    private let folder: TemporaryFolder
    private var root: String { folder.path }

    init() throws {
        folder = try TemporaryFolder()
        for name in ["b.har", "a/late.har", "a/run.pcapng", "notes.txt", ".hidden/x.har", "broken.har.gz"] {
            try folder.write(name.hasSuffix("har") ? SampleHAR.clean.json : "x", to: name)
        }
        for name in ["a/run.keys", "a/run.facts.yaml", "facts.yaml", "a/other.keylog"] {
            try folder.write("x", to: name)
        }
    }

    private func relative(_ path: String) -> String { String(path.dropFirst(root.count + 1)) }

    @Test func foldersInTheOrderOfNames() throws {
        var search = BatchSearch()
        try search.add(root)
        #expect(search.inputs.map { relative($0.path) } == ["a/late.har", "a/run.pcapng", "b.har", "broken.har.gz"])
        #expect(search.ignored.map(relative) == ["notes.txt"])
    }

    /// What is a capture by its name and cannot be read gets a row; reading a pipe would never end.
    @Test func nothingIsLostSilently() throws {
        for name in ["s.chls", "s.chlz", "t.etl"] { try folder.write("x", to: name) }
        #expect(mkfifo("\(root)/pipe", 0o600) == 0)
        let odd = Array(root.utf8CString.dropLast()) + [0x2F, CChar(bitPattern: 0xFF), 0x2E, 0x68, 0x61, 0x72, 0]
        let file = try #require(fopen(odd, "w"))
        fclose(file)
        symlink("nowhere", "\(root)/dangling.har")
        var search = BatchSearch()
        try search.add(root)
        let found = Set(search.inputs.map { relative($0.path) })
        #expect(found.isSuperset(of: ["s.chls", "s.chlz", "t.etl", "pipe", "\u{FFFD}.har"]))
        #expect(search.ignored.map(relative).contains("dangling.har"))
    }

    @Test func whatStandsBesideACapture() throws {
        var search = BatchSearch()
        search.factsPath = "/common.yaml"
        search.takesFactsBeside = true
        try search.add(root)
        let inputs = Dictionary(uniqueKeysWithValues: search.inputs.map { (relative($0.path), $0) })
        #expect(inputs["a/run.pcapng"]?.keyLogs.map(relative) == ["a/run.keys"])
        #expect(inputs["a/run.pcapng"]?.factsPath.map(relative) == "a/run.facts.yaml")
        #expect(inputs["a/late.har"]?.keyLogs == [])
        #expect(inputs["a/late.har"]?.factsPath == "/common.yaml")
        #expect(inputs["b.har"]?.factsPath.map(relative) == "facts.yaml")
    }

    /// Whoever hands over a capture can put facts beside it; keys only make more visible.
    @Test func factsBesideACaptureAreTakenOnlyWhenAsked() throws {
        var search = BatchSearch()
        search.factsPath = "/common.yaml"
        try search.add(root)
        #expect(search.inputs.allSatisfy { $0.factsPath == "/common.yaml" && $0.factsOrigin == .given })
        #expect(search.inputs.contains { $0.keyLogs.map(relative) == ["a/run.keys"] })
        #expect(search.factsPassedOver == 3)
        var asked = BatchSearch()
        asked.takesFactsBeside = true
        try asked.add(root)
        #expect(asked.inputs.count { $0.factsOrigin == .found } == 3 && asked.factsPassedOver == 0)
    }

    @Test func patternsListsAndRepeats() throws {
        var search = BatchSearch()
        try search.add("\(root)/*.har")
        try search.add("\(root)/b.har")
        search.add(list: "\(root)/missing.har\n\n\(root)/b.har\r\n")
        #expect(search.inputs.map { relative($0.path) } == ["b.har", "missing.har"])
    }

    @Test func aManifest() throws {
        let text = "captures:\n  - { path: a/run.pcapng, keylog: a/other.keylog, facts: facts.yaml }\n"
        let manifest = try folder.write(text, to: "runs.yaml")
        var search = BatchSearch()
        try search.add(manifest: manifest)
        #expect(search.inputs.count == 1)
        #expect(search.inputs.first?.keyLogs.map(relative) == ["a/other.keylog"])
        #expect(search.inputs.first?.factsPath.map(relative) == "facts.yaml")
        let wrong = try folder.write("captures:\n  - { path: x, keylogs: y }\n", to: "wrong.yaml")
        let failure = #expect(throws: PipelineFailure.self) { try search.add(manifest: wrong) }
        #expect(failure?.description.contains("did you mean 'keylog'?") ?? false)
    }

    @Test func namesOfFiles() {
        #expect(BatchNames.name(for: "a/run.har") != BatchNames.name(for: "b/run.har"))
        #expect(BatchNames.name(for: "a/run.har").hasPrefix("run.har-"))
        #expect(BatchNames.name(for: "../.-\u{202E}x y").allSatisfy { $0.isASCII && $0 != "/" && $0 != " " })
    }
}
