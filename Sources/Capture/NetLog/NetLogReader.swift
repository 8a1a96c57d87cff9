import Encodings
import Model

/// Reads what Chrome logs of its network stack (`--log-net-log`): requests by their events, one event at a time.
///
/// Memory grows with the requests that are open at one time and never with the file. A log ends without its closing
/// brackets when the browser was ended by force; only an event that is cut counts as a loss. Source:
/// <https://www.chromium.org/developers/design-documents/network-stack/netlog/>.
public struct NetLogReader: ProxyReader {
    private enum Place {
        case start, key, separator, event, eventSeparator, over
        case value(Member)
        case skipping(isEvent: Bool)
    }

    private enum Member {
        case constants, events, other
    }

    /// Set for good when the input cannot be read as such a log.
    public private(set) var failure: ReadFailure?
    public var ledger: Ledger { requests.sink.ledger }
    public var outbox: Outbox<ProxyEvent> {
        get { requests.sink.outbox }
        _modify { yield &requests.sink.outbox }
    }

    var window: UnitWindow
    private let limits: EntryLimits
    private var place = Place.start
    private var skipper = JSONSkipper()
    private var constants: NetLogConstants?
    private var sawEvents = false
    private var requests: NetLogRequests
    private var latest: Timestamp? { requests.sink.times.latest }

    public init(limits: EntryLimits = EntryLimits()) {
        self.limits = limits
        window = UnitWindow(unitLimit: limits.entryBytes)
        requests = NetLogRequests(limits: limits)
    }

    public mutating func decode(_ window: Span<UInt8>, isFinal: Bool) -> Int {
        readUnits(window, isFinal: isFinal)
    }
}

// MARK: From place to place

extension NetLogReader: UnitReader {
    var isOver: Bool {
        guard case .over = place else { return false }
        return true
    }

    var isInsideUnit: Bool {
        guard case .skipping = place else { return false }
        return true
    }

    private var isBeforeEvent: Bool {
        guard case .event = place else { return false }
        return true
    }

    mutating func step(_ scanner: inout JSONScanner) throws(JSONFault) {
        switch place {
        case .start:
            try scanner.skipByteOrderMark()
            try scanner.take(UInt8(ascii: "{"), orExpected: .object)
            place = .key
        case .key:
            guard !closes(try scanner.peek(), UInt8(ascii: "}"), &scanner, to: .over) else { return }
            let key = try scanner.key()
            place = .value(
                scanner.matches(key, "constants") ? .constants : scanner.matches(key, "events") ? .events : .other)
        case .value(.constants):
            constants = try NetLogConstants(&scanner)
            place = .separator
        case .value(.events):
            try scanner.take(UInt8(ascii: "["), orExpected: .array)
            guard constants?.canRead ?? false else {
                return fail(
                    expected: "`constants` with logEventTypes and timeTickOffset before `events`", found: "none")
            }
            sawEvents = true
            place = .event
        case .value(.other):
            skipper = JSONSkipper()
            place = .skipping(isEvent: false)
        case .separator:
            guard !closes(try scanner.peek(), UInt8(ascii: "}"), &scanner, to: .over) else { return }
            try scanner.take(UInt8(ascii: ","), orExpected: .nextMember)
            place = .key
        case .event:
            guard !closes(try scanner.peek(), UInt8(ascii: "]"), &scanner, to: .separator) else { return }
            try readEvent(&scanner)
            place = .eventSeparator
        case .eventSeparator:
            guard !closes(try scanner.peek(), UInt8(ascii: "]"), &scanner, to: .separator) else { return }
            try scanner.take(UInt8(ascii: ","), orExpected: .nextElement)
            place = .event
        case .skipping(let isEvent):
            if try skipper.skip(&scanner) == .ended { place = isEvent ? .eventSeparator : .separator }
        case .over: break
        }
    }

    private mutating func closes(
        _ byte: UInt8, _ bracket: UInt8, _ scanner: inout JSONScanner, to next: Place
    ) -> Bool {
        guard byte == bracket else { return false }
        scanner.position += 1
        place = next
        return true
    }

    private mutating func readEvent(_ scanner: inout JSONScanner) throws(JSONFault) {
        guard let constants else { return }
        let event = try NetLogEvent(&scanner)
        let index = requests.sink.count()
        guard let event, let number = event.type, let ticks = event.ticks else {
            return requests.sink.diagnose(
                Diagnostic(
                    .netLogEventUnusable, locator: .entry(index), at: latest,
                    detail: "expected an object with type and time", units: 1, blind: Blind(from: latest, to: latest)))
        }
        let at = constants.time(ofTicks: ticks)
        requests.sink.times.keep(at)
        requests.sink.pass()
        guard let kind = constants.kinds[number], let source = event.source else { return }
        let parameters = try event.parameters.map { (place) throws(JSONFault) in
            try NetLogParameters(of: kind, at: place, in: scanner, bodyLimit: limits.bodyBytes)
        }
        requests.take(
            NetLogRequests.Event(
                kind: kind, phase: event.phase, parameters: parameters ?? NetLogParameters(), source: source,
                index: index, at: at))
    }

    // MARK: What cannot be read

    mutating func stepOver(_ detail: String, at start: Int, isTooDeep: Bool) {
        switch place {
        case .event:
            requests.sink.lose(
                Diagnostic(
                    .netLogEventUnusable, locator: .entry(ledger.input), at: latest, detail: detail, units: 1,
                    blind: Blind(from: latest)))
            place = .skipping(isEvent: true)
        case .value(.other): place = .skipping(isEvent: false)
        default: return stop(expected: "a shorter value", found: "one above the limit", at: start)
        }
        skipper = JSONSkipper()
    }

    mutating func stop(expected: String, found: String, at: Int) {
        guard sawEvents else { return fail(expected: expected, found: found, at: at) }
        requests.sink.lose(
            Diagnostic(
                .netLogSyntax, locator: .bytes(at..<(at + 1)), at: latest,
                detail: "expected \(expected), found \(found) at byte \(at); events before it: \(ledger.output)",
                units: isBeforeEvent ? 1 : 0, blind: Blind(from: latest)))
        place = .over
    }

    private mutating func fail(expected: String, found: String, at: Int? = nil) {
        failure = ReadFailure(
            expected: expected, found: found, at: at ?? window.offset,
            remedy: "give the file that Chrome wrote, as it is, or record a HAR in its developer tools")
        place = .over
    }

    mutating func finish(unread: Int) {
        guard failure == nil else { return }
        let end = window.offset + unread
        guard sawEvents, let constants else {
            return fail(expected: "an array `events`", found: "the end of the input", at: end)
        }
        var isCut = isBeforeEvent && unread > 0
        if case .skipping(isEvent: true) = place { isCut = true }
        if isCut {
            requests.sink.lose(
                Diagnostic(
                    .netLogTailCut, locator: .bytes(window.offset..<end), at: latest,
                    detail: "the file ends at byte \(end), inside an event; events before it: \(ledger.output)",
                    units: isBeforeEvent ? 1 : 0, blind: Blind(from: latest)))
        }
        if constants.isHeavilyRedacted {
            outbox.report(
                Diagnostic(.netLogRedacted, detail: "logCaptureMode is HeavilyRedacted", blind: Blind()))
        }
        requests.finish(product: constants.product, version: constants.version)
        place = .over
    }
}
