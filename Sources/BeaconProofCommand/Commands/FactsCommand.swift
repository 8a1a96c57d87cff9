import ArgumentParser
import Audit

struct FactsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "facts", abstract: "Prints a commented template of the facts file.",
        discussion: """
            Examples:
              beaconproof facts > run.facts.yaml
            """)

    func run() throws {
        try Output.write(Facts.template)
    }
}
