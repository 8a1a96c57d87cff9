import Model

/// Reads call logs: the JSON Lines that apps and wrappers write, alone or inside the lines of a system log.
///
/// A line that is no call is a diagnostic with its number, and what was called between the lines before and after it is
/// hidden; the rest is used.
public struct CallLogReader: WindowDecoder {
    /// Lines; blank ones, headers and those of other programs count as read.
    public private(set) var ledger = Ledger(unit: "lines")
    public var outbox = Outbox<CallLogEvent>()
    /// Lines that were calls.
    public private(set) var calls = 0

    private var lines: LineWindow
    private var foreignLines = 0
    private var printed = PrintedCalls()
    private var adEvents = PrintedAdEvents()
    /// The first call that an integration printed itself, and the last.
    private var printedSpan: (first: Timestamp, last: Timestamp)?
    private var last: Timestamp?
    /// The highest number that the app gave a line.
    private var highest: Int?
    /// Numbers that were passed over: threads write their lines out of order by a little.
    private var holes: [Hole] = []
    /// The last line that could not be read: what it hides ends with the next one that can.
    private var unreadable: Diagnostic?
    /// The header that the next call stands under.
    private var header: Call?

    /// - Parameter limits: a line longer than they say is no call; the longest metadata have a few kilobytes.
    public init(limits: EntryLimits = EntryLimits()) {
        lines = LineWindow(longest: limits.lineBytes)
    }

    public mutating func decode(_ window: Span<UInt8>, isFinal: Bool) -> Int {
        var start = 0
        while let line = lines.next(in: window, from: &start, isFinal: isFinal) {
            ledger.input += 1
            switch line {
            case .bytes(let place): read(window.extracting(place))
            case .tooLong:
                hold("expected a line of at most \(lines.longest) bytes, found a longer one")
            }
        }
        if isFinal { finish() }
        return start
    }

    private mutating func read(_ line: Span<UInt8>) {
        switch CallLogDialects.read(line, locator: .line(ledger.input)) {
        case .blank: ledger.output += 1
        case .foreign: readPrinted(line)
        case .content(.header(let header, let call)):
            ledger.output += 1
            outbox.emit(.header(header))
            self.header = call
        case .content(.call(let call, let number)):
            count(number, of: call)
            give(call)
        case .content(.unreadable(let reason)): hold(reason)
        }
    }

    /// A line in nobody's envelope: an integration's own words, or nothing of concern.
    private mutating func readPrinted(_ line: Span<UInt8>) {
        switch adEvents.read(line, locator: .line(ledger.input)) {
        case .foreign: break
        case .event(let call): return give(call)
        case .dropped(let time):
            ledger.output += 1
            return outbox.report(
                Diagnostic(
                    .callLogLinesMissing, locator: .line(ledger.input), at: time ?? last,
                    detail: "logcat says that it left lines out (chatty)",
                    blind: Blind(from: last, to: time ?? last, hides: .calls)))
        case .unreadable(let reason): return hold(reason)
        }
        switch printed.read(line, locator: .line(ledger.input)) {
        case .foreign:
            ledger.output += 1
            foreignLines += 1
        case .unfinished: ledger.output += 1
        case .call(let call):
            printedSpan = (printedSpan?.first ?? call.at, call.at)
            give(call)
        case .unreadable(let reason): hold(reason)
        }
    }

    private mutating func give(_ call: Call) {
        ledger.output += 1
        calls += 1
        releaseUnreadable(until: call.at)
        last = call.at
        if var header {
            // It has no time of its own: what it says holds from the call below it.
            header.at = call.at
            header.mono = call.mono
            outbox.emit(.call(header))
            self.header = nil
        }
        outbox.emit(.call(call))
    }

    /// An app that counts its lines shows which of them the log lacks. A count that starts anew is another start of the app.
    private mutating func count(_ number: Int?, of call: Call) {
        guard let number, number >= 0 else { return }
        if let place = holes.firstIndex(where: { $0.lacks(number, at: call.at) }) {
            holes[place].numbers.remove(number)
            if holes[place].numbers.isEmpty { holes.remove(at: place) }
            return
        }
        let before = highest ?? 0
        highest = number <= 1 ? number : max(number, before)
        guard number > before, number - before > 1 else { return }
        let missing = Diagnostic(
            .callLogLinesMissing, locator: .line(ledger.input), at: call.at,
            detail: "expected line \(before + 1) of the app's count, found \(number)",
            blind: Blind(from: last, to: call.at, hides: .calls))
        guard number - before <= Hole.widest, holes.count < Hole.most else { return outbox.report(missing) }
        holes.append(Hole(numbers: Set(before + 1..<number), from: last, to: call.at, missing: missing))
    }

    private mutating func hold(_ reason: String) {
        ledger.diagnosed += 1
        // One blind stretch for neighbouring lines: the last of them carries it.
        if let earlier = unreadable { outbox.report(earlier) }
        unreadable = Diagnostic(
            .callLogLineUnreadable, locator: .line(ledger.input), at: last, detail: reason, units: 1)
    }

    private mutating func releaseUnreadable(until next: Timestamp?) {
        guard var diagnostic = unreadable else { return }
        diagnostic.blind = Blind(from: last, to: next, hides: .calls)
        outbox.report(diagnostic)
        unreadable = nil
    }

    private mutating func finish() {
        for hole in holes { outbox.report(hole.missing) }
        holes = []
        if printed.isUnfinished {
            // Its lines were counted as read; what they would have said is not known.
            if let earlier = unreadable { outbox.report(earlier) }
            unreadable = Diagnostic(
                .callLogLineUnreadable, locator: .line(ledger.input), at: last,
                detail: "expected the end of a call, found the end of the log")
        }
        releaseUnreadable(until: nil)
        if let printedSpan {
            outbox.report(
                Diagnostic(
                    .callLogPartial, at: printedSpan.first, detail: "calls in the words of an integration",
                    blind: Blind(from: printedSpan.first, to: printedSpan.last, hides: .calls)))
        }
        guard foreignLines > 0 else { return }
        outbox.report(Diagnostic(.callLogLinesForeign, detail: "\(foreignLines) lines without a call"))
        foreignLines = 0
    }
}

extension CallLogReader {
    /// Lines that the app's count has and the log, so far, has not.
    private struct Hole: Sendable {
        var numbers: Set<Int>
        var from: Timestamp?
        var to: Timestamp
        let missing: Diagnostic

        /// What is written late was called when the hole was. A count that starts anew has the numbers, and a later time.
        func lacks(_ number: Int, at time: Timestamp) -> Bool {
            numbers.contains(number) && time <= to.advanced(byMicroseconds: Hole.slack)
                && from.map { time >= $0.advanced(byMicroseconds: -Hole.slack) } ?? true
        }

        static let slack: Int64 = 500_000
        static let widest = 64
        static let most = 64
    }
}
