import Capture
import Model
import Store

/// What a debugging proxy saved, or a server logged, to exchanges.
struct ProxyDecoding {
    let context: DecodeContext

    /// - Returns: the capture's number.
    func decode(_ saved: SavedFormat, _ window: inout SlidingWindow) throws(PipelineFailure) -> ID<CaptureRecord> {
        try decode(saved.reader(context.options.limits.entries), saved.name, CaptureRecord.Side(saved.side), &window)
    }

    private func decode<Reader: ProxyReader>(
        _ reader: Reader, _ format: String, _ side: CaptureRecord.Side, _ window: inout SlidingWindow
    ) throws(PipelineFailure) -> ID<CaptureRecord> {
        var reader = reader
        let recorder = try CaptureRecorder(context, format: format, side: side)
        try recorder.recordAll(of: &reader, &window) { event in
            switch event {
            case .exchange(let exchange): .exchange(exchange)
            case .source(let source):
                .source([source.product, source.version].compactMap { $0 }.joined(separator: " "))
            }
        }
        if let failure = reader.failure, !window.isOutOfTime {
            throw context.refusal("cannot be read as \(format): \(failure.message)")
        }
        return try recorder.finish(reader.ledger, stop: window.stop)
    }
}

extension CaptureRecord.Side {
    fileprivate init(_ side: SavedFormat.Side) {
        self =
            switch side {
            case .client: .client
            case .receiver: .receiver
            case .sender: .sender
            }
    }
}
