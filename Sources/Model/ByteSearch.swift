/// Searches for single bytes eight at a time.
public enum ByteSearch {
    /// The index of the first `byte` at or after `start`, or `nil`.
    @inlinable @inline(__always)
    public static func firstIndex(of byte: UInt8, in bytes: Span<UInt8>, from start: Int) -> Int? {
        let raw = bytes.bytes
        let pattern = UInt64(byte) &* 0x0101_0101_0101_0101
        var index = start
        while index + 8 <= raw.byteCount {
            let word = UInt64(littleEndian: raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)) ^ pattern
            // A zero byte of `word` sets the top bit of its place; the lowest set bit is never a false one.
            let zeros = (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
            if zeros != 0 { return index + zeros.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < bytes.count {
            if bytes[index] == byte { return index }
            index += 1
        }
        return nil
    }
}
