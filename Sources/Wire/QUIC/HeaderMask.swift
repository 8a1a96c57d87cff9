/// What hides the first byte and the packet number of a header (RFC 9001 section 5.4).
struct HeaderMask {
    /// For the first byte; of it only the low bits count.
    var first: UInt8
    /// For the four bytes that a packet number may have.
    var number: UInt32

    /// - Parameter bits: the first eight bytes of the encrypted sample, first byte highest.
    init(_ bits: UInt64) {
        first = UInt8(truncatingIfNeeded: bits >> 56)
        number = UInt32(truncatingIfNeeded: bits >> 24)
    }
}
