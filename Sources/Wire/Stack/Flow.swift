import Model

/// The two endpoints of a flow, in an order that does not depend on who speaks.
struct FlowKey: Sendable, Hashable {
    let low: Endpoint
    let high: Endpoint

    init(_ one: Endpoint, _ other: Endpoint) {
        (low, high) = one < other ? (one, other) : (other, one)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(low.address.high ^ high.address.high)
        hasher.combine(low.address.low)
        hasher.combine(high.address.low)
        hasher.combine(UInt32(low.port) << 16 | UInt32(high.port))
    }
}

/// One TCP connection with what is spoken on it.
struct Flow: Sendable {
    let number: Int
    let key: FlowKey
    /// Whether the client is ``FlowKey/low``.
    private(set) var clientIsLow: Bool
    private(set) var tcp: TCPFlow
    private(set) var conversation: Conversation
    private(set) var frames = 0
    private let firstAt: Timestamp
    private(set) var lastMark: Mark
    /// Everything was given out; what still arrives is repetition.
    private(set) var isFinished = false
    /// The connection waits for its last packets before it is finished.
    var isClosing = false

    /// - Parameter segment: the first one.
    init(_ number: Int, _ segment: TCPSegment, on route: Route, _ frame: Span<UInt8>, _ mark: Mark) {
        self.number = number
        key = FlowKey(route.source, route.destination)
        firstAt = mark.at
        lastMark = mark
        tcp = TCPFlow(isJoinedLate: !segment.flags.contains(.syn))
        let sourceIsClient =
            if segment.flags.contains(.syn) {
                !segment.flags.contains(.ack)
            } else {
                Speaker.isClient(
                    frame.extracting(segment.payload), from: route.source.port, to: route.destination.port)
            }
        clientIsLow = (route.source == key.low) == sourceIsClient
        conversation = Conversation(flow: number)
        conversation.setEndpoints(client: client.description, server: server.description)
    }

    var client: Endpoint { clientIsLow ? key.low : key.high }
    var server: Endpoint { clientIsLow ? key.high : key.low }

    mutating func receive(
        _ segment: TCPSegment, from source: Endpoint, _ frame: Span<UInt8>, _ mark: Mark,
        in context: inout WireContext
    ) {
        frames += 1
        lastMark = mark
        guard !isFinished else { return }
        if !tcp.hasBegun, !segment.payload.isEmpty {
            reconsider(segment, source, frame)
            if tcp.isJoinedLate { recogniseStart(segment, frame) }
        }
        let direction = direction(from: source)
        tcp.emitting(into: &context.scratch) { $0.receive(segment, direction, frame, mark) }
        pass(in: &context)
        if let direction = tcp.takeDispute() { conversation.dispute(direction) }
    }

    /// Whether the segment opens another connection between the same endpoints.
    func isReplaced(by segment: TCPSegment, from source: Endpoint) -> Bool {
        tcp.isReplaced(by: segment, direction(from: source))
    }

    /// Waits for no missing bytes any more.
    mutating func flush(in context: inout WireContext) {
        guard !isFinished else { return }
        let mark = lastMark
        tcp.emitting(into: &context.scratch) { $0.flush(at: mark) }
        pass(in: &context)
    }

    /// Gives out all that is left, then the diagnostics of the connection and its summary.
    mutating func finish(in context: inout WireContext) {
        guard !isFinished else { return }
        isFinished = true
        let mark = lastMark
        tcp.emitting(into: &context.scratch) { $0.finish(at: mark) }
        pass(in: &context)
        conversation.finish(in: &context)
        tcp.reportLosses(
            host: conversation.onlyHost, server: conversation.server, manyHosts: conversation.mayCarryManyHosts,
            isHTTP: conversation.mayCarryHTTP, firstAt: firstAt, into: &context.outbox)
        context.outbox.emit(.flow(summary))
        // What is left is a mark that the connection was seen.
        conversation = Conversation(flow: number)
    }

    private var summary: FlowSummary {
        FlowSummary(
            number: number, transport: .tcp, client: conversation.client, server: conversation.server,
            bytesToServer: tcp.toServer.bytes, bytesToClient: tcp.toClient.bytes, frames: frames, firstAt: firstAt,
            lastAt: lastMark.at, isJoinedLate: tcp.isJoinedLate,
            gaps: tcp.toServer.losses.gapCount + tcp.toClient.losses.gapCount, protocols: conversation.protocols,
            serverName: conversation.serverName, alpn: conversation.applicationProtocol,
            undecrypted: conversation.undecrypted)
    }

    private func direction(from source: Endpoint) -> Direction {
        (source == key.low) == clientIsLow ? .toServer : .toClient
    }

    /// The first payload tells who is who better than ports do.
    private mutating func reconsider(_ segment: TCPSegment, _ source: Endpoint, _ frame: Span<UInt8>) {
        guard let sourceIsClient = Speaker.isClient(frame.extracting(segment.payload)),
            ((source == key.low) == sourceIsClient) != clientIsLow
        else { return }
        clientIsLow.toggle()
        tcp.swapDirections()
        conversation.setEndpoints(client: client.description, server: server.description)
    }

    /// A client says nothing before its ClientHello, and a server nothing before it has read it.
    private mutating func recogniseStart(_ segment: TCPSegment, _ frame: Span<UInt8>) {
        let payload = frame.extracting(segment.payload)
        guard ClientHello.begins(payload.copy(0..<min(payload.count, ClientHello.recognisedLength))) else { return }
        tcp.startWithNextBytes()
    }

    /// Hands what TCP gave out on to the conversation.
    private mutating func pass(in context: inout WireContext) {
        guard !context.scratch.items.isEmpty else { return }
        // Moved out and back, so that its items are not copied while the context changes.
        var given = Outbox<StreamEvent>()
        swap(&given, &context.scratch)
        for item in given.items {
            switch item {
            case .event(let event): conversation.feed(event, in: &context)
            case .diagnostic(let diagnostic): context.outbox.report(diagnostic)
            }
        }
        given.removeAll()
        swap(&given, &context.scratch)
    }
}

/// Who is the client on a connection whose beginning was not captured.
enum Speaker {
    /// Judged by what is said, else by the ports.
    static func isClient(_ payload: Span<UInt8>, from source: UInt16, to destination: UInt16) -> Bool {
        if let known = isClient(payload) { return known }
        let sourceServes = serverPorts.contains(source)
        let destinationServes = serverPorts.contains(destination)
        return sourceServes == destinationServes ? source >= destination : destinationServes
    }

    /// `nil` when the first bytes do not tell.
    static func isClient(_ payload: Span<UInt8>) -> Bool? {
        let head = payload.copy(0..<min(payload.count, 16))
        if head.starts(with: "HTTP/1.".utf8) { return false }
        if head.starts(with: "PRI * HTTP/2".utf8) { return true }
        // A TLS handshake record with its first message: ClientHello or ServerHello.
        if head.count >= 6, head[0] == 0x16, head[1] == 3 {
            if head[5] == 1 { return true }
            if head[5] == 2 { return false }
        }
        return HTTPMethod.isKnown(head) ? true : nil
    }

    /// Ports on which proxies and web servers usually listen: a hint about direction, never about the protocol.
    private static let serverPorts: Set<UInt16> = [80, 443, 3_128, 8_000, 8_008, 8_080, 8_081, 8_443, 8_888, 9_090]
}
