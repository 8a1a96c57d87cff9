import Encodings
import Model

/// Builds the ``Exchange`` of one entry from its ranges.
struct HARExchangeBuilder {
    let entry: HAREntry
    /// Holds the bytes that the ranges are of.
    let scanner: JSONScanner
    let locator: Locator
    let limits: EntryLimits
    /// What was odd, for diagnostics.
    var flaws: EntryFlaws
    let dialect: HARDialect

    init(
        _ entry: HAREntry, _ scanner: JSONScanner, at index: Int, limits: EntryLimits, dialect: HARDialect = .unknown
    ) {
        self.dialect = dialect
        self.entry = entry
        self.scanner = scanner
        locator = .entry(index)
        self.limits = limits
        flaws = entry.flaws
    }

    mutating func exchange(to url: RequestURL, at startedAt: Timestamp) -> Exchange {
        let origin = entry.origin.flatMap(origin)
        let status = integer(entry.response.status)
        let method = self.method(entry.request.method)
        var exchange = Exchange(
            startedAt: startedAt,
            request: Exchange.Request(
                method: method, scheme: url.scheme, authority: url.authority, target: url.target,
                headers: entry.request.headers,
                body: origin?.requestBody.map { requestBody(as: $0) } ?? requestBody(method)),
            ending: .answered,
            connection: Exchange.Connection(protocolName: protocolName(), server: server(url)), locator: locator)
        if let status, (100...999).contains(status) {
            exchange.response = response(status, to: method, startedAt: startedAt, stated: origin?.responseBody)
            if isFromCache(status) { exchange.notes.append("from-cache") }
            if entry.isFulfilled { exchange.notes.append("response-replayed") }
        } else {
            // A status of zero or less is the exporter's word for a request without an answer.
            let hasFailed = entry.response.hasError || entry.response.isBroken || status.map { $0 <= 0 } ?? false
            exchange.ending = hasFailed ? .failed : .unseen
            if !entry.isOfTest, let reason = unsent {
                exchange.notes.append(Exchange.unsent)
                flaws.insert(reason)
            }
        }
        if entry.isOfTest {
            exchange.notes.append(Exchange.unsent)
            flaws.insert(.ofTest)
        }
        if entry.isFromServiceWorker { exchange.notes.append("service-worker") }
        if entry.isWebSocket || url.isWebSocket { exchange.notes.append("websocket") }
        origin?.apply(to: &exchange)
        return exchange
    }

    /// What an export of ours adds to the entry; it was read before, so that it cannot fail here.
    func origin(at position: Int) -> HAROrigin? {
        var scanner = scanner
        scanner.position = position
        do { return try HAROrigin.read(&scanner) } catch { return nil }
    }

    // MARK: What decides on the entry

    /// The start of the request; `nil`, and a flaw, where the entry does not say it.
    mutating func readStart() -> Timestamp? {
        // Insomnia's `har.ts`: one time for all entries, so that they keep their order.
        guard dialect != .insomnia else {
            flaws.insert(.timeOfExport)
            return nil
        }
        // The year 1 and 1970-01-01 at midnight stand for a time that the exporter did not have.
        guard let text = entry.startedAt, let reading = scanner.withText(of: text, { ISO8601.read($0) }),
            reading.timestamp.microseconds > 0
        else {
            flaws.insert(.timeUnreadable)
            return nil
        }
        if !reading.hasOffset { flaws.insert(.timeWithoutOffset) }
        return reading.timestamp
    }

    mutating func readURL() -> RequestURL.Reading {
        guard let text = entry.request.url else { return .unusable }
        var repaired = text.hasControl
        let reading = scanner.withText(of: text) { RequestURL.read($0, repaired: &repaired) }
        if repaired { flaws.insert(.textRepaired) }
        return reading
    }

    /// `CONNECT` names a host and a port instead of a URL.
    var isConnect: Bool { entry.request.method.map { scanner.matches($0, "CONNECT") } ?? false }

    /// The URL as the entry has it, without what makes a `data:` URL large.
    var writtenURL: String {
        guard let text = entry.request.url else { return "" }
        var repaired = false
        return String(scanner.withText(of: text) { JSONScanner.text(of: $0, repaired: &repaired) }.prefix(256))
    }

    /// The host of another URL that the entry has too.
    var otherHost: String? {
        var repaired = false
        guard let other = entry.request.otherURL,
            case .http(let url) = scanner.withText(of: other, { RequestURL.read($0, repaired: &repaired) })
        else { return nil }
        return Exchange.Request.host(of: url.authority)
    }

    // MARK: Response

    private mutating func response(
        _ status: Int, to method: String, startedAt: Timestamp, stated: HAROrigin.StatedBody?
    ) -> Exchange.Response {
        var headers = entry.response.headers
        if (300...399).contains(status), let location = entry.response.redirectURL, location.count > 0,
            headers["location"] == nil
        {
            headers.append(name: "Location".utf8, value: scanner.bytes(of: location))
        }
        let times = times(startedAt: startedAt)
        return Exchange.Response(
            status: status, headers: headers,
            body: stated.map { responseBody(as: $0) } ?? responseBody(status, to: method, headers: headers),
            startedAt: times.head, endedAt: times.end)
    }

    /// HAR 1.2: `time` is the sum of all timings that are not -1, without `ssl`, which `connect` contains.
    func times(startedAt: Timestamp) -> (head: Timestamp?, end: Timestamp?) {
        var timings = entry.timings
        switch dialect.connecting {
        case .together: break
        case .apart:
            if let ssl = timings.ssl { timings.connect = (timings.connect ?? 0) + ssl }
            timings.ssl = nil
        case .outside: (timings.connect, timings.ssl) = (nil, nil)
        }
        var head: Timestamp?
        if let wait = timings.wait {
            head = startedAt
            for part in [timings.blocked, timings.dns, timings.connect, timings.send, wait] {
                head = head?.advanced(byMicroseconds: Int64(part ?? 0))
            }
        }
        if dialect.connecting != .outside, let total = integer(entry.duration, scale: 3), total > 0 {
            let end = startedAt.advanced(byMicroseconds: Int64(total))
            if let head, let measured = endWithoutSecondSSL(timings, head: head, end: end) { return (head, measured) }
            return (head.map { min($0, end) }, end)
        }
        guard let head, let receive = timings.receive else { return (head, nil) }
        return (head, head.advanced(byMicroseconds: Int64(receive)))
    }

    /// Playwright adds `ssl` to `time` although `connect` contains it. Believed, an ad response would seem to end after
    /// the player fetched what it declares. `nil` when `time` is not that sum, give or take a millisecond.
    private func endWithoutSecondSSL(_ timings: HAREntry.Timings, head: Timestamp, end: Timestamp) -> Timestamp? {
        guard let ssl = timings.ssl, ssl > 0, let connect = timings.connect, ssl <= connect else { return nil }
        let measured = head.advanced(byMicroseconds: Int64(timings.receive ?? 0))
        let doubled = measured.advanced(byMicroseconds: Int64(ssl))
        let isDoubled = doubled <= end.advanced(byMicroseconds: 1_000) && end <= doubled.advanced(byMicroseconds: 1_000)
        return isDoubled ? measured : nil
    }

    // MARK: Request and connection

    private mutating func method(_ string: JSONString?) -> String {
        guard let string, string.count > 0 else {
            flaws.insert(.fieldType)
            return "GET"
        }
        if scanner.matches(string, "GET") { return "GET" }
        if scanner.matches(string, "POST") { return "POST" }
        return text(string)
    }

    func integer(_ number: JSONString?, scale: Int = 0) -> Int? {
        guard let number else { return nil }
        return scanner.withText(of: number) { JSONNumber.integer($0, scale: scale) }
    }

    private mutating func text(_ string: JSONString) -> String {
        var repaired = false
        let text = scanner.text(of: string, repaired: &repaired)
        if repaired { flaws.insert(.textRepaired) }
        return text
    }

    /// `nil` where the entry has neither an address nor a size: such entries name a protocol that was not used.
    private mutating func protocolName() -> String? {
        if !hasServerAddress, integer(entry.response.size) == -1 || integer(entry.response.bodySize) == -1 {
            return nil
        }
        return entry.response.protocolName.flatMap { known($0) } ?? entry.request.protocolName.flatMap { known($0) }
    }

    /// As exporters write it → as ``Exchange/Connection/protocolName`` does; the frequent ones first.
    private func known(_ name: JSONString) -> String? {
        if scanner.matches(name, "HTTP/2.0") || scanner.matches(name, "h2") { return "h2" }
        if scanner.matches(name, "HTTP/1.1") || scanner.matches(name, "http/1.1") { return "http/1.1" }
        if scanner.matches(name, "h3") { return "h3" }
        var repaired = false
        return HTTPProtocolName.canonical(scanner.text(of: name, repaired: &repaired))
    }

    /// `address:port`. The port is the exporter's, or else the one the URL leads to; IPv6 addresses are bracketed.
    private mutating func server(_ url: RequestURL) -> String? {
        guard let written = entry.serverAddress, written.count > 0 else { return nil }
        let address = text(written)
        var colons = 0
        for byte in address.utf8 where byte == UInt8(ascii: ":") { colons += 1 }
        if address.utf8.first == UInt8(ascii: "[") {
            return address.utf8.last == UInt8(ascii: "]") ? address + port(url) : address
        }
        // One colon is a port that the exporter has put there; more are an IPv6 address.
        if colons == 1 { return address }
        return colons == 0 ? address + port(url) : "[" + address + "]" + port(url)
    }

    /// With its colon.
    private func port(_ url: RequestURL) -> String {
        if let port = integer(entry.serverPort), (1...65_535).contains(port) {
            return port == 443 ? ":443" : ":" + String(port)
        }
        let authority = url.authority.utf8
        if let colon = authority.lastIndex(of: UInt8(ascii: ":")),
            let port = Int(url.authority[authority.index(after: colon)...]), (1...65_535).contains(port)
        {
            return ":" + String(port)
        }
        return url.scheme == "https" ? ":443" : ":80"
    }
}
