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
    public private(set) var ledger = Ledger(unit: "lines")

    private let form: Form
    private let limits: EntryLimits
    private var columns = W3CColumns()
    private var isInsideLongLine = false
    private var isOffsetReported = false
    private var latest: Timestamp?
    private var previous: Timestamp?
    private var isFinished = false

    /// - Parameter limits: a line longer than they say is stepped over.
    public init(_ form: Form, limits: EntryLimits = EntryLimits()) {
        self.form = form
        self.limits = limits
    }

    public mutating func decode(_ window: Span<UInt8>, isFinal: Bool, into outbox: inout Outbox<ProxyEvent>) -> Int {
        var start = 0
        while start < window.count {
            if let end = AccessLogReader.lineEnd(window, from: start) {
                read(window.copy(start..<end), into: &outbox)
                start = end + 1
            } else if isFinal {
                read(window.copy(start..<window.count), into: &outbox)
                start = window.count
            } else if isInsideLongLine || window.count - start > limits.lineBytes {
                isInsideLongLine = true
                return window.count
            } else {
                return start
            }
        }
        if isFinal { finish(into: &outbox) }
        return start
    }

    private mutating func finish(into outbox: inout Outbox<ProxyEvent>) {
        guard !isFinished else { return }
        isFinished = true
        if isInsideLongLine { read([], into: &outbox) }
        var source = ProxySource(product: form == .mediaTailor ? "MediaTailor" : "access log")
        source.version = form.rawValue
        source.httpFlows = ledger.output
        outbox.emit(.source(source))
    }

    private mutating func read(_ bytes: [UInt8], into outbox: inout Outbox<ProxyEvent>) {
        ledger.input += 1
        let isTooLong = isInsideLongLine || bytes.count > limits.lineBytes
        isInsideLongLine = false
        let line = bytes.last == 0x0D ? bytes.dropLast() : bytes[...]
        switch isTooLong ? .unreadable("a line of more than \(limits.lineBytes) bytes") : parse(line) {
        case .request(let request): emit(request, into: &outbox)
        case .nothing: ledger.output += 1
        case .noRequest(let at):
            previous = at ?? previous
            diagnose(.logNoRequest, "no method and target where the request belongs", blind: nil, into: &outbox)
        case .unreadable(let expected):
            // It may have been any request, at the time of its neighbours.
            diagnose(
                .logLineUnreadable, "expected \(expected)",
                blind: Blind(from: previous, to: previous, hides: .requests),
                into: &outbox)
        }
    }

    private mutating func parse(_ line: ArraySlice<UInt8>) -> LogLine {
        if line.allSatisfy({ $0 <= 0x20 }) { return .nothing }
        switch form {
        case .combined: return CombinedLine.read(line)
        case .json: return JSONLogLine.read(line)
        case .w3c: return columns.read(line)
        case .mediaTailor: return MediaTailorLogLine.read(line)
        }
    }

    private mutating func emit(_ request: LoggedRequest, into outbox: inout Outbox<ProxyEvent>) {
        let locator = Locator.line(ledger.input)
        previous = request.at
        ledger.output += 1
        if !request.hasOffset, !isOffsetReported {
            isOffsetReported = true
            outbox.report(
                Diagnostic(.logTimeWithoutOffset, locator: locator, at: request.at, detail: "the first such time"))
        }
        outbox.emit(
            .exchange(request.exchange(at: locator, note: form == .mediaTailor ? "server-side" : "logged"), packed: nil)
        )
    }

    private mutating func diagnose(
        _ code: DiagnosticCode, _ detail: String, blind: Blind?, into outbox: inout Outbox<ProxyEvent>
    ) {
        ledger.diagnosed += 1
        outbox.report(
            Diagnostic(code, locator: .line(ledger.input), at: previous, detail: detail, units: 1, blind: blind))
    }

    private static func lineEnd(_ window: Span<UInt8>, from start: Int) -> Int? {
        for index in start..<window.count where window[index] == UInt8(ascii: "\n") { return index }
        return nil
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
