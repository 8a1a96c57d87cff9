import ArgumentParser
import Audit
import Pipeline

struct RulesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules", abstract: "Lists, explains and tests the rules.",
        subcommands: [List.self, Show.self, Explain.self, Test.self, Document.self, Pack.self],
        defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Each rule with family, severity, profiles and source.")

        @Option(help: ArgumentHelp("A folder of your own rules; may be repeated.", valueName: "folder"))
        var rules: [String] = []

        @Flag(help: "Each requirement of the integration guides, and what decides it.")
        var requirements = false

        @Flag(help: "With --requirements: as a Markdown page.")
        var markdown = false

        func run() throws {
            try reporting {
                if requirements {
                    let coverage = try ShippedRules().coverage()
                    try Output.write(markdown ? coverage.markdown : coverage.list())
                } else {
                    try Output.write(RuleTexts(try ShippedRules().pack(adding: rules).pack).list())
                }
            }
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "The rule as compiled: its two SELECTs.")

        @Argument var id: String

        @Option(help: ArgumentHelp("A folder of your own rules; may be repeated.", valueName: "folder"))
        var rules: [String] = []

        func run() throws {
            try reporting { try Output.write(RuleTexts(try ShippedRules().pack(adding: rules).pack).show(id)) }
        }
    }

    struct Explain: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Why the rule exists, how to fix a breach, examples.")

        @Argument var id: String

        func run() throws {
            try reporting {
                try Output.write(RuleTexts(try ShippedRules().pack().pack).explain(id, files: ShippedRules().files()))
            }
        }
    }

    struct Test: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Runs the examples of rule files, your own too, with their mutations.")

        @Argument(help: "A folder or a rule file; without one, the shipped rules.")
        var path: String?

        func run() throws {
            try reporting {
                let outcome = try ExampleSuite(path: path).run()
                for failure in outcome.failures { Output.note(lines: failure) }
                try Output.write(outcome.summary + "\n")
                if !outcome.failures.isEmpty { throw ExitCode(1) }
            }
        }
    }

    struct Document: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Writes a page per rule, as docs/rules holds them.")

        @Argument(help: "The folder to write to.")
        var folder: String

        func run() throws {
            try reporting {
                let pages = try RuleTexts(try ShippedRules().pack().pack).pages(files: ShippedRules().files())
                for page in pages {
                    try OutputFile.write(Array(page.text.utf8), to: "\(folder)/\(page.name)", clears: false)
                }
            }
        }
    }

    struct Pack: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Makes the generated pack of a Rules folder anew.", shouldDisplay: false)

        @Argument(help: "The Rules folder.")
        var folder: String

        func run() throws {
            try reporting {
                let file = try RulePackFile(of: folder, version: ShippedRules.version)
                try OutputFile.write(Array(file.pack.utf8), to: "\(folder)/Pack/pack.json")
                try OutputFile.write(Array(file.sources.utf8), to: "\(folder)/Pack/sources.txt")
            }
        }
    }
}
