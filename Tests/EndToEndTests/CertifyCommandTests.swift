import Foundation
import TestSupport
import Testing

struct CertifyCommandTests {
    @Test func exitCodes() throws {
        let samples = try Samples()
        #expect(try Tool.run("certify", samples.clean, "--facts", samples.facts).code == 0)
        #expect(try Tool.run("certify", samples.repeated, "--facts", samples.facts).code == 1)
        #expect(try Tool.run("certify", "/no/such.har").code == 2)
        #expect(try Tool.run("certify", samples.cutOff).code == 3)
    }

    @Test func whatMayFail() throws {
        let samples = try Samples()
        let faulty = ["certify", samples.repeated, "--facts", samples.facts]
        #expect(try Tool.run(faulty + ["--fail-on", "never"]).code == 0)
        #expect(try Tool.run(faulty + ["--fail-on", "info"]).code == 1)
        #expect(try Tool.run(faulty + ["--allow-inconclusive"]).code == 1)
        #expect(try Tool.run("certify", samples.cutOff, "--allow-inconclusive").code == 0)
        #expect(try Tool.run("certify", samples.cutOff, "--fail-on", "never").code == 3)
    }

    @Test func aProfileThatIsWithheld() throws {
        let samples = try Samples()
        let run = ["certify", samples.clean, "--facts", samples.facts]
        #expect(try Tool.run(run + ["--profile", "vast"]).code == 0)
        #expect(try Tool.run(run + ["--profile", "nielsen-dcr-se"]).code == 3)
        let unknown = try Tool.run(run + ["--profile", "vest"])
        #expect(unknown.code == 2)
        #expect(unknown.errors.hasPrefix("beaconproof: --profile: unknown profile 'vest'; did you mean 'vast'?"))
    }

    @Test func theVerdictIsReadable() throws {
        let samples = try Samples()
        let result = try Tool.run("certify", samples.repeated, "--facts", samples.facts)
        #expect(result.errors.isEmpty, "\(result.errors)")
        #expect(result.output.contains("vast.quartile-once"))
        #expect(result.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
        #expect(!result.output.contains("\u{1B}"))
        #expect(try Tool.run("certify", samples.repeated, "--quiet").output.isEmpty)
    }

    @Test func colours() throws {
        let samples = try Samples()
        let coloured = try Tool.run("certify", samples.repeated, "--color", "always").output
        #expect(coloured.contains("\u{1B}["))
        #expect(
            !(try Tool.run("certify", samples.repeated, "--color", "never", environment: ["CLICOLOR_FORCE": "1"]).output
                .contains("\u{1B}")))
        #expect(
            !(try Tool.run("certify", samples.repeated, environment: ["NO_COLOR": "1", "CLICOLOR_FORCE": "1"]).output
                .contains("\u{1B}")))
    }

    @Test func resultJSON() throws {
        let samples = try Samples()
        let result = try Tool.run("certify", samples.repeated, "--facts", samples.facts, "--format", "json").json()
        let schema = try #require(
            try JSONSerialization.jsonObject(with: Data(Repository.text("docs/result.schema.json").utf8))
                as? [String: Any])
        let required = try #require(schema["required"] as? [String])
        #expect(Set(required).isSubset(of: result.keys))
        let known = try #require(schema["properties"] as? [String: Any])
        #expect(Set(result.keys).isSubset(of: known.keys))
        #expect(result["schema"] as? String == "beaconproof.result/1")
        #expect(result["verdict"] as? String == "fail")
        let findings = try #require(result["findings"] as? [[String: Any]])
        let finding = try #require(findings.first { $0["rule"] as? String == "vast.quartile-once" })
        #expect(finding["severity"] as? String == "error")
        let evidence = try #require(finding["evidence"] as? [[String: Any]])
        #expect(evidence.compactMap { $0["role"] as? String } == ["counterpart", "breach"])
        #expect(evidence.allSatisfy { ($0["locator"] as? [String: Any])?["entry"] != nil })
    }

    @Test(arguments: ["text", "json", "markdown", "html"])
    func sameBytesTwice(format: String) throws {
        let samples = try Samples()
        let runs = try (0..<2).map { _ in
            try Tool.run("certify", samples.repeated, "--facts", samples.facts, "--format", format).output
        }
        #expect(runs[0] == runs[1] && !runs[0].isEmpty)
    }

    @Test func everyOutputAtOnce() throws {
        let samples = try Samples()
        let paths = ["text", "json", "markdown", "html"].map { ($0, "\(samples.folder.path)/report.\($0)") }
        let outputs = paths.flatMap { ["--output", "\($0.0)=\($0.1)"] }
        let result = try Tool.run(["certify", samples.repeated, "--facts", samples.facts, "--quiet"] + outputs)
        #expect(result.code == 1 && result.output.isEmpty)
        for (format, path) in paths {
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(text.contains("vast.quartile-once"), "\(format)")
            #expect(
                try text == Tool.run("certify", samples.repeated, "--facts", samples.facts, "--format", format).output,
                "\(format)")
        }
        let page = try String(contentsOfFile: paths[3].1, encoding: .utf8)
        #expect(page.hasPrefix("<!doctype html>") || page.hasPrefix("<!DOCTYPE html>"))
        #expect(!page.contains("href=\"http"), "captured URLs are text")
    }

    @Test func standardInput() throws {
        let samples = try Samples()
        let bytes = Array(SampleHAR.repeated.json.utf8)
        let result = try Tool.run("certify", "-", "--facts", samples.facts, "--format", "json", input: bytes)
        #expect(result.code == 1)
        #expect(try result.json()["verdict"] as? String == "fail")
        let nothing = try Tool.run("certify", "-")
        #expect(nothing.code == 2 && nothing.errors.hasPrefix("beaconproof: standard input: "))
    }

    @Test func aKeptDatabaseIsJudgedAgain() throws {
        let samples = try Samples()
        let database = samples.folder.path + "/kept.db"
        #expect(try Tool.run("certify", samples.cutOff, "--db", database).code == 3)
        #expect(try Tool.run("certify", "--database", database, "--facts", samples.facts, "--db", database).code == 0)
        let query = try Tool.run("query", database, "SELECT verdict FROM run", "--format", "csv")
        #expect(query.output == "verdict\npass\n")
        #expect(query.errors == "beaconproof: the output is not redacted\n")
    }

    @Test func identifiersAreHiddenUnlessRevealed() throws {
        let samples = try Samples()
        let id = "6D92078A-8246-4BA4-AE5B-76104861E7DC"
        let entries = SampleHAR.repeated.entries.map { entry in
            SampleHAR.Entry(
                entry.seconds, entry.url.replacing("?cb=", with: "?idfa=\(id)&cb="), status: entry.status,
                body: entry.body.replacing("?cb=", with: "?idfa=\(id)&cb="))
        }
        let path = try samples.folder.write(SampleHAR(entries).json, to: "identified.har")
        for format in ["text", "json", "markdown", "html"] {
            #expect(!(try Tool.run("certify", path, "--format", format).output.contains(id)), "\(format)")
        }
        #expect(try Tool.run("certify", path, "--format", "json", "--reveal").output.contains(id))
    }

    /// A key is drawn for each report, unless a file gives one: then the same input gives the same bytes.
    @Test func standInsAreJoinedByASaltOnly() throws {
        let samples = try Samples()
        let id = "6D92078A-8246-4BA4-AE5B-76104861E7DC"
        func capture(_ name: String, _ sample: SampleHAR) throws -> String {
            let entries = sample.entries.map { entry in
                SampleHAR.Entry(
                    entry.seconds, entry.url.replacing("?cb=", with: "?idfa=\(id)&cb="), status: entry.status,
                    body: entry.body.replacing("?cb=", with: "?idfa=\(id)&cb="))
            }
            return try samples.folder.write(SampleHAR(entries).json, to: name)
        }
        let first = try capture("first.har", .repeated)
        let second = try capture(
            "second.har", SampleHAR(SampleHAR.repeated.entries.dropLast() + [SampleHAR.repeated.entries[7]]))
        let salt = try samples.folder.write(String(repeating: "7f3a", count: 16), to: "salt")
        func standIns(_ arguments: String...) throws -> Set<String> {
            let output = try Tool.run(arguments).output
            return Set(output.matches(of: /adid:[0-9a-f]{10}/).map { String($0.0) })
        }
        let salted = try standIns("certify", first, "--format", "json", "--salt", salt)
        #expect(salted.count == 1)
        #expect(try standIns("certify", second, "--format", "json", "--salt", salt) == salted)
        #expect(try standIns("export", "har", first, "--redact", "--salt", salt) == salted)
        #expect(try standIns("export", "ndjson", first, "--redact", "--salt", salt) == salted)
        // One key for all captures of a batch.
        #expect(try standIns("batch", first, second, "--jobs", "2", "--format", "json", "--salt", salt) == salted)
        let batch = try standIns("batch", first, second, "--jobs", "2", "--format", "json")
        #expect(batch.count == 1 && batch != salted)
        let report = try Tool.run("certify", first, "--format", "html", "--salt", salt).output
        #expect(try Tool.run("certify", first, "--format", "html", "--salt", salt).output == report)
        let drawn = try standIns("certify", first, "--format", "json")
        #expect(try drawn.count == 1 && drawn != salted && standIns("certify", first, "--format", "json") != drawn)
    }

    @Test func saltsThatCannotBeUsed() throws {
        let samples = try Samples()
        let short = try samples.folder.write("short", to: "salt")
        for (arguments, words) in [
            (["certify", samples.clean, "--salt", short], "has 5 bytes; a salt has 16 or more"),
            (["certify", samples.clean, "--salt", samples.folder.path + "/none"], "none"),
            (["certify", samples.clean, "--reveal", "--salt", short], "--salt makes stand-ins"),
            (["export", "har", samples.clean, "--salt", short], "--redact, which is not given"),
        ] {
            let result = try Tool.run(arguments)
            #expect(result.code == 2 && result.output.isEmpty, "\(arguments)")
            #expect(
                result.errors.contains(words) && result.errors.split(separator: "\n").count == 1, "\(result.errors)")
        }
    }

    @Test func redactedRecordsSayNothingOnStandardError() throws {
        let samples = try Samples()
        for format in ["ndjson", "csv"] {
            #expect(try Tool.run("export", format, samples.clean).errors == "beaconproof: the output is not redacted\n")
            #expect(try Tool.run("export", format, samples.clean, "--redact").errors == "")
        }
    }

    // MARK: Configuration

    @Test func theConfigurationIsFoundUpwards() throws {
        let samples = try Samples()
        try samples.folder.write("facts: facts.yaml\nsettings: { order.slackMs: 400 }\n", to: "beaconproof.yaml")
        try samples.folder.write("", to: "deep/er/file")
        let deep = samples.folder.path + "/deep/er"
        let found = try Tool.run("certify", samples.cutOff, in: deep)
        #expect(found.code == 0)
        let notice = "Configuration found at ../../beaconproof.yaml: sets facts ../../facts.yaml, order.slackMs = 400."
        let head = found.output.split(separator: "\n\n")[0].split(whereSeparator: \.isWhitespace)
        #expect(head.joined(separator: " ").contains(notice), "\(found.output)")
        #expect(try Tool.run("certify", samples.cutOff, "--no-config", in: deep).code == 3)
        #expect(
            try Tool.run("certify", samples.cutOff, "--config", samples.folder.path + "/beaconproof.yaml").code == 0)
        try samples.folder.write("fact: facts.yaml\n", to: "deep/beaconproof.yaml")
        let wrong = try Tool.run("certify", samples.clean, in: deep)
        #expect(
            wrong.code == 2 && wrong.errors.contains("beaconproof.yaml:1:1: unknown key 'fact'; did you mean 'facts'?"))
    }

    @Test func aDayThatHasPassedIsTold() throws {
        let samples = try Samples()
        let past = try Tool.run("certify", samples.clean, "--today", "2020-02-29")
        #expect(past.output.contains("Judged as on 2020-02-29, a day that had passed (--today)."))
        #expect(try !Tool.run("certify", samples.clean, "--today", "2999-01-01").output.contains("Judged as on"))
    }

    @Test(arguments: [
        (["--set", "order.slackms=3"], "command line: unknown setting 'order.slackms'; did you mean 'order.slackMs'?"),
        (["--set", "order.slackMs"], "--set takes KEY=VALUE, not 'order.slackMs'"),
        (
            ["--output", "html"],
            "--output takes FORMAT=PATH, or a path that ends in .html, .md, .json, .xml, .sarif or .txt, not 'html'"
        ),
        (["--output", "pdf=x"], "--output takes FORMAT=PATH with a known format, not 'pdf=x'"),
        (
            ["--format", "pdf"],
            "unknown report format 'pdf' (known: text, json, markdown, html, junit, sarif, checklist, github)"
        ),
        (["--limit", "x=1"], "unknown limit 'x'"),
        (["--facts", "/no/such"], "/no/such: cannot be opened: No such file or directory"),
        (["--rules", "/no/such"], "/no/such: no such folder of rules"),
        (["--config", "/no/such"], "/no/such: cannot be opened"),
        (["--output", "json=/no/such/folder/x"], "/no/such/folder/x: cannot be written: No such file or directory"),
    ])
    func mistakes(options: [String], said: String) throws {
        let samples = try Samples()
        let result = try Tool.run(["certify", samples.clean] + options)
        #expect(result.code == 2)
        #expect(result.output.isEmpty)
        #expect(result.errors.hasPrefix("beaconproof: \(said)"), "\(result.errors)")
        #expect(result.errors.split(separator: "\n").count == 1)
    }
}

struct StandardErrorTests {
    /// A name may hold anything: it must not move the cursor, nor pass for a line of ours.
    @Test(arguments: [["certify"], ["decode"], ["report"], ["query"], ["certify", "none.har", "--facts"]])
    func namesAreShownAndNotSent(command: [String]) throws {
        let folder = try TemporaryFolder()
        let name = "a\u{1B}[2J\nbeaconproof: PASS\r\u{202E}.har"
        try folder.write("nonsense", to: name)
        let arguments = command + [name] + (command == ["query"] ? ["SELECT 1"] : [])
        let result = try Tool.run(arguments, in: folder.path)
        #expect(result.code == 2 || result.code == 64)
        #expect(result.errors.filter { $0 == "\n" }.count == 1, "\(result.errors)")
        for scalar in result.errors.unicodeScalars.dropLast() {
            #expect(scalar.value >= 0x20 && scalar.value != 0x7F && scalar.value != 0x202E)
        }
    }
}
