import ArgumentParser
import Pipeline
import Reporting

struct CompareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Says what differs between two runs: beacons, their times and parameters, verdicts, findings.",
        discussion: """
            Beacons are told apart by family, event, ad play, host and order, never by path, time or session. \
            Identifiers, times, counters and codes count as equal whatever their value. Exit codes: 0 equal, 1 \
            different, 2 an input cannot be used.

            Examples:
              beaconproof compare monday.sqlite tuesday.har
              beaconproof compare before.har after.har --format markdown
            """)

    @Argument(help: "A kept database or a capture: what to compare with.")
    var left: String

    @Argument(help: "A kept database or a capture: what to compare.")
    var right: String

    @Option(help: "How to print it: \(ComparisonFormat.allCases.map(\.rawValue).joined(separator: ", ")).")
    var format: ComparisonFormat = .text

    @Option(help: ArgumentHelp("Times that differ less are the same.", valueName: "ms"))
    var tolerance = Int(Comparison.defaultToleranceUs / 1_000)

    @OptionGroup var identifiers: RedactionOptions

    @Option(help: "Colours: auto, always or never.")
    var color: ColourChoice = .auto

    @OptionGroup var reading: InputOptions
    @OptionGroup var options: RunOptions

    func run() throws {
        try reporting {
            guard (0...86_400_000).contains(tolerance) else {
                throw PipelineFailure.usage("--tolerance takes milliseconds from 0 to a day")
            }
            let redaction = try identifiers.redaction()
            let comparison = try Compare.compare(
                options.judged([left], reading), options.judged([right], reading), names: (left, right),
                toleranceUs: Int64(tolerance) * 1_000, redaction: redaction)
            var printing = ReportOptions()
            printing.width = Output.width
            printing.colour = Output.usesColour(color)
            try Output.write(format.render(comparison, options: printing))
            if !comparison.isEqual { throw ExitCode(1) }
        }
    }
}

extension ComparisonFormat: ExpressibleByArgument {}
