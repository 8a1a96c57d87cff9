import ArgumentParser
import Model
import Pipeline

struct ExportHARCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "har", abstract: "Writes captures, or a kept database, as HAR 1.2.",
        discussion: """
            The HAR goes to standard output. Browsers' network panels, mitmproxy and HAR libraries read it; certifying it \
            gives the verdicts of the captures.

            Examples:
              beaconproof export har run.pcapng keys.txt > run.har
            """)

    @Argument(help: "Captures of one run, or a database; - is standard input.", completion: .captures)
    var inputs: [String]

    @Option(
        name: .customLong("run"), help: ArgumentHelp("The run, where a database holds several.", valueName: "number"))
    var number: Int?

    @OptionGroup var identifiers: ExportRedactionOptions

    @OptionGroup var reading: InputOptions

    func run() throws {
        try reporting {
            let redaction = try identifiers.redaction()
            var request = Certify.Request(inputs: inputs, toolVersion: Tool.version)
            try reading.apply(to: &request)
            let isKept = inputs.count == 1 ? try StoredRun.isKept(inputs[0]) : false
            guard number == nil || isKept else {
                throw PipelineFailure.usage("--run chooses among the runs of a kept database")
            }
            let outcome =
                isKept
                ? try StoredRun.open(inputs[0], run: number.map { ID($0) })
                : try Certify(request, rules: ShippedRules()).decode(.exchanges)
            try HARExport(run: outcome.run, of: outcome.database, toolVersion: Tool.version, redaction: redaction)
                .write { try Output.write($0) }
            if redaction == .none { Output.noteIdentifiers() }
        }
    }
}
