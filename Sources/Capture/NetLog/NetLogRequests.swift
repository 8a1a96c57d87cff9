import Model

/// The requests that are open at one point of a net log, and the account of those that are over.
///
/// A source of the log is one request with all its redirects; each hop, and each time its header fields are sent again, is an
/// exchange of its own.
struct NetLogRequests: Sendable {
    /// More at one time are somebody's joke: the eldest are then taken for over.
    private static let mostOpen = 20_000

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

    mutating func take(
        _ kind: NetLogEvent.Kind, phase: NetLogEvent.Phase, _ parameters: NetLogParameters, source id: Int, index: Int,
        at: Timestamp, into outbox: inout Outbox<ProxyEvent>
    ) {
        if kind == .startJob, phase == .begin {
            close(id, isOver: true, into: &outbox)
            if open.count >= NetLogRequests.mostOpen, let eldest = open.keys.min() {
                close(eldest, isOver: false, into: &outbox)
            }
            open[id] = NetLogRequest(url: parameters.url, method: parameters.method, at: at, index: index)
            return
        }
        guard var request = open.removeValue(forKey: id) else {
            if kind != .alive, kind != .startJob {
                strays.count += 1
                strays.last = at
            }
            return
        }
        switch kind {
        case .sendHTTP1, .sendHTTP2, .sendHTTP3:
            if request.sentAt != nil {
                give(request, isOver: true, into: &outbox)
                request = NetLogRequest(url: request.url, method: request.method, at: at, index: index)
            }
            request.sent(parameters.headers, by: kind, at: at)
        case .readHeaders, .fakeHeaders: request.answered(parameters, isFake: kind == .fakeHeaders, at: at)
        case .redirected: request.location = parameters.location
        case .bytesRead:
            let room = max(0, min(limits.bodyBytes - request.body.count, limits.entryBytes - heldBytes))
            heldBytes += request.read(parameters, room: room, at: at)
        case .startJob where phase == .end:
            request.error = parameters.netError
            request.endedAt = at
        case .alive where phase == .end:
            request.error = parameters.netError != 0 ? parameters.netError : request.error ?? 0
            request.endedAt = at
            give(request, isOver: true, into: &outbox)
            return
        case .startJob, .alive: break
        }
        open[id] = request
    }

    mutating func finish(product: String, version: String?, into outbox: inout Outbox<ProxyEvent>) {
        for id in open.keys.sorted() { close(id, isOver: false, into: &outbox) }
        if strays.count > 0 {
            outbox.report(
                Diagnostic(
                    .netLogBeganBefore, at: strays.last, detail: "\(strays.count) events of such requests",
                    blind: Blind(to: strays.last)))
        }
        if bodiesLeftOut.count > 0 {
            outbox.report(
                Diagnostic(
                    .netLogBodiesLeftOut, at: bodiesLeftOut.first,
                    detail: "\(bodiesLeftOut.count) bodies that may be documents",
                    blind: Blind(from: bodiesLeftOut.first, to: bodiesLeftOut.last, hides: .responses)))
        }
        if notHTTP > 0 {
            outbox.report(Diagnostic(.netLogNotHTTP, detail: "\(notHTTP) requests for other URLs"))
        }
        source.product = product
        source.version = version
        outbox.emit(.source(source))
    }

    // MARK: Requests that are over

    private mutating func close(_ id: Int, isOver: Bool, into outbox: inout Outbox<ProxyEvent>) {
        guard let request = open.removeValue(forKey: id) else { return }
        give(request, isOver: isOver, into: &outbox)
    }

    private mutating func give(_ request: NetLogRequest, isOver: Bool, into outbox: inout Outbox<ProxyEvent>) {
        heldBytes -= request.body.count
        var repaired = false
        switch RequestURL.read(request.url.span, repaired: &repaired) {
        case .http(let url): give(request.exchange(to: url, isOver: isOver), of: request, into: &outbox)
        case .other: notHTTP += 1
        case .unusable:
            outbox.report(
                Diagnostic(
                    .netLogEventUnusable, locator: .entry(request.index), at: request.startedAt,
                    detail: "expected an absolute URL as params.url",
                    blind: Blind(from: request.startedAt, to: request.endedAt)))
        }
    }

    private mutating func give(
        _ exchange: Exchange, of request: NetLogRequest, into outbox: inout Outbox<ProxyEvent>
    ) {
        source.count(exchange)
        let code: DiagnosticCode? =
            switch exchange.response?.body.content {
            case .cut: .netLogBodyCut
            case .missing where request.isBodyDamaged: .netLogBodyUndecodable
            default: nil
            }
        if let code {
            outbox.report(
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
        outbox.emit(.exchange(exchange))
    }
}
