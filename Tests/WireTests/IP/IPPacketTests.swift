import Model
import TestSupport
import Testing

@testable import Wire

@Suite struct IPPacketTests {
    private func read(_ bytes: [UInt8], beyond: Int = 0) throws(IPFailure) -> IPPacket {
        try IPPacket(bytes.span, 0..<bytes.count, beyond: beyond)
    }

    @Test func version4() throws {
        let packet = try read(Packets.ipv4([1, 2, 3], options: [1, 1, 1, 1]) + [0, 0])
        #expect(packet.source.description == "10.0.0.1")
        #expect(packet.destination.description == "10.0.0.2")
        // Ethernet padding is left out.
        #expect(packet.payload == 24..<27)
        #expect(packet.missing == 0)
        #expect(packet.fragment == nil)
    }

    @Test func offloadedPacketHasNoTotalLength() throws {
        let packet = try read(Packets.ipv4([1, 2, 3], length: 0), beyond: 4)
        #expect(packet.payload == 20..<23)
        #expect(packet.missing == 4)
        let six = try read(Packets.ipv6([1, 2, 3], length: 0))
        #expect(six.payload == 40..<43)
    }

    @Test func cutBySnapLength() throws {
        let packet = try read(Array(Packets.ipv4([UInt8](repeating: 7, count: 100)).prefix(60)), beyond: 60)
        #expect(packet.payload == 20..<60)
        #expect(packet.missing == 60)
    }

    @Test func extensionHeaders() throws {
        let options: [UInt8] = [60, 0, 1, 4, 0, 0, 0, 0]
        let destination: [UInt8] = [51, 1] + [UInt8](repeating: 0, count: 14)
        let authentication: [UInt8] = [6, 4] + [UInt8](repeating: 0, count: 22)
        let packet = try read(Packets.ipv6(options + destination + authentication + [9, 9], next: 0))
        #expect(packet.transport == 6)
        #expect(packet.payload == 88..<90)
    }

    @Test func fragments() throws {
        #expect(
            try read(Packets.ipv4([1], identification: 77, fragment: 0x2002)).fragment
                == IPPacket.Fragment(identification: 77, offset: 16, isLast: false))
        let header: [UInt8] = [17, 0, 0, 0x10, 0, 0, 0, 9]
        let last = try read(Packets.ipv6(header + [1, 2], next: 44))
        #expect(last.fragment == IPPacket.Fragment(identification: 9, offset: 16, isLast: true))
        #expect(last.transport == 17)
        let atomic = try read(Packets.ipv6([17, 0, 0, 0, 0, 0, 0, 9, 1], next: 44))
        #expect(atomic.fragment == nil)
    }

    @Test func contradictionsAreNamed() {
        #expect(throws: IPFailure.malformed("IP version 5")) { try read([0x50]) }
        #expect(throws: IPFailure.malformed("an IPv4 header of 16 bytes")) {
            try read([0x44] + Packets.ipv4([]).dropFirst())
        }
        #expect(throws: IPFailure.malformed("an IPv4 packet of 19 bytes")) { try read(Packets.ipv4([], length: 19)) }
        #expect(throws: IPFailure.cut) { try read(Array(Packets.ipv6([]).prefix(39))) }
        #expect(throws: IPFailure.cut) { try read(Packets.ipv6([0], next: 0, length: 90)) }
        let endless = (0..<20).flatMap { _ in [0, 0, 0, 0, 0, 0, 0, 0] as [UInt8] }
        #expect(throws: IPFailure.malformed("more than 16 IPv6 extension headers")) {
            try read(Packets.ipv6(endless, next: 0))
        }
    }

    @Test func anyBytesAreRead() {
        var random = SeededGenerator(seed: 3)
        let seeds = [Packets.ipv4([1, 2, 3, 4]), Packets.ipv6([6, 0, 0, 0, 0, 0, 0, 0] + Packets.tcp([1]), next: 0)]
        for round in 0..<4_000 {
            let bytes = Mutation.mutate(seeds[round % 2], using: &random)
            do throws(IPFailure) {
                let packet = try read(bytes)
                #expect(packet.payload.upperBound <= bytes.count && packet.missing >= 0)
            } catch {
                continue
            }
        }
    }

    @Test(
        arguments: [
            (0x2001_0db8_0000_0000, 1, "2001:db8::1"), (0, 0, "::"), (0, 1, "::1"),
            (0x2001_0db8_0000_0001, 0x0000_0000_0000_0001, "2001:db8:0:1::1"),
            (0x2001_0db8_0001_0001, 0x0001_0001_0001_0001, "2001:db8:1:1:1:1:1:1"),
            (0x2001_0000_0000_0001, 0x0000_0000_0000_0001, "2001:0:0:1::1"), (0xfe80_0000_0000_0000, 0, "fe80::"),
            (0, 0xffff_c000_0201, "192.0.2.1"), (0x2001_0db8_0000_0001, 0x0001_0001_0001_0001, "2001:db8:0:1:1:1:1:1"),
        ] as [(UInt64, UInt64, String)])
    func addressesAreWrittenAsRFC5952Says(high: UInt64, low: UInt64, text: String) {
        #expect(IPAddress(high: high, low: low).description == text)
    }
}

@Suite struct FragmentTableTests {
    private func add(
        _ table: inout FragmentTable, _ bytes: [UInt8], number: Int = 1, at: Int64 = 0,
        into outbox: inout Outbox<WireEvent>
    ) throws -> FragmentTable.Datagram? {
        let packet = try IPPacket(bytes.span, 0..<bytes.count, beyond: 0)
        let fragment = try #require(packet.fragment)
        let mark = Mark(at: Timestamp(microseconds: at), frames: number...number)
        return table.add(packet, fragment, bytes.span, mark, into: &outbox)
    }

    private let content = (0..<40).map { UInt8($0) }

    @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 2, 0], [0, 0, 2, 2, 1]]) func anyOrder(order: [Int]) throws {
        let pieces = [
            Packets.ipv4(Array(content[0..<16]), fragment: 0x2000),
            Packets.ipv4(Array(content[16..<32]), fragment: 0x2002),
            Packets.ipv4(Array(content[32..<40]), fragment: 0x0004),
        ]
        var table = FragmentTable()
        var outbox = Outbox<WireEvent>()
        var whole: FragmentTable.Datagram?
        for (number, index) in order.enumerated() {
            #expect(whole == nil)
            whole = try add(&table, pieces[index], number: number + 1, into: &outbox)
        }
        #expect(whole?.bytes == content)
        #expect(whole?.frames == 1...order.count)
        table.finish(into: &outbox)
        #expect(outbox.items.isEmpty)
    }

    @Test(arguments: [1, 2] as [UInt8])
    func fragmentsMayOverlapWithTheSameBytes(second: UInt8) throws {
        var table = FragmentTable()
        var outbox = Outbox<WireEvent>()
        #expect(try add(&table, Packets.ipv4([UInt8](repeating: 1, count: 16), fragment: 0x2000), into: &outbox) == nil)
        let bytes = [UInt8](repeating: second, count: 8) + [UInt8](repeating: 2, count: 8)
        let whole = try add(&table, Packets.ipv4(bytes, fragment: 0x0001), into: &outbox)
        guard second == 1 else {
            // Systems differ on which of them they take.
            #expect(whole == nil)
            #expect(outbox.diagnostics.map(\.code) == [.ipFragmentsDisputed])
            return
        }
        #expect(whole?.bytes == [UInt8](repeating: 1, count: 16) + [UInt8](repeating: 2, count: 8))
    }

    @Test func incompleteOnesAreNamedAndBounded() throws {
        var table = FragmentTable(limits: FragmentTable.Limits(datagrams: 4))
        var outbox = Outbox<WireEvent>()
        for index in 0..<10 {
            _ = try add(
                &table, Packets.ipv4(content, identification: index, fragment: 0x2000), number: index + 1,
                into: &outbox)
        }
        #expect(outbox.diagnostics.count == 6)
        _ = try add(
            &table, Packets.ipv4(content, identification: 99, fragment: 0x2000), number: 11, at: 61_000_000,
            into: &outbox)
        #expect(outbox.diagnostics.count == 10)
        table.finish(into: &outbox)
        #expect(outbox.diagnostics.count == 11)
        #expect(outbox.diagnostics.allSatisfy { $0.code == .ipFragmentsIncomplete && $0.units == 1 })
        #expect(table.diagnosedFrames == 11)
    }

    @Test func aDatagramLongerThanAnyIsGivenUp() throws {
        var table = FragmentTable()
        var outbox = Outbox<WireEvent>()
        _ = try add(&table, Packets.ipv4(content, fragment: 0x3fff), into: &outbox)
        #expect(outbox.diagnostics.count == 1)
    }
}
