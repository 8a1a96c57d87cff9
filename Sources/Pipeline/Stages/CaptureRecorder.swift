import Capture
import Model
import Store

/// Writes what one capture's decoder gives out, beside the decoding where there are threads for it.
struct CaptureRecorder {
    let capture: ID<CaptureRecord>
    private let context: DecodeContext
    private let format: String
    private let rows: Lane<CaptureRows, PipelineFailure>
    private var frames = 0

    /// - Parameter format: also the name of the stage that reads it.
    init(
        _ context: DecodeContext, format: String, side: CaptureRecord.Side = .client
    ) throws(PipelineFailure) {
        self.context = context
        self.format = format
        let (run, database, clock, path) = (
            context.stage.run, context.stage.database, context.clock, context.source.path
        )
        capture = try database.writing { (writer: inout Writer) throws(StoreFailure) in
            let capture = try writer.insert(
                capture: CaptureRecord(path: path, format: format, sha256: "", bytes: 0, side: side), run: run)
            try writer.insert(
                clock: ClockRecord(offsetUs: clock.offsetUs, method: clock.method),
                capture: capture)
            return capture
        }
        rows = Lane(
            CaptureRows(
                run: run, capture: capture, database: database, offsetUs: clock.offsetUs,
                keepsContent: context.options.detail != .lines), isBeside: context.options.jobs > 1)
    }

    private var run: ID<RunRecord> { context.stage.run }
    private var database: Database { context.stage.database }
    private var clock: DecodeStage.Clock { context.clock }

    /// Stores one batch.
    func record<Event>(
        _ outbox: Outbox<Event>, _ fact: @escaping @Sendable (Event) -> CaptureRows.Fact?
    ) throws(PipelineFailure) {
        try rows.add { (rows) throws(PipelineFailure) in try rows.record(outbox, fact) }
    }

    /// Stores all that a reader gives out. What could not be written is said before what the reader says of the input.
    func recordAll<Reader: WindowDecoder>(
        of reader: inout Reader, _ window: inout SlidingWindow,
        _ fact: @escaping @Sendable (Reader.Event) -> CaptureRows.Fact?
    ) throws(PipelineFailure) {
        try window.run(&reader) { (outbox, _) throws(PipelineFailure) in try record(outbox, fact) }
        _ = try rows.value { _ in }
    }

    /// The capture holds packets from `first` to `last`, whatever came of them.
    mutating func extend(from first: Timestamp, to last: Timestamp, frames count: Int) throws(PipelineFailure) {
        frames += count
        try rows.add { (rows) throws(PipelineFailure) in
            rows.extend(to: first)
            rows.extend(to: last)
        }
    }

    func record(ledger: Ledger, stage: String) throws(PipelineFailure) {
        let capture = capture
        try rows.add { (rows) throws(PipelineFailure) in
            try rows.database.writing { (writer: inout Writer) throws(StoreFailure) in
                try writer.insert(ledger: ledger, stage: stage, capture: capture)
            }
        }
    }

    /// Closes the capture's row.
    ///
    /// - Returns: the capture's number.
    func finish(_ ledger: Ledger, stop: SlidingWindow.Stop?) throws(PipelineFailure) -> ID<CaptureRecord> {
        let rows = try rows.value { $0 }
        let first = rows.first?.advanced(byMicroseconds: clock.offsetUs)
        let last = rows.last?.advanced(byMicroseconds: clock.offsetUs)
        try database.writing { (writer: inout Writer) throws(StoreFailure) in
            if let stop {
                let diagnostic = Diagnostic(
                    stop.code, at: last, detail: stop.detail,
                    // Damage to a call log took calls with it, and no traffic.
                    blind: Blind(from: last, hides: format == "calls" ? .calls : .both))
                try writer.insert(diagnostic: diagnostic, run: run, capture: capture)
            }
            try writer.insert(ledger: ledger, stage: format, capture: capture)
            try writer.update(
                capture: capture,
                WholeCapture(
                    first: first, last: last, frames: frames, source: rows.source, sha256: context.source.sha256,
                    bytes: context.source.bytesRead))
        }
        return capture
    }
}
