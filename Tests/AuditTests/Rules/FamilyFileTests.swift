import Model
import Testing

@testable import Audit

/// Family files: what they may say, and how their mistakes are named.
struct FamilyFileTests {
    private static let head = """
        family: acme
        title: Acme
        sources: [{ ref: guide, class: vendor }]
        hosts: [collect.acme.test]

        """

    private static func failure(_ text: String) -> String {
        do throws(RuleFileFailure) {
            _ = try FamilyFile(head + text, file: "acme.yaml").ruleFiles()
            return "none"
        } catch {
            return error.description
        }
    }

    @Test func theContractBecomesRules() throws {
        let file = try FamilyFile(
            Self.head + """
                requests: [{ event: ev, session: sid, mandatory: [ev] }]
                events:
                  start: { once: clip, first: session }
                  ad_start: { once: ad, followed_by: [ad_end], within: 90 }
                  hb: { every: 10, from: [start] }
                """, file: "acme.yaml")
        let rules = try file.ruleFiles()
        #expect(
            rules.map(\.rule.id) == [
                "acme.session-order", "acme.clip-once", "acme.ad-once", "acme.ad-start-followed", "acme.hb-cadence",
                "acme.mandatory",
            ])
        #expect(rules.allSatisfy { $0.rule.looks.families == ["acme"] && !$0.rule.why.isEmpty })
    }

    @Test(arguments: [
        ("request: []", "unknown key 'request'; did you mean 'requests'?"),
        ("requests: [{ sesion: x }]", "unknown key 'sesion'; did you mean 'session'?"),
        ("requests: [{ parameters: jsn }]", "'parameters' names query, form"),
        ("requests: [{ parameters: [form, json] }]", "one way to read the body"),
        ("requests: [{ each: events }]", "'each' is a list in JSON"),
        ("requests: [{ position: { from: p, unit: h } }]", "'unit' is one of s, ms, us"),
        ("events: { hb: { every: often } }", "'every' is a number"),
        ("events: { hb: { every: 0 } }", "'every' is a number of seconds above 0"),
        ("events: { hb: { once: weekly } }", "'once' is one of session, clip"),
        ("identifiers: { d: devise }", "'d' is one of device"),
        ("events: { start: { onec: clip } }", "unknown key 'onec'; did you mean 'once'?"),
        (
            "requests: [{ event: e }]\nevents: { a: { once: clip } }\nexamples: [{ name: n, rule: acme.clip-onse }]",
            "did you mean 'acme.clip-once'?"
        ),
    ])
    func mistakesAreNamed(text: String, message: String) {
        let failure = Self.failure(text)
        #expect(failure.contains(message), "\(failure)")
        #expect(failure.hasPrefix("acme.yaml:"))
    }

    @Test func requestsNeedHosts() {
        #expect(throws: RuleFileFailure.self) {
            try FamilyFile(
                "family: a\ntitle: A\nsources: [{ ref: g, class: vendor }]\nrequests: [{ event: e }]", file: "a.yaml")
        }
    }
}
