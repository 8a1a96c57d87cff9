import ArgumentParser
import Audit
import Encodings
import Pipeline

struct WaiversCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "waivers",
        abstract: "The file of accepted findings: who accepts what, why, and until when.",
        discussion: """
            Examples:
              beaconproof waivers write run.har > waivers.yaml
              beaconproof certify run.har --waivers waivers.yaml
            """,
        subcommands: [WriteCommand.self, CheckCommand.self, PruneCommand.self])

    struct WriteCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "write",
            abstract: "Drafts a waivers file from the findings of a run.",
            discussion: """
                An entry counts when owner, reason and day are filled in. With --waivers, findings that the file accepts \
                already are left out and only the new entries are printed, to be appended.

                Examples:
                  beaconproof waivers write run.har --owner "Ada" --reason "fixed in 4.2" --expires 2027-01-31 > waivers.yaml
                """)

        @Argument(help: "A kept database, or captures of one run.")
        var inputs: [String]

        @Option(help: ArgumentHelp("Who accepts the findings.", valueName: "name"))
        var owner = ""

        @Option(help: ArgumentHelp("Why.", valueName: "text"))
        var reason = ""

        @Option(help: ArgumentHelp("The last day on which that holds.", valueName: "YYYY-MM-DD"))
        var expires = ""

        @OptionGroup var reading: InputOptions
        @OptionGroup var options: RunOptions

        func run() throws {
            try reporting {
                guard expires.isEmpty || CalendarDate(expires) != nil else {
                    throw PipelineFailure.usage("--expires takes a day such as 2027-01-31, not '\(expires)'")
                }
                let outcome = try options.judged(inputs, reading)
                let waivers = try Waivers(run: outcome.run, in: outcome.database, rules: options.pack())
                let drafts =
                    if let file = options.waivers {
                        try waivers.drafts(owner: owner, reason: reason, expires: expires, notIn: WaiverFile.read(file))
                    } else {
                        waivers.drafts(owner: owner, reason: reason, expires: expires)
                    }
                try Output.write(WaiverFile.text(of: drafts, heading: options.waivers == nil))
            }
        }
    }

    struct CheckCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Says whether a waivers file can be used; an expired waiver is an error.",
            discussion: """
                With captures or a kept database, entries that no finding needs are named too.

                Examples:
                  beaconproof waivers check waivers.yaml run.har
                """)

        @Argument(help: "The waivers file.")
        var file: String

        @Argument(help: "A kept database, or captures of one run.")
        var inputs: [String] = []

        @OptionGroup var reading: InputOptions
        @OptionGroup var options: RunOptions

        func run() throws {
            try reporting {
                let waivers = try WaiverFile.read(file, today: Today.date(options.today))
                let pack = try options.pack()
                for (waiver, current) in zip(waivers.waivers, try waivers.waivers.naming(rules: pack))
                where current.key.rule != waiver.key.rule {
                    Output.note(
                        "beaconproof: \(file):\(waiver.line): \(waiver.key.rule) is called "
                            + "\(current.key.rule) now; the waiver holds")
                }
                if !inputs.isEmpty {
                    let outcome = try options.judged(inputs, reading)
                    for waiver in try Waivers(run: outcome.run, in: outcome.database, rules: pack).unused(waivers) {
                        Output.note("beaconproof: \(file):\(waiver.line): no finding needs this waiver any more")
                    }
                }
                try Output.write("\(waivers.waivers.count) waivers, none expired\n")
            }
        }
    }

    struct PruneCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "prune",
            abstract: "Removes expired entries from a waivers file, in place.",
            discussion: """
                With captures or a kept database, entries that no finding needs are removed too.

                Examples:
                  beaconproof waivers prune waivers.yaml run.har
                """)

        @Argument(help: "The waivers file.")
        var file: String

        @Argument(help: "A kept database, or captures of one run.")
        var inputs: [String] = []

        @OptionGroup var reading: InputOptions
        @OptionGroup var options: RunOptions

        func run() throws {
            try reporting {
                let today = try Today.date(options.today)
                let waivers = try WaiverFile.read(file)
                var dropped = waivers.waivers.filter { $0.isExpired(on: today) }
                if !inputs.isEmpty {
                    let outcome = try options.judged(inputs, reading)
                    let unused = try Waivers(run: outcome.run, in: outcome.database, rules: options.pack())
                        .unused(waivers)
                    dropped += unused.filter { !dropped.contains($0) }
                }
                let text = try waivers.text(of: file, without: dropped)
                if !dropped.isEmpty { try OutputFile.write(Array(text.utf8), to: file) }
                try Output.write("\(dropped.count) of \(waivers.waivers.count) waivers removed\n")
            }
        }
    }
}
