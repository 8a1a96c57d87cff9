import Encodings
import Model

/// Finds ad documents in response bodies by what they are, not by content type: XML as such, inside JSON strings, in
/// Base64, behind a byte order mark or blank lines.
enum AdMarkup {
    /// Bodies above this are not searched for embedded markup.
    static let mostEmbeddedBytes = 16 << 20
    /// More documents in one JSON body are not read.
    static let mostEmbeddedDocuments = 64

    /// What a body holds: XML texts, each beginning with `<`; none when there is no ad document in it.
    struct Found: Sendable {
        var texts: [[UInt8]] = []
        /// They stand among the members of a JSON body, as in the answer of an auction.
        var areOffers = false
    }

    static func find(in body: [UInt8]) -> Found {
        guard let start = firstMeaningful(body) else { return Found() }
        switch body[start] {
        case UInt8(ascii: "<"), 0xEF, 0xFE, 0xFF:
            let clean = XMLRepair.clean(body).bytes
            return Found(texts: isAdRoot(clean) ? [body] : [])
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""):
            guard body.count <= mostEmbeddedBytes else { return Found() }
            return Found(texts: inStrings(body), areOffers: body[start] != UInt8(ascii: "\""))
        default:
            return Found(texts: fromBase64(body[start...]).map { [$0] } ?? [])
        }
    }

    /// The root element is one of VAST's or VMAP's.
    static func isAdRoot(_ bytes: [UInt8]) -> Bool {
        guard let name = rootName(bytes) else { return false }
        return ["vast", "vmap", "videoadservingtemplate"].contains(name)
    }

    /// The local name of the root element in lower case, declarations and comments skipped.
    static func rootName(_ bytes: [UInt8]) -> String? {
        var index = 0
        while let open = bytes[index...].firstIndex(of: UInt8(ascii: "<")), open + 1 < bytes.count {
            let next = bytes[open + 1]
            if next == UInt8(ascii: "?") || next == UInt8(ascii: "!") {
                let close = bytes.matches(Array("<!--".utf8), at: open) ? Array("-->".utf8) : Array(">".utf8)
                guard let end = bytes.firstIndex(of: close, from: open) else { return nil }
                index = end + close.count
            } else {
                let name = bytes[(open + 1)...].prefix(64).prefix { byte in
                    byte != 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D && byte != UInt8(ascii: ">")
                        && byte != UInt8(ascii: "/")
                }
                let local = name.lastIndex(of: UInt8(ascii: ":")).map { name[($0 + 1)...] } ?? name
                return String(decoding: local, as: UTF8.self).lowercased()
            }
        }
        return nil
    }

    private static func inStrings(_ body: [UInt8]) -> [[UInt8]] {
        guard mentionsMarkup(body) else { return [] }
        var found: [[UInt8]] = []
        var strings = JSONStrings(body)
        while let string = strings.next(), found.count < mostEmbeddedDocuments {
            guard string.count > 16, let start = firstMeaningful(string) else { continue }
            if string[start] == UInt8(ascii: "<") {
                if isAdRoot(string) { found.append(string) }
            } else if let markup = fromBase64(string[start...]) {
                found.append(markup)
            }
        }
        return found
    }

    /// A cheap look before a JSON body is taken apart: `<VAST`, its escapes, and the Base64 of `<VAST` and `<?xml`.
    private static func mentionsMarkup(_ body: [UInt8]) -> Bool {
        let marks = ["vast", "vmap", "videoadserving", "pfzbu1q", "pd94bwwg"].map { Array($0.utf8) }
        return marks.contains { body.firstIndex(of: $0, from: 0) != nil }
    }

    private static func fromBase64(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        let dataURL = Array("base64,".utf8)
        var encoded = text
        if Array(text.prefix(5)).matches(Array("data:".utf8), at: 0),
            let comma = Array(text.prefix(128)).firstIndex(of: dataURL, from: 0)
        {
            encoded = text.dropFirst(comma + dataURL.count)
        }
        // `<`, blank or byte order mark first: P, I, C, D or 7 in Base64.
        guard let first = encoded.first, "PICD7".utf8.contains(first), let markup = Base64.decode(encoded.span),
            isAdRoot(XMLRepair.clean(markup).bytes)
        else { return nil }
        return markup
    }

    private static func firstMeaningful(_ bytes: [UInt8]) -> Int? {
        bytes.firstIndex { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D && $0 != 0x00 }
    }
}

extension [UInt8] {
    /// The first place of `literal` (lower case, ASCII case ignored) at or after `start`.
    func firstIndex(of literal: [UInt8], from start: Int) -> Int? {
        guard let first = literal.first, count >= literal.count else { return nil }
        let last = count - literal.count
        var place = start
        while place <= last, let found = ByteSearch.firstIndex(like: first, in: span, from: place), found <= last {
            if matches(literal, at: found) { return found }
            place = found + 1
        }
        return nil
    }
}
