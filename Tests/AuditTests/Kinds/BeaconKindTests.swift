import Testing

@testable import Audit

/// The kinds over single beacons: match and absent.
struct BeaconKindTests {
    @Test(arguments: [("1YNN", "pass"), ("1---", "pass"), ("2YNN", "fail"), ("", "fail")])
    func match(value: String, verdict: String) throws {
        var scene = Scene()
        scene.beacon(.ima, "ad-request", host: "ads.test", at: 1, parameters: ["us_privacy": value])
        let outcome = try scene.judged(SampleRules.rule(SampleRules.match, id: "ima.sample", subject: "beacon"))
        #expect(outcome.verdicts == [verdict])
        if verdict == "fail" {
            #expect(outcome.findings == ["error us_privacy: \(value), expected one of 1YNN"])
            #expect(outcome.evidence == ["breach beacon 1.0"])
        }
    }

    @Test func aBeaconWithoutTheParameterIsNotJudged() throws {
        var scene = Scene()
        scene.beacon(.ima, "ad-request", host: "ads.test", at: 1, parameters: ["iu": "x"])
        scene.beacon(.ima, "other", host: "ads.test", at: 2, parameters: ["us_privacy": "no"])
        let outcome = try scene.judged(SampleRules.rule(SampleRules.match, id: "ima.sample", subject: "beacon"))
        #expect(outcome.verdicts.isEmpty)
        #expect(outcome.summary["none"] == 2)
    }

    @Test func withoutAParameterTheExchangeIsJudged() throws {
        var scene = Scene()
        scene.beacon(.ima, "ad-request", host: "ads.test", at: 1)
        let rule = try SampleRules.rule(
            """
            kind: match
            where: { family: ima }
            expect: "exchange.scheme = 'http'"
            expected: http
            """, id: "ima.sample", subject: "beacon", message: "{kind} {url} {length}")
        let outcome = try scene.judged(rule)
        #expect(outcome.verdicts == ["fail"])
        #expect(outcome.messages == ["ad-request https://ads.test/p? 19"])
    }

    @Test(arguments: [("", "pass"), ("38400000-8cf0", "fail")])
    func absent(value: String, verdict: String) throws {
        var scene = Scene()
        scene.beacon(.ima, "ad-request", host: "ads.test", at: 1, parameters: ["idfa": value])
        let outcome = try scene.judged(SampleRules.rule(SampleRules.absent, id: "ima.sample", subject: "beacon"))
        #expect(outcome.verdicts == [verdict])
    }

    @Test func onlyNarrows() throws {
        var scene = Scene()
        scene.beacon(.ima, "ad-request", host: "ads.test", at: 1, parameters: ["us_privacy": "no"])
        let rule = try SampleRules.rule(
            SampleRules.match + "\nonly: beacon.host = 'elsewhere.test'", id: "ima.sample", subject: "beacon")
        #expect(try scene.judged(rule).verdicts.isEmpty)
    }
}
