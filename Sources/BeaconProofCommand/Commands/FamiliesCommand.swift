import ArgumentParser
import Audit
import Pipeline

struct FamiliesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "families", abstract: "Lists, shows, tests and drafts the families of beacons.",
        discussion: """
            A family file makes a vendor's beacons known without a line of code: docs/families.md.

            Examples:
              beaconproof families list
              beaconproof families show comscore
              beaconproof families new acme --from run.har --host collect.acme.example > families/acme.yaml
            """,
        subcommands: [List.self, Show.self, Test.self, New.self, Document.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Each family with its hosts and how many rules it has.",
            discussion: """
                Examples:
                  beaconproof families list --families my-families
                """)

        @OptionGroup var rules: OwnRules

        func run() throws {
            try reporting { try Output.write(FamilyTexts(try rules.pack()).list()) }
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "How a family's beacons are recognised and read, and its rules.",
            discussion: """
                Examples:
                  beaconproof families show nielsen
                """)

        @Argument(help: "The family's name, as 'families list' prints it.")
        var name: String

        @OptionGroup var rules: OwnRules

        func run() throws {
            try reporting { try Output.write(FamilyTexts(try rules.pack()).show(name)) }
        }
    }

    struct Test: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Runs the examples of family files, and of rules beside them, with their mutations.",
            discussion: """
                Examples:
                  beaconproof families test my-families
                """)

        @Argument(help: "A folder or a family file; without one, the shipped families and rules.")
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
        static let configuration = CommandConfiguration(
            abstract: "Writes a page per family, as docs/families holds them.",
            discussion: """
                Examples:
                  beaconproof families document docs/families
                """)

        @Argument(help: "The folder to write to.")
        var folder: String

        func run() throws {
            try reporting {
                let shipped = ShippedRules()
                for page in try FamilyTexts(shipped.pack().pack).pages(files: shipped.families()) {
                    try OutputFile.write(Array(page.text.utf8), to: "\(folder)/\(page.name)", clears: false)
                }
            }
        }
    }

    struct New: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Drafts a family file from a capture.",
            discussion: """
                Examples:
                  beaconproof families new acme --from run.har --host collect.acme.example
                """)

        @Argument(help: "The family's name.")
        var name: String

        @Option(help: ArgumentHelp("A capture with the vendor's traffic.", valueName: "file"), completion: .file())
        var from: String

        @Option(help: ArgumentHelp("The vendor's host.", valueName: "name"))
        var host: String

        func run() throws {
            try reporting {
                let request = Certify.Request(inputs: [from], toolVersion: Tool.version)
                let outcome = try Certify(request, rules: ShippedRules()).decode()
                try Output.write(FamilyDraft(name, host: host, in: outcome).text)
            }
        }
    }
}
