import Model

/// Bodies by their framing, and the search for the next message.
extension HTTP1Reader {
    mutating func readBody(_ remaining: Int, then state: (Int) -> State) -> Step {
        guard let (bytes, mark) = pending.take(remaining) else { return .needMore }
        self.state = state(remaining - bytes.count)
        return .body(bytes, mark, isLast: self.state == .head)
    }

    /// `size [; extensions] CRLF` (RFC 9112 section 7.1).
    mutating func readChunkSize() -> Step {
        let start = pending.position
        let lineFeed = ByteSearch.firstIndex(of: UInt8(ascii: "\n"), in: pending.storage.span, from: start + scanned)
        guard let lineFeed else {
            scanned = pending.count
            return pending.count > Self.maximumChunkLine
                ? fail(.http1ChunkMalformed, "no end of the chunk size within \(Self.maximumChunkLine) bytes")
                : .needMore
        }
        var size = 0
        var digits = 0
        for byte in pending.storage[start..<lineFeed] {
            if let value = ASCII.hexValue(byte), digits < 16 {
                let (shifted, overflow) = size.multipliedReportingOverflow(by: 16)
                guard !overflow else { return fail(.http1ChunkMalformed, "the chunk size overflows") }
                size = shifted + Int(value)
                digits += 1
            } else if digits == 0, byte == UInt8(ascii: " ") {
                continue
            } else {
                guard [UInt8(ascii: ";"), UInt8(ascii: "\r"), UInt8(ascii: " "), UInt8(ascii: "\t")].contains(byte)
                else { return fail(.http1ChunkMalformed, "byte \(byte) in a chunk size") }
                break
            }
        }
        guard digits > 0 else { return fail(.http1ChunkMalformed, "an empty chunk size") }
        pending.skip(lineFeed + 1 - start)
        resetScan()
        state = size == 0 ? .trailers : .chunkData(remaining: size)
        return next()
    }

    mutating func readChunkEnd() -> Step {
        if pending[0] == UInt8(ascii: "\n") {
            pending.skip(1)
        } else if pending[0] == UInt8(ascii: "\r") {
            guard pending.count > 1 else { return .needMore }
            guard pending[1] == UInt8(ascii: "\n") else {
                return fail(.http1ChunkMalformed, "no line end after a chunk")
            }
            pending.skip(2)
        } else {
            return fail(.http1ChunkMalformed, "a chunk is longer than its size says")
        }
        state = .chunkSize
        return next()
    }

    mutating func readTrailers() -> Step {
        guard let end = findEmptyLine() else {
            return pending.count > maximumHead
                ? fail(.http1HeadTooLong, "no end of the trailers within \(maximumHead) bytes") : .needMore
        }
        guard let mark = pending.mark(of: 0..<end) else { return .needMore }
        state = .head
        let start = pending.position
        let fields = HTTP1Head.trailers(pending.storage, from: start, lineFeeds: lineFeeds.dropLast())
        pending.skip(end)
        resetScan()
        return .trailers(fields, mark)
    }

    static let maximumChunkLine = 16 << 10

    // MARK: Search

    mutating func search() -> Step {
        let start = pending.position
        let found = HTTP1Resync.search(
            pending.storage.span, from: start, resume: start + scanned, direction: direction)
        switch found {
        case .message(let place):
            pending.skip(place - start)
            let mark = pending.mark(at: 0)
            let count = skipped + place - start
            skipped = 0
            resetScan()
            state = .head
            guard let mark else { return .needMore }
            return .found(mark, skipped: count)
        case .nothing(let keep, let resume):
            skipped += keep - start
            pending.skip(keep - start)
            scanned = resume - keep
            return .needMore
        }
    }
}
