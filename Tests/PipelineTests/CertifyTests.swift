import Foundation
import Model
import Store
import TestSupport
import Testing

@testable import Pipeline

struct CertifyTests {
    private func certify(
        _ inputs: [String], _ change: (inout Certify.Request) throws -> Void = { _ in }
    ) throws -> Certify.Outcome {
        var request = Certify.Request(inputs: inputs, toolVersion: "0")
        try change(&request)
        return try Certify(request, rules: ShippedRules()).certify()
    }

    @Test func aCleanRun() throws {
        let kept = try KeptRun(SampleHAR.clean)
        #expect(try kept.outcome.verdict() == "pass")
        #expect(try kept.outcome.errors().isEmpty)
        let ledger = try kept.outcome.database.rows("SELECT * FROM ingest_ledger")
        #expect(!ledger.isEmpty && ledger.allSatisfy { $0.int("balance") == 0 })
    }

    @Test func aRepeatedQuartile() throws {
        let kept = try KeptRun(SampleHAR.repeated)
        #expect(try kept.outcome.verdict() == "fail")
        #expect(try kept.outcome.errors().contains("vast.quartile-once"))
    }

    /// Without the fact, the capture may have ended too early to see a repeat.
    @Test func withoutTheFactItIsInconclusive() throws {
        #expect(try KeptRun(SampleHAR.cutOff, facts: nil).outcome.verdict() == "inconclusive")
    }

    @Test func nothingRelevant() throws {
        let other = SampleHAR([.init(0, "https://example.test/", status: 200, body: "hello")])
        #expect(try KeptRun(other).outcome.verdict() == "inconclusive")
    }

    // MARK: The same input

    @Test func sameRowsAndReports() throws {
        let runs = try [KeptRun(SampleHAR.repeated), KeptRun(SampleHAR.repeated)]
        let dumps = try runs.map { run in try run.outcome.dump().map { $0.replacing(run.folder.path, with: "") } }
        #expect(dumps[0] == dumps[1])
        #expect(dumps[0].count > 50)
        for format in ["text", "json", "markdown", "html"] {
            let reports = try runs.map { run in
                let bytes = try Report.render(
                    run: run.outcome.run, in: run.outcome.database, as: format, options: .init())
                return String(decoding: bytes, as: UTF8.self).replacing(run.folder.path, with: "")
            }
            #expect(reports[0] == reports[1], "\(format)")
        }
    }

    /// Insertion order is no meaning: only times are.
    @Test func entriesInAnyOrder() throws {
        let plain = try KeptRun(SampleHAR.repeated)
        let reversed = try KeptRun(SampleHAR(SampleHAR.repeated.entries.reversed()))
        #expect(try plain.outcome.errors() == reversed.outcome.errors())
        let sql = "SELECT rule, item, message, observed, at_us, fingerprint FROM finding ORDER BY fingerprint"
        let findings = try [plain, reversed].map { try $0.outcome.database.rows(sql).map(\.values) }
        #expect(findings[0] == findings[1])
    }

    /// Stand-ins for a time among them: .NET's year 1, the zero of Unix.
    @Test(arguments: ["", "0001-01-01T00:00:00", "1970-01-01T00:00:00.000Z"], [nil, "midpoint", "start"])
    func withoutTimesNothingComesTooEarly(time: String, event: String?) throws {
        let folder = try TemporaryFolder()
        let entries = SampleHAR.clean.json.components(separatedBy: "{\"startedDateTime\":\"")
        let untimed = entries.enumerated().map { place, entry in
            guard place > 0, event.map({ entry.contains("/\($0)?") }) ?? true else { return entry }
            return time + entry.drop { $0 != "\"" }
        }
        let outcome = try certify([folder.write(untimed.joined(separator: "{\"startedDateTime\":\""), to: "run.har")])
        #expect(try outcome.errors().isEmpty)
        #expect(try outcome.verdict() == "inconclusive")
        let spans = try outcome.database.rows("SELECT first_us FROM capture")
        #expect(spans.allSatisfy { $0.integer("first_us").map { $0 > 0 } ?? true })
    }

    @Test(arguments: Packed.Wrapper.allCases)
    func packedInput(wrapper: Packed.Wrapper) throws {
        let folder = try TemporaryFolder()
        let packed = Packed.bytes(Array(SampleHAR.repeated.json.utf8), as: wrapper)
        let outcome = try certify([folder.write(packed, to: "run.har.gz")])
        #expect(try outcome.errors() == KeptRun(SampleHAR.repeated, facts: nil).outcome.errors())
    }

    /// What was before the cut is used; the cut is a diagnostic, and no pass rests on what may follow.
    @Test(arguments: [Packed.Wrapper.zlib, .gzip])
    func packedInputCutOff(wrapper: Packed.Wrapper) throws {
        let folder = try TemporaryFolder()
        let packed = Packed.bytes(Array(SampleHAR.clean.json.utf8), as: wrapper)
        let facts = try folder.write(SampleHAR.facts, to: "facts.yaml")
        let outcome = try certify([folder.write(Array(packed.dropLast(40)), to: "run.har.gz")]) { $0.factsPath = facts }
        #expect(try outcome.verdict() == "inconclusive")
        let codes = try outcome.database.rows("SELECT code FROM diagnostic").compactMap { $0.text("code") }
        #expect(codes.contains("input.unpack-damaged"))
    }

    @Test func twoInputsAreOneRun() throws {
        let folder = try TemporaryFolder()
        let halves = [SampleHAR.clean.entries.prefix(4), SampleHAR.clean.entries.dropFirst(4)]
        let paths = try halves.enumerated().map { place, half in
            try folder.write(SampleHAR(Array(half)).json, to: "part-\(place).har")
        }
        let facts = try folder.write(SampleHAR.facts, to: "facts.yaml")
        let outcome = try certify(paths) { $0.factsPath = facts }
        #expect(try outcome.verdict() == "pass")
        #expect(try outcome.database.rows("SELECT id FROM capture").count == 2)
    }

    /// Whoever says that recording ran on cannot have seen what lies between two files.
    @Test func whatIsLackingBetweenTwoFilesMayHaveBeenSentThere() throws {
        let folder = try TemporaryFolder()
        let facts = try folder.write(SampleHAR.facts, to: "facts.yaml")
        let entries = SampleHAR.clean.entries
        let parts = [entries.prefix(4), entries.dropFirst(5)]
        let paths = try parts.enumerated().map { place, part in
            try folder.write(SampleHAR(Array(part)).json, to: "part-\(place).har")
        }
        #expect(try certify(paths) { $0.factsPath = facts }.verdict() == "inconclusive")
        let whole = try folder.write(SampleHAR(Array(parts.joined())).json, to: "whole.har")
        #expect(try certify([whole]) { $0.factsPath = facts }.verdict() == "fail")
    }

    @Test func aClockOffsetIsAFact() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(SampleHAR.clean.json, to: "run.har")
        let facts = try folder.write("capture: { clockOffsetMs: { run.har: -1500 } }", to: "facts.yaml")
        let plain = try certify([path]).database.rows("SELECT min(at_us) AS t FROM exchange").first?.integer("t") ?? 0
        let moved = try certify([path]) { $0.factsPath = facts }.database
        #expect(try moved.rows("SELECT min(at_us) AS t FROM exchange").first?.integer("t") == plain - 1_500_000)
        #expect(try moved.rows("SELECT * FROM clock").first?.text("method") == "declared")
    }

    // MARK: Judging again

    private func judgedAgain(
        _ kept: KeptRun, _ change: (inout Certify.Request) -> Void = { _ in }
    ) throws -> Certify.Outcome {
        try certify([]) {
            $0.kept = Certify.Kept(path: kept.database)
            change(&$0)
        }
    }

    /// The file keeps its verdict until the new one is whole, and for good unless it is named as the place of it.
    @Test func judgingAgainChangesTheFileOnlyWhereThatIsAsked() throws {
        let kept = try KeptRun(SampleHAR.cutOff, facts: nil)
        let before = try Data(contentsOf: URL(filePath: kept.database))
        let facts = try kept.folder.write(SampleHAR.facts, to: "facts.yaml")
        let broken = try kept.folder.write("- a list\n", to: "broken.yaml")
        _ = try judgedAgain(kept) { $0.factsPath = facts }
        #expect(throws: PipelineFailure.self) {
            try judgedAgain(kept) { ($0.factsPath, $0.databasePath) = (broken, kept.database) }
        }
        #expect(try Data(contentsOf: URL(filePath: kept.database)) == before)
        let again = try judgedAgain(kept) { ($0.factsPath, $0.databasePath) = (facts, kept.database) }
        #expect(try again.verdict() == "pass" && StoredRun.open(kept.database).verdict() == "pass")
        #expect(again.database.kept == KeptSource(path: kept.database, isJudgedAgain: true))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: kept.folder.path).contains { $0.contains("partial") }
                == false)
    }

    @Test func aDatabaseIsJudgedAlone() throws {
        let kept = try KeptRun(SampleHAR.clean)
        for change: (inout Certify.Request) -> Void in [
            { $0.inputs = [kept.har] }, { $0.keyLogs = ["k"] }, { $0.callLogs = ["c"] }, { $0.bundlePath = "b" },
            { $0.filter = "tcp" },
        ] {
            let failure = #expect(throws: PipelineFailure.self) { try judgedAgain(kept, change) }
            #expect(failure?.description.hasPrefix("a kept database is judged alone") == true)
        }
        let failure = #expect(throws: PipelineFailure.self) {
            try certify([]) { $0.kept = Certify.Kept(path: kept.har) }
        }
        #expect(failure?.description == "\(kept.har): is no database; captures are named without --database")
    }

    /// Nothing is told of one run in the name of all.
    @Test func amongSeveralRunsOneIsChosen() throws {
        let (clean, repeated) = (try KeptRun(SampleHAR.clean), try KeptRun(SampleHAR.repeated))
        let all = clean.folder.path + "/all.db"
        let database = try Database.create(at: all)
        for kept in [clean, repeated] { try database.append(Database.open(kept.database)) }
        try database.publish()
        let failure = #expect(throws: PipelineFailure.self) { try certify([]) { $0.kept = Certify.Kept(path: all) } }
        #expect(failure?.description.contains("holds 2 runs") == true)
        let facts = clean.folder.path + "/facts.yaml"
        var verdicts: [String] = []
        for run in try database.runs() {
            let outcome = try certify([]) { ($0.kept, $0.factsPath) = (Certify.Kept(path: all, run: run), facts) }
            #expect(try outcome.database.runs() == [run])
            verdicts.append(try outcome.verdict())
        }
        #expect(verdicts == ["pass", "fail"])
        // The others would be gone.
        let dropping = #expect(throws: PipelineFailure.self) {
            try certify([]) { ($0.kept, $0.databasePath) = (Certify.Kept(path: all, run: 1), all) }
        }
        #expect(dropping?.description.contains("holds other runs") == true)
    }

    @Test func otherFactsChangeTheVerdictWithoutDecoding() throws {
        let kept = try KeptRun(SampleHAR.cutOff, facts: nil)
        #expect(try kept.outcome.verdict() == "inconclusive")
        try FileManager.default.removeItem(atPath: kept.har)
        let facts = try kept.folder.write(SampleHAR.facts, to: "facts.yaml")
        #expect(try judgedAgain(kept) { $0.factsPath = facts }.verdict() == "pass")
        #expect(try judgedAgain(kept).verdict() == "inconclusive")
    }

    @Test func otherSettingsChangeTheVerdict() throws {
        let late = SampleHAR(
            SampleHAR.clean.entries.map { entry in
                var entry = entry
                if entry.url.contains("midpoint") { entry.seconds = 24.1 }
                return entry
            })
        let kept = try KeptRun(late)
        #expect(try kept.outcome.errors().contains("vast.quartile-order"))
        let facts = try kept.folder.write(SampleHAR.facts, to: "facts.yaml")
        let outcome = try judgedAgain(kept) {
            $0.factsPath = facts
            $0.commandSettings = ["order.slackMs": "1000"]
        }
        #expect(!(try outcome.errors().contains("vast.quartile-order")))
        let setting = try outcome.database.rows("SELECT * FROM setting WHERE key = 'order.slackMs'").first
        #expect(setting?.text("value") == "1000" && setting?.text("source") == "command line")
    }

    @Test func theSameAgainIsTheSame() throws {
        let kept = try KeptRun(SampleHAR.repeated)
        let before = try kept.outcome.dump()
        let again = try judgedAgain(kept) { $0.factsPath = kept.folder.path + "/facts.yaml" }
        #expect(try again.dump() == before)
    }

    @Test func exitCodes() throws {
        func code(_ sample: SampleHAR, facts: String?, failOn: Severity?, allow: Bool = false) throws -> Int32 {
            let outcome = try KeptRun(sample, facts: facts).outcome
            return try ExitStatus(run: outcome.run, in: outcome.database, profiles: [])
                .code(failOn: failOn, allowInconclusive: allow)
        }
        #expect(try code(.clean, facts: SampleHAR.facts, failOn: .error) == 0)
        #expect(try code(.repeated, facts: SampleHAR.facts, failOn: .error) == 1)
        #expect(try code(.repeated, facts: SampleHAR.facts, failOn: nil) == 0)
        #expect(try code(.cutOff, facts: nil, failOn: .error) == 3)
        #expect(try code(.cutOff, facts: nil, failOn: .error, allow: true) == 0)
    }
}
