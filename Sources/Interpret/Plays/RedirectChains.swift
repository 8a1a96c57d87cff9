import Model

/// Redirects whose target is awaited, so that the target's request is known as a hop and not as a firing of its own.
struct RedirectChains: Sendable {
    /// Where a chain began.
    struct Origin: Sendable, Hashable {
        var exchange: ID<Exchange>
        /// The firing that the chain belongs to, if its first hop was one.
        var firing: ID<Firing>?
        var family: Family?
        /// It began with a firing, or with a request that a family knows as its own. Where it began elsewhere, a tracker at
        /// its end is fired by it.
        var isRecognised: Bool
        var depth: Int
    }

    private struct Pending: Sendable {
        var origin: Origin
        /// The exchange whose answer leads on.
        var exchange: ID<Exchange>
        var at: Timestamp
        /// When the answer began to arrive: who follows it asks later.
        var answered: Timestamp
        var client: String?
        var method: String
        /// 307 and 308 keep the method, the others may make it a GET.
        var keepsMethod: Bool

        func leads(to exchange: Exchange) -> Bool {
            guard exchange.startedAt >= answered.advanced(byMicroseconds: -AttributionLimits.arrivalSlack) else {
                return false
            }
            if let client, let other = exchange.connection.clientHost, client != other { return false }
            return exchange.request.method == method || !keepsMethod && exchange.request.method == "GET"
        }
    }

    /// Longer chains are loops.
    static let longest = 20

    private var pending: [String: [Pending]] = [:]
    private var order: [(target: String, at: Timestamp)] = []
    private var head = 0

    /// The origin of the chain that leads to this request, which is awaited no longer, and the exchange whose answer led
    /// here.
    mutating func take(_ url: URLFields, _ exchange: Exchange) -> (origin: Origin, from: ID<Exchange>)? {
        guard !pending.isEmpty else { return nil }
        let key = RedirectChains.key(url)
        guard var waiting = pending[key] else { return nil }
        waiting.removeAll { exchange.startedAt.microseconds(since: $0.at) > AttributionLimits.redirectWait }
        let place = waiting.firstIndex { $0.leads(to: exchange) }
        let followed = place.map { waiting.remove(at: $0) }
        pending[key] = waiting.isEmpty ? nil : waiting
        return followed.map { ($0.origin, $0.exchange) }
    }

    /// The exchange, whose answer may lead on, turned out to be a beacon.
    mutating func recognise(_ exchange: ID<Exchange>) {
        guard let last = order.last, let place = pending[last.target]?.lastIndex(where: { $0.exchange == exchange })
        else { return }
        pending[last.target]?[place].origin.isRecognised = true
    }

    /// Awaits the target of a redirect answer.
    ///
    /// - Returns: whether there is a target to wait for.
    mutating func await(_ exchange: Exchange, id: ID<Exchange>, from url: URLFields, origin: Origin) -> Bool {
        guard let response = exchange.response, [301, 302, 303, 307, 308].contains(response.status),
            let location = response.headers["location"], origin.depth < RedirectChains.longest
        else { return false }
        let target = RedirectChains.key(URLFields(RedirectChains.resolve(location, against: url)))
        forget(before: exchange.startedAt.advanced(byMicroseconds: -AttributionLimits.redirectWait))
        pending[target, default: []].append(
            Pending(
                origin: origin, exchange: id, at: exchange.startedAt,
                answered: response.startedAt ?? exchange.startedAt,
                client: exchange.connection.clientHost, method: exchange.request.method,
                keepsMethod: response.status == 307 || response.status == 308))
        order.append((target, exchange.startedAt))
        return true
    }

    private mutating func forget(before limit: Timestamp) {
        while head < order.count,
            order[head].at < limit || order.count - head >= AttributionLimits.pendingRedirects
        {
            let (target, at) = order[head]
            head += 1
            pending[target]?.removeAll { $0.at <= at }
            if pending[target]?.isEmpty == true { pending[target] = nil }
        }
        if head > AttributionLimits.pendingRedirects {
            order.removeFirst(head)
            head = 0
        }
    }

    /// The absolute URL of a Location value (RFC 9110 section 10.2.2), without resolving dot segments.
    static func resolve(_ location: String, against base: URLFields) -> String {
        let text = TrackerTemplate.trim(location)
        if URLFields(text).scheme.isEmpty == false { return text }
        let scheme = base.text(base.scheme)
        if text.hasPrefix("//") { return "\(scheme):\(text)" }
        let port = base.port.isEmpty ? "" : ":" + base.text(base.port)
        let authority = "\(scheme)://\(base.text(base.host))\(port)"
        if text.hasPrefix("/") { return authority + text }
        let path = base.text(base.path)
        if text.hasPrefix("?") { return authority + path + text }
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
        return authority + folder + text
    }

    /// Scheme, host, default port and dot segments normalised, fragment dropped; path and query decoded, since clients re-encode them.
    private static func key(_ url: URLFields) -> String {
        let scheme = url.text(url.scheme).lowercased()
        let port = String(
            decoding: DefaultPort.normalise(Array(url.bytes[url.port]), scheme: Array(scheme.utf8)), as: UTF8.self)
        let path = String(decoding: url.decodedPath, as: UTF8.self)
        let query = url.query.map { String(decoding: url.decoded($0, plusIsSpace: false), as: UTF8.self) } ?? ""
        return "\(scheme)://\(url.hostName):\(port)\(path)?\(query)"
    }
}
