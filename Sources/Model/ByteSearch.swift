/// Searches for single bytes eight at a time.
public enum ByteSearch {
    /// The index of the first `byte` at or after `start`, or `nil`.
    @inlinable @inline(__always)
    public static func firstIndex(of byte: UInt8, in bytes: Span<UInt8>, from start: Int) -> Int? {
        firstIndex(of: byte, ignoring: 0, in: bytes, from: start)
    }

    /// The index of the first byte at or after `start` that is a letter in either case; of what is no letter, that byte or the
    /// one that differs from it in the bit which tells the cases apart. Whoever finds one looks again.
    @inlinable @inline(__always)
    public static func firstIndex(like byte: UInt8, in bytes: Span<UInt8>, from start: Int) -> Int? {
        firstIndex(of: byte | 0x20, ignoring: 0x20, in: bytes, from: start)
    }

    @inlinable @inline(__always)
    static func firstIndex(of byte: UInt8, ignoring bits: UInt8, in bytes: Span<UInt8>, from start: Int) -> Int? {
        let raw = bytes.bytes
        let pattern = UInt64(byte) &* 0x0101_0101_0101_0101
        let ignored = UInt64(bits) &* 0x0101_0101_0101_0101
        var index = start
        while index + 8 <= raw.byteCount {
            let loaded = UInt64(littleEndian: raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
            let word = (loaded | ignored) ^ pattern
            // A zero byte of `word` sets the top bit of its place; the lowest set bit is never a false one.
            let zeros = (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
            if zeros != 0 { return index + zeros.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < bytes.count {
            if bytes[index] | bits == byte { return index }
            index += 1
        }
        return nil
    }
}
