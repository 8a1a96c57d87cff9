import Model

/// Counts the attributes of each tag before a parser sees them, in one pass.
///
/// It follows XML where a document is well-formed. Where it is not, a parser stops before the two could come to differ.
enum XMLTagSizes {
    /// The line of the first tag with more than `most` quoted values; declarations of a document type count together.
    static func lineOfCrowdedTag(_ bytes: Span<UInt8>, most: Int) -> Int? {
        var index = 0
        var declared = 0
        while let start = next(UInt8(ascii: "<"), in: bytes, from: index) {
            if begins("<!--", bytes, at: start) {
                index = end(of: "-->", bytes, from: start + 4)
            } else if begins("<![CDATA[", bytes, at: start) {
                index = end(of: "]]>", bytes, from: start + 9)
            } else if begins("<?", bytes, at: start) {
                index = end(of: "?>", bytes, from: start + 2)
            } else {
                let isDeclaration = begins("<!", bytes, at: start)
                let tag = tag(bytes, from: start + 1, isDeclaration: isDeclaration)
                if isDeclaration { declared += tag.values }
                if max(tag.values, declared) > most { return line(of: start, in: bytes) }
                index = tag.end
            }
        }
        return nil
    }

    /// The quoted values of a tag, and where it ends: a document type's declarations stand inside of it.
    private static func tag(_ bytes: Span<UInt8>, from start: Int, isDeclaration: Bool) -> (values: Int, end: Int) {
        var index = start
        var values = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: ">"): return (values, index + 1)
            case UInt8(ascii: "<") where isDeclaration: return (values, index)
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                values += 1
                guard let close = next(bytes[index], in: bytes, from: index + 1) else { return (values, bytes.count) }
                index = close + 1
            default: index += 1
            }
        }
        return (values, index)
    }

    private static func next(_ byte: UInt8, in bytes: Span<UInt8>, from start: Int) -> Int? {
        var index = start
        while index < bytes.count {
            if bytes[index] == byte { return index }
            index += 1
        }
        return nil
    }

    private static func begins(_ mark: StaticString, _ bytes: Span<UInt8>, at start: Int) -> Bool {
        mark.withUTF8Buffer { mark in
            guard bytes.count - start >= mark.count else { return false }
            for offset in 0..<mark.count where bytes[start + offset] != mark[offset] { return false }
            return true
        }
    }

    /// Behind the mark, or the end of the document.
    private static func end(of mark: StaticString, _ bytes: Span<UInt8>, from start: Int) -> Int {
        var index = start
        while index < bytes.count {
            if begins(mark, bytes, at: index) { return index + mark.utf8CodeUnitCount }
            index += 1
        }
        return bytes.count
    }

    private static func line(of place: Int, in bytes: Span<UInt8>) -> Int {
        var line = 1
        for index in 0..<place where bytes[index] == UInt8(ascii: "\n") { line += 1 }
        return line
    }
}
