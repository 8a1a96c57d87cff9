import Model

/// Cuts one direction of an HTTP/2 connection into frames; DATA is given out as it comes, other frames when whole.
struct HTTP2FrameReader: Sendable {
    /// RFC 9113 section 3.4.
    static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    enum State: Sendable, Hashable {
        /// Before the client's preface, or the server's first SETTINGS.
        case start
        case header
        case data(stream: Int, remaining: Int, padding: Int, endsStream: Bool)
        /// A frame of no interest, or too large.
        case skip(remaining: Int)
        /// Bytes are missing or make no sense: the next frame is searched.
        case lost
    }

    enum Step: Sendable {
        case needMore
        case frame(HTTP2FrameHeader, payload: ArraySlice<UInt8>, first: Mark, whole: Mark)
        case data(stream: Int, ArraySlice<UInt8>, Mark, endsStream: Bool)
        /// What follows is no frame; `atStart` when the connection was joined late.
        case lost(Mark, atStart: Bool, detail: String)
        /// Found a frame again after so many bytes.
        case found(Mark, skipped: Int)
    }

    let direction: Direction
    /// Larger frames other than DATA are skipped.
    let maximumFrame: Int
    private(set) var state = State.start
    private var pending = MarkedBytes()
    private var skipped = 0

    init(direction: Direction, maximumFrame: Int = 1 << 20) {
        self.direction = direction
        self.maximumFrame = maximumFrame
    }

    mutating func append(_ bytes: [UInt8], _ mark: Mark) {
        pending.append(bytes, mark)
    }

    /// - Parameter isFinal: no more bytes will come: a search takes what it has.
    mutating func next(isFinal: Bool = false) -> Step {
        switch state {
        case .start: return readStart()
        case .header: return readHeader()
        case .data(let stream, let remaining, let padding, let endsStream):
            return readData(stream, remaining, padding, endsStream)
        case .skip(let remaining):
            let count = min(remaining, pending.count)
            guard count > 0 else { return .needMore }
            pending.skip(count)
            state = count == remaining ? .header : .skip(remaining: remaining - count)
            return next()
        case .lost: return search(isFinal: isFinal)
        }
    }

    /// Bytes are missing after those appended so far.
    ///
    /// - Returns: the stream whose DATA they belong to, if nothing else is lost; `nil` when frames may be.
    mutating func lose(_ length: Int?) -> (stream: Int, endsStream: Bool)? {
        if case .data(let stream, let remaining, let padding, let endsStream) = state, pending.isEmpty,
            let length, length <= remaining
        {
            let left = remaining - length
            state =
                left + padding == 0
                ? .header : .data(stream: stream, remaining: left, padding: padding, endsStream: endsStream)
            return (stream, left + padding == 0 && endsStream)
        }
        skipped += pending.count
        pending.removeAll()
        state = .lost
        return nil
    }

    /// Gives up the place in the stream; the next frame is searched.
    mutating func loseTrack() {
        state = .lost
    }

    /// Bytes skipped or left without having made a frame.
    mutating func takeUnread() -> Int {
        defer {
            skipped = 0
            pending.removeAll()
        }
        return skipped + pending.count
    }

    private mutating func readStart() -> Step {
        guard !pending.isEmpty else { return .needMore }
        switch direction {
        case .toServer:
            let count = min(pending.count, Self.preface.count)
            for offset in 0..<count where pending[offset] != Self.preface[offset] {
                return lost("expected the connection preface")
            }
            guard count == Self.preface.count else { return .needMore }
            pending.skip(count)
            state = .header
            return next()
        case .toClient:
            guard pending.count >= HTTP2FrameHeader.size else { return .needMore }
            let header = HTTP2FrameHeader(pending.storage.span, at: pending.position)
            guard header.kind == .settings, header.isPlausible(.toClient), header.flags == 0 else {
                return lost("expected SETTINGS as the server's first frame")
            }
            state = .header
            return next()
        }
    }

    private mutating func lost(_ detail: String) -> Step {
        let atStart = state == .start
        state = .lost
        guard let mark = pending.mark(at: 0) else { return .needMore }
        // What was just refused is not taken for a frame again; the start may be one, only not the first.
        if !atStart { skip(1) }
        return .lost(mark, atStart: atStart, detail: detail)
    }

    private mutating func readHeader() -> Step {
        guard pending.count >= HTTP2FrameHeader.size else { return .needMore }
        let header = HTTP2FrameHeader(pending.storage.span, at: pending.position)
        if header.kind == .data {
            return beginData(header)
        }
        guard header.length <= maximumFrame else { return lost("a frame of \(header.length) bytes") }
        let size = HTTP2FrameHeader.size + header.length
        guard pending.count >= size else { return .needMore }
        guard let first = pending.mark(at: 0), let whole = pending.mark(of: 0..<size),
            let bytes = pending.take(size)?.bytes
        else { return .needMore }
        return .frame(header, payload: bytes.dropFirst(HTTP2FrameHeader.size), first: first, whole: whole)
    }

    private mutating func beginData(_ header: HTTP2FrameHeader) -> Step {
        let prefix = HTTP2FrameHeader.size + (header.isPadded ? 1 : 0)
        guard !header.isPadded || header.length > 0 else { return lost("a padded frame without a pad length") }
        guard pending.count >= prefix else { return .needMore }
        let padding = header.isPadded ? Int(pending[HTTP2FrameHeader.size]) : 0
        let remaining = header.length - (header.isPadded ? 1 : 0) - padding
        guard remaining >= 0 else { return lost("padding longer than its frame") }
        guard let mark = pending.mark(of: 0..<prefix) else { return .needMore }
        pending.skip(prefix)
        if remaining + padding == 0 {
            state = .header
            return .data(stream: header.stream, [], mark, endsStream: header.endsStream)
        }
        state = .data(
            stream: header.stream, remaining: remaining, padding: padding, endsStream: header.endsStream)
        return next()
    }

    private mutating func readData(_ stream: Int, _ remaining: Int, _ padding: Int, _ endsStream: Bool) -> Step {
        guard remaining > 0 else {
            // Padding ends the frame, and the stream with it.
            guard pending.count >= padding, let mark = pending.mark(of: 0..<max(1, padding)) else { return .needMore }
            pending.skip(padding)
            state = .header
            return .data(stream: stream, [], mark, endsStream: endsStream)
        }
        guard let (bytes, mark) = pending.take(remaining) else { return .needMore }
        let left = remaining - bytes.count
        guard left + padding > 0 else {
            state = .header
            return .data(stream: stream, bytes, mark, endsStream: endsStream)
        }
        state = .data(stream: stream, remaining: left, padding: padding, endsStream: endsStream)
        return .data(stream: stream, bytes, mark, endsStream: false)
    }

    /// Looks for a frame header with another one behind its payload, or with the end of the bytes there.
    private mutating func search(isFinal: Bool) -> Step {
        let start = pending.position
        let storage = pending.storage
        let bytes = storage.span
        var place = start
        while place + HTTP2FrameHeader.size <= bytes.count {
            let header = HTTP2FrameHeader(bytes, at: place)
            if header.isPlausible(direction) {
                let next = place + HTTP2FrameHeader.size + header.length
                let isConfirmed =
                    next + HTTP2FrameHeader.size <= bytes.count
                    ? HTTP2FrameHeader(bytes, at: next).isPlausible(direction) : isFinal && next == bytes.count
                if isConfirmed { return found(place - start) }
                if next + HTTP2FrameHeader.size > bytes.count, !isFinal {
                    // Only the bytes to come can tell.
                    skip(place - start)
                    return .needMore
                }
            }
            place += 1
        }
        skip(place - start)
        return .needMore
    }

    private mutating func skip(_ count: Int) {
        skipped += count
        pending.skip(count)
    }

    private mutating func found(_ offset: Int) -> Step {
        skip(offset)
        state = .header
        let count = skipped
        skipped = 0
        guard let mark = pending.mark(at: 0) else { return .needMore }
        return .found(mark, skipped: count)
    }
}
