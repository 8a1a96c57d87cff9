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
    public private(set) var ledger = Ledger(unit: "events")

    var window: UnitWindow
    private let limits: EntryLimits
    private var place = Place.start
    private var skipper = JSONSkipper()
    private var constants: NetLogConstants?
    private var sawEvents = false
    private var requests: NetLogRequests
    /// The time of the last event.
    private var latest: Timestamp?

    public init(limits: EntryLimits = EntryLimits()) {
        self.limits = limits
        window = UnitWindow(unitLimit: limits.entryBytes)
        requests = NetLogRequests(limits: limits)
    }

    public mutating func decode(_ window: Span<UInt8>, isFinal: Bool, into outbox: inout Outbox<ProxyEvent>) -> Int {
        readUnits(window, isFinal: isFinal, into: &outbox)
    }
}

// MARK: From place to place

extension NetLogReader: UnitReader {
    var isOver: Bool {
        guard case .over = place else { return false }
        return true
    }

    private var isBeforeEvent: Bool {
        guard case .event = place else { return false }
        return true
    }

    mutating func step(_ scanner: inout JSONScanner, into outbox: inout Outbox<ProxyEvent>) throws(JSONFault) {
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
            try readEvent(&scanner, into: &outbox)
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

    private mutating func readEvent(
        _ scanner: inout JSONScanner, into outbox: inout Outbox<ProxyEvent>
    ) throws(JSONFault) {
        guard let constants else { return }
        let event = try NetLogEvent(&scanner)
        let index = ledger.input
        ledger.input += 1
        guard let event, let number = event.type, let ticks = event.ticks else {
            return diagnose(
                .netLogEventUnusable, "expected an object with type and time", locator: .entry(index),
                blind: Blind(from: latest, to: latest), into: &outbox)
        }
        let at = constants.time(ofTicks: ticks)
        latest = max(latest ?? at, at)
        ledger.output += 1
        guard let kind = constants.kinds[number], let source = event.source else { return }
        let parameters = try event.parameters.map { (place) throws(JSONFault) in
            try NetLogParameters(of: kind, at: place, in: scanner, bodyLimit: limits.bodyBytes)
        }
        requests.take(
            kind, phase: event.phase, parameters ?? NetLogParameters(), source: source, index: index, at: at,
            into: &outbox)
    }

    // MARK: What cannot be read

    mutating func stepOver(
        _ detail: String, at start: Int, isTooDeep: Bool, into outbox: inout Outbox<ProxyEvent>
    ) {
        switch place {
        case .event:
            ledger.input += 1
            diagnose(
                .netLogEventUnusable, detail, locator: .entry(ledger.input - 1), blind: Blind(from: latest),
                into: &outbox)
            place = .skipping(isEvent: true)
        case .value(.other): place = .skipping(isEvent: false)
        default: return stop(expected: "a shorter value", found: "one above the limit", at: start, into: &outbox)
        }
        skipper = JSONSkipper()
    }

    mutating func stop(expected: String, found: String, at: Int, into outbox: inout Outbox<ProxyEvent>) {
        guard sawEvents else { return fail(expected: expected, found: found, at: at) }
        let units = isBeforeEvent ? 1 : 0
        ledger.input += units
        diagnose(
            .netLogSyntax, "expected \(expected), found \(found) at byte \(at); events before it: \(ledger.output)",
            locator: .bytes(at..<(at + 1)), units: units, blind: Blind(from: latest), into: &outbox)
        place = .over
    }

    private mutating func fail(expected: String, found: String, at: Int? = nil) {
        failure = ReadFailure(
            expected: expected, found: found, at: at ?? window.offset,
            remedy: "give the file that Chrome wrote, as it is, or record a HAR in its developer tools")
        place = .over
    }

    mutating func finish(unread: Int, into outbox: inout Outbox<ProxyEvent>) {
        guard failure == nil else { return }
        let end = window.offset + unread
        guard sawEvents, let constants else {
            return fail(expected: "an array `events`", found: "the end of the input", at: end)
        }
        var isCut = isBeforeEvent && unread > 0
        if case .skipping(isEvent: true) = place { isCut = true }
        if isCut {
            let units = isBeforeEvent ? 1 : 0
            ledger.input += units
            diagnose(
                .netLogTailCut, "the file ends at byte \(end), inside an event; events before it: \(ledger.output)",
                locator: .bytes(window.offset..<end), units: units, blind: Blind(from: latest), into: &outbox)
        }
        if constants.isHeavilyRedacted {
            outbox.report(
                Diagnostic(.netLogRedacted, detail: "logCaptureMode is HeavilyRedacted", blind: Blind()))
        }
        requests.finish(product: constants.product, version: constants.version, into: &outbox)
        place = .over
    }

    private mutating func diagnose(
        _ code: DiagnosticCode, _ detail: String, locator: Locator, units: Int = 1, blind: Blind,
        into outbox: inout Outbox<ProxyEvent>
    ) {
        ledger.diagnosed += units
        outbox.report(Diagnostic(code, locator: locator, at: latest, detail: detail, units: units, blind: blind))
    }
}
