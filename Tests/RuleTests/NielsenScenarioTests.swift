import Foundation
import Pipeline
import Store
import TestSupport
import Testing

/// Call logs made by a seeded generator: each fault is found by its rule alone, its correct twin by none, whatever the
/// clock says and whoever else calls in between.
struct NielsenScenarioTests {
    enum Fault: String, CaseIterable {
        case none
        case pollsEveryTwoSeconds = "nielsen.playhead-cadence"
        case stopMissingBeforeMidroll = "nielsen.sequence-stop-before-midroll"
        case stopMissingAfterAd = "nielsen.sequence-stop-after-ad"
        case adFirst = "nielsen.sequence-content-first"
        case contentNotReloaded = "nielsen.sequence-reload-content"
        case endedTwice = "nielsen.sequence-end"
        case numbersInMetadata = "nielsen.metadata-string-values"
        case hyphenInType = "nielsen.metadata-type"
        case keyInOtherCase = "nielsen.metadata-key-case"
        case negativePosition = "nielsen.playhead-nonnegative"
        case countsAdSeconds = "nielsen.playhead-resume"
        case noStopOnPause = "nielsen.interruption-stop"
        case closeLinkAsOptOut = "nielsen.optout-value"
        case deadInstance = "nielsen.sdk-init-form"
    }

    @Test(arguments: Fault.allCases)
    func eachFaultIsFoundByItsRuleAlone(fault: Fault) throws {
        for seed: UInt64 in 1...3 {
            var log = NielsenLogGenerator(seed: seed)
            let lines = log.lines(fault: fault, instance: "A")
            let found = try errors(in: lines)
            #expect(found == (fault == .none ? [] : [fault.rawValue]), "seed \(seed)")
        }
    }

    /// A second instance that plays correctly afterwards changes nothing, and shuffled lines neither.
    @Test(arguments: Fault.allCases)
    func theVerdictHoldsBesideAnotherInstance(fault: Fault) throws {
        var log = NielsenLogGenerator(seed: 7)
        var lines = log.lines(fault: fault, instance: "A") + log.lines(fault: .none, instance: "B")
        var random = SeededGenerator(seed: 7)
        lines.shuffle(using: &random)
        #expect(try errors(in: lines) == (fault == .none ? [] : [fault.rawValue]))
    }

    /// Rules with an error finding, over a log alone.
    private func errors(in lines: [String]) throws -> [String] {
        let folder = try TemporaryFolder()
        let path = try folder.write(lines.joined(separator: "\n"), to: "run.nielsen.jsonl")
        let outcome = try Certify(Certify.Request(inputs: [path], toolVersion: "0"), rules: ShippedRules()).certify()
        return try outcome.database.rows("SELECT DISTINCT rule FROM finding WHERE severity = 'error' ORDER BY rule")
            .compactMap { $0.text("rule") }
    }
}

/// One viewing with a pre-roll, a mid-roll and a pause, with at most one fault in it.
struct NielsenLogGenerator {
    private var random: SeededGenerator
    /// Seconds on the device's clock.
    private var now: Double
    private var lines: [String] = []
    private var instance = ""

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        now = 1_700_000_000 + Double(Int.random(in: 0...40_000_000, using: &random))
    }

    mutating func lines(fault: NielsenScenarioTests.Fault, instance: String) -> [String] {
        lines = []
        self.instance = instance
        now += 100
        call("init", fault == .deadInstance ? nil : #"{"appid":"P00000000-0000-0000-0000-000000000000"}"#)
        if fault == .closeLinkAsOptOut {
            call("optOutURL")
            call("userOptOut", #""nielsen://close""#)
        }
        event("play")
        call("play", #"{"channelName":"channel one"}"#)
        if fault != .adFirst { load("content", fault: fault) }
        load(fault == .hyphenInType ? "pre-roll" : "preroll", asset: "spot1", fault: fault)
        play(from: 0, count: 10, fault: .none)
        if fault != .stopMissingAfterAd { call("stop") }
        load("content", fault: fault)
        if fault == .negativePosition { call("playheadPosition", "-1") }
        let first = Int.random(in: 40...80, using: &random)
        play(from: 0, count: first, fault: fault)
        event("pause")
        if fault != .noStopOnPause { call("stop") }
        now += Double(Int.random(in: 20...200, using: &random))
        event("play")
        play(from: first, count: 20, fault: fault)
        if fault != .stopMissingBeforeMidroll { call("stop") }
        load("midroll", asset: "spot2", fault: fault)
        play(from: 0, count: 10, fault: .none)
        call("stop")
        if fault != .contentNotReloaded { load("content", fault: fault) }
        play(from: first + 20 + (fault == .countsAdSeconds ? 10 : 0), count: 30, fault: fault)
        call("stop")
        call("end")
        if fault == .endedTwice { call("end") }
        now += 60
        return lines
    }

    private mutating func load(_ type: String, asset: String = "show", fault: NielsenScenarioTests.Fault) {
        let length = fault == .numbersInMetadata ? "3600" : #""3600""#
        let key = fault == .keyInOtherCase ? "AssetId" : "assetid"
        call("loadMetadata", #"{"type":"\#(type)","\#(key)":"\#(asset)","length":\#(length)}"#)
    }

    /// Positions once per second, as a timer gives them: a little late, never twice.
    private mutating func play(from start: Int, count: Int, fault: NielsenScenarioTests.Fault) {
        let step = fault == .pollsEveryTwoSeconds ? 2 : 1
        for position in stride(from: start, to: start + count, by: step) {
            let second = now
            now += Double.random(in: 0...0.08, using: &random)
            call("playheadPosition", String(position))
            now = second + Double(step)
        }
    }

    private mutating func call(_ api: String, _ args: String? = nil) {
        write(#""kind":"call","inst":"\#(instance)","api":"\#(api)""# + (args.map { #","args":\#($0)"# } ?? ""))
    }

    private mutating func event(_ name: String) {
        write(#""kind":"event","name":"\#(name)""#)
    }

    private mutating func write(_ members: String) {
        now += 0.01
        let time = String(format: "%.0f", now * 1_000)
        let mono = String(format: "%.3f", now - 1_600_000_000)
        lines.append(#"{"v":1,"t":\#(time),"mono":\#(mono),\#(members)}"#)
    }
}
