import Model

/// What was read: runs, captures, flows, exchanges, calls, diagnostics.
extension Writer {
    /// - Returns: the run's number.
    public mutating func insert(run name: String, toolVersion: String) throws(StoreFailure) -> ID<RunRecord> {
        try insertNumbered(RunRecord(name: name, toolVersion: toolVersion), run: 0)
    }

    /// - Returns: the capture's number.
    public mutating func insert(capture: CaptureRecord, run: ID<RunRecord>) throws(StoreFailure) -> ID<CaptureRecord> {
        try insertNumbered(capture, run: run)
    }

    /// Fills in the row of a capture that was read to its end.
    public mutating func update(
        capture id: ID<CaptureRecord>, _ whole: WholeCapture
    ) throws(StoreFailure) {
        try change(
            """
            UPDATE capture_row SET first_us = :first, last_us = :last, frames = :frames, source = :source,
              sha256 = :sha256, bytes = :bytes WHERE id = :id
            """,
            [
                "id": SQLValue(id), "first": SQLValue(whole.first), "last": SQLValue(whole.last),
                "frames": SQLValue(whole.frames), "source": whole.source.map { .text($0) } ?? .null,
                "sha256": .text(whole.sha256), "bytes": SQLValue(whole.bytes),
            ])
    }

    /// Says how the capture's times were brought to those of the run.
    public mutating func insert(clock: ClockRecord, capture: ID<CaptureRecord>) throws(StoreFailure) {
        try insert(clock, RowPlace(capture: capture))
    }

    /// - Returns: the flow's number in the file.
    @discardableResult
    public mutating func insert(flow: FlowRecord, run: ID<RunRecord>, capture: ID<CaptureRecord>) throws(StoreFailure)
        -> ID<FlowRecord>
    {
        try insertNumbered(flow, run: run, capture: capture)
    }

    /// An exchange and its first sighting.
    ///
    /// - Parameter offsetUs: the capture's clock offset, added to all times but the sighting's.
    /// - Returns: the exchange's number.
    @discardableResult
    public mutating func insert(
        exchange: Exchange, run: ID<RunRecord>, capture: ID<CaptureRecord>, offsetUs: Int64 = 0
    ) throws(StoreFailure) -> ID<Exchange> {
        let id = try insertNumbered(exchange, run: run, offset: offsetUs)
        try insert(sightingOf: id, capture: capture, locator: exchange.locator, at: exchange.startedAt)
        return id
    }

    /// That an exchange is seen in a capture too.
    ///
    /// - Parameter at: its start on the capture's own clock.
    public mutating func insert(
        sightingOf exchange: ID<Exchange>, capture: ID<CaptureRecord>, locator: Locator, at: Timestamp
    ) throws(StoreFailure) {
        try insert(Sighting(exchange: exchange, locator: locator, at: at), RowPlace(capture: capture))
    }

    /// - Returns: the call's number.
    @discardableResult
    public mutating func insert(
        call: Call, run: ID<RunRecord>, capture: ID<CaptureRecord>, offsetUs: Int64 = 0
    ) throws(StoreFailure) -> ID<Call> {
        try insertNumbered(call, run: run, capture: capture, offset: offsetUs)
    }

    /// A diagnostic and, where it hides something, its blind row.
    ///
    /// - Parameters:
    ///   - capture: `nil` when it is about the run as a whole; it then blinds all its captures.
    ///   - offsetUs: the capture's clock offset, added to the times of both rows.
    /// - Returns: the diagnostic's number.
    @discardableResult
    public mutating func insert(
        diagnostic: Diagnostic, run: ID<RunRecord>, capture: ID<CaptureRecord>?, offsetUs: Int64 = 0
    ) throws(StoreFailure) -> ID<Diagnostic> {
        let id = try insertNumbered(diagnostic, run: run, capture: capture, offset: offsetUs)
        if let blind = diagnostic.blind {
            let row = BlindRow(blind: blind, diagnostic: id, reason: diagnostic.detail)
            _ = try insertNumbered(row, run: run, capture: capture, offset: offsetUs)
        }
        return id
    }

    /// A stretch in which traffic may have happened unseen, such as what lies before a capture's start.
    public mutating func insert(blind: Blind, run: ID<RunRecord>, capture: ID<CaptureRecord>?, reason: String)
        throws(StoreFailure)
    {
        let row = BlindRow(blind: blind, diagnostic: nil, reason: reason)
        _ = try insertNumbered(row, run: run, capture: capture)
    }

    /// Says what went into a stage and what became of it: a row of the view `ingest_ledger`.
    public mutating func insert(ledger: Ledger, stage: String, capture: ID<CaptureRecord>) throws(StoreFailure) {
        try insert(LedgerRow(stage: stage, ledger: ledger), RowPlace(capture: capture))
    }
}

extension SQLValue {
    init(_ time: Timestamp?) {
        self = time.map { .integer($0.microseconds) } ?? .null
    }
}
