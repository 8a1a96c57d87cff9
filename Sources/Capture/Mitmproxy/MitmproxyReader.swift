import Model

/// Reads mitmproxy flow dumps, format versions 0.10 to 21: one tnetstring per flow.
///
/// One flow at a time is read from the window, so memory grows with the largest flow and never with the file. A damaged
/// flow costs only itself, since its length leads to the next one. When the input is no flow dump, or its first flow has
/// an unknown version, ``failure`` is set, no event is emitted and the rest of the input is consumed unread.
public struct MitmproxyReader: ProxyReader {
    /// Set for good when the input cannot be read as a flow dump.
    public private(set) var failure: ReadFailure?
    public var ledger: Ledger { flows.sink.ledger }
    public var outbox: Outbox<ProxyEvent> {
        get { flows.sink.outbox }
        _modify { yield &flows.sink.outbox }
    }

    private let limits: EntryLimits
    private var flows: MitmproxyFlowReader
    /// Offset in the file of the first byte not yet consumed.
    private var offset = 0
    /// Bytes of a flow that is stepped over.
    private var toSkip = 0
    private var isOver = false

    public init(limits: EntryLimits = EntryLimits()) {
        self.limits = limits
        flows = MitmproxyFlowReader(limits: limits)
    }

    public mutating func decode(_ window: Span<UInt8>, isFinal: Bool) -> Int {
        var done = 0
        while !isOver, done < window.count {
            let used = step(window.extracting(done...), at: offset + done)
            guard used > 0 else { break }
            done += used
        }
        guard isFinal || isOver else {
            offset += done
            return done
        }
        if isFinal { finish(at: offset + done, end: offset + window.count) }
        offset += window.count
        return window.count
    }

    /// Reads the flow at the front of `rest`.
    ///
    /// - Returns: how many bytes were used; 0 when the flow does not fit, or nothing more is read.
    private mutating func step(_ rest: Span<UInt8>, at start: Int) -> Int {
        if toSkip > 0 { return skip(rest) }
        do throws(TNetstringFault) {
            let (length, prefix) = try TNetstring.length(rest)
            // The length has at most twelve digits, so the sum cannot overflow.
            let total = prefix + length + 1
            guard total <= limits.entryBytes else {
                flows.sink.lose(
                    Diagnostic(
                        .mitmproxyFlowTooLarge, locator: .entry(ledger.input),
                        detail: "\(total) bytes from byte \(start) on, the limit is \(limits.entryBytes)", units: 1,
                        blind: Blind(from: flows.sink.times.floor)))
                toSkip = total
                return skip(rest)
            }
            guard rest.count >= total else { return 0 }
            guard rest[total - 1] == TNetstring.Kind.dictionary.rawValue else {
                throw .unexpected(expected: "a dictionary, which ends with `}`")
            }
            read(rest.copy(prefix..<(total - 1)), at: start)
            return total
        } catch {
            if case .unexpected(let expected) = error { stop(expected: expected, at: start) }
            return 0
        }
    }

    private mutating func skip(_ rest: Span<UInt8>) -> Int {
        let used = min(toSkip, rest.count)
        toSkip -= used
        return used
    }

    private mutating func read(_ flow: [UInt8], at start: Int) {
        guard let version = flows.read(TNetstring(kind: .dictionary, content: flow[...])) else { return }
        let known = "\(FlowVersion.known.lowerBound) to \(FlowVersion.known.upperBound)"
        guard ledger.input > 0 else {
            failure = ReadFailure(
                expected: "flow versions \(known)", found: "version \(version)", at: start,
                remedy: DiagnosticCode.mitmproxyVersionUnknown.remedy)
            isOver = true
            return
        }
        flows.sink.lose(
            Diagnostic(
                .mitmproxyVersionUnknown, locator: .entry(ledger.input), subject: version,
                detail: "expected versions \(known)", units: 1, blind: Blind(from: flows.sink.times.floor)))
    }

    private mutating func stop(expected: String, at start: Int) {
        isOver = true
        guard ledger.input > 0 else {
            failure = ReadFailure(
                expected: expected, found: "something else", at: start,
                remedy: "give a dump as mitmproxy saves it, or export it as HAR")
            return
        }
        flows.sink.lose(
            Diagnostic(
                .mitmproxySyntax, locator: .bytes(start..<(start + 1)),
                detail: "expected \(expected) at byte \(start); exchanges before it: \(ledger.output)", units: 1,
                blind: Blind(from: flows.sink.times.floor)))
    }

    private mutating func finish(at start: Int, end: Int) {
        guard failure == nil else { return }
        guard ledger.input > 0 || start < end else {
            failure = ReadFailure(
                expected: "a flow", found: "the end of the input", at: end,
                remedy: "record again; mitmproxy saved no flow")
            isOver = true
            return
        }
        if !isOver, start < end || toSkip > 0 {
            let units = toSkip > 0 ? 0 : 1
            flows.sink.lose(
                Diagnostic(
                    .mitmproxyTailCut, locator: .bytes(start..<end), at: flows.sink.times.latest,
                    detail: "the file ends at byte \(end) inside flow \(ledger.input + units - 1); "
                        + "exchanges before it: \(ledger.output)",
                    units: units, blind: Blind(from: flows.sink.times.floor)))
        }
        outbox.emit(.source(flows.source))
        isOver = true
    }
}
