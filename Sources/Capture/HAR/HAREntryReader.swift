import Encodings
import Model

/// Turns one entry into an exchange, or says why it is none.
struct HAREntryReader: Sendable {
    private let limits: EntryLimits
    /// The latest start of an exchange so far.
    private(set) var latest: Timestamp?
    private var previous: Timestamp?
    /// How far, in microseconds, an entry lay before an earlier one.
    private var disorder: Int64 = 0
    private(set) var tunnels = HARTunnels()
    /// Reused for header blocks.
    private var scratch: [UInt8] = []

    init(limits: EntryLimits) {
        self.limits = limits
    }

    /// The time from which entries behind the ones read may lie: files are sorted, but not always strictly.
    var floor: Timestamp? {
        latest?.advanced(byMicroseconds: -disorder)
    }

    /// Reads the value at the scanner's position as an entry.
    ///
    /// - Returns: whether an exchange was emitted; a diagnostic accounts for the entry otherwise.
    mutating func read(
        _ scanner: inout JSONScanner, index: Int, into outbox: inout Outbox<HAREvent>
    ) throws(JSONFault) -> Bool {
        guard try scanner.peek() == UInt8(ascii: "{") else {
            try scanner.skipValue()
            outbox.report(
                Diagnostic(
                    .harEntryUnusable, locator: .entry(index), detail: "the entry is not an object", units: 1,
                    blind: Blind(from: floor, to: latest)))
            return false
        }
        var entry = HAREntry()
        try entry.read(&scanner, scratch: &scratch)
        let started = startedAt(&entry, scanner)
        switch requestURL(&entry, scanner) {
        case .http(let url):
            emit(entry, url, started: started, index: index, scanner, into: &outbox)
            return true
        case .other where isConnect(entry, scanner), .unusable where isConnect(entry, scanner):
            let url = RequestURL(scheme: "", authority: writtenURL(entry, scanner), target: "")
            emit(entry, url, started: started, index: index, scanner, into: &outbox)
            return true
        case .other(let scheme):
            // Listed by the exporter, so kept; it has no host that a rule could look at.
            let url = RequestURL(scheme: scheme, authority: "", target: writtenURL(entry, scanner))
            emit(entry, url, started: started, index: index, note: "not-http", scanner, into: &outbox)
            outbox.report(
                Diagnostic(
                    .harNotHTTP, locator: .entry(index), at: started, subject: scheme,
                    detail: "a `\(scheme):` URL is not requested over HTTP"))
            return true
        case .unusable where entry.hasRequest:
            let url = RequestURL(scheme: "", authority: "", target: writtenURL(entry, scanner))
            emit(entry, url, started: started, index: index, note: "url-unusable", scanner, into: &outbox)
            reportUnusable("no absolute URL in `request.url`", started, index, units: 0, into: &outbox)
            return true
        case .unusable:
            reportUnusable("no `request` object", started, index, units: 1, into: &outbox)
            return false
        }
    }

    /// `CONNECT` names a host and a port instead of a URL.
    private func isConnect(_ entry: HAREntry, _ scanner: JSONScanner) -> Bool {
        entry.request.method.map { scanner.matches($0, "CONNECT") } ?? false
    }

    private func reportUnusable(
        _ detail: String, _ started: Timestamp?, _ index: Int, units: Int, into outbox: inout Outbox<HAREvent>
    ) {
        outbox.report(
            Diagnostic(
                .harEntryUnusable, locator: .entry(index), at: started, detail: detail, units: units,
                blind: Blind(from: started, to: started)))
    }

    /// The URL as the entry has it, without what makes a `data:` URL large.
    private func writtenURL(_ entry: HAREntry, _ scanner: JSONScanner) -> String {
        guard let text = entry.request.url else { return "" }
        var repaired = false
        return String(scanner.withText(of: text) { JSONScanner.text(of: $0, repaired: &repaired) }.prefix(256))
    }

    private mutating func emit(
        _ entry: HAREntry, _ url: RequestURL, started: Timestamp?, index: Int, note: String? = nil,
        _ scanner: JSONScanner, into outbox: inout Outbox<HAREvent>
    ) {
        var builder = HARExchangeBuilder(scanner: scanner, limits: limits, flaws: entry.flaws)
        // Without a time of its own, an entry stands where the file has it.
        let startedAt = started ?? previous ?? Timestamp(microseconds: 0)
        var exchange = builder.exchange(from: entry, url: url, startedAt: startedAt, index: index)
        if let note, !exchange.notes.contains(note) { exchange.notes.append(note) }
        if started == nil {
            exchange.notes.append(Exchange.timeUnknown)
        } else {
            keepTime(startedAt)
        }
        dispute(&exchange, entry, &builder.flaws, scanner, into: &outbox)
        report(builder.flaws, about: exchange, into: &outbox)
        tunnels.note(exchange)
        outbox.emit(.exchange(exchange))
    }

    /// An entry that says two things is judged by neither: readers differ on which of them they take.
    private func dispute(
        _ exchange: inout Exchange, _ entry: HAREntry, _ flaws: inout EntryFlaws, _ scanner: JSONScanner,
        into outbox: inout Outbox<HAREvent>
    ) {
        // An export of ours says what the capture behind it was; the file alone vouches for that.
        if exchange.isDisputed { flaws.insert(.disputedRequest) }
        if exchange.notes.contains(Exchange.disputedResponse) { flaws.insert(.disputedResponse) }
        exchange.notes.removeAll { $0 == Exchange.disputed || $0 == Exchange.disputedResponse }
        var hosts: [String] = []
        if flaws.contains(.disputedRequest) {
            hosts = [exchange.request.host]
            var repaired = false
            if let other = entry.request.otherURL,
                case .http(let url) = scanner.withText(of: other, { RequestURL.read($0, repaired: &repaired) })
            {
                hosts.append(RequestURL.host(of: url.authority))
            }
        } else if let named = contradictingHost(exchange) {
            flaws.insert(.disputedRequest)
            hosts = [exchange.request.host, named]
        }
        if flaws.contains(.disputedRequest) { exchange.notes.append(Exchange.disputed) }
        if flaws.contains(.disputedResponse) {
            exchange.notes.append(Exchange.disputedResponse)
            exchange.response?.body = Body(size: nil, content: .missing)
            if hosts.isEmpty { hosts = [exchange.request.host] }
        }
        guard !hosts.isEmpty else { return }
        for host in hosts.first == hosts.last ? Array(hosts.prefix(1)) : hosts {
            outbox.report(
                Diagnostic(
                    .harEntryDisputed, locator: exchange.locator, at: exchange.startedAt, subject: host,
                    detail: flaws.contains(.duplicateKey)
                        ? "a key comes twice with different values"
                        : "its members contradict one another, or belong to another entry",
                    blind: Blind(
                        from: exchange.startedAt, to: exchange.response?.endedAt ?? exchange.startedAt,
                        host: host.isEmpty ? nil : host,
                        hides: flaws.contains(.disputedRequest) ? .both : .responses)))
        }
    }

    /// The host that the recorded header fields name, if it is another than the URL's.
    private func contradictingHost(_ exchange: Exchange) -> String? {
        let headers = exchange.request.headers
        guard let named = headers[":authority"] ?? headers["host"] else { return nil }
        let host = RequestURL.host(of: named)
        guard host != exchange.request.host, !host.isEmpty, !exchange.request.host.isEmpty,
            // Some exporters write an address into the URL where the connection had no name.
            !RequestURL.isAddress(exchange.request.host), !RequestURL.isAddress(host)
        else { return nil }
        return host
    }

    private mutating func keepTime(_ at: Timestamp) {
        previous = at
        guard let latest, at < latest else {
            latest = at
            return
        }
        disorder = max(disorder, latest.microseconds(since: at))
    }

    private func startedAt(_ entry: inout HAREntry, _ scanner: JSONScanner) -> Timestamp? {
        // The year 1 and 1970-01-01 at midnight stand for a time that the exporter did not have.
        guard let text = entry.startedAt, let reading = scanner.withText(of: text, { ISO8601.read($0) }),
            reading.timestamp.microseconds > 0
        else {
            entry.flaws.insert(.timeUnreadable)
            return nil
        }
        if !reading.hasOffset { entry.flaws.insert(.timeWithoutOffset) }
        return reading.timestamp
    }

    private func requestURL(_ entry: inout HAREntry, _ scanner: JSONScanner) -> RequestURL.Reading {
        guard let text = entry.request.url else { return .unusable }
        var repaired = text.hasControl
        let reading = scanner.withText(of: text) { RequestURL.read($0, repaired: &repaired) }
        if repaired { entry.flaws.insert(.textRepaired) }
        return reading
    }

    private func report(_ flaws: EntryFlaws, about exchange: Exchange, into outbox: inout Outbox<HAREvent>) {
        guard !flaws.isEmpty else { return }
        let host = exchange.request.host
        for (flaw, code, detail) in EntryFlaws.codes where flaws.contains(flaw) {
            // A request at an unknown time may have happened whenever a rule looks at its host.
            let blind = flaw == .timeUnreadable ? Blind(host: host, hides: .requests) : nil
            outbox.report(
                Diagnostic(
                    code, locator: exchange.locator, at: flaw == .timeUnreadable ? nil : exchange.startedAt,
                    subject: host, detail: detail, blind: blind))
        }
    }
}
