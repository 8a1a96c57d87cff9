import Model

/// What both exports of a Charles session share: the account of its transactions, and what is said of those that are no
/// exchange.
struct CharlesSession: Sendable {
    private(set) var failure: ReadFailure?
    var sink = EntrySink<ProxyEvent>()

    private static let codes = ProxyExchange.Codes(
        timeUnreadable: .charlesTimeUnreadable, bodyUndecodable: .charlesBodyUndecodable, bodyCut: .charlesBodyCut)

    private let limits: EntryLimits
    private var source = ProxySource(product: "Charles")

    init(limits: EntryLimits) {
        self.limits = limits
    }

    // MARK: Transactions

    mutating func take(_ transaction: CharlesTransaction) {
        let index = sink.count()
        let builder = CharlesExchangeBuilder(transaction: transaction, limits: limits)
        guard !transaction.method.isEmpty, !transaction.host.isEmpty else {
            return sink.diagnose(
                Diagnostic(
                    .charlesEntryUnusable, locator: .entry(index), at: builder.startedAt,
                    detail: "expected `method` and `host`", units: 1, blind: Blind(from: sink.times.latest)))
        }
        guard !transaction.isTunnel else {
            return sink.diagnose(
                Diagnostic(
                    .charlesTunnelOpaque, locator: .entry(index), at: builder.startedAt, subject: transaction.host,
                    detail: "SSL proxying is not enabled for this host", units: 1,
                    blind: Blind(
                        from: builder.startedAt, to: transaction.times.end, host: transaction.host.lowercased(),
                        manyHosts: true)))
        }
        let built = builder.exchange(at: builder.startedAt ?? sink.times.standIn, index: index)
        if let startedAt = builder.startedAt { sink.times.keep(startedAt) }
        source.count(built.exchange)
        sink.pass()
        built.emit(
            CharlesSession.codes,
            missingTime: builder.startedAt == nil ? "expected a date and time as the start of the transaction" : nil,
            into: &sink.outbox)
    }

    // MARK: What cannot be read

    /// A transaction is stepped over.
    mutating func omit(_ detail: String) {
        sink.lose(
            Diagnostic(
                .charlesEntryUnusable, locator: .entry(sink.ledger.input), detail: detail, units: 1,
                blind: Blind(from: sink.times.latest)))
    }

    /// The grammar breaks at a byte: a failure before any transaction, a diagnostic after.
    mutating func breakOff(expected: String, found: String, at: Int, isInTransaction: Bool) {
        guard sink.ledger.input > 0 else { return fail(expected: expected, found: found, at: at) }
        sink.lose(
            Diagnostic(
                .charlesSyntax, locator: .bytes(at..<(at + 1)),
                detail:
                    "expected \(expected), found \(found) at byte \(at); exchanges before it: \(sink.ledger.output)",
                units: isInTransaction ? 1 : 0, blind: Blind(from: sink.times.latest)))
    }

    /// The file ends before the session does.
    ///
    /// - Parameter unread: the bytes of the transaction that was cut; empty between transactions.
    mutating func cutOff(_ unread: Range<Int>, isInTransaction: Bool) {
        sink.lose(
            Diagnostic(
                .charlesTailCut, locator: .bytes(unread), at: sink.times.latest,
                detail: "the file ends at byte \(unread.upperBound); exchanges before it: \(sink.ledger.output)",
                units: isInTransaction ? 1 : 0, blind: Blind(from: sink.times.latest)))
    }

    mutating func fail(expected: String, found: String, at: Int) {
        failure = ReadFailure(
            expected: expected, found: found, at: at,
            remedy: "give a session that Charles exported as JSON (.chlsj), XML (.chlsx) or HAR")
    }

    /// The last word: what the file held.
    mutating func close() {
        sink.outbox.emit(.source(source))
    }
}
