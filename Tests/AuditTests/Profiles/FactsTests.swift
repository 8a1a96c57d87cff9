import Testing

@testable import Audit

struct FactsTests {
    @Test func everyKindOfValue() throws {
        let facts = try Facts(
            """
            privacy: { ccpaApplies: true, attStatus: denied }
            nielsen: { optedOutAt: 2026-11-21T10:00:00Z, market: se }
            player: { pollSeconds: 0.5 }
            capture: { complete: true, clockOffsetMs: { run.har: -120 }, unrelated: ["*.apple.com", other.test] }
            expect: { ads: 2, families: [vast, criteo] }
            attest: { nielsen.golive-notify: { by: "A. Name", on: 2026-11-20, note: "mail" } }
            """, file: "facts.yaml")
        #expect(facts["privacy.ccpaApplies"] == "true")
        #expect(facts["privacy.attStatus"] == "denied")
        #expect(facts["nielsen.optedOutAt"] == "2026-11-21T10:00:00Z")
        #expect(facts["player.pollSeconds"] == "0.5")
        #expect(facts["expect.ads"] == "2")
        #expect(facts.clockOffsets == ["run.har": -120])
        #expect(facts.unrelated == ["*.apple.com", "other.test"])
        #expect(facts.expectedFamilies == ["vast", "criteo"])
        #expect(facts.attestations == ["nielsen.golive-notify": "A. Name on 2026-11-20: mail"])
        #expect(facts.values["privacy.ccpaApplies"]?.source == "file")
    }

    @Test func jsonIsYAML() throws {
        let facts = try Facts(#"{"nielsen": {"optedOut": true, "market": "se"}}"#, file: "facts.json")
        #expect(facts["nielsen.optedOut"] == "true" && facts["nielsen.market"] == "se")
    }

    @Test(arguments: [
        ("nielsen:\n  optedout: true", "facts.yaml:2:3: unknown key 'optedout'; did you mean 'optedOut'?"),
        ("nilsen:\n  optedOut: true", "facts.yaml:1:1: unknown key 'nilsen'; did you mean 'nielsen'?"),
        ("nielsen:\n  optedOut: yes", "facts.yaml:2:13: 'optedOut' is true or false, not 'yes'"),
        (
            "nielsen: { optedOutAt: now }",
            "facts.yaml:1:24: 'nielsen.optedOutAt' is a time such as 2026-11-21T10:00:00Z, not 'now'"
        ),
        ("player: { pollSeconds: often }", "facts.yaml:1:24: 'pollSeconds' is a number, not 'often'"),
        (
            "player: { inView: half }", "facts.yaml:1:19: 'player.inView' is one of full, partial, not 'half'"
        ),
        ("privacy: true", "facts.yaml:1:10: expected a mapping, found text"),
        ("attest: { golive: { on: 2026-01-01 } }", "facts.yaml:1:19: the key 'by' is missing"),
        ("capture: { unrelated: { a: b } }", "facts.yaml:1:23: 'unrelated' is a list, not a mapping"),
    ])
    func mistakes(text: String, message: String) {
        let failure = #expect(throws: RuleFileFailure.self) { try Facts(text, file: "facts.yaml") }
        #expect(failure?.description == message)
    }

    @Test(arguments: ["", "\n\n", "privacy:\n"])
    func nothingDeclared(text: String) throws {
        #expect(try Facts(text, file: "facts.yaml").values.isEmpty)
    }

    // MARK: The template

    @Test func theTemplateAsPrintedDeclaresNothing() throws {
        let facts = try Facts(Facts.template, file: "template")
        #expect(facts == Facts())
    }

    /// Taking every `#` away in front of a key gives a file with a value for every fact.
    @Test func theTemplateWithEveryKeyTakenInParses() throws {
        let lines = Facts.template.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.hasPrefix("  # ") ? "  " + line.dropFirst(4) : String(line)
        }
        let facts = try Facts(lines.joined(separator: "\n"), file: "template")
        for key in Facts.keys { #expect(facts[key.name] != nil, "\(key.name)") }
        #expect(!facts.unrelated.isEmpty && !facts.clockOffsets.isEmpty)
        #expect(!facts.expectedFamilies.isEmpty && !facts.attestations.isEmpty)
    }

    @Test func aLowerSourceNeverReplacesAHigherOne() {
        var facts = Facts()
        facts.declare("player.loops", "true", source: "file")
        facts.declare("player.loops", "false", source: "assumed")
        #expect(facts.values["player.loops"] == Facts.Value(value: "true", source: "file"))
    }
}
