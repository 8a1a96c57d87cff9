import Encodings
import Model

/// Reads HTTP Archive files: HAR 1.1 and 1.2 (Jan Odvarko's specification) and the 1.3 proposal, as exporters write them.
///
/// One entry at a time is read from the window, so memory grows with the largest entry and never with the file. No order
/// inside `log` is assumed. A cut-off file gives everything before the cut. When the input is no HAR at all, ``failure``
/// is set, no event is emitted and the rest of the input is consumed unread.
public struct HARReader: WindowDecoder {
    /// Set for good when the input cannot be read as a HAR.
    public internal(set) var failure: ReadFailure?
    public var ledger: Ledger { entries.sink.ledger }
    public var outbox: Outbox<HAREvent> {
        get { entries.sink.outbox }
        _modify { yield &entries.sink.outbox }
    }

    var place = HARPlace.start
    var window: UnitWindow
    var skipper = JSONSkipper()
    var source = HARSource()
    var sawLog = false
    var sawEntries = false
    var entriesEnded = false
    var entries: HAREntryReader
    var refusals: [(list: HARRefusals, at: Locator)] = []

    public init(limits: EntryLimits = EntryLimits()) {
        window = UnitWindow(unitLimit: limits.entryBytes)
        entries = HAREntryReader(limits: limits)
    }

    public mutating func decode(_ window: Span<UInt8>, isFinal: Bool) -> Int {
        readUnits(window, isFinal: isFinal)
    }
}

// MARK: From place to place

extension HARReader: UnitReader {
    var isOver: Bool { place == .over }

    var isInsideUnit: Bool {
        guard case .skipping = place else { return false }
        return true
    }

    mutating func step(_ scanner: inout JSONScanner) throws(JSONFault) {
        switch place {
        case .start:
            try scanner.skipByteOrderMark()
            try scanner.take(UInt8(ascii: "{"), orExpected: .object)
            place = .key(.root)
        case .key(let level):
            try readKey(&scanner, level)
        case .value(let member):
            try readValue(&scanner, member)
        case .separator(let level):
            if try scanner.peek() == UInt8(ascii: "}") {
                close(level, &scanner)
            } else {
                try scanner.take(UInt8(ascii: ","), orExpected: .nextMember)
                place = .key(level)
            }
        case .entry:
            if try scanner.peek() == UInt8(ascii: "]") {
                closeEntries(&scanner)
            } else {
                try entries.read(&scanner)
                place = .entrySeparator
            }
        case .entrySeparator:
            if try scanner.peek() == UInt8(ascii: "]") {
                closeEntries(&scanner)
            } else {
                try scanner.take(UInt8(ascii: ","), orExpected: .nextElement)
                place = .entry
            }
        case .skipping(let after):
            if try skipper.skip(&scanner) == .ended { place = after.place }
        case .trailing:
            try readTrailing(&scanner)
        case .over: break
        }
    }

    private mutating func readKey(_ scanner: inout JSONScanner, _ level: HARPlace.Level) throws(JSONFault) {
        if try scanner.peek() == UInt8(ascii: "}") { return close(level, &scanner) }
        let at = scanner.position
        let key = try scanner.string()
        try scanner.take(UInt8(ascii: ":"), orExpected: .colon)
        let member = Self.member(key, at: level, in: scanner)
        place = .value(member)
        guard member == .log && sawLog || member == .entries && sawEntries else { return }
        outbox.report(
            Diagnostic(
                .harEntriesDisputed, locator: .bytes((window.offset + at)..<(window.offset + scanner.position)),
                detail: "a second `\(member)` in the same file; the entries of both were read", blind: Blind()))
    }

    private static func member(
        _ key: JSONString, at level: HARPlace.Level, in scanner: JSONScanner
    ) -> HARPlace.Member {
        switch level {
        case .root: return scanner.matches(key, "log") ? .log : .other(.root)
        case .log:
            if scanner.matches(key, "entries") { return .entries }
            if scanner.matches(key, "creator") { return .creator }
            if scanner.matches(key, "browser") { return .browser }
            if scanner.matches(key, "_beaconproof") { return .origin }
            if scanner.matches(key, "_tlsErrors") { return .refusals }
            return scanner.matches(key, "version") ? .version : .other(.log)
        }
    }

    private mutating func readValue(_ scanner: inout JSONScanner, _ member: HARPlace.Member) throws(JSONFault) {
        switch member {
        case .log:
            try scanner.take(UInt8(ascii: "{"), orExpected: .logObject)
            sawLog = true
            place = .key(.log)
        case .entries:
            try scanner.take(UInt8(ascii: "["), orExpected: .entriesArray)
            sawEntries = true
            entriesEnded = false
            place = .entry
        case .creator:
            source.creator = try HARSource.Product.read(&scanner) ?? source.creator
            source.dialect = source.creator.map { HARDialect(creator: $0.name) } ?? .unknown
            entries.dialect = source.dialect
            place = .separator(.log)
        case .browser:
            source.browser = try HARSource.Product.read(&scanner) ?? source.browser
            place = .separator(.log)
        case .version:
            var repaired = false
            if let version = try scanner.numberValue() {
                source.version = scanner.text(of: version, repaired: &repaired)
            }
            place = .separator(.log)
        case .origin:
            let origin = try HARCaptureOrigin.read(&scanner)
            outbox.append(origin)
            place = .separator(.log)
        case .refusals:
            let at = window.offset + scanner.position
            if let read = try HARRefusals.read(&scanner) { refusals.append((read, .bytes(at..<(at + 1)))) }
            place = .separator(.log)
        case .other(let level):
            skipper = JSONSkipper()
            place = .skipping(level == .root ? .root : .log)
        }
    }

    private mutating func close(_ level: HARPlace.Level, _ scanner: inout JSONScanner) {
        scanner.position += 1
        place = level == .root ? .trailing : .separator(.root)
    }

    private mutating func closeEntries(_ scanner: inout JSONScanner) {
        scanner.position += 1
        entriesEnded = true
        place = .separator(.log)
    }

    /// White space and NUL padding may follow the document.
    private mutating func readTrailing(_ scanner: inout JSONScanner) throws(JSONFault) {
        guard sawEntries else {
            let expected = sawLog ? "an `entries` array in `log`" : "a `log` object"
            return fail(
                expected: expected, found: "the end of the JSON without it", at: window.offset + scanner.position)
        }
        guard try scanner.byte(at: scanner.position) != 0 else {
            scanner.position += 1
            return
        }
        outbox.report(
            Diagnostic(
                .harTrailingData,
                locator: .bytes((window.offset + scanner.position)..<(window.offset + scanner.position + 1)),
                detail: "more data after the end of the HAR", blind: Blind()))
        place = .over
    }
}
