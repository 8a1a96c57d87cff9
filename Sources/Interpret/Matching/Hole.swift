import Encodings
import Model

/// A place in a tracker URL that the player fills in: `[NAME]`, `%5BNAME%5D`, `%%NAME%%`, `${…}`, `{name}`, `{{name}}`.
struct Hole: Sendable, Hashable {
    /// The macro with its marks, decoded: what is found in a sent URL when nobody expanded it.
    var text: String
    var name: String
    /// The name is in the VAST macro list, or in that of VAST 3, or in VMAP's.
    var isKnown: Bool

    /// The holes of a URL text with their byte ranges, in order. Searched before the URL is split, because the marks
    /// contain delimiters (docs/attribution.md, "Declared URLs").
    static func find(in bytes: [UInt8]) -> [(range: Range<Int>, hole: Hole)] {
        var found: [(range: Range<Int>, hole: Hole)] = []
        var index = 0
        while index < bytes.count {
            if Mark.mayBegin(bytes[index]), let (range, hole) = hole(at: index, in: bytes) {
                found.append((range, hole))
                index = range.upperBound
            } else {
                index += 1
            }
        }
        return found
    }

    private static func hole(at start: Int, in bytes: [UInt8]) -> (Range<Int>, Hole)? {
        for mark in Mark.all where bytes.matches(mark.open, at: start) {
            let nameStart = start + mark.open.count
            guard let nameEnd = mark.nameEnd(bytes, nameStart), nameEnd > nameStart,
                bytes.matches(mark.close, at: nameEnd)
            else { continue }
            let name = String(decoding: bytes[nameStart..<nameEnd], as: UTF8.self)
            let hole = Hole(
                text: mark.decodedOpen + name + mark.decodedClose, name: name,
                isKnown: mark.isVAST && MacroNames.known.contains(name))
            return (start..<(nameEnd + mark.close.count), hole)
        }
        return nil
    }

    /// Whether the macro itself stands where its value belongs, in whatever marks and however often percent-encoded.
    ///
    /// - Parameter sent: percent-decoded once. That takes `%%CA…` for an encoded byte, so both sides are decoded alike.
    func isUnexpanded(_ sent: [UInt8]) -> Bool {
        // Most values hold no mark at all, decoded or not.
        guard sent.contains(where: { Mark.mayBegin($0) || $0 >= 0x80 }) else { return false }
        let own = Mark.all.map { Array(($0.decodedOpen + name + $0.decodedClose).utf8) }
        let decodedOwn = own.map { PercentCoding.decode($0, plusIsSpace: false) }
        var sent = sent
        for _ in 0..<Hole.deepestEncoding {
            if own.contains(sent) || decodedOwn.contains(sent) { return true }
            let decoded = PercentCoding.decode(sent, plusIsSpace: false)
            if decoded == sent { return false }
            sent = decoded
        }
        return false
    }

    /// A URL inside a URL inside a URL.
    private static let deepestEncoding = 4

    /// One way of marking a macro.
    private struct Mark: Sendable {
        var open: [UInt8]
        var close: [UInt8]
        var decodedOpen: String
        var decodedClose: String
        var isVAST: Bool
        /// Any text up to the closing mark is a name, rather than letters, digits and `_ . : -`.
        var isFree = false

        init(
            _ open: String, _ close: String, decoded: (String, String)? = nil, isVAST: Bool = false,
            isFree: Bool = false
        ) {
            self.open = Array(open.utf8)
            self.close = Array(close.utf8)
            decodedOpen = decoded?.0 ?? open
            decodedClose = decoded?.1 ?? close
            self.isVAST = isVAST
            self.isFree = isFree
        }

        /// Longer marks first, so that `{{name}}` is not read as `{name}`.
        static let all: [Mark] = [
            Mark("[", "]", isVAST: true),
            Mark("%5b", "%5d", decoded: ("[", "]"), isVAST: true),
            Mark("%%", "%%", isVAST: true),
            Mark("${", "}", isFree: true),
            Mark("%24%7b", "%7d", decoded: ("${", "}"), isFree: true),
            Mark("{{", "}}"),
            Mark("{", "}"),
            Mark("%7b%7b", "%7d%7d", decoded: ("{{", "}}")),
            Mark("%7b", "%7d", decoded: ("{", "}")),
        ]

        static func mayBegin(_ byte: UInt8) -> Bool {
            byte == UInt8(ascii: "[") || byte == UInt8(ascii: "%") || byte == UInt8(ascii: "$")
                || byte == UInt8(ascii: "{")
        }

        func nameEnd(_ bytes: [UInt8], _ start: Int) -> Int? {
            var end = start
            while end < bytes.count, end - start <= Hole.longestName, !bytes.matches(close, at: end) {
                guard isFree ? bytes[end] != UInt8(ascii: "$") : Hole.isNameByte(bytes[end], first: end == start) else {
                    return nil
                }
                end += 1
            }
            return end < bytes.count ? end : nil
        }
    }

    /// Longer ones are text in brackets, not macros.
    private static let longestName = 100

    private static func isNameByte(_ byte: UInt8, first: Bool) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "-"): !first
        default: false
        }
    }
}

extension [UInt8] {
    /// `literal` (in lower case) stands at `index`, ASCII case ignored.
    func matches(_ literal: [UInt8], at index: Int) -> Bool {
        guard index <= count, count - index >= literal.count else { return false }
        for offset in literal.indices where ASCII.lowercased(self[index + offset]) != literal[offset] {
            return false
        }
        return true
    }
}
