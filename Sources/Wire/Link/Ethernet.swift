import Model

/// Ethernet II and 802.3 frames, with any number of VLAN tags up to a limit.
enum Ethernet {
    private static let mostTags = 8

    static func payload(_ frame: Span<UInt8>, at offset: Int) -> LinkPayload {
        payload(frame, typeAt: offset + 12)
    }

    /// Follows an EtherType, wherever a link header has one.
    static func payload(_ frame: Span<UInt8>, typeAt offset: Int) -> LinkPayload {
        guard let type = frame.uint16(at: offset) else { return .cut }
        return payload(frame, type: type, bodyAt: offset + 2)
    }

    /// Follows an EtherType that does not stand in front of what it names.
    static func payload(_ frame: Span<UInt8>, type: UInt16, bodyAt offset: Int) -> LinkPayload {
        var (type, offset) = (type, offset)
        for _ in 0...mostTags {
            switch type {
            case 0x0800, 0x86dd:
                return offset <= frame.count ? .ip(offset..<frame.count) : .cut
            // 802.1Q, 802.1ad (QinQ) and the values that came before it.
            case 0x8100, 0x88a8, 0x9100, 0x9200, 0x9300:
                guard let inner = frame.uint16(at: offset + 2) else { return .cut }
                type = inner
                offset += 4
            case 0x6558:
                // Transparent bridging: a whole frame.
                guard let inner = frame.uint16(at: offset + 12) else { return .cut }
                type = inner
                offset += 14
            case 0x880b:
                return PPP.payload(frame, at: offset)
            case 0x8847, 0x8848:
                return Encapsulation.labels(frame, at: offset)
            case 0x8864:
                return PPP.session(frame, at: offset)
            case 0..<0x0600:
                return logicalLink(frame, at: offset)
            default:
                return other(type)
            }
        }
        return .hidden("more than \(mostTags) VLAN tags")
    }

    /// 802.2: only SNAP carries IP.
    static func logicalLink(_ frame: Span<UInt8>, at offset: Int) -> LinkPayload {
        guard let service = frame.uint16(at: offset) else { return .cut }
        guard service == 0xaaaa else { return .notIP("802.2 LLC") }
        guard let organisation = frame.uint32(at: offset + 2) else { return .cut }
        guard organisation & 0x00ff_ffff == 0 else { return .notIP("802.2 SNAP") }
        guard let type = frame.uint16(at: offset + 6) else { return .cut }
        return type >= 0x0600 ? payload(frame, typeAt: offset + 6) : .notIP("802.2 SNAP")
    }

    private static func other(_ type: UInt16) -> LinkPayload {
        switch type {
        case 0x0806: .notIP("ARP")
        case 0x8035: .notIP("RARP")
        case 0x8137: .notIP("IPX")
        case 0x8863: .notIP("PPPoE discovery")
        case 0x888e: .notIP("802.1X")
        case 0x88cc: .notIP("LLDP")
        case 0x88e5: .hidden("MACsec")
        case 0x88e7: .hidden("802.1ah")
        default: .notIP("EtherType 0x\(String(type, radix: 16))")
        }
    }
}

/// PPP, as PPPoE sessions (RFC 2516) and serial links carry it.
enum PPP {
    /// After the PPPoE EtherType: version, code, session and length in 6 bytes.
    static func session(_ frame: Span<UInt8>, at offset: Int) -> LinkPayload {
        guard let code = frame.uint8(at: offset + 1) else { return .cut }
        return code == 0 ? payload(frame, at: offset + 6) : .notIP("PPPoE discovery")
    }

    static func payload(_ frame: Span<UInt8>, at offset: Int) -> LinkPayload {
        var offset = offset
        if frame.uint16(at: offset) == 0xff03 { offset += 2 }
        guard let first = frame.uint8(at: offset) else { return .cut }
        // A protocol number may be compressed to one byte, which is then odd (RFC 1661, section 6.5).
        let isCompressed = first & 1 == 1
        guard let number = isCompressed ? UInt16(first) : frame.uint16(at: offset) else { return .cut }
        switch number {
        case 0x0021, 0x0057: return .ip((offset + (isCompressed ? 1 : 2))..<frame.count)
        case 0x0281, 0x0283: return Encapsulation.labels(frame, at: offset + (isCompressed ? 1 : 2))
        case 0x00fd, 0x003d: return .hidden("compressed PPP")
        default: return .notIP("PPP 0x\(String(number, radix: 16))")
        }
    }
}
