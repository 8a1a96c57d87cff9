import Model

/// A pull reader over bytes it does not own: it hands out ranges and allocates nothing.
///
/// It touches the window through a pointer. Every access goes through ``byte(at:)``,
/// ``word(at:)`` or ``withBytes(of:_:)``, which check it against ``end``. It never outlives the closure that lent it
/// the bytes. Grammar: RFC 8259; a trailing comma, a raw control character and invalid UTF-8 are let through.
public struct JSONScanner: UnitScanner {
    public typealias Expectation = JSONExpectation

    /// Deeper nesting is a fault: it bounds the recursion of ``skipValue(depth:)``.
    public static var depthLimit: Int { 256 }

    /// One past the last byte that may be read.
    @usableFromInline let base: UnsafePointer<UInt8>
    public let end: Int
    /// The last place a word may be read from; negative when there is none.
    /// The next byte to read; never above ``end``.
    @usableFromInline let lastWord: Int
    public var position: Int

    /// - Parameter limit: how many bytes from `start` may be read, for units that must not be larger.
    @inlinable
    public init?(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0, limit: Int = .max) {
        guard let base = bytes.baseAddress, start >= 0, start <= bytes.count else { return nil }
        self.base = base
        end = bytes.count - start > limit ? start + limit : bytes.count
        lastWord = end - 8
        position = start
    }

    // MARK: Bytes, with the bounds check

    /// The byte at a place of the whole text.
    ///
    /// - Throws: ``JSONFault`` where it lies outside the window.
    @inlinable @inline(__always)
    public func byte(at index: Int) throws(JSONFault) -> UInt8 {
        guard index >= 0, index < end else { throw .incomplete }
        return base[index]
    }

    /// Eight bytes from `index`, the first one lowest; `nil` when fewer are left.
    @inlinable @inline(__always)
    func word(at index: Int) -> UInt64? {
        guard index >= 0, index <= lastWord else { return nil }
        return UInt64(littleEndian: UnsafeRawPointer(base).loadUnaligned(fromByteOffset: index, as: UInt64.self))
    }

    /// Lends the raw bytes of a string or number for the time of the call.
    @inlinable @inline(__always)
    public func withBytes<Result>(of string: JSONString, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        guard string.start >= 0, string.count >= 0, string.start <= end, string.count <= end - string.start else {
            return body(UnsafeBufferPointer(start: nil, count: 0))
        }
        return body(UnsafeBufferPointer(start: base + string.start, count: string.count))
    }

    /// The first byte at or after `index` that is not white space.
    @inlinable
    public static func afterSpace(_ bytes: UnsafeBufferPointer<UInt8>, from index: Int) -> Int {
        var index = index
        while index < bytes.count, isSpace(bytes[index]) { index += 1 }
        return index
    }

    @inlinable @inline(__always)
    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    // MARK: Tokens

    /// The next byte that is not white space; the position stays on it.
    @inlinable @inline(__always)
    public mutating func peek() throws(JSONFault) -> UInt8 {
        while true {
            let byte = try byte(at: position)
            guard Self.isSpace(byte) else { return byte }
            position += 1
        }
    }

    /// Steps over white space, up to the end.
    mutating func skipSpace() {
        while position < end, Self.isSpace(base[position]) { position += 1 }
    }

    /// Takes one byte that must come next.
    ///
    /// - Throws: ``JSONFault`` with what was expected, where another byte or the end comes.
    @inlinable @inline(__always)
    public mutating func take(_ wanted: UInt8, orExpected expected: JSONExpectation) throws(JSONFault) {
        guard try peek() == wanted else { throw .unexpected(expected, at: position) }
        position += 1
    }

    /// The key of the next member with the position on its value, or `nil` after the closing brace.
    ///
    /// - Parameter first: `true` before the first call for an object whose opening brace was taken.
    @inlinable @inline(__always)
    public mutating func nextKey(_ first: inout Bool) throws(JSONFault) -> JSONString? {
        guard try nextMember(&first) else { return nil }
        return try key()
    }

    /// Whether there is another member (the position is on its key) or the object ended.
    @inlinable @inline(__always)
    public mutating func nextMember(_ first: inout Bool) throws(JSONFault) -> Bool {
        try nextItem(&first, closing: UInt8(ascii: "}"))
    }

    /// A key and its colon; the position is then on the value.
    @inlinable @inline(__always)
    public mutating func key() throws(JSONFault) -> JSONString {
        let key = try string()
        try take(UInt8(ascii: ":"), orExpected: .colon)
        _ = try peek()
        return key
    }

    /// Takes a frequent key with its quotes and colon when exactly that is at the position: one load, one comparison.
    @inlinable @inline(__always)
    public mutating func take(_ key: FrequentKey) -> Bool {
        guard let word = word(at: position), word & key.mask == key.word else { return false }
        position += key.length
        return true
    }

    /// Whether there is another element (the position is on it) or the array ended.
    @inlinable @inline(__always)
    public mutating func nextElement(_ first: inout Bool) throws(JSONFault) -> Bool {
        try nextItem(&first, closing: UInt8(ascii: "]"))
    }

    @inlinable @inline(__always)
    mutating func nextItem(_ first: inout Bool, closing: UInt8) throws(JSONFault) -> Bool {
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
    @inlinable
    public mutating func string() throws(JSONFault) -> JSONString {
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
    @inlinable @inline(__always)
    public func quoteOrBackslash(from index: Int, _ control: inout Bool) throws(JSONFault) -> Int {
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
    @inlinable @inline(__always)
    public mutating func stringValue() throws(JSONFault) -> JSONString? {
        if try peek() == UInt8(ascii: "\"") { return try string() }
        try skipValue()
        return nil
    }

    /// The number at the position, or a string in its place (some exporters quote numbers); `nil` for any other value.
    @inlinable @inline(__always)
    public mutating func numberValue() throws(JSONFault) -> JSONString? {
        if try peek() == UInt8(ascii: "\"") { return try string() }
        return try bareNumber()
    }

    @inlinable
    mutating func bareNumber() throws(JSONFault) -> JSONString? {
        let byte = try peek()
        let start = position
        try skipValue()
        guard byte == UInt8(ascii: "-") || ASCII.isDigit(byte) else { return nil }
        return JSONString(start: start, count: position - start)
    }

    /// Steps over any value, checking its grammar.
    @inlinable
    public mutating func skipValue(depth: Int = 0) throws(JSONFault) {
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

    @inlinable
    mutating func literal(_ word: StaticString) throws(JSONFault) {
        let start = position
        for offset in 0..<word.utf8CodeUnitCount {
            guard try byte(at: start + offset) == word.utf8Start[offset] else {
                throw .unexpected(.value, at: start)
            }
        }
        position = start + word.utf8CodeUnitCount
    }

    @inlinable
    mutating func skipNumber() throws(JSONFault) {
        let start = position
        position = endOfNumber()
        guard position < end else { throw .incomplete }
        guard position > start else { throw .unexpected(.value, at: start) }
    }

    /// One past the bytes from the position on that a number may have.
    @inlinable @inline(__always)
    func endOfNumber() -> Int {
        var index = position
        while index < end, Self.isNumberByte(base[index]) { index += 1 }
        return index
    }

    @inlinable @inline(__always)
    static func isNumberByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }
}
