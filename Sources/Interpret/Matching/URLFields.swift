import Encodings
import Model

/// A URL as it was sent, split into ranges of its bytes; nothing is decoded or normalised until somebody asks.
///
/// Captured beacon URLs hold brackets, raw pipes and doubled percent signs that URL libraries refuse or repair; a
/// certifier must see them as they were sent.
public struct URLFields: Sendable, Hashable {
    public let bytes: [UInt8]
    /// Without `:`; empty for `//host/path`.
    public let scheme: Range<Int>
    /// Without user information and port; brackets of IPv6 kept.
    public let host: Range<Int>
    /// The digits after the colon, possibly empty.
    public let port: Range<Int>
    public let path: Range<Int>
    /// After `?`, before `#`; `nil` when there is no `?`.
    public let query: Range<Int>?

    /// One `key=value` of the query. `value` is `nil` when there is no `=`.
    public struct Pair: Sendable, Hashable {
        public var whole: Range<Int>
        public var key: Range<Int>
        public var value: Range<Int>?
    }

    public init(_ url: String) {
        self.init(bytes: Array(url.utf8))
    }

    public init(bytes: [UInt8]) {
        self.init(bytes: bytes, literal: nil)
    }

    /// - Parameter literal: `false` at bytes that may not delimit components, such as the inside of a macro.
    init(bytes: [UInt8], literal: [Bool]?) {
        self.bytes = bytes
        func delimits(_ index: Int, _ byte: UInt8) -> Bool {
            bytes[index] == byte && (literal?[index] ?? true)
        }
        func first(_ byte: UInt8, in range: Range<Int>) -> Int? {
            var place = range.lowerBound
            while let found = ByteSearch.firstIndex(of: byte, in: bytes.span, from: place), found < range.upperBound {
                if literal?[found] ?? true { return found }
                place = found + 1
            }
            return nil
        }
        let end = first(UInt8(ascii: "#"), in: 0..<bytes.count) ?? bytes.count
        let question = first(UInt8(ascii: "?"), in: 0..<end)
        query = question.map { ($0 + 1)..<end }
        let hierarchyEnd = question ?? end
        var cursor = 0
        if let colon = first(UInt8(ascii: ":"), in: 0..<hierarchyEnd), colon + 2 < hierarchyEnd,
            bytes[colon + 1] == UInt8(ascii: "/"), bytes[colon + 2] == UInt8(ascii: "/")
        {
            scheme = 0..<colon
            cursor = colon + 3
        } else {
            scheme = 0..<0
            if hierarchyEnd >= 2, bytes[0] == UInt8(ascii: "/"), bytes[1] == UInt8(ascii: "/") { cursor = 2 }
        }
        let authorityEnd = first(UInt8(ascii: "/"), in: cursor..<hierarchyEnd) ?? hierarchyEnd
        path = authorityEnd..<hierarchyEnd
        if let at = (cursor..<authorityEnd).last(where: { delimits($0, UInt8(ascii: "@")) }) { cursor = at + 1 }
        let colon = (cursor..<authorityEnd).last { delimits($0, UInt8(ascii: ":")) }
        if let colon, !bytes[colon..<authorityEnd].contains(UInt8(ascii: "]")) {
            host = cursor..<colon
            port = (colon + 1)..<authorityEnd
        } else {
            host = cursor..<authorityEnd
            port = authorityEnd..<authorityEnd
        }
    }

    /// The bytes of a component as text, undecoded.
    public func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    /// The host as it is compared: in lower case, without the dot of the root, beyond ASCII as punycode.
    public var hostName: String { String(decoding: HostName.normalise(bytes[host]), as: UTF8.self) }

    /// The pairs of the query, in the order sent; empty ones between two `&` are skipped.
    public var pairs: [Pair] {
        guard let query else { return [] }
        return pairs(in: query) { _ in true }
    }

    /// The decoded value of the first pair with this key (compared after decoding); `nil` when there is none.
    public func value(_ name: String) -> String? {
        for pair in pairs where String(decoding: decoded(pair.key, plusIsSpace: true), as: UTF8.self) == name {
            guard let value = pair.value else { return "" }
            return String(decoding: decoded(value, plusIsSpace: true), as: UTF8.self)
        }
        return nil
    }

    /// The component percent-decoded once.
    public func decoded(_ range: Range<Int>, plusIsSpace: Bool) -> [UInt8] {
        PercentCoding.decode(bytes[range], plusIsSpace: plusIsSpace)
    }

    func pairs(in query: Range<Int>, where delimits: (Int) -> Bool) -> [Pair] {
        var pairs: [Pair] = []
        var start = query.lowerBound
        var equals: Int?
        for index in query.lowerBound...query.upperBound {
            if index == query.upperBound || (bytes[index] == UInt8(ascii: "&") && delimits(index)) {
                if index > start {
                    pairs.append(
                        Pair(
                            whole: start..<index, key: start..<(equals ?? index), value: equals.map { ($0 + 1)..<index }
                        ))
                }
                start = index + 1
                equals = nil
            } else if equals == nil, bytes[index] == UInt8(ascii: "="), delimits(index) {
                equals = index
            }
        }
        return pairs
    }
}
