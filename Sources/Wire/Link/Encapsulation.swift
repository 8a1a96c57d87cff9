import Model

/// Headers by which one network carries the packets of another. `end` is where the carrying packet ends in the frame.
enum Encapsulation {
    /// More than any network nests them.
    static let mostNested = 8

    /// What an IP packet of another protocol carries; `nil` for one that is not taken apart.
    static func payload(of packet: IPPacket, _ frame: Span<UInt8>) -> LinkPayload? {
        let bytes = frame.extracting(0..<min(frame.count, packet.payload.upperBound))
        let start = packet.payload.lowerBound
        switch packet.transport {
        case 4, 41: return .ip(packet.payload)
        case 47: return routing(bytes, at: start)
        case 137: return labels(bytes, at: start)
        case 97: return Ethernet.payload(bytes, at: start + 2)
        default: return nil
        }
    }

    /// What a datagram of a tunnel carries.
    static func payload(of tunnel: Datagram.Tunnel, _ datagram: Datagram, _ frame: Span<UInt8>) -> LinkPayload {
        let bytes = frame.extracting(0..<min(frame.count, datagram.payload.upperBound))
        let start = datagram.payload.lowerBound
        switch tunnel {
        case .vxlan: return Ethernet.payload(bytes, at: start + 8)
        case .geneve:
            guard let options = bytes.uint8(at: start) else { return .cut }
            return Ethernet.payload(bytes, at: start + 8 + Int(options & 0x3f) * 4)
        case .gtp: return userPlane(bytes, at: start)
        }
    }

    /// GRE (RFC 2784, RFC 2890), and the version of it that PPTP uses (RFC 2637).
    private static func routing(_ frame: Span<UInt8>, at start: Int) -> LinkPayload {
        guard let flags = frame.uint16(at: start), let type = frame.uint16(at: start + 2) else { return .cut }
        var offset = start + 4
        switch flags & 7 {
        case 0:
            // Source routes are no longer sent.
            guard flags & 0x4000 == 0 else { return .hidden("GRE with routes") }
            for field: UInt16 in [0x8000, 0x2000, 0x1000] where flags & field != 0 { offset += 4 }
            return Ethernet.payload(frame, type: type, bodyAt: offset)
        case 1:
            guard let length = frame.uint16(at: offset) else { return .cut }
            offset += 4
            for field: UInt16 in [0x1000, 0x0080] where flags & field != 0 { offset += 4 }
            return length == 0 ? .notIP("GRE acknowledgement") : PPP.payload(frame, at: offset)
        default: return .hidden("GRE version \(flags & 7)")
        }
    }

    /// MPLS (RFC 3032): labels up to the one marked as the last. What they carry is told by its first bits alone.
    static func labels(_ frame: Span<UInt8>, at start: Int) -> LinkPayload {
        var offset = start
        while let label = frame.uint32(at: offset) {
            offset += 4
            guard label & 0x100 != 0 else { continue }
            guard let first = frame.uint8(at: offset) else { return .cut }
            switch first >> 4 {
            case 4, 6: return .ip(offset..<frame.count)
            // A pseudowire with its control word (RFC 4385); most of them carry Ethernet.
            case 0:
                let inner = Ethernet.payload(frame, at: offset + 4)
                if case .notIP = inner { return .hidden("MPLS") }
                return inner
            case 1: return .notIP("MPLS associated channel")
            default: return .hidden("MPLS")
            }
        }
        return .cut
    }

    /// GTP-U (3GPP TS 29.281 section 5).
    private static func userPlane(_ frame: Span<UInt8>, at start: Int) -> LinkPayload {
        guard let flags = frame.uint8(at: start) else { return .cut }
        var offset = start + 8
        if flags & 7 != 0 {
            guard var next = frame.uint8(at: offset + 3) else { return .cut }
            offset += 4
            while next != 0, flags & 4 != 0 {
                guard let units = frame.uint8(at: offset), units > 0,
                    let following = frame.uint8(at: offset + Int(units) * 4 - 1)
                else { return .cut }
                next = following
                offset += Int(units) * 4
            }
        }
        guard let first = frame.uint8(at: offset) else { return .cut }
        return first >> 4 == 4 || first >> 4 == 6 ? .ip(offset..<frame.count) : .hidden("GTP-U")
    }
}
