import Model

/// Turns one flow into an exchange, or says what it is instead.
struct MitmproxyFlowReader: Sendable {
    private static let codes = ProxyExchange.Codes(
        timeUnreadable: .mitmproxyTimeUnreadable, bodyUndecodable: .mitmproxyBodyUndecodable,
        bodyCut: .mitmproxyBodyCut)

    private let limits: EntryLimits
    private(set) var source = ProxySource(product: "mitmproxy")
    /// Flows are saved when they end, so that one may lie before an earlier one.
    var sink = EntrySink<ProxyEvent>()
    private var newest: FlowVersion?

    init(limits: EntryLimits) {
        self.limits = limits
    }

    /// Gives out what the flow is.
    ///
    /// - Returns: the version of a flow that cannot be read for it; it is not accounted for.
    mutating func read(_ flow: TNetstring) -> String? {
        do throws(TNetstringFault) {
            guard let written = try flow.member("version") else {
                throw .unexpected(expected: "the key `version`")
            }
            guard let version = try FlowVersion(written), FlowVersion.known.contains(version) else {
                return try describe(written)
            }
            let shape = FlowShape(of: version)
            let kind = try flow.member("type")?.text ?? (shape.hasType ? "" : "http")
            if kind == "http" { try readHTTP(flow, shape) } else { try readOther(flow, kind, shape) }
            keep(version)
        } catch {
            let expected = if case .unexpected(let expected) = error { expected } else { "values inside their lengths" }
            sink.lose(
                Diagnostic(
                    .mitmproxyFlowDamaged, locator: .entry(sink.ledger.input), detail: "expected \(expected)", units: 1,
                    blind: Blind(from: sink.times.floor, to: sink.times.latest)))
        }
        return nil
    }

    private func describe(_ version: TNetstring) throws(TNetstringFault) -> String {
        if let version = try FlowVersion(version) { return version.description }
        return "of an unknown form"
    }

    private mutating func keep(_ version: FlowVersion) {
        guard newest.map({ $0 < version }) ?? true else { return }
        newest = version
        source.version = version.description
    }
}

// MARK: HTTP

extension MitmproxyFlowReader {
    private mutating func readHTTP(_ flow: TNetstring, _ shape: FlowShape) throws(TNetstringFault) {
        let builder = try MitmproxyExchangeBuilder(flow: flow, shape: shape, limits: limits)
        let startedAt = try builder.startedAt()
        let built = try builder.exchange(at: startedAt ?? sink.times.standIn, index: sink.ledger.input)
        let webSocket = try flow.member("websocket")?.member("messages")
        source.count(built.exchange, hasFailed: try builder.hasError())
        var sent = 0
        if let webSocket { sent = try countMessages(webSocket) }
        if try builder.isReplayedRequest() {
            return sink.lose(
                Diagnostic(
                    .mitmproxyReplayed, locator: built.exchange.locator, at: startedAt,
                    subject: built.exchange.request.host, detail: "the client's own request may have been overwritten",
                    units: 1, blind: Blind(host: built.exchange.request.host)))
        }
        if let startedAt { sink.times.keep(startedAt) }
        sink.count()
        sink.pass()
        built.emit(
            MitmproxyFlowReader.codes,
            missingTime: startedAt == nil
                ? "expected seconds since 1970 as `timestamp_start` of the request" : nil,
            into: &sink.outbox)
        if sent > 0 { reportMessages(sent, to: built.exchange.request.host, from: startedAt) }
    }

    /// - Returns: how many of the messages the client sent.
    private mutating func countMessages(_ messages: TNetstring) throws(TNetstringFault) -> Int {
        var sent = 0
        try messages.forEachElement { (message) throws(TNetstringFault) in
            source.webSocketMessages += 1
            if message.kind == .list, try message.elements(2).last?.isTrue ?? false { sent += 1 }
        }
        return sent
    }

    private mutating func reportMessages(_ sent: Int, to host: String, from: Timestamp?) {
        sink.outbox.report(
            Diagnostic(
                .mitmproxyMessagesUnread, locator: .entry(sink.ledger.input - 1), at: from, subject: host,
                detail: "\(sent) messages to the server", blind: Blind(from: from, host: host, hides: .requests)))
    }
}

// MARK: Other flows

extension MitmproxyFlowReader {
    private mutating func readOther(
        _ flow: TNetstring, _ kind: String, _ shape: FlowShape
    ) throws(TNetstringFault) {
        switch kind {
        case "tcp":
            source.tcpFlows += 1
            try reportOpaque(flow, kind, shape)
        case "udp":
            source.udpFlows += 1
            try reportOpaque(flow, kind, shape)
        case "dns":
            source.dnsFlows += 1
            sink.lose(
                Diagnostic(
                    .mitmproxyFlowNotHTTP, locator: .entry(sink.ledger.input), subject: kind, detail: "a DNS query",
                    units: 1))
        case "websocket" where shape.separatesWebSockets:
            source.webSocketMessageFlows += 1
            try flow.member("messages")?.forEachElement { (_) throws(TNetstringFault) in source.webSocketMessages += 1 }
            sink.lose(
                Diagnostic(
                    .mitmproxyFlowNotHTTP, locator: .entry(sink.ledger.input), subject: kind,
                    detail: "the messages of a WebSocket, whose opening request is a flow of its own", units: 1))
        default: throw .unexpected(expected: "one of the types http, tcp, udp, dns and websocket")
        }
    }

    /// A flow that was not read as HTTP hides whatever requests it carried.
    private mutating func reportOpaque(
        _ flow: TNetstring, _ kind: String, _ shape: FlowShape
    ) throws(TNetstringFault) {
        let client = try flow.member("client_conn")
        let server = try flow.member("server_conn")
        let host = try server?.member("sni")?.text?.lowercased()
        let from = try client?.member("timestamp_start")?.timestamp
        let to = try client?.member("timestamp_end")?.timestamp
        var address: String?
        if let value = try server?.member("address") { address = try MitmproxyAddress.read(value, shape.addresses) }
        sink.lose(
            Diagnostic(
                .mitmproxyFlowOpaque, locator: .entry(sink.ledger.input), at: from, subject: host ?? address,
                detail: "a \(kind.uppercased()) flow was passed through unread", units: 1,
                blind: Blind(from: from, to: to, host: host, server: address, manyHosts: true)))
    }
}
