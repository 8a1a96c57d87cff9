/// How a report is to be written. No format reads the environment: width and colour are the caller's decision.
package struct ReportOptions: Sendable, Hashable {
    /// What becomes of identifiers (``ReportModel/redacted(_:)``).
    package var redaction = Redaction.bare
    /// Text: list warnings, infos and passed rules one by one.
    package var verbose = false
    /// Text: columns of the terminal.
    package var width = 80
    /// Text: ANSI colours. The words say the same without.
    package var colour = false
    /// Markdown: the most bytes to write; what does not fit is counted in a last line.
    package var maxBytes: Int?
    /// SARIF, GitHub: the absolute path of the folder that paths of captures are told relative to.
    package var folder: String?
    /// The kept database, to be named in the commands that reproduce a finding.
    package var databasePath: String?
    /// HTML: what the viewer saw, in order of time. Pictures are shown as they are: nothing in them is redacted.
    package var screens: [Screen] = []
    /// The folder that they were read from, for the command that repeats the page.
    package var screensPath: String?

    /// A picture of the screen that was taken beside the run.
    package struct Screen: Sendable, Hashable {
        package var name: String
        package var atUs: Int64
        package var width: Int
        package var height: Int
        /// Small enough to be embedded.
        package var jpeg: [UInt8]

        package init(name: String, atUs: Int64, width: Int, height: Int, jpeg: [UInt8]) {
            (self.name, self.atUs, self.width, self.height, self.jpeg) = (name, atUs, width, height, jpeg)
        }
    }

    package init() {}
}

/// One way to write a report.
package struct ReportFormat: Sendable {
    /// As given to `--format`.
    package let name: String
    /// Usual ending of a file's name.
    package let fileExtension: String
    /// What it shows of a run.
    package let detail: ReportDetail
    private let write: @Sendable (ReportModel, ReportOptions) -> [UInt8]

    init(
        _ name: String, fileExtension: String, detail: ReportDetail = [],
        _ write: @escaping @Sendable (ReportModel, ReportOptions) -> [UInt8]
    ) {
        self.name = name
        self.fileExtension = fileExtension
        self.detail = detail
        self.write = write
    }

    /// The report as UTF-8. This is the one place where redaction is decided: formats see only what may be shown.
    package func render(_ model: ReportModel, options: ReportOptions = ReportOptions()) -> [UInt8] {
        write(model.cut(to: detail).redacted(options.redaction), options)
    }

    /// Every format, in the order in which help lists them.
    package static let all: [ReportFormat] = [
        ReportFormat("text", fileExtension: "txt") { TextReport($0, $1).render() },
        ReportFormat("json", fileExtension: "json", detail: [.passes, .plays]) { model, _ in
            ResultReport(model).render()
        },
        ReportFormat("markdown", fileExtension: "md") { MarkdownReport($0, $1).render() },
        ReportFormat("html", fileExtension: "html", detail: [.plays, .traffic]) { HTMLReport($0, $1).render() },
        ReportFormat("junit", fileExtension: "xml", detail: .passes) { model, _ in JUnitReport(model).render() },
        ReportFormat("sarif", fileExtension: "sarif") { SARIFReport($0, $1).render() },
        ReportFormat("checklist", fileExtension: "md") { model, _ in ChecklistReport(model: model).render() },
        ReportFormat("github", fileExtension: "txt") { GitHubReport($0, $1).render() },
    ]

    /// The format of that name.
    package static func named(_ name: String) -> ReportFormat? {
        all.first { $0.name == name }
    }
}
