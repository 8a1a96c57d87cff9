import Audit

/// Which requirement of which guide is decided by what: the page `docs/coverage.md`, and the list on the terminal.
package struct Coverage: Sendable {
    package let requirements: [Requirement]
    private let contract: EventContract

    package init(_ requirements: [Requirement], contract: EventContract = .none) {
        self.requirements = requirements
        self.contract = contract
    }

    /// One line per requirement.
    package func list() -> String {
        requirements.map { "\($0.id)  \($0.decisions.map(plain).joined(separator: "; "))\n" }.joined()
            + "\(requirements.count) requirements, \(count(.open)) not decided\n"
            + ContractMatrix(contract).summary + "\n"
    }

    package var markdown: String {
        var text = """
            <!-- Generated from Rules/requirements.tsv and Rules/library/events.yaml by `beaconproof rules list --requirements --markdown`. Do not edit. -->
            # Coverage

            What is decided of [each requirement](#requirements) of the guides, and of [each event](#events) that a tracker, a message \
            or a line of a log can name.

            ## Requirements

            The integration guides that BeaconProof certifies against, broken down into \(requirements.count) requirements, \
            and what decides each.

            - A rule id: that rule decides it. Its page is in [rules](rules/README.md), its examples are its tests.
            - *read*: nothing to judge; the reader extracts it, and the test suite named shows that.
            - *by hand*: no input shows it.
            - *open*: not decided, why, and what would decide it.

            | guide | requirements | decided by a rule | read | by hand | open |
            |---|---|---|---|---|---|

            """
        for guide in guides {
            let own = Coverage(requirements.filter { $0.guide == guide })
            let counts = Standing.allCases.map { String(own.count($0)) }.joined(separator: " | ")
            text += "| \(guide) | \(own.requirements.count) | \(counts) |\n"
        }
        let counts = Standing.allCases.map { String(count($0)) }.joined(separator: " | ")
        text += "| all | \(requirements.count) | \(counts) |\n"
        for guide in guides {
            text += "\n### \(guide)\n"
            var part: String?
            for requirement in requirements where requirement.guide == guide {
                if requirement.part != part {
                    text += "\n#### \(requirement.part)\n\n| id | requirement | decided by |\n|---|---|---|\n"
                    part = requirement.part
                }
                let decisions = requirement.decisions.map(linked).joined(separator: ", ")
                text += "| \(requirement.id) | \(requirement.demands) | \(decisions) |\n"
            }
        }
        return text + "\n" + ContractMatrix(contract).markdown
    }

    private var guides: [String] {
        requirements.reduce(into: []) { guides, requirement in
            if guides.last != requirement.guide { guides.append(requirement.guide) }
        }
    }

    // MARK: Standing

    /// What a requirement counts as in the table: the strongest of what decides it.
    private enum Standing: CaseIterable {
        case rule, read, byHand, open
    }

    private func count(_ standing: Standing) -> Int {
        requirements.count { Coverage.standing($0) == standing }
    }

    private static func standing(_ requirement: Requirement) -> Standing {
        var standings: Set<Standing> = []
        for decision in requirement.decisions {
            switch decision {
            case .rule: standings.insert(.rule)
            case .read: standings.insert(.read)
            case .byHand: standings.insert(.byHand)
            case .open: standings.insert(.open)
            }
        }
        return Standing.allCases.first(where: standings.contains) ?? .open
    }

    private func plain(_ decision: Requirement.Decision) -> String {
        switch decision {
        case .rule(let id): id
        case .read(let suite): "read (\(suite))"
        case .byHand(let reason): "by hand" + (reason.isEmpty ? "" : " (\(reason))")
        case .open(let reason): "open (\(reason))"
        }
    }

    private func linked(_ decision: Requirement.Decision) -> String {
        switch decision {
        case .rule(let id): "[\(id)](rules/\(id).md)"
        case .read(let suite): "*read*: `\(suite)`"
        case .byHand(let reason): "*by hand*" + (reason.isEmpty ? "" : ": \(reason)")
        case .open(let reason): "*open*: \(reason)"
        }
    }
}
