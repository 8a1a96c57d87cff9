/// How a batch's summary is to be written.
package struct BatchOptions: Sendable, Hashable {
    /// ANSI colours.
    package var colour = false
    /// The folder of the pages about single captures, as seen from where the summary is written; `nil` without pages.
    package var pages: String?
    /// SARIF: the absolute path of the folder that paths of captures are told relative to.
    package var folder: String?

    package init() {}
}

/// One way to write the results of a batch. A format has up to four parts, which are written one after another, so that
/// a batch of any length is never in memory: a head, one entry per capture in input order, and a tail.
///
/// An entry is made of the capture's row and of a part that the process that judged it wrote from the whole model: a
/// format over all findings (JUnit, SARIF) puts its suites or results there.
package struct BatchFormat: Sendable {
    typealias Entry =
        @Sendable (_ row: BatchRow, _ part: [UInt8], _ findingsBefore: Int, _ options: BatchOptions) -> [UInt8]

    /// As given to `--format`.
    package let name: String
    /// Between two entries that are not empty.
    package let separator: [UInt8]
    /// Made where the capture is judged; `nil` when the row says enough.
    private let makePart: (@Sendable (ReportModel, ReportOptions) -> [UInt8])?
    /// What that shows of a run.
    package let detail: ReportDetail
    private let makeHead: @Sendable () -> [UInt8]
    private let makeEntry: Entry
    private let makeTail: @Sendable (BatchSummary, BatchOptions) -> [UInt8]

    init(
        _ name: String, separator: String = "", detail: ReportDetail = [],
        part: (@Sendable (ReportModel, ReportOptions) -> [UInt8])? = nil,
        head: @escaping @Sendable () -> [UInt8] = { [] },
        entry: @escaping Entry = { _, _, _, _ in [] },
        tail: @escaping @Sendable (BatchSummary, BatchOptions) -> [UInt8]
    ) {
        self.name = name
        self.separator = Array(separator.utf8)
        self.detail = detail
        makePart = part
        makeHead = head
        makeEntry = entry
        makeTail = tail
    }

    package var hasParts: Bool { makePart != nil }

    /// What the process that judged a capture contributes. Redaction is decided here, as it is for single reports.
    package func part(of model: ReportModel, options: ReportOptions) -> [UInt8] {
        makePart?(model.cut(to: detail).redacted(options.redaction), options) ?? []
    }

    /// What stands before the first capture.
    package func begin() -> [UInt8] { makeHead() }

    /// - Parameters:
    ///   - part: what ``part(of:options:)`` gave; empty for a capture without a result.
    ///   - findingsBefore: how many findings the captures before it have.
    package func entry(for row: BatchRow, part: [UInt8], findingsBefore: Int, options: BatchOptions) -> [UInt8] {
        makeEntry(row, part, findingsBefore, options)
    }

    /// What stands after the last capture.
    package func end(_ summary: BatchSummary, options: BatchOptions) -> [UInt8] { makeTail(summary, options) }

    /// Every format, in the order in which help lists them.
    package static let all: [BatchFormat] = [
        BatchFormat(
            "text", entry: { row, _, _, options in BatchText.line(row, options) }, tail: { BatchText.tail($0, $1) }),
        BatchFormat(
            "json", detail: [.passes, .plays], part: { model, _ in ResultReport(model, onOneLine: true).render() },
            entry: { row, part, _, _ in
                part.isEmpty ? BatchJSON.failure(row) : part
            }, tail: { summary, _ in BatchJSON.summary(summary) }),
        BatchFormat("markdown", tail: { BatchMarkdown.page($0, $1) }),
        BatchFormat("html", tail: { BatchHTML(summary: $0, options: $1).render() }),
        BatchFormat(
            "junit", detail: .passes, part: { model, _ in JUnitReport(model).renderSuite() },
            head: { BatchJUnit.head() },
            entry: { row, part, _, _ in part.isEmpty ? BatchJUnit.suite(without: row) : part },
            tail: { _, _ in BatchJUnit.tail() }),
        BatchFormat(
            "sarif", separator: ",\n", part: { SARIFReport($0, $1, isPart: true).renderResults() },
            head: { BatchSARIF.head() }, entry: { _, part, before, _ in BatchSARIF.results(part, after: before) },
            tail: { BatchSARIF.tail($0, $1) }),
    ]

    /// The format of that name.
    package static func named(_ name: String) -> BatchFormat? {
        all.first { $0.name == name }
    }
}
