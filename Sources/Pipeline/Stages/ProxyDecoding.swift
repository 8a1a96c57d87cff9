import Capture
import Model
import Store
import Wire

/// What a debugging proxy saved, or a server logged, to exchanges: a reader of the file, and the content codings it leaves to undo.
struct ProxyDecoding {
    let run: ID<RunRecord>
    let clock: DecodeStage.Clock
    let limits: Limits
    let detail: DecodeStage.Detail
    let database: Database

    /// - Returns: the capture's number.
    func decode<Reader: ProxyReader>(
        _ reader: Reader, _ format: String, side: CaptureRecord.Side = .client, _ window: inout SlidingWindow,
        _ source: ByteSource
    ) throws(PipelineFailure) -> ID<CaptureRecord> {
        var reader = reader
        var recorder = try CaptureRecorder(
            path: source.path, format: format, side: side, run: run, clock: clock, detail: detail,
            database: database)
        try window.run(&reader) { (outbox, _) throws(PipelineFailure) in
            try recorder.record(unpacked(outbox)) { event in
                switch event {
                case .exchange(let exchange, _): .exchange(exchange)
                case .source(let source):
                    .source([source.product, source.version].compactMap { $0 }.joined(separator: " "))
                }
            }
        }
        if let failure = reader.failure, !window.isOutOfTime {
            throw .input(path: source.path, message: "cannot be read as \(format): \(failure.message)")
        }
        return try recorder.finish(
            sha256: source.sha256, bytes: source.bytesRead, stop: window.stop, stage: format, ledger: reader.ledger)
    }

    private func unpacked(_ outbox: Outbox<ProxyEvent>) -> Outbox<ProxyEvent> {
        var result = Outbox<ProxyEvent>()
        for item in outbox.items {
            switch item {
            case .diagnostic(let diagnostic): result.report(diagnostic)
            case .event(.exchange(var exchange, let packed?)):
                if let diagnostic = unpack(packed, into: &exchange) { result.report(diagnostic) }
                result.emit(.exchange(exchange, packed: nil))
            case .event(let event): result.emit(event)
            }
        }
        return result
    }

    /// - Returns: what is to be said of a body that is not complete.
    private func unpack(_ packed: PackedBody, into exchange: inout Exchange) -> Diagnostic? {
        let decoder = ContentDecoder(limits: limits.content)
        let result = decoder.decode(packed.bytes, codings: ContentCoding.list(packed.codings))
        let code: DiagnosticCode
        switch result.outcome {
        case .complete, .mislabelled, .trailing:
            exchange.response?.body = .kept(result.bytes)
            return nil
        case .truncated, .limited:
            exchange.response?.body = Body(size: nil, content: .cut(result.bytes))
            code = .inputBodyCut
        case .damaged, .undecodable: code = .inputBodyUndecodable
        }
        return Diagnostic(
            code, locator: exchange.locator, at: exchange.startedAt, subject: exchange.request.host,
            detail: "Content-Encoding is \(packed.codings)")
    }
}
