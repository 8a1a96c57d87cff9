import Model
import Store

/// Packets taken where a proxy runs show each of its exchanges twice: from the client to the proxy and on from the proxy
/// to the server. Both are one exchange where that is proved: the one was asked of a proxy, the other begins where that
/// proxy is, while the first waits, with the same body and the same answer. Two requests that are merely equal are two.
struct Relays {
    let run: ID<RunRecord>
    let database: Database

    private struct Leg {
        var exchange: ID<Exchange>
        var at: Int64
        var answered: Int64?
        var client: String
        var server: String
        /// Asked through a tunnel, or by its whole URL.
        var isProxied: Bool
        var status: Int?
        var body: SQLValue
    }

    /// A leg whose answer was not seen may have been passed on within this time.
    private static let longestWait: Int64 = 10_000_000

    func join(_ captures: [RunCapture]) throws(StoreFailure) {
        for capture in captures where try mayRelay(capture.id) {
            let pairs = try pairs(in: capture.id)
            guard !pairs.isEmpty else { continue }
            try database.write { (writer: inout Writer) throws(StoreFailure) in
                for pair in pairs { try writer.absorb(pair.inner, into: pair.outer) }
                _ = try writer.insert(
                    diagnostic: Diagnostic(
                        .inputRelayed, subject: capture.path,
                        detail: "\(pairs.count) exchanges were seen on the way to a proxy and again on the way from it"),
                    run: run, capture: capture.id)
            }
        }
    }

    /// Whether some exchange was asked of a proxy.
    private func mayRelay(_ capture: ID<CaptureRecord>) throws(StoreFailure) -> Bool {
        try !database.rows(
            JoiningSQL.proxiedRequest, ["capture": SQLValue(capture)]
        ).isEmpty
    }

    private func pairs(in capture: ID<CaptureRecord>) throws(StoreFailure) -> [(
        outer: ID<Exchange>, inner: ID<Exchange>
    )] {
        var pairs: [(outer: ID<Exchange>, inner: ID<Exchange>)] = []
        var key: [SQLValue] = []
        var legs: [Leg] = []
        try database.forEachRow(
            JoiningSQL.legs, ["capture": SQLValue(capture)]
        ) { (row) throws(StoreFailure) in
            let next = Array(row.values.prefix(3))
            if next != key {
                pairs += Relays.pairs(legs)
                legs.removeAll(keepingCapacity: true)
                key = next
            }
            legs.append(
                Leg(
                    exchange: row.id("id") ?? 0, at: row.integer("at_us") ?? 0, answered: row.integer("response_us"),
                    client: row.text("client") ?? "", server: row.text("server") ?? "",
                    isProxied: row.flag("proxied"), status: row.int("status"), body: row["request_body"]))
        }
        return pairs + Relays.pairs(legs)
    }

    /// The first leg from the outer one's server, begun before the outer one was answered, is its continuation.
    private static func pairs(_ legs: [Leg]) -> [(outer: ID<Exchange>, inner: ID<Exchange>)] {
        var pairs: [(outer: ID<Exchange>, inner: ID<Exchange>)] = []
        var used: Set<Int> = []
        for (place, outer) in legs.enumerated() where !used.contains(place) {
            let end = outer.answered ?? outer.at.addingReportingOverflow(longestWait).partialValue
            for (index, inner) in legs.enumerated().dropFirst(place + 1) where !used.contains(index) {
                if inner.at > end { break }
                guard isContinuation(inner, of: outer) else { continue }
                used.formUnion([place, index])
                pairs.append((outer.exchange, inner.exchange))
                break
            }
        }
        return pairs
    }

    private static func isContinuation(_ inner: Leg, of outer: Leg) -> Bool {
        guard outer.isProxied, inner.server != outer.server, inner.client != outer.client, inner.body == outer.body
        else { return false }
        // What a proxy answers it was answered before.
        if let first = inner.answered, let last = outer.answered {
            guard first <= last, inner.status == outer.status else { return false }
        }
        let proxy = address(outer.server)
        return proxy == address(inner.client) || isLoopback(proxy) && !isLoopback(address(inner.server))
    }

    /// Without the port.
    static func address(_ text: String) -> String {
        text.lastIndex(of: ":").map { String(text[..<$0]) } ?? text
    }

    private static func isLoopback(_ address: String) -> Bool {
        address.hasPrefix("127.") || address == "[::1]"
    }
}
