import Model

/// Decodes one flow of HTTP/1.0 or HTTP/1.1 (RFC 9112) into heads, bodies and ends.
///
/// Reads what real clients, proxies and broken servers send, and never gives up: after bytes that are missing or make
/// no sense it goes on at the next message. After `CONNECT` it hands the conversation over; after `Upgrade: h2c` it reads
/// on with an ``HTTP2Decoder``.
///
/// A flow whose beginning is not in the capture should start with a `gap` in each direction, so that messages that
/// began before are not paired with later ones.
public struct HTTP1Decoder: FlowDecoder {
    /// Caps on what one connection may cost.
    public struct Limits: Sendable, Hashable {
        /// Bytes of one head or trailer section.
        public var maximumHead: Int
        /// Bytes that wait for the other direction before the decoder goes on without it.
        public var maximumHeld: Int
        /// Those of HTTP/2 after `Upgrade: h2c`.
        public var upgraded: HTTP2Decoder.Limits

        public init(
            maximumHead: Int = 256 << 10, maximumHeld: Int = 256 << 10,
            upgraded: HTTP2Decoder.Limits = HTTP2Decoder.Limits()
        ) {
            self.maximumHead = maximumHead
            self.maximumHeld = maximumHeld
            self.upgraded = upgraded
        }
    }

    /// What the flow carries now.
    enum Phase: Sendable {
        case messages
        /// Everything is passed on.
        case passing
        /// HTTP/2 after `Upgrade: h2c`.
        case http2(HTTP2Decoder)
        /// Another protocol, which is only counted.
        case counting(protocolName: String, since: Mark, host: String)
    }

    public var outbox = Outbox<HTTPEvent>()
    let flow: HTTPFlow
    let limits: Limits
    var phase = Phase.messages
    var client: HTTP1Reader
    var server: HTTP1Reader
    var queue = RequestQueue()
    /// The exchanges whose messages are being read, and whether their end is still to come.
    var requesting: Int?
    var responding: Int?
    private var nextNumber = -1
    var clientEnded = false
    var serverEnded = false
    /// No client bytes so far: a capture of one direction.
    private var clientSilent = true
    var counts = (toServer: 0, toClient: 0)
    var bytesAfterEnd = 0
    /// The last bytes of each direction.
    var lastMarks: (toServer: Mark?, toClient: Mark?)
    /// Since when each direction searches its next message; `nil` from the beginning.
    var lostSince: (toServer: Timestamp?, toClient: Timestamp?)
    /// A proxy refused a tunnel: what follows is for itself, if it is anything.
    var isTunnelRefused = false
    /// Where messages begin is disputed from here on, by direction.
    var doubts: (toServer: Doubt?, toClient: Doubt?)
    /// The client's first bytes in a protocol that is only counted.
    var upgradedStart: [UInt8] = []
    /// Of a WebSocket, both ways.
    var messages = (toServer: WebSocketMessages(), toClient: WebSocketMessages())
    var lacksMessages = false

    public init(flow: HTTPFlow, limits: Limits = Limits()) {
        self.flow = flow
        self.limits = limits
        client = HTTP1Reader(direction: .toServer, maximumHead: limits.maximumHead)
        server = HTTP1Reader(direction: .toClient, maximumHead: limits.maximumHead)
    }

    public mutating func feed(_ event: StreamEvent) {
        switch phase {
        case .passing: outbox.emit(.passed(event))
        case .http2(var decoder):
            // Moved out and back, so that its tables are not copied.
            phase = .passing
            decoder.feed(event, into: &outbox)
            phase = .http2(decoder)
        case .counting:
            guard case .bytes(let direction, let bytes, let mark) = event else {
                if case .gap = event { lacksMessages = true }
                return
            }
            if direction == .toServer { lastMarks.toServer = mark } else { lastMarks.toClient = mark }
            noteUpgraded(direction, bytes[...])
        case .messages:
            switch event {
            case .bytes(.toServer, let bytes, let mark): takeClient(bytes, mark)
            case .bytes(.toClient, let bytes, let mark): takeServer(bytes, mark)
            case .gap(.toServer, let length, let mark): loseClient(length, mark)
            case .gap(.toClient, let length, let mark): loseServer(length, mark)
            case .end(.toServer, let reset, let mark): endClient(reset: reset, mark)
            case .end(.toClient, let reset, let mark): endServer(reset: reset, mark)
            }
        }
    }

    public mutating func finish() {
        if case .messages = phase, let mark = lastMarks.toServer ?? lastMarks.toClient {
            stop(mark)
        }
        if case .http2(var decoder) = phase {
            decoder.finish(into: &outbox)
            phase = .http2(decoder)
        }
        if case .counting(let name, let since, let host) = phase {
            reportUpgraded(to: name, since, of: host)
        }
        reportDoubts()
        if bytesAfterEnd > 0, let mark = lastMarks.toServer ?? lastMarks.toClient {
            outbox.report(
                Diagnostic(
                    .http1AfterEnd, locator: .frames(mark.frames), at: mark.at,
                    detail: "\(bytesAfterEnd) bytes after the end of their direction", units: bytesAfterEnd))
        }
    }

    // MARK: Requests

    private mutating func takeClient(_ bytes: [UInt8], _ mark: Mark) {
        guard !clientEnded else { return bytesAfterEnd += bytes.count }
        clientSilent = false
        lastMarks.toServer = mark
        client.append(bytes, mark)
        readRequests()
        readResponses()
    }

    mutating func readRequests() {
        while case .messages = phase {
            if client.isAtMessageStart, queue.awaitsDecision {
                // While the answer may still be seen, what follows waits for it.
                let limit = queue.mayLackResponses ? 0 : limits.maximumHeld
                guard client.pending.count > limit, let mark = client.pending.mark(at: 0) else { return }
                decide(mark)
                continue
            }
            switch client.next() {
            case .needMore: return
            case .head(let head, let first, let whole):
                beginRequest(head, first: first, whole: whole, notes: [])
            case .body(let bytes, let mark, let isLast):
                guard let number = requesting else { continue }
                outbox.emit(.body(number, .toServer, bytes, mark))
                if isLast { endRequest(.complete, mark) }
            case .trailers(let fields, let mark):
                if let number = requesting, !fields.isEmpty { outbox.emit(.trailers(number, .toServer, fields, mark)) }
                endRequest(.complete, mark)
            case .fault(let code, let mark, let detail):
                endRequest(.cut, mark)
                queue.noteMissingRequests()
                lostSince.toServer = mark.at
                report(code, mark, hiding: .toServer, detail: detail)
            case .found(let mark, let skipped):
                reportSkipped(skipped, .toServer, until: mark)
            }
        }
    }

    mutating func beginRequest(_ head: HTTP1Head, first: Mark, whole: Mark, notes: [String]) {
        guard case .request(let method, let target, let version) = head.start else { return }
        let number = takeNumber()
        let place = HTTP1Target(method: method, target: target, host: head.host, scheme: flow.scheme)
        var notes = notes
        if place.isAbsolute { notes.append(Exchange.proxied) }
        if let dispute = dispute(of: head, method, place, first) {
            notes.append(Exchange.disputed)
            report(dispute, first, whole)
            beginDoubt(of: head, place, first)
        }
        let request = RequestHead(
            Exchange.Request(
                method: method, scheme: place.scheme, authority: place.authority, target: place.target,
                headers: head.headers),
            HeadOrigin(protocolName: version, startedAt: first.at, frames: whole.frames, notes: notes))
        outbox.emit(.request(number, request))
        reportOddities(of: head, whole)
        queue.add(number, request, upgrade: head.upgrade)
        requesting = number
        let framing = head.requestFraming
        client.begin(framing)
        if framing == .none || framing == .length(0) { endRequest(.complete, whole) }
    }

    mutating func endRequest(_ end: MessageEnd, _ mark: Mark) {
        guard let number = requesting else { return }
        requesting = nil
        outbox.emit(.end(number, .toServer, end, mark))
        if serverEnded { unanswered(queue.mayLackResponses ? .unseen : .failed, mark) }
    }

    // MARK: Responses

    private mutating func takeServer(_ bytes: [UInt8], _ mark: Mark) {
        guard !serverEnded else { return bytesAfterEnd += bytes.count }
        lastMarks.toClient = mark
        queue.noteServerBytes()
        server.append(bytes, mark)
        readResponses()
        readRequests()
    }

    /// - Parameter force: reads a response although no request waits for it.
    mutating func readResponses(force: Bool = false) {
        while case .messages = phase {
            if server.isAtMessageStart, queue.waiting.isEmpty, !force, !clientEnded,
                server.pending.count <= (clientSilent ? limits.maximumHeld : limits.maximumHeld / 4)
            {
                return
            }
            switch server.next() {
            case .needMore: return
            case .head(let head, let first, let whole):
                beginResponse(head, first: first, whole: whole, notes: [])
            case .body(let bytes, let mark, let isLast):
                guard let number = responding else { continue }
                outbox.emit(.body(number, .toClient, bytes, mark))
                if isLast { endResponse(.complete, mark) }
            case .trailers(let fields, let mark):
                if let number = responding, !fields.isEmpty { outbox.emit(.trailers(number, .toClient, fields, mark)) }
                endResponse(.complete, mark)
            case .fault(let code, let mark, let detail):
                endResponse(.cut, mark)
                lostSince.toClient = mark.at
                report(code, mark, hiding: .toClient, detail: detail)
                lackResponses(mark)
            case .found(let mark, let skipped):
                reportSkipped(skipped, .toClient, until: mark)
            }
        }
    }

    mutating func beginResponse(_ head: HTTP1Head, first: Mark, whole: Mark, notes: [String]) {
        guard case .response(let status, let version) = head.start else { return }
        if status < 200, status != 101 {
            if let waiting = queue.interim(startedAt: first.at) { outbox.emit(.note(waiting.number, "interim")) }
            return
        }
        let (answered, passedOver) = queue.answer(startedAt: first.at)
        for request in passedOver { outbox.emit(.unanswered(request.number, .unseen, first)) }
        if status == 101, let answered, head.headers["upgrade"]?.lowercased() == "h2c" {
            return becomeHTTP2(answered, whole)
        }
        let number = answered?.number ?? takeNumber()
        outbox.emit(
            .response(
                number,
                ResponseHead(
                    status: status, headers: head.headers,
                    HeadOrigin(protocolName: version, startedAt: first.at, frames: whole.frames, notes: notes))))
        if answered == nil {
            report(.http1RequestUnseen, first, hiding: .toServer, detail: "a response \(status) without its request")
        }
        reportOddities(of: head, whole)
        if head.length == .invalid, !head.isChunked {
            outbox.emit(.note(number, Exchange.disputedResponse))
            doubts.toClient = doubts.toClient ?? Doubt(since: first, host: answered?.authority ?? "")
        }
        responding = number
        if answered?.method == "CONNECT" { isTunnelRefused = !(200..<300).contains(status) }
        if status == 101 || (answered?.method == "CONNECT" && (200..<300).contains(status)) {
            return takeOver(status, answered, head, whole)
        }
        let framing = head.responseFraming(status: status, method: answered?.method)
        server.begin(framing)
        if framing == .none || framing == .length(0) { endResponse(.complete, whole) }
    }

    mutating func endResponse(_ end: MessageEnd, _ mark: Mark) {
        guard let number = responding else { return }
        responding = nil
        outbox.emit(.end(number, .toClient, end, mark))
    }

    mutating func unanswered(_ ending: Exchange.Ending, _ mark: Mark) {
        for request in queue.takeAll() { outbox.emit(.unanswered(request.number, ending, mark)) }
    }

    private mutating func takeNumber() -> Int {
        defer { nextNumber -= 1 }
        return nextNumber
    }

    // MARK: Handover

    /// The server agreed to a tunnel or another protocol.
    private mutating func takeOver(_ status: Int, _ request: RequestQueue.Waiting?, _ head: HTTP1Head, _ mark: Mark) {
        if request?.method == "CONNECT" {
            endResponse(.complete, mark)
            return pass(request, mark)
        }
        let name = (head.headers["upgrade"] ?? request?.upgrade ?? "unknown").lowercased()
        if let number = responding { outbox.emit(.note(number, name)) }
        endResponse(.complete, mark)
        outbox.emit(.handover(.upgraded(protocolName: name), mark))
        phase = .counting(protocolName: name, since: mark, host: request?.authority ?? "")
        for (bytes, _) in client.drain() { noteUpgraded(.toServer, bytes[...]) }
        for (bytes, _) in server.drain() { noteUpgraded(.toClient, bytes[...]) }
    }

    /// The response to the request, and all that follows, is HTTP/2 (RFC 7540 section 3.2).
    private mutating func becomeHTTP2(_ request: RequestQueue.Waiting, _ mark: Mark) {
        outbox.emit(.note(request.number, "h2c"))
        outbox.emit(.handover(.upgraded(protocolName: "h2c"), mark))
        phase = .http2(HTTP2Decoder(flow: flow, limits: limits.upgraded, upgraded: request.number))
        for (bytes, mark) in client.drain() { feed(.bytes(.toServer, bytes, mark)) }
        for (bytes, mark) in server.drain() { feed(.bytes(.toClient, bytes, mark)) }
    }

    /// Without the answer to `CONNECT` or `Upgrade`, the client's next byte tells: a request, or something else.
    mutating func decide(_ mark: Mark) {
        guard queue.awaitsDecision, let request = queue.waiting.last else { return }
        unanswered(.unseen, mark)
        guard request.method == "CONNECT", !client.pending.isEmpty, !client.pending[0].isTokenCharacter else { return }
        pass(request, mark)
    }

    /// Everything from here on belongs to the protocol inside the tunnel.
    private mutating func pass(_ request: RequestQueue.Waiting?, _ mark: Mark) {
        outbox.emit(.handover(.tunnel(authority: request?.authority ?? ""), mark))
        phase = .passing
        for (bytes, mark) in client.drain() { outbox.emit(.passed(.bytes(.toServer, bytes, mark))) }
        for (bytes, mark) in server.drain() { outbox.emit(.passed(.bytes(.toClient, bytes, mark))) }
    }
}
