import CZlib

/// Sums that show damage.
public enum Checksum {
    /// CRC-32 as ZIP and gzip have it (RFC 1952 section 8).
    public static func crc32(_ content: [UInt8]) -> UInt32 {
        UInt32(truncatingIfNeeded: content.withUnsafeBufferPointer { CZlib.crc32_z(0, $0.baseAddress, $0.count) })
    }
}
