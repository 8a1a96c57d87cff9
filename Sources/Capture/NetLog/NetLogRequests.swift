import Model

/// The requests that are open at one point of a net log, and the account of those that are over.
///
/// A source of the log is one request with all its redirects; each hop, and each time its header fields are sent again, is an
/// exchange of its own.
struct NetLogRequests: Sendable {
    /// One event of the log, with what it says and when it was.
    struct Event {
        var kind: NetLogEvent.Kind
        var phase: NetLogEvent.Phase
        var parameters: NetLogParameters
        /// The request that it is about, with all its redirects.
        var source: Int
        /// Its place among the events.
        var index: Int
        var at: Timestamp
    }

    /// More at one time are somebody's joke: the eldest are then taken for over.
    private static let mostOpen = 20_000

    /// What is counted are events.
    var sink = EntrySink<ProxyEvent>(counting: "events")
    private let limits: EntryLimits
    private var open: [Int: NetLogRequest] = [:]
    /// Bytes of bodies that open requests hold; together they may be as large as one unit.
    private var heldBytes = 0
    private var source = ProxySource(product: "")
    /// Events of requests whose beginning is not in the log.
    private var strays = (count: 0, last: Timestamp?.none)
    /// Bodies that may be documents and of which the log has only the size.
    private var bodiesLeftOut = (count: 0, first: Timestamp?.none, last: Timestamp?.none)
    private var notHTTP = 0

    init(limits: EntryLimits) {
        self.limits = limits
    }

    mutating func take(_ event: Event) {
        let id = event.source
        if event.kind == .startJob, event.phase == .begin {
            close(id, isOver: true)
            if open.count >= NetLogRequests.mostOpen, let eldest = open.keys.min() { close(eldest, isOver: false) }
            open[id] = NetLogRequest(
                url: event.parameters.url, method: event.parameters.method, at: event.at, index: event.index)
            return
        }
        guard var request = open.removeValue(forKey: id) else {
            if event.kind != .alive, event.kind != .startJob {
                strays.count += 1
                strays.last = event.at
            }
            return
        }
        let isOver = advance(&request, event)
        if isOver { give(request, isOver: true) } else { open[id] = request }
    }

    /// - Returns: whether nothing more comes of the request.
    private mutating func advance(_ request: inout NetLogRequest, _ event: Event) -> Bool {
        let (parameters, at) = (event.parameters, event.at)
        switch event.kind {
        case .sendHTTP1, .sendHTTP2, .sendHTTP3:
            if request.sentAt != nil {
                give(request, isOver: true)
                request = NetLogRequest(url: request.url, method: request.method, at: at, index: event.index)
            }
            request.sent(parameters.headers, by: event.kind, at: at)
        case .readHeaders, .fakeHeaders: request.answered(parameters, isFake: event.kind == .fakeHeaders, at: at)
        case .redirected: request.location = parameters.location
        case .bytesRead:
            let room = max(0, min(limits.bodyBytes - request.body.count, limits.entryBytes - heldBytes))
            heldBytes += request.read(parameters, room: room, at: at)
        case .startJob where event.phase == .end:
            request.error = parameters.netError
            request.endedAt = at
        case .alive where event.phase == .end:
            request.error = parameters.netError != 0 ? parameters.netError : request.error ?? 0
            request.endedAt = at
            return true
        case .startJob, .alive: break
        }
        return false
    }

    mutating func finish(product: String, version: String?) {
        for id in open.keys.sorted() { close(id, isOver: false) }
        if strays.count > 0 {
            sink.outbox.report(
                Diagnostic(
                    .netLogBeganBefore, at: strays.last, detail: "\(strays.count) events of such requests",
                    blind: Blind(to: strays.last)))
        }
        if bodiesLeftOut.count > 0 {
            sink.outbox.report(
                Diagnostic(
                    .netLogBodiesLeftOut, at: bodiesLeftOut.first,
                    detail: "\(bodiesLeftOut.count) bodies that may be documents",
                    blind: Blind(from: bodiesLeftOut.first, to: bodiesLeftOut.last, hides: .responses)))
        }
        if notHTTP > 0 {
            sink.outbox.report(Diagnostic(.netLogNotHTTP, detail: "\(notHTTP) requests for other URLs"))
        }
        source.product = product
        source.version = version
        sink.outbox.emit(.source(source))
    }

    // MARK: Requests that are over

    private mutating func close(_ id: Int, isOver: Bool) {
        guard let request = open.removeValue(forKey: id) else { return }
        give(request, isOver: isOver)
    }

    private mutating func give(_ request: NetLogRequest, isOver: Bool) {
        heldBytes -= request.body.count
        var repaired = false
        switch RequestURL.read(request.url.span, repaired: &repaired) {
        case .http(let url): give(request.exchange(to: url, isOver: isOver), of: request)
        case .other: notHTTP += 1
        case .unusable:
            sink.outbox.report(
                Diagnostic(
                    .netLogEventUnusable, locator: .entry(request.index), at: request.startedAt,
                    detail: "expected an absolute URL as params.url",
                    blind: Blind(from: request.startedAt, to: request.endedAt)))
        }
    }

    private mutating func give(_ exchange: Exchange, of request: NetLogRequest) {
        source.count(exchange)
        let code: DiagnosticCode? =
            switch exchange.response?.body.content {
            case .cut: .netLogBodyCut
            case .missing where request.isBodyDamaged: .netLogBodyUndecodable
            default: nil
            }
        if let code {
            sink.outbox.report(
                Diagnostic(
                    code, locator: exchange.locator, at: exchange.startedAt, subject: exchange.request.host,
                    detail: "\(request.body.count) of \(request.bodySize) bytes are kept"))
        }
        if exchange.response?.body.content == .missing, !request.isBodyDamaged, request.bodySize > 0 {
            bodiesLeftOut.count += 1
            bodiesLeftOut.first = min(bodiesLeftOut.first ?? exchange.startedAt, exchange.startedAt)
            let end = exchange.response?.endedAt ?? exchange.startedAt
            bodiesLeftOut.last = max(bodiesLeftOut.last ?? end, end)
        }
        sink.outbox.emit(.exchange(exchange))
    }
}
