import Store
import Testing

@testable import Audit

/// A second audit of one run replaces the first as a whole.
struct ReauditTests {
    private func auditor(_ rule: Rule, facts: [String: String], settings: [String: String] = [:]) throws -> Auditor {
        var declared = Facts()
        for (key, value) in facts { declared.declare(key, value, source: "file") }
        let pack = RulePack(Scene.contents(), rules: [rule])
        return try Auditor(pack: pack, packSHA256: "", facts: declared, settings: .init(command: settings))
    }

    @Test func earlierFactsAreForgotten() throws {
        var scene = Scene()
        let play = scene.adPlay()
        scene.fired("start", of: play, at: 1)
        let (database, run) = try scene.database()
        let rule = try SampleRules.rule(SampleRules.once)
        try auditor(rule, facts: ["capture.complete": "true"]).audit(run: run, in: database)
        #expect(try Outcome(database, run: run).run == "pass")
        try auditor(rule, facts: [:]).audit(run: run, in: database)
        #expect(try Outcome(database, run: run).run == "inconclusive")
        #expect(try database.rows("SELECT * FROM fact").isEmpty)
    }

    @Test func earlierFindingsAreGone() throws {
        var scene = Scene()
        let play = scene.adPlay()
        scene.fired("start", of: play, at: 10.8)
        scene.fired("midpoint", of: play, at: 10)
        let (database, run) = try scene.database()
        let rule = try SampleRules.rule(SampleRules.order)
        let facts = ["capture.complete": "true"]
        for (slack, findings) in [("250", 1), ("900", 0), ("250", 1)] {
            try auditor(rule, facts: facts, settings: ["order.slackMs": slack]).audit(run: run, in: database)
            #expect(try Outcome(database, run: run).findings.count == findings)
            #expect(try database.rows("SELECT * FROM evidence").count == findings * 2)
        }
    }
}
