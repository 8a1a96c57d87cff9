import ArgumentParser
import Audit
import Pipeline

struct ProfilesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profiles", abstract: "Lists and shows the certificates that a run may earn.",
        discussion: """
            Examples:
              beaconproof profiles list
              beaconproof profiles show criteo-ios
            """,
        subcommands: [List.self, Show.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Each profile with its title and what it requires.",
            discussion: """
                Examples:
                  beaconproof profiles list --rules my-rules
                """)

        @OptionGroup var rules: OwnRules

        func run() throws {
            try reporting { try Output.write(ProfileTexts(try rules.pack()).list()) }
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "A profile whole: rules, settings, what it requires.",
            discussion: """
                Examples:
                  beaconproof profiles show criteo-ios
                """)

        @Argument(help: "The profile's name, as 'profiles list' prints it.", completion: .profiles)
        var name: String

        @OptionGroup var rules: OwnRules

        func run() throws {
            try reporting { try Output.write(ProfileTexts(try rules.pack()).show(name)) }
        }
    }
}
