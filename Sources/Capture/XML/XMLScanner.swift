import Encodings
import Model

/// What the grammar demands at a place.
enum XMLExpectation: String, Sendable, Hashable {
    case tag = "a tag"
    case tagName = "a name after `<`"
    case tagEnd = "`>` at the end of a tag"
    case attribute = "an attribute with its value in quotes"
    case endTag = "the end tag of the element that is open"
    case session = "the element `charles-session`"
    case transaction = "an element `transaction`"
}

/// Why a piece of XML could not be read.
typealias XMLFault = ScanFault<XMLExpectation>

/// A pull reader over XML 1.0 in UTF-8 that it does not own: it hands out ranges.
///
/// Comments, processing instructions and a document type are stepped over: nothing is fetched and no entity is declared;
/// the five predefined ones and character references are replaced (XML 1.0, sections 4.1 and 4.6), others stay as they are.
struct XMLScanner: UnitScanner {
    typealias Expectation = XMLExpectation

    static let depthLimit = 64

    private let bytes: UnsafeBufferPointer<UInt8>
    /// The next byte to read; never above the end.
    var position: Int

    init?(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, limit: Int) {
        guard start >= 0, start <= bytes.count else { return nil }
        let end = bytes.count - start > limit ? start + limit : bytes.count
        self.bytes = UnsafeBufferPointer(rebasing: bytes[..<end])
        position = start
    }

    var end: Int { bytes.count }

    enum Token: Sendable, Hashable {
        case open(Tag)
        /// The name of the element that ends.
        case close(Range<Int>)
        /// Text with references in it.
        case text(Range<Int>)
        /// The inside of a CDATA section.
        case data(Range<Int>)
    }

    struct Tag: Sendable, Hashable {
        var name: Range<Int>
        var attributes: Range<Int>
        /// `<name/>`
        var isEmpty: Bool
    }

    // MARK: Tokens

    /// The next token, which is taken.
    mutating func token() throws(XMLFault) -> Token {
        while true {
            let start = position
            guard try byte(at: start) == UInt8(ascii: "<") else {
                while try byte(at: position) != UInt8(ascii: "<") { position += 1 }
                return .text(start..<position)
            }
            switch try byte(at: start + 1) {
            case UInt8(ascii: "/"): return .close(try closing(at: start))
            case UInt8(ascii: "?"): position = try find("?>", from: start + 2) + 2
            case UInt8(ascii: "!"):
                if let data = try declaration(at: start) { return .data(data) }
            default: return .open(try opening(at: start))
            }
        }
    }

    /// Steps over the inside of an element whose tag was taken, up to and with its end tag.
    mutating func skip(_ tag: Tag) throws(XMLFault) {
        var depth = tag.isEmpty ? 0 : 1
        while depth > 0 {
            switch try token() {
            case .open(let inner): depth += inner.isEmpty ? 0 : 1
            case .close: depth -= 1
            case .text, .data: break
            }
            guard depth <= XMLScanner.depthLimit else { throw .tooDeep(at: position) }
        }
    }

    /// The text of an element whose tag was taken; elements inside it are stepped over.
    mutating func content(of tag: Tag) throws(XMLFault) -> [UInt8] {
        var content: [UInt8] = []
        guard !tag.isEmpty else { return content }
        while true {
            switch try token() {
            case .open(let inner): try skip(inner)
            case .close(let name):
                guard matches(name, tag.name) else { throw .unexpected(.endTag, at: name.lowerBound) }
                return content
            case .text(let range): content += unescaped(range)
            case .data(let range): content += bytes[range]
            }
        }
    }

    /// The tag of the next element inside `parent`, or `nil` behind its end tag; text between elements is stepped over.
    mutating func child(of parent: Tag) throws(XMLFault) -> Tag? {
        guard !parent.isEmpty else { return nil }
        while true {
            switch try token() {
            case .open(let tag): return tag
            case .close(let name):
                guard matches(name, parent.name) else { throw .unexpected(.endTag, at: name.lowerBound) }
                return nil
            case .text, .data: break
            }
        }
    }

    private mutating func opening(at start: Int) throws(XMLFault) -> Tag {
        let name = try self.name(from: start + 1)
        var index = name.upperBound
        var quote: UInt8?
        while true {
            let byte = try byte(at: index)
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                break
            } else if byte == UInt8(ascii: "<") {
                throw .unexpected(.tagEnd, at: index)
            }
            index += 1
        }
        position = index + 1
        let isEmpty = index > name.upperBound && bytes[index - 1] == UInt8(ascii: "/")
        return Tag(name: name, attributes: name.upperBound..<(isEmpty ? index - 1 : index), isEmpty: isEmpty)
    }

    private mutating func closing(at start: Int) throws(XMLFault) -> Range<Int> {
        let name = try self.name(from: start + 2)
        var index = name.upperBound
        while XMLScanner.isSpace(try byte(at: index)) { index += 1 }
        guard bytes[index] == UInt8(ascii: ">") else { throw .unexpected(.tagEnd, at: index) }
        position = index + 1
        return name
    }

    private func name(from start: Int) throws(XMLFault) -> Range<Int> {
        var index = start
        while true {
            let byte = try byte(at: index)
            if XMLScanner.isSpace(byte) || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") { break }
            guard byte != UInt8(ascii: "<"), byte != UInt8(ascii: "\""), byte != UInt8(ascii: "=") else {
                throw .unexpected(.tagName, at: index)
            }
            index += 1
        }
        guard index > start else { throw .unexpected(.tagName, at: index) }
        return start..<index
    }

    /// Takes a comment, a document type or a CDATA section; returns the inside of the last.
    private mutating func declaration(at start: Int) throws(XMLFault) -> Range<Int>? {
        if try begins("<!--", at: start) {
            position = try find("-->", from: start + 4) + 3
            return nil
        }
        if try begins("<![CDATA[", at: start) {
            let end = try find("]]>", from: start + 9)
            position = end + 3
            return (start + 9)..<end
        }
        var index = start + 2
        var depth = 0
        var quote: UInt8?
        while true {
            let byte = try byte(at: index)
            index += 1
            if let open = quote {
                if byte == open { quote = nil }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
            case UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: ">") where depth <= 0:
                position = index
                return nil
            default: break
            }
        }
    }

    // MARK: Bytes, with the bounds check

    func byte(at index: Int) throws(XMLFault) -> UInt8 {
        guard index >= 0, index < bytes.count else { throw .incomplete }
        return bytes[index]
    }

    /// Whether `text` stands at a place; incomplete when the bytes end inside it.
    func begins(_ text: StaticString, at start: Int) throws(XMLFault) -> Bool {
        for offset in 0..<text.utf8CodeUnitCount where try byte(at: start + offset) != text.utf8Start[offset] {
            return false
        }
        return true
    }

    /// Where `text` begins at or behind `start`.
    func find(_ text: StaticString, from start: Int) throws(XMLFault) -> Int {
        var index = start
        while try !begins(text, at: index) { index += 1 }
        return index
    }

    static func afterSpace(_ bytes: UnsafeBufferPointer<UInt8>, from index: Int) -> Int {
        JSONScanner.afterSpace(bytes, from: index)
    }

    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    // MARK: What ranges hold

    func matches(_ range: Range<Int>, _ name: StaticString) -> Bool {
        range.count == name.utf8CodeUnitCount && name.withUTF8Buffer { $0.elementsEqual(bytes[range]) }
    }

    func isBlank(_ range: Range<Int>) -> Bool {
        bytes[range].allSatisfy { XMLScanner.isSpace($0) }
    }

    private func matches(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
        bytes[left].elementsEqual(bytes[right])
    }

    /// The attributes of a tag by their names, the first of equal ones.
    func attributes(of tag: Tag) throws(XMLFault) -> [String: [UInt8]] {
        var attributes: [String: [UInt8]] = [:]
        var rest = tag.attributes
        func dropSpace() { rest = (rest.first { !XMLScanner.isSpace(bytes[$0]) } ?? rest.upperBound)..<rest.upperBound }
        dropSpace()
        while !rest.isEmpty {
            guard let equals = rest.first(where: { bytes[$0] == UInt8(ascii: "=") }) else {
                throw .unexpected(.attribute, at: rest.lowerBound)
            }
            let name = bytes[rest.lowerBound..<equals].filter { !XMLScanner.isSpace($0) }
            rest = (equals + 1)..<rest.upperBound
            dropSpace()
            guard let open = rest.first, bytes[open] == UInt8(ascii: "\"") || bytes[open] == UInt8(ascii: "'"),
                let close = rest.dropFirst().first(where: { bytes[$0] == bytes[open] })
            else { throw .unexpected(.attribute, at: rest.lowerBound) }
            let key = String(decoding: name, as: UTF8.self)
            if attributes[key] == nil { attributes[key] = unescaped((open + 1)..<close) }
            rest = (close + 1)..<rest.upperBound
            dropSpace()
        }
        return attributes
    }

    /// Text with its references replaced.
    func unescaped(_ range: Range<Int>) -> [UInt8] {
        guard bytes[range].contains(UInt8(ascii: "&")) else { return Array(bytes[range]) }
        var result: [UInt8] = []
        var rest = bytes[range]
        while let byte = rest.popFirst() {
            // The longest reference is that of a scalar with leading zeros.
            guard byte == UInt8(ascii: "&"), let end = rest.prefix(16).firstIndex(of: UInt8(ascii: ";")),
                let replaced = XMLReference.replaced(rest[..<end])
            else {
                result.append(byte)
                continue
            }
            result += replaced
            rest = rest[(end + 1)...]
        }
        return result
    }
}

/// What stands between `&` and `;`.
private enum XMLReference {
    static func replaced(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8]? {
        guard name.first == UInt8(ascii: "#") else { return predefined[String(decoding: name, as: UTF8.self)] }
        let digits = String(decoding: name.dropFirst(), as: UTF8.self)
        let isHexadecimal = digits.hasPrefix("x")
        guard let value = UInt32(isHexadecimal ? String(digits.dropFirst()) : digits, radix: isHexadecimal ? 16 : 10),
            let scalar = Unicode.Scalar(value), value > 0
        else { return nil }
        return Array(String(Character(scalar)).utf8)
    }

    private static let predefined: [String: [UInt8]] = [
        "lt": Array("<".utf8), "gt": Array(">".utf8), "amp": Array("&".utf8), "quot": Array("\"".utf8),
        "apos": Array("'".utf8),
    ]
}
