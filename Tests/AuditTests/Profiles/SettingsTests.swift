import Testing

@testable import Audit

struct SettingsTests {
    /// rule default < profile < config < command line.
    @Test func theLaterWordWins() throws {
        var settings = Settings(defaults: Scene.settings)
        #expect(settings.values["order.slackMs"]?.source == "rule")
        try settings.set(["order.slackMs": "300"], source: "criteo-ios")
        try settings.set(["order.slackMs": "400"], source: "config")
        #expect(settings.values["order.slackMs"] == .init(value: "400", unit: "ms", source: "config"))
        #expect(settings.values["ping.every"]?.source == "rule")
    }

    @Test func aFactOfTheRunOutweighsAllButTheCommandLine() throws {
        var settings = Settings(defaults: Scene.settings)
        try settings.set(["order.slackMs": "300"], source: "criteo-ios")
        settings.adopt([
            "order.slackMs": .init(value: "500", source: "file"), "expect.ads": .init(value: "1", source: "file"),
        ])
        #expect(settings.values["order.slackMs"] == .init(value: "500", unit: "ms", source: "fact"))
        #expect(settings.values["expect.ads"] == nil)
        try settings.set(["order.slackMs": "100"], source: Settings.commandLine)
        settings.adopt(["order.slackMs": .init(value: "500", source: "file")])
        #expect(settings.values["order.slackMs"]?.value == "100")
    }

    @Test func anAuditUsesThatOrder() throws {
        var scene = Scene()
        let play = scene.adPlay()
        scene.fired("start", of: play, at: 10.8)
        scene.fired("midpoint", of: play, at: 10)
        let rule = try SampleRules.rule(SampleRules.order)
        let profile = try Profile(
            "id: p\ntitle: P\ndated: 2026-01-01\ninclude: [vast.*]\nsettings: { order.slackMs: 900 }\nrequires: {}",
            file: "p.yaml")
        #expect(try scene.judged(rule, profiles: [profile]).verdicts == ["fail"])
        #expect(try scene.judged(rule, profiles: [profile], named: ["p"]).verdicts == ["pass"])
        #expect(
            try scene.judged(rule, settings: ["order.slackMs": "100"], profiles: [profile], named: ["p"]).verdicts == [
                "fail"
            ])
    }

    @Test(arguments: [
        ("order.slackms", "1", "unknown setting 'order.slackms'; did you mean 'order.slackMs'?"),
        ("quite.another.thing", "1", "unknown setting 'quite.another.thing'"),
        ("order.slackMs", "much", "the setting 'order.slackMs' is a number (ms), not 'much'"),
    ])
    func mistakes(key: String, value: String, message: String) {
        var settings = Settings(defaults: Scene.settings)
        let failure = #expect(throws: RuleFileFailure.self) { try settings.set([key: value], source: "command line") }
        #expect(failure?.description == "command line: \(message)")
    }

    @Test func configurationFile() throws {
        let file = try ConfigurationFile(
            "profiles: [vast]\nrules: mine\nfacts: facts.yaml\nsettings: { order.slackMs: 300 }",
            file: "beaconproof.yaml")
        #expect(file.profiles == ["vast"] && file.rules == ["mine"] && file.facts == "facts.yaml")
        #expect(file.settings == ["order.slackMs": "300"])
        let failure = #expect(throws: RuleFileFailure.self) { try ConfigurationFile("profile: x", file: "c.yaml") }
        #expect(failure?.description == "c.yaml:1:1: unknown key 'profile'; did you mean 'profiles'?")
    }

    @Test func anUnknownProfile() throws {
        let failure = #expect(throws: RuleFileFailure.self) {
            try Scene().judged(profiles: [CertificateTests.profile()], named: ["vest"])
        }
        #expect(failure?.description == "--profile: unknown profile 'vest'; did you mean 'vast'? (known: vast)")
    }
}
