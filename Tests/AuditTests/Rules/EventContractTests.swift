import Testing

@testable import Audit

/// How `library/events.yaml` is read.
struct EventContractTests {
    private static let groups = EventContract.Group.allCases.map { group in
        """
          \(group.rawValue): { missing: error, repeated: it is sent each time, early: warning, late: no clause says when, \
        misplaced: info, urls: error, levels: error }
        """
    }.joined(separator: "\n")

    private static func contract(_ rest: String, plays: String? = nil) throws -> EventContract {
        let text = """
            groups:
            \(groups)
            parts:
              - family: vast
                name: linear
                title: ads
                source: VAST 4.3
                element: Tracking
                owed_by: [inline, wrapper]
                events:
                  start: { group: position, at: 0.0, once: play, not_after: [skip] }
                  skip: { group: end, once: play, early: error, source: VAST 3.0 }
            \(rest)
            """
        let files = [("library/events.yaml", text)] + (plays.map { [("library/plays/vast.linear.yaml", $0)] } ?? [])
        return try #require(try EventContractFile.read(files))
    }

    private static func failure(_ rest: String, plays: String? = nil) -> String {
        do {
            _ = try contract(rest, plays: plays)
            return "none"
        } catch {
            return "\(error)"
        }
    }

    @Test func anEventSaysWhatItsGroupAndPartDoNot() throws {
        let events = try Self.contract("").parts[0].events
        #expect(events[0].element == "Tracking" && events[0].levels == [.inline, .wrapper] && events[0].share == 0)
        #expect(events[0].cells[.early]?.severity == .warning && events[1].cells[.early]?.severity == .error)
        #expect(events[0].source == "VAST 4.3" && events[1].source == "VAST 3.0")
        #expect(events[0].cells[.repeated] == EventContract.Cell(severity: nil, reason: "it is sent each time"))
    }

    @Test func rulesAndReasonsStandInTheirCells() throws {
        let contract = try Self.contract(
            """
                decided:
                  missing: { vast.a: [start, skip], vast.b: [skip] }
                not_certified:
                  early: { nobody looked: [start] }
            """)
        let (start, skip) = (contract.parts[0].events[0], contract.parts[0].events[1])
        #expect(start.cells[.missing]?.rules == ["vast.a"] && skip.cells[.missing]?.rules == ["vast.a", "vast.b"])
        #expect(start.cells[.early]?.reason == "nobody looked")
        #expect(contract.events(foundBy: "vast.b") == ["skip"])
    }

    @Test(arguments: [
        ("    decided: { missing: { vast.a: [stop] } }", "'stop' is not an event of this part that can be missing"),
        ("    decided: { late: { vast.a: [start] } }", "'start' is not an event of this part that can be late"),
        ("    decided: { lost: { vast.a: [start] } }", "unknown key 'lost'"),
    ])
    func mistakesAreNamed(rest: String, message: String) {
        #expect(Self.failure(rest).contains(message))
    }

    @Test func playsBelongToTheirPart() throws {
        let plays = "plays:\n  - name: a play\n    beacons: 0.0 vast start ad=A1\n"
        #expect(try Self.contract("", plays: plays).parts[0].plays.map(\.name) == ["a play"])
        let files = [
            ("library/plays/vast.other.yaml", plays), ("library/events.yaml", "groups:\n\(Self.groups)\nparts: []"),
        ]
        #expect(throws: RuleFileFailure.self) { try EventContractFile.read(files) }
    }

    @Test func theRelationHasARowForEachEvent() throws {
        let relations = try Self.contract("").relations()
        #expect(relations.map(\.name) == ["event_contract"] && relations.map(\.package) == ["vast"])
        let select = relations[0].parts[0].select
        #expect(
            select.contains(
                "('linear', 'skip', 'Tracking', 'end', NULL, 'play', 1, 'error', NULL, 'error', NULL, 'info', 'error', 'error')"
            ), "\(select)")
    }

    @Test func aRuleTakesItsEventsFromTheContract() throws {
        let rule = """
            id: vast.a
            title: t
            severity: error
            kind: once
            subject: ad_play
            where: { family: vast }
            events: contract
            message: m
            why: w
            fix: f
            sources: [{ ref: r, class: practice }]
            """
        let contract = try Self.contract("    decided: { missing: { vast.a: [skip] } }")
        #expect(try RuleFile(rule, file: "a.yaml", contract: contract).rule.looks.events == ["skip"])
        let failure = #expect(throws: RuleFileFailure.self) { try RuleFile(rule, file: "a.yaml") }
        #expect(failure?.message.contains("does not say what vast.a finds") == true)
    }
}
