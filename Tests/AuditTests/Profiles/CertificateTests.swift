import Testing

@testable import Audit

/// When a profile's demands are met (docs/architecture.md, "5. Contracts").
struct CertificateTests {
    static func profile(_ more: String = "") throws(RuleFileFailure) -> Profile {
        try Profile(
            """
            id: vast
            title: VAST
            dated: 2026-01-01
            include: [vast.*]
            \(more)
            requires: { families: [vast], rules: [vast.once] }
            """, file: "vast.yaml")
    }

    private func scene(_ times: Double...) -> Scene {
        var scene = Scene()
        let play = scene.adPlay()
        let tracker = scene.tracker("start", of: play)
        for (place, time) in times.enumerated() {
            scene.firing("start", tracker: tracker, play: play, at: time, repeated: place == 0 ? .first : .duplicate)
        }
        return scene
    }

    private func once(_ severity: String = "error", id: String = "vast.once") throws(RuleFileFailure) -> Rule {
        try SampleRules.rule(SampleRules.once, id: id, severity: severity)
    }

    @Test func pass() throws {
        let outcome = try scene(1).judged(once(), profiles: [Self.profile()])
        #expect(outcome.certificates == ["vast pass: "])
    }

    @Test func anIncludedErrorFails() throws {
        let outcome = try scene(1, 5).judged(once(), profiles: [Self.profile()])
        #expect(outcome.certificates == ["vast fail: vast.once: 1 error"])
    }

    @Test func aWarningDoesNot() throws {
        let outcome = try scene(1, 5).judged(
            once("warning"), once(id: "vast.other"), profiles: [Self.profile("without: { vast.other: noisy }")])
        #expect(
            outcome.certificates == [
                "vast inconclusive: vast.once: passed on no subject, and the certificate demands that it does"
            ])
    }

    @Test func aRuleTakenOutDoesNot() throws {
        let outcome = try scene(1, 5).judged(
            once(id: "vast.other"), profiles: [Self.profile("without: { vast.other: noisy }")])
        #expect(outcome.run == "fail")
        #expect(outcome.certificates.allSatisfy { $0.hasPrefix("vast inconclusive") })
    }

    @Test func blind() throws {
        var scene = scene(1)
        scene.hide(from: 2, to: 3, host: "tracker.test")
        let outcome = try scene.judged(once(), profiles: [Self.profile()])
        #expect(outcome.certificates == ["vast inconclusive: vast.once: A sample: not decided (hidden)"])
    }

    /// A family that did nothing that was due is nobody's to certify, unless somebody asks.
    @Test func aFamilyThatOwesNothing() throws {
        var scene = Scene()
        let play = scene.adPlay()
        scene.fired("pause", of: play, at: 1)
        #expect(try scene.judged(once(), profiles: [Self.profile()]).certificates.isEmpty)
        let named = try scene.judged(once(), profiles: [Self.profile()], named: ["vast"])
        #expect(named.certificates.first?.hasPrefix("vast inconclusive") == true)
    }

    @Test func aFamilyNotSeen() throws {
        let outcome = try Scene().judged(once(), profiles: [Self.profile()], named: ["vast"])
        #expect(outcome.certificates.first?.contains("no vast traffic was seen") ?? false)
        #expect(
            try Scene().judged(once(), profiles: [Self.profile()]).certificates.isEmpty, "not evaluated unless named")
    }

    @Test func inputsAndAttestations() throws {
        let profile = try Profile(
            """
            id: vast
            title: VAST
            dated: 2026-01-01
            include: [vast.*]
            requires: { families: [vast], rules: [vast.once], inputs: [log], attest: [golive] }
            """, file: "vast.yaml")
        let outcome = try scene(1).judged(once(), profiles: [profile])
        #expect(outcome.certificates == ["vast inconclusive: the input 'log' was not given\nnobody attests golive"])
    }

    @Test func aProfileDemandsSomething() {
        let failure = #expect(throws: RuleFileFailure.self) {
            try Profile("id: a\ntitle: A\ndated: 2026-01-01\ninclude: []", file: "a.yaml")
        }
        #expect(failure?.description == "a.yaml:1:1: the key 'requires' is missing: a certificate demands something")
    }

    @Test(arguments: [
        ("vast.once", true), ("vast.x", true), ("vastly.once", false), ("criteo.gap", true), ("criteo.gaps", false),
    ])
    func patterns(rule: String, included: Bool) throws {
        let profile = try Profile(
            "id: a\ntitle: A\ndated: 2026-01-01\ninclude: [vast.*, criteo.gap]\nrequires: {}", file: "a.yaml")
        #expect(profile.includes(rule) == included)
    }
}
