import Model

/// What is spoken on one flow: the protocols from the outside in, each fed with what the one below it gives.
///
/// TCP gives bytes; they may be TLS, whose plaintext may be HTTP/1.1 to a proxy, whose tunnel may hold TLS again. Each
/// layer is decided by ``NextProtocol`` from its own first bytes.
struct Conversation: Sendable {
    /// HTTPS through an HTTPS proxy has five layers; more are somebody's joke.
    private static let mostLayers = 8
    private static let mostUndecidedEvents = 256

    private let number: Int
    private(set) var client = ""
    private(set) var server = ""
    private var layers: [Layer] = []

    /// The host named by the innermost handshake or tunnel, lower-case.
    private(set) var serverName: String?
    private(set) var applicationProtocol: String?
    /// Why something could not be decrypted: the first reason.
    private(set) var undecrypted: String?
    private var offersManyHosts = false
    /// Hosts of requests; beyond one, the flow serves many.
    private var requestHost: String?
    private var hasManyRequestHosts = false

    init(flow number: Int) {
        self.number = number
    }

    mutating func setEndpoints(client: String, server: String) {
        self.client = client
        self.server = server
    }

    /// Protocols from the outside in.
    var protocols: [String] { layers.compactMap(\.name) }

    var mayCarryManyHosts: Bool { offersManyHosts || hasManyRequestHosts || layers.contains { $0.http2 != nil } }

    /// The only host that the flow is known to serve.
    var onlyHost: String? { hasManyRequestHosts ? nil : serverName ?? requestHost }

    /// Nothing was said that rules HTTP out.
    var mayCarryHTTP: Bool {
        guard case .other? = layers.last?.decision else { return true }
        return false
    }

    mutating func feed(_ event: StreamEvent, in context: inout WireContext) {
        feed(event, at: 0, in: &context)
    }

    /// The flow is over.
    mutating func finish(in context: inout WireContext) {
        var depth = 0
        while depth < layers.count {
            settle(depth, in: &context)
            finishLayer(depth, in: &context)
            depth += 1
        }
        for depth in layers.indices {
            var exchanges = Outbox<Exchange>()
            layers[depth].exchanges?.emitting(into: &exchanges) { $0.finish() }
            take(&exchanges, at: depth, in: &context)
        }
    }

    /// Bytes came a second time and differed, before the peer had acknowledged the first.
    mutating func dispute(_ direction: Direction) {
        for depth in layers.indices {
            let isInHead = layers[depth].http1.map { !$0.client.pending.isEmpty } ?? false
            layers[depth].exchanges?.dispute(direction, isInHead: isInHead)
        }
    }

    // MARK: Layers

    private mutating func feed(
        _ event: StreamEvent, at depth: Int, in context: inout WireContext
    ) {
        if depth == layers.count { layers.append(Layer(applicationProtocol: applicationProtocol)) }
        guard layers[depth].decision == nil else {
            return pass(event, at: depth, in: &context)
        }
        layers[depth].wait(event)
        let isLast = layers[depth].waiting.count >= Self.mostUndecidedEvents || depth + 1 >= Self.mostLayers
        guard let decision = NextProtocol.decide(layers[depth].first, isLast: isLast) else { return }
        begin(decision, at: depth, in: &context)
    }

    /// Decides a layer with what there is.
    private mutating func settle(_ depth: Int, in context: inout WireContext) {
        guard layers[depth].decision == nil, layers[depth].hasBytes,
            let decision = NextProtocol.decide(layers[depth].first, isLast: true)
        else { return }
        begin(decision, at: depth, in: &context)
    }

    private mutating func begin(
        _ decision: NextProtocol, at depth: Int, in context: inout WireContext
    ) {
        let scheme = layers[..<depth].contains { $0.tls != nil } ? "https" : "http"
        let flow = HTTPFlow(
            scheme: scheme, connection: Exchange.Connection(flow: number, client: client, server: server))
        let waiting = layers[depth].begin(decision, flow, in: context)
        for event in waiting { pass(event, at: depth, in: &context) }
    }

    private mutating func pass(
        _ event: StreamEvent, at depth: Int, in context: inout WireContext
    ) {
        if layers[depth].tls != nil {
            var inner = Outbox<TLSEvent>()
            swap(&inner, &context.plaintext)
            layers[depth].tls?.feed(event, into: &inner)
            take(&inner, at: depth, in: &context)
            swap(&inner, &context.plaintext)
        } else if layers[depth].speaksHTTP {
            var inner = Outbox<HTTPEvent>()
            swap(&inner, &context.messages)
            layers[depth].feed(event, into: &inner)
            take(&inner, at: depth, in: &context)
            swap(&inner, &context.messages)
        } else {
            layers[depth].count(event)
        }
    }

    private mutating func finishLayer(_ depth: Int, in context: inout WireContext) {
        var plaintext = Outbox<TLSEvent>()
        layers[depth].tls?.finish(into: &plaintext)
        take(&plaintext, at: depth, in: &context)
        var messages = Outbox<HTTPEvent>()
        layers[depth].http1?.finish(into: &messages)
        layers[depth].http2?.finish(into: &messages)
        layers[depth].socks?.finish(into: &messages)
        take(&messages, at: depth, in: &context)
        if case .other(let name)? = layers[depth].decision, let mark = layers[depth].mark {
            let since = layers[depth].since ?? mark.at
            report(
                NextProtocol.carriesNoHTTP(name)
                    ? .otherProtocol(layers[depth].bytes, name, mark)
                    : .unknownProtocol(
                        layers[depth].bytes, name, since: since, mark, host: serverName, server: server), in: &context)
        }
    }

    // MARK: What layers give, all of which is taken

    private mutating func take(
        _ inner: inout Outbox<TLSEvent>, at depth: Int, in context: inout WireContext
    ) {
        for item in inner.items {
            switch item {
            case .event(.plaintext(let event)): feed(event, at: depth + 1, in: &context)
            case .event(.facts(let facts, _)): learn(facts)
            case .event(.undecrypted(_, let reason, _)): undecrypted = undecrypted ?? "\(reason)"
            case .diagnostic(let diagnostic): report(diagnostic, in: &context)
            }
        }
        inner.removeAll()
    }

    private mutating func take(
        _ inner: inout Outbox<HTTPEvent>, at depth: Int, in context: inout WireContext
    ) {
        guard !inner.items.isEmpty else { return }
        var exchanges = Outbox<Exchange>()
        swap(&exchanges, &context.exchanges)
        for item in inner.items {
            switch item {
            case .event(.passed(let event)): feed(event, at: depth + 1, in: &context)
            case .event(.handover(.tunnel(let authority), _)):
                serverName = authority.isEmpty ? nil : Exchange.Request.host(of: authority)
                applicationProtocol = nil
            case .event(.handover(.upgraded(let name), _)): layers[depth].upgrade = name
            case .event(let event):
                if case .request(_, let head) = event { learn(head) }
                layers[depth].exchanges?.emitting(into: &exchanges) { $0.feed(event) }
            case .diagnostic(let diagnostic): report(diagnostic, in: &context)
            }
        }
        inner.removeAll()
        take(&exchanges, at: depth, in: &context)
        swap(&exchanges, &context.exchanges)
    }

    private func take(_ exchanges: inout Outbox<Exchange>, at depth: Int, in context: inout WireContext) {
        guard !exchanges.items.isEmpty else { return }
        // Below it is a proxy: SOCKS, or HTTP that became a tunnel.
        let isTunnelled = layers[..<depth].contains { $0.http1 != nil || $0.socks != nil }
        for item in exchanges.items {
            switch item {
            case .event(var exchange):
                if isTunnelled { exchange.notes.append(Exchange.proxied) }
                context.outbox.emit(.exchange(exchange))
            case .diagnostic(let diagnostic): report(diagnostic, in: &context)
            }
        }
        exchanges.removeAll()
    }

    private mutating func learn(_ facts: TLSFacts) {
        serverName = facts.serverName ?? serverName
        applicationProtocol = facts.applicationProtocol
        offersManyHosts = facts.mayCarryManyHosts
    }

    private mutating func learn(_ head: RequestHead) {
        let request = head.request
        guard !hasManyRequestHosts, request.method != "CONNECT", !request.authority.isEmpty else { return }
        let host = request.host
        if requestHost == nil { requestHost = host }
        if requestHost != host { hasManyRequestHosts = true }
    }

    /// Layers know no addresses: the flow's server is filled in.
    private func report(_ diagnostic: Diagnostic, in context: inout WireContext) {
        var diagnostic = diagnostic
        if diagnostic.blind != nil, diagnostic.blind?.server == nil { diagnostic.blind?.server = server }
        if diagnostic.subject == nil { diagnostic.subject = serverName ?? server }
        context.outbox.report(diagnostic)
    }
}
