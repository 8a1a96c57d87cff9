import Model

/// A request's URL prepared for matching: split, then decoded component by component.
struct SentURL: Sendable {
    struct Pair: Sendable, Hashable {
        /// Equal for equal pairs, and hardly for others: they are told apart by it before their bytes are looked at.
        let mark: UInt64
        let key: [UInt8]
        let value: [UInt8]

        init(key: [UInt8], value: [UInt8]) {
            mark = Self.mark(key: key, value: value)
            self.key = key
            self.value = value
        }

        static func mark(key: [UInt8], value: [UInt8]) -> UInt64 {
            var mark = UInt64(truncatingIfNeeded: key.count)
            for byte in key { mark = (mark ^ UInt64(byte)) &* 0x100_0000_01b3 }
            for byte in value { mark = (mark ^ UInt64(byte)) &* 0x100_0000_01b3 }
            return mark
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(octets: key)
            hasher.combine(octets: value)
        }
    }

    let scheme: [UInt8]
    let host: [UInt8]
    let port: [UInt8]
    var path: [UInt8]
    /// The decoded query as a whole; `nil` without a query.
    let query: [UInt8]?
    var pairs: [Pair]
    /// Bytes of encoded white space cut from the end: code that forgets to trim a declared URL sends them.
    let trimmed: Int

    /// - Parameter trimmed: how much was cut from the end of the URL that was sent.
    init(_ url: URLFields, trimmed: Int = 0) {
        scheme = url.bytes[url.scheme].map(ASCII.lowercased)
        host = HostName.normalise(url.bytes[url.host])
        port = DefaultPort.normalise(Array(url.bytes[url.port]), scheme: scheme)
        path = url.decodedPath
        query = url.query.map { url.decoded($0, plusIsSpace: true) }
        pairs = url.pairs.map { pair in
            Pair(
                key: url.decoded(pair.key, plusIsSpace: true),
                value: pair.value.map { url.decoded($0, plusIsSpace: true) } ?? [])
        }
        self.trimmed = trimmed
    }

    /// The path's first segment with its slashes; the whole path when there is only one.
    var firstSegment: ArraySlice<UInt8> { PathKey.firstSegment(path) }

    private static let spaces = ["%0a", "%0d", "%09", "%20"].map { Array($0.utf8) }

    /// Bytes of encoded white space at the end.
    static func trailingSpace(_ bytes: [UInt8]) -> Int {
        var end = bytes.count
        while end >= 3, bytes[end - 3] == UInt8(ascii: "%"), spaces.contains(where: { bytes.matches($0, at: end - 3) })
        {
            end -= 3
        }
        return bytes.count - end
    }
}

/// Where a path is filed in the index.
enum PathKey: Hashable, Sendable {
    case whole([UInt8])
    /// A path with a hole, by its first segment.
    case segment([UInt8])
    /// A path with a hole in its first segment.
    case any

    init(_ path: Pattern) {
        if let literal = path.literal {
            self = .whole(literal)
        } else {
            let prefix = path.literalPrefix
            let segment = PathKey.firstSegment(prefix)
            self = segment.count > 1 && segment.last == UInt8(ascii: "/") ? .segment(Array(segment)) : .any
        }
    }

    func hash(into hasher: inout Hasher) {
        switch self {
        case .whole(let path): hasher.combine(octets: path)
        case .segment(let segment): hasher.combine(octets: segment)
        case .any: break
        }
    }

    /// Up to and including the second slash.
    static func firstSegment(_ path: [UInt8]) -> ArraySlice<UInt8> {
        guard let slash = path.dropFirst().firstIndex(of: UInt8(ascii: "/")) else { return path[...] }
        return path[...slash]
    }
}

extension Hasher {
    /// All at once: an array of bytes hashes itself byte by byte.
    mutating func combine(octets: [UInt8]) {
        octets.withUnsafeBytes { combine(bytes: $0) }
        combine(octets.count)
    }
}
