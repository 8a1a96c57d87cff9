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
    struct Stream: Sendable {
        /// The exchange's number in events.
        var number: Int
        var request = MessageState.idle
        var response = MessageState.idle
        /// The response, or its absence, may be in a gap.
        var mayLackResponse = false
        var isTunnel = false
        var webSocket: WebSocketStream?
        var authority = ""
        /// Its response was seen first.
        var isOrphan = false
        /// The client gave it up; an answer may still be on its way.
        var isCancelled = false
        /// Events of the response while the request has not been seen; `nil` once it was, or will not be.
        var held: [HTTPEvent]?
        /// Whether it has moved on since bytes of the connection were lost last.
        var hasMoved = (toServer: false, toClient: false)

        /// Both messages have ended, and nothing of them waits.
        var isOver: Bool { request == .ended && response == .ended && held == nil }

        /// - Returns: what to do, and the exchange's number.
        mutating func advance(_ direction: Direction, _ input: MessageInput) -> (action: MessageAction, number: Int) {
            if direction == .toServer, isOrphan {
                isOrphan = false
                request = .idle
            }
            let (next, action) = (direction == .toServer ? request : response).transition(input)
            if direction == .toServer { request = next } else { response = next }
            return (action, number)
        }
    }

    var outbox = Outbox<HTTPEvent>()
    let flow: HTTPFlow
    let dialect: HTTPDialect
    let maximumHeld: Int
    let maximumStreams: Int
    var streams: [Int: Stream] = [:]
    /// Ids in the order in which their streams were opened, some of which have ended since.
    private var opened: [Int] = []
    private var openedHead = 0
    /// Those that have moved on since the last loss in each direction: a loss after another adds nothing for the rest.
    var moved: (toServer: [Int], toClient: [Int]) = ([], [])
    var highestRequest = -1
    var heldBytes = 0
    var strayBytes = 0
    /// Streams that the client gave up, oldest first.
    var cancelled: [Int] = []
    /// The server has said that it processes no request above this one.
    var lastProcessed = Int.max
    var goAways = 0
    /// Requests may be missing: the connection was joined late, or bytes of the client are lost.
    var mayLackRequests = false
    var clientEnded = false
    var serverEnded = false

    init(flow: HTTPFlow, dialect: HTTPDialect, maximumHeld: Int, maximumStreams: Int) {
        self.flow = flow
        self.dialect = dialect
        self.maximumHeld = maximumHeld
        self.maximumStreams = maximumStreams
    }

    /// A stream whose request was sent before the connection spoke this protocol.
    mutating func adopt(_ number: Int, as stream: Int) {
        streams[stream] = Stream(number: number, request: .ended)
        noteMoved(stream)
        highestRequest = max(highestRequest, stream)
    }

    // MARK: Fields and content

    mutating func take(_ received: ReceivedFields) {
        let (id, fields, direction) = (received.id, received.fields, received.direction)
        let state = received.isRequest ? streams[id]?.request : streams[id]?.response
        if fields.hasUnknown {
            let authority = fields.authority?.lowercased() ?? streams[id]?.authority ?? ""
            let host = authority.isEmpty ? nil : authority
            report(
                dialect.headersUnknown, received.first, host: host,
                detail: "\(fields.unknownFields) fields on stream \(received.stream) refer to unknown table entries",
                blind: blind(received.first, direction, host: host))
        }
        let isHead = state != .open
        if isHead, !fields.hasUnknown, received.isRequest ? fields.method == nil : fields.status == nil {
            // Trailers of a message whose head is missing, or no message at all.
            report(
                dialect.malformed, received.first,
                detail: "stream \(received.stream): a head without \(received.isRequest ? ":method" : ":status")",
                blind: blind(received.first, direction))
            if received.endsMessage, streams.index(forKey: id) != nil {
                content(id, direction, [], received.whole, ends: true)
            }
            return
        }
        let input: MessageInput =
            fields.isInterim && !received.isRequest
            ? .interim : received.endsMessage || received.promised != nil ? .headAndEnd : .head
        let (action, number) = advance(id, received.isRequest ? .toServer : .toClient, input, at: received.first)
        switch action {
        case .begin: begin(received, ends: false)
        case .beginAndEnd: begin(received, ends: true)
        case .noteInterim: emit(id, .note(number, "interim"))
        case .trailers: emit(id, .trailers(number, direction, fields.headers, received.whole))
        case .trailersAndEnd:
            emit(id, .trailers(number, direction, fields.headers, received.whole))
            emit(id, .end(number, direction, .complete, received.whole))
            close(id)
        case .ignore:
            report(
                dialect.malformed, received.first, detail: "stream \(received.stream): fields after its end",
                blind: nil)
        default: break
        }
    }

    /// Bytes of a body, possibly its last.
    mutating func content(_ id: Int, _ direction: Direction, _ bytes: ArraySlice<UInt8>, _ mark: Mark, ends: Bool) {
        guard !bytes.isEmpty || ends else { return }
        let (action, number) = advance(id, direction, ends ? .contentAndEnd : .content, at: mark)
        switch action {
        case .content:
            streams[id]?.webSocket?.append(bytes, direction, mark)
            emit(id, .body(number, direction, bytes, mark))
        case .contentAndEnd:
            streams[id]?.webSocket?.append(bytes, direction, mark)
            if !bytes.isEmpty { emit(id, .body(number, direction, bytes, mark)) }
            emit(id, .end(number, direction, .complete, mark))
            close(id)
        case .endOfUnseen:
            strayBytes += bytes.count
            // Its exchange, if there is one, waits for nothing more.
            let end: HTTPEvent =
                direction == .toClient
                ? .unanswered(number, .unseen, mark) : .end(number, direction, .cut, mark)
            emit(id, end)
            close(id)
        default: strayBytes += bytes.count
        }
    }

    /// Bytes of a body that the capture does not hold.
    mutating func missingContent(_ id: Int, _ direction: Direction, length: Int?, _ mark: Mark, ends: Bool) {
        guard streams.index(forKey: id) != nil else { return }
        streams[id]?.webSocket?.lose()
        emit(id, .gap(number(id), direction, length: length, mark))
        if ends { content(id, direction, [], mark, ends: true) }
    }

    private mutating func begin(_ received: ReceivedFields, ends: Bool) {
        if received.isRequest { beginRequest(received, ends: ends) } else { beginResponse(received, ends: ends) }
        close(received.id)
    }

    private mutating func beginRequest(_ received: ReceivedFields, ends: Bool) {
        let id = received.id
        let number = number(id)
        let isPushed = received.promised != nil
        var head = received.requestHead(on: flow, dialect.protocolName)
        if isPushed { head.origin.notes.append("pushed") }
        if let dispute = received.fields.dispute {
            head.origin.notes.append(Exchange.disputed)
            for host in dispute.hosts {
                report(
                    .requestDisputed, received.first, host: host, detail: "stream \(id): \(dispute.reason)",
                    blind: blind(received.whole, .toServer, host: host))
            }
        }
        highestRequest = max(highestRequest, isPushed ? -1 : id)
        streams[id]?.authority = head.request.authority.lowercased()
        let isWebSocket = received.fields.tunnelled?.lowercased() == "websocket"
        streams[id]?.isTunnel = head.request.method == "CONNECT" && !isWebSocket
        if isWebSocket { streams[id]?.webSocket = WebSocketStream(host: head.request.host, received.first) }
        outbox.emit(.request(number, head))
        if ends { outbox.emit(.end(number, .toServer, .complete, received.whole)) }
        release(id, asOrphan: false)
        if serverEnded || id > lastProcessed { abort(id, .failed, note: nil, received.whole) }
    }

    private mutating func beginResponse(_ received: ReceivedFields, ends: Bool) {
        let id = received.id
        let number = number(id)
        let head = received.responseHead(dialect.protocolName)
        emit(id, .response(number, head))
        if streams[id]?.isTunnel == true, (200..<300).contains(head.status) {
            let host = streams[id]?.authority ?? ""
            report(
                dialect.tunnel, received.first, host: host, detail: "stream \(id) is a tunnel to \(host)",
                blind: Blind(from: received.first.at, host: host, server: flow.connection.server, manyHosts: true))
        }
        if ends { emit(id, .end(number, .toClient, .complete, received.whole)) }
    }

    // MARK: Streams

    func number(_ id: Int) -> Int { streams[id]?.number ?? id }

    /// Moves a stream on; a head opens it if need be.
    mutating func advance(
        _ id: Int, _ direction: Direction, _ input: MessageInput, at mark: Mark
    ) -> (action: MessageAction, number: Int) {
        if let place = streams.index(forKey: id) {
            let moved = streams.values[place].hasMoved
            if !moved.toServer || !moved.toClient { noteMoved(id) }
            return streams.values[place].advance(direction, input)
        }
        switch input {
        case .head, .headAndEnd, .interim: break
        case .content, .contentAndEnd, .abort: return (.contentOfUnseen, id)
        }
        if direction == .toClient, isPast(id) {
            return (.ignore, id)
        }
        if streams.count >= maximumStreams, let oldest = takeOldest() {
            abort(oldest, .unseen, note: nil, mark)
        }
        var stream = Stream(number: id)
        if direction == .toClient {
            stream.request = .ended
            stream.isOrphan = true
            stream.held = []
        }
        let begun = stream.advance(direction, input)
        streams[id] = stream
        noteOpened(id)
        noteMoved(id)
        return begun
    }

    private mutating func noteMoved(_ id: Int) {
        guard let stream = streams[id] else { return }
        if !stream.hasMoved.toServer { moved.toServer.append(id) }
        if !stream.hasMoved.toClient { moved.toClient.append(id) }
        streams[id]?.hasMoved = (true, true)
        guard max(moved.toServer.count, moved.toClient.count) > 2 * streams.count + 64 else { return }
        moved.toServer = Array(Set(moved.toServer).filter { streams[$0] != nil })
        moved.toClient = Array(Set(moved.toClient).filter { streams[$0] != nil })
    }

    private mutating func noteOpened(_ id: Int) {
        opened.append(id)
        // At most as many that have ended as are open, give or take a few.
        guard opened.count - openedHead > 2 * streams.count + 64 else { return }
        opened = opened[openedHead...].filter { streams[$0] != nil }
        openedHead = 0
    }

    private mutating func takeOldest() -> Int? {
        while openedHead < opened.count {
            openedHead += 1
            if streams[opened[openedHead - 1]] != nil { return opened[openedHead - 1] }
        }
        return nil
    }

    /// The request of this stream, if it was seen at all, has been answered.
    func isPast(_ id: Int) -> Bool {
        dialect.keepsOrder && dialect.isRequestStream(id) && id <= highestRequest && !mayLackRequests
    }

    /// Forgets a stream both of whose messages have ended.
    mutating func close(_ id: Int) {
        guard let place = streams.index(forKey: id), streams.values[place].isOver else { return }
        reportMessages(of: streams.remove(at: place).value)
    }

    /// What the client sent over a WebSocket, once its stream is over.
    mutating func reportMessages(of stream: Stream) {
        if let diagnostic = stream.webSocket?.report(on: flow) { outbox.report(diagnostic) }
    }

    // MARK: Responses that come before their requests

    /// Gives out an event, or holds it while the request of its stream may still come.
    mutating func emit(_ id: Int, _ event: HTTPEvent) {
        guard streams[id]?.held != nil else { return outbox.emit(event) }
        streams[id]?.held?.append(event)
        if case .body(_, _, let bytes, _) = event { heldBytes += bytes.count }
        let mayStillCome = !isPast(id) && !mayLackRequests && !clientEnded
        if !mayStillCome || heldBytes > maximumHeld { release(id) }
    }

    /// - Parameter asOrphan: the request will not come any more.
    mutating func release(_ id: Int, asOrphan: Bool = true) {
        guard let held = streams[id]?.held else { return }
        streams[id]?.held = nil
        for event in held {
            if case .body(_, _, let bytes, _) = event { heldBytes -= bytes.count }
            if asOrphan, case .response(_, let head) = event {
                outbox.report(
                    Diagnostic(
                        dialect.requestUnseen, locator: .frames(head.origin.frames), at: head.origin.startedAt,
                        detail: "stream \(id): a response \(head.status) without its request",
                        blind: flow.blind(from: nil, to: head.origin.startedAt, hiding: .toServer, manyHosts: true)))
            }
            outbox.emit(event)
        }
        close(id)
    }

    mutating func releaseHeld() {
        for id in streams.keys.sorted() { release(id) }
    }

    mutating func report(_ code: DiagnosticCode, _ mark: Mark, host: String? = nil, detail: String, blind: Blind?) {
        outbox.report(
            Diagnostic(
                code, locator: .frames(mark.frames), at: mark.at, subject: host, detail: detail, blind: blind))
    }

    /// What one unreadable message hides.
    func blind(_ mark: Mark, _ direction: Direction, host: String? = nil) -> Blind {
        flow.blind(from: mark.at, to: mark.at, hiding: direction, host: host, manyHosts: true)
    }
}
