/// One record of the record layer (RFC 8446 section 5.1), still protected.
struct TLSRecord {
    var type: UInt8
    var version: UInt16
    var body: ArraySlice<UInt8>
    var mark: Mark

    enum ContentType {
        static let changeCipherSpec: UInt8 = 20
        static let alert: UInt8 = 21
        static let handshake: UInt8 = 22
        static let applicationData: UInt8 = 23
        static let heartbeat: UInt8 = 24
    }

    static let headerLength = 5
    /// 2^14 bytes and what protection may add (RFC 5246 section 6.2.3; TLS 1.3 allows less).
    static let largestBody = 16_384 + 2_048

    var length: Int { Self.headerLength + body.count }

    /// The header at an offset: `nil` when the bytes there cannot be one. The caller provides five bytes.
    static func header(_ bytes: [UInt8], at offset: Int) -> (type: UInt8, version: UInt16, bodyLength: Int)? {
        let type = bytes[offset]
        let length = Int(bytes[offset + 3]) << 8 | Int(bytes[offset + 4])
        guard type >= ContentType.changeCipherSpec, type <= ContentType.heartbeat, bytes[offset + 1] == 3,
            bytes[offset + 2] <= 4, length <= largestBody
        else { return nil }
        return (type, 0x0300 | UInt16(bytes[offset + 2]), length)
    }

    /// Whether a stream whose beginning was not captured goes on with records of application data: one header, and where the
    /// bytes reach so far, another behind its record.
    static func isContinuation(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= headerLength, let first = header(bytes, at: 0), first.type == ContentType.applicationData,
            first.bodyLength > 0
        else { return false }
        let next = headerLength + first.bodyLength
        return bytes.count - next < headerLength || header(bytes, at: next) != nil
    }

    /// Whether a connection that starts with these bytes is TLS; `nil` while there are too few to tell.
    static func isStart(_ bytes: some Collection<UInt8>) -> Bool? {
        let head = Array(bytes.prefix(headerLength + 1))
        let fits: [(UInt8) -> Bool] = [
            { $0 == ContentType.handshake }, { $0 == 3 }, { $0 <= 4 }, { Int($0) << 8 <= largestBody }, { _ in true },
            // ClientHello or ServerHello.
            { $0 == 1 || $0 == 2 },
        ]
        guard zip(head, fits).allSatisfy({ $1($0) }) else { return false }
        return head.count == fits.count ? true : nil
    }
}
