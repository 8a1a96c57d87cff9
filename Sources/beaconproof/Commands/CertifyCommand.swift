import ArgumentParser
import Model
import Pipeline
import Reporting

struct CertifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "certify",
        abstract: "Reads the inputs of one run and says whether its traffic is right.",
        discussion: """
            All inputs named belong to one run and are recognised by content. A database that --db kept is judged again \
            with the current rules, settings and facts, without decoding.
            """)

    @Argument(help: "Captures of one run; - is standard input.")
    var inputs: [String]

    @OptionGroup var reading: InputOptions
    @OptionGroup var options: RunOptions

    @Option(help: ArgumentHelp("Keep the database here.", valueName: "file"))
    var db: String?

    @Option(help: "What to print: \(ReportFormat.all.map(\.name).joined(separator: ", ")).")
    var format = "text"

    @Option(help: ArgumentHelp("Write a report to a file; may be repeated.", valueName: "format=path"))
    var output: [String] = []

    @Option(
        name: .customLong("fail-on"), help: "Least severity that makes the exit code 1: error, warning, info or never.")
    var failOn: FailOn = .error

    @Flag(
        name: .customLong("allow-inconclusive"), help: "Exit with 0 instead of 3 when nothing is wrong as far as seen.")
    var allowInconclusive = false

    @Flag(help: "Show identifiers as captured instead of pseudonyms.")
    var reveal = false

    @Flag(name: .shortAndLong, help: "List warnings, infos and passed rules too.")
    var verbose = false

    @Flag(name: .shortAndLong, help: "Print nothing.")
    var quiet = false

    @Option(help: "Colours: auto, always or never.")
    var color: ColourChoice = .auto

    func run() throws {
        try reporting {
            let outputs = try output.map(ReportOutput.init)
            var request = Certify.Request(inputs: inputs, toolVersion: Tool.version)
            let configuration = try Configuration.load(options)
            request.factsPath = options.facts ?? configuration.facts
            request.profiles = options.profile.isEmpty ? configuration.profiles : options.profile
            request.ruleFolders = options.rules + configuration.rules
            request.configSettings = configuration.settings
            request.commandSettings = try options.commandSettings()
            try reading.apply(to: &request)
            request.databasePath = db
            let outcome = try Certify(request, rules: ShippedRules()).certify()

            var report = ReportOptions()
            report.reveal = reveal
            report.verbose = verbose
            report.databasePath = db
            for output in outputs {
                let bytes = try Report.render(
                    run: outcome.run, in: outcome.database, as: output.format, options: report)
                try Output.write(bytes, toFile: output.path)
            }
            report.width = Output.width
            report.colour = Output.usesColour(color)
            if !quiet {
                try Output.write(
                    Report.render(run: outcome.run, in: outcome.database, as: format, options: report))
            }
            let code = try ExitStatus(run: outcome.run, in: outcome.database, profiles: request.profiles)
                .code(failOn: failOn.severity, allowInconclusive: allowInconclusive)
            if code != 0 { throw ExitCode(code) }
        }
    }
}

/// `--output FORMAT=PATH`.
private struct ReportOutput {
    var format: String
    var path: String

    init(_ text: String) throws {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, ReportFormat.named(parts[0]) != nil else {
            throw PipelineFailure.usage("--output takes FORMAT=PATH with a known format, not '\(text)'")
        }
        format = parts[0]
        path = parts[1]
    }
}

enum FailOn: String, ExpressibleByArgument, CaseIterable {
    case error, warning, info, never

    var severity: Severity? { Severity(rawValue: rawValue) }
}
