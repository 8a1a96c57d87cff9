import Testing

@testable import Audit

struct RuleFileTests {
    struct Mistake: Sendable, CustomTestStringConvertible {
        var name: String
        /// What of the sound file is replaced by what.
        var replace: String
        var by: String
        var failure: String
        var testDescription: String { name }
    }

    /// Lines: 1 id, 2 title, 3 severity, 4 subject, 5 message, 6 why, 7 fix, 8 sources, 9 kind, 10 where, 11 events.
    private static let sound = SampleRules.text(SampleRules.once)

    static let mistakes = [
        Mistake(
            name: "an unknown key", replace: "title:", by: "titel:",
            failure: "sample.yaml:2:1: unknown key 'titel'; did you mean 'title'?"),
        Mistake(
            name: "an unknown key near no other", replace: "why: Because.", by: "zzzzzzzzzzzz: 1",
            failure: "sample.yaml:6:1: unknown key 'zzzzzzzzzzzz'"),
        Mistake(
            name: "a missing key", replace: "fix: Do not.", by: "# no fix",
            failure: "sample.yaml:1:1: the key 'fix' is missing"),
        Mistake(
            name: "an unknown kind", replace: "kind: once", by: "kind: onse",
            failure:
                "sample.yaml:9:7: 'kind' is one of once, order, require, cadence, match, absent, sql, not 'onse'; did you mean 'once'?"
        ),
        Mistake(
            name: "a key of another kind", replace: "events: [start, midpoint]", by: "order: [start, midpoint]",
            failure: "sample.yaml:11:1: unknown key 'order'"),
        Mistake(
            name: "an unknown severity", replace: "severity: error", by: "severity: fatal",
            failure: "sample.yaml:3:11: 'severity' is one of error, warning, info, not 'fatal'"),
        Mistake(
            name: "an id without a family", replace: "id: vast.sample", by: "id: sample",
            failure: "sample.yaml:1:5: 'id' is family.kebab-case, not 'sample'"),
        Mistake(
            name: "an id in camel case", replace: "id: vast.sample", by: "id: vast.mySample",
            failure: "sample.yaml:1:5: 'id' is family.kebab-case, not 'vast.mySample'"),
        Mistake(
            name: "a subject the kind cannot judge", replace: "subject: ad_play", by: "subject: beacon",
            failure: "sample.yaml:4:10: the kind 'once' judges subjects of kind 'ad_play'"),
        Mistake(
            name: "no event", replace: "events: [start, midpoint]", by: "events: []",
            failure: "sample.yaml:11:9: 'events' names at least one event"),
        Mistake(
            name: "an unknown key inside a mapping", replace: "where: { family: vast }", by: "where: { famly: vast }",
            failure: "sample.yaml:10:10: unknown key 'famly'; did you mean 'family'?"),
        Mistake(
            name: "a list where text belongs", replace: "title: A sample", by: "title: [a, b]",
            failure: "sample.yaml:2:8: 'title' is text, not a list"),
        Mistake(
            name: "no source", replace: "sources: [{ ref: \"none\", class: practice }]", by: "sources: []",
            failure: "sample.yaml:1:1: a rule names at least one source"),
        Mistake(
            name: "an unknown class of source", replace: "class: practice", by: "class: hearsay",
            failure: "sample.yaml:8:33: 'class' is one of standard, vendor, measured, practice, not 'hearsay'"),
        Mistake(
            name: "a key twice", replace: "fix: Do not.", by: "why: Again.",
            failure: "the key 'why' is given twice"),
        Mistake(
            name: "text that is no YAML", replace: "fix: Do not.", by: "fix: [", failure: "sample.yaml:"),
        Mistake(
            name: "an unknown mutation", replace: "fix: Do not.", by: "fix: Do not.\nmutations: { wobble: never }",
            failure: "'mutations' names one of interleave, shift, shuffle, unrelated, skew, gap, hide, not 'wobble'"),
    ]

    @Test(arguments: mistakes)
    func mistake(mistake: Mistake) {
        let text = Self.sound.replacing(mistake.replace, with: mistake.by)
        #expect(text != Self.sound)
        let failure = #expect(throws: RuleFileFailure.self) { try RuleFile(text, file: "sample.yaml") }
        let said = failure?.description ?? ""
        #expect(said.contains(mistake.failure), "\(said)")
        #expect(said.hasPrefix("sample.yaml:") && !said.contains("\n"))
        #expect(failure.map { $0.line > 0 && $0.column > 0 } ?? false)
    }

    @Test(arguments: ["", "# nothing", "just text", "- a\n- list"])
    func noMapping(text: String) {
        #expect(throws: RuleFileFailure.self) { try RuleFile(text, file: "sample.yaml") }
    }

    @Test func aSoundFile() throws {
        let file = try RuleFile(Self.sound, file: "sample.yaml")
        #expect(file.rule.id == "vast.sample")
        #expect(file.rule.family == "vast")
        #expect(file.rule.kind == "once")
        #expect(file.rule.sources.map(\.line) == ["none (practice)"])
        #expect(file.rule.blindness == BlindPolicy(fail: .staysIfAnswered, pass: .inconclusive))
        #expect(file.places["kind"]?.line == 9)
    }

    @Test func scalarsStayText() throws {
        let text = Self.sound.replacing("title: A sample", with: "title: no").replacing(
            "fix: Do not.", with: "fix: 1.10")
        let rule = try RuleFile(text, file: "sample.yaml").rule
        #expect(rule.title == "no" && rule.fix == "1.10")
    }

    @Test func settingsAndFactsInSQL() throws {
        let text = SampleRules.text(SampleRules.sql(breach: "present", holds: "present"))
            .replacing("1000000", with: "$setting(a.b) AND $fact(player.loops) = 'it''s'")
        let rule = try RuleFile(text, file: "sample.yaml").rule
        #expect(rule.settings == ["a.b"])
        #expect(rule.breaches.contains("(SELECT number FROM setting WHERE run = :run AND key = 'a.b')"))
        #expect(rule.breaches.contains("(SELECT value FROM fact WHERE run = :run AND key = 'player.loops')"))
    }

    @Test func quotesInKeysAreNoSQL() throws {
        let rule = try SampleRules.rule("kind: once\nwhere: { family: vast }\nevents: [\"o'clock\"]")
        #expect(rule.breaches.contains("'o''clock'"))
        _ = try Scene().judged(rule)
    }
}

struct ExampleParsingTests {
    private func example(_ keys: String) throws -> Example {
        let text = SampleRules.text(SampleRules.once) + "\nexamples:\n  - name: sample\n" + keys
        return try #require(try RuleFile(text, file: "sample.yaml").examples.first)
    }

    @Test func aMarkMeansFail() throws {
        let example = try example("    beacons: |\n      0.0 vast start ad=A1\n      ! 1.0 vast start ad=A1\n")
        #expect(example.expect == .fail)
        #expect(example.beacons.map(\.isMarked) == [false, true])
        #expect(example.beacons.map(\.text) == ["0.0 vast start ad=A1", "1.0 vast start ad=A1"])
        #expect(try self.example("    beacons: 0.0 vast start ad=A1\n").expect == .pass)
    }

    @Test func linesKnowTheirPlace() throws {
        let example = try example(
            "    beacons: |\n      0.0 vast start ad=A1 # why\n\n      # no line\n      1.0 vast start ad=A1\n")
        #expect(example.beacons.map(\.text) == ["0.0 vast start ad=A1", "1.0 vast start ad=A1"])
        let first = try #require(example.beacons.first?.line)
        #expect(example.beacons.last?.line == first + 3)
        let text = SampleRules.text(SampleRules.once).split(separator: "\n").count
        #expect(first == text + 4)
    }

    @Test func expectations() throws {
        let example = try example(
            "    beacons: 0.0 vast start ad=A1\n    expect: { verdict: inconclusive, reason: blind }\n")
        #expect(example.expect == .inconclusive && example.reason == .blind)
        #expect(try self.example("    expect: not-applicable\n").expect == .notApplicable)
        #expect(try self.example("    expect: { verdict: fail, severity: info }\n").severity == .info)
    }

    @Test(arguments: [
        ("    expect: perhaps\n", "'expect' is one of pass, fail, inconclusive, not-applicable, not 'perhaps'"),
        ("    becons: x\n", "unknown key 'becons'; did you mean 'beacons'?"),
        ("    ends: soon\n", "'ends' is a number, not 'soon'"),
    ])
    func mistakes(keys: String, message: String) {
        let failure = #expect(throws: RuleFileFailure.self) { try example(keys) }
        #expect(failure?.message == message)
    }
}

struct SpellingTests {
    @Test(arguments: [
        ("optedOut", "optedout"), ("titel", "title"), ("severty", "severity"), ("OPTEDOUT", "optedOut"),
    ])
    func near(word: String, known: String) {
        #expect(Spelling.nearest(to: word, in: [known, "quite-another-thing"]) == known)
    }

    @Test func far() {
        #expect(Spelling.nearest(to: "abc", in: ["wxyz"]) == nil)
        #expect(Spelling.nearest(to: "abc", in: []) == nil)
    }
}

struct MessageTemplateTests {
    @Test func namesAreFound() {
        #expect(MessageTemplate("{event} fired {observed} times").names == ["event", "observed"])
        #expect(MessageTemplate("no name, {open").names.isEmpty)
    }

    @Test func valuesAreNeverReadAsTemplate() throws {
        var scene = Scene()
        scene.beacon(.ima, "ad-request", host: "a.test", at: 1, parameters: ["us_privacy": "{item}{"])
        let rule = try SampleRules.rule(
            SampleRules.match, id: "ima.sample", subject: "beacon", message: "{observed} {nothing} {open")
        #expect(try scene.judged(rule).messages == ["{item}{  {open"])
    }
}
