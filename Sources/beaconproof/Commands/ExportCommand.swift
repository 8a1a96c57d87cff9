import ArgumentParser

struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Writes decoded traffic for other tools.",
        subcommands: [ExportHARCommand.self])
}
