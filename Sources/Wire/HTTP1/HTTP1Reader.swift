import Model

/// Reads the messages of one direction of an HTTP/1 flow: heads, bodies by their framing, and where they end.
///
/// It does not know which request a response answers: the owner says after each head how the body is framed.
struct HTTP1Reader: Sendable {
    /// How a body is delimited (RFC 9112 section 6.3).
    enum Framing: Sendable, Hashable {
        case none
        case length(Int)
        case chunked
        case untilEnd
    }

    enum State: Sendable, Hashable {
        case head
        case fixed(remaining: Int)
        case chunkSize
        case chunkData(remaining: Int)
        case chunkEnd
        case trailers
        case untilEnd
        /// Bytes are missing or make no sense: the next message is searched.
        case lost
    }

    enum Step: Sendable {
        case needMore
        case head(HTTP1Head, first: Mark, whole: Mark)
        case body(ArraySlice<UInt8>, Mark, isLast: Bool)
        /// The end of a chunked message, with the trailer fields, if any.
        case trailers(HeaderFields, Mark)
        /// The message, or what should be one, cannot be read on.
        case fault(DiagnosticCode, Mark, detail: String)
        /// Found a message again after so many bytes that were read as nothing.
        case found(Mark, skipped: Int)
    }

    /// What missing bytes do to the message they belong to.
    enum Loss: Sendable, Hashable {
        /// They are between messages, or where nothing was being read.
        case outside
        /// They are inside a body that goes on, or ends exactly there.
        case insideBody(ends: Bool)
        /// The rest of the message, and where the next begins, is unknown.
        case restOfMessage
        /// They cut off a head that had begun.
        case insideHead
    }

    let direction: Direction
    let maximumHead: Int
    var state = State.head
    var pending = MarkedBytes()
    /// Line feeds found so far in the unfinished head or trailer section, as offsets from its first byte.
    var lineFeeds: [Int] = []
    var scanned = 0
    var skipped = 0

    init(direction: Direction, maximumHead: Int) {
        self.direction = direction
        self.maximumHead = maximumHead
    }

    /// Bytes of an unfinished head, or of the next one.
    var isAtMessageStart: Bool { state == .head }

    mutating func append(_ bytes: [UInt8], _ mark: Mark) {
        pending.append(bytes, mark)
    }

    /// Says how the body after the head just read is delimited.
    mutating func begin(_ framing: Framing) {
        switch framing {
        case .none, .length(0): state = .head
        case .length(let length): state = .fixed(remaining: length)
        case .chunked: state = .chunkSize
        case .untilEnd: state = .untilEnd
        }
    }

    mutating func next() -> Step {
        guard !pending.isEmpty else { return .needMore }
        switch state {
        case .head: return readHead()
        case .fixed(let remaining):
            return readBody(remaining) { $0 == 0 ? .head : .fixed(remaining: $0) }
        case .chunkSize: return readChunkSize()
        case .chunkData(let remaining):
            return readBody(remaining) { $0 == 0 ? .chunkEnd : .chunkData(remaining: $0) }
        case .chunkEnd: return readChunkEnd()
        case .trailers: return readTrailers()
        case .untilEnd:
            guard let (bytes, mark) = pending.take(.max) else { return .needMore }
            return .body(bytes, mark, isLast: false)
        case .lost: return search()
        }
    }

    // MARK: Missing bytes and ends

    /// `length` bytes, or an unknown number, are missing after those appended so far.
    mutating func lose(_ length: Int?) -> Loss {
        switch (state, length) {
        case (.head, _):
            let hasHead = !pending.isEmpty
            state = .lost
            return hasHead ? .insideHead : .outside
        case (.fixed(let remaining), let length?) where length <= remaining:
            state = length == remaining ? .head : .fixed(remaining: remaining - length)
            return .insideBody(ends: length == remaining)
        case (.chunkData(let remaining), let length?) where length <= remaining:
            state = length == remaining ? .chunkEnd : .chunkData(remaining: remaining - length)
            return .insideBody(ends: false)
        case (.untilEnd, _):
            return .insideBody(ends: false)
        case (.fixed, _), (.chunkSize, _), (.chunkData, _), (.chunkEnd, _), (.trailers, _):
            abandonLine()
            state = .lost
            return .restOfMessage
        case (.lost, _):
            skipped += pending.count
            abandonLine()
            return .outside
        }
    }

    /// The part of a head that was seen, if its first line is complete; its bytes are used up.
    mutating func takePartialHead() -> (head: HTTP1Head, first: Mark, whole: Mark)? {
        defer { abandonLine() }
        findLineFeeds()
        guard !lineFeeds.isEmpty, let first = pending.mark(at: 0), let whole = pending.mark(of: 0..<pending.count),
            let head = parseHead(lineFeeds[...])
        else { return nil }
        return (head, first, whole)
    }

    /// Gives up the place in the stream; the next message is searched.
    mutating func loseTrack() {
        abandonLine()
        state = .lost
    }

    /// Bytes skipped without an end of the search: the stream is over.
    mutating func takeSkipped() -> Int {
        defer { skipped = 0 }
        let count = skipped + (state == .lost ? pending.count : 0)
        if state == .lost { pending.removeAll() }
        return count
    }

    /// Everything unread, for another protocol.
    mutating func drain() -> [(bytes: [UInt8], mark: Mark)] {
        lineFeeds.removeAll()
        scanned = 0
        return pending.drain()
    }

    mutating func abandonLine() {
        pending.removeAll()
        resetScan()
    }

    mutating func resetScan() {
        lineFeeds.removeAll(keepingCapacity: true)
        scanned = 0
    }

    // MARK: Heads

    mutating func readHead() -> Step {
        if scanned == 0 {
            // Empty lines before a start line are allowed (RFC 9112 section 2.2).
            while !pending.isEmpty, pending[0] == UInt8(ascii: "\r") || pending[0] == UInt8(ascii: "\n") {
                pending.skip(1)
            }
            guard !pending.isEmpty else { return .needMore }
        }
        guard let end = findEmptyLine() else {
            if let fault = startLineFault() { return fail(.http1HeadMalformed, fault) }
            guard pending.count > maximumHead else { return .needMore }
            return fail(.http1HeadTooLong, "no end of the head within \(maximumHead) bytes")
        }
        guard let first = pending.mark(at: 0), let whole = pending.mark(of: 0..<end),
            let head = parseHead(lineFeeds.dropLast())
        else { return fail(.http1HeadMalformed, startLineText()) }
        pending.skip(end)
        resetScan()
        return .head(head, first: first, whole: whole)
    }

    func parseHead(_ lineFeeds: ArraySlice<Int>) -> HTTP1Head? {
        HTTP1Head(pending.storage, from: pending.position, lineFeeds: lineFeeds, direction: direction)
    }

    /// Why these bytes can be no head, as soon as that is certain.
    func startLineFault() -> String? {
        guard let lineFeed = lineFeeds.first else {
            switch direction {
            case .toServer: return pending[0].isTokenCharacter ? nil : startLineText()
            case .toClient:
                let lead = pending.storage[pending.position...].prefix(4)
                let isStatus = zip(lead.map(ASCII.lowercased), "http".utf8).allSatisfy(==)
                return isStatus || zip(lead, "ICY ".utf8).allSatisfy(==) ? nil : startLineText()
            }
        }
        var line = pending.storage[pending.position..<(pending.position + lineFeed)]
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return HTTP1Head.StartLine(line, direction) == nil ? startLineText() : nil
    }

    func startLineText() -> String {
        let lead = pending.storage[pending.position...].prefix { $0 != UInt8(ascii: "\n") }.prefix(48)
        let printable = lead.map { (0x20..<0x7f).contains($0) ? $0 : UInt8(ascii: ".") }
        let expected = direction == .toServer ? "a request line" : "a status line"
        return "expected \(expected), got \"\(String(decoding: printable, as: UTF8.self))\""
    }

    mutating func fail(_ code: DiagnosticCode, _ detail: String) -> Step {
        guard let mark = pending.mark(at: 0) else { return .needMore }
        // The first byte is certainly not the beginning of the next message.
        pending.skip(1)
        skipped += 1
        resetScan()
        state = .lost
        return .fault(code, mark, detail: detail)
    }

    /// Adds the line feeds of the bytes that came since the last search.
    mutating func findLineFeeds() {
        let storage = pending.storage
        let span = storage.span
        let start = pending.position
        var index = start + scanned
        while let lineFeed = ByteSearch.firstIndex(of: UInt8(ascii: "\n"), in: span, from: index) {
            lineFeeds.append(lineFeed - start)
            index = lineFeed + 1
        }
        scanned = pending.count
    }

    /// The offset after the empty line that ends the section, whose line feed is then the last of ``lineFeeds``.
    mutating func findEmptyLine() -> Int? {
        let storage = pending.storage
        let span = storage.span
        let start = pending.position
        var lineStart = start + (lineFeeds.last.map { $0 + 1 } ?? 0)
        var index = start + scanned
        while let lineFeed = ByteSearch.firstIndex(of: UInt8(ascii: "\n"), in: span, from: index) {
            lineFeeds.append(lineFeed - start)
            let isEmpty =
                lineFeed == lineStart || (lineFeed == lineStart + 1 && span[lineStart] == UInt8(ascii: "\r"))
            index = lineFeed + 1
            lineStart = index
            if isEmpty { return index - start }
        }
        scanned = pending.count
        return nil
    }
}
