import Model

/// Decodes one HTTP/3 connection (RFC 9114) from the streams of its QUIC connection.
///
/// Streams come in any order: a field section that needs table entries still on their way waits for them, and with it
/// the rest of its stream. Where the entries will never come, fields that refer to them are left out; the exchange has
/// the note `headers-unknown`, and a diagnostic names what that hides.
public struct HTTP3Decoder: Sendable {
    public struct Limits: Sendable, Hashable {
        /// Bytes of one frame other than DATA.
        public var maximumFrame: Int
        /// Bytes of one decoded field section.
        public var maximumFieldSection: Int
        /// Bytes that wait for table entries, or for their request.
        public var maximumHeld: Int
        public var maximumStreams: Int

        public init(
            maximumFrame: Int = 1 << 20, maximumFieldSection: Int = 1 << 20, maximumHeld: Int = 1 << 20,
            maximumStreams: Int = 8_192
        ) {
            self.maximumFrame = maximumFrame
            self.maximumFieldSection = maximumFieldSection
            self.maximumHeld = maximumHeld
            self.maximumStreams = maximumStreams
        }
    }

    struct HalfKey: Sendable, Hashable {
        var stream: UInt64
        var direction: Direction
    }

    let flow: HTTPFlow
    let limits: Limits
    var halves: [HalfKey: HTTP3Half] = [:]
    /// Halves with blocked sections, in the order they were blocked.
    var blocked: [HalfKey] = []
    var waitingBytes = 0
    /// The tables of the fields that each side sends.
    var clientFields: QPACKDecoder
    var serverFields: QPACKDecoder
    var streams: HTTPStreams
    var lastMark: Mark?

    public init(flow: HTTPFlow, limits: Limits = Limits()) {
        self.flow = flow
        self.limits = limits
        clientFields = QPACKDecoder(sectionLimit: limits.maximumFieldSection)
        serverFields = QPACKDecoder(sectionLimit: limits.maximumFieldSection)
        streams = HTTPStreams(
            flow: flow, dialect: .http3, maximumHeld: limits.maximumHeld, maximumStreams: limits.maximumStreams)
    }

    /// Takes the next event of one stream.
    public mutating func feed(stream: UInt64, _ event: StreamEvent, into outbox: inout Outbox<HTTPEvent>) {
        let id = HTTP3StreamID(value: stream)
        // Streams that the server opens in both directions carry no HTTP (RFC 9114 section 6.1).
        guard id.isRequest || id.isUnidirectional else { return }
        switch event {
        case .bytes(let direction, let bytes, let mark):
            lastMark = mark
            let key = HalfKey(stream: stream, direction: direction)
            open(key)
            halves[key]?.reader.append(bytes, mark)
            read(key, into: &outbox)
        case .gap(let direction, let length, let mark):
            lastMark = mark
            let key = HalfKey(stream: stream, direction: direction)
            open(key)
            lose(key, length, mark, into: &outbox)
        case .end(let direction, let reset, let mark):
            lastMark = mark
            end(HalfKey(stream: stream, direction: direction), reset: reset, mark, into: &outbox)
        }
    }

    /// Packets of one direction cannot be read from here on.
    public mutating func lose(_ direction: Direction, _ mark: Mark, into outbox: inout Outbox<HTTPEvent>) {
        lastMark = mark
        loseTable(direction, into: &outbox)
        streams.lost(direction, mark, into: &outbox)
    }

    /// The connection is closed: what was not answered has failed.
    public mutating func close(_ mark: Mark, into outbox: inout Outbox<HTTPEvent>) {
        lastMark = mark
        releaseBlocked(into: &outbox)
        streams.end(.toClient, reset: false, mark, into: &outbox)
    }

    /// The capture is over.
    public mutating func finish(into outbox: inout Outbox<HTTPEvent>) {
        releaseBlocked(into: &outbox)
        guard let lastMark else { return }
        var unread = 0
        for key in halves.keys.sorted(by: { $0.stream < $1.stream }) {
            unread += halves[key]?.reader.pending.count ?? 0
        }
        if unread > 0 {
            report(
                .http3Lost, lastMark, detail: "\(unread) bytes at the end of streams are no whole frame", units: unread,
                blind: nil, into: &outbox)
        }
        streams.finish(lastMark, into: &outbox)
    }

    // MARK: Reading

    mutating func open(_ key: HalfKey) {
        guard halves[key] == nil else { return }
        if halves.count >= 2 * limits.maximumStreams,
            let oldest = halves.keys.filter({ HTTP3StreamID(value: $0.stream).isRequest }).min(by: {
                $0.stream < $1.stream
            })
        {
            halves[oldest] = nil
        }
        halves[key] = HTTP3Half(reader: HTTP3FrameReader(maximumFrame: limits.maximumFrame))
    }

    mutating func read(_ key: HalfKey, into outbox: inout Outbox<HTTPEvent>) {
        if HTTP3StreamID(value: key.stream).isUnidirectional {
            readUnidirectional(key, into: &outbox)
        } else {
            readMessages(key, into: &outbox)
        }
    }

    mutating func readUnidirectional(_ key: HalfKey, into outbox: inout Outbox<HTTPEvent>) {
        if halves[key]?.role == nil {
            guard let type = halves[key]?.reader.takeInteger() else { return }
            halves[key]?.role = HTTP3StreamRole(type: type)
        }
        switch halves[key]?.role {
        case .control: readControl(key, into: &outbox)
        case .encoder:
            while let (bytes, mark) = halves[key]?.reader.takeAll() {
                instruct(key.direction, bytes, mark, into: &outbox)
            }
        case .push:
            if halves[key]?.push == nil {
                guard let number = halves[key]?.reader.takeInteger() else { return }
                halves[key]?.push = HTTP3Decoder.pushNumber(number)
            }
            readMessages(key, into: &outbox)
        case .ignored, nil: while halves[key]?.reader.takeAll() != nil {}
        }
    }

    mutating func readControl(_ key: HalfKey, into outbox: inout Outbox<HTTPEvent>) {
        while let step = halves[key]?.reader.next() {
            switch step {
            case .needMore: return
            case .frame(HTTP3FrameType.settings, var payload, _, _):
                var capacity = 0
                while let identifier = VariableInteger.take(&payload), let value = VariableInteger.take(&payload) {
                    // SETTINGS_QPACK_MAX_TABLE_CAPACITY (RFC 9204 section 5)
                    if identifier == 0x1 { capacity = Int(clamping: min(value, 1 << 30)) }
                }
                // What one side allows scales what the other sends.
                if key.direction == .toClient {
                    clientFields.setMaximumCapacity(capacity)
                } else {
                    serverFields.setMaximumCapacity(capacity)
                }
                retry(key.direction.opposite, into: &outbox)
            case .frame(HTTP3FrameType.goAway, var payload, let first, _):
                guard key.direction == .toClient, let id = VariableInteger.take(&payload) else { continue }
                streams.goAway(after: Int(clamping: id) - 1, first, into: &outbox)
            case .frame, .data: continue
            case .tooLarge(let type, let length, let mark): reportTooLarge(type, length, key, mark, into: &outbox)
            }
        }
    }

    mutating func readMessages(_ key: HalfKey, into outbox: inout Outbox<HTTPEvent>) {
        while let step = halves[key]?.reader.next() {
            switch step {
            case .needMore: return
            case .data(let bytes, let mark):
                take(.content(bytes, mark), key, into: &outbox)
            case .frame(HTTP3FrameType.headers, let payload, let first, let whole):
                take(.fields(block: Array(payload), promised: nil, first: first, whole: whole), key, into: &outbox)
            case .frame(HTTP3FrameType.pushPromise, var payload, let first, let whole):
                guard let number = VariableInteger.take(&payload) else { continue }
                take(
                    .fields(
                        block: Array(payload), promised: HTTP3Decoder.pushNumber(number), first: first, whole: whole),
                    key, into: &outbox)
            case .frame: continue
            case .tooLarge(let type, let length, let mark): reportTooLarge(type, length, key, mark, into: &outbox)
            }
        }
    }

    /// Pushes have numbers of their own, below those of all streams.
    static func pushNumber(_ identifier: UInt64) -> Int {
        -1 - Int(clamping: min(identifier, 1 << 40))
    }

    // MARK: Missing bytes and ends

    mutating func lose(
        _ key: HalfKey, _ length: Int?, _ mark: Mark, into outbox: inout Outbox<HTTPEvent>
    ) {
        let goesOn = halves[key]?.reader.lose(length) == true
        if HTTP3StreamID(value: key.stream).isRequest || halves[key]?.role == .push {
            take(.missing(length: goesOn ? length : nil, mark), key, into: &outbox)
            guard !goesOn else { return }
        } else {
            // Which stream it was may be unknown: it can have been the encoder's, or the control stream.
            if halves[key]?.role == .ignored { return }
            if halves[key]?.role != .control { loseTable(key.direction, into: &outbox) }
            if halves[key]?.role != .encoder { loseTable(key.direction.opposite, into: &outbox) }
            halves[key]?.role = .ignored
        }
        report(
            .http3Lost, mark, detail: "bytes of stream \(key.stream) are missing",
            blind: flow.blind(from: nil, to: mark.at, hiding: key.direction, manyHosts: true), into: &outbox)
    }

    mutating func end(
        _ key: HalfKey, reset: Bool, _ mark: Mark, into outbox: inout Outbox<HTTPEvent>
    ) {
        guard HTTP3StreamID(value: key.stream).isRequest || halves[key]?.role == .push else { return }
        open(key)
        let unread = halves[key]?.reader.pending.count ?? 0
        if unread > 0 {
            report(
                .http3Lost, mark, detail: "stream \(key.stream) ends inside a frame", units: unread,
                blind: flow.blind(from: mark.at, to: mark.at, hiding: key.direction, manyHosts: true), into: &outbox)
        }
        if reset {
            unblock(key, isFinal: true, into: &outbox)
            let id = halves[key]?.push ?? Int(clamping: key.stream)
            streams.reset(id, by: key.direction, mark, into: &outbox)
            halves[key] = nil
        } else {
            halves[key]?.hasEnded = true
            take(.end(mark), key, into: &outbox)
            if halves[key]?.waiting.isEmpty == true { halves[key] = nil }
        }
    }

    // MARK: Diagnostics

    func reportTooLarge(
        _ type: UInt64, _ length: UInt64, _ key: HalfKey, _ mark: Mark, into outbox: inout Outbox<HTTPEvent>
    ) {
        report(
            .http3FrameMalformed, mark, detail: "stream \(key.stream): a frame of type \(type) with \(length) bytes",
            blind: flow.blind(from: mark.at, to: mark.at, hiding: key.direction, manyHosts: true), into: &outbox)
    }

    func report(
        _ code: DiagnosticCode, _ mark: Mark, detail: String, units: Int = 0, blind: Blind?,
        into outbox: inout Outbox<HTTPEvent>
    ) {
        outbox.report(
            Diagnostic(
                code, locator: .frames(mark.frames), at: mark.at, detail: detail, units: units, blind: blind))
    }
}
