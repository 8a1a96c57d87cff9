import Model

/// An IPv4 or IPv6 packet, as far as the frame holds it.
struct IPPacket: Sendable, Hashable {
    let source: IPAddress
    let destination: IPAddress
    /// The protocol of the payload, after all extension headers.
    let transport: UInt8
    /// What was captured of the payload.
    let payload: Range<Int>
    /// Bytes of the payload that were on the wire and not captured (snap length).
    let missing: Int
    let fragment: Fragment?

    /// The place of a fragment in its datagram.
    struct Fragment: Sendable, Hashable {
        let identification: UInt32
        let offset: Int
        let isLast: Bool
    }

    static let icmp: UInt8 = 1
    static let tcp: UInt8 = 6
    static let udp: UInt8 = 17
}

/// Why a packet is not one.
enum IPFailure: Error, Hashable {
    /// The capture cut it inside its headers.
    case cut
    case malformed(String)
}

extension IPPacket {
    /// Reads the packet in `range` of a frame. Checksums are not looked at: with offloading they are wrong in captures.
    ///
    /// - Parameter beyond: bytes of the frame that were on the wire after what was captured.
    init(_ frame: Span<UInt8>, _ range: Range<Int>, beyond: Int) throws(IPFailure) {
        guard let first = frame.uint8(at: range.lowerBound) else { throw .cut }
        switch first >> 4 {
        case 4: self = try Self.version4(frame, range, beyond: beyond)
        case 6: self = try Self.version6(frame, range, beyond: beyond)
        default: throw .malformed("IP version \(first >> 4)")
        }
    }

    /// RFC 791.
    private static func version4(
        _ frame: Span<UInt8>, _ range: Range<Int>, beyond: Int
    ) throws(IPFailure) -> IPPacket {
        let start = range.lowerBound
        guard range.count >= 20, range.upperBound <= frame.count else { throw .cut }
        let header = frame.extracting(start..<(start + 20))
        guard let source = header.uint32(at: 12), let destination = header.uint32(at: 16),
            let total = header.uint16(at: 2), let identification = header.uint16(at: 4),
            let fragmentField = header.uint16(at: 6)
        else { throw .cut }
        let headerLength = Int(header[0] & 0x0f) * 4
        guard headerLength >= 20 else { throw .malformed("an IPv4 header of \(headerLength) bytes") }
        // Segmentation offload leaves the total length zero in captures of the sender.
        guard total == 0 || Int(total) >= headerLength else { throw .malformed("an IPv4 packet of \(total) bytes") }
        let (payload, missing) = try Self.bounds(
            range, from: start + headerLength, declaredEnd: total == 0 ? nil : start + Int(total), beyond: beyond)
        let offset = Int(fragmentField & 0x1fff) * 8
        let hasMore = fragmentField & 0x2000 != 0
        return IPPacket(
            source: IPAddress(v4: source), destination: IPAddress(v4: destination), transport: header[9],
            payload: payload, missing: missing,
            fragment: offset > 0 || hasMore
                ? Fragment(identification: UInt32(identification), offset: offset, isLast: !hasMore) : nil)
    }

    /// RFC 8200, with the jumbo payload of RFC 2675.
    private static func version6(
        _ frame: Span<UInt8>, _ range: Range<Int>, beyond: Int
    ) throws(IPFailure) -> IPPacket {
        let start = range.lowerBound
        guard range.count >= 40, let length = frame.uint16(at: start + 4),
            let sourceHigh = frame.uint64(at: start + 8), let sourceLow = frame.uint64(at: start + 16),
            let destinationHigh = frame.uint64(at: start + 24), let destinationLow = frame.uint64(at: start + 32)
        else { throw .cut }
        // A jumbo or offloaded packet has length zero: its end is the frame's.
        let declaredEnd = length == 0 ? nil : start + 40 + Int(length)
        var next = frame[start + 6]
        var offset = start + 40
        var fragment: Fragment?
        let mostExtensions = 16
        for _ in 0..<mostExtensions {
            switch next {
            // Hop-by-hop, routing, destination options, mobility, HIP, Shim6: length in units of 8 after the first 8.
            case 0, 43, 60, 135, 139, 140:
                guard let following = frame.uint8(at: offset), let units = frame.uint8(at: offset + 1) else {
                    throw .cut
                }
                next = following
                offset += (Int(units) + 1) * 8
            // Authentication header: length in units of 4, less 2.
            case 51:
                guard let following = frame.uint8(at: offset), let units = frame.uint8(at: offset + 1) else {
                    throw .cut
                }
                next = following
                offset += (Int(units) + 2) * 4
            case 44:
                guard let following = frame.uint8(at: offset), let field = frame.uint16(at: offset + 2),
                    let identification = frame.uint32(at: offset + 4)
                else { throw .cut }
                let place = Int(field & 0xfff8)
                let hasMore = field & 1 != 0
                next = following
                offset += 8
                // An atomic fragment (RFC 6946) is a whole packet.
                if place > 0 || hasMore {
                    fragment = Fragment(identification: identification, offset: place, isLast: !hasMore)
                }
            default:
                let (payload, missing) = try Self.bounds(range, from: offset, declaredEnd: declaredEnd, beyond: beyond)
                return IPPacket(
                    source: IPAddress(high: sourceHigh, low: sourceLow),
                    destination: IPAddress(high: destinationHigh, low: destinationLow), transport: next,
                    payload: payload, missing: missing, fragment: fragment)
            }
            // What follows the header of a later fragment is not a header.
            if let fragment, fragment.offset > 0 {
                let (payload, missing) = try Self.bounds(range, from: offset, declaredEnd: declaredEnd, beyond: beyond)
                return IPPacket(
                    source: IPAddress(high: sourceHigh, low: sourceLow),
                    destination: IPAddress(high: destinationHigh, low: destinationLow), transport: next,
                    payload: payload, missing: missing, fragment: fragment)
            }
        }
        throw .malformed("more than \(mostExtensions) IPv6 extension headers")
    }

    /// The captured part of a payload, and how much of it is missing. Padding behind the declared end is left out.
    private static func bounds(
        _ range: Range<Int>, from start: Int, declaredEnd: Int?, beyond: Int
    ) throws(IPFailure) -> (Range<Int>, missing: Int) {
        let end = declaredEnd ?? (range.upperBound + max(0, beyond))
        guard start <= end else { throw .malformed("headers longer than the packet") }
        guard start <= range.upperBound else { throw .cut }
        let captured = min(end, range.upperBound)
        return (start..<captured, end - captured)
    }
}
