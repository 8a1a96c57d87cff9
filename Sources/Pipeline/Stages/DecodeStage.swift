import Capture
import Model
import Store

/// The first of the four verbs: one input becomes exchanges and diagnostics in the database.
public struct DecodeStage: Sendable {
    /// How the times of an input are brought to the run's time.
    public struct Clock: Sendable, Hashable {
        public var offsetMicroseconds: Int64
        public var method: ClockRecord.Method

        public init(offsetMicroseconds: Int64 = 0, method: ClockRecord.Method = .reference) {
            self.offsetMicroseconds = offsetMicroseconds
            self.method = method
        }
    }

    private let limits: Limits

    public init(limits: Limits) {
        self.limits = limits
    }

    /// Reads one capture into a run.
    ///
    /// - Returns: the capture's number.
    @discardableResult
    public func decode(
        _ path: String, run: Int, clock: Clock = Clock(), into database: Database
    ) throws(PipelineFailure) -> Int {
        let source = try ByteSource(path: path)
        var window = try SlidingWindow(over: source, limits: limits.unpacking)
        let sniffed = window.sniffed
        switch sniffed.format {
        case .har, .json: return try decodeHAR(&window, source, run, clock, database)
        default: throw DecodeStage.refusal(of: path, sniffed)
        }
    }

    private func decodeHAR(
        _ window: inout SlidingWindow, _ source: ByteSource, _ run: Int, _ clock: Clock, _ database: Database
    ) throws(PipelineFailure) -> Int {
        var reader = HARReader(limits: limits.har)
        var recorder = try CaptureRecorder(path: source.path, format: "har", run: run, clock: clock, database: database)
        try window.run(&reader) { (outbox, _) throws(PipelineFailure) in
            try recorder.record(outbox) { event in
                switch event {
                case .exchange(let exchange): .exchange(exchange)
                case .source(let source): .source(source.text)
                }
            }
        }
        if let failure = reader.failure {
            throw .input(path: source.path, message: "not a HAR: \(failure.message)")
        }
        return try recorder.finish(
            sha256: source.sha256, bytes: source.bytesRead, damage: window.damage, stage: "har",
            ledger: reader.ledger)
    }

    /// One line for a file that no reader takes: what was recognised, why, and what to do.
    private static func refusal(of path: String, _ sniffed: CaptureFormat.Sniff) -> PipelineFailure {
        let remedy =
            switch sniffed.format {
            case .empty: "export the capture again"
            case .sqlite: "a database is certified alone, without other inputs"
            default: "give a HAR; 'beaconproof doctor' lists the formats that can be read"
            }
        return .input(path: path, message: "\(sniffed.format.rawValue) (\(sniffed.reason)) cannot be read; \(remedy)")
    }
}

extension HARSource {
    /// Exporter and browser, as the capture's `source`.
    fileprivate var text: String? {
        let products = [creator, browser].compactMap { $0.map { "\($0.name) \($0.version)" } }
        return products.isEmpty ? nil : products.joined(separator: ", ")
    }
}
