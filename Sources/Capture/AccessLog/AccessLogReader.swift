import Model

/// Reads logs of servers and CDNs, one request a line, as exchanges without bodies: what arrived, whoever sent it.
///
/// Which form the lines have is told by the first of them that is no comment; one that differs is a diagnostic. Lines name
/// the moment a request was answered or arrived, to the second in most forms.
public struct AccessLogReader: ProxyReader {
    /// The forms that are read.
    public enum Form: String, Sendable, Hashable, CaseIterable {
        /// NCSA common and combined, also with the virtual host in front: Apache's and nginx's default.
        case combined
        /// One JSON object a line with the request's parts under their nginx names or the usual variants of them.
        case json
        /// W3C extended: `#Fields:` names the columns. CloudFront standard logs, IIS.
        case w3c
        /// Interactions of MediaTailor with ad servers, as CloudWatch exports them.
        case mediaTailor = "mediatailor"
    }

    /// Always `nil`: a line that cannot be read costs only itself.
    public var failure: ReadFailure? { nil }
    public var ledger: Ledger { sink.ledger }
    public var outbox: Outbox<ProxyEvent> {
        get { sink.outbox }
        _modify { yield &sink.outbox }
    }

    private var sink = EntrySink<ProxyEvent>(counting: "lines")
    private let form: Form
    private var columns = W3CColumns()
    private var lines: LineWindow
    private var isOffsetReported = false
    private var isFinished = false

    /// - Parameter limits: a line longer than they say is stepped over.
    public init(_ form: Form, limits: EntryLimits = EntryLimits()) {
        self.form = form
        lines = LineWindow(longest: limits.lineBytes)
    }

    public mutating func decode(_ window: Span<UInt8>, isFinal: Bool) -> Int {
        var start = 0
        while let line = lines.next(in: window, from: &start, isFinal: isFinal) {
            sink.count()
            switch line {
            case .bytes(let place): read(parse(window.copy(place)))
            case .tooLong: read(.unreadable("a line of at most \(lines.longest) bytes"))
            }
        }
        if isFinal { finish() }
        return start
    }

    private mutating func finish() {
        guard !isFinished else { return }
        isFinished = true
        var source = ProxySource(product: form == .mediaTailor ? "MediaTailor" : "access log")
        source.version = form.rawValue
        source.httpFlows = ledger.output
        outbox.emit(.source(source))
    }

    private mutating func read(_ line: LogLine) {
        switch line {
        case .request(let request): emit(request)
        case .nothing: sink.pass()
        case .noRequest(let at):
            if let at { sink.times.keep(at) }
            diagnose(.logNoRequest, "no method and target where the request belongs", blind: nil)
        case .unreadable(let expected):
            // It may have been any request, at the time of its neighbours.
            diagnose(
                .logLineUnreadable, "expected \(expected)",
                blind: Blind(from: sink.times.previous, to: sink.times.previous, hides: .requests))
        }
    }

    private mutating func parse(_ bytes: [UInt8]) -> LogLine {
        let line = bytes.last == 0x0D ? bytes.dropLast() : bytes[...]
        if line.allSatisfy({ $0 <= 0x20 }) { return .nothing }
        switch form {
        case .combined: return CombinedLine.read(line)
        case .json: return JSONLogLine.read(line)
        case .w3c: return columns.read(line)
        case .mediaTailor: return MediaTailorLogLine.read(line)
        }
    }

    private mutating func emit(_ request: LoggedRequest) {
        let locator = Locator.line(ledger.input)
        sink.times.keep(request.at)
        sink.pass()
        if !request.hasOffset, !isOffsetReported {
            isOffsetReported = true
            outbox.report(
                Diagnostic(.logTimeWithoutOffset, locator: locator, at: request.at, detail: "the first such time"))
        }
        outbox.emit(
            .exchange(request.exchange(at: locator, note: form == .mediaTailor ? "server-side" : "logged"))
        )
    }

    private mutating func diagnose(_ code: DiagnosticCode, _ detail: String, blind: Blind?) {
        sink.diagnose(
            Diagnostic(
                code, locator: .line(ledger.input), at: sink.times.previous, detail: detail, units: 1, blind: blind))
    }
}

/// What one line of a log is.
enum LogLine {
    case request(LoggedRequest)
    /// A comment, or an event that is no request.
    case nothing
    /// A connection without a request, with its time where one is written.
    case noRequest(Timestamp?)
    /// The text names what belongs there.
    case unreadable(String)
}
