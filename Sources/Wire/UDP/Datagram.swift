import Model

/// A UDP datagram (RFC 768), as far as the frame holds it.
struct Datagram: Sendable, Hashable {
    let sourcePort: UInt16
    let destinationPort: UInt16
    let payload: Range<Int>
    /// Bytes of the payload that were on the wire and not captured.
    let missing: Int

    init?(_ frame: Span<UInt8>, _ packet: IPPacket) {
        let start = packet.payload.lowerBound
        guard packet.payload.count >= 8, let source = frame.uint16(at: start),
            let destination = frame.uint16(at: start + 2), let length = frame.uint16(at: start + 4)
        else { return nil }
        sourcePort = source
        destinationPort = destination
        missing = packet.missing
        // Length zero is a jumbogram; a length beyond the packet is taken as the packet's.
        let end = length >= 8 ? min(packet.payload.upperBound, start + Int(length)) : packet.payload.upperBound
        payload = (start + 8)..<end
    }

    /// What a datagram carries, told by its first bytes; ports decide only what those leave open.
    enum Kind: Sendable, Hashable {
        /// A QUIC long header: it carries connection identifiers and tells the version.
        case quicLongHeader(isInitial: Bool)
        /// May be a QUIC short header: only an earlier long header, or the port, can tell.
        case maybeQUICShortHeader
        case encapsulation(Tunnel)
        /// An encapsulation that is not decoded.
        case tunnel(String)
        case other(String)
    }

    /// Packets of another network in datagrams.
    enum Tunnel: Sendable, Hashable {
        /// RFC 7348, RFC 8926, 3GPP TS 29.281.
        case vxlan, geneve, gtp
    }

    func kind(_ frame: Span<UInt8>) -> Kind {
        let bytes = frame.extracting(payload)
        if let carried = encapsulation(bytes) { return .encapsulation(carried) }
        if let tunnel = tunnel(bytes) { return .tunnel(tunnel) }
        if let other = wellKnown { return .other(other) }
        guard let first = bytes.uint8(at: 0) else { return .other("empty") }
        if first & 0x80 != 0, let version = bytes.uint32(at: 1), Self.isQUIC(version), let length = bytes.uint8(at: 5),
            length <= 20, bytes.count >= 7 + Int(length)
        {
            let isVersion2 = version == 0x6b33_43cf
            let type = first >> 4 & 3
            return .quicLongHeader(isInitial: type == (isVersion2 ? 1 : 0))
        }
        return first & 0xc0 == 0x40 && bytes.count >= 21 ? .maybeQUICShortHeader : .other("unknown")
    }

    /// Versions 1 (RFC 9000) and 2 (RFC 9369), the drafts and Google's that came before, and version negotiation.
    private static func isQUIC(_ version: UInt32) -> Bool {
        switch version {
        case 0, 1, 0x6b33_43cf: true
        case 0xff00_0000...0xff00_00ff: true
        case 0x5130_3433...0x5130_3530, 0x5430_3530...0x5430_3531: true
        default: version & 0x0f0f_0f0f == 0x0a0a_0a0a
        }
    }

    private func uses(_ port: UInt16) -> Bool { sourcePort == port || destinationPort == port }

    private func encapsulation(_ bytes: Span<UInt8>) -> Tunnel? {
        guard let head = bytes.uint32(at: 0) else { return nil }
        if uses(4_789) || uses(8_472), head == 0x0800_0000 { return .vxlan }
        if uses(6_081), head >> 30 == 0, head & 0xffff == 0x6558 { return .geneve }
        if uses(2_152), head >> 29 == 1, head >> 16 & 0xff == 0xff { return .gtp }
        return nil
    }

    private func tunnel(_ bytes: Span<UInt8>) -> String? {
        guard let head = bytes.uint32(at: 0) else { return nil }
        if uses(4_500), head != 0, bytes.count > 8 { return "IPsec over UDP" }
        if uses(51_820), head == 0x0400_0000, bytes.count.isMultiple(of: 16) { return "WireGuard" }
        return nil
    }

    private var wellKnown: String? {
        Self.service(sourcePort) ?? Self.service(destinationPort)
    }

    private static func service(_ port: UInt16) -> String? {
        switch port {
        case 53: "DNS"
        case 67, 68: "DHCP"
        case 123: "NTP"
        case 137, 138: "NetBIOS"
        case 500: "IKE"
        case 546, 547: "DHCPv6"
        case 1_900: "SSDP"
        case 5_353: "mDNS"
        case 5_355: "LLMNR"
        default: nil
        }
    }
}
