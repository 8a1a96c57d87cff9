import ArgumentParser
import CMalloc
import Model
import Pipeline

struct CertifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "certify",
        abstract: "Reads the inputs of one run and says whether its traffic is right.",
        discussion: """
            All inputs named belong to one run and are recognised by content. With --database, what a kept database holds \
            is judged again with the current rules, settings and facts, without decoding; the file stays as it is unless \
            --db names it too.

            Examples:
              beaconproof certify run.har
              beaconproof certify run.pcapng keys.txt --facts run.facts.yaml
              beaconproof certify run.har --output report.html --profile criteo-ios
            """)

    @Argument(help: "Captures of one run; - is standard input.", completion: .captures)
    var inputs: [String] = []

    @Option(help: ArgumentHelp("Judge again what this database kept, in the place of captures.", valueName: "file"))
    var database: String?

    @Option(
        name: .customLong("run"),
        help: ArgumentHelp("With --database: the run, where it holds several.", valueName: "number"))
    var number: Int?

    @OptionGroup var reading: InputOptions
    @OptionGroup var options: RunOptions
    @OptionGroup var printing: ReportingOptions

    @Option(help: ArgumentHelp("Keep the database here.", valueName: "file"))
    var db: String?

    @Option(
        name: .customLong("fail-on"), help: "Least severity that makes the exit code 1: error, warning, info or never.")
    var failOn: FailOn = .error

    @Flag(
        name: .customLong("allow-inconclusive"), help: "Exit with 0 instead of 3 when nothing is wrong as far as seen.")
    var allowInconclusive = false

    @Flag(
        name: .customLong("require-certificate"),
        help: "Exit with 3 unless at least one certificate applies and all that apply are given.")
    var requireCertificate = false

    func run() throws {
        Interruption.endsTheProcess()
        try reporting {
            var request = try options.request(inputs, reading)
            try printing.check(request.guarded)
            request.databasePath = db
            request.kept = database.map { Certify.Kept(path: $0, run: number.map { ID($0) }) }
            guard number == nil || database != nil else {
                throw PipelineFailure.usage("--run chooses among the runs of a kept database, named with --database")
            }
            if request.isSmall { malloc_share_one_heap() }
            let outcome = try Certify(request, rules: ShippedRules()).certify()
            try printing.write(outcome, databasePath: db)
            if try !Preflight.hasKnownTraffic(outcome) {
                Output.note("beaconproof: nothing of a known ad or measurement system was read")
                for line in try Preflight(outcome).lines { Output.note("  \(line)") }
            }
            let code = try ExitStatus(run: outcome.run, in: outcome.database, profiles: request.profiles)
                .code(
                    failOn: failOn.severity, allowInconclusive: allowInconclusive,
                    requireCertificate: requireCertificate)
            if code != 0 { throw ExitCode(code) }
        }
    }
}

enum FailOn: String, ExpressibleByArgument, CaseIterable {
    case error, warning, info, never

    var severity: Severity? { Severity(rawValue: rawValue) }
}
