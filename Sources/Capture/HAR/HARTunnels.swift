import Model

/// The `CONNECT` entries of a HAR. Of a host that it does not decrypt a proxy shows nothing else: what its connections
/// carried is not known.
struct HARTunnels: Sendable {
    private struct Tunnel: Sendable {
        var locator: Locator
        var from: Timestamp
    }

    /// The first connection to each host.
    private var tunnels: [String: Tunnel] = [:]
    /// Hosts of decrypted requests, with their ports as they are written: for each entry this must cost little.
    private var decryptedAuthorities: Set<String> = []

    mutating func note(_ exchange: Exchange) {
        let request = exchange.request
        guard request.method == "CONNECT" else {
            if request.scheme == "https" { decryptedAuthorities.insert(request.authority) }
            return
        }
        // A proxy that refuses opens no connection.
        let status = exchange.response?.status ?? 0
        guard status == 0 || (200..<300).contains(status), !request.host.isEmpty else { return }
        let known = tunnels[request.host]
        guard known.map({ exchange.startedAt < $0.from }) ?? true else { return }
        tunnels[request.host] = Tunnel(locator: exchange.locator, from: exchange.startedAt)
    }

    /// Whether a request to the host was decrypted.
    func isDecrypted(_ host: String) -> Bool {
        decryptedAuthorities.contains { Exchange.Request.host(of: $0) == host }
    }

    /// Names the hosts of which no request was decrypted.
    func report(into outbox: inout Outbox<HAREvent>) {
        guard !tunnels.isEmpty else { return }
        let decryptedHosts = Set(decryptedAuthorities.map { Exchange.Request.host(of: $0) })
        for (host, tunnel) in tunnels.sorted(by: { $0.key < $1.key }) where !decryptedHosts.contains(host) {
            outbox.report(
                Diagnostic(
                    .harTunnelOpaque, locator: tunnel.locator, at: tunnel.from, subject: host,
                    detail: "no request to this host was decrypted",
                    blind: Blind(from: tunnel.from, host: host, manyHosts: true)))
        }
    }
}
