import Foundation
import TestSupport
import Testing

struct OtherCommandTests {
    @Test func decode() throws {
        let samples = try Samples()
        let result = try Tool.run("decode", samples.clean, "--format", "ndjson")
        #expect(result.code == 0)
        #expect(result.errors == "beaconproof: the output is not redacted\n")
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == SampleHAR.clean.entries.count)
        for line in lines { #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any]) }
        let database = samples.folder.path + "/kept.db"
        #expect(try Tool.run("decode", samples.clean, "--db", database).output.isEmpty)
        #expect(try Tool.run("certify", "--database", database, "--facts", samples.facts).code == 0)
    }

    @Test func rules() throws {
        let list = try Tool.run("rules", "list")
        #expect(list.code == 0)
        #expect(list.output.hasPrefix("rule ") && list.output.contains("vast.quartile-once"))
        #expect(try Tool.run("rules").output == list.output)
        let show = try Tool.run("rules", "show", "vast.quartile-once").output
        #expect(show.contains("-- applies\nSELECT") && show.contains("-- breaches\n"))
        let explain = try Tool.run("rules", "explain", "vast.quartile-once").output
        for part in ["Why: ", "Fix: ", "Sources:", "Examples:"] { #expect(explain.contains(part)) }
        let unknown = try Tool.run("rules", "show", "vast.quartil-once")
        #expect(unknown.code == 2)
        #expect(unknown.errors == "beaconproof: no rule 'vast.quartil-once'; did you mean 'vast.quartile-once'?\n")
    }

    @Test func rulesTest() throws {
        let one = try Tool.run("rules", "test", Repository.path("Rules/vast/vast.quartile-once.yaml"))
        #expect(one.code == 0)
        #expect(one.output.hasPrefix("1 rules, ") && one.output.hasSuffix("all pass\n"))
        let folder = try TemporaryFolder()
        let text = try Repository.text("Rules/vast/vast.quartile-once.yaml").replacing("      ! ", with: "      ")
        try folder.write(text, to: "mine.yaml")
        let wrong = try Tool.run("rules", "test", folder.path)
        #expect(wrong.code == 1 && wrong.errors.contains("mine.yaml:") && wrong.output.hasSuffix("failed\n"))
        try folder.write(text.replacing("severity: error", with: "severity: bad"), to: "mine.yaml")
        let broken = try Tool.run("rules", "test", folder.path)
        #expect(broken.code == 2 && broken.errors.hasPrefix("beaconproof: \(folder.path)/mine.yaml:3:11: "))
    }

    @Test func ownRules() throws {
        let samples = try Samples()
        let text = try Repository.text("Rules/vast/vast.quartile-once.yaml")
            .replacing("id: vast.quartile-once", with: "id: vast.mine")
        try samples.folder.write(text, to: "rules/mine.yaml")
        let own = ["--rules", samples.folder.path + "/rules"]
        #expect(try Tool.run(["rules", "list"] + own).output.contains("vast.mine"))
        #expect(
            try Tool.run(["certify", samples.repeated, "--facts", samples.facts] + own).output.contains("vast.mine"))
    }

    @Test func rulesDocument() throws {
        let folder = try TemporaryFolder()
        #expect(try Tool.run("rules", "document", folder.path).code == 0)
        let pages = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(pages.contains("README.md") && pages.contains("vast.quartile-once.md"))
    }

    @Test func schema() throws {
        let all = try Tool.run("schema").output
        #expect(all.contains("firing: "))
        let one = try Tool.run("schema", "firing").output
        #expect(one.hasPrefix("firing: ") && one.contains("  gap_us"))
        #expect(try Tool.run("schema", "--markdown").output.contains("## firing"))
        let unknown = try Tool.run("schema", "fring")
        #expect(
            unknown.code == 2
                && unknown.errors == "beaconproof: no view or relation 'fring'; did you mean 'firing'?\n")
    }

    @Test func facts() throws {
        let template = try Tool.run("facts")
        #expect(template.code == 0 && template.output.contains("# optedOut: true"))
        let samples = try Samples()
        let path = try samples.folder.write(template.output, to: "template.yaml")
        #expect(try Tool.run("certify", samples.cutOff, "--facts", path).code == 3)
    }

    @Test func doctor() throws {
        let output = try Tool.run("doctor").output
        for word in ["beaconproof ", "rules ", "library sqlite ", "reads HAR", "limit body-bytes = "] {
            #expect(output.contains(word), "\(word)")
        }
    }

    @Test(arguments: ["table", "csv", "tsv", "json", "ndjson", "markdown"])
    func query(format: String) throws {
        let samples = try Samples()
        let database = samples.folder.path + "/kept.db"
        try Tool.run("certify", samples.clean, "--db", database)
        let result = try Tool.run("query", database, "SELECT event FROM firing ORDER BY at_us", "--format", format)
        #expect(result.code == 0 && result.output.contains("thirdQuartile"))
        let refused = try Tool.run("query", database, "DELETE FROM run")
        #expect(refused.code == 2 && refused.errors.contains("cannot modify run"))
    }

    @Test(arguments: [
        ["--version"], ["--help"], ["certify", "--help"], ["rules", "--help"], ["help", "query"],
    ])
    func help(arguments: [String]) throws {
        let result = try Tool.run(arguments)
        #expect(result.code == 0 && !result.output.isEmpty)
    }

    @Test(arguments: [
        ["certify"], ["certify", "--nonsense", "x"], ["nonsense"], ["query", "one"], ["rules", "show"],
        ["certify", "x", "--fail-on", "sometimes"], ["certify", "x", "--color", "pink"],
    ])
    func badOptions(arguments: [String]) throws {
        let result = try Tool.run(arguments)
        #expect(result.code == 2, "\(result.errors)")
        #expect(result.output.isEmpty && !result.errors.isEmpty)
    }
}
