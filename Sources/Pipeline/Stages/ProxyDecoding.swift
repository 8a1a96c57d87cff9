import Capture
import Model
import Store

/// What a debugging proxy saved, or a server logged, to exchanges.
struct ProxyDecoding {
    let run: Int
    let clock: DecodeStage.Clock
    let detail: DecodeStage.Detail
    let database: Database

    /// - Returns: the capture's number.
    func decode(
        _ saved: SavedFormat, _ window: inout SlidingWindow, _ source: ByteSource
    ) throws(PipelineFailure) -> Int {
        try decode(saved.reader(limits.entries), saved.name, CaptureRecord.Side(saved.side), &window, source)
    }

    private func decode<Reader: ProxyReader>(
        _ reader: Reader, _ format: String, _ side: CaptureRecord.Side, _ window: inout SlidingWindow,
        _ source: ByteSource
    ) throws(PipelineFailure) -> Int {
        var reader = reader
        var recorder = try CaptureRecorder(
            path: source.path, format: format, side: side, run: run, clock: clock, detail: detail,
            database: database)
        try window.run(&reader) { (outbox, _) throws(PipelineFailure) in
            try recorder.record(outbox) { event in
                switch event {
                case .exchange(let exchange): .exchange(exchange)
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
