/// The order of the bytes of a number in a file or packet.
public enum ByteOrder: Sendable, Hashable {
    case big
    case little
}

/// Bounds-checked reads of fixed-width numbers. Offsets are captured values: any `Int` is accepted, `nil` is out of range.
extension Span where Element == UInt8 {
    /// The byte there.
    @inlinable @inline(__always)
    public func uint8(at offset: Int) -> UInt8? {
        guard offset >= 0, offset < count else { return nil }
        return self[offset]
    }

    /// The two bytes there.
    @inlinable @inline(__always)
    public func uint16(at offset: Int, _ order: ByteOrder = .big) -> UInt16? {
        guard let value = loaded(at: offset, as: UInt16.self) else { return nil }
        return order == .big ? UInt16(bigEndian: value) : UInt16(littleEndian: value)
    }

    /// The four bytes there.
    @inlinable @inline(__always)
    public func uint32(at offset: Int, _ order: ByteOrder = .big) -> UInt32? {
        guard let value = loaded(at: offset, as: UInt32.self) else { return nil }
        return order == .big ? UInt32(bigEndian: value) : UInt32(littleEndian: value)
    }

    /// The eight bytes there.
    @inlinable @inline(__always)
    public func uint64(at offset: Int, _ order: ByteOrder = .big) -> UInt64? {
        guard let value = loaded(at: offset, as: UInt64.self) else { return nil }
        return order == .big ? UInt64(bigEndian: value) : UInt64(littleEndian: value)
    }

    /// The bytes as they lie in memory, in one load.
    @inlinable @inline(__always)
    func loaded<Value: FixedWidthInteger & BitwiseCopyable>(at offset: Int, as type: Value.Type) -> Value? {
        let width = MemoryLayout<Value>.size
        guard offset >= 0, count >= width, offset <= count - width else { return nil }
        return bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: type)
    }

    /// A copy of a part; the part is cut to what is there.
    @inlinable
    public func copy(_ range: Range<Int>) -> [UInt8] {
        let range = range.clamped(to: 0..<count)
        return extracting(range).withUnsafeBufferPointer { Array($0) }
    }
}
