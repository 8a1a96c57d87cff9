import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

struct BatchCommandTests {
    private let folder: TemporaryFolder
    private var captures: String { folder.path + "/runs" }

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(SampleHAR.clean.json, to: "runs/1.har")
        try folder.write(SampleHAR.repeated.json, to: "runs/2.har")
        try folder.write("{\"log\": 7}", to: "runs/3.har")
        try folder.write(SampleHAR.clean.json, to: "runs/4.har")
        try folder.write(SampleHAR.facts, to: "runs/facts.yaml")
    }

    private func batch(_ arguments: String...) throws -> Tool.Result {
        try Tool.run(["batch", captures, "--no-config", "--facts-beside"] + arguments)
    }

    @Test func anyNumberOfWorkersGivesTheSameBytes() throws {
        var outputs: Set<String> = []
        var databases: Set<Data> = []
        var pages: Set<Data> = []
        for jobs in ["1", "2", "4"] {
            let result = try batch(
                "--jobs", jobs, "--format", "json", "--db", "\(folder.path)/\(jobs).db", "--pages",
                "\(folder.path)/\(jobs)")
            #expect(result.code == 1, "\(result.errors)")
            outputs.insert(result.output)
            databases.insert(try Data(contentsOf: URL(filePath: "\(folder.path)/\(jobs).db")))
            pages.insert(try Data(contentsOf: URL(filePath: "\(folder.path)/\(jobs)/index.html")))
        }
        #expect(outputs.count == 1 && databases.count == 1 && pages.count == 1)
        let lines = try #require(outputs.first).split(separator: "\n")
        let schemas = try lines.map { line in
            try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])["schema"] as? String
        }
        let result = "beaconproof.result/1"
        #expect(schemas == [result, result, "beaconproof.error/1", result, "beaconproof.summary/1"])
    }

    @Test func everyRunOfAKeptDatabaseIsJudgedAgain() throws {
        let (kept, again) = ("\(folder.path)/kept.db", "\(folder.path)/again.db")
        try batch("--db", kept)
        var databases: Set<Data> = []
        for jobs in ["1", "2"] {
            let result = try Tool.run(
                "batch", "--database", kept, "--no-config", "--facts", "\(captures)/facts.yaml", "--db", again,
                "--format", "json", "--jobs", jobs)
            #expect(result.code == 1 && result.output.split(separator: "\n").count == 4, "\(result.errors)")
            databases.insert(try Data(contentsOf: URL(filePath: again)))
        }
        #expect(databases.count == 1)
        let rows = """
            SELECT c.path, r.verdict, f.rule, f.item, f.message FROM run r JOIN capture c ON c.run = r.id
            LEFT JOIN finding f ON f.run = r.id ORDER BY c.path, f.id
            """
        let (before, after) = (try Tool.run("query", kept, rows), try Tool.run("query", again, rows))
        #expect(before.output == after.output && before.output.contains("fail"))
    }

    @Test func aKeptDatabaseIsJudgedAlone() throws {
        let kept = "\(folder.path)/kept.db"
        try batch("--db", kept)
        for other in [[captures], ["--resume", "--db", "\(folder.path)/x.db"], ["--keylog", "k"], ["--db", kept]] {
            let result = try Tool.run(["batch", "--database", kept, "--no-config"] + other)
            #expect(result.code == 2, "\(other)")
        }
        #expect(try Tool.run("batch", "--database", captures + "/1.har").errors.contains("is no database"))
    }

    @Test func theEarlierNameStillWorks() throws {
        let arguments = [captures, "--no-config", "--facts-beside", "--format", "json", "--jobs", "2"]
        let salt = try folder.write(String(repeating: "5", count: 64), to: "salt")
        let (now, then) = (
            try Tool.run(["batch"] + arguments + ["--salt", salt]),
            try Tool.run(["audit"] + arguments + ["--salt", salt])
        )
        #expect(now.code == 1 && now.output == then.output && now.code == then.code)
    }

    @Test func oneBadCaptureIsOneRow() throws {
        let result = try batch()
        #expect(result.code == 1)
        let words = result.output.split(separator: "\n").prefix(4).map { $0.prefix { $0 != " " } }
        #expect(words == ["PASS", "FAIL", "ERROR", "PASS"])
        #expect(result.output.hasSuffix("4 captures: 2 pass, 1 fail, 1 could not be read\n"))
    }

    /// Whoever sent the capture may have put the facts beside it.
    @Test func factsBesideACaptureDecideOnlyWhenAsked() throws {
        try folder.write(SampleHAR.cutOff.json, to: "sent/run.har")
        try folder.write(SampleHAR.facts, to: "sent/run.facts.yaml")
        let sent = folder.path + "/sent"
        let alone = try Tool.run("batch", sent, "--no-config")
        #expect(alone.code == 3 && alone.output.hasPrefix("CANNOT TELL"), "\(alone.output)")
        #expect(alone.errors.contains("--facts-beside takes them"))
        let beside = try Tool.run("batch", sent, "--no-config", "--facts-beside")
        #expect(beside.code == 0)
        #expect(beside.output.contains("Facts found beside the capture: \(sent)/run.facts.yaml.\n"), "\(beside.output)")
        let manifest = try folder.write(
            "captures:\n  - { path: run.har, facts: run.facts.yaml }\n", to: "sent/manifest.yaml")
        let named = try Tool.run("batch", "--manifest", manifest, "--no-config")
        #expect(named.code == 0 && !named.output.contains("Facts found"), "\(named.output)")
    }

    @Test func oneSuitePerCaptureInJUnit() throws {
        let suites = try batch("--format", "junit").output.split(separator: "\n").filter { $0.contains("<testsuite ") }
        #expect(suites.count == 4)
        let errors = suites.map { $0.contains("errors=\"1\"") }
        #expect(errors == [false, false, true, false])
        #expect(suites[1].contains("failures=\"") && !suites[1].contains("failures=\"0\""))
        for (number, suite) in suites.enumerated() { #expect(suite.contains("/runs/\(number + 1).har\"")) }
        #expect(XMLParser(data: Data(try batch("--format", "junit").output.utf8)).parse())
    }

    @Test func oneRunOverAllCapturesInSARIF() throws {
        let log = try batch("--format", "sarif").json()
        let runs = try #require(log["runs"] as? [[String: Any]])
        #expect(runs.count == 1)
        let single = try Tool.run(
            "certify", "\(captures)/2.har", "--facts", "\(captures)/facts.yaml", "--no-config", "--format", "sarif")
        let expected = try #require((single.json()["runs"] as? [[String: Any]])?.first?["results"] as? [[String: Any]])
        let results = try #require(runs[0]["results"] as? [[String: Any]])
        #expect(!results.isEmpty && results.count >= expected.count)
        let artifacts = try #require(runs[0]["artifacts"] as? [[String: Any]])
        #expect(artifacts.count == 4)
        let invocation = try #require((runs[0]["invocations"] as? [[String: Any]])?.first)
        #expect(invocation["executionSuccessful"] as? Bool == false)
        #expect((invocation["toolExecutionNotifications"] as? [Any])?.count == 1)
    }

    private static let validate = """
        import json, sys, jsonschema
        schemas = [json.load(open(path)) for path in sys.argv[2:]]
        count = 0
        for line in open(sys.argv[1], encoding="utf-8"):
            value = json.loads(line)
            fitting = [s for s in schemas if value["schema"] == s.get("$id")
                       or value["schema"] in json.dumps(s)]
            assert fitting, value["schema"]
            jsonschema.Draft202012Validator(fitting[0]).validate(value)
            count += 1
        print(count)
        """

    /// Every line that `batch` and `export ndjson` write is what the published schemas say.
    @Test(.enabled(if: PythonTool.has("jsonschema"), "no jsonschema"))
    func linesFitTheirSchemas() throws {
        let docs = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs")
        let lines = try folder.write(try batch("--format", "json").output, to: "batch.ndjson")
        let found = PythonTool.run(
            Self.validate, lines, docs.appending(path: "result.schema.json").path,
            docs.appending(path: "summary.schema.json").path)
        #expect(found?.output == "5\n", "\(found?.output ?? "")")
        let schema = try folder.write(try Tool.run("export", "schema").output, to: "records.schema.json")
        for kind in ["beacons", "exchanges", "findings"] {
            let output = try Tool.run("export", "ndjson", "\(captures)/2.har", "--records", kind).output
            let records = try folder.write(output, to: kind)
            let found = PythonTool.run(Self.validate, records, schema)
            #expect(found?.output == "\(output.split(separator: "\n").count)\n", "\(kind): \(found?.output ?? "")")
        }
    }

    @Test func waiversHoldInEveryCapture() throws {
        let draft = try Tool.run(
            "waivers", "write", "\(captures)/2.har", "--facts", "\(captures)/facts.yaml", "--no-config", "--owner", "A",
            "--reason", "known", "--expires", "2027-01-31")
        let file = try folder.write(draft.output, to: "waivers.yaml")
        let result = try batch("--waivers", file, "--today", "2027-01-01")
        #expect(
            result.output.contains("4 captures: 2 pass, 1 no fault seen, 1 could not be read"),
            "\(result.output)\(result.errors)")
        let late = try batch("--waivers", file, "--today", "2027-02-01")
        #expect(late.code == 2 && late.output.isEmpty)
    }

    @Test func exitCodes() throws {
        func code(_ files: [String]) throws -> Int32 {
            let input = Array(files.map { "\(captures)/\($0)\n" }.joined().utf8)
            return try Tool.run(["batch", "--paths-from", "-", "--no-config", "--facts-beside"], input: input).code
        }
        #expect(try code(["1.har"]) == 0)
        #expect(try code(["1.har", "3.har"]) == 2)
        #expect(try code(["3.har", "2.har"]) == 1)
        #expect(try code([]) == 2)
    }

    @Test(arguments: ["--db", "--databases"])
    func resumeDoesNoWorkTwice(option: String) throws {
        let kept = [option, "\(folder.path)/kept"]
        func run() throws -> Tool.Result {
            try Tool.run(
                ["batch", captures, "--no-config", "--facts-beside", "--format", "json", "--resume"] + kept)
        }
        let first = try run()
        #expect(first.errors.contains("0 of 4 captures unchanged"), "\(first.errors)")
        let second = try run()
        #expect(second.errors.contains("3 of 4 captures unchanged"), "\(second.errors)")
        #expect(second.code == 1)
        // Verdicts that were taken over say so, and are the same otherwise.
        func taken(_ result: Tool.Result) -> (kept: Int, rows: Int) {
            let lines = result.output.split(separator: "\n")
            return (
                lines.count { $0.contains(#""keptDatabase":{"path":""#) && $0.contains(#""judgedAgain":false"#) },
                lines.last?.matches(of: /"takenOver":true/).count ?? 0
            )
        }
        #expect(taken(first) == (0, 0) && taken(second) == (3, 3), "\(taken(first)) \(taken(second))")
        let plain = second.output.replacing(/"keptDatabase":\{[^}]*\},/, with: "")
        #expect(plain.replacing(#""takenOver":true"#, with: #""takenOver":false"#) == first.output)
        try folder.write(SampleHAR.repeated.json, to: "runs/4.har")
        let third = try run()
        #expect(third.errors.contains("2 of 4 captures unchanged"), "\(third.errors)")
        #expect(taken(third) == (2, 2))
        try folder.write(SampleHAR.facts + "# changed\n", to: "runs/facts.yaml")
        #expect(try run().errors.contains("0 of 4 captures unchanged"))
    }

    @Test(arguments: ["text", "markdown", "html"])
    func listsMarkWhatWasTakenOver(format: String) throws {
        func run() throws -> String {
            try batch("--facts-beside", "--format", format, "--db", "\(folder.path)/kept", "--resume").output
        }
        #expect(try !run().contains("taken over"))
        #expect(try run().split(separator: "taken over", omittingEmptySubsequences: false).count == 4)
    }

    /// A mistake in the command is one message, not a row per capture.
    @Test(arguments: [["--profile", "nonsense"], ["--set", "nonsense=1"], ["--filter", "((("], ["--format", "pdf"]])
    func mistakesInTheCommand(arguments: [String]) throws {
        let result = try Tool.run(["batch", captures, "--no-config"] + arguments)
        #expect(result.code == 2 && result.output.isEmpty, "\(result.output)")
    }

    @Test func resumeNeedsSomethingKept() throws {
        #expect(try batch("--resume").code == 2)
    }

    @Test func severalDatabasesAreAskedAsOne() throws {
        _ = try batch("--databases", "\(folder.path)/each", "--quiet")
        let kept = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/each").sorted()
        #expect(kept.count == 3)
        let paths = kept.map { "\(folder.path)/each/\($0)" }
        let sql = "SELECT r.name AS name, count(*) AS n FROM run r JOIN firing f ON f.run = r.id GROUP BY r.id"
        let result = try Tool.run(["query"] + paths + [sql, "--format", "csv"])
        #expect(result.output == "name,n\n1.har,6\n2.har,7\n4.har,6\n", "\(result.errors)")
        let wrong = try Tool.run("query", paths[0], "SELECT name\nFROM runn")
        #expect(wrong.code == 2 && wrong.errors.contains("no such view: runn; did you mean 'run'?"))
        let column = try Tool.run("query", paths[0], "SELECT id,\n  nam FROM run")
        #expect(
            column.errors.contains("line 2, column 3: no such column: nam\n    nam FROM run\n    ^"), "\(column.errors)"
        )
    }

    @Test func exports() throws {
        let har = "\(captures)/1.har"
        let lines = try Tool.run("export", "ndjson", har).output.split(separator: "\n")
        #expect(lines.count == 6)
        #expect(lines.first?.hasPrefix("{\"schema\":\"beaconproof.beacon/1\",\"capture\":") ?? false)
        let table = try Tool.run("export", "csv", har, "--records", "exchanges")
        #expect(table.output.hasPrefix("capture,capture_sha256,exchange,at_utc,"))
        #expect(table.output.split(separator: "\n").count == 1 + SampleHAR.clean.entries.count)
        let lake = "\(folder.path)/lake"
        #expect(try Tool.run("export", "parquet", har, "--partitioned", lake).code == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: lake) == ["dt=2026-01-31"])
        #expect(try Tool.run("export", "parquet", har).code == 2)
        let byProfile = try Tool.run(
            "export", "parquet", har, "--records", "runs", "--partitioned", "\(folder.path)/runs", "--by-profile")
        #expect(byProfile.code == 0)
        let day = "\(folder.path)/runs/dt=2026-01-31"
        #expect(try FileManager.default.contentsOfDirectory(atPath: day) == ["profile=vast"])
        #expect(try Tool.run("export", "parquet", har, "--output", lake + ".parquet", "--by-profile").code == 2)
    }

    /// Each kind of record of a run in which something is wrong, counted as its view has it.
    @Test(arguments: ["ad-plays", "obligations", "viewer-spans", "findings", "evidence", "runs"])
    func exportsHaveARecordForEachRow(records: String) throws {
        let database = "\(folder.path)/kept.sqlite"
        #expect(
            try Tool.run(
                "certify", Repository.path("Examples/captures/missing-quartile.har"), "--no-config", "--db", database
            ).code == 1)
        let view = records == "evidence" ? "evidence" : String(records.dropLast()).replacing("-", with: "_")
        let rows = try Tool.run("query", database, "SELECT count(*) AS n FROM \(view)", "--format", "ndjson").output
        let lines = try Tool.run("export", "ndjson", database, "--records", records).output.split(separator: "\n")
        #expect(!lines.isEmpty && rows.contains("\"n\":\(lines.count)}"), "\(rows)")
        #expect(lines.allSatisfy { $0.contains("\"schema\":\"beaconproof.") && $0.contains("missing-quartile.har") })
    }

    @Test func parametersOfPingsAreExported() throws {
        let pings = try Tool.run(
            "export", "ndjson", Repository.path("Examples/captures/nielsen-opted-out.har"), "--records", "parameters"
        ).output
        #expect(pings.contains("\"name\":\"uoo\",\"subkey\":\"\",\"raw\":\"true\",\"value\":\"true\""))
    }
}
