import Encodings
import Model

/// Reads sessions that Charles exported as JSON (`.chlsj`): an array of transactions, or one transaction after another.
///
/// One transaction at a time is read from the window, so memory grows with the largest one and never with the file.
public struct CharlesReader: ProxyReader {
    private enum Place {
        case start, transaction, separator, skipping, over
    }

    var window: UnitWindow
    private var session: CharlesSession
    private var place = Place.start
    private var isArray = false
    private var skipper = JSONSkipper()

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

extension CharlesReader: UnitReader {
    var isOver: Bool { place == .over }
    var isInsideUnit: Bool { place == .skipping }

    mutating func step(_ scanner: inout JSONScanner) throws(JSONFault) {
        switch place {
        case .start:
            try scanner.skipByteOrderMark()
            isArray = try scanner.opensArray()
            place = .transaction
        case .transaction:
            guard !closesArray(try scanner.peek(), &scanner) else { return }
            var transaction = CharlesTransaction()
            try transaction.read(&scanner)
            session.take(transaction)
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

    mutating func stepOver(_ detail: String, at start: Int, isTooDeep: Bool) {
        guard place == .transaction else {
            return stop(expected: "a shorter value", found: "one above the limit", at: start)
        }
        session.omit(detail)
        skipper = JSONSkipper()
        place = .skipping
    }

    mutating func stop(expected: String, found: String, at: Int) {
        session.breakOff(expected: expected, found: found, at: at, isInTransaction: place == .transaction)
        place = .over
    }

    mutating func finish(unread: Int) {
        guard failure == nil else { return }
        let end = window.offset + unread
        if place == .start || (place == .transaction && ledger.input == 0 && unread == 0) {
            return session.fail(expected: "a transaction", found: "the end of the input", at: end)
        }
        if place != .over, unread > 0 || isArray || place == .skipping {
            session.cutOff(window.offset..<end, isInTransaction: place == .transaction && unread > 0)
        }
        session.close()
        place = .over
    }
}
