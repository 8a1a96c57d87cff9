import ArgumentParser
import Pipeline

struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Writes what was read for other tools.",
        discussion: """
            Identifiers are shown as captured unless --redact is given.

            Examples:
              beaconproof export csv run.sqlite --records findings
              beaconproof export har run.pcapng keys.txt > run.har
              beaconproof export parquet all.sqlite --partitioned lake/beacons
            """,
        subcommands: [
            ExportHARCommand.self,
            ExportLines.self,
            ExportSeparated.self,
            ExportParquet.self,
            ExportSchema.self,
        ])
}

/// What every export of records takes.
struct RecordOptions: ParsableArguments {
    @Argument(help: "Databases that --db kept, or captures.")
    var inputs: [String]

    @Option(
        help: "What to export: \(RecordKind.all.map(\.name).joined(separator: ", ")).", completion: .recordKinds)
    var records = "beacons"

    @Option(help: ArgumentHelp("Facts for the captures among the inputs.", valueName: "file"))
    var facts: String?

    @OptionGroup var reading: InputOptions

    @OptionGroup var identifiers: ExportRedactionOptions

    private func request() throws -> Certify.Request {
        var request = Certify.Request(inputs: [], toolVersion: Tool.version)
        try reading.apply(to: &request)
        request.factsPath = facts
        return request
    }

    func export() throws -> Export {
        var export = Export(inputs, records: try RecordKind.named(records), reading: try request())
        export.redaction = try identifiers.redaction()
        return export
    }

    func write(_ format: Export.Format, compression: String = "none", to path: String?) throws {
        Interruption.endsTheProcess()
        if let path {
            var request = try request()
            request.inputs = inputs
            try request.guarded.check(path)
            let file = try OutputFile(path)
            try export().write(format, compression: compression) { try file.write($0) }
            try file.publish()
        } else {
            try export().write(format, compression: compression) { try Output.write($0) }
        }
        noteIdentifiers()
    }

    func noteIdentifiers() {
        if !identifiers.redact { Output.noteIdentifiers() }
    }
}

struct ExportLines: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ndjson", abstract: "One JSON object per line, by docs/records.schema.json.",
        discussion: """
            Examples:
              beaconproof export ndjson run.sqlite --records exchanges --redact
            """)

    @OptionGroup var options: RecordOptions

    @Option(help: ArgumentHelp("Write to a file instead of standard output.", valueName: "file"))
    var output: String?

    func run() throws {
        try reporting { try options.write(.ndjson, to: output) }
    }
}

struct ExportSeparated: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "csv",
        abstract: "Comma-separated values; cells that a spreadsheet would run begin with an apostrophe.",
        discussion: """
            Examples:
              beaconproof export csv run.har --records findings --output findings.csv
            """)

    @OptionGroup var options: RecordOptions

    @Option(help: ArgumentHelp("Write to a file instead of standard output.", valueName: "file"))
    var output: String?

    func run() throws {
        try reporting { try options.write(.csv, to: output) }
    }
}

struct ExportParquet: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "parquet", abstract: "A Parquet file, or a folder of them by day.",
        discussion: """
            Examples:
              beaconproof export parquet all.sqlite --output beacons.parquet
              beaconproof export parquet all.sqlite --records exchanges --partitioned lake/exchanges
              beaconproof export parquet all.sqlite --records findings --partitioned lake/findings --by-profile
            """)

    @OptionGroup var options: RecordOptions

    @Option(help: ArgumentHelp("Write one file.", valueName: "file"))
    var output: String?

    @Option(
        help: ArgumentHelp("Write files by day into this folder: dt=2026-11-21/part-….parquet.", valueName: "folder"))
    var partitioned: String?

    @Flag(help: "Below each day a folder for the profiles that apply: profile=criteo-ios+vast.")
    var byProfile = false

    @Option(help: "zstd, gzip or none.")
    var compression = "zstd"

    func run() throws {
        try reporting {
            switch (output, partitioned) {
            case (let output?, nil) where !byProfile: try options.write(.parquet, compression: compression, to: output)
            case (nil, let folder?):
                Interruption.endsTheProcess()
                try options.export().writeByDay(byProfile: byProfile, compression: compression, to: folder)
                options.noteIdentifiers()
            default:
                throw PipelineFailure.usage("export parquet takes --output FILE or --partitioned FOLDER [--by-profile]")
            }
        }
    }
}

struct ExportSchema: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema", abstract: "Prints docs/records.schema.json: the fields of all records.",
        discussion: """
            Examples:
              beaconproof export schema > records.schema.json
            """)

    func run() throws {
        try reporting { try Output.write(RecordSchema.json) }
    }
}
