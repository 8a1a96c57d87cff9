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
        var authority = ""
        /// Its response was seen first.
        var isOrphan = false
        /// Events of the response while the request has not been seen; `nil` once it was, or will not be.
        var held: [HTTPEvent]?

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

    let flow: HTTPFlow
    let dialect: HTTPDialect
    let maximumHeld: Int
    let maximumStreams: Int
    var streams: [Int: Stream] = [:]
    /// Ids in the order in which their streams were opened, some of which have ended since.
    private var opened: [Int] = []
    private var openedHead = 0
    var highestRequest = -1
    var heldBytes = 0
    var strayBytes = 0
    /// The server has said that it processes no request above this one.
    var lastProcessed = Int.max
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
            if ends, streams.index(forKey: id) != nil { content(id, direction, [], whole, ends: true, into: &outbox) }
            return
        }
        let input: MessageInput =
            fields.isInterim && !isRequest ? .interim : ends || promised != nil ? .headAndEnd : .head
        let (action, number) = advance(id, isRequest ? .toServer : .toClient, input, at: first, into: &outbox)
        switch action {
        case .begin: begin(id, fields, isRequest, isPushed: promised != nil, first, whole, ends: false, into: &outbox)
        case .beginAndEnd:
            begin(id, fields, isRequest, isPushed: promised != nil, first, whole, ends: true, into: &outbox)
        case .noteInterim: emit(id, .note(number, "interim"), into: &outbox)
        case .trailers: emit(id, .trailers(number, direction, fields.headers, whole), into: &outbox)
        case .trailersAndEnd:
            emit(id, .trailers(number, direction, fields.headers, whole), into: &outbox)
            emit(id, .end(number, direction, .complete, whole), into: &outbox)
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
        let (action, number) = advance(id, direction, ends ? .contentAndEnd : .content, at: mark, into: &outbox)
        switch action {
        case .content:
            emit(id, .body(number, direction, bytes, mark), into: &outbox)
        case .contentAndEnd:
            if !bytes.isEmpty { emit(id, .body(number, direction, bytes, mark), into: &outbox) }
            emit(id, .end(number, direction, .complete, mark), into: &outbox)
            close(id)
        case .endOfUnseen:
            strayBytes += bytes.count
            // Its exchange, if there is one, waits for nothing more.
            let end: HTTPEvent =
                direction == .toClient
                ? .unanswered(number, .unseen, mark) : .end(number, direction, .cut, mark)
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
        guard streams.index(forKey: id) != nil else { return }
        emit(id, .gap(number(id), direction, length: length, mark), into: &outbox)
        if ends { content(id, direction, [], mark, ends: true, into: &outbox) }
    }

    mutating func begin(
        _ id: Int, _ fields: MessageFields, _ isRequest: Bool, isPushed: Bool, _ first: Mark, _ whole: Mark,
        ends: Bool, into outbox: inout Outbox<HTTPEvent>
    ) {
        let number = number(id)
        if isRequest {
            var head = fields.requestHead(
                on: flow, protocolName: dialect.protocolName, stream: id, first: first, whole: whole)
            if isPushed { head.notes.append("pushed") }
            if let dispute = fields.dispute {
                head.notes.append(Exchange.disputed)
                for host in dispute.hosts {
                    report(
                        .requestDisputed, first, host: host, detail: "stream \(id): \(dispute.reason)",
                        blind: blind(whole, .toServer, host: host), into: &outbox)
                }
            }
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

    // MARK: Streams

    func number(_ id: Int) -> Int { streams[id]?.number ?? id }

    /// Moves a stream on; a head opens it if need be.
    mutating func advance(
        _ id: Int, _ direction: Direction, _ input: MessageInput, at mark: Mark,
        into outbox: inout Outbox<HTTPEvent>
    ) -> (action: MessageAction, number: Int) {
        if let place = streams.index(forKey: id) {
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
            abort(oldest, .unseen, note: nil, mark, into: &outbox)
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
        return begun
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
        guard let stream = streams[id], stream.request == .ended, stream.response == .ended, stream.held == nil else {
            return
        }
        streams[id] = nil
    }

    // MARK: Responses that come before their requests

    /// Gives out an event, or holds it while the request of its stream may still come.
    mutating func emit(_ id: Int, _ event: HTTPEvent, into outbox: inout Outbox<HTTPEvent>) {
        guard streams[id]?.held != nil else { return outbox.emit(event) }
        streams[id]?.held?.append(event)
        if case .body(_, _, let bytes, _) = event { heldBytes += bytes.count }
        let mayStillCome = !isPast(id) && !mayLackRequests && !clientEnded
        if !mayStillCome || heldBytes > maximumHeld { release(id, into: &outbox) }
    }

    /// - Parameter asOrphan: the request will not come any more.
    mutating func release(_ id: Int, asOrphan: Bool = true, into outbox: inout Outbox<HTTPEvent>) {
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

    mutating func releaseHeld(into outbox: inout Outbox<HTTPEvent>) {
        for id in streams.keys.sorted() { release(id, into: &outbox) }
    }

    func report(
        _ code: DiagnosticCode, _ mark: Mark, host: String? = nil, detail: String, blind: Blind?,
        into outbox: inout Outbox<HTTPEvent>
    ) {
        outbox.report(
            Diagnostic(
                code, locator: .frames(mark.frames), at: mark.at, subject: host, detail: detail, blind: blind))
    }

    /// What one unreadable message hides.
    func blind(_ mark: Mark, _ direction: Direction, host: String? = nil) -> Blind {
        flow.blind(from: mark.at, to: mark.at, hiding: direction, host: host, manyHosts: true)
    }
}
