import Encodings
import Model

/// Turns one entry into an exchange, or says why it is none.
struct HAREntryReader: Sendable {
    var sink = EntrySink<HAREvent>()
    private let limits: EntryLimits
    /// As far as the file has named it when an entry is read.
    var dialect = HARDialect.unknown
    private(set) var tunnels = HARTunnels()
    /// Reused for header blocks.
    private var scratch: [UInt8] = []

    init(limits: EntryLimits) {
        self.limits = limits
    }

    /// Reads the value at the scanner's position as an entry, and gives out its exchange, or a diagnostic that accounts
    /// for it.
    mutating func read(_ scanner: inout JSONScanner) throws(JSONFault) {
        guard try scanner.peek() == UInt8(ascii: "{") else {
            try scanner.skipValue()
            return sink.lose(
                Diagnostic(
                    .harEntryUnusable, locator: .entry(sink.ledger.input), detail: "the entry is not an object",
                    units: 1, blind: Blind(from: sink.times.floor, to: sink.times.latest)))
        }
        var entry = HAREntry()
        try entry.read(&scanner, scratch: &scratch)
        var builder = HARExchangeBuilder(entry, scanner, at: sink.count(), limits: limits, dialect: dialect)
        let started = builder.readStart()
        switch builder.readURL() {
        case .http(let url):
            give(&builder, to: url, started: started)
        case .other where builder.isConnect, .unusable where builder.isConnect:
            give(&builder, to: RequestURL(scheme: "", authority: builder.writtenURL, target: ""), started: started)
        case .other(let scheme):
            // Listed by the exporter, so kept; it has no host that a rule could look at.
            let url = RequestURL(scheme: scheme, authority: "", target: builder.writtenURL)
            give(&builder, to: url, started: started, note: "not-http")
            sink.outbox.report(
                Diagnostic(
                    .harNotHTTP, locator: builder.locator, at: started, subject: scheme,
                    detail: "a `\(scheme):` URL is not requested over HTTP"))
        case .unusable where entry.hasRequest:
            let url = RequestURL(scheme: "", authority: "", target: builder.writtenURL)
            give(&builder, to: url, started: started, note: "url-unusable")
            sink.outbox.report(unusable("no absolute URL in `request.url`", builder.locator, started, units: 0))
        case .unusable:
            sink.diagnose(unusable("no `request` object", builder.locator, started, units: 1))
        }
    }

    private func unusable(_ detail: String, _ locator: Locator, _ started: Timestamp?, units: Int) -> Diagnostic {
        Diagnostic(
            .harEntryUnusable, locator: locator, at: started, detail: detail, units: units,
            blind: Blind(from: started, to: started))
    }

    private mutating func give(
        _ builder: inout HARExchangeBuilder, to url: RequestURL, started: Timestamp?, note: String? = nil
    ) {
        var exchange = builder.exchange(to: url, at: started ?? sink.times.standIn)
        if let note, !exchange.notes.contains(note) { exchange.notes.append(note) }
        if let started { sink.times.keep(started) } else { exchange.notes.append(Exchange.timeUnknown) }
        dispute(&exchange, &builder)
        report(builder.flaws, about: exchange)
        report(builder.entry.sentMessages, over: exchange)
        tunnels.note(
            exchange, endedAt: exchange.response?.endedAt ?? builder.times(startedAt: exchange.startedAt).end,
            hasError: builder.entry.response.hasError)
        sink.pass()
        sink.outbox.emit(.exchange(exchange))
    }

    /// An entry that says two things is judged by neither: readers differ on which of them they take.
    private mutating func dispute(_ exchange: inout Exchange, _ builder: inout HARExchangeBuilder) {
        // An export of ours says what the capture behind it was; the file alone vouches for that.
        if exchange.isDisputed { builder.flaws.insert(.disputedRequest) }
        if exchange.notes.contains(Exchange.disputedResponse) { builder.flaws.insert(.disputedResponse) }
        exchange.notes.removeAll { $0 == Exchange.disputed || $0 == Exchange.disputedResponse }
        var hosts: [String] = []
        if builder.flaws.contains(.disputedRequest) {
            hosts = [exchange.request.host]
            if let other = builder.otherHost { hosts.append(other) }
        } else if let named = contradictingHost(exchange) {
            builder.flaws.insert(.disputedRequest)
            hosts = [exchange.request.host, named]
        }
        let flaws = builder.flaws
        if flaws.contains(.disputedRequest) { exchange.notes.append(Exchange.disputed) }
        if flaws.contains(.disputedResponse) {
            exchange.notes.append(Exchange.disputedResponse)
            exchange.response?.body = Body(size: nil, content: .missing)
            if hosts.isEmpty { hosts = [exchange.request.host] }
        }
        guard !hosts.isEmpty else { return }
        for host in hosts.first == hosts.last ? Array(hosts.prefix(1)) : hosts {
            sink.outbox.report(
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
        let host = Exchange.Request.host(of: named)
        guard host != exchange.request.host, !host.isEmpty, !exchange.request.host.isEmpty,
            // Some exporters write an address into the URL where the connection had no name.
            !RequestURL.isAddress(exchange.request.host), !RequestURL.isAddress(host)
        else { return nil }
        return host
    }

    /// As in captured packets, messages hide what the socket's host was sent.
    private mutating func report(_ messages: Int?, over exchange: Exchange) {
        let isOpen = exchange.notes.contains("websocket") && exchange.response?.status == 101
        guard messages.map({ $0 > 0 }) ?? isOpen else { return }
        let host = exchange.request.host
        sink.outbox.report(
            Diagnostic(
                .harMessagesUnread, locator: exchange.locator, at: exchange.startedAt, subject: host,
                detail: messages.map { "\($0) messages to the server" } ?? "its messages are not in the file",
                blind: Blind(
                    from: exchange.startedAt, to: exchange.response?.endedAt, host: host.isEmpty ? nil : host,
                    hides: .requests)))
    }

    private mutating func report(_ flaws: EntryFlaws, about exchange: Exchange) {
        guard !flaws.isEmpty else { return }
        let host = exchange.request.host
        for (flaw, code, detail) in EntryFlaws.codes where flaws.contains(flaw) {
            // A request at an unknown time may have happened whenever a rule looks at its host.
            let blind: Blind? =
                switch flaw {
                case .timeUnreadable, .timeOfExport: Blind(host: host, hides: .requests)
                case .stopped:
                    Blind(from: exchange.startedAt, to: exchange.startedAt, host: host, hides: .requests)
                default: nil
                }
            sink.outbox.report(
                Diagnostic(
                    code, locator: exchange.locator, at: exchange.isTimeUnknown ? nil : exchange.startedAt,
                    subject: host, detail: detail, blind: blind))
        }
    }
}
