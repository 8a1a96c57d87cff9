import Foundation
import Store
import TestSupport
import Testing

@testable import Pipeline

/// Viewings made by a seeded device: correct ones give no error whatever was recorded of them, and each fault is found by
/// its rule, whatever the clocks say and whoever else plays at the same time.
struct NielsenScenarioTests {
    /// Two kinds of evidence each, in turn: certifying takes a while.
    @Test(arguments: NielsenViewing.allCases.enumerated().map { ($0.offset, $0.element) })
    func aCorrectViewingGivesNoError(number: Int, viewing: NielsenViewing) throws {
        let kinds = NielsenEvidence.allCases
        for evidence in [kinds[number % kinds.count], kinds[(number + 3) % kinds.count]] {
            let judged = try evidence.judge(viewing.recording(seed: 11))
            #expect(judged.errors.isEmpty, "\(viewing), \(evidence)")
            #expect(judged.verdict != "fail", "\(viewing), \(evidence)")
        }
    }

    /// With the whole recording stated to be complete nothing is left open that a call log would show.
    @Test(arguments: NielsenViewing.allCases)
    func aCompleteRecordingOfACorrectViewingPasses(viewing: NielsenViewing) throws {
        let recording = viewing.recording(seed: 5)
        let stated = try NielsenEvidence.stated.judge(recording)
        #expect(stated.verdict == (viewing.staysOpen ? "inconclusive" : "pass"), "\(stated)")
        let both = try NielsenEvidence.both.judge(recording)
        #expect(both.verdict == "pass", "\(both)")
    }

    /// What each fault is an edit of gives none of the findings that the faults do. A rule that finds errors may remark on
    /// what no source speaks of.
    @Test(arguments: NielsenTwin.all)
    func theCorrectTwinIsSilent(twin: NielsenTwin) throws {
        let judged = try twin.evidence.judge(twin.viewing.recording(seed: 3))
        for fault in twin.faults {
            let found = judged.findings[fault.rule]
            #expect(found == nil || found == "info" && fault.severity == "error", "\(fault.rule): \(judged)")
        }
    }

    @Test(arguments: NielsenFault.all)
    func aFaultIsFoundByItsRule(fault: NielsenFault) throws {
        var faulty = fault.viewing.recording(seed: 3)
        fault.edit(&faulty)
        let judged = try fault.evidence.judge(faulty)
        #expect(judged.findings[fault.rule] == fault.severity, "\(judged)")
        #expect(judged.errors.subtracting(fault.also).subtracting([fault.rule]).isEmpty, "\(judged)")
    }

    /// All clocks half a year later, everything shuffled, and another app that plays correctly beside it: nothing changes.
    /// Every fourth fault, for the time it takes.
    @Test(arguments: NielsenFault.all.enumerated().filter { $0.offset % 4 == 0 }.map(\.element))
    func theFindingHoldsLaterAndBesideAnotherApp(fault: NielsenFault) throws {
        var faulty = fault.viewing.recording(seed: 21)
        fault.edit(&faulty)
        faulty.shift(by: 15_000_000)
        var other = NielsenDevice(seed: 22, instance: "B")
        other.open()
        other.play(channel: "channel nine")
        other.load("content", "PROGRAM9", length: 900)
        other.watch(from: 0, seconds: 320)
        other.stop()
        other.end()
        var companion = other.finish()
        companion.shift(by: (faulty.from - companion.from + 40).rounded())
        for index in companion.pings.indices { companion.pings[index].replaceApp() }
        faulty.add(companion)
        var random = SeededGenerator(seed: 23)
        faulty.lines.shuffle(using: &random)
        faulty.pings.shuffle(using: &random)
        let judged = try fault.evidence.judge(faulty)
        #expect(judged.findings[fault.rule] == fault.severity, "\(judged)")
    }
}

/// A correct recording that faults are edits of, and the rules that find them.
struct NielsenTwin: Sendable, CustomTestStringConvertible {
    let viewing: NielsenViewing
    let evidence: NielsenEvidence
    let faults: [NielsenFault]
    var testDescription: String { "\(viewing), \(evidence)" }

    static let all: [NielsenTwin] = NielsenViewing.allCases.flatMap { viewing in
        NielsenEvidence.allCases.compactMap { evidence in
            let faults = NielsenFault.all.filter { $0.viewing == viewing && $0.evidence == evidence }
            return faults.isEmpty ? nil : NielsenTwin(viewing: viewing, evidence: evidence, faults: faults)
        }
    }
}

extension NielsenSimulatedPing {
    /// Of another app on the same device.
    fileprivate mutating func replaceApp() {
        replace("c13", "asid,P11111111-2222-3333-4444-555555555555")
        replace("apid", "P11111111-2222-3333-4444-555555555555")
        replace("sessionId", String(repeating: "q", count: 29) + "1760000000")
        replace("c29", "plid,17600000001234567")
    }
}

/// What of a recording is handed in.
enum NielsenEvidence: CaseIterable {
    case pings
    /// Pings, and the call log that ends with its last line.
    case unstated
    /// Pings with the facts, and the word that the recording is complete.
    case stated
    /// The call log, stated to be complete; and both.
    case log, both
    /// Capture and log by clocks of their own.
    case skewed

    func judge(_ recording: NielsenRecording) throws -> NielsenJudged {
        let folder = try TemporaryFolder()
        var inputs: [String] = []
        if self != .log { inputs.append(try folder.write(recording.har(skew: skew), to: "run.har")) }
        if self != .pings && self != .stated {
            inputs.append(try folder.write(recording.log(offset: offset), to: "run.nielsen.jsonl"))
        }
        var request = Certify.Request(inputs: inputs, toolVersion: "0")
        if self != .pings && self != .unstated {
            var stated = recording
            stated.facts["capture"] = ["complete": "true"]
            request.factsPath = try folder.write(stated.factsFile, to: "facts.yaml")
        }
        let outcome = try Certify(request, pack: NielsenEvidence.pack.get()).certify()
        return try NielsenJudged(outcome)
    }

    /// Read once for all recordings.
    private static let pack = Result<LoadedPack, any Error> { try ShippedRules().pack(adding: []) }

    private var skew: Double { self == .skewed ? 90 : 0 }
    private var offset: Double { self == .skewed ? 3_600 : 0 }
}

/// What became of it.
struct NielsenJudged: CustomStringConvertible {
    /// The gravest finding of each rule.
    var findings: [String: String] = [:]
    var messages: [String] = []
    var open: [String] = []
    var verdict = ""

    init(_ outcome: Certify.Outcome) throws {
        let ranks = ["info": 0, "warning": 1, "error": 2]
        for row in try outcome.database.rows("SELECT rule, severity, message FROM finding ORDER BY id") {
            let rule = row.text("rule") ?? ""
            let severity = row.text("severity") ?? ""
            if (ranks[severity] ?? 0) > (ranks[findings[rule] ?? ""] ?? -1) { findings[rule] = severity }
            messages.append("\(severity) \(rule): \(row.text("message") ?? "")")
        }
        open = try outcome.database.rows(
            "SELECT rule, reason, needs FROM verdict WHERE verdict = 'inconclusive' AND reason IN ('blind', 'ambiguous')"
        ).map { "\($0.text("rule") ?? "") \($0.text("reason") ?? "") \($0.text("needs") ?? "")" }
        verdict = try outcome.database.rows("SELECT verdict FROM run").first?.text("verdict") ?? ""
    }

    var errors: Set<String> { Set(findings.filter { $0.value == "error" }.keys) }

    var description: String { ([verdict] + messages + open).joined(separator: "\n") }
}
