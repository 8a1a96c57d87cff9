import Model

/// Finds the next message in a direction that lost its place: a start line that could hardly be anything else, followed
/// by a field line or an empty one. It may begin anywhere, for a body need not end with a line.
enum HTTP1Resync {
    enum Found: Sendable, Hashable {
        case message(at: Int)
        /// No message so far; bytes before `keep` are certainly none, and the search goes on at `resume`.
        case nothing(keep: Int, resume: Int)
    }

    static func search(_ bytes: Span<UInt8>, from: Int, resume: Int, direction: Direction) -> Found {
        var index = max(from, resume)
        while let h = ByteSearch.firstIndex(of: UInt8(ascii: "H"), in: bytes, from: index) {
            switch candidate(bytes, from: from, version: h, direction) {
            case .message(let start): return .message(at: start)
            case .undecided(let start): return .nothing(keep: start, resume: h)
            case .none: index = h + 1
            }
        }
        switch direction {
        case .toClient: return .nothing(keep: bytes.count, resume: bytes.count)
        case .toServer: return .nothing(keep: lineTail(bytes, from: from, resume: resume), resume: bytes.count)
        }
    }

    private enum Candidate {
        case none
        case message(Int)
        case undecided(Int)
    }

    /// Judges the `HTTP/1.x` that may begin at `version`.
    private static func candidate(
        _ bytes: Span<UInt8>, from: Int, version: Int, _ direction: Direction
    ) -> Candidate {
        let start: Int
        switch direction {
        case .toClient: start = version
        case .toServer:
            guard let method = methodStart(bytes, from: from, version: version) else { return .none }
            start = method
        }
        let pattern: StaticString = direction == .toClient ? "HTTP/1.# ### " : "HTTP/1.#"
        switch matches(bytes, at: version, pattern) {
        case .no: return .none
        case .cut: return .undecided(start)
        case .yes: break
        }
        let lineFeed = ByteSearch.firstIndex(of: UInt8(ascii: "\n"), in: bytes, from: version)
        guard let lineFeed else { return bytes.count - version > maximumReason ? .none : .undecided(start) }
        guard lineFeed - version <= maximumReason, bytes[lineFeed - 1] == UInt8(ascii: "\r"),
            direction == .toClient || lineFeed == version + 9
        else { return .none }
        return beginsField(bytes, at: lineFeed + 1, else: start)
    }

    /// Whether a field or the empty line begins at `index`.
    private static func beginsField(_ bytes: Span<UInt8>, at index: Int, else start: Int) -> Candidate {
        var end = index
        while end < bytes.count, bytes[end].isTokenCharacter, end - index <= 64 { end += 1 }
        guard end < bytes.count else { return .undecided(start) }
        if end == index { return bytes[end] == UInt8(ascii: "\r") ? .message(start) : .none }
        return bytes[end] == UInt8(ascii: ":") ? .message(start) : .none
    }

    /// Where the method of a request line begins whose version is at `version`.
    private static func methodStart(_ bytes: Span<UInt8>, from: Int, version: Int) -> Int? {
        guard version > from + 1, bytes[version - 1] == UInt8(ascii: " ") else { return nil }
        var space = version - 2
        while space >= from, bytes[space] > UInt8(ascii: " ") { space -= 1 }
        guard space >= from, bytes[space] == UInt8(ascii: " "), version - 2 > space else { return nil }
        for method in methods {
            let start = space - method.count
            guard start >= from else { continue }
            var index = 0
            while index < method.count, bytes[start + index] == method[index] { index += 1 }
            if index == method.count { return start }
        }
        return nil
    }

    private enum Match {
        case yes, no, cut
    }

    /// Compares with a pattern in which `#` is a digit.
    private static func matches(_ bytes: Span<UInt8>, at start: Int, _ pattern: StaticString) -> Match {
        pattern.withUTF8Buffer { pattern in
            for offset in 0..<pattern.count {
                guard start + offset < bytes.count else { return .cut }
                let byte = bytes[start + offset]
                let fits =
                    pattern[offset] == UInt8(ascii: "#") ? ASCII.isDigit(byte) : byte == pattern[offset]
                guard fits else { return .no }
            }
            return .yes
        }
    }

    /// The start of the unfinished line at the end, in which a long target may still be on its way. What was searched
    /// before holds no end of a line, for all up to it was dropped then.
    private static func lineTail(_ bytes: Span<UInt8>, from: Int, resume: Int) -> Int {
        var index = bytes.count
        while index > max(from, resume) {
            if bytes[index - 1] == UInt8(ascii: "\n") { return index }
            index -= 1
        }
        return max(from, bytes.count - maximumTarget)
    }

    private static let maximumReason = 256
    private static let maximumTarget = 64 << 10

    private static let methods: [[UInt8]] = [
        "GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "CONNECT", "TRACE", "PROPFIND", "REPORT",
    ].map { Array($0.utf8) }
}
