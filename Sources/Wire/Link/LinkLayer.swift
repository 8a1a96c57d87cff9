import Model

/// What a frame's link layer carries.
enum LinkPayload: Sendable, Hashable {
    /// An IP packet; the version is in its first byte.
    case ip(Range<Int>)
    /// Several IP packets: netlink hands them out in batches.
    case packets([Range<Int>])
    /// Something that never carries HTTP, by name.
    case notIP(String)
    /// Something that may carry HTTP and is not decoded, by name.
    case hidden(String)
    /// The frame ends inside its link header.
    case cut
}

/// Finds the network packet of a frame.
///
/// Source: the LINKTYPE_ registry of tcpdump.org. A link type that is not listed here is named and never guessed at.
enum LinkLayer {
    static func payload(of linkType: Int, _ frame: Span<UInt8>) -> LinkPayload {
        switch linkType {
        case 1: Ethernet.payload(frame, at: 0)
        case 0: bsdLoopback(frame, hasHostOrder: true)
        case 108: bsdLoopback(frame, hasHostOrder: false)
        case 9, 50: PPP.payload(frame, at: 0)
        case 51: PPP.session(frame, at: 0)
        case 12, 14, 101: rawIP(frame, versions: 4...6)
        case 228: rawIP(frame, versions: 4...4)
        case 229: rawIP(frame, versions: 6...6)
        case 105: WirelessLAN.frame(frame)
        case 119, 163: WirelessLAN.prism(frame)
        case 127: WirelessLAN.radiotap(frame)
        case 192: WirelessLAN.perPacketInformation(frame)
        case 113: LinuxCooked.version1(frame)
        case 276: LinuxCooked.version2(frame)
        case 239: Netfilter.log(frame, at: 0)
        case 253: Netfilter.netlink(frame)
        case 258: pktap(frame)
        // What Darwin's own tcpdump wrote for it is a number that anybody may use.
        case 149 where isPktap(frame): pktap(frame)
        default: .hidden(name(of: linkType))
        }
    }

    /// A packet without a link header: the version nibble is all there is to check.
    private static func rawIP(_ frame: Span<UInt8>, versions: ClosedRange<UInt8>) -> LinkPayload {
        guard let first = frame.uint8(at: 0) else { return .cut }
        return versions.contains(first >> 4) && first >> 4 != 5
            ? .ip(0..<frame.count) : .hidden("IP version \(first >> 4)")
    }

    /// An address family in 4 bytes: of the capturing machine's byte order (NULL) or of the network's (LOOP).
    private static func bsdLoopback(_ frame: Span<UInt8>, hasHostOrder: Bool) -> LinkPayload {
        guard var family = frame.uint32(at: 0) else { return .cut }
        if hasHostOrder, family > 0xffff { family = family.byteSwapped }
        switch family {
        // AF_INET; AF_INET6 of Linux, NetBSD, FreeBSD and Darwin.
        case 2, 10, 24, 28, 30: return .ip(4..<frame.count)
        default: return .notIP("address family \(family)")
        }
    }

    /// Darwin's packet tap, as `rvictl` interfaces of iOS devices give it: its own header, then a frame of another type.
    private static func pktap(_ frame: Span<UInt8>) -> LinkPayload {
        guard let length = frame.uint32(at: 0, .little), let inner = frame.uint32(at: 8, .little) else { return .cut }
        let ownLinkTypes: [UInt32] = [149, 258]
        guard length >= 12, !ownLinkTypes.contains(inner) else { return .hidden("PKTAP header of \(length) bytes") }
        guard length <= frame.count else { return .cut }
        let start = Int(length)
        let payload = payload(of: Int(inner), frame.extracting(start..<frame.count))
        guard case .ip(let range) = payload else { return payload }
        return .ip((range.lowerBound + start)..<(range.upperBound + start))
    }

    /// A header as long as Darwin's, or longer, and in front of a packet.
    private static func isPktap(_ frame: Span<UInt8>) -> Bool {
        guard let length = frame.uint32(at: 0, .little), let next = frame.uint32(at: 4, .little) else { return false }
        return (108...1_024).contains(length) && next == 1
    }

    /// The name of a link type that is not decoded.
    private static func name(of linkType: Int) -> String {
        switch linkType {
        case 6: "Token Ring"
        case 7: "ARCNET"
        case 10: "FDDI"
        case 104: "Cisco HDLC"
        case 107: "Frame Relay"
        case 147...162: "user-defined link type \(linkType)"
        case 187, 201, 251, 254, 256: "Bluetooth"
        case 189, 220, 249: "USB"
        case 195, 215, 230, 283: "802.15.4"
        case 252: "Wireshark upper PDU"
        case 277, 290: "DPDK or Z-Wave"
        default: "link type \(linkType)"
        }
    }
}
