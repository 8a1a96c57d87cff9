import Testing

@testable import Audit

struct CadenceKindTests {
    private func outcome(_ times: [Double], viewed: [Double]? = nil, settings: [String: String] = [:]) throws -> Outcome
    {
        var scene = Scene()
        scene.pings(at: times, viewed: viewed)
        return try scene.judged(
            SampleRules.rule(SampleRules.cadence, id: "nielsen.sample", subject: "session"), settings: settings)
    }

    @Test(arguments: [[0.0, 300, 600], [0, 310, 600], [0, 290, 590], [0, 300, 420]])
    func regular(times: [Double]) throws {
        #expect(try outcome(times).verdicts == ["pass"])
    }

    @Test func late() throws {
        let outcome = try outcome([0, 311, 611])
        #expect(outcome.verdicts == ["fail"])
        #expect(outcome.findings == ["error interval 1: 311 s, expected 300 s"])
        #expect(outcome.evidence == ["counterpart ping 0.0", "breach ping 311.0"])
    }

    @Test func early() throws {
        #expect(try outcome([0, 200, 500]).findings == ["error interval 1: 200 s, expected 300 s"])
    }

    @Test func theTimeViewedExplainsAPause() throws {
        #expect(try outcome([0, 400, 700], viewed: [0, 300, 600]).verdicts == ["pass"])
    }

    @Test func oneAloneHasNoIntervalToBreak() throws {
        #expect(try outcome([0]).findings.isEmpty)
    }

    @Test func theToleranceIsASetting() throws {
        #expect(try outcome([0, 311, 611], settings: ["ping.slack": "11"]).verdicts == ["pass"])
    }
}
