/// One `NAME=value` of an attribute list (RFC 8216 section 4.2), quotes removed.
struct PlaylistAttribute: Sendable, Hashable {
    var name: String
    var value: String

    /// The attributes of a tag's value in the order listed.
    ///
    /// Tolerates spaces around names and a missing closing quote; a piece without `=` is an attribute without name, so
    /// that `#EXT-X-CUE-OUT:30` is readable as well.
    static func list(_ text: Substring) -> [PlaylistAttribute] {
        pieces(text).map { piece in
            guard let equals = piece.utf8.firstIndex(of: UInt8(ascii: "=")) else {
                return PlaylistAttribute(name: "", value: unquoted(trimmed(piece)))
            }
            return PlaylistAttribute(
                name: String(trimmed(piece[..<equals])),
                value: unquoted(trimmed(piece[piece.utf8.index(after: equals)...])))
        }
    }

    /// The pieces between commas that are outside quotes.
    private static func pieces(_ text: Substring) -> [Substring] {
        var pieces: [Substring] = []
        var start = text.startIndex
        var isQuoted = false
        for index in text.utf8.indices {
            switch text.utf8[index] {
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: ",") where !isQuoted:
                pieces.append(text[start..<index])
                start = text.utf8.index(after: index)
            default: break
            }
        }
        pieces.append(text[start...])
        return pieces.filter { !trimmed($0).isEmpty }
    }

    static func unquoted(_ text: Substring) -> String {
        guard text.first == "\"" else { return String(text) }
        let inner = text.dropFirst()
        return String(inner.last == "\"" ? inner.dropLast() : inner)
    }

    static func trimmed(_ text: Substring) -> Substring {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        guard let first = text.utf8.firstIndex(where: { !isBlank($0) }),
            let last = text.utf8.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return text[first..<text.utf8.index(after: last)]
    }
}

extension [PlaylistAttribute] {
    /// The first value of that name.
    subscript(_ name: String) -> String? {
        first { $0.name == name }?.value
    }
}
