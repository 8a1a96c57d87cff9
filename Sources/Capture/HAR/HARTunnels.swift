import Model

/// The `CONNECT` entries of a HAR. Of a host that it does not decrypt a proxy shows nothing else: what its connections
/// carried is not known, nor what a client wanted of a host that it could not reach through the proxy.
struct HARTunnels: Sendable {
    private struct Tunnel: Sendable {
        var locator: Locator
        var from: Timestamp
        var connection: DecryptedHosts.Connection
        var failure: String?
    }

    private var tunnels: [String: [Tunnel]] = [:]
    private var requests = DecryptedHosts()

    /// - Parameters:
    ///   - endedAt: the end of the entry, whether or not it has a response.
    ///   - hasError: the exporter says of the entry why it failed.
    mutating func note(_ exchange: Exchange, endedAt: Timestamp?, hasError: Bool) {
        let request = exchange.request
        guard request.method == "CONNECT" else {
            if request.scheme == "https" { requests.note(request.authority, at: exchange.startedAt) }
            return
        }
        guard !request.host.isEmpty else { return }
        let failure = HARTunnels.failure(exchange.response?.status, hasError: hasError)
        tunnels[request.host, default: []].append(
            Tunnel(
                locator: exchange.locator, from: exchange.startedAt,
                connection: DecryptedHosts.Connection(
                    from: exchange.startedAt, to: endedAt, hasFailed: failure?.isOfTLS ?? false),
                failure: failure?.detail))
    }

    /// Whether and how a connection came to nothing. Proxyman writes 999 for a handshake that failed. Another refusal is the
    /// proxy's or the network's, and a client may have had its way a moment later.
    private static func failure(_ status: Int?, hasError: Bool) -> (detail: String, isOfTLS: Bool)? {
        switch status {
        case .some(200..<300): nil
        case .some(let status): ("CONNECT was answered with \(status)", status == 999)
        case nil: hasError ? ("CONNECT failed", true) : nil
        }
    }

    /// Whose requests were decrypted, and when, once all entries were read.
    func decrypted() -> DecryptedHosts.ByHost { requests.byHost() }

    /// Names the hosts of which no request was decrypted, or none in a connection.
    func report(into outbox: inout Outbox<HAREvent>, _ decrypted: DecryptedHosts.ByHost, in dialect: HARDialect) {
        for (host, all) in tunnels.sorted(by: { $0.key < $1.key }) {
            let ordered = all.sorted { $0.from < $1.from }
            let contents = decrypted.contents(
                of: ordered.map(\.connection), to: host, areOpaque: dialect.listsOpaqueTunnelsOnly)
            // Connections that were open together hide one stretch.
            var hidden: Timestamp?
            for (tunnel, content) in zip(ordered, contents) where content != .decrypted {
                let until: Timestamp? = if case .opaque(let until) = content { until } else { nil }
                if let hidden, let until, hidden >= until { continue }
                hidden = until
                report(tunnel, to: host, until: until, into: &outbox)
                // The first stands for all that come after it.
                if content == .neverDecrypted { break }
            }
        }
    }

    private func report(_ tunnel: Tunnel, to host: String, until: Timestamp?, into outbox: inout Outbox<HAREvent>) {
        let connection = tunnel.connection
        let hidden =
            until == nil
            ? "no request to this host was decrypted from then on"
            : until == connection.hiddenUntil
                ? "no request in this connection was decrypted"
                : "no request to this host was decrypted for long after this connection was opened"
        outbox.report(
            Diagnostic(
                .harTunnelOpaque, locator: tunnel.locator, at: tunnel.from, subject: host,
                detail: tunnel.failure.map { "\($0), and \(hidden)" } ?? hidden,
                // A connection to a host that is read otherwise and came to nothing had nothing of other hosts in it.
                blind: Blind(
                    from: tunnel.from, to: until, host: host,
                    manyHosts: tunnel.failure == nil && (until == nil || !connection.isShort))))
    }
}
