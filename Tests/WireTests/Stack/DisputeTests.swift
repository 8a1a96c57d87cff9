import Model
import TestSupport
import Testing

@testable import Wire

/// Packets that receivers read in more than one way, and names that the network contradicts.
@Suite struct DisputeTests {
    private static let device: UInt32 = 0x0a00_0007
    private static let tracker: UInt32 = 0xc000_0209
    private static let sink: UInt32 = 0xc633_6401
    private static let resolver: UInt32 = 0x0a00_0035
    private static let response = "HTTP/1.1 204 No Content\r\n\r\n"

    private static func request(_ path: String, host: String = "t.test") -> String {
        "GET \(path) HTTP/1.1\r\nHost: \(host)\r\n\r\n"
    }

    /// One connection, segment by segment; sequence numbers count from the first byte of each side.
    private struct Connection {
        var port = 50_000
        var serverPort = 80
        var server = DisputeTests.tracker
        private(set) var frames: [[UInt8]] = []

        init(port: Int = 50_000, serverPort: Int = 80, server: UInt32 = DisputeTests.tracker) {
            self.port = port
            self.serverPort = serverPort
            self.server = server
            client("", at: -1, flags: 2)
            self.serve("", at: -1, acknowledging: 0, flags: 0x12)
        }

        mutating func client(_ text: String, at offset: Int, flags: UInt8 = 0x18) {
            let bytes = Packets.tcp(
                Array(text.utf8), from: port, to: serverPort, sequence: UInt32(1_001 + offset), acknowledgement: 9_001,
                flags: flags)
            frames.append(Packets.ethernet(0x0800, Packets.ipv4(bytes, from: DisputeTests.device, to: server)))
        }

        mutating func serve(_ text: String, at offset: Int = 0, acknowledging acknowledged: Int, flags: UInt8 = 0x18) {
            let bytes = Packets.tcp(
                Array(text.utf8), from: serverPort, to: port, sequence: UInt32(9_001 + offset),
                acknowledgement: UInt32(1_001 + acknowledged), flags: flags)
            frames.append(Packets.ethernet(0x0800, Packets.ipv4(bytes, from: server, to: DisputeTests.device)))
        }
    }

    private static func dns(_ name: String, _ addresses: [UInt32], type: Int = 1) -> [UInt8] {
        var labels: [UInt8] = []
        for label in name.split(separator: ".") { labels += [UInt8(label.utf8.count)] + Array(label.utf8) }
        labels.append(0)
        var message = Packets.big16(7) + Packets.big16(0x8180) + Packets.big16(1) + Packets.big16(addresses.count)
        message += [0, 0, 0, 0] + labels + Packets.big16(type) + [0, 1]
        for address in addresses {
            message +=
                [0xc0, 12] + Packets.big16(type) + [0, 1, 0, 0, 0, 60] + Packets.big16(4) + Packets.big32(address)
        }
        return Packets.ethernet(
            0x0800,
            Packets.ipv4(
                Packets.udp(message, from: 53, to: 40_000), transport: 17, from: Self.resolver, to: Self.device))
    }

    // MARK: Overlaps

    @Test func aSecondFormOfARequestDisputesIt() throws {
        var connection = Connection()
        let first = Self.request("/impression?n=1")
        connection.client(first, at: 0)
        connection.client(Self.request("/impression?n=2"), at: 0)
        connection.serve(Self.response, acknowledging: first.utf8.count)
        let (outbox, ledger) = Packets.run(connection.frames)
        #expect(outbox.exchanges.map(\.isDisputed) == [true])
        let diagnostic = try #require(outbox.diagnostics.first { $0.code == .tcpBytesDisputed })
        #expect(diagnostic.blind?.host == "t.test")
        #expect(diagnostic.blind?.server == "192.0.2.9:80")
        #expect(diagnostic.blind?.from == Timestamp(microseconds: 3_000))
        #expect(diagnostic.blind?.to == Timestamp(microseconds: 4_000))
        #expect(ledger.isBalanced)
    }

    @Test func theSameBytesAgainDisputeNothing() {
        var connection = Connection()
        let first = Self.request("/impression?n=1")
        connection.client(first, at: 0)
        connection.client(first, at: 0)
        connection.client(String(first.dropFirst(9)), at: 9)
        connection.serve(Self.response, acknowledging: first.utf8.count)
        let (outbox, _) = Packets.run(connection.frames)
        #expect(outbox.exchanges.map(\.isDisputed) == [false])
        #expect(outbox.diagnostics.isEmpty)
    }

    /// The server has read the first form: it says so.
    @Test func aSecondFormBehindTheAcknowledgementDisputesNothing() {
        var connection = Connection()
        let first = Self.request("/impression?n=1")
        connection.client(first, at: 0)
        connection.serve(Self.response, acknowledging: first.utf8.count)
        connection.client(Self.request("/impression?n=2"), at: 0)
        let (outbox, _) = Packets.run(connection.frames)
        #expect(outbox.exchanges.map(\.isDisputed) == [false])
        #expect(outbox.diagnostics.map(\.code) == [.tcpRetransmissionDiffers])
        #expect(outbox.diagnostics.allSatisfy { $0.blind == nil })
    }

    /// The second request alone came in two forms: the first is none of it.
    @Test func onlyWhatIsUnderWayIsDisputed() {
        var connection = Connection()
        let (first, second) = (Self.request("/start"), Self.request("/complete"))
        let length = first.utf8.count
        connection.client(first, at: 0)
        connection.serve(Self.response, acknowledging: length)
        connection.client(String(second.prefix(20)), at: length)
        connection.client("GET /midpoint1 HTTP/1", at: length)
        connection.client(String(second.dropFirst(20)), at: length + 20)
        connection.serve(Self.response, at: Self.response.utf8.count, acknowledging: length + second.utf8.count)
        let (outbox, _) = Packets.run(connection.frames)
        #expect(outbox.exchanges.map(\.isDisputed) == [false, true])
    }

    /// Out of order, both forms wait: what they might have said is a gap.
    @Test func twoFormsThatWaitAreAGap() {
        var connection = Connection()
        let request = Self.request("/impression?n=1")
        connection.client(String(request.dropFirst(10)), at: 10)
        connection.client(String(Self.request("/impression?n=2").dropFirst(10)), at: 10)
        connection.client(String(request.prefix(10)), at: 0)
        connection.serve(Self.response, acknowledging: request.utf8.count)
        let (outbox, _) = Packets.run(connection.frames)
        #expect(!outbox.exchanges.contains { $0.request.target.contains("impression") })
        #expect(outbox.diagnostics.contains { $0.code == .tcpBytesDisputed && $0.blind?.server == "192.0.2.9:80" })
    }

    @Test(arguments: [false, true])
    func fragmentsThatOverlap(differ: Bool) {
        let segment = Packets.tcp(Array(Self.request("/impression").utf8), sequence: 1_001, acknowledgement: 9_001)
        func fragment(_ range: Range<Int>, _ bytes: [UInt8], isLast: Bool) -> [UInt8] {
            Packets.ethernet(
                0x0800,
                Packets.ipv4(
                    Array(bytes[range]), from: Self.device, to: Self.tracker, identification: 77,
                    fragment: range.lowerBound / 8 | (isLast ? 0 : 0x2000)))
        }
        var other = segment
        if differ { other[30] ^= 1 }
        var connection = Connection()
        connection.serve("", acknowledging: 0)
        let (outbox, ledger) = Packets.run(
            connection.frames + [
                fragment(0..<32, segment, isLast: false), fragment(24..<40, other, isLast: false),
                fragment(40..<segment.count, segment, isLast: true),
            ])
        #expect(outbox.exchanges.count == (differ ? 0 : 1))
        #expect(outbox.diagnostics.contains { $0.code == .ipFragmentsDisputed && $0.blind != nil } == differ)
        #expect(ledger.isBalanced)
    }

    // MARK: Names

    private func asked(
        _ answers: [[UInt8]], server: UInt32 = sink, host: String = "t.test", text: String? = nil
    ) -> (isDisputed: Bool, diagnostics: [Diagnostic]) {
        var connection = Connection(server: server)
        let request = text ?? Self.request("/impression", host: host)
        connection.client(request, at: 0)
        connection.serve(Self.response, acknowledging: request.utf8.count)
        let (outbox, _) = Packets.run(answers + connection.frames)
        return (outbox.exchanges.contains(where: \.isDisputed), outbox.diagnostics)
    }

    @Test func aNameAtSomebodyElsesAddressIsDisputed() throws {
        let outcome = asked([Self.dns("t.test", [Self.tracker]), Self.dns("sink.example", [Self.sink])])
        #expect(outcome.isDisputed)
        let diagnostic = try #require(outcome.diagnostics.first)
        #expect(diagnostic.code == .requestAddressContradicts)
        #expect(diagnostic.blind?.host == "t.test" && diagnostic.blind?.server == nil)
    }

    @Test func whatDNSDoesNotContradictIsBelieved() {
        // Nothing is known of the host, or of the address.
        #expect(!asked([Self.dns("sink.example", [Self.sink])]).isDisputed)
        #expect(!asked([Self.dns("t.test", [Self.tracker])]).isDisputed)
        // A network of servers: the address is given for both, now or at another time.
        #expect(
            !asked([Self.dns("t.test", [Self.tracker, Self.sink]), Self.dns("sink.example", [Self.sink])]).isDisputed)
        #expect(
            !asked([
                Self.dns("t.test", [Self.tracker]), Self.dns("t.test", [Self.sink]),
                Self.dns("sink.example", [Self.sink]),
            ]).isDisputed)
        // Another name of the same domain.
        #expect(!asked([Self.dns("t.test", [Self.tracker]), Self.dns("www.t.test", [Self.sink])]).isDisputed)
        // A service record may lead anywhere.
        #expect(
            !asked([
                Self.dns("t.test", [Self.tracker]), Self.dns("t.test", [1], type: 65),
                Self.dns("sink.example", [Self.sink]),
            ]).isDisputed)
    }

    @Test func aProxysAddressContradictsNoName() {
        let answers = [Self.dns("t.test", [Self.tracker]), Self.dns("proxy.example", [Self.sink])]
        let whole = "GET http://t.test/impression HTTP/1.1\r\nHost: t.test\r\n\r\n"
        #expect(!asked(answers, text: whole).isDisputed)
    }

    /// Later hosts come along on a connection by right of its certificate.
    @Test func whatComesAlongIsBelieved() {
        var connection = Connection(server: Self.sink)
        let (first, second) = (Self.request("/", host: "sink.example"), Self.request("/impression"))
        connection.client(first, at: 0)
        connection.serve(Self.response, acknowledging: first.utf8.count)
        connection.client(second, at: first.utf8.count)
        connection.serve(
            Self.response, at: Self.response.utf8.count, acknowledging: first.utf8.count + second.utf8.count)
        let answers = [Self.dns("t.test", [Self.tracker]), Self.dns("sink.example", [Self.sink])]
        let (outbox, _) = Packets.run(answers + connection.frames)
        #expect(outbox.exchanges.count == 2)
        #expect(outbox.exchanges.map(\.isDisputed) == [false, false])
    }

    @Test func brokenAnswersTeachNothing() {
        let answer = Self.dns("t.test", [Self.tracker])
        for length in 42...answer.count {
            var cut = Array(answer[..<length])
            let total = Packets.big16(length - 14)
            cut.replaceSubrange(16..<18, with: total)
            _ = asked([cut, Self.dns("sink.example", [Self.sink])])
        }
        var loop = answer
        // The name of the answer points at itself.
        loop.replaceSubrange((loop.count - 16)..<(loop.count - 14), with: [0xc0, UInt8(loop.count - 16 - 42)])
        #expect(!asked([loop, Self.dns("sink.example", [Self.sink])]).isDisputed)
    }
}
