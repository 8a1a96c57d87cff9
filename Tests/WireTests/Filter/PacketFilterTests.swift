import Model
import Testing

@testable import Wire

@Suite struct PacketFilterTests {
    private func accepts(_ expression: String, _ bytes: [UInt8], linkType: Int = 1) throws -> Bool {
        var filter = try PacketFilter(expression)
        return filter.accepts(Packets.frame(1, bytes, linkType: linkType), bytes.span)
    }

    @Test func passesWhatTcpdumpWouldPass() throws {
        let packet = Packets.ipv4(Packets.tcp([1], to: 443))
        #expect(try accepts("host 10.0.0.1 and tcp port 443", Packets.ethernet(0x0800, packet)))
        #expect(try !accepts("tcp port 80", Packets.ethernet(0x0800, packet)))
        #expect(try accepts("tcp port 443", packet, linkType: 101))
        #expect(try accepts("tcp port 443", [2, 0, 0, 0] + packet, linkType: 0))
        #expect(try accepts("", packet, linkType: 101))
        #expect(try !accepts("tcp", []))
    }

    @Test func whatIsWrongIsSaidInTheWordsOfLibpcap() {
        let failure = #expect(throws: PacketFilter.Failure.self) { try PacketFilter("tcp prot 443") }
        #expect(failure?.expression == "tcp prot 443")
        #expect(failure?.message.contains("syntax error") == true)
    }

    @Test func anExpressionThatMeansNothingForALinkTypePassesNoneOfIt() throws {
        var filter = try PacketFilter("ether host 02:02:02:02:02:02")
        let packet = Packets.ipv4(Packets.tcp([1]))
        let isAccepted = filter.accepts(Packets.frame(1, packet, linkType: 101), packet.span)
        #expect(!isAccepted)
        let onRawIP = filter.objection(linkType: 101)
        #expect(onRawIP != nil)
        let onEthernet = filter.objection(linkType: 1)
        #expect(onEthernet == nil)
    }
}
