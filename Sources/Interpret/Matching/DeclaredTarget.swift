import Model

/// Path and query of a declared URL that is sent byte for byte: it has nothing that a sender has to fill in, to encode or to
/// resolve.
struct DeclaredTarget: Sendable, Hashable {
    let bytes: [UInt8]

    /// `nil` for a URL with holes, with characters that no URL may hold, with dot segments, or without a path.
    init?(_ url: String) {
        let fields = URLFields(url)
        guard fields.bytes.matches(Array("http".utf8), at: 0), !fields.scheme.isEmpty, !fields.path.isEmpty,
            fields.bytes.allSatisfy(Self.isPlain), !fields.bytes[fields.path].hasDotSegment
        else { return nil }
        bytes = Array(fields.bytes[fields.path.lowerBound..<(fields.query?.upperBound ?? fields.path.upperBound)])
    }

    /// How the target that was sent is spelt otherwise; `nil` where it is not.
    func respelling(in target: String) -> Firing.Respelling? {
        if bytes.elementsEqual(target.utf8) { return nil }
        let (declared, sent) = (Self.level(bytes), Self.level(target.utf8))
        if declared == sent { return nil }
        return declared.map(ASCII.lowercased) == sent.map(ASCII.lowercased) ? .letters : .bytes
    }

    /// Browsers encode the apostrophe in a query.
    private static func level(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        bytes.flatMap { $0 == UInt8(ascii: "'") ? Array("%27".utf8) : [$0] }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        ASCII.isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(ASCII.lowercased(byte))
            || marks.contains(byte)
    }

    private static let marks = Set(":/?#@!$&'()*+,;=._~%-".utf8)
}

extension ArraySlice<UInt8> {
    /// A segment that begins with a dot, and another behind it.
    fileprivate var hasDotSegment: Bool {
        split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst().dropLast()
            .contains { $0.first == UInt8(ascii: ".") }
    }
}
