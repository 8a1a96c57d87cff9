import Pipeline
import Reporting

/// `--output FORMAT=PATH`, or a path whose ending says the format.
struct OutputChoice {
    var format: String
    var path: String

    /// - Parameter known: the formats of the command.
    init(_ text: String, known: [String]) throws {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        if parts.count == 2 {
            (format, path) = (parts[0], parts[1])
        } else {
            let ending = text.lastIndex(of: ".").map { text[text.index(after: $0)...].lowercased() } ?? ""
            let named = ending == "ndjson" ? "json" : ReportFormat.all.first { $0.fileExtension == ending }?.name
            guard let named else {
                throw PipelineFailure.usage(
                    "--output takes FORMAT=PATH, or a path that ends in .html, .md, .json, .xml, .sarif or .txt, not '\(text)'"
                )
            }
            (format, path) = (named, text)
        }
        guard known.contains(format), !path.isEmpty else {
            throw PipelineFailure.usage(
                "--output takes FORMAT=PATH with a known format, not '\(text)'\(NearMiss.hint(format, known))")
        }
    }
}
