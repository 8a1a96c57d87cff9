import Model

/// Cuts one direction of an HTTP/3 stream into frames (RFC 9114 section 7); DATA is given out as it comes.
struct HTTP3FrameReader: Sendable {
    enum State: Sendable, Hashable {
        case header
        case data(remaining: Int)
        /// A frame of no interest, or too large.
        case skip(remaining: Int)
        /// Bytes are missing: frames of a stream cannot be found again.
        case lost
    }

    enum Step: Sendable {
        case needMore
        case frame(type: UInt64, payload: ArraySlice<UInt8>, first: Mark, whole: Mark)
        case data(ArraySlice<UInt8>, Mark)
        case tooLarge(type: UInt64, length: UInt64, Mark)
    }

    /// Larger frames other than DATA are skipped.
    let maximumFrame: Int
    private(set) var state = State.header
    private(set) var pending = MarkedBytes()

    init(maximumFrame: Int) {
        self.maximumFrame = maximumFrame
    }

    mutating func append(_ bytes: [UInt8], _ mark: Mark) {
        guard state != .lost else { return }
        pending.append(bytes, mark)
    }

    mutating func next() -> Step {
        switch state {
        case .header: return readHeader()
        case .data(let remaining):
            guard let (bytes, mark) = pending.take(remaining) else { return .needMore }
            state = bytes.count == remaining ? .header : .data(remaining: remaining - bytes.count)
            return .data(bytes, mark)
        case .skip(let remaining):
            let count = min(remaining, pending.count)
            guard count > 0 else { return .needMore }
            pending.skip(count)
            state = count == remaining ? .header : .skip(remaining: remaining - count)
            return next()
        case .lost: return .needMore
        }
    }

    /// A variable-length integer at the front (RFC 9000 section 16), once it is whole; it is read afterwards.
    mutating func takeInteger() -> UInt64? {
        guard let (value, size) = integer(at: 0) else { return nil }
        pending.skip(size)
        return value
    }

    /// All unread bytes, of a stream that has no frames.
    mutating func takeAll() -> (bytes: ArraySlice<UInt8>, mark: Mark)? {
        pending.take(.max)
    }

    /// - Returns: whether the loss is inside DATA, so that the stream is read on.
    mutating func lose(_ length: Int?) -> Bool {
        if case .data(let remaining) = state, let length, length <= remaining {
            state = length == remaining ? .header : .data(remaining: remaining - length)
            return true
        }
        if case .skip(let remaining) = state, let length, length <= remaining {
            state = length == remaining ? .header : .skip(remaining: remaining - length)
            return true
        }
        state = .lost
        pending.removeAll()
        return false
    }

    private mutating func readHeader() -> Step {
        guard let (type, typeSize) = integer(at: 0), let (length, lengthSize) = integer(at: typeSize),
            let mark = pending.mark(at: 0)
        else { return .needMore }
        let header = typeSize + lengthSize
        let size = Int(clamping: length)
        if type == HTTP3FrameType.data {
            pending.skip(header)
            if size > 0 { state = .data(remaining: size) }
            return next()
        }
        guard HTTP3FrameType.isRead(type) else {
            pending.skip(header)
            if size > 0 { state = .skip(remaining: size) }
            return next()
        }
        guard size <= maximumFrame else {
            pending.skip(header)
            state = .skip(remaining: size)
            return .tooLarge(type: type, length: length, mark)
        }
        guard pending.count >= header + size, let whole = pending.mark(of: 0..<(header + size)),
            let bytes = pending.take(header + size)?.bytes
        else { return .needMore }
        return .frame(type: type, payload: bytes.dropFirst(header), first: mark, whole: whole)
    }

    private func integer(at offset: Int) -> (value: UInt64, size: Int)? {
        guard offset < pending.count else { return nil }
        let first = pending[offset]
        let size = 1 << Int(first >> 6)
        guard offset + size <= pending.count else { return nil }
        var value = UInt64(first & 0x3f)
        for index in 1..<size { value = value << 8 | UInt64(pending[offset + index]) }
        return (value, size)
    }
}

/// Frame types (RFC 9114 section 11.2.1).
enum HTTP3FrameType {
    static let data: UInt64 = 0x0
    static let headers: UInt64 = 0x1
    static let settings: UInt64 = 0x4
    static let pushPromise: UInt64 = 0x5
    static let goAway: UInt64 = 0x7

    /// All others, the reserved ones among them, are skipped.
    static func isRead(_ type: UInt64) -> Bool {
        [headers, settings, pushPromise, goAway].contains(type)
    }
}

/// A variable-length integer inside a frame (RFC 9000 section 16).
enum VariableInteger {
    static func take(_ bytes: inout ArraySlice<UInt8>) -> UInt64? {
        guard let first = bytes.first else { return nil }
        let size = 1 << Int(first >> 6)
        guard bytes.count >= size else { return nil }
        let value = bytes.prefix(size).dropFirst().reduce(UInt64(first & 0x3f)) { $0 << 8 | UInt64($1) }
        bytes = bytes.dropFirst(size)
        return value
    }
}
