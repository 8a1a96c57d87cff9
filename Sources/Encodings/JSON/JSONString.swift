/// A string of a JSON text as it stands between its quotes: a range, unescaped only when somebody asks.
///
/// Two words, so that it travels in registers.
public struct JSONString: Sendable, Hashable {
    /// Offset of the first byte after the opening quote, inside the scanner's bytes.
    public let start: Int
    @usableFromInline let countAndFlags: Int

    @inlinable @inline(__always)
    public init(start: Int, count: Int, isEscaped: Bool = false, hasControl: Bool = false) {
        self.start = start
        countAndFlags = count << 2 | (isEscaped ? 1 : 0) | (hasControl ? 2 : 0)
    }

    @inlinable @inline(__always)
    public var count: Int { countAndFlags >> 2 }
    /// Holds at least one backslash.
    @inlinable @inline(__always)
    public var isEscaped: Bool { countAndFlags & 1 != 0 }
    /// Holds a raw control character, which JSON forbids and some exporters write.
    @inlinable @inline(__always)
    public var hasControl: Bool { countAndFlags & 2 != 0 }
    @inlinable @inline(__always)
    public var isPlain: Bool { countAndFlags & 3 == 0 }

    /// The first `count` bytes of it.
    @inlinable
    public func prefix(_ count: Int) -> JSONString {
        JSONString(start: start, count: min(count, self.count), isEscaped: isEscaped, hasControl: hasControl)
    }
}

/// A key of at most eight bytes with quotes and colon, as the word those bytes make.
public struct FrequentKey: Sendable, Hashable {
    @usableFromInline let word: UInt64
    @usableFromInline let mask: UInt64
    @usableFromInline let length: Int

    @inlinable
    init(word: UInt64, mask: UInt64, length: Int) {
        self.word = word
        self.mask = mask
        self.length = length
    }

    /// `"name":`
    @inlinable
    public static var name: FrequentKey {
        FrequentKey(word: 0x003A_2265_6D61_6E22, mask: 0x00FF_FFFF_FFFF_FFFF, length: 7)
    }
    /// `"value":`
    @inlinable
    public static var value: FrequentKey { FrequentKey(word: 0x3A22_6575_6C61_7622, mask: .max, length: 8) }
}
