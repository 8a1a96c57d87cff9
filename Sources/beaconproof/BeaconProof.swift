import ArgumentParser

@main
struct BeaconProof: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "beaconproof",
        abstract: "Certifies captured ad and measurement traffic before an integration goes live.",
        discussion: """
            Exit codes: 0 nothing wrong, 1 findings at or above --fail-on, 2 the input or the command is wrong, \
            3 the verdict is inconclusive.
            """,
        version: Tool.version,
        subcommands: [
            CertifyCommand.self, DecodeCommand.self, QueryCommand.self, RulesCommand.self, SchemaCommand.self,
            FactsCommand.self, DoctorCommand.self,
        ])
}

/// What this build is.
enum Tool {
    static let version = "0.1.0"
}
