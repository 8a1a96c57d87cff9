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
    @Option(
        help: "What to print: \(ReportFormat.all.map(\.name).joined(separator: ", ")).", completion: .reportFormats)
    var format = "text"

    @Option(
        help: ArgumentHelp(
            "Write a report to a file; an ending such as .html says the format. May be repeated.",
            valueName: "[format=]path"))
    var output: [String] = []

    @Option(
        name: .customLong("max-bytes"),
        help: ArgumentHelp("Markdown: write no more than this, worst first.", valueName: "bytes"))
    var maxBytes: Int?

    @Option(
        help: ArgumentHelp(
            "HTML: a folder of screenshots (PNG or JPEG) to be shown on the timeline, see 'Screens' in the documentation.",
            valueName: "folder"))
    var screens: String?

    @OptionGroup var identifiers: RedactionOptions

    @Flag(name: .shortAndLong, help: "List warnings, infos and passed rules too.")
    var verbose = false

    @Flag(name: .shortAndLong, help: "Print nothing.")
    var quiet = false

    @Option(help: "Colours: auto, always or never.")
    var color: ColourChoice = .auto

    /// Refuses unknown formats, and outputs in the place of inputs, before any work is done.
    func check(_ guarded: GuardedFiles) throws {
        for output in try outputs() { try guarded.check(output.path) }
        if let maxBytes, maxBytes < 1 { throw PipelineFailure.usage("--max-bytes takes a positive number") }
        guard ReportFormat.named(format) != nil else {
            let names = ReportFormat.all.map(\.name).joined(separator: ", ")
            let hint = NearMiss.hint(format, ReportFormat.all.map(\.name))
            throw PipelineFailure.usage("unknown report format '\(format)'\(hint) (known: \(names))")
        }
    }

    /// Writes the files asked for and prints the report.
    func write(_ outcome: Certify.Outcome, databasePath: String?) throws {
        var options = ReportOptions()
        options.redaction = try identifiers.redaction()
        options.verbose = verbose
        options.maxBytes = maxBytes
        options.databasePath = databasePath
        if let screens { try add(screens, of: outcome, to: &options) }
        options.folder = FileManager.default.currentDirectoryPath
        for output in try outputs() {
            let bytes = try Report.render(run: outcome.run, in: outcome.database, as: output.format, options: options)
            try OutputFile.write(bytes, to: output.path)
        }
        guard !quiet else { return }
        options.width = Output.width
        options.colour = Output.usesColour(color)
        try Output.write(Report.render(run: outcome.run, in: outcome.database, as: format, options: options))
    }

    private func add(_ folder: String, of outcome: Certify.Outcome, to options: inout ReportOptions) throws {
        let shown = try ScreenFolder(folder, beside: outcome)
        for note in shown.notes { Output.note(note) }
        options.screens = shown.screens
        options.screensPath = folder
    }

    private func outputs() throws -> [OutputChoice] {
        try output.map { try OutputChoice($0, known: ReportFormat.all.map(\.name)) }
    }
}
