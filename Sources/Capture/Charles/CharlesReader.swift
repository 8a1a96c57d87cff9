import Model

/// Reads sessions that Charles exported as JSON (`.chlsj`): an array of transactions, or one transaction after another.
///
/// One transaction at a time is read from the window, so memory grows with the largest one and never with the file.
public struct CharlesReader: ProxyReader {
    /// Set for good when the input cannot be read as such a session.
    public private(set) var failure: ReadFailure?
    public private(set) var ledger = Ledger(unit: "entries")

    private enum Place {
        case start, transaction, separator, skipping, over
    }

    private let limits: EntryLimits
    var window: UnitWindow
    private var place = Place.start
    private var isArray = false
    private var skipper = JSONSkipper()
    private var source = ProxySource(product: "Charles")
    private var previous: Timestamp?
    /// The latest start of an exchange so far: transactions are exported in the order they began.
    private var latest: Timestamp?

    public init(limits: EntryLimits = EntryLimits()) {
        self.limits = limits
        window = UnitWindow(unitLimit: limits.entryBytes)
    }

    public mutating func decode(_ window: Span<UInt8>, isFinal: Bool, into outbox: inout Outbox<ProxyEvent>) -> Int {
        readUnits(window, isFinal: isFinal, into: &outbox)
    }
}

// MARK: From place to place

extension CharlesReader: UnitReader {
    var isOver: Bool { place == .over }

    mutating func step(_ scanner: inout JSONScanner, into outbox: inout Outbox<ProxyEvent>) throws(JSONFault) {
        switch place {
        case .start:
            try scanner.skipByteOrderMark()
            isArray = try scanner.opensArray()
            place = .transaction
        case .transaction:
            guard !closesArray(try scanner.peek(), &scanner) else { return }
            var transaction = CharlesTransaction()
            try transaction.read(&scanner)
            emit(transaction, into: &outbox)
            place = .separator
        case .separator:
            guard !closesArray(try scanner.peek(), &scanner) else { return }
            if isArray { try scanner.take(UInt8(ascii: ","), orExpected: .nextElement) }
            place = .transaction
        case .skipping:
            if try skipper.skip(&scanner) == .ended { place = .separator }
        case .over: break
        }
    }

    private mutating func closesArray(_ byte: UInt8, _ scanner: inout JSONScanner) -> Bool {
        guard isArray, byte == UInt8(ascii: "]") else { return false }
        scanner.position += 1
        place = .over
        return true
    }

    // MARK: Transactions

    private mutating func emit(_ transaction: CharlesTransaction, into outbox: inout Outbox<ProxyEvent>) {
        let index = ledger.input
        let builder = CharlesExchangeBuilder(transaction: transaction, limits: limits)
        ledger.input += 1
        guard !transaction.method.isEmpty, !transaction.host.isEmpty else {
            return diagnose(
                Diagnostic(
                    .charlesEntryUnusable, locator: .entry(index), at: builder.startedAt,
                    detail: "expected `method` and `host`", units: 1, blind: Blind(from: latest)), into: &outbox)
        }
        guard !transaction.isTunnel else {
            return diagnose(
                Diagnostic(
                    .charlesTunnelOpaque, locator: .entry(index), at: builder.startedAt, subject: transaction.host,
                    detail: "SSL proxying is not enabled for this host", units: 1,
                    blind: Blind(
                        from: builder.startedAt, to: transaction.times.end, host: transaction.host.lowercased(),
                        manyHosts: true)), into: &outbox)
        }
        var built = builder.exchange(
            at: builder.startedAt ?? previous ?? Timestamp(microseconds: 0), index: index)
        if let startedAt = builder.startedAt {
            previous = startedAt
            latest = max(latest ?? startedAt, startedAt)
        } else {
            built.exchange.notes.append("time-unknown")
        }
        source.httpFlows += 1
        source.failedFlows += built.exchange.ending == .failed ? 1 : 0
        source.webSocketFlows += transaction.isWebSocket ? 1 : 0
        report(built, hasTime: builder.startedAt != nil, into: &outbox)
        ledger.output += 1
        outbox.emit(.exchange(built.exchange, packed: built.packed))
    }

    private func report(_ built: CharlesExchangeBuilder.Built, hasTime: Bool, into outbox: inout Outbox<ProxyEvent>) {
        let exchange = built.exchange
        let host = exchange.request.host
        if !hasTime {
            outbox.report(
                Diagnostic(
                    .charlesTimeUnreadable, locator: exchange.locator, subject: host,
                    detail: "expected an ISO 8601 date and time as `times.start`",
                    blind: Blind(host: host, hides: .requests)))
        }
        for flaw in built.flaws {
            let (code, detail): (DiagnosticCode, String) =
                switch flaw {
                case .undecodable(let coding): (.charlesBodyUndecodable, "the body is no valid \(coding) data")
                case .cut: (.charlesBodyCut, "only the front of the body is kept")
                }
            outbox.report(
                Diagnostic(code, locator: exchange.locator, at: exchange.startedAt, subject: host, detail: detail))
        }
    }

    private mutating func diagnose(_ diagnostic: Diagnostic, into outbox: inout Outbox<ProxyEvent>) {
        ledger.diagnosed += diagnostic.units
        outbox.report(diagnostic)
    }

    // MARK: What cannot be read

    mutating func stepOver(
        _ detail: String, at start: Int, isTooDeep: Bool, into outbox: inout Outbox<ProxyEvent>
    ) {
        guard place == .transaction else {
            return stop(expected: "a shorter value", found: "one above the limit", at: start, into: &outbox)
        }
        ledger.input += 1
        diagnose(
            Diagnostic(
                .charlesEntryUnusable, locator: .entry(ledger.input - 1), detail: detail, units: 1,
                blind: Blind(from: latest)), into: &outbox)
        skipper = JSONSkipper()
        place = .skipping
    }

    mutating func stop(expected: String, found: String, at: Int, into outbox: inout Outbox<ProxyEvent>) {
        let wasInside = place == .transaction
        place = .over
        guard ledger.input > 0 else {
            failure = ReadFailure(
                expected: expected, found: found, at: at,
                remedy: "give a session that Charles exported as JSON (.chlsj) or HAR")
            return
        }
        let units = wasInside ? 1 : 0
        ledger.input += units
        diagnose(
            Diagnostic(
                .charlesSyntax, locator: .bytes(at..<(at + 1)),
                detail: "expected \(expected), found \(found) at byte \(at); exchanges before it: \(ledger.output)",
                units: units, blind: Blind(from: latest)), into: &outbox)
    }

    mutating func finish(unread: Int, into outbox: inout Outbox<ProxyEvent>) {
        guard failure == nil else { return }
        let isCut = place != .over && (unread > 0 || isArray || place == .skipping)
        if place == .start || (place == .transaction && ledger.input == 0 && unread == 0) {
            failure = ReadFailure(
                expected: "a transaction", found: "the end of the input", at: window.offset + unread,
                remedy: "give a session that Charles exported as JSON (.chlsj) or HAR")
            return
        }
        if isCut {
            let units = place == .transaction && unread > 0 ? 1 : 0
            ledger.input += units
            diagnose(
                Diagnostic(
                    .charlesTailCut, locator: .bytes(window.offset..<(window.offset + unread)), at: latest,
                    detail: "the file ends at byte \(window.offset + unread); exchanges before it: \(ledger.output)",
                    units: units, blind: Blind(from: latest)), into: &outbox)
        }
        outbox.emit(.source(source))
        place = .over
    }
}
