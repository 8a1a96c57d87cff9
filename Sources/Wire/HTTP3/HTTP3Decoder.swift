import Model

/// Decodes one HTTP/3 connection (RFC 9114) from the streams of its QUIC connection.
///
/// Streams come in any order: a field section that needs table entries still on their way waits for them, and with it
/// the rest of its stream. Where the entries will never come, fields that refer to them are left out; the exchange has
/// the note `headers-unknown`, and a diagnostic names what that hides.
public struct HTTP3Decoder: Emitter, Sendable {
    /// Caps on what one connection may cost.
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

    /// That of its streams.
    public var outbox: Outbox<HTTPEvent> {
        get { streams.outbox }
        _modify { yield &streams.outbox }
    }

    let flow: HTTPFlow
    let limits: Limits
    /// In places that stay: a dictionary would move these large values whenever one changes.
    var halves: [HTTP3Half] = []
    private var places: [HTTP3Half.Key: Int] = [:]
    private var vacant: [Int] = []
    /// Places of halves with blocked sections, in the order they were blocked.
    var blocked: [Int] = []
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
    public mutating func feed(stream: UInt64, _ event: StreamEvent) {
        let id = HTTP3StreamID(value: stream)
        // Streams that the server opens in both directions carry no HTTP (RFC 9114 section 6.1).
        guard id.isRequest || id.isUnidirectional else { return }
        switch event {
        case .bytes(let direction, let bytes, let mark):
            lastMark = mark
            let place = open(HTTP3Half.Key(stream: stream, direction: direction))
            halves[place].reader.append(bytes, mark)
            read(place)
        case .gap(let direction, let length, let mark):
            lastMark = mark
            lose(open(HTTP3Half.Key(stream: stream, direction: direction)), length, mark)
        case .end(let direction, let reset, let mark):
            lastMark = mark
            let key = HTTP3Half.Key(stream: stream, direction: direction)
            guard id.isRequest || places[key].map({ halves[$0].role == .push }) == true else { return }
            end(open(key), reset: reset, mark)
        }
    }

    /// Packets of one direction cannot be read from here on.
    public mutating func lose(_ direction: Direction, _ mark: Mark) {
        lastMark = mark
        loseTable(direction)
        streams.lost(direction, mark)
    }

    /// The connection is closed: what was not answered has failed.
    public mutating func close(_ mark: Mark) {
        lastMark = mark
        releaseBlocked()
        streams.end(.toClient, reset: false, mark)
    }

    /// The capture is over.
    public mutating func finish() {
        releaseBlocked()
        guard let lastMark else { return }
        var unread = 0
        for place in places.values { unread += halves[place].reader.pending.count }
        if unread > 0 {
            report(
                .http3Lost, lastMark, detail: "\(unread) bytes at the end of streams are no whole frame", units: unread,
                blind: nil)
        }
        streams.finish(lastMark)
    }

    // MARK: Reading

    /// The place of a half, new or known.
    private mutating func open(_ key: HTTP3Half.Key) -> Int {
        if let known = places[key] { return known }
        if places.count >= 2 * limits.maximumStreams,
            let oldest = places.filter({ HTTP3StreamID(value: $0.key.stream).isRequest }).min(by: {
                $0.key.stream < $1.key.stream
            })
        {
            close(oldest.value)
        }
        guard let place = vacant.popLast() else {
            places[key] = halves.count
            halves.append(newHalf(key))
            return halves.count - 1
        }
        places[key] = place
        halves[place] = newHalf(key)
        return place
    }

    private func newHalf(_ key: HTTP3Half.Key) -> HTTP3Half {
        HTTP3Half(key: key, reader: HTTP3FrameReader(maximumFrame: limits.maximumFrame))
    }

    /// Forgets a half; what waits in it will not be read.
    mutating func close(_ place: Int) {
        let half = halves[place]
        guard places.removeValue(forKey: half.key) != nil else { return }
        vacant.append(place)
        halves[place] = newHalf(half.key)
        guard !half.waiting.isEmpty else { return }
        for item in half.waiting { waitingBytes -= item.byteCount }
        blocked.removeAll { $0 == place }
    }

    mutating func read(_ place: Int) {
        if HTTP3StreamID(value: halves[place].key.stream).isUnidirectional {
            readUnidirectional(place)
        } else {
            readMessages(place)
        }
    }

    mutating func readUnidirectional(_ place: Int) {
        if halves[place].role == nil {
            guard let type = halves[place].reader.takeInteger() else { return }
            halves[place].role = HTTP3StreamRole(type: type)
        }
        switch halves[place].role {
        case .control: readControl(place)
        case .encoder:
            while let (bytes, mark) = halves[place].reader.takeAll() {
                instruct(halves[place].key.direction, bytes, mark)
            }
        case .push:
            if halves[place].push == nil {
                guard let number = halves[place].reader.takeInteger() else { return }
                halves[place].push = HTTP3Decoder.pushNumber(number)
            }
            readMessages(place)
        case .ignored, nil: while halves[place].reader.takeAll() != nil {}
        }
    }

    mutating func readControl(_ place: Int) {
        let direction = halves[place].key.direction
        while true {
            switch halves[place].reader.next() {
            case .needMore: return
            case .frame(HTTP3FrameType.settings, var payload, _, _):
                var capacity = 0
                while let identifier = VariableInteger.take(&payload), let value = VariableInteger.take(&payload) {
                    // SETTINGS_QPACK_MAX_TABLE_CAPACITY (RFC 9204 section 5)
                    if identifier == 0x1 { capacity = Int(clamping: min(value, 1 << 30)) }
                }
                // What one side allows scales what the other sends.
                if direction == .toClient {
                    clientFields.setMaximumCapacity(capacity)
                } else {
                    serverFields.setMaximumCapacity(capacity)
                }
                retry(direction.opposite)
            case .frame(HTTP3FrameType.goAway, var payload, let first, _):
                guard direction == .toClient, let id = VariableInteger.take(&payload) else { continue }
                streams.goAway(after: Int(clamping: id) - 1, first)
            case .frame, .data: continue
            case .tooLarge(let type, let length, let mark): reportTooLarge(type, length, place, mark)
            }
        }
    }

    mutating func readMessages(_ place: Int) {
        while true {
            switch halves[place].reader.next() {
            case .needMore: return
            case .data(let bytes, let mark):
                take(.content(bytes, mark), place)
            case .frame(HTTP3FrameType.headers, let payload, let first, let whole):
                take(.fields(block: Array(payload), promised: nil, first: first, whole: whole), place)
            case .frame(HTTP3FrameType.pushPromise, var payload, let first, let whole):
                guard let number = VariableInteger.take(&payload) else { continue }
                take(
                    .fields(
                        block: Array(payload), promised: HTTP3Decoder.pushNumber(number), first: first, whole: whole),
                    place)
            case .frame: continue
            case .tooLarge(let type, let length, let mark): reportTooLarge(type, length, place, mark)
            }
        }
    }

    /// Pushes have numbers of their own, below those of all streams.
    static func pushNumber(_ identifier: UInt64) -> Int {
        -1 - Int(clamping: min(identifier, 1 << 40))
    }

    // MARK: Missing bytes and ends

    mutating func lose(_ place: Int, _ length: Int?, _ mark: Mark) {
        let key = halves[place].key
        let goesOn = halves[place].reader.lose(length)
        if HTTP3StreamID(value: key.stream).isRequest || halves[place].role == .push {
            take(.missing(length: goesOn ? length : nil, mark), place)
            guard !goesOn else { return }
        } else {
            // Which stream it was may be unknown: it can have been the encoder's, or the control stream.
            if halves[place].role == .ignored { return }
            if halves[place].role != .control { loseTable(key.direction) }
            if halves[place].role != .encoder { loseTable(key.direction.opposite) }
            halves[place].role = .ignored
        }
        report(
            .http3Lost, mark, detail: "bytes of stream \(key.stream) are missing",
            blind: flow.blind(from: nil, to: mark.at, hiding: key.direction, manyHosts: true))
    }

    mutating func end(_ place: Int, reset: Bool, _ mark: Mark) {
        let key = halves[place].key
        let unread = halves[place].reader.pending.count
        if unread > 0 {
            report(
                .http3Lost, mark, detail: "stream \(key.stream) ends inside a frame", units: unread,
                blind: flow.blind(from: mark.at, to: mark.at, hiding: key.direction, manyHosts: true))
        }
        if reset {
            unblock(place, isFinal: true)
            streams.reset(halves[place].exchange, by: key.direction, mark)
            close(place)
        } else {
            halves[place].hasEnded = true
            take(.end(mark), place)
            if halves[place].waiting.isEmpty { close(place) }
        }
    }

    // MARK: Diagnostics

    mutating func reportTooLarge(_ type: UInt64, _ length: UInt64, _ place: Int, _ mark: Mark) {
        let key = halves[place].key
        report(
            .http3FrameMalformed, mark, detail: "stream \(key.stream): a frame of type \(type) with \(length) bytes",
            blind: flow.blind(from: mark.at, to: mark.at, hiding: key.direction, manyHosts: true))
    }

    mutating func report(_ code: DiagnosticCode, _ mark: Mark, detail: String, units: Int = 0, blind: Blind?) {
        outbox.report(
            Diagnostic(
                code, locator: .frames(mark.frames), at: mark.at, detail: detail, units: units, blind: blind))
    }
}
