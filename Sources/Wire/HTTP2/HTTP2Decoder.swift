import Model

/// Decodes one HTTP/2 connection (RFC 9113), over TLS, with prior knowledge, or after `Upgrade: h2c`.
///
/// A connection joined late, or with bytes missing, is read on from the next frame that can be recognised. From then on
/// fields that refer to table entries never seen are left out: the exchange has the note `headers-unknown`, and a
/// diagnostic names what it hides.
public struct HTTP2Decoder: FlowDecoder {
    /// Caps on what one connection may cost.
    public struct Limits: Sendable, Hashable {
        /// Bytes of one compressed header block.
        public var maximumHeaderBlock: Int
        /// Bytes of one decoded field section.
        public var maximumFieldSection: Int
        /// Bytes of response content that wait for their request.
        public var maximumHeld: Int
        public var maximumStreams: Int

        public init(
            maximumHeaderBlock: Int = 1 << 20, maximumFieldSection: Int = 1 << 20, maximumHeld: Int = 256 << 10,
            maximumStreams: Int = 8_192
        ) {
            self.maximumHeaderBlock = maximumHeaderBlock
            self.maximumFieldSection = maximumFieldSection
            self.maximumHeld = maximumHeld
            self.maximumStreams = maximumStreams
        }
    }

    /// What each direction needs.
    struct Side: Sendable {
        var reader: HTTP2FrameReader
        var fields: HPACKDecoder
        var block: HeaderBlock?
        var lastMark: Mark?
        /// Since when frames may be missing, while their place is searched; `nil` from the beginning.
        var lostSince: Timestamp?

        init(_ direction: Direction, limits: Limits) {
            reader = HTTP2FrameReader(direction: direction)
            fields = HPACKDecoder(sectionLimit: limits.maximumFieldSection)
        }
    }

    /// A header block between its first frame and END_HEADERS.
    struct HeaderBlock: Sendable {
        var stream: Int
        /// The stream promised by PUSH_PROMISE.
        var promised: Int?
        var endsStream: Bool
        var bytes: [UInt8]
        var first: Mark
        var whole: Mark
        var isTooLong = false
    }

    /// That of its streams.
    public var outbox: Outbox<HTTPEvent> {
        get { streams.outbox }
        _modify { yield &streams.outbox }
    }

    let flow: HTTPFlow
    let limits: Limits
    var client: Side
    var server: Side
    var streams: HTTPStreams

    /// - Parameter upgraded: the exchange of HTTP/1 whose response comes on stream 1, after `Upgrade: h2c`.
    public init(flow: HTTPFlow, limits: Limits = Limits(), upgraded: Int? = nil) {
        self.flow = flow
        self.limits = limits
        client = Side(.toServer, limits: limits)
        server = Side(.toClient, limits: limits)
        streams = HTTPStreams(
            flow: flow, dialect: .http2, maximumHeld: limits.maximumHeld, maximumStreams: limits.maximumStreams)
        if let upgraded { streams.adopt(upgraded, as: 1) }
    }

    public mutating func feed(_ event: StreamEvent) {
        switch event {
        case .bytes(.toServer, let bytes, let mark):
            client.lastMark = mark
            client.reader.append(bytes, mark)
            read(.toServer)
        case .bytes(.toClient, let bytes, let mark):
            server.lastMark = mark
            server.reader.append(bytes, mark)
            read(.toClient)
        case .gap(let direction, let length, let mark):
            lose(direction, length, mark)
        case .end(let direction, let reset, let mark):
            end(direction, reset: reset, mark)
        }
    }

    public mutating func finish() {
        for direction in [Direction.toServer, .toClient] {
            read(direction, isFinal: true)
            reportUnread(direction)
        }
        guard let mark = server.lastMark ?? client.lastMark else { return }
        streams.finish(mark)
    }

    // MARK: Frames

    mutating func read(_ direction: Direction, isFinal: Bool = false) {
        while true {
            let step =
                direction == .toServer ? client.reader.next(isFinal: isFinal) : server.reader.next(isFinal: isFinal)
            switch step {
            case .needMore: return
            case .data(let stream, let bytes, let mark, let endsStream):
                breakBlock(direction, mark)
                streams.content(stream, direction, bytes, mark, ends: endsStream)
            case .frame(let header, let payload, let first, let whole):
                take(header, payload, direction, first, whole)
            case .lost(let mark, let atStart, let detail):
                loseTrack(direction, since: atStart ? nil : mark.at, mark)
                report(.http2Lost, mark, hiding: direction, detail: detail)
            case .found(let mark, let skipped):
                guard skipped > 0 else { continue }
                let since = direction == .toServer ? client.lostSince : server.lostSince
                outbox.report(
                    Diagnostic(
                        .http2Lost, locator: .frames(mark.frames), at: mark.at,
                        detail: "\(skipped) bytes lie before the next frame", units: skipped,
                        blind: flow.blind(from: since, to: mark.at, hiding: direction, manyHosts: true)))
            }
        }
    }

    mutating func take(
        _ header: HTTP2FrameHeader, _ payload: ArraySlice<UInt8>, _ direction: Direction, _ first: Mark, _ whole: Mark
    ) {
        guard let kind = header.kind else { return breakBlock(direction, first) }
        guard kind.allows(length: header.length) else {
            return report(.http2FrameMalformed, first, hiding: nil, detail: "\(kind) of \(header.length) bytes")
        }
        if kind != .continuation { breakBlock(direction, first) }
        switch kind {
        case .headers, .pushPromise:
            beginBlock(header, payload, direction, first, whole)
        case .continuation:
            continueBlock(header, payload, direction, whole)
        case .resetStream:
            streams.reset(header.stream, by: direction, first)
        case .goAway:
            let last = payload.prefix(4).reduce(0) { $0 << 8 | Int($1) } & 0x7fff_ffff
            if direction == .toClient { streams.goAway(after: last, first) }
        // Table sizes follow from the size updates inside the header blocks; the rest steers senders, not readers.
        case .settings, .priority, .ping, .windowUpdate, .data: break
        }
    }

    // MARK: Missing bytes and ends

    mutating func lose(_ direction: Direction, _ length: Int?, _ mark: Mark) {
        read(direction, isFinal: true)
        let inside = direction == .toServer ? client.reader.lose(length) : server.reader.lose(length)
        if let (stream, endsStream) = inside {
            return streams.missingContent(stream, direction, length: length, mark, ends: endsStream)
        }
        let since = direction == .toServer ? client.lastMark?.at : server.lastMark?.at
        loseTrack(direction, since: since, mark)
        outbox.report(
            Diagnostic(
                .http2Lost, locator: .frames(mark.frames), at: mark.at,
                detail: length.map { "\($0) bytes are missing" } ?? "an unknown number of bytes is missing",
                blind: flow.blind(from: since, to: mark.at, hiding: direction, manyHosts: true)))
    }

    /// Frames may be missing from the last bytes read on: what depends on them is no longer known.
    mutating func loseTrack(_ direction: Direction, since: Timestamp?, _ mark: Mark) {
        forget(direction)
        switch direction {
        case .toServer: client.lostSince = since
        case .toClient: server.lostSince = since
        }
        streams.lost(direction, mark)
    }

    mutating func end(_ direction: Direction, reset: Bool, _ mark: Mark) {
        read(direction, isFinal: true)
        reportUnread(direction)
        streams.end(direction, reset: reset, mark)
    }

    /// The direction's header table can no longer be relied on.
    mutating func forget(_ direction: Direction) {
        switch direction {
        case .toServer:
            client.fields.forget()
            client.block = nil
        case .toClient:
            server.fields.forget()
            server.block = nil
        }
    }

    // MARK: Diagnostics

    mutating func reportUnread(_ direction: Direction) {
        let count = direction == .toServer ? client.reader.takeUnread() : server.reader.takeUnread()
        guard count > 0, let mark = direction == .toServer ? client.lastMark : server.lastMark else { return }
        report(
            .http2Lost, mark, hiding: direction, detail: "\(count) bytes at the end are no whole frame", units: count)
    }

    mutating func report(
        _ code: DiagnosticCode, _ mark: Mark, hiding direction: Direction?, detail: String, units: Int = 0
    ) {
        outbox.report(
            Diagnostic(
                code, locator: .frames(mark.frames), at: mark.at, detail: detail, units: units,
                blind: direction.map { flow.blind(from: mark.at, to: mark.at, hiding: $0, manyHosts: true) }))
    }
}

extension HTTPDialect {
    static let http2 = HTTPDialect(
        protocolName: "h2", headersUnknown: .http2HeadersUnknown, requestUnseen: .http2RequestUnseen,
        strayContent: .http2StrayContent, tunnel: .http2Tunnel, malformed: .http2FrameMalformed,
        isRequestStream: { $0 % 2 == 1 }, keepsOrder: true)
}
