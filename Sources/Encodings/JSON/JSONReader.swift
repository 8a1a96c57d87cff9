import Model

/// Why a text is not the JSON that was asked for: what stood at which byte.
public struct JSONDocumentFault: Error, Sendable, Hashable {
    /// Offset in the text, from 0.
    public var offset: Int
    public var expected: String
    public var found: String
    /// It is JSON, but readers differ on what it says.
    public var isAmbiguous = false
}

/// Reads one JSON value (RFC 8259) of an untrusted text into a tree, with the tokens of ``JSONScanner``.
///
/// It tolerates what real documents carry and readers accept: a byte order mark, a comma before a closing bracket,
/// control characters inside strings, bytes that are not UTF-8 (they become U+FFFD). Everything else is a
/// ``JSONDocumentFault``, an escape that JSON does not know too.
public struct JSONReader {
    /// Deeper nesting is a fault: no document of this field needs more, and the reader recurses.
    public static let depthLimit = 64

    private var scanner: JSONScanner
    /// Whether a name that an object holds twice, with different values, is a fault.
    private let isDocument: Bool
    /// Whether a comma before a closing bracket is one.
    private let isStrict: Bool

    /// Whether a text, behind its byte order mark and white space, begins an object: cheaper than reading what is none.
    public static func beginsObject(_ bytes: [UInt8]) -> Bool { firstByte(of: bytes) == UInt8(ascii: "{") }

    /// Whether it begins an object or an array.
    public static func beginsContainer(_ bytes: [UInt8]) -> Bool {
        firstByte(of: bytes).map("{[".utf8.contains) ?? false
    }

    private static func firstByte(of bytes: [UInt8]) -> UInt8? {
        bytes[ByteOrderMark.count(bytes.span)...].first { $0 > 0x20 }
    }

    /// The value that fills the whole text.
    public static func read(_ bytes: [UInt8]) throws(JSONDocumentFault) -> JSONValue {
        try reading(bytes, from: ByteOrderMark.count(bytes.span)) { (reader) throws(JSONDocumentFault) in
            try reader.wholeText()
        }
    }

    /// The value that fills the whole text, for a reader that takes no comma before a closing bracket.
    public static func readStrictly(_ bytes: [UInt8]) throws(JSONDocumentFault) -> JSONValue {
        try reading(bytes, from: ByteOrderMark.count(bytes.span), isStrict: true) {
            (reader) throws(JSONDocumentFault) in
            try reader.wholeText()
        }
    }

    /// The value of a text that tells a player what to do. Of two members with one name some readers take the first, some
    /// the last: where they differ, nobody knows what the player was told.
    public static func readDocument(_ bytes: [UInt8]) throws(JSONDocumentFault) -> JSONValue {
        try reading(bytes, from: ByteOrderMark.count(bytes.span), isDocument: true) {
            (reader) throws(JSONDocumentFault) in
            try reader.wholeText()
        }
    }

    /// The first object in a text that wraps one, such as a script with a configuration; what follows it is not read.
    public static func readEmbeddedObject(_ bytes: [UInt8]) throws(JSONDocumentFault) -> JSONValue {
        let start = bytes.firstIndex(of: UInt8(ascii: "{")) ?? bytes.count
        return try reading(bytes, from: start, isDocument: true) { (reader) throws(JSONDocumentFault) in
            try reader.value(depth: 0)
        }
    }

    private static func reading(
        _ bytes: [UInt8], from start: Int, isDocument: Bool = false, isStrict: Bool = false,
        _ body: (inout JSONReader) throws(JSONDocumentFault) -> JSONValue
    ) throws(JSONDocumentFault) -> JSONValue {
        try bytes.withUnsafeBufferPointer { (buffer) throws(JSONDocumentFault) in
            guard let scanner = JSONScanner(buffer, from: start) else {
                throw JSONDocumentFault(offset: 0, expected: JSONExpectation.value.rawValue, found: "the end")
            }
            var reader = JSONReader(scanner: scanner, isDocument: isDocument, isStrict: isStrict)
            return try body(&reader)
        }
    }

    private mutating func wholeText() throws(JSONDocumentFault) -> JSONValue {
        let value = try value(depth: 0)
        scanner.skipSpace()
        guard scanner.position == scanner.end else { throw fault("the end", at: scanner.position) }
        return value
    }

    private mutating func value(depth: Int) throws(JSONDocumentFault) -> JSONValue {
        guard depth < Self.depthLimit else { throw fault("at most \(Self.depthLimit) levels", at: scanner.position) }
        switch try token({ (scanner) throws(JSONFault) in try scanner.peek() }) {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""):
            return .string(try text(of: try token { (scanner) throws(JSONFault) in try scanner.string() }))
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func object(depth: Int) throws(JSONDocumentFault) -> JSONValue {
        scanner.position += 1
        var members: [JSONValue.Member] = []
        var places: [String: Int] = [:]
        var first = true
        while let (key, start) = try nextKey(&first) {
            let name = try text(of: key)
            let value = try value(depth: depth + 1)
            if isDocument {
                if let earlier = places[name], members[earlier].value != value {
                    throw JSONDocumentFault(
                        offset: start, expected: "one member \(name.prefix(64))", found: "a second one that differs",
                        isAmbiguous: true)
                }
                places[name] = members.count
            }
            members.append(JSONValue.Member(name: name, value: value))
        }
        return .object(members)
    }

    /// The key of the next member, and where it begins.
    private mutating func nextKey(_ first: inout Bool) throws(JSONDocumentFault) -> (key: JSONString, start: Int)? {
        guard let key = try token({ (scanner) throws(JSONFault) in try scanner.nextKey(&first) }) else {
            try refuseComma(expecting: JSONExpectation.string.rawValue)
            return nil
        }
        return (key, key.start - 1)
    }

    /// Whether the bracket just read closes behind a comma.
    private func refuseComma(expecting expected: String) throws(JSONDocumentFault) {
        guard isStrict else { return }
        let bracket = scanner.position - 1
        let before = scanner.withBytes(of: JSONString(start: 0, count: bracket)) { bytes in
            bytes.last { !JSONScanner.isSpace($0) }
        }
        if before == UInt8(ascii: ",") { throw fault(expected, at: bracket) }
    }

    private mutating func array(depth: Int) throws(JSONDocumentFault) -> JSONValue {
        scanner.position += 1
        var elements: [JSONValue] = []
        var first = true
        while try token({ (scanner) throws(JSONFault) in try scanner.nextElement(&first) }) {
            elements.append(try value(depth: depth + 1))
        }
        try refuseComma(expecting: JSONExpectation.value.rawValue)
        return .array(elements)
    }

    private func text(of string: JSONString) throws(JSONDocumentFault) -> String {
        guard string.isEscaped else {
            return scanner.withBytes(of: string) { String(decoding: $0, as: UTF8.self) }
        }
        let (bytes, unknown) = scanner.withBytes(of: string) { JSONEscapes.undo(in: $0) }
        if let unknown { throw fault("an escape", at: string.start + unknown + 1) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A number may reach the end of the text.
    private mutating func number() throws(JSONDocumentFault) -> JSONValue {
        let digits = JSONString(start: scanner.position, count: scanner.endOfNumber() - scanner.position)
        let spelling = scanner.withBytes(of: digits) { String(decoding: $0, as: UTF8.self) }
        guard spelling.utf8.contains(where: ASCII.isDigit) else {
            throw fault(JSONExpectation.value.rawValue, at: scanner.position)
        }
        scanner.position += digits.count
        return .number(spelling)
    }

    private mutating func word(_ spelling: StaticString, _ value: JSONValue) throws(JSONDocumentFault) -> JSONValue {
        try token { (scanner) throws(JSONFault) in try scanner.literal(spelling) }
        return value
    }

    /// Takes a token, and names the byte where that fails.
    private mutating func token<Token>(
        _ take: (inout JSONScanner) throws(JSONFault) -> Token
    ) throws(JSONDocumentFault) -> Token {
        do {
            return try take(&scanner)
        } catch {
            switch error {
            case .incomplete: throw fault("more", at: scanner.end)
            case .unexpected(let expected, let place): throw fault(expected.rawValue, at: place)
            case .tooDeep(let place): throw fault("at most \(Self.depthLimit) levels", at: place)
            }
        }
    }

    private func fault(_ expected: String, at place: Int) -> JSONDocumentFault {
        let found = scanner.withBytes(of: JSONString(start: place, count: 1)) { bytes in
            bytes.first.map { "byte 0x" + Hexadecimal.text($0, width: 1) } ?? "the end"
        }
        return JSONDocumentFault(offset: place, expected: expected, found: found)
    }
}
