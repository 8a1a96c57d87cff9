/// Arithmetic on eight bytes in one word.
@usableFromInline
enum SWAR {
    @inlinable
    static var quotes: UInt64 { 0x2222_2222_2222_2222 }
    @inlinable
    static var backslashes: UInt64 { 0x5C5C_5C5C_5C5C_5C5C }
    @inlinable
    static var ones: UInt64 { 0x0101_0101_0101_0101 }
    @inlinable
    static var tops: UInt64 { 0x8080_8080_8080_8080 }

    /// The top bit of each byte that is zero; bits above the lowest one set may be wrong.
    @inlinable @inline(__always)
    static func zeroBytes(_ word: UInt64) -> UInt64 {
        (word &- ones) & ~word & tops
    }

    /// The top bit of each byte below 0x20; bits above the lowest one set may be wrong.
    @inlinable @inline(__always)
    static func belowSpace(_ word: UInt64) -> UInt64 {
        (word &- ones &* 0x20) & ~word & tops
    }
}
