import Model

/// A TCP segment (RFC 9293), as far as the frame holds it.
struct TCPSegment: Sendable, Hashable {
    let sourcePort: UInt16
    let destinationPort: UInt16
    /// The number of the first byte of the payload, or of the SYN.
    let sequence: UInt32
    let acknowledgement: UInt32
    let flags: Flags
    /// What was captured of the payload.
    let payload: Range<Int>
    /// Bytes of the payload that were on the wire and not captured.
    let missing: Int
    /// How far behind ``sequence`` urgent data ends; means something with ``Flags/urg`` only.
    let urgent: UInt16

    struct Flags: OptionSet, Sendable, Hashable {
        let rawValue: UInt8

        static let fin = Flags(rawValue: 0x01)
        static let syn = Flags(rawValue: 0x02)
        static let rst = Flags(rawValue: 0x04)
        static let ack = Flags(rawValue: 0x10)
        static let urg = Flags(rawValue: 0x20)
    }

    /// Reads the payload of an IP packet; `nil` when its header is not all there or contradicts itself.
    init?(_ frame: Span<UInt8>, _ packet: IPPacket) {
        let start = packet.payload.lowerBound
        guard packet.payload.count >= 20, packet.payload.upperBound <= frame.count else { return nil }
        let header = frame.extracting(start..<(start + 20))
        guard let ports = header.uint32(at: 0), let sequence = header.uint32(at: 4),
            let acknowledgement = header.uint32(at: 8), let offset = header.uint8(at: 12),
            let flags = header.uint8(at: 13), let urgent = header.uint16(at: 18)
        else { return nil }
        let headerLength = Int(offset >> 4) * 4
        guard headerLength >= 20, headerLength <= packet.payload.count else { return nil }
        sourcePort = UInt16(truncatingIfNeeded: ports >> 16)
        destinationPort = UInt16(truncatingIfNeeded: ports)
        self.sequence = sequence
        self.acknowledgement = acknowledgement
        self.flags = Flags(rawValue: flags)
        payload = (start + headerLength)..<packet.payload.upperBound
        missing = packet.missing
        self.urgent = urgent
    }

    init(
        sourcePort: UInt16, destinationPort: UInt16, sequence: UInt32, acknowledgement: UInt32, flags: Flags,
        payload: Range<Int>, missing: Int = 0, urgent: UInt16 = 0
    ) {
        self.sourcePort = sourcePort
        self.destinationPort = destinationPort
        self.sequence = sequence
        self.acknowledgement = acknowledgement
        self.flags = flags
        self.payload = payload
        self.missing = missing
        self.urgent = urgent
    }

    /// Receivers differ on which of these bytes belong to the stream: most take one out (RFC 6093).
    var hasUrgentBytes: Bool { flags.contains(.urg) && urgent > 0 && !payload.isEmpty }

    /// The number of the first byte of the payload: a SYN takes one number.
    var payloadSequence: UInt32 { flags.contains(.syn) ? sequence &+ 1 : sequence }
}

/// Arithmetic on sequence numbers, which wrap around.
enum Sequence32 {
    /// How far `to` lies behind `from`; negative when it lies before.
    @inline(__always)
    static func distance(from: UInt32, to: UInt32) -> Int {
        Int(Int32(bitPattern: to &- from))
    }
}
