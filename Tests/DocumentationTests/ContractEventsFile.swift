import Audit
import Pipeline
import Testing

/// What attribution reads of the contract of events: `Sources/Interpret/Plays/ContractEvents.swift`.
struct ContractEventsFile {
    @Test func isFresh() throws {
        try GeneratedFile.check(
            "Sources/Interpret/Plays/ContractEvents.swift",
            is: ContractEventsFile.text(of: try ShippedRules().contract()))
    }

    /// Two kinds of ad may name an event alike; to attribution it is one, in the same group.
    @Test func eventsOfOneNameAreOfOneGroup() throws {
        let events = ContractEventsFile.declared(in: try ShippedRules().contract())
        for (name, alike) in Dictionary(grouping: events, by: \.name) {
            #expect(Set(alike.map(\.group)).count == 1 && Set(alike.map(\.share)).count == 1, "\(name)")
        }
    }

    /// The events that documents declare trackers for, in the order of the contract.
    private static func declared(in contract: EventContract) -> [EventContract.Event] {
        contract.parts.flatMap(\.events).filter { !$0.levels.isEmpty }
    }

    private static func text(of contract: EventContract) -> String {
        let events = Dictionary(declared(in: contract).map { ($0.name, $0) }) { first, _ in first }
        let rows = events.values.sorted { $0.name < $1.name }.map { event in
            var traits = ".\(event.group.rawValue)"
            if let share = event.share { traits += ", share: \(share)" }
            if event.group == .interaction || event.cells[.repeated]?.severity == nil { traits += ", recurs: true" }
            return "        \"\(event.name)\": EventTraits(\(traits)),\n"
        }
        return """
            // Generated from Rules/library/events.yaml by `RECORD=1 swift test --filter DocumentationTests`. Do not edit.

            extension EventTraits {
                /// The events that documents declare trackers for.
                static let contract: [String: EventTraits] = [
            \(rows.joined())    ]
            }

            """
    }
}
