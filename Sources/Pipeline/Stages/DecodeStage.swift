import Capture
import Model
import Store
import Wire

/// The first of the five verbs: the inputs of one run become exchanges and diagnostics in the database.
package struct DecodeStage: Sendable {
    /// How the times of an input are brought to the run's time.
    package struct Clock: Sendable, Hashable {
        package var offsetUs: Int64
        package var method: ClockRecord.Method

        package init(offsetUs: Int64 = 0, method: ClockRecord.Method = .reference) {
            self.offsetUs = offsetUs
            self.method = method
        }
    }

    /// How much of an input is kept.
    package enum Detail: Sendable, Hashable {
        /// All, with the hash of the input.
        case whole
        /// All exchanges, and no hash.
        case exchanges
        /// What a line for each exchange tells: neither headers nor bytes of bodies, and no hash.
        case lines
    }

    /// What is asked of the decoding of each input.
    package struct Options: Sendable {
        package var limits: Limits
        /// From key logs, for captured packets.
        package var secrets: [TLSSecret]
        /// Packets it does not take are left out, as if they had not been captured.
        package var filter: PacketFilter?
        package var detail: Detail
        /// What is not read once it is spent is hidden.
        package var budget: ProcessorBudget?
        /// More than one: rows are written beside the decoding.
        package var jobs: Int

        package init(
            limits: Limits, secrets: [TLSSecret] = [], filter: PacketFilter? = nil, detail: Detail = .whole,
            budget: ProcessorBudget? = nil, jobs: Int = 1
        ) {
            self.limits = limits
            self.secrets = secrets
            self.filter = filter
            self.detail = detail
            self.budget = budget
            self.jobs = jobs
        }
    }

    let run: ID<RunRecord>
    let database: Database
    let options: Options

    /// - Parameters:
    ///   - run: where the inputs belong.
    ///   - database: where what they hold goes.
    package init(run: ID<RunRecord>, database: Database, options: Options) {
        self.run = run
        self.database = database
        self.options = options
    }

    /// Reads one capture.
    ///
    /// - Parameter format: what the file is taken for; `nil`: what its content says.
    /// - Returns: the capture's number.
    @discardableResult
    package func decode(
        _ path: String, as format: CaptureFormat? = nil, clock: Clock = Clock()
    ) throws(PipelineFailure) -> ID<CaptureRecord> {
        let source = try ByteSource(path: path, isHashed: options.detail == .whole)
        var window = try SlidingWindow(over: source, limits: options.limits.unpacking, budget: options.budget)
        let sniffed = window.sniffed
        let context = DecodeContext(stage: self, clock: clock, source: source)
        switch format ?? sniffed.format {
        case .har, .json: return try decodeHAR(&window, context)
        case .pcap: return try PacketDecoding(context: context).decode(PcapReader(), "pcap", &window)
        case .pcapng:
            return try PacketDecoding(context: context, embedded: try embeddedSecrets(path)).decode(
                PcapNGReader(), "pcapng", &window)
        case .callLog: return try CallLogDecoding(context: context).decode(&window)
        case let other:
            guard let saved = SavedFormat.of(other) else { throw DecodeStage.refusal(of: path, sniffed) }
            return try ProxyDecoding(context: context).decode(saved, &window)
        }
    }

    private func decodeHAR(
        _ window: inout SlidingWindow, _ context: DecodeContext
    ) throws(PipelineFailure) -> ID<CaptureRecord> {
        var reader = HARReader(limits: options.limits.entries)
        let recorder = try CaptureRecorder(context, format: "har")
        try recorder.recordAll(of: &reader, &window) { event in
            switch event {
            case .exchange(let exchange): .exchange(exchange)
            case .span(let from, let to): .span(from: from, to: to)
            case .source(let source): .source(source.text)
            }
        }
        // An input of which too little was read to know what it is gets a verdict all the same.
        if let failure = reader.failure, !window.isOutOfTime {
            throw context.refusal("not a HAR: \(failure.message)")
        }
        return try recorder.finish(reader.ledger, stop: window.stop)
    }

    /// The secrets inside a pcapng file, read ahead of its packets: a block may come after the handshake it opens.
    private func embeddedSecrets(_ path: String) throws(PipelineFailure) -> [TLSSecret] {
        guard path != "-" else { return [] }
        var window = try SlidingWindow(
            over: ByteSource(path: path, isHashed: false), limits: options.limits.unpacking, budget: options.budget)
        var reader = PcapNGReader(readsPackets: false)
        var secrets: [TLSSecret] = []
        try window.run(&reader) { (outbox, _) throws(PipelineFailure) in
            for case .event(.secret(let secret)) in outbox.items { secrets.append(secret) }
        }
        return secrets
    }

    /// One line for a file that no reader takes: what was recognised, why, and what to do.
    private static func refusal(of path: String, _ sniffed: CaptureFormat.Sniff) -> PipelineFailure {
        let remedy =
            switch sniffed.format {
            case .empty: "export the capture again"
            case .sqlite: InputKind.databaseRemedy
            case .charlesSession: "open it in Charles and export the session as JSON (.chlsj), XML (.chlsx) or HAR"
            default:
                "give a HAR, a pcap, a pcapng, an access log, a call log, or what mitmproxy, Charles, Proxyman, Fiddler or Chrome saved; "
                    + "'beaconproof doctor' lists the formats that can be read"
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
