import Encodings
import Model
import Testing

@testable import Audit

struct WaiverTests {
    private static let entry = """
        waivers:
          # why
          - rule: vast.quartile-once
            subject: ad_play
            label: "A1"
            item: "start"
            owner: "A. Name"
            reason: "counted once"
            expires: 2027-01-31

        """

    private func file(_ text: String = entry) throws -> WaiverFile { try WaiverFile(text, file: "w.yaml") }

    @Test func anEntryIsRead() throws {
        let waiver = try #require(try file().waivers.first)
        #expect(waiver.key == FindingKey(rule: "vast.quartile-once", subject: .adPlay, label: "A1", item: "start"))
        #expect(waiver.owner == "A. Name" && waiver.expires.description == "2027-01-31" && waiver.line == 3)
    }

    @Test func theLastDayStillCounts() throws {
        try file().check(on: try #require(CalendarDate("2027-01-31")))
        let day = try #require(CalendarDate("2027-02-01"))
        #expect(throws: RuleFileFailure.self) { try file().check(on: day) }
    }

    @Test(arguments: [
        ("owner: \"A. Name\"", "owner: \"\"", "'owner' is empty"), ("2027-01-31", "2027-02-30", "'expires' is a day"),
        ("expires: 2027-01-31", "until: 2027-01-31", "unknown key 'until'"),
        ("    owner: \"A. Name\"\n", "", "the key 'owner' is missing"), ("waivers:", "waiver:", "unknown key 'waiver'"),
        ("subject: ad_play", "subject: ad", "'subject' is one of"),
    ])
    func mistakes(_ old: String, _ new: String, _ message: String) throws {
        let failure = #expect(throws: RuleFileFailure.self) { try file(Self.entry.replacing(old, with: new)) }
        #expect(failure?.description.contains(message) == true, "\(failure?.description ?? "")")
    }

    @Test func theSameFindingTwiceIsRefused() throws {
        let twice = Self.entry + Self.entry.split(separator: "\n").dropFirst(2).joined(separator: "\n") + "\n"
        let failure = #expect(throws: RuleFileFailure.self) { try file(twice) }
        #expect(failure?.message.contains("in line 3 already") == true)
    }

    @Test func aDraftIsAFileOnceItIsFilledIn() throws {
        var draft = WaiverFile.Draft(
            key: FindingKey(rule: "r", subject: .adPlay, label: "a \"b\" \\ ü\n", item: "#"), message: "x\n- rule: evil"
        )
        #expect(throws: RuleFileFailure.self) { try file(WaiverFile.text(of: [draft], heading: true)) }
        draft.owner = "A"
        draft.reason = "because: \"so\""
        draft.expires = "2027-01-31"
        let read = try file(WaiverFile.text(of: [draft], heading: true))
        #expect(read.waivers.map(\.key) == [draft.key] && read.waivers.first?.reason == draft.reason)
        #expect(try file(WaiverFile.text(of: [], heading: true)).waivers.isEmpty)
    }

    @Test func pruningKeepsTheRestAsWritten() throws {
        let second = """
              # kept, because
              - rule: other
                subject: run
                item: "x" # trailing
                owner: B
                reason: C
                expires: 2028-01-01

            """
        let text = Self.entry + second
        let both = try file(text)
        #expect(both.waivers.map(\.line) == [3, 11])
        #expect(WaiverFile.text(text, without: [3], among: both.waivers) == "waivers:\n" + second)
        #expect(try file(WaiverFile.text(text, without: [11], among: both.waivers)).waivers.map(\.line) == [3])
        #expect(try file(WaiverFile.text(text, without: [3, 11], among: both.waivers)).waivers.isEmpty)
    }

    @Test func aWaivedErrorFailsNothing() throws {
        var scene = Scene()
        let play = scene.adPlay("A1")
        scene.fired("start", of: play, at: 1, 5)
        let (database, run) = try scene.database()
        func verdict(_ waivers: [Waiver]) throws -> (String?, String?, Int) {
            var facts = Facts()
            facts.declare("capture.complete", "true", source: "file")
            let pack = RulePack(Scene.contents(), rules: [try SampleRules.rule(SampleRules.once)])
            try Auditor(pack: pack, packSHA256: "", facts: facts, waivers: waivers).audit(run: run, in: database)
            let row = try #require(try database.rows("SELECT r.verdict, f.waived_by FROM run r, finding f").first)
            let failed = try database.rows("SELECT fail FROM rule_summary").first?.int("fail") ?? 0
            return (row.text("verdict"), row.text("waived_by"), failed)
        }
        _ = try verdict([])
        let finding = try #require(try database.rows("SELECT * FROM finding").first)
        #expect(try verdict([]) == ("fail", nil, 1))
        let key = FindingKey(
            rule: finding.text("rule") ?? "", subject: .adPlay, label: "A1", item: finding.text("item") ?? "")
        let expires = try #require(CalendarDate("2027-01-31"))
        let waiver = Waiver(key: key, owner: "A", reason: "B", expires: expires, line: 1)
        #expect(try verdict([waiver]) == ("pass", "A", 1))
        var other = waiver
        other.key.item = "midpoint"
        #expect(try verdict([other]) == ("fail", nil, 1))
    }
}
