import Model

/// What both exports of a Charles session share: the account of its transactions, and what is said of those that are no
/// exchange.
struct CharlesSession: Sendable {
    private(set) var failure: ReadFailure?
    private(set) var ledger = Ledger(unit: "entries")

    private static let codes = ProxyExchange.Codes(
        timeUnreadable: .charlesTimeUnreadable, bodyUndecodable: .charlesBodyUndecodable, bodyCut: .charlesBodyCut)

    private let limits: EntryLimits
    private var source = ProxySource(product: "Charles")
    private var previous: Timestamp?
    /// The latest start of an exchange so far: transactions are exported in the order they began.
    private var latest: Timestamp?

    init(limits: EntryLimits) {
        self.limits = limits
    }

    // MARK: Transactions

    mutating func take(_ transaction: CharlesTransaction, into outbox: inout Outbox<ProxyEvent>) {
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
        let built = builder.exchange(
            at: builder.startedAt ?? previous ?? Timestamp(microseconds: 0), index: index)
        if let startedAt = builder.startedAt {
            previous = startedAt
            latest = max(latest ?? startedAt, startedAt)
        }
        source.count(built.exchange)
        ledger.output += 1
        built.emit(
            CharlesSession.codes,
            missingTime: builder.startedAt == nil ? "expected a date and time as the start of the transaction" : nil,
            into: &outbox)
    }

    private mutating func diagnose(_ diagnostic: Diagnostic, into outbox: inout Outbox<ProxyEvent>) {
        ledger.diagnosed += diagnostic.units
        outbox.report(diagnostic)
    }

    // MARK: What cannot be read

    /// A transaction is stepped over.
    mutating func omit(_ detail: String, into outbox: inout Outbox<ProxyEvent>) {
        ledger.input += 1
        diagnose(
            Diagnostic(
                .charlesEntryUnusable, locator: .entry(ledger.input - 1), detail: detail, units: 1,
                blind: Blind(from: latest)), into: &outbox)
    }

    /// The grammar breaks at a byte: a failure before any transaction, a diagnostic after.
    mutating func breakOff(
        expected: String, found: String, at: Int, isInTransaction: Bool, into outbox: inout Outbox<ProxyEvent>
    ) {
        guard ledger.input > 0 else { return fail(expected: expected, found: found, at: at) }
        let units = isInTransaction ? 1 : 0
        ledger.input += units
        diagnose(
            Diagnostic(
                .charlesSyntax, locator: .bytes(at..<(at + 1)),
                detail: "expected \(expected), found \(found) at byte \(at); exchanges before it: \(ledger.output)",
                units: units, blind: Blind(from: latest)), into: &outbox)
    }

    /// The file ends before the session does.
    ///
    /// - Parameter unread: the bytes of the transaction that was cut; empty between transactions.
    mutating func cutOff(_ unread: Range<Int>, isInTransaction: Bool, into outbox: inout Outbox<ProxyEvent>) {
        let units = isInTransaction ? 1 : 0
        ledger.input += units
        diagnose(
            Diagnostic(
                .charlesTailCut, locator: .bytes(unread), at: latest,
                detail: "the file ends at byte \(unread.upperBound); exchanges before it: \(ledger.output)",
                units: units, blind: Blind(from: latest)), into: &outbox)
    }

    mutating func fail(expected: String, found: String, at: Int) {
        failure = ReadFailure(
            expected: expected, found: found, at: at,
            remedy: "give a session that Charles exported as JSON (.chlsj), XML (.chlsx) or HAR")
    }

    /// The last word: what the file held.
    func close(into outbox: inout Outbox<ProxyEvent>) {
        outbox.emit(.source(source))
    }
}
