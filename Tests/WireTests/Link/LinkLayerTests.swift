import Model
import Testing

@testable import Wire

@Suite struct LinkLayerTests {
    private static let packet: [UInt8] = [0x45, 1, 2, 3]

    /// One way to carry `packet`, named for what it is.
    struct Carrier: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let linkType: Int
        let header: [UInt8]

        init(_ name: String, _ linkType: Int, _ header: [UInt8]) {
            testDescription = name
            self.linkType = linkType
            self.header = header
        }
    }

    private static let macs = [UInt8](repeating: 1, count: 12)
    private static let snap: [UInt8] = [0xaa, 0xaa, 3, 0, 0, 0, 8, 0]
    private static let air = [UInt8](repeating: 0, count: 22)
    private static let carriers = [
        Carrier("MPLS", 1, macs + [0x88, 0x47, 0, 1, 0, 64, 0, 2, 1, 64]),
        Carrier("Ethernet in MPLS", 1, macs + [0x88, 0x47, 0, 2, 1, 64, 0, 0, 0, 0] + macs + [8, 0]),
        Carrier("SLL with MPLS", 113, [0, 0, 0, 1, 0, 6, 1, 2, 3, 4, 5, 6, 0, 0, 0x88, 0x47, 0, 2, 1, 64]),
        Carrier("802.11", 105, [8, 1] + air + snap),
        Carrier("802.11 with quality of service", 105, [0x88, 2] + air + [0, 0] + snap),
        Carrier("802.11 between access points", 105, [0x88, 3] + air + [UInt8](repeating: 9, count: 8) + snap),
        Carrier("radiotap", 127, [0, 0, 8, 0, 0, 0, 0, 0, 8, 2] + air + snap),
        Carrier(
            "radiotap with time, flags and padding", 127,
            [0, 0, 17, 0, 3, 0, 0, 0] + [UInt8](repeating: 7, count: 8) + [0x20, 0x88, 2] + air + [0, 0, 0, 0] + snap),
        Carrier("PPI", 192, [0, 0, 12, 0, 105, 0, 0, 0, 1, 2, 3, 4, 8, 2] + air + snap),
        Carrier("AVS", 163, [0x80, 0x21, 0x10, 1, 0, 0, 0, 8, 8, 2] + air + snap),
        Carrier("Prism", 119, [0x44, 0, 0, 0, 8, 0, 0, 0, 8, 2] + air + snap),
        Carrier("Ethernet IPv4", 1, macs + [8, 0]),
        Carrier("Ethernet IPv6", 1, macs + [0x86, 0xdd]),
        Carrier("802.1Q", 1, macs + [0x81, 0, 0, 7, 8, 0]),
        Carrier("QinQ", 1, macs + [0x88, 0xa8, 0, 7, 0x81, 0, 0, 8, 8, 0]),
        Carrier("old QinQ", 1, macs + [0x91, 0, 0, 7, 0x81, 0, 0, 8, 8, 0]),
        Carrier("802.3 SNAP", 1, macs + [0, 12, 0xaa, 0xaa, 3, 0, 0, 0, 8, 0]),
        Carrier("PPPoE", 1, macs + [0x88, 0x64, 0x11, 0, 0, 1, 0, 6, 0, 0x21]),
        Carrier("PPPoE in 802.1Q", 1, macs + [0x81, 0, 0, 7, 0x88, 0x64, 0x11, 0, 0, 1, 0, 6, 0, 0x57]),
        Carrier("PPP", 9, [0xff, 3, 0, 0x21]),
        Carrier("PPP compressed protocol", 50, [0x21]),
        Carrier("PPPoE link type", 51, [0x11, 0, 0, 1, 0, 6, 0, 0x21]),
        Carrier("null little-endian", 0, [2, 0, 0, 0]),
        Carrier("null big-endian", 0, [0, 0, 0, 2]),
        Carrier("null IPv6 Darwin", 0, [30, 0, 0, 0]),
        Carrier("loop", 108, [0, 0, 0, 24]),
        Carrier("raw 101", 101, []), Carrier("raw 12", 12, []), Carrier("raw 14", 14, []), Carrier("IPv4", 228, []),
        Carrier("SLL", 113, [0, 0, 0, 1, 0, 6, 1, 2, 3, 4, 5, 6, 0, 0, 8, 0]),
        Carrier("SLL with VLAN tag", 113, [0, 0, 0, 1, 0, 6, 1, 2, 3, 4, 5, 6, 0, 0, 0x81, 0, 0, 7, 8, 0]),
        Carrier("SLL2", 276, [8, 0, 0, 0, 0, 0, 0, 3, 0, 1, 0, 6, 1, 2, 3, 4, 5, 6, 0, 0]),
        Carrier("NFLOG", 239, [2, 0, 0, 0, 8, 0, 1, 0, 8, 0, 1, 0, 8, 0, 9, 0]),
        Carrier("NFLOG big-endian", 239, [2, 0, 0, 0, 0, 8, 0, 1, 8, 0, 1, 0, 0, 8, 0, 9]),
        Carrier("PKTAP Ethernet", 258, [16, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0] + macs + [8, 0]),
        Carrier("PKTAP raw", 258, [12, 0, 0, 0, 1, 0, 0, 0, 12, 0, 0, 0]),
        Carrier(
            "PKTAP as a user's link type", 149,
            [108, 0, 0, 0, 1, 0, 0, 0, 12, 0, 0, 0] + [UInt8](repeating: 0, count: 96)),
    ]

    @Test(arguments: carriers) func findsThePacket(carrier: Carrier) {
        let frame = carrier.header + Self.packet
        #expect(payload(carrier.linkType, frame) == .ip(carrier.header.count..<frame.count))
        // Every cut inside the header is named, and none traps.
        for length in 0..<carrier.header.count {
            if case .ip(let range) = payload(carrier.linkType, Array(frame[..<length])) {
                #expect(range.isEmpty)
            }
        }
    }

    @Test func whatIsNotDecodedIsNamed() {
        // Encrypted, a fragment, a beacon, an acknowledgement, and one without data.
        let rest = [UInt8](repeating: 0, count: 22)
        #expect(payload(105, [8, 0x41] + rest) == .hidden("encrypted 802.11"))
        #expect(payload(105, [8, 0x05] + rest) == .hidden("802.11 fragments"))
        #expect(payload(105, [8, 1] + rest.dropLast(2) + [3, 0]) == .hidden("802.11 fragments"))
        #expect(payload(105, [0x80, 0] + rest) == .notIP("802.11 management"))
        #expect(payload(105, [0xd4, 0] + rest) == .notIP("802.11 control"))
        #expect(payload(127, [0, 0, 8, 0, 0, 0, 0, 0, 0x48, 1] + rest) == .notIP("802.11 without data"))
        #expect(payload(127, [0, 0, 2, 0, 0, 0, 0, 0]) == .hidden("802.11 behind a header of 2 bytes"))
        #expect(payload(192, [0, 0, 8, 0, 1, 0, 0, 0]) == .hidden("PPI with link type 1"))
        #expect(payload(4_711, []) == .hidden("link type 4711"))
        #expect(payload(149, Self.packet) == .hidden("user-defined link type 149"))
        #expect(payload(1, Self.macs + [0x88, 0x47, 0, 0, 1, 0, 0x90]) == .hidden("MPLS"))
        #expect(payload(1, Self.macs + [0x88, 0x47, 0, 0, 0, 0]) == .cut)
        #expect(payload(1, Self.macs + [8, 6]) == .notIP("ARP"))
        #expect(payload(1, Self.macs + [0x88, 0x63]) == .notIP("PPPoE discovery"))
        #expect(payload(1, Self.macs + [0, 3, 0x42, 0x42, 3]) == .notIP("802.2 LLC"))
        #expect(payload(229, [0x45]) == .hidden("IP version 4"))
        #expect(payload(258, [12, 0, 0, 0, 1, 0, 0, 0, 2, 1, 0, 0]) == .hidden("PKTAP header of 12 bytes"))
        #expect(
            payload(1, Self.macs + Array(repeating: [0x81, 0, 0, 1], count: 20).flatMap { $0 })
                == .hidden("more than 8 VLAN tags"))
    }

    @Test func netlinkHandsOutSeveralPackets() {
        func message(_ type: [UInt8], _ attribute: UInt8) -> [UInt8] {
            [28, 0, 0, 0] + type + [UInt8](repeating: 0, count: 10) + [2, 0, 0, 0, 8, 0, attribute, 0] + Self.packet
        }
        let header = [UInt8](repeating: 0, count: 15) + [12]
        let frame = header + message([0, 4], 9) + message([1, 1], 9) + message([0, 3], 10)
        #expect(payload(253, frame) == .packets([40..<44, 96..<100]))
        #expect(payload(253, header) == .notIP("netlink"))
        #expect(payload(253, Array(header.dropLast()) + [0]) == .notIP("netlink"))
    }

    private func payload(_ linkType: Int, _ frame: [UInt8]) -> LinkPayload {
        LinkLayer.payload(of: linkType, frame.span)
    }
}
