import Model

/// Turns one flow into an exchange, or says what it is instead.
struct MitmproxyFlowReader: Sendable {
    enum Outcome {
        case exchange
        /// A diagnostic accounts for the flow.
        case diagnosed
        case unknownVersion(String)
    }

    private static let codes = ProxyExchange.Codes(
        timeUnreadable: .mitmproxyTimeUnreadable, bodyUndecodable: .mitmproxyBodyUndecodable,
        bodyCut: .mitmproxyBodyCut)

    private let limits: EntryLimits
    private(set) var source = ProxySource(product: "mitmproxy")
    /// The latest start of an exchange so far.
    private(set) var latest: Timestamp?
    private var previous: Timestamp?
    private var newest: FlowVersion?
    /// How far, in microseconds, a flow lay before an earlier one: flows are saved when they end.
    private var disorder: Int64 = 0

    init(limits: EntryLimits) {
        self.limits = limits
    }

    /// The time from which flows behind the ones read may lie.
    var floor: Timestamp? {
        latest?.advanced(byMicroseconds: -disorder)
    }

    mutating func read(
        _ flow: TNetstring, index: Int, into outbox: inout Outbox<ProxyEvent>
    ) -> Outcome {
        do throws(TNetstringFault) {
            guard let written = try flow.member("version") else {
                throw .unexpected(expected: "the key `version`")
            }
            guard let version = try FlowVersion(written), FlowVersion.known.contains(version) else {
                return .unknownVersion(try describe(written))
            }
            let shape = FlowShape(of: version)
            let kind = try flow.member("type")?.text ?? (shape.hasType ? "" : "http")
            let outcome =
                kind == "http"
                ? try readHTTP(flow, shape, index, into: &outbox)
                : try readOther(flow, kind, shape, index, into: &outbox)
            keep(version)
            return outcome
        } catch {
            let expected = if case .unexpected(let expected) = error { expected } else { "values inside their lengths" }
            outbox.report(
                Diagnostic(
                    .mitmproxyFlowDamaged, locator: .entry(index), detail: "expected \(expected)", units: 1,
                    blind: Blind(from: floor, to: latest)))
            return .diagnosed
        }
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
    private mutating func readHTTP(
        _ flow: TNetstring, _ shape: FlowShape, _ index: Int, into outbox: inout Outbox<ProxyEvent>
    ) throws(TNetstringFault) -> Outcome {
        let builder = try MitmproxyExchangeBuilder(flow: flow, shape: shape, limits: limits)
        let startedAt = try builder.startedAt()
        // Without a time of its own, a flow stands where the file has it.
        let built = try builder.exchange(at: startedAt ?? previous ?? Timestamp(microseconds: 0), index: index)
        let webSocket = try flow.member("websocket")?.member("messages")
        source.count(built.exchange, hasFailed: try builder.hasError())
        try webSocket?.forEachElement { (_) throws(TNetstringFault) in source.webSocketMessages += 1 }
        if try builder.isReplayedRequest() {
            outbox.report(
                Diagnostic(
                    .mitmproxyReplayed, locator: .entry(index), at: startedAt, subject: built.exchange.request.host,
                    detail: "the client's own request may have been overwritten", units: 1,
                    blind: Blind(host: built.exchange.request.host)))
            return .diagnosed
        }
        if let startedAt { keepTime(startedAt) }
        built.emit(
            MitmproxyFlowReader.codes,
            missingTime: startedAt == nil
                ? "expected seconds since 1970 as `timestamp_start` of the request" : nil,
            into: &outbox)
        return .exchange
    }

    private mutating func keepTime(_ at: Timestamp) {
        previous = at
        guard let latest, at < latest else {
            latest = at
            return
        }
        disorder = max(disorder, latest.microseconds(since: at))
    }
}

// MARK: Other flows

extension MitmproxyFlowReader {
    private mutating func readOther(
        _ flow: TNetstring, _ kind: String, _ shape: FlowShape, _ index: Int,
        into outbox: inout Outbox<ProxyEvent>
    ) throws(TNetstringFault) -> Outcome {
        switch kind {
        case "tcp":
            source.tcpFlows += 1
            try reportOpaque(flow, kind, shape, index, into: &outbox)
        case "udp":
            source.udpFlows += 1
            try reportOpaque(flow, kind, shape, index, into: &outbox)
        case "dns":
            source.dnsFlows += 1
            outbox.report(
                Diagnostic(
                    .mitmproxyFlowNotHTTP, locator: .entry(index), subject: kind, detail: "a DNS query", units: 1))
        case "websocket" where shape.separatesWebSockets:
            source.webSocketMessageFlows += 1
            try flow.member("messages")?.forEachElement { (_) throws(TNetstringFault) in source.webSocketMessages += 1 }
            outbox.report(
                Diagnostic(
                    .mitmproxyFlowNotHTTP, locator: .entry(index), subject: kind,
                    detail: "the messages of a WebSocket, whose opening request is a flow of its own", units: 1))
        default: throw .unexpected(expected: "one of the types http, tcp, udp, dns and websocket")
        }
        return .diagnosed
    }

    /// A flow that was not read as HTTP hides whatever requests it carried.
    private func reportOpaque(
        _ flow: TNetstring, _ kind: String, _ shape: FlowShape, _ index: Int,
        into outbox: inout Outbox<ProxyEvent>
    ) throws(TNetstringFault) {
        let client = try flow.member("client_conn")
        let server = try flow.member("server_conn")
        let host = try server?.member("sni")?.text?.lowercased()
        let from = try client?.member("timestamp_start")?.timestamp
        let to = try client?.member("timestamp_end")?.timestamp
        var address: String?
        if let value = try server?.member("address") { address = try MitmproxyAddress.read(value, shape.addresses) }
        outbox.report(
            Diagnostic(
                .mitmproxyFlowOpaque, locator: .entry(index), at: from, subject: host ?? address,
                detail: "a \(kind.uppercased()) flow was passed through unread", units: 1,
                blind: Blind(from: from, to: to, host: host, server: address, manyHosts: true)))
    }
}
