import Model

/// A string of a JSON text as it stands between its quotes: a range, unescaped only when somebody asks.
///
/// Two words, so that it travels in registers.
struct JSONString: Sendable, Hashable {
    /// Offset of the first byte after the opening quote, inside the scanner's bytes.
    let start: Int
    private let countAndFlags: Int

    @inline(__always)
    init(start: Int, count: Int, isEscaped: Bool = false, hasControl: Bool = false) {
        self.start = start
        countAndFlags = count << 2 | (isEscaped ? 1 : 0) | (hasControl ? 2 : 0)
    }

    @inline(__always)
    var count: Int { countAndFlags >> 2 }
    /// Holds at least one backslash.
    @inline(__always)
    var isEscaped: Bool { countAndFlags & 1 != 0 }
    /// Holds a raw control character, which JSON forbids and some exporters write.
    @inline(__always)
    var hasControl: Bool { countAndFlags & 2 != 0 }
    @inline(__always)
    var isPlain: Bool { countAndFlags & 3 == 0 }

    /// The first `count` bytes of it.
    func prefix(_ count: Int) -> JSONString {
        JSONString(start: start, count: min(count, self.count), isEscaped: isEscaped, hasControl: hasControl)
    }
}

/// Why a JSON value could not be read.
typealias JSONFault = ScanFault<JSONExpectation>

/// What the grammar demands at a place; the raw value is the words a person reads.
enum JSONExpectation: String, Sendable, Hashable {
    case value = "a value"
    case string = "a string"
    case object = "a JSON object"
    case array = "an array"
    case colon = "`:` after a key"
    case nextMember = "`,` or `}`"
    case nextElement = "`,` or `]`"
    case afterString = "`,`, `:`, `}` or `]` after a string"
    case logObject = "an object as value of `log`"
    case entriesArray = "an array as value of `log.entries`"
    case shorterKey = "a shorter key"
}

/// A pull reader over bytes it does not own: it hands out ranges and allocates nothing.
///
/// It touches the window through a pointer. Every access goes through ``byte(at:)``,
/// ``word(at:)`` or ``withBytes(of:_:)``, which check it against ``end``. It never outlives the closure that lent it
/// the bytes. Grammar: RFC 8259; a trailing comma, a raw control character and invalid UTF-8 are let through.
struct JSONScanner: UnitScanner {
    typealias Expectation = JSONExpectation

    /// Deeper nesting is a fault: it bounds the recursion of ``skipValue(depth:)``.
    static let depthLimit = 256

    private let base: UnsafePointer<UInt8>
    /// One past the last byte that may be read.
    let end: Int
    /// The last place a word may be read from; negative when there is none.
    private let lastWord: Int
    /// The next byte to read; never above ``end``.
    var position: Int

    /// - Parameter limit: how many bytes from `start` may be read, for units that must not be larger.
    init?(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0, limit: Int = .max) {
        guard let base = bytes.baseAddress, start >= 0, start <= bytes.count else { return nil }
        self.base = base
        end = bytes.count - start > limit ? start + limit : bytes.count
        lastWord = end - 8
        position = start
    }

    // MARK: Bytes, with the bounds check

    @inline(__always)
    func byte(at index: Int) throws(JSONFault) -> UInt8 {
        guard index >= 0, index < end else { throw .incomplete }
        return base[index]
    }

    /// Eight bytes from `index`, the first one lowest; `nil` when fewer are left.
    @inline(__always)
    private func word(at index: Int) -> UInt64? {
        guard index >= 0, index <= lastWord else { return nil }
        return UInt64(littleEndian: UnsafeRawPointer(base).loadUnaligned(fromByteOffset: index, as: UInt64.self))
    }

    /// Lends the raw bytes of a string or number for the time of the call.
    @inline(__always)
    func withBytes<Result>(of string: JSONString, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        guard string.start >= 0, string.count >= 0, string.start <= end, string.count <= end - string.start else {
            return body(UnsafeBufferPointer(start: nil, count: 0))
        }
        return body(UnsafeBufferPointer(start: base + string.start, count: string.count))
    }

    /// The first byte at or after `index` that is not white space.
    static func afterSpace(_ bytes: UnsafeBufferPointer<UInt8>, from index: Int) -> Int {
        var index = index
        while index < bytes.count, isSpace(bytes[index]) { index += 1 }
        return index
    }

    @inline(__always)
    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    // MARK: Tokens

    /// The next byte that is not white space; the position stays on it.
    @inline(__always)
    mutating func peek() throws(JSONFault) -> UInt8 {
        while true {
            let byte = try byte(at: position)
            guard Self.isSpace(byte) else { return byte }
            position += 1
        }
    }

    @inline(__always)
    mutating func take(_ wanted: UInt8, orExpected expected: JSONExpectation) throws(JSONFault) {
        guard try peek() == wanted else { throw .unexpected(expected, at: position) }
        position += 1
    }

    /// The key of the next member with the position on its value, or `nil` after the closing brace.
    ///
    /// - Parameter first: `true` before the first call for an object whose opening brace was taken.
    @inline(__always)
    mutating func nextKey(_ first: inout Bool) throws(JSONFault) -> JSONString? {
        guard try nextMember(&first) else { return nil }
        return try key()
    }

    /// Whether there is another member (the position is on its key) or the object ended.
    @inline(__always)
    mutating func nextMember(_ first: inout Bool) throws(JSONFault) -> Bool {
        try nextItem(&first, closing: UInt8(ascii: "}"))
    }

    /// A key and its colon; the position is then on the value.
    @inline(__always)
    mutating func key() throws(JSONFault) -> JSONString {
        let key = try string()
        try take(UInt8(ascii: ":"), orExpected: .colon)
        _ = try peek()
        return key
    }

    /// Takes a frequent key with its quotes and colon when exactly that is at the position: one load, one comparison.
    @inline(__always)
    mutating func take(_ key: FrequentKey) -> Bool {
        guard let word = word(at: position), word & key.mask == key.word else { return false }
        position += key.length
        return true
    }

    /// Whether there is another element (the position is on it) or the array ended.
    @inline(__always)
    mutating func nextElement(_ first: inout Bool) throws(JSONFault) -> Bool {
        try nextItem(&first, closing: UInt8(ascii: "]"))
    }

    @inline(__always)
    private mutating func nextItem(_ first: inout Bool, closing: UInt8) throws(JSONFault) -> Bool {
        var byte = try peek()
        if !first, byte == UInt8(ascii: ",") {
            position += 1
            byte = try peek()
        } else if !first, byte != closing {
            throw .unexpected(closing == UInt8(ascii: "}") ? .nextMember : .nextElement, at: position)
        }
        first = false
        guard byte == closing else { return true }
        position += 1
        return false
    }

    /// The string at the position.
    mutating func string() throws(JSONFault) -> JSONString {
        try take(UInt8(ascii: "\""), orExpected: .string)
        let start = position
        var escaped = false
        var control = false
        var index = start
        while true {
            index = try quoteOrBackslash(from: index, &control)
            if base[index] == UInt8(ascii: "\"") { break }
            escaped = true
            _ = try byte(at: index + 1)
            index += 2
        }
        position = index + 1
        return JSONString(start: start, count: index - start, isEscaped: escaped, hasControl: control)
    }

    /// The first `"` or `\` at or after `index`: eight bytes at a time, as one subtraction marks every zero byte.
    @inline(__always)
    func quoteOrBackslash(from index: Int, _ control: inout Bool) throws(JSONFault) -> Int {
        var index = index
        while let word = word(at: index) {
            let found = SWAR.zeroBytes(word ^ SWAR.quotes) | SWAR.zeroBytes(word ^ SWAR.backslashes)
            let controls = SWAR.belowSpace(word)
            if found != 0 {
                control = controls & ((found & (0 &- found)) &- 1) != 0 || control
                return index &+ found.trailingZeroBitCount / 8
            }
            control = controls != 0 || control
            index &+= 8
        }
        while true {
            let byte = try byte(at: index)
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return index }
            control = control || byte < 0x20
            index += 1
        }
    }

    // MARK: Values

    /// The string at the position; `nil` for any other value, which is skipped.
    @inline(__always)
    mutating func stringValue() throws(JSONFault) -> JSONString? {
        if try peek() == UInt8(ascii: "\"") { return try string() }
        try skipValue()
        return nil
    }

    /// The number at the position, or a string in its place (some exporters quote numbers); `nil` for any other value.
    @inline(__always)
    mutating func numberValue() throws(JSONFault) -> JSONString? {
        if try peek() == UInt8(ascii: "\"") { return try string() }
        return try bareNumber()
    }

    private mutating func bareNumber() throws(JSONFault) -> JSONString? {
        let byte = try peek()
        let start = position
        try skipValue()
        guard byte == UInt8(ascii: "-") || ASCII.digitValue(byte) != nil else { return nil }
        return JSONString(start: start, count: position - start)
    }

    /// Steps over any value, checking its grammar.
    mutating func skipValue(depth: Int = 0) throws(JSONFault) {
        guard depth < Self.depthLimit else { throw .tooDeep(at: position) }
        switch try peek() {
        case UInt8(ascii: "\""):
            _ = try string()
        case UInt8(ascii: "{"):
            position += 1
            var first = true
            while try nextKey(&first) != nil { try skipValue(depth: depth + 1) }
        case UInt8(ascii: "["):
            position += 1
            var first = true
            while try nextElement(&first) { try skipValue(depth: depth + 1) }
        case UInt8(ascii: "t"): try literal("true")
        case UInt8(ascii: "f"): try literal("false")
        case UInt8(ascii: "n"): try literal("null")
        default: try skipNumber()
        }
    }

    private mutating func literal(_ word: StaticString) throws(JSONFault) {
        let start = position
        for offset in 0..<word.utf8CodeUnitCount {
            guard try byte(at: start + offset) == word.utf8Start[offset] else {
                throw .unexpected(.value, at: start)
            }
        }
        position = start + word.utf8CodeUnitCount
    }

    private mutating func skipNumber() throws(JSONFault) {
        let start = position
        while true {
            switch try byte(at: position) {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
                UInt8(ascii: "e"), UInt8(ascii: "E"):
                position += 1
            default:
                guard position > start else { throw .unexpected(.value, at: start) }
                return
            }
        }
    }
}

/// A key of at most eight bytes with quotes and colon, as the word those bytes make.
struct FrequentKey: Sendable, Hashable {
    let word: UInt64
    let mask: UInt64
    let length: Int

    /// `"name":`
    static var name: FrequentKey { FrequentKey(word: 0x003A_2265_6D61_6E22, mask: 0x00FF_FFFF_FFFF_FFFF, length: 7) }
    /// `"value":`
    static var value: FrequentKey { FrequentKey(word: 0x3A22_6575_6C61_7622, mask: .max, length: 8) }
}

/// Arithmetic on eight bytes in one word.
enum SWAR {
    static var quotes: UInt64 { 0x2222_2222_2222_2222 }
    static var backslashes: UInt64 { 0x5C5C_5C5C_5C5C_5C5C }
    private static var ones: UInt64 { 0x0101_0101_0101_0101 }
    private static var tops: UInt64 { 0x8080_8080_8080_8080 }

    /// The top bit of each byte that is zero; bits above the lowest one set may be wrong.
    @inline(__always)
    static func zeroBytes(_ word: UInt64) -> UInt64 {
        (word &- ones) & ~word & tops
    }

    /// The top bit of each byte below 0x20; bits above the lowest one set may be wrong.
    @inline(__always)
    static func belowSpace(_ word: UInt64) -> UInt64 {
        (word &- ones &* 0x20) & ~word & tops
    }
}
