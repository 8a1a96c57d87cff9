import Model
import TestSupport
import Testing

@testable import Wire

@Suite struct WireStackTests {
    private static let client: UInt32 = 0x0a00_0001
    private static let server: UInt32 = 0x0a00_0002
    private static let request = "GET /pixel?e=start HTTP/1.1\r\nHost: ads.example.test\r\n\r\n"
    private static let response = "HTTP/1.1 204 No Content\r\n\r\n"

    private func toServer(
        _ text: String, _ sequence: UInt32, _ acknowledgement: UInt32, flags: UInt8 = 0x18, port: Int = 50_000,
        serverPort: Int = 8_080
    ) -> [UInt8] {
        Packets.ethernet(
            0x0800,
            Packets.ipv4(
                Packets.tcp(
                    Array(text.utf8), from: port, to: serverPort, sequence: sequence, acknowledgement: acknowledgement,
                    flags: flags), from: Self.client, to: Self.server))
    }

    private func toClient(
        _ text: String, _ sequence: UInt32, _ acknowledgement: UInt32, flags: UInt8 = 0x18, port: Int = 50_000,
        serverPort: Int = 8_080
    ) -> [UInt8] {
        Packets.ethernet(
            0x0800,
            Packets.ipv4(
                Packets.tcp(
                    Array(text.utf8), from: serverPort, to: port, sequence: sequence, acknowledgement: acknowledgement,
                    flags: flags), from: Self.server, to: Self.client))
    }

    private func handshake() -> [[UInt8]] {
        [toServer("", 100, 0, flags: 2), toClient("", 900, 101, flags: 0x12), toServer("", 101, 901, flags: 0x10)]
    }

    private func exchange() -> [[UInt8]] {
        let length = UInt32(Self.request.utf8.count)
        return handshake() + [toServer(Self.request, 101, 901), toClient(Self.response, 901, 101 + length)]
    }

    @Test func onePixel() throws {
        let (outbox, ledger) = Packets.run(exchange())
        let exchange = try #require(outbox.exchanges.first)
        #expect(outbox.exchanges.count == 1)
        #expect(exchange.url == "http://ads.example.test/pixel?e=start")
        #expect(exchange.response?.status == 204)
        #expect(exchange.startedAt == Timestamp(microseconds: 4_000))
        #expect(exchange.connection.client == "10.0.0.1:50000")
        #expect(exchange.connection.server == "10.0.0.2:8080")
        let flow = try #require(outbox.flows.first)
        #expect(flow.protocols == ["http/1.1"])
        #expect(flow.bytesToServer == Self.request.utf8.count)
        #expect(flow.frames == 5)
        #expect(!flow.isJoinedLate)
        #expect(ledger == Ledger(unit: "frames", input: 5, output: 5))
        #expect(outbox.diagnostics.isEmpty)
    }

    @Test func theSameFramesFromTwoInterfacesAreOneExchange() {
        let twice = exchange().flatMap { [$0, $0] }
        let (outbox, ledger) = Packets.run(twice)
        #expect(outbox.exchanges.count == 1)
        #expect(outbox.flows.count == 1)
        #expect(ledger.isBalanced)
    }

    @Test func portReuseIsTwoFlows() {
        let length = UInt32(Self.request.utf8.count)
        let again = [
            toServer("", 90_000, 0, flags: 2), toClient("", 70_000, 90_001, flags: 0x12),
            toServer(Self.request, 90_001, 70_001), toClient(Self.response, 70_001, 90_001 + length),
        ]
        let (outbox, _) = Packets.run(exchange() + again)
        #expect(outbox.exchanges.count == 2)
        #expect(outbox.flows.map(\.number) == [1, 2])
    }

    @Test func joinedLateTheContentTellsWhoIsTheClient() throws {
        // The server has the higher port and speaks first.
        let frames = [
            toClient("", 900, 100, flags: 0x10, port: 4_000, serverPort: 60_000),
            toServer(Self.request, 100, 900, port: 4_000, serverPort: 60_000),
            toClient(
                Self.response, 900, 100 + UInt32(Self.request.utf8.count), port: 4_000, serverPort: 60_000),
        ]
        let (outbox, _) = Packets.run(frames)
        #expect(outbox.flows.first?.client == "10.0.0.1:4000")
        #expect(outbox.flows.first?.isJoinedLate == true)
        #expect(outbox.exchanges.map(\.request.target) == ["/pixel?e=start"])
    }

    /// Without the TCP handshake, the first `skipped` records left out.
    private func joined(_ vector: TLSVector, skipping skipped: Int) -> Outbox<WireEvent> {
        var numbers: [Direction: UInt32] = [.toServer: 101, .toClient: 901]
        var frames: [[UInt8]] = []
        for case .bytes(let direction, let bytes, _) in vector.conversation {
            let isAsking = direction == .toServer
            let segment = Packets.tcp(
                bytes, from: isAsking ? 50_000 : 443, to: isAsking ? 443 : 50_000,
                sequence: numbers[direction, default: 0],
                acknowledgement: numbers[direction.opposite, default: 0], flags: 0x18)
            let (from, to) = isAsking ? (Self.client, Self.server) : (Self.server, Self.client)
            frames.append(Packets.ethernet(0x0800, Packets.ipv4(segment, from: from, to: to)))
            numbers[direction, default: 0] += UInt32(bytes.count)
        }
        return Packets.run(Array(frames.dropFirst(skipped))).outbox
    }

    @Test func aConnectionCapturedFromItsClientHelloOnIsWhole() throws {
        let outbox = joined(try TLSVector("tls13-aes128gcm"), skipping: 0)
        #expect(outbox.flows.map(\.isJoinedLate) == [false])
        #expect(outbox.diagnostics.map(\.code.id) == ["tls.secret-missing"])
    }

    @Test(arguments: [1, 2, 4]) func aConnectionCapturedAfterItsClientHelloIsOpaque(skipped: Int) throws {
        let outbox = joined(try TLSVector("tls13-aes128gcm"), skipping: skipped)
        #expect(outbox.flows.map(\.isJoinedLate) == [true])
        #expect(outbox.exchanges.isEmpty)
        #expect(!outbox.diagnostics.isEmpty && outbox.diagnostics.allSatisfy { $0.blind != nil })
        #expect(outbox.flows.map(\.protocols) == [["tls"]])
        #expect(outbox.diagnostics.map(\.code.id) == ["tls.handshake-unseen", "tcp.joined-late"])
    }

    @Test func aHoleInTheRequestsIsBlind() throws {
        let length = UInt32(Self.request.utf8.count)
        let frames =
            exchange() + [
                toServer(Self.request, 101 + 2 * length, 901 + UInt32(Self.response.utf8.count))
            ]
        let (outbox, _) = Packets.run(frames)
        let gap = try #require(outbox.diagnostics.first { $0.code == .tcpGap })
        #expect(gap.blind?.host == "ads.example.test")
        #expect(gap.blind?.server == "10.0.0.2:8080")
        #expect(gap.blind?.hides == .requests)
        #expect(gap.blind?.from == Timestamp(microseconds: 4_000))
        #expect(gap.blind?.to == Timestamp(microseconds: 6_000))
    }

    @Test func fragmentsOfARequestAreJoined() {
        let segment = Packets.tcp(
            Array(Self.request.utf8), to: 8_080, sequence: 101, acknowledgement: 901, flags: 0x18)
        let cut = 40
        let pieces = [
            Packets.ethernet(0x0800, Packets.ipv4(Array(segment[cut...]), fragment: cut / 8)),
            Packets.ethernet(0x0800, Packets.ipv4(Array(segment[..<cut]), fragment: 0x2000)),
        ]
        let (outbox, ledger) = Packets.run(handshake() + pieces)
        #expect(outbox.exchanges.map(\.request.host) == ["ads.example.test"])
        #expect(ledger == Ledger(unit: "frames", input: 5, output: 5))
    }

    @Test func whatNoFlowTakesIsCountedAndTunnelsAreBlind() {
        let frames = [
            Packets.ethernet(0x0806, [1, 2, 3]),
            Packets.ethernet(0x0800, Packets.ipv4([0, 7, 8, 0, 1], transport: 47)),
            Packets.ethernet(0x0800, Packets.ipv4([8, 0], transport: 1)),
            Packets.ethernet(0x0800, Packets.ipv4(Packets.udp([1, 2, 3], to: 53), transport: 17)),
            Packets.ethernet(
                0x0800,
                Packets.ipv4(Packets.udp([4, 0, 0, 0, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9], to: 51_820), transport: 17)),
            Packets.ethernet(0x0800, Packets.ipv4([1, 2, 3], transport: 6)),
            Packets.ethernet(0x0800, [0x45]),
            [1, 2],
        ]
        let (outbox, ledger) = Packets.run(frames)
        #expect(ledger == Ledger(unit: "frames", input: 8, output: 0, diagnosed: 8))
        #expect(
            outbox.diagnostics.map(\.code) == [
                .linkNotIP, .linkNotDecoded, .ipOther, .udpOther, .udpNotDecoded, .tcpHeaderUnreadable, .frameCut,
                .frameCut,
            ])
        #expect(outbox.diagnostics.map { $0.blind != nil } == [false, true, false, false, true, true, true, true])
        #expect(outbox.diagnostics.reduce(0) { $0 + $1.units } == 8)
    }

    @Test func quicIsNamedWithItsServer() throws {
        let initial: [UInt8] =
            [0xc3, 0, 0, 0, 1, 8] + [UInt8](repeating: 5, count: 8) + [0] + [UInt8](repeating: 0, count: 1_200)
        let short: [UInt8] = [0x41] + [UInt8](repeating: 9, count: 40)
        let frames = [
            Packets.ethernet(
                0x0800, Packets.ipv4(Packets.udp(initial), transport: 17, from: Self.client, to: Self.server)),
            Packets.ethernet(
                0x0800,
                Packets.ipv4(
                    Packets.udp(short, from: 443, to: 50_000), transport: 17, from: Self.server, to: Self.client)),
        ]
        let (outbox, ledger) = Packets.run(frames)
        let hidden = outbox.diagnostics.compactMap(\.blind)
        #expect(hidden.contains { $0.server == "10.0.0.2:443" && $0.manyHosts })
        #expect(outbox.diagnostics.allSatisfy { $0.code.id.hasPrefix("quic.") })
        #expect(ledger.isBalanced && ledger.output == 2)
    }

    // MARK: Behind a reset

    private func frames(_ frames: [[UInt8]], at seconds: [Int]) -> Outbox<WireEvent> {
        var stack = WireStack()
        var outbox = Outbox<WireEvent>()
        for (place, bytes) in frames.enumerated() {
            let at = Int64(seconds[min(place, seconds.count - 1)]) * 1_000_000
            stack.feed(Packets.frame(place + 1, bytes, at: at), bytes.span, into: &outbox)
        }
        stack.finish(into: &outbox)
        #expect(stack.ledger.isBalanced)
        return outbox
    }

    /// At once, while the connection is kept for late packets, and long after.
    @Test(arguments: [0, 1, 5, 60]) func whatFollowsAForgedResetIsRead(pause: Int) {
        let length = UInt32(Self.request.utf8.count)
        let answer = UInt32(Self.response.utf8.count)
        let all =
            exchange() + [
                toServer("", 101 + length, 0, flags: 4), toServer(Self.request, 101 + length, 901 + answer),
                toClient(Self.response, 901 + answer, 101 + 2 * length),
            ]
        let outbox = frames(all, at: [0, 0, 0, 0, 0, 0, pause])
        #expect(outbox.exchanges.map(\.response?.status) == [204, 204])
        let expected = pause < 2 ? ["tcp.reset-forged"] : ["tcp.joined-late"]
        #expect(outbox.diagnostics.map(\.code.id) == expected)
    }

    /// The SYN of the next connection between the same ports was not captured.
    @Test(arguments: [0, 1, 5, 60]) func aConnectionWithoutItsSYNBehindAResetIsAnother(pause: Int) {
        let length = UInt32(Self.request.utf8.count)
        let all =
            exchange() + [
                toClient("", 901 + UInt32(Self.response.utf8.count), 0, flags: 4),
                toServer(Self.request, 2_000_000_000, 700_000_000),
                toClient(Self.response, 700_000_000, 2_000_000_000 + length),
            ]
        let outbox = frames(all, at: [0, 0, 0, 0, 0, 0, pause])
        #expect(outbox.exchanges.count == 2 && outbox.flows.map(\.number) == [1, 2])
        #expect(outbox.flows.map(\.isJoinedLate) == [false, true])
        #expect(outbox.diagnostics.map(\.code.id) == ["tcp.joined-late"])
    }

    @Test(arguments: [0, 5]) func lateRepetitionsBehindAResetOpenNothing(pause: Int) {
        let late = [toServer("", 156, 0, flags: 4)] + Array(exchange().suffix(2))
        let outbox = frames(exchange() + late, at: [0, 0, 0, 0, 0, 0, pause])
        #expect(outbox.exchanges.count == 1 && outbox.flows.count == 1 && outbox.diagnostics.isEmpty)
    }

    @Test func aRequestInASYNACKIsRead() throws {
        let length = UInt32(Self.request.utf8.count)
        // The side that is asked opened the connection.
        let frames = [
            toClient("", 900, 0, flags: 2), toServer(Self.request, 100, 901, flags: 0x12),
            toClient(Self.response, 901, 101 + length),
        ]
        let (outbox, _) = Packets.run(frames)
        let exchange = try #require(outbox.exchanges.first)
        #expect(exchange.response?.status == 204 && exchange.connection.client == "10.0.0.1:50000")
        #expect(outbox.diagnostics.isEmpty && outbox.exchanges.count == 1)
    }

    // MARK: Protocols that are not read

    private func talk(_ client: [UInt8], _ server: [UInt8]) -> [[UInt8]] {
        handshake() + [
            toServer(client, 101, 901), toClient(server, 901, 101 + UInt32(client.count)),
        ]
    }

    private func toServer(_ bytes: [UInt8], _ sequence: UInt32, _ acknowledgement: UInt32) -> [UInt8] {
        let segment = Packets.tcp(
            bytes, to: 8_080, sequence: sequence, acknowledgement: acknowledgement, flags: 0x18)
        return Packets.ethernet(0x0800, Packets.ipv4(segment, from: Self.client, to: Self.server))
    }

    private func toClient(_ bytes: [UInt8], _ sequence: UInt32, _ acknowledgement: UInt32) -> [UInt8] {
        let segment = Packets.tcp(
            bytes, from: 8_080, to: 50_000, sequence: sequence, acknowledgement: acknowledgement, flags: 0x18)
        return Packets.ethernet(0x0800, Packets.ipv4(segment, from: Self.server, to: Self.client))
    }

    @Test func anUnknownProtocolHidesItsServersHosts() throws {
        let (outbox, _) = Packets.run(talk([1, 2, 3, 4], [5, 6]))
        let diagnostic = try #require(outbox.diagnostics.first)
        #expect(outbox.diagnostics.map(\.code.id) == ["flow.protocol-unknown"])
        #expect(diagnostic.blind?.host == "10.0.0.2:8080" && diagnostic.blind?.server == "10.0.0.2:8080")
        #expect(diagnostic.blind?.from == Timestamp(microseconds: 4_000))
        #expect(diagnostic.blind?.to == Timestamp(microseconds: 5_000))
        let (known, _) = Packets.run(talk(Array("SSH-2.0-a\r\n".utf8), Array("SSH-2.0-b\r\n".utf8)))
        #expect(known.diagnostics.map(\.code.id) == ["flow.protocol-other"])
        #expect(known.diagnostics.first?.blind == nil)
    }

    @Test func aQUICConnectionOfAnotherProtocolIsNamed() throws {
        let vector = try QUICVector("other-protocol")
        var stack = WireStack(secrets: vector.secrets)
        var outbox = Outbox<WireEvent>()
        for (place, datagram) in vector.datagrams.enumerated() {
            let isAsking = datagram.to.hasSuffix(":443")
            let udp = Packets.udp(datagram.bytes, from: isAsking ? 50_000 : 443, to: isAsking ? 443 : 50_000)
            let (from, to) = isAsking ? (Self.client, Self.server) : (Self.server, Self.client)
            let bytes = Packets.ethernet(0x0800, Packets.ipv4(udp, transport: 17, from: from, to: to))
            stack.feed(Packets.frame(place + 1, bytes), bytes.span, into: &outbox)
        }
        stack.finish(into: &outbox)
        #expect(outbox.flows.map(\.protocols) == [["quic", "doq"]])
        #expect(outbox.diagnostics.map(\.code.id) == ["flow.protocol-unknown"])
        #expect(outbox.diagnostics.first?.blind?.host == "ads.example.test")
        #expect(outbox.exchanges.isEmpty)
    }

    // MARK: Tunnels

    /// Each carries a packet without its Ethernet header; all but IP in IP also say what it is.
    private static let tunnels: [(name: String, transport: UInt8, header: [UInt8], isFrame: Bool)] = [
        ("IP in IP", 4, [], false),
        ("GRE", 47, [0, 0, 8, 0], false),
        ("GRE with checksum, key and number", 47, [0xb0, 0, 8, 0] + [UInt8](repeating: 1, count: 12), false),
        ("Ethernet in GRE", 47, [0x20, 0, 0x65, 0x58, 0, 0, 0, 1], true),
        ("PPTP", 47, [0x30, 0x81, 0x88, 0x0b, 0, 40, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0xff, 3, 0, 0x21], false),
        ("MPLS in IP", 137, [0, 1, 1, 64], false),
        ("VXLAN", 17, Packets.udpHeader(to: 4_789) + [8, 0, 0, 0, 0, 0, 1, 0], true),
        ("Geneve", 17, Packets.udpHeader(to: 6_081) + [1, 0, 0x65, 0x58, 0, 0, 1, 0, 1, 2, 3, 4], true),
        ("GTP-U", 17, Packets.udpHeader(to: 2_152) + [0x30, 0xff, 0, 0, 0, 0, 0, 1], false),
        (
            "GTP-U with an extension", 17,
            Packets.udpHeader(to: 2_152) + [0x34, 0xff, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0x85, 1, 0, 9, 0], false
        ),
    ]

    @Test(arguments: tunnels.indices) func packetsInTunnelsAreRead(place: Int) throws {
        let tunnel = Self.tunnels[place]
        let frames = exchange().map { frame in
            let inner = tunnel.isFrame ? frame : Array(frame.dropFirst(14))
            return Packets.ethernet(
                0x0800, Packets.ipv4(tunnel.header + inner, transport: tunnel.transport, from: 1, to: 2))
        }
        let (outbox, ledger) = Packets.run(frames)
        #expect(outbox.exchanges.map(\.response?.status) == [204], "\(tunnel.name)")
        #expect(outbox.exchanges.first?.connection.client == "10.0.0.1:50000")
        #expect(outbox.diagnostics.isEmpty && ledger == Ledger(unit: "frames", input: 5, output: 5))
        // Cut anywhere, each frame is accounted for.
        for length in 0..<frames[3].count {
            let (outbox, ledger) = Packets.run([Array(frames[3].prefix(length))])
            #expect(ledger.isBalanced && (length > 60 || !outbox.diagnostics.isEmpty), "\(tunnel.name) at \(length)")
        }
    }

    @Test func tunnelsInTunnelsEnd() {
        var packet: [UInt8] = [0x45]
        for _ in 0..<40 { packet = Packets.ipv4(packet, transport: 4) }
        let (outbox, ledger) = Packets.run([Packets.ethernet(0x0800, packet)])
        #expect(outbox.diagnostics.map(\.code) == [.ipNotDecoded] && ledger.isBalanced)
        #expect(outbox.diagnostics.first?.blind != nil)
    }

    // MARK: SOCKS

    /// One side's words each, in turn, the client's first.
    private func turns(_ words: [[UInt8]]) -> Outbox<WireEvent> {
        var (sent, received): (UInt32, UInt32) = (101, 901)
        var frames = handshake()
        for (place, bytes) in words.enumerated() where !bytes.isEmpty {
            if place.isMultiple(of: 2) {
                frames.append(toServer(bytes, sent, received))
                sent += UInt32(bytes.count)
            } else {
                frames.append(toClient(bytes, received, sent))
                received += UInt32(bytes.count)
            }
        }
        return Packets.run(frames).outbox
    }

    private static let named: [UInt8] = [5, 1, 0, 3, 16] + Array("ads.example.test".utf8) + [0, 80]
    private static let granted: [UInt8] = [5, 0, 0, 1, 10, 0, 0, 9, 0, 80]
    private static let negotiations: [(name: String, negotiation: [[UInt8]])] = [
        ("socks4", [[4, 1, 0, 80, 192, 0, 2, 1] + Array("me".utf8) + [0], [0, 90, 0, 80, 192, 0, 2, 1]]),
        (
            "socks4",
            [
                [4, 1, 0, 80, 0, 0, 0, 1, 0] + Array("ads.example.test".utf8) + [0], [0, 90, 0, 0, 0, 0, 0, 0],
            ]
        ),
        ("socks5", [[5, 1, 0], [5, 0], named, granted]),
        ("socks5", [[5, 2, 0, 2], [5, 2], [1, 1, 0x61, 2, 0x62, 0x63], [1, 0], named, granted]),
        ("socks5", [[5, 1, 0], [5, 0], [5, 1, 0, 1, 192, 0, 2, 1, 0, 80], granted]),
        (
            "socks5",
            [
                [5, 1, 0], [5, 0], [5, 1, 0, 4] + [UInt8](repeating: 1, count: 16) + [0, 80],
                [5, 0, 0, 4] + [UInt8](repeating: 2, count: 16) + [0, 80],
            ]
        ),
        // The client goes on without waiting.
        ("socks5", [[5, 1, 0] + named, [5, 0] + granted]),
    ]

    @Test(arguments: negotiations) func tunnelsThroughSOCKSAreRead(name: String, negotiation: [[UInt8]]) throws {
        let outbox = turns(negotiation + [Array(Self.request.utf8), Array(Self.response.utf8)])
        let exchange = try #require(outbox.exchanges.first)
        #expect(exchange.url == "http://ads.example.test/pixel?e=start" && exchange.response?.status == 204)
        #expect(exchange.notes.contains(Exchange.proxied))
        #expect(outbox.exchanges.count == 1 && outbox.diagnostics.isEmpty)
        #expect(outbox.flows.first?.protocols == [name, "http/1.1"])
    }

    @Test func tunnelsThroughSOCKSThatCannotBeReadAreBlind() throws {
        // Signing in by GSS-API encrypts what follows; datagrams go elsewhere.
        for words in [
            [[5, 1, 1], [5, 1], [1, 1, 0, 2, 9, 9], [1, 1, 0, 2, 8, 8], [7, 7, 7]],
            [[5, 1, 0], [5, 0], [5, 3, 0, 1, 0, 0, 0, 0, 0, 0], Self.granted],
        ] as [[[UInt8]]] {
            let outbox = turns(words)
            #expect(outbox.diagnostics.map(\.code.id) == ["flow.protocol-unknown"])
            #expect(outbox.diagnostics.first?.blind?.server == "10.0.0.2:8080")
        }
        // Nothing passes a tunnel that is refused.
        let refused = turns([[5, 1, 0], [5, 0], Self.named, [5, 5, 0, 1, 0, 0, 0, 0, 0, 0]])
        #expect(refused.diagnostics.isEmpty && refused.exchanges.isEmpty)
        let unknown = turns([[5, 1, 0], [6, 0], [1, 2, 3]])
        #expect(unknown.diagnostics.map(\.code.id) == ["flow.protocol-unknown"])
    }

    @Test func flowsAreBounded() {
        var stack = WireStack(secrets: [], limits: WireLimits(flows: 8))
        var outbox = Outbox<WireEvent>()
        for number in 1...50 {
            let bytes = toServer(Self.request, 1, 1, port: 10_000 + number)
            stack.feed(Packets.frame(number, bytes), bytes.span, into: &outbox)
        }
        stack.finish(into: &outbox)
        #expect(outbox.flows.count == 50)
        #expect(outbox.exchanges.count == 50)
        let closed = outbox.diagnostics.filter { $0.code == .tcpFlowLimit }
        #expect(closed.count == 42 && closed.allSatisfy { $0.blind?.server == "10.0.0.2:8080" })
    }

    /// What waits behind a hole leaves when too much does, and the hole is named.
    @Test func waitingBytesAreBounded() throws {
        var stack = WireStack(secrets: [], limits: WireLimits(heldBytes: 100))
        var outbox = Outbox<WireEvent>()
        let far = 101 + 2 * UInt32(Self.request.utf8.count)
        let frames = exchange() + [toServer(Self.request, far, 928), toServer(Self.request, far + 55, 928)]
        for (place, bytes) in frames.enumerated() {
            stack.feed(Packets.frame(place + 1, bytes), bytes.span, into: &outbox)
        }
        #expect(outbox.diagnostics.map(\.code) == [.tcpMemoryLimit])
        stack.finish(into: &outbox)
        let gap = try #require(outbox.diagnostics.first { $0.code == .tcpGap })
        #expect(gap.blind?.hides == .requests && gap.blind?.server == "10.0.0.2:8080")
    }

    @Test func anyFramesAreTaken() {
        var random = SeededGenerator(seed: 21)
        let frames = exchange()
        for round in 0..<400 {
            let mutants = (0..<3).flatMap { _ in frames.map { Mutation.mutate($0, using: &random) } }
            let linkType = [1, 0, 101, 113, 276, 239, 253, 258, 9, 51, 105, 127][round % 12]
            let (_, ledger) = Packets.run(mutants, linkType: linkType)
            #expect(ledger.isBalanced, "round \(round): \(ledger)")
        }
    }

    @Test func everyCodeIsListedOnce() {
        #expect(Set(PacketDiagnostics.all).count == PacketDiagnostics.all.count)
    }
}
