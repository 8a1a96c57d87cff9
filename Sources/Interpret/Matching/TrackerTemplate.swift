import Encodings
import Model

/// A declared URL, compiled for matching (docs/attribution.md, "Declared URLs").
struct TrackerTemplate: Sendable, Hashable {
    /// Why a declared URL cannot be fired: it is nobody's fault when it is not.
    enum Unfireable: Error, Sendable, Hashable {
        case empty, placeholder, notHTTP
        /// Longer, or of more pairs, than any tracker is.
        case tooLong
        /// Hardly more than holes: it would match traffic of every kind.
        case open
    }

    struct PairPattern: Sendable, Hashable {
        let key: Pattern
        let value: Pattern
        /// Of a key and value without holes, that of the pair they stand for.
        let mark: UInt64?
        /// Key and value without holes: found by hash.
        var isLiteral: Bool { mark != nil }

        init(key: Pattern, value: Pattern) {
            self.key = key
            self.value = value
            mark =
                if let key = key.literal, let value = value.literal { SentURL.Pair.mark(key: key, value: value) } else {
                    nil
                }
        }

        var literalBytes: Int { key.literalBytes + value.literalBytes }
    }

    enum Query: Sendable, Hashable {
        case none
        /// A query without `=`.
        case whole(Pattern)
        case pairs([PairPattern])
    }

    /// Lower case; empty for `//host/path`.
    let scheme: [UInt8]
    let host: Pattern
    /// Empty for the default port.
    let port: [UInt8]
    var path: Pattern
    var query: Query
    let holes: [Hole]

    static let mostBytes = 16 << 10
    static let mostPairs = 256

    /// A template whose host is a hole must spell out at least this much of host and path.
    static let fewestLiteralBytes = 4

    /// The usable variants of a declared text: one, or more when `&amp;` survived decoding or the text was wrapped over
    /// lines, for a browser takes tabs and line ends out of a URL (WHATWG URL, basic URL parser).
    static func compile(_ declared: String) throws(Unfireable) -> [TrackerTemplate] {
        let written = Array(trim(declared).utf8)
        var texts = [written]
        if written.contains(where: isLineSpace) { texts.append(written.filter { !isLineSpace($0) }) }
        for text in texts {
            let repaired = text.replacingAmpersandEntities()
            if repaired.count != text.count { texts.append(repaired) }
        }
        var variants: [TrackerTemplate] = []
        for text in texts { variants.append(try TrackerTemplate(text)) }
        return variants
    }

    /// XML white space cut from both ends.
    static func trim(_ text: String) -> String {
        let bytes = text.utf8
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || isLineSpace(byte) }
        guard let first = bytes.firstIndex(where: { !isSpace($0) }),
            let last = bytes.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return first == bytes.startIndex && bytes.index(after: last) == bytes.endIndex
            ? text : String(text[first...last])
    }

    private static func isLineSpace(_ byte: UInt8) -> Bool { byte == 0x09 || byte == 0x0A || byte == 0x0D }

    init(_ bytes: [UInt8]) throws(Unfireable) {
        if bytes.isEmpty { throw .empty }
        if bytes.count > TrackerTemplate.mostBytes { throw .tooLong }
        if bytes.matches(Array("about:blank".utf8), at: 0) { throw .placeholder }
        let found = Hole.find(in: bytes)
        // Most have no hole.
        var literal: [Bool]?
        if !found.isEmpty {
            var bits = [Bool](repeating: true, count: bytes.count)
            for (range, _) in found {
                for index in range { bits[index] = false }
            }
            literal = bits
        }
        let url = URLFields(bytes: bytes, literal: literal)
        scheme = bytes[url.scheme].map(ASCII.lowercased)
        let hasAuthority = !url.scheme.isEmpty || bytes.matches(Array("//".utf8), at: 0)
        guard hasAuthority, scheme.isEmpty || scheme == Array("http".utf8) || scheme == Array("https".utf8),
            !url.host.isEmpty
        else { throw .notHTTP }
        let compiler = PatternCompiler(bytes: bytes, holes: found.map(\.range))
        host = compiler.pattern([HostName.withoutRoot(url.host, of: bytes[...])]) { HostName.encode($0) }
        port = DefaultPort.normalise(Array(bytes[url.port]), scheme: scheme)
        path =
            url.path.isEmpty
            ? Pattern(literal: [UInt8(ascii: "/")])
            : compiler.pattern(url.resolvedPath(literal: literal)) { PercentCoding.decodePath($0) }
        query = TrackerTemplate.compileQuery(url, literal: literal, with: compiler)
        holes = found.map(\.hole)
        if case .pairs(let pairs) = query, pairs.count > TrackerTemplate.mostPairs { throw .tooLong }
        guard host.literal != nil || host.literalBytes + path.literalBytes >= TrackerTemplate.fewestLiteralBytes else {
            throw .open
        }
    }

    private static func compileQuery(_ url: URLFields, literal: [Bool]?, with compiler: PatternCompiler) -> Query {
        guard let range = url.query, !range.isEmpty else { return .none }
        let pairs = url.pairs(in: range) { literal?[$0] ?? true }
        func decode(_ bytes: ArraySlice<UInt8>) -> [UInt8] { PercentCoding.decode(bytes, plusIsSpace: true) }
        guard pairs.contains(where: { $0.value != nil }) else {
            return .whole(compiler.pattern([range], decode))
        }
        return .pairs(
            pairs.map { pair in
                PairPattern(
                    key: compiler.pattern([pair.key], decode),
                    value: pair.value.map { compiler.pattern([$0], decode) } ?? Pattern(literal: []))
            })
    }
}

/// Cuts a component into literals and holes; literals are decoded one by one.
private struct PatternCompiler {
    var bytes: [UInt8]
    var holes: [Range<Int>]

    /// The stretches as one text.
    func pattern(_ ranges: [Range<Int>], _ decode: (ArraySlice<UInt8>) -> [UInt8]) -> Pattern {
        if holes.isEmpty, ranges.count == 1 { return Pattern(literal: decode(bytes[ranges[0]])) }
        var pieces: [Pattern.Piece] = []
        var literal: [UInt8] = []
        func add(_ part: ArraySlice<UInt8>) {
            if literal.isEmpty { literal = decode(part) } else { literal += decode(part) }
        }
        func endLiteral() {
            if !literal.isEmpty { pieces.append(.literal(literal)) }
            literal = []
        }
        for range in ranges {
            var cursor = range.lowerBound
            for (index, hole) in holes.enumerated()
            where hole.lowerBound >= range.lowerBound && hole.upperBound <= range.upperBound {
                if hole.lowerBound > cursor { add(bytes[cursor..<hole.lowerBound]) }
                endLiteral()
                pieces.append(.hole(index))
                cursor = hole.upperBound
            }
            if cursor < range.upperBound { add(bytes[cursor..<range.upperBound]) }
        }
        endLiteral()
        return Pattern(pieces)
    }
}

/// Port 80 of http and 443 of https are the same as none; without a scheme both are.
enum DefaultPort {
    static func normalise(_ port: [UInt8], scheme: [UInt8]) -> [UInt8] {
        if port.isEmpty { return port }
        let isSecure = scheme == https
        if port == securePort, isSecure || scheme.isEmpty { return [] }
        if port == plainPort, !isSecure { return [] }
        return port
    }

    private static let https = Array("https".utf8)
    private static let securePort = Array("443".utf8)
    private static let plainPort = Array("80".utf8)
}

extension [UInt8] {
    fileprivate func replacingAmpersandEntities() -> [UInt8] {
        let entity = Array("&amp;".utf8)
        func next(from start: Int) -> Int? {
            (start..<count).first { self[$0] == UInt8(ascii: "&") && matches(entity, at: $0) }
        }
        guard var place = next(from: 0) else { return self }
        var result = Array(self[..<place])
        while true {
            result.append(UInt8(ascii: "&"))
            let start = place + entity.count
            guard let following = next(from: start) else { return result + self[start...] }
            result += self[start..<following]
            place = following
        }
    }
}
