import ArgumentParser
import Audit
import Pipeline

struct RulesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules", abstract: "Lists, explains and tests the rules.",
        discussion: """
            Examples:
              beaconproof rules list
              beaconproof rules explain vast.quartile-gap
              beaconproof rules test my-rules
            """,
        subcommands: [
            List.self, Show.self, Explain.self, New.self, Test.self, Sign.self, Losses.self, Format.self, Document.self,
            Pack.self,
        ],
        defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Each rule with family, severity, profiles and source.",
            discussion: """
                Examples:
                  beaconproof rules list --rules my-rules
                  beaconproof rules list --requirements
                """)

        @OptionGroup var rules: OwnRules

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
                    try Output.write(RuleTexts(try rules.pack()).list())
                }
            }
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "The rule as compiled: its two SELECTs.",
            discussion: """
                Examples:
                  beaconproof rules show vast.quartile-gap
                """)

        @Argument(help: "The rule's name, as 'rules list' prints it.", completion: .rules) var id: String

        @OptionGroup var rules: OwnRules

        func run() throws {
            try reporting { try Output.write(RuleTexts(try rules.pack()).show(id)) }
        }
    }

    struct Explain: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Why the rule exists, how to fix a breach, examples.",
            discussion: """
                Examples:
                  beaconproof rules explain vast.quartile-gap
                """)

        @Argument(help: "The rule's name, as 'rules list' prints it.", completion: .rules) var id: String

        @OptionGroup var rules: OwnRules

        func run() throws {
            try reporting {
                try Output.write(
                    RuleTexts(try rules.pack()).explain(id, files: ShippedRules().files(adding: rules.folders)))
            }
        }
    }

    struct New: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Writes a rule file of a kind, with examples, to fill in.",
            discussion: """
                Examples:
                  beaconproof rules new acme.start-once --kind once > my-rules/acme.start-once.yaml
                """)

        @Argument(help: "The rule's name: family.kebab-case.") var id: String

        @Option(help: ArgumentHelp("once, order, require, cadence, match, absent or sql.", valueName: "kind"))
        var kind: String

        func run() throws {
            try reporting { try Output.write(RuleDraft.text(id, kind: kind)) }
        }
    }

    struct Test: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Runs the examples of rule files, your own too, with their mutations.",
            discussion: """
                Examples:
                  beaconproof rules test my-rules
                """)

        @Argument(help: "A folder, a pack (.tar.gz) or a rule file; without one, the shipped rules.")
        var path: String?

        func run() throws {
            try reporting {
                let outcome = try ExampleSuite(path: path).run()
                let captures = try path.flatMap { try PackTests(path: $0, toolVersion: Tool.version).run() }
                for failure in outcome.failures + (captures?.failures ?? []) { Output.note(lines: failure) }
                try Output.write(outcome.summary + "\n")
                if let captures {
                    let failed = captures.failures.isEmpty ? "all as expected" : "\(captures.failures.count) otherwise"
                    try Output.write("\(captures.tests) runs of the pack: \(failed)\n")
                }
                if !outcome.failures.isEmpty || captures?.failures.isEmpty == false { throw ExitCode(1) }
            }
        }
    }

    struct Sign: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Signs a pack of rules, a folder with pack.yaml.",
            discussion: """
                The signature stands in the folder as pack.sig.json, a DSSE envelope signed with Ed25519, and vouches for \
                everything the pack judges by. 'certify --rules PACK --rules-key public.pem' refuses a pack without it, or \
                one that was changed since, and the statement that 'sign' writes names pack, version and key.

                Examples:
                  beaconproof rules sign my-pack --key secret.pem
                  tar czf my-pack-1.0.0.tar.gz my-pack
                """)

        @Argument(help: "The folder.", completion: .directory)
        var folder: String

        @Option(help: ArgumentHelp("The secret key, a PEM file.", valueName: "file"))
        var key: String

        func run() throws {
            try reporting {
                let envelope = try PackSignature.sign(folder, keyPath: key)
                try OutputFile.write(envelope, to: "\(folder)/\(PackSignature.name)")
            }
        }
    }

    struct Losses: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Leaves out of everything that passes what apps, recorders and exporters lose.",
            discussion: """
                The examples of all rules that pass, and the captures named, are judged again with all beacons of one event \
                left out, with one host hidden, and so on. None may pass where the account says that something was owed.

                Examples:
                  beaconproof rules losses
                  beaconproof rules losses Examples/captures/clean-play.har --captures-only --list
                """)

        @Argument(help: "Captures to try besides the examples; the facts file beside each counts.", completion: .file())
        var captures: [String] = []

        @Option(help: ArgumentHelp("A folder of rules in the place of the shipped ones.", valueName: "folder"))
        var rules: String?

        @Flag(help: "Leave out the examples of the rules.")
        var capturesOnly = false

        @Flag(help: "Name what passes although it lost what had been owed, and what fails for its recorder.")
        var list = false

        @Flag(help: "Write the page of docs.")
        var markdown = false

        func run() throws {
            try reporting {
                let table = try LossSuite(folder: rules).run(captures: captures, examples: !capturesOnly)
                if markdown { return try Output.write(table.page) }
                for line in table.faults + (list ? table.alarms + table.forgotten : []) { Output.note(lines: line) }
                try Output.write(table.markdown + "\n" + table.summary + "\n")
                if !table.faults.isEmpty { throw ExitCode(1) }
            }
        }
    }

    struct Format: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Writes the SQL of rule files and relations the one way there is.",
            discussion: """
                Examples:
                  beaconproof rules format my-rules
                  beaconproof rules format my-rules --check
                """)

        @Argument(help: "A folder or a file; it is changed in place.")
        var path: String

        @Flag(help: "Change nothing; name what would be changed, and exit with 1.")
        var check = false

        func run() throws {
            try reporting {
                let format = try RuleFormat(path)
                for place in format.longLines { Output.note("\(place): longer than \(RuleFormat.width) characters") }
                for change in format.changes {
                    if check {
                        Output.note("\(change.path): its SQL is written otherwise; run 'beaconproof rules format'")
                    } else {
                        try OutputFile.write(Array(change.text.utf8), to: change.path)
                    }
                }
                if check, !(format.changes.isEmpty && format.longLines.isEmpty) { throw ExitCode(1) }
            }
        }
    }

    struct Document: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Writes a page per rule, as docs/rules holds them.",
            discussion: """
                Examples:
                  beaconproof rules document docs/rules
                """)

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
                try OutputFile.write(Array(file.pack.utf8), to: "\(folder)/Pack/pack.txt")
                try OutputFile.write(Array(file.relations.utf8), to: "\(folder)/Pack/relations.sql")
                try OutputFile.write(Array(file.sources.utf8), to: "\(folder)/Pack/sources.txt")
            }
        }
    }
}
