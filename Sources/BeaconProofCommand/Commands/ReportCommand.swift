import ArgumentParser
import Pipeline

struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Prints what a kept database says about a run, in any format.",
        discussion: """
            Nothing is decoded or judged again: 'certify' does that. Captures are certified first. The exit code is 0 \
            whatever the verdict is, 2 when the input cannot be used.

            Examples:
              beaconproof report run.sqlite --format html > report.html
              beaconproof report run.sqlite --output report.md --quiet
            """)

    @Argument(help: "A database that 'certify --db' kept, or captures of one run.")
    var inputs: [String]

    @Option(
        name: .customLong("run"), help: ArgumentHelp("The run, where a database holds several.", valueName: "number"))
    var number: Int?

    @OptionGroup var reading: InputOptions
    @OptionGroup var options: RunOptions
    @OptionGroup var printing: ReportingOptions

    func run() throws {
        Interruption.endsTheProcess()
        try reporting {
            try printing.check(options.request(inputs, reading).guarded)
            let outcome = try options.judged(inputs, reading, run: number)
            let isKept = inputs.count == 1 ? try StoredRun.isKept(inputs[0]) : false
            try printing.write(outcome, databasePath: isKept ? inputs[0] : nil)
        }
    }
}
