/// The order of the bytes of a number in a file or packet.
public enum ByteOrder: Sendable, Hashable {
    case big
    case little
}

/// Bounds-checked reads of fixed-width numbers. Offsets are captured values: any `Int` is accepted, `nil` is out of range.
extension Span where Element == UInt8 {
    @inlinable
    public func uint8(at offset: Int) -> UInt8? {
        guard offset >= 0, offset < count else { return nil }
        return self[offset]
    }

    @inlinable
    public func uint16(at offset: Int, _ order: ByteOrder = .big) -> UInt16? {
        guard offset >= 0, count >= 2, offset <= count - 2 else { return nil }
        let first = UInt16(self[offset])
        let second = UInt16(self[offset + 1])
        return order == .big ? first << 8 | second : second << 8 | first
    }

    @inlinable
    public func uint32(at offset: Int, _ order: ByteOrder = .big) -> UInt32? {
        guard offset >= 0, count >= 4, offset <= count - 4 else { return nil }
        let value =
            UInt32(self[offset]) << 24 | UInt32(self[offset + 1]) << 16 | UInt32(self[offset + 2]) << 8
            | UInt32(self[offset + 3])
        return order == .big ? value : value.byteSwapped
    }

    @inlinable
    public func uint64(at offset: Int, _ order: ByteOrder = .big) -> UInt64? {
        guard offset >= 0, count >= 8, offset <= count - 8,
            let high = uint32(at: offset), let low = uint32(at: offset + 4)
        else { return nil }
        let value = UInt64(high) << 32 | UInt64(low)
        return order == .big ? value : value.byteSwapped
    }

    /// A copy of a part; the part is cut to what is there.
    @inlinable
    public func copy(_ range: Range<Int>) -> [UInt8] {
        let range = range.clamped(to: 0..<count)
        return extracting(range).withUnsafeBufferPointer { Array($0) }
    }
}
