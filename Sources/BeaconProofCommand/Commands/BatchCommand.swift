import ArgumentParser
import Pipeline
import Reporting

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct BatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch",
        abstract: "Judges many captures, each a run of its own.",
        discussion: """
            Folders are searched for captures. Key logs are found beside a capture by name: run.pcapng has its keys in \
            run.keys, run.keylog or run.sslkeys (or sslkeys in its folder). Facts decide verdicts: a manifest names \
            them, or --facts-beside takes run.facts.yaml (or facts.yaml in its folder). A capture that cannot be read is one row and does not stop the others.

            Exit codes: 1 if any capture has findings, else 2 if any could not be read, else 3 if any is inconclusive, \
            else 0; 130 when interrupted. With --baseline, findings and undecided rules that the same capture had in the \
            results do not count; the outcome of each capture is shown as it is.

            Examples:
              beaconproof batch captures/ --output summary.md --pages pages
              beaconproof batch captures/ --format json > results.ndjson
              beaconproof batch captures/ --baseline results.ndjson
              beaconproof batch --database all.sqlite --db again.sqlite
            """,
        aliases: ["audit"])

    @Argument(help: "Captures, folders, or patterns in quotes.", completion: .captures)
    var paths: [String] = []

    @Option(
        name: .customLong("paths-from"),
        help: ArgumentHelp("Read more paths from a file, one per line; - is standard input.", valueName: "file"))
    var pathsFrom: String?

    @Option(help: ArgumentHelp("Captures with their key logs and facts: YAML or JSON.", valueName: "file"))
    var manifest: String?

    @Option(
        help: ArgumentHelp(
            "Judge again every run that this database kept, in the place of captures.", valueName: "file"))
    var database: String?

    @Flag(
        name: .customLong("facts-beside"),
        help: "Take facts that lie beside a capture by name; whoever made the capture may have put them there.")
    var factsBeside = false

    @Option(
        help: ArgumentHelp(
            "Fail only on what these results of 'batch --format json' do not have of the same captures.",
            valueName: "results"))
    var baseline: String?

    @Flag(help: "Take over what an earlier batch kept in --db or --databases, where nothing has changed.")
    var resume = false

    @OptionGroup var reading: InputOptions
    @OptionGroup var options: RunOptions

    @Option(help: ArgumentHelp("Keep one database with all runs here.", valueName: "file"))
    var db: String?

    @Option(help: ArgumentHelp("Keep a database per capture in this folder.", valueName: "folder"))
    var databases: String?

    @Option(help: ArgumentHelp("Write a page per capture and index.html into this folder.", valueName: "folder"))
    var pages: String?

    @Option(
        help: "What to print: \(BatchFormat.all.map(\.name).joined(separator: ", ")).", completion: .batchFormats)
    var format = "text"

    @Option(
        help: ArgumentHelp(
            "Write a summary to a file; an ending such as .html says the format. May be repeated.",
            valueName: "[format=]path"))
    var output: [String] = []

    @Option(
        name: .customLong("fail-on"), help: "Least severity that makes the exit code 1: error, warning, info or never.")
    var failOn: FailOn = .error

    @Flag(
        name: .customLong("allow-inconclusive"), help: "Exit with 0 instead of 3 when nothing is wrong as far as seen.")
    var allowInconclusive = false

    @OptionGroup var identifiers: RedactionOptions

    @Flag(name: .shortAndLong, help: "Print nothing.")
    var quiet = false

    @Option(help: "Colours: auto, always or never.")
    var color: ColourChoice = .auto

    @Option(help: "Say on standard error how far it is: auto, always or never.")
    var progress: ColourChoice = .auto

    func run() throws {
        try reporting {
            let request = try request()
            for output in output { try request.guarded.check(SummaryFile.path(of: output)) }
            let files = try output.map { try SummaryFile($0, pages: pages) }
            var outputs = files.map(\.output)
            if !quiet {
                var options = BatchOptions()
                options.colour = Output.usesColour(color)
                options.pages = pages
                options.folder = FileManager.default.currentDirectoryPath
                outputs.append(Batch.Output(try SummaryFile.format(format), options) { try Output.write($0) })
            }
            if let pages, let html = BatchFormat.named("html") {
                var options = BatchOptions()
                options.pages = ""
                outputs.append(
                    Batch.Output(html, options) { bytes in
                        if !bytes.isEmpty { try OutputFile.write(bytes, to: "\(pages)/index.html") }
                    })
            }
            let count = request.inputs.count
            let shows = Output.showsProgress(progress)
            let outcome = try Batch(request).run(to: outputs) { done in
                if shows { Output.progress("\(done) of \(count) captures", isLast: done == count) }
            }
            for file in files { try file.publish() }
            if resume { Output.note("beaconproof: \(outcome.unchanged) of \(count) captures unchanged") }
            if let signal = outcome.signal {
                Output.note("beaconproof: interrupted; what was done by then is in the results")
                throw ExitCode(128 + signal)
            }
            let code = outcome.summary.exitCode
            if code != 0 { throw ExitCode(code) }
        }
    }

    private static let mostListed = 100

    private func request() throws -> Batch.Request {
        let configuration = try Configuration.load(options)
        let facts = options.facts ?? configuration?.configured.facts
        let inputs: [BatchInput]
        if let database {
            guard paths.isEmpty, pathsFrom == nil, manifest == nil, !factsBeside, !resume, reading.isEmpty else {
                throw PipelineFailure.usage(
                    "a kept database is judged alone: captures, what lies beside them and --resume go without --database"
                )
            }
            inputs = try BatchInput.runs(of: database, factsPath: facts)
        } else {
            inputs = try captures(facts)
        }
        guard !inputs.isEmpty else {
            throw PipelineFailure.usage("no capture found; name captures, or folders that hold some")
        }
        guard db == nil || databases == nil else {
            throw PipelineFailure.usage("--db keeps one database, --databases one per capture: choose")
        }
        var request = Batch.Request(
            inputs: inputs, workerCommand: [Output.executable, BatchWorkerCommand.name],
            toolVersion: Tool.version)
        request.environment = ProcessInfo.processInfo.environment
        request.workers = min(try reading.cores(), inputs.count)
        request.configured = configuration?.configured
        request.profiles = options.profile + (configuration?.configured.profiles ?? [])
        request.ruleFolders = options.rules.folders + (configuration?.configured.rules ?? [])
        request.rulesKeyPath = options.rules.key
        request.configSettings = configuration?.settings ?? [:]
        request.commandSettings = try options.commandSettings()
        request.filter = reading.filter
        request.waiversPath = options.waivers ?? configuration?.configured.waivers
        (request.today, request.dayOrigin) = try Today.day(options.today)
        request.lists = [manifest, pathsFrom, baseline].compactMap(\.self)
        request.baselinePath = baseline
        request.folder = FileManager.default.currentDirectoryPath
        request.limits = reading.limit
        request.keptPath = database
        request.redaction = try identifiers.redaction()
        request.failOn = failOn.severity?.rawValue
        request.allowInconclusive = allowInconclusive
        request.databasePath = db
        request.databasesFolder = databases
        request.pagesFolder = pages
        request.resumes = resume
        return request
    }

    private func captures(_ facts: String?) throws -> [BatchInput] {
        var search = BatchSearch()
        search.keyLogs = reading.keylog
        search.factsPath = facts
        search.takesFactsBeside = factsBeside
        for path in paths { try search.add(path) }
        if let manifest { try search.add(manifest: manifest) }
        if let pathsFrom { search.add(list: try Output.text(of: pathsFrom)) }
        if !search.ignored.isEmpty {
            Output.note(
                "beaconproof: \(search.ignored.count) files in the folders are no captures and were passed over:")
            for path in search.ignored.prefix(BatchCommand.mostListed) { Output.note("  \(path)") }
            let rest = search.ignored.count - BatchCommand.mostListed
            if rest > 0 { Output.note("  and \(rest) more") }
        }
        if search.factsPassedOver > 0 {
            Output.note(
                "beaconproof: facts beside \(search.factsPassedOver) captures are not used; --facts-beside takes them")
        }
        return search.inputs
    }
}

/// `--output FORMAT=PATH` of a batch: written piece by piece.
private struct SummaryFile {
    let output: Batch.Output
    private let file: OutputFile

    private static func choice(_ text: String) throws -> OutputChoice {
        try OutputChoice(text, known: BatchFormat.all.map(\.name))
    }

    static func path(of text: String) throws -> String { try choice(text).path }

    init(_ text: String, pages: String?) throws {
        let choice = try SummaryFile.choice(text)
        let format = try SummaryFile.format(choice.format)
        let file = try OutputFile(choice.path)
        self.file = file
        var options = BatchOptions()
        options.pages = pages.map { SummaryFile.path($0, seenFrom: choice.path) }
        options.folder = FileManager.default.currentDirectoryPath
        output = Batch.Output(format, options) { try file.write($0) }
    }

    func publish() throws {
        try file.publish()
    }

    static func format(_ name: String) throws -> BatchFormat {
        guard let format = BatchFormat.named(name) else {
            let names = BatchFormat.all.map(\.name).joined(separator: ", ")
            let hint = NearMiss.hint(name, BatchFormat.all.map(\.name))
            throw PipelineFailure.usage("unknown summary format '\(name)'\(hint) (known: \(names))")
        }
        return format
    }

    /// Relative where the folder lies below the file's, so that both can be moved together.
    private static func path(_ folder: String, seenFrom file: String) -> String {
        let own = URL(filePath: file).deletingLastPathComponent().standardizedFileURL.path
        let other = URL(filePath: folder).standardizedFileURL.path
        if other == own { return "" }
        let prefix = own.hasSuffix("/") ? own : own + "/"
        return other.hasPrefix(prefix) ? String(other.dropFirst(prefix.count)) : other
    }
}

/// What `batch` starts for itself.
struct BatchWorkerCommand: ParsableCommand {
    static let name = "batch-worker"
    static let configuration = CommandConfiguration(
        commandName: name, abstract: "Judges the captures that 'batch' names on standard input.", shouldDisplay: false)

    func run() throws {
        Interruption.endsTheProcess()
        try reporting {
            try BatchWorker.serve(nextLine: { readLine() }, answer: { try Output.write($0) })
        }
    }
}
