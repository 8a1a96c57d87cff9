import Foundation
import TestSupport
import Testing

struct ReportCommandTests {
    static let formats = ["text", "json", "markdown", "html", "junit", "sarif", "checklist", "github"]

    @Test(arguments: formats)
    func aKeptDatabaseIsToldInEveryFormat(format: String) throws {
        let samples = try Samples()
        let database = samples.folder.path + "/kept.db"
        let path = samples.folder.path + "/report"
        let certified = try Tool.run(
            "certify", samples.repeated, "--facts", samples.facts, "--db", database, "--output", "\(format)=\(path)",
            "-q")
        #expect(certified.code == 1)
        let report = try Tool.run("report", database, "--format", format)
        #expect(report.code == 0 && report.output.contains("vast.quartile-once"))
        let written = try String(contentsOfFile: path, encoding: .utf8)
        // Commands in the page name the database, wherever it was asked for.
        #expect(
            ReportCommandTests.words(written)
                == ReportCommandTests.words(report.output.replacing(Self.kept(format), with: "")))
        #expect(report.output.contains(Self.kept(format)) == Self.sayingSo.contains(format))
        #expect(!written.contains(Self.kept(format)))
    }

    /// The page's own command, run where the files are, finds the same; the folders above them are not told.
    @Test func theCommandOfThePageRepeatsTheRun() throws {
        let samples = try Samples()
        let page = samples.folder.path + "/page.html"
        let database = samples.folder.path + "/first.db"
        try Tool.run(
            "certify", samples.repeated, "--facts", samples.facts, "--profile", "vast", "--set", "order.slackMs=300",
            "--limit", "flows=1000", "--output", page, "--db", database, "-q")
        let text = try String(contentsOfFile: page, encoding: .utf8)
        #expect(!text.contains(samples.folder.path))
        let command = try #require(text.firstMatch(of: /<pre><code>(beaconproof certify .*?)<\/code><\/pre>/)).output.1
            .replacing("&#39;", with: "'").replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
        for part in ["--facts facts.yaml", "--profile vast", "--set 'order.slackMs=300'", "--limit 'flows=1000'"] {
            #expect(command.contains(part), "\(command)")
        }
        let again = command.replacing(/--db \S+/, with: "--db again.db")
        #expect(try Tool.shell(String(again), in: samples.folder.path).code == 1)
        let sql = "SELECT rule, fingerprint FROM finding UNION SELECT kind, name || origin FROM ground ORDER BY 1, 2"
        let first = try Tool.run("query", database, sql)
        let second = try Tool.run("query", samples.folder.path + "/again.db", sql)
        #expect(first.output == second.output && first.output.contains("vast.quartile-once"))
    }

    /// What a report says besides when its verdict comes from a kept database.
    private static let sayingSo: Set<String> = ["text", "json", "markdown", "html"]

    private static func kept(_ format: String) -> Regex<Substring> {
        switch format {
        case "json": /"keptDatabase": \{\s*"path": "[^"]+",\s*"judgedAgain": false\s*\},/
        case "html": /<p>As the kept database \S+ says; nothing was read or judged again\.<\/p>/
        default: /As\s+the\s+kept\s+database\s+\S+\s+says;\s+nothing\s+was\s+read\s+or\s+judged\s+again\./
        }
    }

    private static func words(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    @Test func aCaptureIsCertifiedFirst() throws {
        let samples = try Samples()
        let report = try Tool.run("report", samples.repeated, "--facts", samples.facts)
        #expect(report.code == 0 && report.output.hasPrefix("FAIL"))
    }

    @Test func markdownWithinALimit() throws {
        let samples = try Samples()
        let report = try Tool.run("report", samples.repeated, "--format", "markdown", "--max-bytes", "700")
        #expect(report.output.utf8.count <= 700 && report.output.contains(" more findings** and "))
        #expect(try Tool.run("report", samples.repeated, "--max-bytes", "0").code == 2)
    }

    @Test func mistakes() throws {
        let samples = try Samples()
        #expect(try Tool.run("report", "/no/such.db").code == 2)
        #expect(try Tool.run("report", samples.clean, "--format", "pdf").code == 2)
        #expect(try Tool.run("report", samples.clean, "--run", "2").code == 2)
    }

    /// Nothing that the sample captures name as an identifier leaves the tool unless somebody asks for it.
    @Test(arguments: ["nielsen-opted-out", "looping-player", "clean-play", "ad-request-without-consent"])
    func noIdentifierOfASampleIsShown(sample: String) throws {
        let folder = try TemporaryFolder()
        let database = folder.path + "/kept.db"
        let capture = Repository.path("Examples/captures/\(sample).har")
        try Tool.run("certify", capture, "--db", database, "-q")
        let sql = """
            SELECT DISTINCT value FROM (
              SELECT CASE WHEN subkey <> '' AND instr(value, ',') > 0 THEN substr(value, instr(value, ',') + 1) ELSE value END
                AS value, name, subkey FROM parameter
              WHERE lower(name) IN ('c1', 'c9', 'c59', 'fp_id', 'devid', 'nuid', 'sessionid', 'stream_id', 'idfa', 'rdid', 'ppid')
                OR lower(subkey) IN ('devid', 'nuid', 'sesid')
              UNION SELECT identifier, '', '' FROM session)
            WHERE length(value) >= 10 AND value NOT LIKE '[%' AND value NOT LIKE '%.%'
            """
        let query = try Tool.run("query", database, sql, "--format", "ndjson")
        #expect(query.code == 0, "\(query.errors)")
        let identifiers = try query.output.split(separator: "\n").compactMap { line in
            (try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String])?["value"]
        }
        if sample == "nielsen-opted-out" { #expect(!identifiers.isEmpty) }
        for format in Self.formats {
            let report = try Tool.run("report", database, "--format", format, "--verbose").output
            for identifier in identifiers {
                #expect(!report.contains(identifier), "\(format) shows \(identifier)")
            }
        }
    }
}

struct WaiversCommandTests {
    @Test func fromDraftToPass() throws {
        let samples = try Samples()
        let run = [samples.repeated, "--facts", samples.facts]
        let draft = try Tool.run(["waivers", "write"] + run).output
        let empty = try samples.folder.write(draft, to: "draft.yaml")
        let refused = try Tool.run(["certify"] + run + ["--waivers", empty])
        #expect(refused.code == 2 && refused.errors.contains("'expires' is a day"))

        let filled = try Tool.run(
            ["waivers", "write"] + run + ["--owner", "A. Name", "--reason", "known", "--expires", "2099-12-31"]
        ).output
        let path = try samples.folder.write(filled, to: "waivers.yaml")
        let accepted = try Tool.run(["certify"] + run + ["--waivers", path])
        #expect(accepted.code == 0 && accepted.output.contains("accepted by A. Name until 2099-12-31: known"))
        #expect(try Tool.run(["waivers", "write"] + run + ["--waivers", path]).output == "")
        for format in ReportCommandTests.formats where format != "github" {
            let output = try Tool.run(["certify"] + run + ["--waivers", path, "--format", format]).output
            for word in ["A. Name", "known", "2099-12-31"] { #expect(output.contains(word), "\(format): \(word)") }
        }
        #expect(
            try Tool.run(["certify"] + run + ["--waivers", path, "--format", "github"]).output.contains(" accepted."))

        let late = try Tool.run(["certify"] + run + ["--waivers", path, "--today", "2100-01-01"])
        #expect(late.code == 2 && late.errors.contains("by A. Name expired on 2099-12-31"))
        #expect(try Tool.run("waivers", "check", path).code == 0)
        #expect(try Tool.run("waivers", "check", path, "--today", "2100-01-01").code == 2)
        let unused = try Tool.run("waivers", "check", path, samples.clean, "--facts", samples.facts)
        #expect(unused.code == 0 && unused.errors.contains("no finding needs this waiver any more"))
        let pruned = try Tool.run("waivers", "prune", path, samples.clean, "--facts", samples.facts)
        // The document is the same in both, and so are the findings about it.
        #expect(pruned.code == 0 && pruned.output == "1 of 3 waivers removed\n")
        #expect(try !String(contentsOfFile: path, encoding: .utf8).contains("vast.quartile-once"))
        #expect(try Tool.run("waivers", "check", path).output == "2 waivers, none expired\n")
    }
}

struct CompareCommandTests {
    @Test func equalAndDifferent() throws {
        let samples = try Samples()
        let facts = ["--facts", samples.facts]
        let same = try Tool.run(["compare", samples.clean, samples.clean] + facts)
        #expect(same.code == 0 && same.output.contains("Equal: "))
        let other = try Tool.run(["compare", samples.clean, samples.repeated, "--format", "json"] + facts)
        let result = try other.json()
        #expect(other.code == 1 && result["equal"] as? Bool == false)
        #expect(
            (result["findings"] as? [[String: Any]])?.contains { $0["rule"] as? String == "vast.quartile-once" } == true
        )
        #expect(try Tool.run("compare", samples.clean, "/no/such.har").code == 2)
    }
}

/// Recordings of one scenario over different protocols: the same beacons, the same verdicts.
@Suite(.enabled(if: SharedMaterial.isPresent, "no ../shared beside the package"))
struct CompareRecordingsTests {
    @Test(arguments: ["clean.h2tls12", "clean.h3", "clean.h1tls-mitm8"])
    func aScenarioRecordedTwice(folder: String) throws {
        let recordings = try #require(SharedMaterial.folder).appending(path: "recordings").path
        let result = try Tool.run(
            "compare", "\(recordings)/clean.h2tls13/capture.har", "\(recordings)/\(folder)/capture.har", "--format",
            "json")
        let comparison = try result.json()
        #expect(
            (comparison["verdicts"] as? [Any])?.isEmpty == true && (comparison["findings"] as? [Any])?.isEmpty == true)
        let changes = (comparison["beacons"] as? [[String: Any]] ?? []).compactMap { $0["change"] as? String }
        #expect(changes.allSatisfy { $0 == "moved" }, "\(changes)")
    }
}

struct SignCommandTests {
    /// The first key pair of RFC 8032, section 7.1.
    private static func keys(in folder: TemporaryFolder) throws -> (secret: String, shown: String) {
        let secret = "MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g"
        let shown = "MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="
        return (
            try folder.write(
                "-----BEGIN PRIVATE KEY-----\n\(secret)\n-----END PRIVATE KEY-----\n", to: "secret.pem"),
            try folder.write("-----BEGIN PUBLIC KEY-----\n\(shown)\n-----END PUBLIC KEY-----\n", to: "public.pem")
        )
    }

    @Test func signedAndVerified() throws {
        let samples = try Samples()
        let (secret, key) = try Self.keys(in: samples.folder)
        let certificate = samples.folder.path + "/certificate.json"
        let facts = ["--facts", samples.facts]
        let signed = try Tool.run(
            ["sign", samples.clean, "--key", secret, "--signer", "A. Name", "--output", certificate] + facts)
        #expect(signed.code == 0 && signed.output.isEmpty, "\(signed.errors)")
        #expect(try !String(contentsOfFile: certificate, encoding: .utf8).contains("MC4CAQ"))

        let verified = try Tool.run(["verify", certificate, samples.clean, "--key", key] + facts)
        #expect(verified.code == 0 && verified.output.contains("VERIFIED\n"), "\(verified.output)\(verified.errors)")
        #expect(verified.output.contains("verdict pass") && verified.output.contains("signed by A. Name"))

        let other = try Tool.run("verify", certificate, samples.repeated, "--key", key)
        #expect(other.code == 1 && other.output.contains("DIFFERS  capture clean.har: signed SHA-256 "))
        let facts2 = try Tool.run("verify", certificate, samples.clean, "--key", key)
        #expect(facts2.code == 1 && facts2.output.contains("DIFFERS  facts facts.yaml: signed SHA-256 "))
        #expect(facts2.output.contains("found not at hand\nNOT VERIFIED\n"), "\(facts2.output)")
        let text = try String(contentsOfFile: certificate, encoding: .utf8)
        let forged = try samples.folder.write(
            text.replacing("\"payload\": \"ey", with: "\"payload\": \"eX"), to: "forged.json")
        let refused = try Tool.run("verify", forged, samples.clean, "--key", key)
        #expect(refused.code == 1 && refused.output.hasPrefix("DIFFERS  the signature"))
        #expect(try Tool.run("verify", certificate, samples.clean, "--key", secret).code == 2)
        #expect(try Tool.run("sign", samples.clean, "--key", key).code == 2)
    }

    /// Options are those of the certificate; what has to be at hand is named by path, and judged with.
    @Test func judgedAgainWithWhatWasSigned() throws {
        let samples = try Samples()
        let (secret, key) = try Self.keys(in: samples.folder)
        let certificate = samples.folder.path + "/certificate.json"
        let waivers = try samples.folder.write("waivers: []\n", to: "waivers.yaml")
        let files = ["--facts", samples.facts, "--waivers", waivers, "--rules", Repository.path("Examples/rules")]
        let options = [
            "--set", "order.slackMs=300", "--profile", "vast", "--limit", "flows=7", "--today", "2026-01-02",
        ]
        let signed = try Tool.run(["sign", samples.clean, "--key", secret, "--output", certificate] + files + options)
        #expect(signed.code == 0, "\(signed.errors)")
        func verify(_ arguments: [String]) throws -> Tool.Result {
            try Tool.run(["verify", certificate, samples.clean, "--key", key] + arguments)
        }
        let again = try verify(files)
        #expect(again.code == 0 && again.output.contains("holds    judged again"), "\(again.output)\(again.errors)")
        for line in ["setting order.slackMs 300 (given)", "limit flows 7 (given)", "day 2026-01-02 (past)"] {
            #expect(again.output.contains(line), "\(line)")
        }
        let withoutRules = try verify(Array(files.prefix(4)))
        #expect(withoutRules.code == 1 && withoutRules.output.contains("DIFFERS  rule-file "))
        let other = try verify(files + ["--set", "order.slackMs=1"])
        #expect(other.code == 1 && other.output.contains("DIFFERS  setting order.slackMs: signed 300, found 1\n"))
        #expect(try verify(["--signature-only"]).code == 0)
    }

    @Test func aFailIsNoSuccessUnlessExpected() throws {
        let samples = try Samples()
        let (secret, key) = try Self.keys(in: samples.folder)
        let certificate = samples.folder.path + "/certificate.json"
        #expect(try Tool.run("sign", samples.repeated, "--key", secret, "--output", certificate).code == 0)
        let failed = try Tool.run("verify", certificate, samples.repeated, "--key", key)
        #expect(failed.code == 1 && failed.output.contains("DIFFERS  the verdict: signed fail"))
        #expect(try Tool.run("verify", certificate, samples.repeated, "--key", key, "--expect", "fail").code == 0)
        #expect(try Tool.run("verify", certificate, samples.repeated, "--key", key, "--expect", "pass").code == 1)
        #expect(try Tool.run("verify", certificate, "--key", key, "--signature-only").code == 1)
    }

    /// A configuration file counts only where one had a part in the certificate, and then it must be at hand.
    @Test func theConfigurationIsAGround() throws {
        let samples = try Samples()
        let (secret, key) = try Self.keys(in: samples.folder)
        let folder = samples.folder.path
        _ = try Tool.run("sign", samples.clean, "--key", secret, "--output", folder + "/without.json")
        try samples.folder.write("settings: { order.slackMs: 400 }\n", to: "beaconproof.yaml")
        #expect(try Tool.run("verify", "without.json", samples.clean, "--key", key, in: folder).code == 0)
        _ = try Tool.run("sign", samples.clean, "--key", secret, "--output", "with.json", in: folder)
        #expect(try Tool.run("verify", "with.json", samples.clean, "--key", key, in: folder).code == 0)
        let elsewhere = try Tool.run("verify", folder + "/with.json", samples.clean, "--key", key)
        #expect(elsewhere.code == 1 && elsewhere.output.contains("DIFFERS  configuration beaconproof.yaml: signed"))
        try samples.folder.write("settings: { order.slackMs: 401 }\n", to: "beaconproof.yaml")
        #expect(try Tool.run("verify", "with.json", samples.clean, "--key", key, in: folder).code == 1)
    }

    @Test func noOutputTakesThePlaceOfAKeyOrAnInput() throws {
        let samples = try Samples()
        let (secret, _) = try Self.keys(in: samples.folder)
        func kept() throws -> [Data] {
            try [secret, samples.clean, samples.facts].map { try Data(contentsOf: URL(filePath: $0)) }
        }
        let before = try kept()
        let inputs = [samples.clean, "--facts", samples.facts, "--no-config"]
        for arguments in [
            ["sign", "--key", secret, "--output", secret], ["sign", "--key", secret, "--output", samples.clean],
            ["certify", "--output", "html=\(secret)"], ["certify", "--output", "json=\(samples.facts)"],
            ["certify", "--db", samples.clean], ["certify", "--db", secret],
        ] {
            let result = try Tool.run(arguments + inputs)
            #expect(result.code == 2 && result.errors.contains("is not overwritten"), "\(arguments): \(result.errors)")
            #expect(result.errors.split(separator: "\n").count == 1 && result.output.isEmpty)
        }
        let batch = try Tool.run("batch", samples.clean, "--no-config", "--output", "json=\(samples.clean)")
        #expect(batch.code == 2 && batch.errors.contains("is not overwritten"))
        let export = try Tool.run("export", "csv", samples.clean, "--output", samples.clean)
        #expect(export.code == 2 && export.errors.contains("is not overwritten"))
        #expect(try kept() == before)
    }

    @Test func aKeptDatabaseIsNotSigned() throws {
        let samples = try Samples()
        let (secret, _) = try Self.keys(in: samples.folder)
        let database = samples.folder.path + "/run.db"
        _ = try Tool.run("certify", samples.clean, "--db", database, "--quiet")
        let result = try Tool.run("sign", database, "--key", secret)
        #expect(result.code == 2 && result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    }
}
