import ArgumentParser
import Audit

struct FactsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "facts", abstract: "Prints a commented template of the facts file.")

    func run() throws {
        try Output.write(Facts.template)
    }
}
