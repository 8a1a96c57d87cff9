import Model
import Store

/// Writes what one capture's decoder gives out, a batch per transaction, and keeps the span it covers.
struct CaptureRecorder {
    let capture: ID<CaptureRecord>
    private let context: DecodeContext
    private let format: String
    private var first: Timestamp?
    private var last: Timestamp?
    private var source: String?
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
    }

    private var run: ID<RunRecord> { context.stage.run }
    private var database: Database { context.stage.database }
    private var clock: DecodeStage.Clock { context.clock }

    /// What one event of a decoder is to the database.
    enum Fact {
        case exchange(Exchange)
        case flow(FlowRecord)
        /// The time that the capture covers, whatever was exchanged in it.
        case span(from: Timestamp, to: Timestamp)
        case call(Call)
        case facts([FactRecord])
        /// The exporter or recorder that made the file.
        case source(String?)
    }

    /// Stores one batch.
    mutating func record<Event>(_ outbox: Outbox<Event>, _ fact: (Event) -> Fact?) throws(PipelineFailure) {
        var span = (first: first, last: last)
        var source = source
        // Asked once: the options hold the secrets and limits of a whole run.
        let keepsContent = context.options.detail != .lines
        try database.writing { (writer: inout Writer) throws(StoreFailure) in
            for item in outbox.items {
                switch item {
                case .diagnostic(let diagnostic):
                    try writer.insert(
                        diagnostic: diagnostic, run: run, capture: capture,
                        offsetUs: clock.offsetUs)
                case .event(let event):
                    switch fact(event) {
                    case .exchange(let exchange):
                        _ = try writer.insert(
                            exchange: keepsContent ? exchange : exchange.withoutContent,
                            run: run, capture: capture, offsetUs: clock.offsetUs)
                        if !exchange.isTimeUnknown { CaptureRecorder.extend(&span, to: exchange.startedAt) }
                    case .flow(let flow):
                        try writer.insert(flow: flow, run: run, capture: capture)
                    case .span(let from, let to):
                        CaptureRecorder.extend(&span, to: from)
                        CaptureRecorder.extend(&span, to: to)
                    case .call(let call):
                        try writer.insert(
                            call: call, run: run, capture: capture, offsetUs: clock.offsetUs)
                        CaptureRecorder.extend(&span, to: call.at)
                    case .facts(let facts):
                        for fact in facts { try writer.insert(fact: fact, run: run) }
                    case .source(let text): source = text
                    case nil: break
                    }
                }
            }
        }
        (first, last) = span
        self.source = source
    }

    /// The capture holds packets from `first` to `last`, whatever came of them.
    mutating func extend(from first: Timestamp, to last: Timestamp, frames count: Int) {
        self.first = min(self.first ?? first, first)
        self.last = max(self.last ?? last, last)
        frames += count
    }

    func record(ledger: Ledger, stage: String) throws(PipelineFailure) {
        try database.writing { (writer: inout Writer) throws(StoreFailure) in
            try writer.insert(ledger: ledger, stage: stage, capture: capture)
        }
    }

    /// Closes the capture's row.
    ///
    /// - Returns: the capture's number.
    mutating func finish(_ ledger: Ledger, stop: SlidingWindow.Stop?) throws(PipelineFailure) -> ID<CaptureRecord> {
        let first = first?.advanced(byMicroseconds: clock.offsetUs)
        let last = last?.advanced(byMicroseconds: clock.offsetUs)
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
                    first: first, last: last, frames: frames, source: source, sha256: context.source.sha256,
                    bytes: context.source.bytesRead))
        }
        return capture
    }

    private static func extend(_ span: inout (first: Timestamp?, last: Timestamp?), to at: Timestamp) {
        span.first = span.first.map { min($0, at) } ?? at
        span.last = span.last.map { max($0, at) } ?? at
    }
}

extension Exchange {
    /// Without headers and the bytes of its bodies: what a line says.
    fileprivate var withoutContent: Exchange {
        var exchange = self
        exchange.request.headers = HeaderFields()
        exchange.request.body = exchange.request.body.withoutBytes
        exchange.response?.headers = HeaderFields()
        if let body = response?.body { exchange.response?.body = body.withoutBytes }
        return exchange
    }
}

extension Body {
    fileprivate var withoutBytes: Body {
        switch content {
        case .kept: Body(size: size, content: .kept([]))
        case .cut: Body(size: size, content: .cut([]))
        case .empty, .media, .missing: self
        }
    }
}
