import Model

/// A message head of HTTP/1: its start line, its fields, and what they say about the body.
struct HTTP1Head: Sendable {
    var start: StartLine
    var headers = HeaderFields()
    /// The first `Host`, which counts for those who take the first.
    var host: String?
    /// Those after it.
    var furtherHosts: [String] = []
    var length = DeclaredLength.absent
    /// The last transfer coding is `chunked`.
    var isChunked = false
    var hasTransferEncoding = false
    /// `Upgrade`, lower-case, if `Connection` names it.
    var upgrade: String?
    /// Lines that are no field, kept as fields without value.
    var malformedLines = 0
    /// There is space between the name and the colon of a field that says where the message goes or ends: some read the
    /// field, some do not (RFC 9112 section 5.1).
    var hasSpacedName = false

    enum StartLine: Sendable, Hashable {
        case request(method: String, target: ArraySlice<UInt8>, version: String)
        case response(status: Int, version: String)
    }

    enum DeclaredLength: Sendable, Hashable {
        case absent
        case bytes(Int)
        /// Not a number, or several that differ.
        case invalid
    }
}

extension HTTP1Head {
    /// Reads a head whose lines end before the line feeds at `lineFeeds`, offsets from `start`.
    ///
    /// Read as senders write it, not as RFC 9112 wants it: bare line feeds, folded lines, space before the colon.
    /// - Returns: `nil` when the first line is no start line of this direction.
    init?(_ storage: [UInt8], from start: Int, lineFeeds: ArraySlice<Int>, direction: Direction) {
        guard let first = lineFeeds.first, let last = lineFeeds.last else { return nil }
        let end = Self.contentEnd(storage.span, start, start + first)
        guard let line = StartLine(storage[start..<end], direction) else { return nil }
        self.start = line
        var fields = FieldLines(capacity: last - first + 1)
        fields.add(storage, from: start + first + 1, lineFeeds: lineFeeds.dropFirst(), of: start)
        fields.finish(into: &self)
    }

    /// The fields of a trailer section.
    static func trailers(_ storage: [UInt8], from start: Int, lineFeeds: ArraySlice<Int>) -> HeaderFields {
        var fields = FieldLines(capacity: 256)
        fields.add(storage, from: start, lineFeeds: lineFeeds, of: start)
        return HeaderFields(block: fields.block)
    }

    /// Where the line's content ends: before CR LF, or before a bare LF.
    fileprivate static func contentEnd(_ bytes: Span<UInt8>, _ start: Int, _ lineFeed: Int) -> Int {
        lineFeed > start && bytes[lineFeed - 1] == UInt8(ascii: "\r") ? lineFeed - 1 : lineFeed
    }
}

/// Turns field lines into a block of ``HeaderFields`` and notes those that frame the body.
private struct FieldLines {
    private(set) var block: [UInt8] = []
    private var malformedLines = 0
    private var hasSpacedName = false
    /// Fields with a meaning for the decoder: which, and where in ``block`` the value is.
    private var known: [(field: KnownField, value: Range<Int>)] = []

    init(capacity: Int) {
        block.reserveCapacity(capacity)
    }

    mutating func add(_ storage: [UInt8], from start: Int, lineFeeds: ArraySlice<Int>, of base: Int) {
        storage.withUnsafeBufferPointer { buffer in
            var lineStart = start
            for offset in lineFeeds {
                let lineFeed = base + offset
                add(buffer, lineStart..<HTTP1Head.contentEnd(buffer.span, lineStart, lineFeed))
                lineStart = lineFeed + 1
            }
        }
    }

    private mutating func add(_ bytes: UnsafeBufferPointer<UInt8>, _ line: Range<Int>) {
        guard let first = line.first else { return }
        if Self.isSpace(bytes[first]), !block.isEmpty { return fold(bytes, line) }
        guard let colon = ByteSearch.firstIndex(of: UInt8(ascii: ":"), in: bytes.span, from: first),
            colon < line.upperBound, colon > first
        else {
            malformedLines += 1
            append(bytes, line)
            appendSeparator()
            return block.append(UInt8(ascii: "\n"))
        }
        let name = Self.trimmed(bytes, first..<colon)
        append(bytes, name)
        appendSeparator()
        let valueStart = block.count
        append(bytes, Self.trimmed(bytes, (colon + 1)..<line.upperBound))
        if let field = KnownField(bytes.span, name) {
            known.append((field, valueStart..<block.count))
            if name.upperBound < colon, field.routesOrEnds { hasSpacedName = true }
        }
        block.append(UInt8(ascii: "\n"))
    }

    /// A line that begins with space continues the field before it (RFC 9112 section 5.2).
    private mutating func fold(_ bytes: UnsafeBufferPointer<UInt8>, _ line: Range<Int>) {
        block.removeLast()
        let end = block.count
        block.append(UInt8(ascii: " "))
        append(bytes, Self.trimmed(bytes, line))
        if let last = known.indices.last, known[last].value.upperBound == end {
            known[last].value = known[last].value.lowerBound..<block.count
        }
        block.append(UInt8(ascii: "\n"))
    }

    private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        block.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[range]))
    }

    private mutating func appendSeparator() {
        block.append(UInt8(ascii: ":"))
        block.append(UInt8(ascii: " "))
    }

    consuming func finish(into head: inout HTTP1Head) {
        var connections: [Range<Int>] = []
        var upgrade: String?
        for (field, value) in known {
            switch field {
            case .host where head.host == nil: head.host = text(value)
            case .host: head.furtherHosts.append(text(value))
            case .contentLength: head.length = head.length.merged(with: block[value])
            case .transferEncoding:
                head.hasTransferEncoding = true
                let last = text(value).split(separator: ",").last?.lowercased().filter { $0 != " " && $0 != "\t" }
                head.isChunked = last?.prefix(while: { $0 != ";" }) == "chunked"
            case .upgrade: upgrade = text(value).lowercased()
            case .connection: connections.append(value)
            }
        }
        if upgrade != nil, connections.contains(where: { text($0).lowercased().contains("upgrade") }) {
            head.upgrade = upgrade
        }
        head.malformedLines = malformedLines
        head.hasSpacedName = hasSpacedName
        head.headers = HeaderFields(block: block)
    }

    private func text(_ value: Range<Int>) -> String { String(decoding: block[value], as: UTF8.self) }

    private static func trimmed(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Range<Int> {
        var start = range.lowerBound
        var end = range.upperBound
        while start < end, isSpace(bytes[start]) { start += 1 }
        while end > start, isSpace(bytes[end - 1]) { end -= 1 }
        return start..<end
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}

/// The fields that decide where a message ends and what the connection becomes.
private enum KnownField: Sendable {
    case host, contentLength, transferEncoding, upgrade, connection

    init?(_ bytes: Span<UInt8>, _ name: Range<Int>) {
        switch name.count {
        case 4 where Self.matches(bytes, name, "host"): self = .host
        case 7 where Self.matches(bytes, name, "upgrade"): self = .upgrade
        case 10 where Self.matches(bytes, name, "connection"): self = .connection
        case 14 where Self.matches(bytes, name, "content-length"): self = .contentLength
        case 17 where Self.matches(bytes, name, "transfer-encoding"): self = .transferEncoding
        default: return nil
        }
    }

    /// It says where a message goes or where it ends.
    var routesOrEnds: Bool { self == .host || self == .contentLength || self == .transferEncoding }

    private static func matches(_ bytes: Span<UInt8>, _ name: Range<Int>, _ wanted: StaticString) -> Bool {
        wanted.withUTF8Buffer { wanted in
            for offset in 0..<wanted.count
            where ASCII.lowercased(bytes[name.lowerBound + offset]) != wanted[offset] {
                return false
            }
            return true
        }
    }
}

extension HTTP1Head.DeclaredLength {
    /// Equal repetitions are one length (RFC 9112 section 6.3); anything else is invalid.
    fileprivate func merged(with value: ArraySlice<UInt8>) -> Self {
        var result = self
        for item in value.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            guard let length = Self.number(item.trimmingSpaces) else { return .invalid }
            switch result {
            case .absent: result = .bytes(length)
            case .bytes(length): break
            case .bytes, .invalid: return .invalid
            }
        }
        return result
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard !digits.isEmpty, digits.count <= 18 else { return nil }
        var number = 0
        for byte in digits {
            guard let digit = ASCII.digitValue(byte) else { return nil }
            number = number * 10 + Int(digit)
        }
        return number
    }
}

extension HTTP1Head.StartLine {
    init?(_ line: ArraySlice<UInt8>, _ direction: Direction) {
        switch direction {
        case .toServer: self.init(requestLine: line)
        case .toClient: self.init(statusLine: line)
        }
    }

    /// `METHOD target HTTP/x.y`; a target with spaces in it is kept as sent.
    private init?(requestLine line: ArraySlice<UInt8>) {
        guard let space = line.firstIndex(of: UInt8(ascii: " ")), space > line.startIndex,
            space - line.startIndex <= 40, line[..<space].allSatisfy(\.isTokenCharacter),
            let lastSpace = line.lastIndex(of: UInt8(ascii: " ")), lastSpace > space,
            let version = Self.version(line[(lastSpace + 1)...])
        else { return nil }
        let target = line[(space + 1)..<lastSpace].trimmingSpaces
        guard !target.isEmpty else { return nil }
        self = .request(
            method: String(decoding: line[..<space], as: UTF8.self), target: target, version: version)
    }

    /// `HTTP/x.y NNN reason`, or `ICY NNN reason` as streaming servers say it.
    private init?(statusLine line: ArraySlice<UInt8>) {
        guard let space = line.firstIndex(where: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) else {
            return nil
        }
        let name = line[..<space]
        guard let version = name.elementsEqual("ICY".utf8) ? "http/1.0" : Self.version(name) else { return nil }
        let digits = line[space...].trimmingSpaces.prefix { ASCII.isDigit($0) }
        guard digits.count == 3, let status = Int(String(decoding: digits, as: UTF8.self)), status >= 100 else {
            return nil
        }
        self = .response(status: status, version: version)
    }

    private static func version(_ name: ArraySlice<UInt8>) -> String? {
        guard name.count >= 6, name.count <= 16, name.prefix(5).map(ASCII.lowercased).elementsEqual("http/".utf8),
            let digit = name.dropFirst(5).first, ASCII.isDigit(digit)
        else { return nil }
        return name.dropFirst(5).elementsEqual("1.0".utf8) || digit == UInt8(ascii: "0") ? "http/1.0" : "http/1.1"
    }
}

extension ArraySlice<UInt8> {
    fileprivate var trimmingSpaces: ArraySlice<UInt8> {
        let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        let front = drop(while: isSpace)
        guard let last = front.lastIndex(where: { !isSpace($0) }) else { return [] }
        return front[...last]
    }
}

extension UInt8 {
    /// A character of a token (RFC 9110 section 5.6.2).
    var isTokenCharacter: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
            UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
