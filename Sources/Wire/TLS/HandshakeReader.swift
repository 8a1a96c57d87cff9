/// Handshake messages of one direction out of the records' contents: fragmented and coalesced at will
/// (RFC 8446 section 5.1).
struct HandshakeReader: Sendable {
    private var buffer: [UInt8] = []
    private var position = 0
    /// Bytes left of a message that nobody reads.
    private var skipping = 0

    struct Message {
        /// `nil` for one that is only part of the transcript.
        var type: MessageType?
        /// The body, without the four bytes of type and length.
        var body: ArraySlice<UInt8>
        var whole: ArraySlice<UInt8>
    }

    /// The messages that are read. Others are skipped: certificate chains are long.
    enum MessageType: UInt8, Sendable {
        case clientHello = 1
        case serverHello = 2
        case endOfEarlyData = 5
        case encryptedExtensions = 8
        case clientKeyExchange = 16
        case finished = 20
        case keyUpdate = 24
    }

    /// A message that is read is never longer; ClientHellos with post-quantum keys have about 2 kB.
    static let largestMessage = 1 << 17

    /// No message has been begun and not ended.
    var isAtBoundary: Bool { position == buffer.count && skipping == 0 }

    mutating func append(_ bytes: some Collection<UInt8>) {
        let skipped = min(skipping, bytes.count)
        skipping -= skipped
        if position == buffer.count {
            buffer.removeAll(keepingCapacity: true)
            position = 0
        }
        buffer.append(contentsOf: bytes.dropFirst(skipped))
    }

    /// The next whole message of a type that is read.
    ///
    /// - Parameter wantsAll: messages that nobody reads for themselves are wanted too, for the transcript.
    mutating func next(wantsAll: Bool = false) throws(Oversized) -> Message? {
        while buffer.count - position >= 4 {
            let length =
                Int(buffer[position + 1]) << 16 | Int(buffer[position + 2]) << 8 | Int(buffer[position + 3])
            let type = MessageType(rawValue: buffer[position])
            let available = buffer.count - position - 4
            guard type != nil || wantsAll, length <= Self.largestMessage else {
                let skipped = min(length, available)
                position += 4 + skipped
                skipping = length - skipped
                if type != nil { throw Oversized(length: length) }
                continue
            }
            guard available >= length else { return nil }
            let start = position
            position += 4 + length
            return Message(
                type: type, body: buffer[(start + 4)..<position], whole: buffer[start..<position])
        }
        return nil
    }

    /// Forgets a message in pieces: bytes are missing.
    mutating func reset() {
        self = HandshakeReader()
    }

    struct Oversized: Error {
        var length: Int
    }
}
