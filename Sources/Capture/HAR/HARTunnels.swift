import Model

/// The `CONNECT` entries of a HAR. Of a host that it does not decrypt a proxy shows nothing else: what its connections
/// carried is not known.
struct HARTunnels: Sendable {
    private struct Tunnel: Sendable {
        var locator: Locator
        var from: Timestamp
        var to: Timestamp?
    }

    private var tunnels: [String: [Tunnel]] = [:]
    private var requests = DecryptedHosts()

    mutating func note(_ exchange: Exchange) {
        let request = exchange.request
        guard request.method == "CONNECT" else {
            if request.scheme == "https" { requests.note(request.authority, at: exchange.startedAt) }
            return
        }
        // A proxy that refuses opens no connection.
        let status = exchange.response?.status ?? 0
        guard status == 0 || (200..<300).contains(status), !request.host.isEmpty else { return }
        tunnels[request.host, default: []].append(
            Tunnel(locator: exchange.locator, from: exchange.startedAt, to: exchange.response?.endedAt))
    }

    /// Whose requests were decrypted, and when, once all entries were read.
    func decrypted() -> DecryptedHosts.ByHost { requests.byHost() }

    /// Names the hosts of which no request was decrypted, or none while a connection was open.
    func report(into outbox: inout Outbox<HAREvent>, _ decrypted: DecryptedHosts.ByHost) {
        for (host, all) in tunnels.sorted(by: { $0.key < $1.key }) {
            let ordered = all.sorted { $0.from < $1.from }
            let contents = decrypted.contents(of: ordered.map { ($0.from, $0.to) }, to: host)
            // Connections that were open together hide one stretch.
            var hidden: Timestamp?
            for (tunnel, content) in zip(ordered, contents) where content != .decrypted {
                if let hidden, hidden >= tunnel.to ?? tunnel.from { continue }
                hidden = tunnel.to
                let isNever = content == .neverDecrypted
                outbox.report(
                    Diagnostic(
                        .harTunnelOpaque, locator: tunnel.locator, at: tunnel.from, subject: host,
                        detail: isNever
                            ? "no request to this host was decrypted"
                            : "no request to this host was decrypted while this connection was open",
                        blind: Blind(from: tunnel.from, to: isNever ? nil : tunnel.to, host: host, manyHosts: true)))
                // The first stands for all that come after it.
                if isNever { break }
            }
        }
    }
}
