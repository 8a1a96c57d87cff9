import Model
import Testing

@testable import Audit

/// "How a run's verdict comes about", as a table.
struct RollUpTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        /// Rules of the family vast: severity and outcome.
        var rules: [(Severity, Verdict, Doubt?)] = []
        var seen: Set<String> = ["vast"]
        var expected: [String] = []
        var run: Verdict
        var family: Verdict?
        var testDescription: String { name }
    }

    static let table: [Row] = [
        Row(name: "all pass", rules: [(.error, .pass, nil)], run: .pass, family: .pass),
        Row(name: "an error", rules: [(.error, .fail, nil), (.error, .pass, nil)], run: .fail, family: .fail),
        Row(
            name: "an error beats blindness", rules: [(.error, .fail, nil), (.error, .inconclusive, .blind)],
            run: .fail, family: .fail),
        Row(
            name: "a warning changes nothing", rules: [(.warning, .fail, nil), (.error, .pass, nil)], run: .pass,
            family: .pass),
        Row(
            name: "warnings alone decide nothing", rules: [(.warning, .pass, nil)], run: .inconclusive,
            family: .inconclusive),
        Row(
            name: "blind", rules: [(.error, .inconclusive, .blind), (.error, .pass, nil)], run: .inconclusive,
            family: .inconclusive),
        Row(
            name: "ambiguous", rules: [(.error, .inconclusive, .ambiguous), (.error, .pass, nil)], run: .inconclusive,
            family: .inconclusive),
        Row(
            name: "a blind warning changes nothing", rules: [(.warning, .inconclusive, .blind), (.error, .pass, nil)],
            run: .pass, family: .pass),
        Row(
            name: "a missing fact never lowers", rules: [(.error, .inconclusive, .needsFact), (.error, .pass, nil)],
            run: .pass, family: .pass),
        Row(
            name: "a missing log never lowers", rules: [(.error, .inconclusive, .needsLog), (.error, .pass, nil)],
            run: .pass, family: .pass),
        Row(
            name: "a missing fact alone decides nothing", rules: [(.error, .inconclusive, .needsFact)],
            run: .inconclusive, family: .inconclusive),
        Row(name: "nothing relevant was read", seen: [], run: .inconclusive),
        Row(
            name: "seen, and no rule judged it", rules: [(.error, .notApplicable, nil)], run: .inconclusive,
            family: .inconclusive),
        Row(
            name: "an expected family was not seen", rules: [(.error, .pass, nil)], expected: ["nielsen"],
            run: .inconclusive, family: .pass),
        Row(
            name: "an expected family was seen", rules: [(.error, .pass, nil)], expected: ["vast"], run: .pass,
            family: .pass),
    ]

    @Test(arguments: table)
    func row(row: Row) throws {
        let judgements = try row.rules.enumerated().map { place, rule in
            try Self.judgement(rule, id: "vast.rule-\(place)")
        }
        let outcome = RollUp(judgements, seen: row.seen, expected: row.expected)
        #expect(outcome.run == row.run)
        #expect(outcome.families.first { $0.family == "vast" }?.verdict == row.family)
        for family in row.expected where !row.seen.contains(family) {
            #expect(outcome.families.first { $0.family == family }?.verdict == .inconclusive)
        }
    }

    private static func judgement(_ outcome: (Severity, Verdict, Doubt?), id: String) throws -> Judgement {
        let rule = try SampleRules.rule(SampleRules.once, id: id, severity: outcome.0.rawValue)
        var judgement = Judgement(rule: rule)
        switch outcome.1 {
        case .pass: judgement.pass = 1
        case .fail:
            judgement.fail = 1
            judgement.findings = [
                .init(subject: 1, item: "", severity: outcome.0, message: "", expected: "", observed: "", evidence: [])
            ]
        case .inconclusive: judgement.inconclusive = 1
        case .notApplicable: judgement.notApplicable = 1
        }
        if outcome.1 != .notApplicable {
            judgement.verdicts = [.init(subject: 1, outcome: outcome.1, doubt: outcome.2, needs: nil)]
        }
        return judgement
    }

    @Test func familiesAreSeenByWhatTheyDeclare() throws {
        var scene = Scene()
        _ = scene.adPlay()
        let outcome = try scene.judged(SampleRules.rule(SampleRules.once))
        #expect(outcome.families == ["vast inconclusive"])
        #expect(outcome.run == "inconclusive")
    }

    @Test func rulesOfFamiliesNotSeenDoNotRun() throws {
        var scene = Scene()
        let play = scene.adPlay()
        scene.fired("start", of: play, at: 1)
        let nielsen = try SampleRules.rule(SampleRules.match, id: "nielsen.sample", subject: "beacon")
        let outcome = try scene.judged(SampleRules.rule(SampleRules.once), nielsen)
        #expect(outcome.families == ["vast pass"])
        #expect(outcome.summary == ["pass": 1, "fail": 0, "inconclusive": 0, "none": 0])
    }
}
