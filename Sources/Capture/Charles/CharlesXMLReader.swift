import Model

/// Reads sessions that Charles exported as XML (`.xml`, `.chlsx`): a `charles-session` of elements `transaction`.
///
/// One transaction at a time is read from the window, so memory grows with the largest one and never with the file.
public struct CharlesXMLReader: ProxyReader {
    private enum Place {
        case prologue, transaction, skipping, over
    }

    var window: UnitWindow
    private var session: CharlesSession
    private var place = Place.prologue
    private var skipper = XMLSkipper()

    public init(limits: EntryLimits = EntryLimits()) {
        session = CharlesSession(limits: limits)
        window = UnitWindow(unitLimit: limits.entryBytes)
    }

    /// Set for good when the input cannot be read as such a session.
    public var failure: ReadFailure? { session.failure }
    public var ledger: Ledger { session.sink.ledger }
    public var outbox: Outbox<ProxyEvent> {
        get { session.sink.outbox }
        _modify { yield &session.sink.outbox }
    }

    public mutating func decode(_ window: Span<UInt8>, isFinal: Bool) -> Int {
        readUnits(window, isFinal: isFinal)
    }
}

extension CharlesXMLReader: UnitReader {
    var isOver: Bool { place == .over }
    var isInsideUnit: Bool { place == .skipping }

    mutating func step(_ scanner: inout XMLScanner) throws(XMLFault) {
        switch place {
        case .prologue:
            if try scanner.begins("\u{FEFF}", at: scanner.position) { scanner.position += 3 }
            let start = scanner.position
            switch try scanner.token() {
            case .text(let range) where scanner.isBlank(range): break
            case .open(let tag) where scanner.matches(tag.name, "charles-session"):
                place = tag.isEmpty ? .over : .transaction
            default: throw .unexpected(.session, at: start)
            }
        case .transaction:
            let start = scanner.position
            switch try scanner.token() {
            case .open(let tag) where scanner.matches(tag.name, "transaction"):
                session.take(try CharlesTransaction(tag, &scanner))
            case .open(let tag): try scanner.skip(tag)
            case .close(let name):
                guard scanner.matches(name, "charles-session") else { throw .unexpected(.endTag, at: start) }
                place = .over
            case .text(let range), .data(let range):
                guard scanner.isBlank(range) else { throw .unexpected(.transaction, at: start) }
            }
        case .skipping:
            if try skipper.skip(to: "</transaction", &scanner) { place = .transaction }
        case .over: break
        }
    }

    mutating func stepOver(_ detail: String, at start: Int, isTooDeep: Bool) {
        guard place == .transaction else {
            return stop(expected: "a shorter element", found: "one above the limit", at: start)
        }
        session.omit(detail)
        skipper = XMLSkipper()
        place = .skipping
    }

    mutating func stop(expected: String, found: String, at: Int) {
        session.breakOff(expected: expected, found: found, at: at, isInTransaction: place == .transaction)
        place = .over
    }

    mutating func finish(unread: Int) {
        guard failure == nil else { return }
        let end = window.offset + unread
        guard ledger.input > 0 || (place == .transaction && unread > 0) else {
            return session.fail(
                expected: "a transaction",
                found: place == .over ? "a session without any" : "the end of the input", at: end)
        }
        if place != .over {
            session.cutOff(window.offset..<end, isInTransaction: place == .transaction && unread > 0)
        }
        session.close()
        place = .over
    }
}
