import Audit

/// The contract of events as a table: what decides each fault of each event.
struct ContractMatrix {
    private let contract: EventContract
    private static let titles: [EventContract.Fault: String] = [
        .urls: "not all URLs", .levels: "not all levels",
    ]

    init(_ contract: EventContract) {
        self.contract = contract
    }

    var summary: String {
        """
        \(contract.cellCount) faults of \(contract.parts.map(\.events.count).reduce(0, +)) events, \
        \(contract.openCount) not certified
        """
    }

    var markdown: String {
        var text = """
            ## Events

            What a rule finds of each event: that it was not sent, sent again, too early, too late, before what it follows or behind \
            what ends it, not to all its URLs, not to those of all wrappers. Each cell names the rules, and how grave it is \
            (**e**rror, **w**arning, **i**nfo). A dash is no fault: the list below each table says why. Each cell is proved by a \
            capture that is altered in that one event ([rule language](rule-language.md#the-contract-of-events)).

            \(summary).

            """
        for part in contract.parts { text += "\n" + table(of: part) }
        return text
    }

    private func table(of part: EventContract.Part) -> String {
        let faults = EventContract.Fault.allCases
        let titles = faults.map { ContractMatrix.titles[$0] ?? $0.rawValue }
        var text = "### \(part.title)\n\n| event | \(titles.joined(separator: " | ")) |\n"
        text += "|" + String(repeating: "---|", count: faults.count + 1) + "\n"
        for event in part.events {
            let cells = faults.map { event.cells[$0].map(ContractMatrix.cell) ?? "" }
            text += "| `\(event.name)` | \(cells.joined(separator: " | ")) |\n"
        }
        for fault in faults {
            var reasons: [(reason: String, events: [String])] = []
            for event in part.events {
                guard let cell = event.cells[fault], cell.severity == nil, let reason = cell.reason else { continue }
                if let place = reasons.firstIndex(where: { $0.reason == reason }) {
                    reasons[place].events.append(event.name)
                } else {
                    reasons.append((reason, [event.name]))
                }
            }
            for (reason, events) in reasons {
                let names = events.map { "`\($0)`" }.joined(separator: ", ")
                text += "\n- \(ContractMatrix.titles[fault] ?? fault.rawValue), \(names): \(reason)"
            }
        }
        return text + (text.hasSuffix("|\n") ? "" : "\n")
    }

    private static func cell(_ cell: EventContract.Cell) -> String {
        guard let severity = cell.severity else { return "–" }
        guard !cell.rules.isEmpty else { return "*not certified*: \(cell.reason ?? "")" }
        let rules = cell.rules.map { "[\($0.split(separator: ".").last ?? "")](rules/\($0).md)" }
        return "\(severity.rawValue.prefix(1)): \(rules.joined(separator: ", "))"
    }
}
