import ArgumentParser
import Pipeline

struct DecodeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decode", abstract: "Prints the exchanges of a capture, or keeps them in a database.",
        discussion: """
            The output is not redacted.

            Examples:
              beaconproof decode run.har | head -3
              beaconproof decode run.pcapng keys.txt --db run.sqlite
            """)

    @Argument(help: "Captures of one run; - is standard input.", completion: .captures)
    var inputs: [String]

    @Option(help: "ndjson: one exchange per line, in time order.")
    var format: DecodeFormat = .ndjson

    @Option(help: ArgumentHelp("Keep the database here instead of printing.", valueName: "file"))
    var db: String?

    @OptionGroup var reading: InputOptions

    func run() throws {
        Interruption.endsTheProcess()
        try reporting {
            var request = Certify.Request(inputs: inputs, toolVersion: Tool.version)
            try reading.apply(to: &request)
            request.databasePath = db
            let outcome = try Certify(request, rules: ShippedRules()).decode(db == nil ? .lines : .whole)
            if db == nil {
                try ExchangeLines.write(run: outcome.run, from: outcome.database) { try Output.write($0) }
                Output.noteIdentifiers()
            }
        }
    }
}

enum DecodeFormat: String, ExpressibleByArgument, CaseIterable {
    case ndjson
}
