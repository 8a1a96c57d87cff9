import Audit
import Model
import Pipeline
import Testing

/// The shipped contract of events: each fault of each event is found by the rules that it names, or says why it is not.
struct ContractTests {
    private static let contract = (try? ShippedRules().contract()) ?? .none

    /// The contract with one part alone, changed.
    private static func part(
        _ name: String, _ change: (inout EventContract.Part) -> Void
    ) throws -> EventContract {
        var changed = contract
        changed.parts = [try #require(contract.parts.first { $0.name == name })]
        change(&changed.parts[0])
        return changed
    }

    @Test func eachCellIsProved() throws {
        #expect(Self.contract.parts.count >= 11 && Self.contract.cellCount > 390)
        #expect(try ContractProof(ofShippedRulesBy: Self.contract).failures() == [])
    }

    @Test func anEmptyCellIsFound() throws {
        let contract = try Self.part("companion") { $0.events[0].cells[.missing]?.rules = [] }
        let failures = try ContractProof(ofShippedRulesBy: contract).failures()
        #expect(
            failures.contains("VAST, companions, creativeView, missing: nothing decides it, and nothing says why"),
            "\(failures)")
    }

    @Test func whatIsPaidForIsNeverOpen() throws {
        let contract = try Self.part("companion") { part in
            part.events[1].cells[.missing]?.rules = []
            part.events[1].cells[.missing]?.reason = "nobody looked"
        }
        #expect(contract.gaps.contains("VAST, companions, companionClickTracking, missing: this must be decided"))
    }

    @Test func notMoreThanATenthIsOpen() throws {
        let contract = try Self.part("icon") { $0.events[0].cells[.missing]?.rules = [] }
        #expect(contract.gaps.contains { $0.hasSuffix("faults are decided by nothing") })
    }

    @Test func aRuleThatDoesNotExistIsFound() throws {
        let contract = try Self.part("companion") { $0.events[0].cells[.missing]?.rules = ["vast.no-such-rule"] }
        #expect(
            try ContractProof(ofShippedRulesBy: contract).failures()
                == ["VAST, companions, creativeView, missing: there is no rule vast.no-such-rule"])
    }

    @Test func aClaimThatNothingShowsIsFound() throws {
        let contract = try Self.part("companion") { $0.events[0].cells[.missing]?.rules.append("vast.click-once") }
        #expect(
            try ContractProof(ofShippedRulesBy: contract).failures()
                == ["VAST, companions, creativeView, missing: nothing shows that vast.click-once finds it as info"])
    }

    /// What a rule finds weighs what the contract says.
    @Test func anotherSeverityIsFound() throws {
        let contract = try Self.part("companion") { $0.events[0].cells[.repeated]?.severity = .error }
        #expect(
            try ContractProof(ofShippedRulesBy: contract).failures()
                == [
                    "VAST, companions, creativeView, repeated: nothing shows that vast.companion-view finds it as error"
                ])
    }

    @Test func aPlayWithAFaultIsFound() throws {
        let contract = try Self.part("companion") { part in
            for place in part.plays[0].exchanges.indices
            where part.plays[0].exchanges[place].text.contains("companionClick") {
                part.plays[0].exchanges[place].text = "9.9 GET https://elsewhere.test/ -> 200"
            }
        }
        let failures = try ContractProof(ofShippedRulesBy: contract).failures()
        #expect(
            failures.contains { $0.hasSuffix("nothing is wrong, and vast.click-untracked finds something") },
            "\(failures)")
    }

    /// A missing, early or repeated billable position is an error, a late one a warning, in every family, unless a source of
    /// its own says otherwise.
    @Test func severityBelongsToTheFault() {
        let billable: Set<String> = [
            "impression", "start", "firstQuartile", "midpoint", "thirdQuartile", "complete", "firstquartile",
            "thirdquartile",
        ]
        let common: [EventContract.Fault: Severity] = [
            .missing: .error, .repeated: .error, .early: .error, .late: .warning,
        ]
        for part in Self.contract.parts {
            for event in part.events where billable.contains(event.name) {
                for (fault, severity) in common {
                    guard let found = event.cells[fault]?.severity, found != severity else { continue }
                    #expect(
                        event.source != part.source, "\(part.title), \(event.name), \(fault): \(found) without a source"
                    )
                }
            }
        }
    }
}
