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
    private let limits: WireLimits
    private var scratch = Outbox<QUICEvent>()

    init(secrets: SecretStore, limits: WireLimits) {
        self.limits = limits
        decoder = QUICDecoder(secrets: secrets)
    }

    /// Takes a datagram when it can belong to a QUIC connection.
    ///
    /// - Returns: whether it can.
    mutating func receive(
        _ datagram: Datagram, _ kind: Datagram.Kind, _ bytes: Span<UInt8>, _ packet: IPPacket, _ mark: Mark,
        nextNumber: inout Int, into outbox: inout Outbox<WireEvent>
    ) -> Bool {
        let source = Endpoint(address: packet.source, port: datagram.sourcePort)
        let destination = Endpoint(address: packet.destination, port: datagram.destinationPort)
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
        case .tunnel, .other: return false
        }
        let payload = bytes.withUnsafeBufferPointer { Array($0[datagram.payload.clamped(to: 0..<bytes.count)]) }
        let connection = decoder.feed(datagram: payload, from: source, to: destination, mark: mark, into: &scratch)
        if let connection {
            open(connection, mark, nextNumber: &nextNumber)
            let isToServer = decoder.endpoints(of: connection)?.client == source || destination.port == 443
            flows[connection]?.count(datagram.payload.count + packet.missing, isToServer: isToServer, mark)
        }
        takeEvents(nextNumber: &nextNumber, into: &outbox)
        return true
    }

    /// The capture is over: every connection is given out as far as it was read.
    mutating func finish(nextNumber: inout Int, into outbox: inout Outbox<WireEvent>) {
        decoder.finish(into: &scratch)
        takeEvents(nextNumber: &nextNumber, into: &outbox)
        for connection in flows.indices { close(connection, into: &outbox) }
    }

    private mutating func open(_ connection: Int, _ mark: Mark, nextNumber: inout Int) {
        while flows.count <= connection {
            let ends = decoder.endpoints(of: flows.count)
            flows.append(
                Flow(
                    number: nextNumber, client: ends?.client.description ?? "",
                    server: ends?.server.description ?? "", mark, limits))
            nextNumber += 1
        }
    }

    private mutating func takeEvents(nextNumber: inout Int, into outbox: inout Outbox<WireEvent>) {
        var events = Outbox<QUICEvent>()
        swap(&events, &scratch)
        for item in events.items {
            switch item {
            case .diagnostic(let diagnostic): outbox.report(diagnostic)
            case .event(let event):
                if case .facts(let connection, _, let mark) = event { open(connection, mark, nextNumber: &nextNumber) }
                take(event, into: &outbox)
            }
        }
        // Its storage serves the next datagram.
        events.removeAll()
        scratch = events
    }

    private mutating func take(_ event: QUICEvent, into outbox: inout Outbox<WireEvent>) {
        guard flows.indices.contains(event.connection) else { return }
        switch event {
        case .facts(let connection, let facts, _): flows[connection]?.learn(facts)
        case .stream(let connection, let id, let event): flows[connection]?.feed(stream: id, event, into: &outbox)
        case .undecrypted(let connection, let direction, let reason, let mark):
            flows[connection]?.lose(direction, "\(reason)", mark, into: &outbox)
        case .ended(let connection, let mark):
            flows[connection]?.end(mark, into: &outbox)
            close(connection, into: &outbox)
        case .datagram: break
        }
    }

    private mutating func close(_ connection: Int, into outbox: inout Outbox<WireEvent>) {
        guard var flow = flows[connection] else { return }
        flows[connection] = nil
        flow.finish(into: &outbox)
        outbox.emit(.flow(flow.summary))
    }
}

extension QUICFlows {
    /// One connection with the HTTP/3 above it.
    private struct Flow: Sendable {
        private(set) var summary: FlowSummary
        private var http3: HTTP3Decoder
        private var exchanges: ExchangeBuilder
        /// What an application protocol other than HTTP/3 says on its streams is not for us.
        private var mayBeHTTP3 = true
        private var events = Outbox<HTTPEvent>()
        private var complete = Outbox<Exchange>()

        init(number: Int, client: String, server: String, _ mark: Mark, _ limits: WireLimits) {
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

        mutating func learn(_ facts: QUICFacts) {
            summary.serverName = facts.tls.serverName ?? summary.serverName
            summary.alpn = facts.tls.applicationProtocol ?? facts.tls.offeredProtocols.first ?? summary.alpn
            mayBeHTTP3 = summary.alpn.map { $0.hasPrefix("h3") } ?? true
        }

        mutating func feed(stream: UInt64, _ event: StreamEvent, into outbox: inout Outbox<WireEvent>) {
            guard mayBeHTTP3 else { return }
            if summary.protocols.count == 1 { summary.protocols.append("h3") }
            if case .gap = event { summary.gaps += 1 }
            step(into: &outbox) { $0.feed(stream: stream, event, into: &$1) }
        }

        mutating func lose(
            _ direction: Direction, _ reason: String, _ mark: Mark, into outbox: inout Outbox<WireEvent>
        ) {
            summary.undecrypted = summary.undecrypted ?? reason
            step(into: &outbox) { $0.lose(direction, mark, into: &$1) }
        }

        mutating func end(_ mark: Mark, into outbox: inout Outbox<WireEvent>) {
            step(into: &outbox) { $0.close(mark, into: &$1) }
        }

        mutating func finish(into outbox: inout Outbox<WireEvent>) {
            step(into: &outbox) { $0.finish(into: &$1) }
            exchanges.finish(into: &complete)
            emitComplete(into: &outbox)
        }

        private mutating func step(
            into outbox: inout Outbox<WireEvent>, _ body: (inout HTTP3Decoder, inout Outbox<HTTPEvent>) -> Void
        ) {
            body(&http3, &events)
            for item in events.items {
                switch item {
                case .event(let event): exchanges.feed(event, into: &complete)
                case .diagnostic(let diagnostic): report(diagnostic, into: &outbox)
                }
            }
            events.removeAll()
            emitComplete(into: &outbox)
        }

        private mutating func emitComplete(into outbox: inout Outbox<WireEvent>) {
            for item in complete.items {
                switch item {
                case .event(let exchange): outbox.emit(.exchange(exchange))
                case .diagnostic(let diagnostic): report(diagnostic, into: &outbox)
                }
            }
            complete.removeAll()
        }

        /// Layers know no addresses: the connection's server is filled in.
        private func report(_ diagnostic: Diagnostic, into outbox: inout Outbox<WireEvent>) {
            var diagnostic = diagnostic
            if diagnostic.blind != nil, diagnostic.blind?.server == nil { diagnostic.blind?.server = summary.server }
            if diagnostic.subject == nil { diagnostic.subject = summary.serverName ?? summary.server }
            outbox.report(diagnostic)
        }
    }
}
