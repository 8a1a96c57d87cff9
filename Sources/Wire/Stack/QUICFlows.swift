import Model

/// The QUIC connections of a capture: datagrams to streams to HTTP/3 exchanges, each connection a flow of its own that is
/// followed across addresses.
struct QUICFlows: Sendable {
    private var decoder: QUICDecoder<Endpoint>
    /// By the decoder's numbers of connections; `nil` once given out: what comes late, such as a repeated close, makes no
    /// further flow. An array, because flows are large and a dictionary moves its values to change them.
    private var flows: [Flow?] = []
    /// Peers of datagrams with a long header: short headers between others may be anything.
    private var servers: Set<Endpoint> = []

    init(secrets: SecretStore) {
        decoder = QUICDecoder(secrets: secrets)
    }

    /// Takes a datagram when it can belong to a QUIC connection.
    ///
    /// - Returns: whether it can.
    mutating func receive(
        _ datagram: Datagram, _ kind: Datagram.Kind, on route: Route, _ bytes: Span<UInt8>, _ mark: Mark,
        in context: inout WireContext
    ) -> Bool {
        let (source, destination) = (route.source, route.destination)
        switch kind {
        case .quicLongHeader:
            servers.insert(source)
            servers.insert(destination)
        case .maybeQUICShortHeader:
            // A client may change its address in mid-connection; its server is known by then, or on the usual port.
            guard
                source.port == 443 || destination.port == 443 || servers.contains(source)
                    || servers.contains(destination)
            else { return false }
        case .encapsulation, .tunnel, .other: return false
        }
        let payload = bytes.withUnsafeBufferPointer { Array($0[datagram.payload.clamped(to: 0..<bytes.count)]) }
        let connection = decoder.feed(datagram: payload, from: source, to: destination, mark: mark)
        if let connection {
            open(connection, mark, in: &context)
            let isToServer = decoder.endpoints(of: connection)?.client == source || destination.port == 443
            flows[connection]?.count(datagram.payload.count + datagram.missing, isToServer: isToServer, mark)
        }
        takeEvents(in: &context)
        return true
    }

    /// The capture is over: every connection is given out as far as it was read.
    mutating func finish(in context: inout WireContext) {
        decoder.finish()
        takeEvents(in: &context)
        for connection in flows.indices { close(connection, in: &context) }
    }

    private mutating func open(_ connection: Int, _ mark: Mark, in context: inout WireContext) {
        while flows.count <= connection {
            let ends = decoder.endpoints(of: flows.count)
            flows.append(
                Flow(
                    context.takeFlowNumber(), client: ends?.client.description ?? "",
                    server: ends?.server.description ?? "", mark, context.limits))
        }
    }

    private mutating func takeEvents(in context: inout WireContext) {
        var events = Outbox<QUICEvent>()
        swap(&events, &decoder.outbox)
        for item in events.items {
            switch item {
            case .diagnostic(let diagnostic): context.outbox.report(diagnostic)
            case .event(let event):
                if case .facts(let connection, _, let mark) = event { open(connection, mark, in: &context) }
                take(event, in: &context)
            }
        }
        // Its storage serves the next datagram.
        events.removeAll()
        decoder.outbox = events
    }

    private mutating func take(_ event: QUICEvent, in context: inout WireContext) {
        guard flows.indices.contains(event.connection) else { return }
        switch event {
        case .facts(let connection, let facts, _): flows[connection]?.learn(facts)
        case .stream(let connection, let id, let event): flows[connection]?.feed(stream: id, event, in: &context)
        case .undecrypted(let connection, let direction, let reason, let mark):
            flows[connection]?.lose(direction, "\(reason)", mark, in: &context)
        case .ended(let connection, let mark):
            flows[connection]?.end(mark, in: &context)
            close(connection, in: &context)
        case .datagram(let connection, _, let bytes, let mark): flows[connection]?.count(other: bytes.count, mark)
        }
    }

    private mutating func close(_ connection: Int, in context: inout WireContext) {
        guard var flow = flows[connection] else { return }
        flows[connection] = nil
        flow.finish(in: &context)
        context.outbox.emit(.flow(flow.summary))
    }
}

extension QUICFlows {
    /// One connection with the HTTP/3 above it.
    private struct Flow: Sendable {
        private(set) var summary: FlowSummary
        private var http3: HTTP3Decoder
        private var exchanges: ExchangeBuilder
        private var mayBeHTTP3 = true
        /// Bytes of another application protocol, and of datagrams: they are counted and not read.
        private var other: (bytes: Int, mark: Mark?) = (0, nil)

        init(_ number: Int, client: String, server: String, _ mark: Mark, _ limits: WireLimits) {
            summary = FlowSummary(
                number: number, transport: .udp, client: client, server: server, bytesToServer: 0, bytesToClient: 0,
                frames: 0, firstAt: mark.at, lastAt: mark.at, isJoinedLate: false, gaps: 0, protocols: ["quic"],
                serverName: nil, alpn: nil, undecrypted: nil)
            let flow = HTTPFlow(
                scheme: "https", connection: Exchange.Connection(flow: number, client: client, server: server))
            http3 = HTTP3Decoder(flow: flow, limits: limits.http3)
            exchanges = ExchangeBuilder(flow: flow, limits: limits.exchanges)
        }

        mutating func count(_ bytes: Int, isToServer: Bool, _ mark: Mark) {
            summary.frames += 1
            summary.lastAt = max(summary.lastAt, mark.at)
            if isToServer { summary.bytesToServer += bytes } else { summary.bytesToClient += bytes }
        }

        mutating func count(other bytes: Int, _ mark: Mark) {
            other = (other.bytes + bytes, other.mark?.extended(to: mark) ?? mark)
        }

        mutating func learn(_ facts: QUICFacts) {
            summary.serverName = facts.tls.serverName ?? summary.serverName
            summary.alpn = facts.tls.applicationProtocol ?? facts.tls.offeredProtocols.first ?? summary.alpn
            mayBeHTTP3 = summary.alpn.map { $0.hasPrefix("h3") } ?? true
        }

        mutating func feed(stream: UInt64, _ event: StreamEvent, in context: inout WireContext) {
            guard mayBeHTTP3 else {
                if case .bytes(_, let bytes, let mark) = event { count(other: bytes.count, mark) }
                return
            }
            if summary.protocols.count == 1 { summary.protocols.append("h3") }
            if case .gap = event { summary.gaps += 1 }
            http3.feed(stream: stream, event)
            pass(in: &context)
        }

        mutating func lose(
            _ direction: Direction, _ reason: String, _ mark: Mark, in context: inout WireContext
        ) {
            summary.undecrypted = summary.undecrypted ?? reason
            http3.lose(direction, mark)
            pass(in: &context)
        }

        mutating func end(_ mark: Mark, in context: inout WireContext) {
            http3.close(mark)
            pass(in: &context)
        }

        mutating func finish(in context: inout WireContext) {
            http3.finish()
            pass(in: &context)
            exchanges.finish()
            emitComplete(in: &context)
            guard let mark = other.mark else { return }
            let name = mayBeHTTP3 ? "datagrams" : summary.alpn ?? "unknown"
            if !mayBeHTTP3 { summary.protocols.append(name) }
            report(
                .unknownProtocol(
                    other.bytes, name, since: summary.firstAt, mark, host: summary.serverName, server: summary.server),
                in: &context)
        }

        /// Hands what HTTP/3 gave out on, and gives out the exchanges that are complete.
        private mutating func pass(in context: inout WireContext) {
            for item in http3.outbox.items {
                switch item {
                case .event(let event): exchanges.feed(event)
                case .diagnostic(let diagnostic): report(diagnostic, in: &context)
                }
            }
            http3.outbox.removeAll()
            emitComplete(in: &context)
        }

        private mutating func emitComplete(in context: inout WireContext) {
            for item in exchanges.outbox.items {
                switch item {
                case .event(let exchange): context.outbox.emit(.exchange(exchange))
                case .diagnostic(let diagnostic): report(diagnostic, in: &context)
                }
            }
            exchanges.outbox.removeAll()
        }

        /// Layers know no addresses: the connection's server is filled in.
        private func report(_ diagnostic: Diagnostic, in context: inout WireContext) {
            var diagnostic = diagnostic
            if diagnostic.blind != nil, diagnostic.blind?.server == nil { diagnostic.blind?.server = summary.server }
            if diagnostic.subject == nil { diagnostic.subject = summary.serverName ?? summary.server }
            context.outbox.report(diagnostic)
        }
    }
}
