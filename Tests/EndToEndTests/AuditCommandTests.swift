import Foundation
import TestSupport
import Testing

struct AuditCommandTests {
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

    private func audit(_ arguments: String...) throws -> Tool.Result {
        try Tool.run(["audit", captures, "--no-config"] + arguments)
    }

    @Test func anyNumberOfWorkersGivesTheSameBytes() throws {
        var outputs: Set<String> = []
        var databases: Set<Data> = []
        var pages: Set<Data> = []
        for jobs in ["1", "2", "4"] {
            let result = try audit(
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

    @Test func oneBadCaptureIsOneRow() throws {
        let result = try audit()
        #expect(result.code == 1)
        let words = result.output.split(separator: "\n").prefix(4).map { $0.prefix { $0 != " " } }
        #expect(words == ["PASS", "FAIL", "ERROR", "PASS"])
        #expect(result.output.hasSuffix("4 captures: 2 pass, 1 fail, 1 could not be read\n"))
    }

    @Test func exitCodes() throws {
        func code(_ files: [String]) throws -> Int32 {
            let input = Array(files.map { "\(captures)/\($0)\n" }.joined().utf8)
            return try Tool.run(["audit", "--paths-from", "-", "--no-config"], input: input).code
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
            try Tool.run(["audit", captures, "--no-config", "--format", "json", "--resume"] + kept)
        }
        let first = try run()
        #expect(first.errors.contains("0 of 4 captures unchanged"), "\(first.errors)")
        let second = try run()
        #expect(second.errors.contains("3 of 4 captures unchanged"), "\(second.errors)")
        #expect(second.output == first.output && second.code == 1)
        try folder.write(SampleHAR.repeated.json, to: "runs/4.har")
        let third = try run()
        #expect(third.errors.contains("2 of 4 captures unchanged"), "\(third.errors)")
        try folder.write(SampleHAR.facts + "# changed\n", to: "runs/facts.yaml")
        #expect(try run().errors.contains("0 of 4 captures unchanged"))
    }

    /// A mistake in the command is one message, not a row per capture.
    @Test(arguments: [["--profile", "nonsense"], ["--set", "nonsense=1"], ["--filter", "((("], ["--format", "pdf"]])
    func mistakesInTheCommand(arguments: [String]) throws {
        let result = try Tool.run(["audit", captures, "--no-config"] + arguments)
        #expect(result.code == 2 && result.output.isEmpty, "\(result.output)")
    }

    @Test func resumeNeedsSomethingKept() throws {
        #expect(try audit("--resume").code == 2)
    }

    @Test func severalDatabasesAreAskedAsOne() throws {
        _ = try audit("--databases", "\(folder.path)/each", "--quiet")
        let kept = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/each").sorted()
        #expect(kept.count == 3)
        let paths = kept.map { "\(folder.path)/each/\($0)" }
        let sql = "SELECT r.name AS name, count(*) AS n FROM run r JOIN firing f ON f.run = r.id GROUP BY r.id"
        let result = try Tool.run(["query"] + paths + [sql, "--format", "csv"])
        #expect(result.output == "name,n\n1.har,6\n2.har,7\n4.har,6\n", "\(result.errors)")
        let wrong = try Tool.run("query", paths[0], "SELECT name\nFROM runn")
        #expect(wrong.code == 2 && wrong.errors.contains("no such table: runn"))
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
    }
}
