import Model
import Store

/// The rows of one capture as they are written, a batch per transaction, and the time that they cover.
struct CaptureRows: Sendable {
    let run: ID<RunRecord>
    let capture: ID<CaptureRecord>
    let database: Database
    let offsetUs: Int64
    /// Headers and the bytes of bodies too.
    let keepsContent: Bool
    private(set) var first: Timestamp?
    private(set) var last: Timestamp?
    private(set) var source: String?

    init(
        run: ID<RunRecord>, capture: ID<CaptureRecord>, database: Database, offsetUs: Int64, keepsContent: Bool
    ) {
        self.run = run
        self.capture = capture
        self.database = database
        self.offsetUs = offsetUs
        self.keepsContent = keepsContent
    }

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

    /// Writes one batch.
    mutating func record<Event>(
        _ outbox: Outbox<Event>, _ fact: (Event) -> Fact?
    ) throws(PipelineFailure) {
        try database.writing { (writer: inout Writer) throws(StoreFailure) in
            for item in outbox.items {
                switch item {
                case .diagnostic(let diagnostic):
                    try writer.insert(diagnostic: diagnostic, run: run, capture: capture, offsetUs: offsetUs)
                case .event(let event):
                    if let fact = fact(event) { try record(fact, into: &writer) }
                }
            }
        }
    }

    private mutating func record(_ fact: Fact, into writer: inout Writer) throws(StoreFailure) {
        switch fact {
        case .exchange(let exchange):
            _ = try writer.insert(
                exchange: keepsContent ? exchange : exchange.withoutContent, run: run, capture: capture,
                offsetUs: offsetUs)
            if !exchange.isTimeUnknown { extend(to: exchange.startedAt) }
        case .flow(let flow): try writer.insert(flow: flow, run: run, capture: capture)
        case .span(let from, let to):
            extend(to: from)
            extend(to: to)
        case .call(let call):
            try writer.insert(call: call, run: run, capture: capture, offsetUs: offsetUs)
            extend(to: call.at)
        case .facts(let facts):
            for fact in facts { try writer.insert(fact: fact, run: run) }
        case .source(let text): source = text
        }
    }

    /// The capture holds something of that time, whatever came of it.
    mutating func extend(to at: Timestamp) {
        first = first.map { min($0, at) } ?? at
        last = last.map { max($0, at) } ?? at
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
