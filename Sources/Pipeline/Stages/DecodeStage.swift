import Capture
import Model
import Store
import Wire

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

    /// How much of an input is kept.
    public enum Detail: Sendable, Hashable {
        /// All, with the hash of the input.
        case whole
        /// All exchanges, and no hash.
        case exchanges
        /// What a line for each exchange tells: neither headers nor bytes of bodies, and no hash.
        case lines
    }

    private let limits: Limits
    private let secrets: [TLSSecret]
    private let filter: PacketFilter?
    private let detail: Detail
    private let budget: ProcessorBudget?

    /// - Parameters:
    ///   - secrets: from key logs, for captured packets.
    ///   - filter: packets it does not take are left out, as if they had not been captured.
    ///   - budget: what is not read once it is spent is hidden.
    public init(
        limits: Limits, secrets: [TLSSecret] = [], filter: PacketFilter? = nil, detail: Detail = .whole,
        budget: ProcessorBudget? = nil
    ) {
        self.limits = limits
        self.secrets = secrets
        self.filter = filter
        self.detail = detail
        self.budget = budget
    }

    /// Reads one capture into a run.
    ///
    /// - Parameter format: what the file is taken for; `nil`: what its content says.
    /// - Returns: the capture's number.
    @discardableResult
    public func decode(
        _ path: String, as format: CaptureFormat? = nil, run: ID<RunRecord>, clock: Clock = Clock(),
        into database: Database
    ) throws(PipelineFailure) -> ID<CaptureRecord> {
        let source = try ByteSource(path: path, isHashed: detail == .whole)
        var window = try SlidingWindow(over: source, limits: limits.unpacking, budget: budget)
        let sniffed = window.sniffed
        let proxy = ProxyDecoding(run: run, clock: clock, limits: limits, detail: detail, database: database)
        switch format ?? sniffed.format {
        case .har, .json: return try decodeHAR(&window, source, run, clock, database)
        case .pcap:
            return try PacketDecoding(
                run: run, clock: clock, secrets: secrets, filter: filter, limits: limits, detail: detail,
                database: database
            ).decode(PcapReader(), "pcap", &window, source)
        case .pcapng:
            return try PacketDecoding(
                run: run, clock: clock, secrets: secrets + (try embeddedSecrets(path)), filter: filter,
                limits: limits, detail: detail, database: database
            ).decode(PcapNGReader(), "pcapng", &window, source)
        case .mitmproxy:
            return try proxy.decode(MitmproxyReader(limits: limits.entries), "mitmproxy", &window, source)
        case .callLog:
            return try CallLogDecoding(run: run, clock: clock, limits: limits, database: database).decode(
                &window, source)
        case .charlesJSON:
            return try proxy.decode(CharlesReader(limits: limits.entries), "charles", &window, source)
        case .charlesXML:
            return try proxy.decode(CharlesXMLReader(limits: limits.entries), "charles", &window, source)
        case .proxymanLog:
            return try proxy.decode(ProxymanReader(limits: limits.entries), "proxyman", &window, source)
        case .netLog:
            return try proxy.decode(NetLogReader(limits: limits.entries), "netlog", &window, source)
        case .zip:
            return try proxy.decode(SAZReader(limits: limits.entries), "saz", &window, source)
        case .accessLog, .accessLogJSON, .accessLogW3C, .mediaTailorLog:
            let form = AccessLogReader.Form(of: sniffed.format)
            return try proxy.decode(
                AccessLogReader(form, limits: limits.entries), sniffed.format.rawValue,
                side: form == .mediaTailor ? .sender : .receiver, &window, source)
        default: throw DecodeStage.refusal(of: path, sniffed)
        }
    }

    private func decodeHAR(
        _ window: inout SlidingWindow, _ source: ByteSource, _ run: ID<RunRecord>, _ clock: Clock, _ database: Database
    ) throws(PipelineFailure) -> ID<CaptureRecord> {
        var reader = HARReader(limits: limits.entries)
        var recorder = try CaptureRecorder(
            path: source.path, format: "har", run: run, clock: clock, detail: detail, database: database)
        try window.run(&reader) { (outbox, _) throws(PipelineFailure) in
            try recorder.record(outbox) { event in
                switch event {
                case .exchange(let exchange): .exchange(exchange)
                case .span(let from, let to): .span(from: from, to: to)
                case .source(let source): .source(source.text)
                }
            }
        }
        // An input of which too little was read to know what it is gets a verdict all the same.
        if let failure = reader.failure, !window.isOutOfTime {
            throw .input(path: source.path, message: "not a HAR: \(failure.message)")
        }
        return try recorder.finish(
            sha256: source.sha256, bytes: source.bytesRead, stop: window.stop, stage: "har",
            ledger: reader.ledger)
    }

    /// The secrets inside a pcapng file, read ahead of its packets: a block may come after the handshake it opens.
    private func embeddedSecrets(_ path: String) throws(PipelineFailure) -> [TLSSecret] {
        guard path != "-" else { return [] }
        var window = try SlidingWindow(
            over: ByteSource(path: path, isHashed: false), limits: limits.unpacking, budget: budget)
        var reader = PcapNGReader()
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

extension AccessLogReader.Form {
    fileprivate init(of format: CaptureFormat) {
        switch format {
        case .accessLogJSON: self = .json
        case .accessLogW3C: self = .w3c
        case .mediaTailorLog: self = .mediaTailor
        default: self = .combined
        }
    }
}

extension HARSource {
    /// Exporter and browser, as the capture's `source`.
    fileprivate var text: String? {
        let products = [creator, browser].compactMap { $0.map { "\($0.name) \($0.version)" } }
        return products.isEmpty ? nil : products.joined(separator: ", ")
    }
}
