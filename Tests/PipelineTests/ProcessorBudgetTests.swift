import Synchronization
import TestSupport
import Testing

@testable import Pipeline

/// The limit on processor time ends the work of any stage, and never in a pass or without a verdict.
struct ProcessorBudgetTests {
    /// A processor whose time goes on by a second whenever somebody looks.
    private final class Looks: Sendable {
        private let count = Mutex(Int64(0))

        var total: Int64 { count.withLock { $0 } }

        func clock() -> Int64 {
            count.withLock { count in
                count += 1
                return count * 1_000_000
            }
        }
    }

    private func certify(
        _ capture: String, seconds: Int, facts: String? = SampleHAR.facts
    ) throws -> (outcome: Certify.Outcome, looks: Int64) {
        let folder = try TemporaryFolder()
        let looks = Looks()
        var request = Certify.Request(inputs: [capture], toolVersion: "0")
        request.limits.cpuSeconds = seconds
        request.processorClock = looks.clock
        if let facts { request.factsPath = try folder.write(facts, to: "facts.yaml") }
        return (try Certify(request, rules: ShippedRules()).certify(), looks.total)
    }

    private func codes(_ outcome: Certify.Outcome) throws -> Set<String> {
        Set(try outcome.database.rows("SELECT DISTINCT code FROM diagnostic").compactMap { $0.text("code") })
    }

    /// A budget for each place in which it may run out: before the input, in its exchanges, in each rule.
    @Test func whereverItEndsTheVerdictIsOpen() throws {
        let folder = try TemporaryFolder()
        let capture = try folder.write(SampleHAR.clean.json, to: "run.har")
        let (whole, looks) = try certify(capture, seconds: 1_000_000)
        #expect(try whole.verdict() == "pass")
        #expect(try codes(whole).isDisjoint(with: ["input.time-limit", "interpret.time-limit", "rule.unjudged"]))
        var seen: Set<String> = []
        for seconds in Array(1...12) + [20, 40, Int(looks) - 2] {
            let (outcome, _) = try certify(capture, seconds: seconds)
            #expect(try outcome.verdict() == "inconclusive", "after \(seconds) looks")
            let codes = try codes(outcome)
            seen.formUnion(codes)
            #expect(!codes.isDisjoint(with: ["input.time-limit", "interpret.time-limit", "rule.unjudged"]))
        }
        #expect(seen.isSuperset(of: ["input.time-limit", "interpret.time-limit", "rule.unjudged"]))
    }

    @Test(arguments: ["clean-play.pcapng", "nielsen-opted-out.har", "a call log"])
    func ofOtherInputs(name: String) throws {
        let folder = try TemporaryFolder()
        let line = #"{"v":1,"kind":"call","t":1769853600123,"inst":"A","api":"loadMetadata","args":{"type":"content"}}"#
        let capture =
            name == "a call log"
            ? try folder.write(line + "\n", to: "run.log") : Repository.path("Examples/captures/\(name)")
        for seconds in [1, 2, 4, 8] {
            let (outcome, _) = try certify(capture, seconds: seconds, facts: nil)
            #expect(try outcome.verdict() == "inconclusive", "after \(seconds) looks")
        }
    }

    /// The rules say why they are silent, and the diagnostic counts them.
    @Test func theReasonIsTold() throws {
        let folder = try TemporaryFolder()
        let capture = try folder.write(SampleHAR.repeated.json, to: "run.har")
        let (_, looks) = try certify(capture, seconds: 1_000_000)
        let (outcome, _) = try certify(capture, seconds: Int(looks) - 40)
        #expect(try outcome.verdict() == "inconclusive" || outcome.verdict() == "fail")
        let reason = "the limit of \(looks - 40) s of processor time for a run (cpu-seconds) was reached"
        let needs = try outcome.database.rows("SELECT reason FROM verdict WHERE because = '\(reason)'")
        #expect(!needs.isEmpty && needs.allSatisfy { $0.text("reason") == "blind" })
        let details = try outcome.database.rows("SELECT detail FROM diagnostic WHERE code = 'rule.unjudged'")
            .compactMap { $0.text("detail") }
        #expect(details.count == 1 && details[0].hasPrefix("\(reason); not judged: "), "\(details)")
    }

    /// The hash in the report is that of the whole file, however little of it was read.
    @Test func theHashIsOfTheWholeFile() throws {
        let folder = try TemporaryFolder()
        let padded = SampleHAR.clean.json.replacing("\n]}}", with: String(repeating: " ", count: 3 << 20) + "\n]}}")
        let capture = try folder.write(padded, to: "run.har")
        let (outcome, _) = try certify(capture, seconds: 1)
        let row = try #require(try outcome.database.rows("SELECT sha256, bytes FROM capture").first)
        #expect(row.text("sha256") == (try ByteSource.sha256(of: capture)))
        #expect(row.int("bytes") == padded.utf8.count)
    }
}
