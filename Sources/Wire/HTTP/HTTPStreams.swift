import Model

/// What HTTP/2 and HTTP/3 name differently.
struct HTTPDialect: Sendable {
    var protocolName: String
    var headersUnknown: DiagnosticCode
    var requestUnseen: DiagnosticCode
    var strayContent: DiagnosticCode
    var tunnel: DiagnosticCode
    var malformed: DiagnosticCode
    /// Which streams the client opens for its requests; the others carry pushes.
    var isRequestStream: @Sendable (Int) -> Bool
    /// A request cannot be seen after one of a higher stream, unless bytes are lost.
    var keepsOrder: Bool
}

/// The request streams of one HTTP/2 or HTTP/3 connection: which message each frame belongs to, and how it ends.
struct HTTPStreams: Sendable {
    private struct Stream: Sendable {
        /// The exchange's number in events.
        var number: Int
        var request = MessageState.idle
        var response = MessageState.idle
        /// The response, or its absence, may be in a gap.
        var mayLackResponse = false
        var isTunnel = false
        var authority = ""
        /// Its response was seen first.
        var isOrphan = false
        /// Events of the response while the request has not been seen; `nil` once it was, or will not be.
        var held: [HTTPEvent]?
    }

    private let flow: HTTPFlow
    private let dialect: HTTPDialect
    private let maximumHeld: Int
    private let maximumStreams: Int
    private var streams: [Int: Stream] = [:]
    private var highestRequest = -1
    private var heldBytes = 0
    private var strayBytes = 0
    /// The server has said that it processes no request above this one.
    private var lastProcessed = Int.max
    /// Requests may be missing: the connection was joined late, or bytes of the client are lost.
    private var mayLackRequests = false
    private var clientEnded = false
    private var serverEnded = false

    init(flow: HTTPFlow, dialect: HTTPDialect, maximumHeld: Int, maximumStreams: Int) {
        self.flow = flow
        self.dialect = dialect
        self.maximumHeld = maximumHeld
        self.maximumStreams = maximumStreams
    }

    /// A stream whose request was sent before the connection spoke this protocol.
    mutating func adopt(_ number: Int, as stream: Int) {
        streams[stream] = Stream(number: number, request: .ended)
        highestRequest = max(highestRequest, stream)
    }

    // MARK: Fields and content

    /// A decoded field section: a head, an interim head, or trailers.
    mutating func fields(
        _ fields: MessageFields, unknown: Int, stream: Int, promised: Int? = nil, _ direction: Direction, first: Mark,
        whole: Mark, ends: Bool, into outbox: inout Outbox<HTTPEvent>
    ) {
        let isRequest = direction == .toServer || promised != nil
        let id = promised ?? stream
        let state = isRequest ? streams[id]?.request : streams[id]?.response
        if fields.hasUnknown {
            let authority = fields.authority?.lowercased() ?? streams[id]?.authority ?? ""
            let host = authority.isEmpty ? nil : authority
            report(
                dialect.headersUnknown, first, host: host,
                detail: "\(unknown) fields on stream \(stream) refer to unknown table entries",
                blind: blind(first, direction, host: host), into: &outbox)
        }
        let isHead = state != .open
        if isHead, !fields.hasUnknown, (isRequest ? fields.method == nil : fields.status == nil) {
            // Trailers of a message whose head is missing, or no message at all.
            report(
                dialect.malformed, first,
                detail: "stream \(stream): a head without \(isRequest ? ":method" : ":status")",
                blind: blind(first, direction), into: &outbox)
            if ends, streams[id] != nil { content(id, direction, [], whole, ends: true, into: &outbox) }
            return
        }
        let input: MessageInput =
            fields.isInterim && !isRequest ? .interim : ends || promised != nil ? .headAndEnd : .head
        switch advance(id, isRequest ? .toServer : .toClient, input, at: first, into: &outbox) {
        case .begin: begin(id, fields, isRequest, isPushed: promised != nil, first, whole, ends: false, into: &outbox)
        case .beginAndEnd:
            begin(id, fields, isRequest, isPushed: promised != nil, first, whole, ends: true, into: &outbox)
        case .noteInterim: emit(id, .note(number(id), "interim"), into: &outbox)
        case .trailers: emit(id, .trailers(number(id), direction, fields.headers, whole), into: &outbox)
        case .trailersAndEnd:
            emit(id, .trailers(number(id), direction, fields.headers, whole), into: &outbox)
            emit(id, .end(number(id), direction, .complete, whole), into: &outbox)
            close(id)
        case .ignore:
            report(
                dialect.malformed, first, detail: "stream \(stream): fields after its end", blind: nil, into: &outbox)
        default: break
        }
    }

    /// Bytes of a body, possibly its last.
    mutating func content(
        _ id: Int, _ direction: Direction, _ bytes: ArraySlice<UInt8>, _ mark: Mark, ends: Bool,
        into outbox: inout Outbox<HTTPEvent>
    ) {
        guard !bytes.isEmpty || ends else { return }
        switch advance(id, direction, ends ? .contentAndEnd : .content, at: mark, into: &outbox) {
        case .content:
            emit(id, .body(number(id), direction, bytes, mark), into: &outbox)
        case .contentAndEnd:
            if !bytes.isEmpty { emit(id, .body(number(id), direction, bytes, mark), into: &outbox) }
            emit(id, .end(number(id), direction, .complete, mark), into: &outbox)
            close(id)
        case .endOfUnseen:
            strayBytes += bytes.count
            // Its exchange, if there is one, waits for nothing more.
            let end: HTTPEvent =
                direction == .toClient
                ? .unanswered(number(id), .unseen, mark) : .end(number(id), direction, .cut, mark)
            emit(id, end, into: &outbox)
            close(id)
        default: strayBytes += bytes.count
        }
    }

    /// Bytes of a body that the capture does not hold.
    mutating func missingContent(
        _ id: Int, _ direction: Direction, length: Int?, _ mark: Mark, ends: Bool,
        into outbox: inout Outbox<HTTPEvent>
    ) {
        guard streams[id] != nil else { return }
        emit(id, .gap(number(id), direction, length: length, mark), into: &outbox)
        if ends { content(id, direction, [], mark, ends: true, into: &outbox) }
    }

    private mutating func begin(
        _ id: Int, _ fields: MessageFields, _ isRequest: Bool, isPushed: Bool, _ first: Mark, _ whole: Mark,
        ends: Bool, into outbox: inout Outbox<HTTPEvent>
    ) {
        let number = number(id)
        if isRequest {
            var head = fields.requestHead(
                on: flow, protocolName: dialect.protocolName, stream: id, first: first, whole: whole)
            if isPushed { head.notes.append("pushed") }
            highestRequest = max(highestRequest, isPushed ? -1 : id)
            streams[id]?.authority = head.authority.lowercased()
            streams[id]?.isTunnel = head.method == "CONNECT" && fields.tunnelled == nil
            outbox.emit(.request(number, head))
            if ends { outbox.emit(.end(number, .toServer, .complete, whole)) }
            release(id, asOrphan: false, into: &outbox)
            if serverEnded || id > lastProcessed { abort(id, .failed, note: nil, whole, into: &outbox) }
        } else {
            let head = fields.responseHead(
                protocolName: dialect.protocolName, stream: id, first: first, whole: whole)
            emit(id, .response(number, head), into: &outbox)
            if streams[id]?.isTunnel == true, (200..<300).contains(head.status) {
                let host = streams[id]?.authority ?? ""
                report(
                    dialect.tunnel, first, host: host, detail: "stream \(id) is a tunnel to \(host)",
                    blind: Blind(from: first.at, host: host, server: flow.connection.server, manyHosts: true),
                    into: &outbox)
            }
            if ends { emit(id, .end(number, .toClient, .complete, whole), into: &outbox) }
        }
        close(id)
    }

    // MARK: Ends

    /// A peer gave up one stream.
    mutating func reset(
        _ id: Int, by direction: Direction, _ mark: Mark, into outbox: inout Outbox<HTTPEvent>
    ) {
        guard let stream = streams[id] else { return }
        // After a whole response, a server may refuse the rest of the request without harm (RFC 9113 section 8.1).
        let isHarmless = direction == .toClient && stream.response == .ended
        abort(id, .failed, note: isHarmless ? nil : "reset", mark, into: &outbox)
    }

    /// The server will not process requests after `last`.
    mutating func goAway(after last: Int, _ mark: Mark, into outbox: inout Outbox<HTTPEvent>) {
        lastProcessed = min(lastProcessed, last)
        for id in streams.keys.sorted() where id > last && streams[id]?.response == .idle {
            abort(id, .failed, note: nil, mark, into: &outbox)
        }
    }

    /// Requests may have been sent that the capture does not show.
    mutating func lackRequests(into outbox: inout Outbox<HTTPEvent>) {
        mayLackRequests = true
        releaseHeld(into: &outbox)
    }

    /// Frames of any stream may be missing from here on.
    mutating func lost(_ direction: Direction, _ mark: Mark, into outbox: inout Outbox<HTTPEvent>) {
        if direction == .toServer { lackRequests(into: &outbox) }
        for id in streams.keys.sorted() {
            guard let stream = streams[id] else { continue }
            let state = direction == .toServer ? stream.request : stream.response
            if state == .open { emit(id, .gap(stream.number, direction, length: nil, mark), into: &outbox) }
            if direction == .toClient, state == .idle { streams[id]?.mayLackResponse = true }
        }
    }

    /// A direction of the connection has ended; a reset ends both.
    mutating func end(_ direction: Direction, reset: Bool, _ mark: Mark, into outbox: inout Outbox<HTTPEvent>) {
        if direction == .toServer {
            clientEnded = true
            releaseHeld(into: &outbox)
        }
        guard direction == .toClient || reset else { return }
        serverEnded = true
        releaseHeld(into: &outbox)
        for id in streams.keys.sorted() { abort(id, .failed, note: nil, mark, into: &outbox) }
    }

    /// The capture is over.
    mutating func finish(_ mark: Mark, into outbox: inout Outbox<HTTPEvent>) {
        releaseHeld(into: &outbox)
        for id in streams.keys.sorted() { abort(id, .unseen, note: nil, mark, into: &outbox) }
        guard strayBytes > 0 else { return }
        outbox.report(
            Diagnostic(
                dialect.strayContent, locator: .frames(mark.frames), at: mark.at,
                detail: "\(strayBytes) bytes of content belong to no message seen", units: strayBytes))
        strayBytes = 0
    }

    private mutating func abort(
        _ id: Int, _ ending: Exchange.Ending, note: String?, _ mark: Mark, into outbox: inout Outbox<HTTPEvent>
    ) {
        guard let stream = streams[id] else { return }
        if let note { emit(id, .note(stream.number, note), into: &outbox) }
        if stream.request.transition(.abort).action == .cut {
            emit(id, .end(stream.number, .toServer, .cut, mark), into: &outbox)
        }
        switch stream.response.transition(.abort).action {
        case .cut: emit(id, .end(stream.number, .toClient, .cut, mark), into: &outbox)
        case .giveUp:
            emit(id, .unanswered(stream.number, stream.mayLackResponse ? .unseen : ending, mark), into: &outbox)
        default: break
        }
        release(id, into: &outbox)
        streams[id] = nil
    }

    // MARK: Streams

    private func number(_ id: Int) -> Int { streams[id]?.number ?? id }

    /// Moves a stream on; a head opens it if need be.
    private mutating func advance(
        _ id: Int, _ direction: Direction, _ input: MessageInput, at mark: Mark,
        into outbox: inout Outbox<HTTPEvent>
    ) -> MessageAction {
        if streams[id] == nil {
            switch input {
            case .head, .headAndEnd, .interim: break
            case .content, .contentAndEnd, .abort: return .contentOfUnseen
            }
            if direction == .toClient, isPast(id) {
                return .ignore
            }
            if streams.count >= maximumStreams, let oldest = streams.keys.min() {
                abort(oldest, .unseen, note: nil, mark, into: &outbox)
            }
            var stream = Stream(number: id)
            if direction == .toClient {
                stream.request = .ended
                stream.isOrphan = true
                stream.held = []
            }
            streams[id] = stream
        }
        guard var stream = streams[id] else { return .ignore }
        if direction == .toServer, stream.isOrphan {
            stream.isOrphan = false
            stream.request = .idle
        }
        let (next, action) = (direction == .toServer ? stream.request : stream.response).transition(input)
        if direction == .toServer { stream.request = next } else { stream.response = next }
        streams[id] = stream
        return action
    }

    /// The request of this stream, if it was seen at all, has been answered.
    private func isPast(_ id: Int) -> Bool {
        dialect.keepsOrder && dialect.isRequestStream(id) && id <= highestRequest && !mayLackRequests
    }

    /// Forgets a stream both of whose messages have ended.
    private mutating func close(_ id: Int) {
        guard let stream = streams[id], stream.request == .ended, stream.response == .ended, stream.held == nil else {
            return
        }
        streams[id] = nil
    }

    // MARK: Responses that come before their requests

    /// Gives out an event, or holds it while the request of its stream may still come.
    private mutating func emit(_ id: Int, _ event: HTTPEvent, into outbox: inout Outbox<HTTPEvent>) {
        guard streams[id]?.held != nil else { return outbox.emit(event) }
        streams[id]?.held?.append(event)
        if case .body(_, _, let bytes, _) = event { heldBytes += bytes.count }
        let mayStillCome = !isPast(id) && !mayLackRequests && !clientEnded
        if !mayStillCome || heldBytes > maximumHeld { release(id, into: &outbox) }
    }

    /// - Parameter asOrphan: the request will not come any more.
    private mutating func release(_ id: Int, asOrphan: Bool = true, into outbox: inout Outbox<HTTPEvent>) {
        guard let held = streams[id]?.held else { return }
        streams[id]?.held = nil
        for event in held {
            if case .body(_, _, let bytes, _) = event { heldBytes -= bytes.count }
            if asOrphan, case .response(_, let head) = event {
                outbox.report(
                    Diagnostic(
                        dialect.requestUnseen, locator: .frames(head.frames), at: head.startedAt,
                        detail: "stream \(id): a response \(head.status) without its request",
                        blind: flow.blind(from: nil, to: head.startedAt, hiding: .toServer, manyHosts: true)))
            }
            outbox.emit(event)
        }
        close(id)
    }

    private mutating func releaseHeld(into outbox: inout Outbox<HTTPEvent>) {
        for id in streams.keys.sorted() { release(id, into: &outbox) }
    }

    private func report(
        _ code: DiagnosticCode, _ mark: Mark, host: String? = nil, detail: String, blind: Blind?,
        into outbox: inout Outbox<HTTPEvent>
    ) {
        outbox.report(
            Diagnostic(
                code, locator: .frames(mark.frames), at: mark.at, subject: host, detail: detail, blind: blind))
    }

    /// What one unreadable message hides.
    private func blind(_ mark: Mark, _ direction: Direction, host: String? = nil) -> Blind {
        flow.blind(from: mark.at, to: mark.at, hiding: direction, host: host, manyHosts: true)
    }
}
