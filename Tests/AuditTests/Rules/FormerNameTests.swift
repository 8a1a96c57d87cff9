import Encodings
import Model
import Store
import Testing

@testable import Audit

/// A rule that was renamed answers to its former id, and what was said of it under that id still holds.
struct FormerNameTests {
    private static func rule(_ id: String, formerly: [String] = []) throws -> Rule {
        try SampleRules.rule("\(SampleRules.once)\nformerly: [\(formerly.joined(separator: ", "))]", id: id)
    }

    private static func pack(_ rules: Rule..., profiles: [Profile] = []) throws -> RulePack {
        var pack = RulePack(Scene.contents(), rules: rules)
        try pack.add(rules: [], profiles: profiles)
        return pack
    }

    @Test func theFormerIDFindsTheRule() throws {
        let pack = try Self.pack(Self.rule("vast.again", formerly: ["vast.once", "vast.twice"]))
        #expect(
            try ["vast.once", "vast.twice", "vast.again"].map { try pack.rule($0)?.id }
                == .init(repeating: "vast.again", count: 3))
        #expect(try pack.currentID("vast.twice") == "vast.again" && pack.currentID("vast.other") == "vast.other")
        #expect(try pack.rule("vast.other") == nil)
    }

    /// Its fingerprint is that of its first id: to a comparison, nothing has changed.
    @Test func fingerprintsOutlastANewName() throws {
        var scene = Scene()
        let play = scene.adPlay("A1")
        scene.fired("start", of: play, at: 1, 5)
        let before = try scene.judged(Self.rule("vast.once"))
        let after = try scene.judged(Self.rule("vast.again", formerly: ["vast.once"]))
        let other = try scene.judged(Self.rule("vast.again"))
        #expect(before.fingerprints == after.fingerprints && !before.fingerprints.isEmpty)
        #expect(before.fingerprints != other.fingerprints)
    }

    @Test func aWaiverOfTheFormerIDHolds() throws {
        var scene = Scene()
        let play = scene.adPlay("A1")
        scene.fired("start", of: play, at: 1, 5)
        let (database, run) = try scene.database()
        var facts = Facts()
        facts.declare("capture.complete", "true", source: "file")
        func verdict(_ waived: String) throws -> String? {
            let waiver = Waiver(
                key: FindingKey(rule: waived, subject: .adPlay, label: "A1", item: "start"), owner: "A", reason: "B",
                expires: try #require(CalendarDate("2027-01-31")), line: 1)
            let pack = try Self.pack(Self.rule("vast.again", formerly: ["vast.once"]))
            try Auditor(pack: pack, packSHA256: "", facts: facts, waivers: [waiver]).audit(run: run, in: database)
            return try database.rows("SELECT verdict FROM run").first?.text("verdict")
        }
        #expect(try verdict("vast.once") == "pass")
        #expect(try verdict("vast.again") == "pass")
        #expect(try verdict("vast.other") == "fail")
    }

    @Test func aProfileOfTheFormerIDDemandsTheRule() throws {
        let profile = try Profile(
            """
            id: a
            title: A
            dated: 2026-01-01
            include: [vast.once, vast.other]
            without: { vast.other: not ours }
            requires: { rules: [vast.once] }
            """, file: "a.yaml")
        let pack = try Self.pack(
            try Self.rule("vast.again", formerly: ["vast.once"]), try Self.rule("vast.else", formerly: ["vast.other"]),
            profiles: [profile])
        let named = try #require(pack.profiles.first)
        #expect(named.includes("vast.again") && !named.includes("vast.else") && named.requiredRules == ["vast.again"])
    }

    /// A person's own version of a rule stays one when the rule is renamed.
    @Test func aRuleOfTheFormerIDReplacesTheRule() throws {
        var pack = try Self.pack(Self.rule("vast.again", formerly: ["vast.once"]))
        var own = try Self.rule("vast.once")
        own.title = "Ours"
        try pack.add(rules: [own], profiles: [])
        #expect(try pack.rules().map(\.id) == ["vast.again"] && pack.rules().map(\.title) == ["Ours"])
        #expect(try pack.rule("vast.once")?.title == "Ours")
    }

    /// What rules judge was called a capture where the run was meant.
    @Test func theFormerWordForARunIsRead() throws {
        let rule = try SampleRules.rule(SampleRules.ofRuns, id: "ima.sample", subject: "capture")
        #expect(rule.subject == .run)
        let waivers = try WaiverFile(
            """
            waivers:
              - { rule: ima.sample, subject: capture, item: x, owner: A, reason: B, expires: 2027-01-31 }
            """, file: "w.yaml")
        #expect(waivers.waivers.map(\.key.subject) == [.run])
    }
}
