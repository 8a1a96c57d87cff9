/// Reads the big-endian, length-prefixed fields of handshake messages (RFC 8446 section 3).
struct FieldReader {
    /// The message ends inside a field.
    struct Short: Error {}

    private let bytes: ArraySlice<UInt8>
    private(set) var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    init(_ bytes: [UInt8]) {
        self.init(bytes[...])
    }

    var isAtEnd: Bool { position == bytes.endIndex }
    var remaining: Int { bytes.endIndex - position }

    mutating func take(_ count: Int) throws(Short) -> ArraySlice<UInt8> {
        guard count >= 0, count <= remaining else { throw Short() }
        defer { position += count }
        return bytes[position..<(position + count)]
    }

    mutating func uint8() throws(Short) -> UInt8 {
        guard remaining >= 1 else { throw Short() }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func uint16() throws(Short) -> UInt16 {
        let high = UInt16(try uint8())
        return high << 8 | UInt16(try uint8())
    }

    mutating func uint32() throws(Short) -> UInt32 {
        let high = UInt32(try uint16())
        return high << 16 | UInt32(try uint16())
    }

    /// A variable-length integer of QUIC (RFC 9000 section 16).
    mutating func varint() throws(Short) -> UInt64 {
        let first = try uint8()
        var value = UInt64(first & 0x3f)
        for _ in 0..<((1 << (first >> 6)) - 1) { value = value << 8 | UInt64(try uint8()) }
        return value
    }

    /// A count of bytes as a variable-length integer, and the bytes.
    mutating func varintVector() throws(Short) -> ArraySlice<UInt8> {
        let count = try varint()
        guard count <= UInt64(remaining) else { throw Short() }
        return try take(Int(count))
    }

    /// A vector whose length is in one byte, `opaque<0..255>`.
    mutating func vector8() throws(Short) -> ArraySlice<UInt8> {
        try take(Int(try uint8()))
    }

    /// A vector whose length is in two bytes, `opaque<0..2^16-1>`.
    mutating func vector16() throws(Short) -> ArraySlice<UInt8> {
        try take(Int(try uint16()))
    }
}
