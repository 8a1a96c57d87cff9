import Model

/// Why a text is no JSON: what stood at which byte.
struct JSONFault: Error, Sendable, Hashable {
    /// Offset in the text, from 0.
    var offset: Int
    var expected: String
    var found: String
    /// It is JSON, but readers differ on what it says.
    var isAmbiguous = false
}

/// Reads one JSON value (RFC 8259) of an untrusted response body.
///
/// It tolerates what real documents carry and readers accept: a byte order mark, a comma before a closing bracket,
/// control characters inside strings, bytes that are no UTF-8 (they become U+FFFD). Everything else is a ``JSONFault``.
struct JSONReader {
    private let bytes: [UInt8]
    private var index: Int
    /// Whether a name that an object holds twice, with different values, is a fault.
    private let isDocument: Bool

    private init(_ bytes: [UInt8], from start: Int, isDocument: Bool = false) {
        self.bytes = bytes
        index = start
        self.isDocument = isDocument
    }

    /// Whether a text, behind its byte order mark and white space, begins an object: cheaper than reading what is none.
    static func beginsObject(_ bytes: [UInt8]) -> Bool {
        bytes[ByteOrderMark.count(bytes.span)...].first { $0 > 0x20 } == UInt8(ascii: "{")
    }

    /// The value that fills the whole text.
    static func read(_ bytes: [UInt8]) throws(JSONFault) -> JSONValue {
        var reader = JSONReader(bytes, from: ByteOrderMark.count(bytes.span))
        let value = try reader.value(depth: 0)
        reader.skipSpace()
        guard reader.index == bytes.count else { throw reader.fault("the end") }
        return value
    }

    /// The value of a text that tells a player what to do. Of two members with one name some readers take the first, some
    /// the last: where they differ, nobody knows what the player was told.
    static func readDocument(_ bytes: [UInt8]) throws(JSONFault) -> JSONValue {
        var reader = JSONReader(bytes, from: ByteOrderMark.count(bytes.span), isDocument: true)
        let value = try reader.value(depth: 0)
        reader.skipSpace()
        guard reader.index == bytes.count else { throw reader.fault("the end") }
        return value
    }

    /// The first object in a text that wraps one, such as a script with a configuration; what follows it is not read.
    static func readEmbeddedObject(_ bytes: [UInt8]) throws(JSONFault) -> JSONValue {
        let start = bytes.firstIndex(of: UInt8(ascii: "{")) ?? bytes.count
        var reader = JSONReader(bytes, from: start, isDocument: true)
        return try reader.value(depth: 0)
    }

    private mutating func value(depth: Int) throws(JSONFault) -> JSONValue {
        guard depth < DocumentLimits.jsonDepth else { throw fault("at most \(DocumentLimits.jsonDepth) levels") }
        skipSpace()
        guard let first = peek else { throw fault("a value") }
        switch first {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func object(depth: Int) throws(JSONFault) -> JSONValue {
        index += 1
        var members: [JSONValue.Member] = []
        var places: [String: Int] = [:]
        while true {
            skipSpace()
            if take("}") { return .object(members) }
            guard peek == UInt8(ascii: "\"") else { throw fault("a member name or }") }
            let start = index
            let name = try string()
            skipSpace()
            guard take(":") else { throw fault(":") }
            let value = try value(depth: depth + 1)
            if isDocument {
                if let earlier = places[name], members[earlier].value != value {
                    throw JSONFault(
                        offset: start, expected: "one member \(name.prefix(64))", found: "a second one that differs",
                        isAmbiguous: true)
                }
                places[name] = members.count
            }
            members.append(JSONValue.Member(name: name, value: value))
            skipSpace()
            if take(",") { continue }
            guard peek == UInt8(ascii: "}") else { throw fault(", or }") }
        }
    }

    private mutating func array(depth: Int) throws(JSONFault) -> JSONValue {
        index += 1
        var elements: [JSONValue] = []
        while true {
            skipSpace()
            if take("]") { return .array(elements) }
            elements.append(try value(depth: depth + 1))
            skipSpace()
            if take(",") { continue }
            guard peek == UInt8(ascii: "]") else { throw fault(", or ]") }
        }
    }

    private mutating func string() throws(JSONFault) -> String {
        index += 1
        var text: [UInt8] = []
        while let byte = peek {
            index += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): text.append(contentsOf: try escape())
            default: text.append(byte)
            }
        }
        throw fault("a closing quote")
    }

    private mutating func escape() throws(JSONFault) -> [UInt8] {
        guard let byte = peek else { throw fault("an escape") }
        index += 1
        switch byte {
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"): return Array(String(try unicodeEscape()).utf8)
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "'"): return [byte]
        default:
            index -= 1
            throw fault("an escape")
        }
    }

    /// The scalar of `\uXXXX`, of a surrogate pair of two, or U+FFFD for half a pair.
    private mutating func unicodeEscape() throws(JSONFault) -> Unicode.Scalar {
        let replacement: Unicode.Scalar = "\u{FFFD}"
        let unit = try hexadecimalUnit()
        guard unit >= 0xD800, unit < 0xDC00 else { return Unicode.Scalar(unit) ?? replacement }
        guard bytes[index...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) else { return replacement }
        index += 2
        let low = try hexadecimalUnit()
        guard low >= 0xDC00, low < 0xE000 else { return replacement }
        return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)) ?? replacement
    }

    private mutating func hexadecimalUnit() throws(JSONFault) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = peek, let digit = ASCII.hexValue(byte) else { throw fault("four hexadecimal digits") }
            unit = unit << 4 | UInt32(digit)
            index += 1
        }
        return unit
    }

    private mutating func number() throws(JSONFault) -> JSONValue {
        let start = index
        var digits = 0
        while let byte = peek, Self.isNumberByte(byte) {
            digits += ASCII.digitValue(byte) == nil ? 0 : 1
            index += 1
        }
        guard digits > 0 else {
            index = start
            throw fault("a value")
        }
        return .number(String(decoding: bytes[start..<index], as: UTF8.self))
    }

    private static func isNumberByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }

    private mutating func word(_ spelling: String, _ value: JSONValue) throws(JSONFault) -> JSONValue {
        guard bytes[index...].starts(with: spelling.utf8) else { throw fault(spelling) }
        index += spelling.utf8.count
        return value
    }

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard peek == UInt8(truncatingIfNeeded: character.value) else { return false }
        index += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
    }

    private func fault(_ expected: String) -> JSONFault {
        let found = peek.map { "byte 0x" + String($0, radix: 16) } ?? "the end"
        return JSONFault(offset: index, expected: expected, found: found)
    }
}
