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
            family: .pass),
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
            run: .inconclusive, family: .notApplicable),
        Row(name: "nothing relevant was read", seen: [], run: .inconclusive),
        Row(
            name: "seen, and no rule judged it", rules: [(.error, .notApplicable, nil)], run: .inconclusive,
            family: .notApplicable),
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
        #expect(outcome.verdict == row.run)
        #expect(outcome.families.first { $0.name == "vast" }?.verdict == row.family)
        for family in row.expected where !row.seen.contains(family) {
            #expect(outcome.families.first { $0.name == family }?.verdict == .inconclusive)
        }
    }

    private static func judgement(_ outcome: (Severity, Verdict, Doubt?), id: String) throws -> Judgement {
        let rule = try SampleRules.rule(SampleRules.once, id: id, severity: outcome.0.rawValue)
        var judgement = Judgement(rule: rule)
        switch outcome.1 {
        case .pass:
            judgement.pass = 1
            judgement.witnesses = Witnesses(due: 1, compared: 1)
        case .fail:
            judgement.fail = 1
            judgement.witnesses = Witnesses(due: 1, compared: 1)
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

    // MARK: Witnesses

    private static func seen(_ witness: Rule.Witness, _ family: String = "vast") throws -> Judgement {
        var judgement = try judgement((.error, .pass, nil), id: "\(family).seen")
        judgement.rule.witness = witness
        return judgement
    }

    private static func owing(_ family: String = "vast", isAlone: Bool = false) -> Owing {
        Owing([Owing.Debt(family: family, what: "a break was never requested", isAlone: isAlone)])
    }

    @Test func formAloneIsNoWitness() throws {
        let outcome = RollUp([try Self.seen(.form)], seen: ["vast"], expected: [], owing: Self.owing())
        #expect(outcome.verdict == .inconclusive && outcome.note == "a break was never requested")
        let idle = RollUp([try Self.seen(.form)], seen: ["vast"], expected: [])
        #expect(idle.verdict == .pass && !idle.owes(["vast"]))
        #expect(idle.certified(by: []) == (false, "nothing was due that a certificate is given for"))
    }

    @Test func behaviourSettlesWhatIsNotAlone() throws {
        let judgements = [try Self.seen(.behaviour)]
        #expect(RollUp(judgements, seen: ["vast"], expected: [], owing: Self.owing()).verdict == .pass)
        let alone = RollUp(judgements, seen: ["vast"], expected: [], owing: Self.owing(isAlone: true))
        #expect(alone.verdict == .inconclusive)
    }

    /// A vendor's host in the dark, beside a family that is right.
    @Test func aFamilyOfWhichNothingWasSeenOwesAlone() throws {
        let judgements = [try Self.seen(.behaviour)]
        let dark = RollUp(
            judgements, seen: ["vast"], expected: [], owing: Self.owing("nielsen", isAlone: true),
            directory: FamilyDirectory(Scene.families))
        #expect(dark.verdict == .inconclusive && dark.note == "a break was never requested")
        let settled = RollUp(
            judgements, seen: ["vast"], expected: [], owing: Self.owing("nielsen"),
            directory: FamilyDirectory(Scene.families))
        #expect(settled.verdict == .pass)
    }

    // MARK: The end of the recording

    /// A rule that left one subject open for nothing but the end of the recording, and passed as many others as said.
    private static func cutByEnd(passing pass: Int, isCut: Bool = true) throws -> Judgement {
        var judgement = try judgement((.error, .inconclusive, .blind), id: "vast.cut")
        judgement.verdicts[0].isCutByEnd = isCut
        judgement.pass = pass
        judgement.witnesses = Witnesses(due: pass, compared: pass)
        return judgement
    }

    /// An ad that ends with the recording is listed, and lowers the run only where nothing else was
    /// compared.
    @Test func whatEndsWithTheRecordingLowersNothingBesideOthers() throws {
        let both = RollUp([try Self.cutByEnd(passing: 1)], seen: ["vast"], expected: [])
        #expect(both.verdict == .pass && both.family("vast")?.verdict == .pass)
        let alone = RollUp([try Self.cutByEnd(passing: 0), try Self.seen(.behaviour)], seen: ["vast"], expected: [])
        #expect(alone.verdict == .inconclusive)
        let hidden = try Self.cutByEnd(passing: 1, isCut: false)
        #expect(RollUp([hidden], seen: ["vast"], expected: []).verdict == .inconclusive)
    }

    // MARK: What was owed

    private static func dues(_ due: Int) -> [Settlement.Dues] {
        [Settlement.Dues(family: "vast", view: SubjectKind.adPlay.view.name, owner: 1, due: due)]
    }

    private static let midpoint = Settlement.Unmet(
        family: "vast", view: SubjectKind.adPlay.view.name, owner: 1, event: "midpoint", tracker: nil, item: "midpoint",
        because: "the ad was seen to its end")

    /// Of what was owed, what was done or found missing counts, however many rules compared it.
    @Test func obligationsAreTheWitnesses() throws {
        let judgements = [try Self.seen(.behaviour), try Self.seen(.behaviour)]
        let outcome = RollUp(
            judgements, seen: ["vast"], expected: [], settlement: Settlement(Self.dues(3), [], judgements))
        #expect(outcome.verdict == .pass)
        #expect(outcome.behaviour == Witnesses(due: 3, compared: 3))
    }

    @Test func whatIsOwedAndNeitherDoneNorMissingLeavesTheRunOpen() throws {
        let judgements = [try Self.seen(.behaviour)]
        let outcome = RollUp(
            judgements, seen: ["vast"], expected: [],
            settlement: Settlement(Self.dues(2), [Self.midpoint], judgements))
        #expect(outcome.verdict == .inconclusive)
        #expect(outcome.note == "midpoint was neither seen nor found missing, although the ad was seen to its end")
        #expect(outcome.behaviour == Witnesses(due: 2, compared: 1))
    }

    /// A warning that names it settles it: the run says what became of it.
    @Test func whatAFindingNamesIsSettled() throws {
        var warned = try Self.judgement((.warning, .fail, nil), id: "vast.warned")
        warned.findings[0].item = "midpoint"
        let judgements = [try Self.seen(.behaviour), warned]
        let outcome = RollUp(
            judgements, seen: ["vast"], expected: [],
            settlement: Settlement(Self.dues(1), [Self.midpoint], judgements))
        #expect(outcome.verdict == .pass)
        #expect(outcome.behaviour == Witnesses(due: 1, compared: 1))
    }

    @Test func aFamilyThatIsExpectedNeedsAWitness() throws {
        let outcome = RollUp([try Self.seen(.form)], seen: ["vast"], expected: ["vast"])
        #expect(outcome.verdict == .inconclusive)
        #expect(outcome.note == "vast is expected, and nothing that it did was seen")
        let unseen = RollUp(
            [try Self.seen(.behaviour)], seen: ["vast"], expected: ["nielsen"],
            directory: FamilyDirectory(Scene.families))
        #expect(unseen.note?.contains("hosts looked for: *.imrworldwide.com") == true)
    }

    /// A schedule is witnessed by the ads that it led to.
    @Test func carriersTakeTheirWitnessFromWhatTheyCarried() throws {
        let outcome = RollUp(
            [try Self.seen(.behaviour)], seen: ["vast", "vmap"], expected: [], owing: Self.owing("vmap"),
            directory: FamilyDirectory(Scene.families))
        #expect(outcome.verdict == .pass)
        #expect(outcome.family("vmap")?.behaviour.compared == 1)
    }

    @Test func onlyAPersonCanShowIt() throws {
        let open = try Self.judgement((.error, .inconclusive, .needsPerson), id: "vast.verification-accounted")
        let outcome = RollUp([try Self.seen(.behaviour), open], seen: ["vast"], expected: [])
        #expect(outcome.verdict == .inconclusive)
    }

    @Test func familiesAreSeenByWhatTheyDeclare() throws {
        var scene = Scene()
        _ = scene.adPlay()
        let outcome = try scene.judged(SampleRules.rule(SampleRules.once))
        #expect(outcome.families == ["vast not-applicable"])
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
