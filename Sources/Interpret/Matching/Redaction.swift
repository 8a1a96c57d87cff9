import Encodings
import Model

/// Values that whoever exported a capture put in the place of those that were sent.
enum Redaction {
    /// Whether some value of the query is none.
    static func isIn(_ pairs: [SentURL.Pair]) -> Bool { !self.pairs(of: pairs).isEmpty }

    /// Those whose value is none. Where no value at all is left, none of them is what was sent.
    static func pairs(of pairs: [SentURL.Pair]) -> [SentURL.Pair] {
        if !pairs.isEmpty, pairs.allSatisfy({ $0.value.isEmpty }) { return pairs }
        return pairs.filter { isPlaceholder($0.value) }
    }

    /// Whether a segment of a path is none that was sent.
    static func isIn(path: [UInt8]) -> Bool {
        path.split(separator: UInt8(ascii: "/")).contains { segment in
            isPlaceholder(Array(segment)) && !segment.allSatisfy { ASCII.lowercased($0) == UInt8(ascii: "x") }
        }
    }

    /// Whether a value is what a sanitiser's hash gives. An identifier that was sent may look like that, too: it is one only in
    /// the place of a declared value that does not.
    static func isHash(_ value: [UInt8]) -> Bool {
        hashLengths.contains(value.count) && value.allSatisfy { ASCII.hexValue($0) != nil }
    }

    /// Of MD5, SHA-1 and SHA-256, and of their usual abbreviation.
    private static let hashLengths: Set<Int> = [16, 32, 40, 64]

    /// Whether a target may hold one: the cheap question, for most hold none.
    static func mayBe(in target: String) -> Bool {
        let bytes = Array(target.utf8)
        guard let question = bytes.firstIndex(of: UInt8(ascii: "?")) else { return false }
        return bytes.indices[question...].contains { index in
            starts.contains(ASCII.lowercased(bytes[index])) && marks.contains { bytes.matches($0, at: index) }
                || isMaskedNumber(bytes, behind: index)
        }
    }

    /// Whether a masked number stands behind this byte, as a whole value or behind its comma.
    private static func isMaskedNumber(_ target: [UInt8], behind index: Int) -> Bool {
        guard target[index] == UInt8(ascii: "=") || target[index] == UInt8(ascii: ",") else { return false }
        return isMaskedNumber(target[(index + 1)...].prefix { $0 != UInt8(ascii: "&") })
    }

    /// `XXXXXXXXXX`: what is left of a number of many digits.
    private static func isMaskedNumber(_ value: ArraySlice<UInt8>) -> Bool {
        value.count >= 6 && value.allSatisfy { ASCII.lowercased($0) == UInt8(ascii: "x") }
    }

    /// `[REDACTED]`, `<access_token redacted>`, `***`, `xxxxx`, `createtm,XXXXXXXXXX` and the like.
    static func isPlaceholder(_ value: [UInt8]) -> Bool {
        guard value.count >= 3, value.count <= 64 else { return false }
        if value.allSatisfy({ $0 == UInt8(ascii: "*") }) { return true }
        if value.count >= 4, value.allSatisfy({ ASCII.lowercased($0) == UInt8(ascii: "x") }) { return true }
        if let comma = value.lastIndex(of: UInt8(ascii: ",")), isMaskedNumber(value[(comma + 1)...]) { return true }
        return marks.dropLast().contains { mark in value.indices.contains { value.matches(mark, at: $0) } }
    }

    /// The first bytes of ``marks``.
    private static let starts = Array(Set(marks.compactMap(\.first)))

    private static let marks = ["redacted", "[filtered", "[masked", "[removed", "[sanitized", "***"].map {
        Array($0.utf8)
    }
}
