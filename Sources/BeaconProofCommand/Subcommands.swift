import ArgumentParser

/// The commands there are.
enum Subcommands {
    static let all: [any ParsableCommand.Type] = [
        CertifyCommand.self, BatchCommand.self, BatchWorkerCommand.self, DecodeCommand.self, ReportCommand.self,
        QueryCommand.self, ExportCommand.self, CompareCommand.self, WaiversCommand.self, SignCommand.self,
        VerifyCommand.self, RulesCommand.self, FamiliesCommand.self, ProfilesCommand.self, SchemaCommand.self,
        FactsCommand.self, DoctorCommand.self,
    ]

    /// What ArgumentParser must know of. It works through each command that it is told of, which takes as long as reading a
    /// capture of a hundred requests: where a command is called by its name, that one is enough. Help over all commands,
    /// completions and what nobody knows need them all.
    static func asked(by arguments: ArraySlice<String>) -> [any ParsableCommand.Type] {
        // `--generate-completion-script`, `--experimental-dump-help` and `---completion` are asked of the whole.
        let isAboutAll = arguments.contains { argument in
            ["--generate-completion-script", "--experimental-dump-help", "---completion"].contains(
                where: argument.hasPrefix)
        }
        guard !isAboutAll, let name = arguments.first,
            let command = all.first(where: { names(of: $0).contains(name) })
        else { return all }
        return [command]
    }

    private static func names(of command: any ParsableCommand.Type) -> [String] {
        let configuration = command.configuration
        return (configuration.commandName.map { [$0] } ?? []) + configuration.aliases
    }
}
