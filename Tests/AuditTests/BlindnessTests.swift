import Testing

@testable import Audit

/// Which hidden traffic could have carried what a rule looks at: overlap in time, and hosts.
struct BlindnessTests {
    /// One firing of `start` at `tracker.test`, served from the address given; a pass unless something was hidden.
    private func verdict(
        server: String? = nil, unrelated: String? = nil, ends: Double? = nil, _ hide: (inout Scene) -> Void
    ) throws -> String {
        var scene = Scene()
        let play = scene.adPlay(at: 10, ends: 40)
        let tracker = scene.tracker("start", of: play)
        scene.firing("start", tracker: tracker, play: play, at: 11, server: server)
        scene.ends = ends
        hide(&scene)
        let outcome = try scene.judged(SampleRules.rule(SampleRules.once), unrelated: unrelated)
        return outcome.verdicts.joined()
    }

    private static let blind = "inconclusive (blind)"

    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var host: String?
        var server: String?
        var manyHosts = false
        var touches: Bool
        var testDescription: String { name }
    }

    /// `tracker.test` was seen at 192.0.2.1:443, `other.test` at 192.0.2.2:443.
    static let hosts: [Case] = [
        Case(name: "nothing is known of it", touches: true),
        Case(name: "the host itself", host: "tracker.test", touches: true),
        Case(name: "another host", host: "other.test", touches: false),
        Case(name: "a host below another domain", host: "nottracker.test", touches: false),
        Case(name: "no name, an address of the host", server: "192.0.2.1:443", touches: true),
        Case(name: "no name, an address of another host", server: "192.0.2.2:443", touches: false),
        Case(name: "no name, an address nobody was seen at", server: "192.0.2.9:443", touches: true),
        Case(name: "another host at the host's address", host: "other.test", server: "192.0.2.1:443", touches: false),
        Case(
            name: "another name for many hosts, at the host's address", host: "other.test", server: "192.0.2.1:443",
            manyHosts: true, touches: true),
        Case(
            name: "another name for many hosts, at another address", host: "other.test", server: "192.0.2.2:443",
            manyHosts: true, touches: false),
        Case(name: "the host at another address", host: "tracker.test", server: "192.0.2.2:443", touches: true),
    ]

    @Test(arguments: hosts)
    func couldCarry(hidden: Case) throws {
        let verdict = try verdict(server: "192.0.2.1:443") { scene in
            scene.exchange("other.test", at: 12, server: "192.0.2.2:443")
            scene.hide(from: 20, to: 21, host: hidden.host, server: hidden.server, manyHosts: hidden.manyHosts)
        }
        #expect(verdict == (hidden.touches ? Self.blind : "pass"))
    }

    /// `absent.test` and `absent.example` were never seen: whatever may answer for them may have done so unseen.
    @Test(
        arguments: [
            ("absent.other.test", "other.test", "192.0.2.2:443", true, true),
            ("absent.other.test", "other.test", "192.0.2.2:443", false, false),
            ("absent.example", "other.test", "192.0.2.2:443", true, false),
            ("absent.example", nil, "192.0.2.2:443", false, false),
            ("absent.example", nil, "192.0.2.3:8080", false, true),
            ("absent.example", "192.0.2.9:443", "192.0.2.9:443", true, true),
            ("absent.example", "192.0.2.2:443", "192.0.2.2:443", true, false),
        ] as [(String, String?, String, Bool, Bool)])
    func aHostThatWasNeverSeen(name: String, host: String?, server: String, manyHosts: Bool, touches: Bool) throws {
        var scene = Scene()
        let play = scene.adPlay()
        scene.fired("impression", of: play, at: 0.1)
        _ = scene.tracker("start", of: play, host: name)
        scene.exchange("other.test", at: 12, server: "192.0.2.2:443")
        for proxied in ["one.test", "two.test"] { scene.exchange(proxied, at: 12, server: "192.0.2.3:8080") }
        scene.hide(from: 0, to: 21, host: host, server: server, manyHosts: manyHosts)
        let outcome = try scene.judged(SampleRules.rule(SampleRules.require + "\nwithin: 2"))
        #expect(outcome.verdicts.joined() == (touches ? Self.blind : "fail"))
    }

    @Test(arguments: [
        (5.0, 9.9, false), (5, 10, true), (39, 50, true), (40, 50, true), (40.1, 50, false), (12, 13, true),
        (0, 99, true),
    ])
    func overlap(from: Double, to: Double, touches: Bool) throws {
        let verdict = try verdict { $0.hide(from: from, to: to, host: "tracker.test") }
        #expect(verdict == (touches ? Self.blind : "pass"))
    }

    @Test func openEnds() throws {
        #expect(try verdict { $0.hide(to: 12, host: "tracker.test") } == Self.blind)
        #expect(try verdict { $0.hide(from: 12, host: "tracker.test") } == Self.blind)
        #expect(try verdict { $0.hide(to: 9) } == "pass")
    }

    @Test func theEndOfTheCaptureHides() throws {
        #expect(try verdict(ends: 30) { _ in } == Self.blind)
        #expect(try verdict(ends: 41) { _ in } == "pass")
    }

    @Test(
        arguments: [
            ("tracker.test", "tracker.test", nil, false), ("*.test", "tracker.test", nil, false),
            ("*.tracker.test", "tracker.test", nil, false), ("*.racker.test", "tracker.test", nil, true),
            ("other.test", "tracker.test", nil, true), ("192.0.2.9", nil, "192.0.2.9:443", false),
            ("192.0.2.9:443", nil, "192.0.2.9:443", false), ("192.0.2", nil, "192.0.2.9:443", true),
            ("2001:db8::1", nil, "[2001:db8::1]:443", false), ("tracker.test", nil, nil, true),
        ] as [(String, String?, String?, Bool)])
    func unrelated(pattern: String, host: String?, server: String?, touches: Bool) throws {
        let verdict = try verdict(unrelated: pattern) { $0.hide(from: 20, to: 21, host: host, server: server) }
        #expect(verdict == (touches ? Self.blind : "pass"))
    }

    @Test func aMissingThingIsJudgedByWhenItWasDue() throws {
        let rule = try SampleRules.rule(SampleRules.require + "\nwithin: 2")
        for (from, verdict) in [(1.0, Self.blind), (2.09, Self.blind), (2.2, "fail")] {
            var scene = Scene()
            let play = scene.adPlay()
            scene.fired("impression", of: play, at: 0.1)
            _ = scene.tracker("start", of: play)
            scene.hide(from: from, to: from + 5, host: "tracker.test")
            #expect(try scene.judged(rule).verdicts == [verdict], "hidden from \(from)")
        }
    }

    @Test func otherSubjectsStand() throws {
        var scene = Scene()
        for (place, label) in ["A1", "A2"].enumerated() {
            let play = scene.adPlay(label, at: Double(place) * 100, ends: Double(place) * 100 + 40)
            scene.fired("start", of: play, at: Double(place) * 100 + 1)
        }
        scene.hide(from: 110, to: 111, host: "tracker.test")
        let outcome = try scene.judged(SampleRules.rule(SampleRules.once))
        #expect(outcome.verdicts == ["pass", Self.blind])
        #expect(outcome.run == "inconclusive")
    }

    /// What ends with the recording stays open, and lowers the run only where nothing else was compared.
    @Test(arguments: [(["A1", "A2"], "pass"), (["A1"], "inconclusive")])
    func theRecordingEndsInTheLastOne(ads: [String], run: String) throws {
        var scene = Scene()
        for (place, label) in ads.enumerated() {
            let from = Double(place) * 100
            let play = scene.adPlay(label, at: from, ends: from + 40)
            scene.fired("start", of: play, at: from + 1)
            scene.ends = from + 10
        }
        let outcome = try scene.judged(SampleRules.rule(SampleRules.once))
        #expect(outcome.verdicts.last == Self.blind)
        #expect(outcome.run == run)
    }

    /// The end of one input does not make little of what another hides.
    @Test func whatIsHiddenWeighsMoreThanTheEnd() {
        #expect(Blindness.weightiest([Blindness.captureOver, "a tunnel"]) == "a tunnel")
        #expect(Blindness.weightiest([Blindness.captureOver]) == Blindness.captureOver)
        #expect(Blindness.weightiest([]) == nil)
    }

    /// Whatever went to a tracker's host while it could not be read may have been another ad's.
    @Test(
        arguments: [
            (100.0, 110.0, "tracker.test", "inconclusive"), (100, 110, "other.test", "pass"),
            (100, 100, "tracker.test", "pass"),
        ])
    func aHostHiddenForAPartOfTheRun(from: Double, to: Double, host: String, run: String) throws {
        var scene = Scene()
        let play = scene.adPlay(at: 10, ends: 40)
        scene.fired("start", of: play, at: 11)
        scene.damage(from: from, to: to, host: host)
        let outcome = try scene.judged(SampleRules.rule(SampleRules.once))
        #expect(outcome.verdicts == ["pass"])
        #expect(outcome.run == run)
    }
}
