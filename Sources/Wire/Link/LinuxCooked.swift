import Model

/// The headers that Linux puts in place of a link header on the interface `any`: SLL and SLL2.
enum LinuxCooked {
    static func version1(_ frame: Span<UInt8>) -> LinkPayload {
        guard let hardware = frame.uint16(at: 2), frame.count >= 16 else { return .cut }
        return payload(frame, hardware, protocolAt: 14, bodyAt: 16)
    }

    static func version2(_ frame: Span<UInt8>) -> LinkPayload {
        guard let hardware = frame.uint16(at: 8), frame.count >= 20 else { return .cut }
        return payload(frame, hardware, protocolAt: 0, bodyAt: 20)
    }

    private static func payload(
        _ frame: Span<UInt8>, _ hardware: UInt16, protocolAt: Int, bodyAt: Int
    ) -> LinkPayload {
        switch hardware {
        case 824: return .notIP("netlink")
        case 801: return WirelessLAN.frame(frame, at: bodyAt)
        case 802: return .hidden("802.11 with Prism header")
        case 803: return WirelessLAN.radiotap(frame, at: bodyAt)
        default: break
        }
        guard let type = frame.uint16(at: protocolAt) else { return .cut }
        switch type {
        case 0x0800, 0x86dd: return .ip(bodyAt..<frame.count)
        // The frame begins with a VLAN tag: its control information, then the inner EtherType.
        case 0x8100, 0x88a8: return Ethernet.payload(frame, typeAt: bodyAt + 2)
        case 0x8864: return PPP.session(frame, at: bodyAt)
        case 0x0004: return Ethernet.logicalLink(frame, at: bodyAt)
        case 0x0806: return .notIP("ARP")
        case 0x8847, 0x8848: return Encapsulation.labels(frame, at: bodyAt)
        default: return .notIP("EtherType 0x\(String(type, radix: 16))")
        }
    }
}

/// Packets that Linux netfilter hands to a program: the NFLOG link type, and netlink captures of NFLOG and NFQUEUE.
enum Netfilter {
    private static let logPayload: UInt16 = 9
    private static let queuePayload: UInt16 = 10

    /// Family, version and resource id in 4 bytes, then attributes; one of them is the packet.
    static func log(_ frame: Span<UInt8>, at offset: Int) -> LinkPayload {
        packet(frame, at: offset, in: frame.count, attribute: logPayload)
    }

    /// A cooked header, then netlink messages; those of NFLOG and NFQUEUE hold what ``log(_:at:)`` reads.
    static func netlink(_ frame: Span<UInt8>) -> LinkPayload {
        guard let protocolNumber = frame.uint16(at: 14) else { return .cut }
        let netlinkNetfilter: UInt16 = 12
        guard protocolNumber == netlinkNetfilter else { return .notIP("netlink") }
        var packets: [Range<Int>] = []
        var offset = 16
        while let length = frame.uint32(at: offset, order(frame, at: offset)) {
            let order = order(frame, at: offset)
            guard length >= 16, let type = frame.uint16(at: offset + 4, order) else { break }
            let end = min(frame.count, offset + Int(length))
            if let wanted = payloadAttribute(type),
                case .ip(let range) = packet(frame, at: offset + 16, in: end, attribute: wanted)
            {
                packets.append(range)
            }
            offset += (Int(length) + 3) / 4 * 4
        }
        return packets.isEmpty ? .notIP("netlink") : .packets(packets)
    }

    /// The attribute that holds a packet in messages of NFNL_SUBSYS_ULOG and NFNL_SUBSYS_QUEUE.
    private static func payloadAttribute(_ messageType: UInt16) -> UInt16? {
        switch messageType {
        case 0x0400: logPayload
        case 0x0300: queuePayload
        default: nil
        }
    }

    /// The byte order of the capturing machine: lengths are small numbers.
    private static func order(_ frame: Span<UInt8>, at offset: Int) -> ByteOrder {
        (frame.uint32(at: offset, .little) ?? 0) <= 0xffff ? .little : .big
    }

    private static func packet(
        _ frame: Span<UInt8>, at offset: Int, in end: Int, attribute wanted: UInt16
    ) -> LinkPayload {
        guard let family = frame.uint8(at: offset), offset + 4 <= end else { return .cut }
        guard family == 2 || family == 10 else { return .notIP("netfilter family \(family)") }
        let byteOrders: [ByteOrder] = [.little, .big]
        for order in byteOrders {
            if let range = attribute(frame, from: offset + 4, to: end, wanted, order) { return .ip(range) }
        }
        return .cut
    }

    /// Attributes have a length (with their 4-byte head), a type, and padding to 4 bytes, in the machine's byte order.
    private static func attribute(
        _ frame: Span<UInt8>, from start: Int, to end: Int, _ wanted: UInt16, _ order: ByteOrder
    ) -> Range<Int>? {
        var offset = start
        while offset < end {
            guard let length = frame.uint16(at: offset, order), let type = frame.uint16(at: offset + 2, order),
                length >= 4
            else { return nil }
            // The two top bits are flags. A packet cut by the snap length leaves its attribute too long.
            if type & 0x3fff == wanted { return (offset + 4)..<min(end, offset + Int(length)) }
            offset += (Int(length) + 3) / 4 * 4
        }
        return nil
    }
}
