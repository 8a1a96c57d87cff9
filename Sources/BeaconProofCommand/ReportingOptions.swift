import ArgumentParser
import Pipeline
import Reporting

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Options of every command that prints a report.
struct ReportingOptions: ParsableArguments {
    @Option(help: "What to print: \(ReportFormat.all.map(\.name).joined(separator: ", ")).")
    var format = "text"

    @Option(help: ArgumentHelp("Write a report to a file; may be repeated.", valueName: "format=path"))
    var output: [String] = []

    @Option(
        name: .customLong("max-bytes"),
        help: ArgumentHelp("Markdown: write no more than this, worst first.", valueName: "bytes"))
    var maxBytes: Int?

    @OptionGroup var identifiers: RedactionOptions

    @Flag(name: .shortAndLong, help: "List warnings, infos and passed rules too.")
    var verbose = false

    @Flag(name: .shortAndLong, help: "Print nothing.")
    var quiet = false

    @Option(help: "Colours: auto, always or never.")
    var color: ColourChoice = .auto

    /// Refuses unknown formats, and outputs in the place of inputs, before any work is done.
    func check(_ guarded: GuardedFiles) throws {
        for output in try output.map(ReportOutput.init) { try guarded.check(output.path) }
        if let maxBytes, maxBytes < 1 { throw PipelineFailure.usage("--max-bytes takes a positive number") }
        guard ReportFormat.named(format) != nil else {
            let names = ReportFormat.all.map(\.name).joined(separator: ", ")
            throw PipelineFailure.usage("unknown report format '\(format)' (known: \(names))")
        }
    }

    /// Writes the files asked for and prints the report.
    func write(_ outcome: Certify.Outcome, databasePath: String?) throws {
        var options = ReportOptions()
        options.redaction = try identifiers.redaction()
        options.verbose = verbose
        options.maxBytes = maxBytes
        options.databasePath = databasePath
        options.folder = FileManager.default.currentDirectoryPath
        for output in try output.map(ReportOutput.init) {
            let bytes = try Report.render(run: outcome.run, in: outcome.database, as: output.format, options: options)
            try OutputFile.write(bytes, to: output.path)
        }
        guard !quiet else { return }
        options.width = Output.width
        options.colour = Output.usesColour(color)
        try Output.write(Report.render(run: outcome.run, in: outcome.database, as: format, options: options))
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
