import Model

/// Annotations for GitHub Actions: workflow commands (`::error file=…,line=…,title=…::message`), worst first.
///
/// The service shows ten annotations of each level per step and drops the others without a word, so what is beyond that
/// is counted in the last of them.
struct GitHubReport {
    static let perLevel = 10

    let model: ReportModel
    private let folder: String?

    init(_ model: ReportModel, _ options: ReportOptions) {
        self.model = model
        folder = options.folder
    }

    func render() -> [UInt8] {
        var output = OutputBytes()
        let unwaived = model.findings.filter { $0.waived == nil }
        for (severity, level) in Self.levels {
            var lines = unwaived.filter { $0.severity == severity }.map { annotation($0) }
            if severity == .warning { lines = undecided + lines }
            if severity == .info { lines = notices + lines + [summary] }
            let fits = lines.count <= Self.perLevel
            for line in fits ? lines[...] : lines.prefix(Self.perLevel - 1) { write(line, level, &output) }
            guard !fits else { continue }
            let rest = lines.count - Self.perLevel + 1
            var last = Annotation(title: "BeaconProof", message: "\(rest) more; the HTML and JSON reports have them")
            if severity == .info { last.message += ". " + summary.message }
            write(last, level, &output)
        }
        return output.bytes
    }

    private static let levels: [(Severity, StaticString)] = [
        (.error, "error"), (.warning, "warning"), (.info, "notice"),
    ]

    private struct Annotation {
        var file: String?
        var line = 1
        var title: String
        var message: String
    }

    private func annotation(_ finding: ReportModel.Finding) -> Annotation {
        let place = FindingPlace(finding)
        let file = model.captures.indices.contains(place.capture) ? model.captures[place.capture].path : nil
        let at = place.place.map { " [\(Phrases.place($0))]" } ?? ""
        return Annotation(
            file: file.map { RelativePath.of($0, in: folder) }, line: place.line, title: finding.rule,
            message: "\(finding.message) (\(Phrases.subject(finding.subject))): expected \(finding.expected), "
                + "observed \(finding.observed)\(Phrases.server(finding).map { ", \($0)" } ?? "")\(at)")
    }

    /// What could not be told lowers the verdict and must not go unseen.
    private var undecided: [Annotation] {
        model.undecidedReasons.filter { !$0.isMissingInput }.map { reason in
            let words = UndecidedWords(reason: reason)
            let decide = words.decide.map { "; to decide: \($0)" } ?? ""
            let rules = reason.rules.map(\.rule).joined(separator: ", ")
            return Annotation(
                title: "\(Verdict.inconclusive.word): \(words.scope)",
                message: "\(words.why)\(decide). Hides \(rules)")
        }
    }

    /// What decided although nobody named it.
    private var notices: [Annotation] {
        model.notices.map { Annotation(title: "BeaconProof", message: $0) }
    }

    private var summary: Annotation {
        let accepted = model.accepted.isEmpty ? "" : " \(Phrases.count(model.accepted.count, "finding")) accepted."
        return Annotation(
            title: "BeaconProof \(model.headline)",
            message: "\(model.run.name): \(Verdicts.sentence(model)) Compared: \(model.witnessed).\(accepted)"
        )
    }

    private func write(_ annotation: Annotation, _ level: StaticString, _ output: inout OutputBytes) {
        output.literal("::")
        output.literal(level)
        output.literal(" ")
        if let file = annotation.file {
            output.literal("file=")
            output.captured(file, .workflowProperty)
            output.literal(",line=")
            output.number(Int64(annotation.line))
            output.literal(",")
        }
        output.literal("title=")
        output.captured(annotation.title, .workflowProperty)
        output.literal("::")
        output.captured(TerminalText(annotation.message).shortened(to: 1_000).value, .workflowMessage)
        output.literal("\n")
    }
}
