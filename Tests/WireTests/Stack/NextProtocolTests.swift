import Model
import Testing

@testable import Wire

@Suite struct NextProtocolTests {
    private func decide(
        _ toServer: String, _ toClient: String = "", isJoinedLate: Bool = false, alpn: String? = nil,
        isLast: Bool = false
    ) -> NextProtocol? {
        NextProtocol.decide(
            NextProtocol.FirstBytes(
                toServer: Array(toServer.utf8), toClient: Array(toClient.utf8), isJoinedLate: isJoinedLate,
                applicationProtocol: alpn), isLast: isLast)
    }

    @Test func contentDecides() {
        #expect(decide("GET /?a=1") == .http1)
        #expect(decide("\r\nPOST / HTTP/1.1\r\n") == .http1)
        #expect(decide("PURGE /cache HTTP/1.1\r\n") == .http1)
        #expect(decide("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n") == .http2)
        #expect(decide("", "HTTP/1.1 200 OK\r\n") == .http1)
        #expect(decide("", "\u{0}\u{0}\u{6}\u{4}\u{0}\u{0}\u{0}\u{0}\u{0}") == .http2)
        #expect(decide("\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\u{1}\u{fc}") == .tls)
        #expect(decide("EHLO mail.example.test\r\n", "220 mail\r\n", isLast: true) == .other("smtp or ftp"))
        #expect(decide("SSH-2.0-x\r\n", isLast: true) == .other("ssh"))
        #expect(decide("\u{1}\u{2}\u{3}", isLast: true) == .other("unknown"))
    }

    /// Whoever answers it in TLS is read as TLS, which then says what it could not read; else its host is blind.
    @Test func aHelloInTheFormOfSSL2IsNamed() {
        let hello: [UInt8] = [0x80, 28, 1, 3, 1, 0, 3, 0, 0, 0, 16, 0, 0, 0x35] + [UInt8](repeating: 7, count: 16)
        func decide(_ toClient: [UInt8]) -> NextProtocol? {
            NextProtocol.decide(NextProtocol.FirstBytes(toServer: hello, toClient: toClient), isLast: true)
        }
        #expect(decide([]) == .other("an SSL 2 hello") && decide([0x80, 3, 4]) == .other("an SSL 2 hello"))
        #expect(!NextProtocol.carriesNoHTTP("an SSL 2 hello"))
        #expect(decide([22, 3, 1, 0, 74, 2, 0, 0, 70]) == .tls)
    }

    @Test func tooLittleIsUndecided() {
        for text in ["", "G", "GE", "GET", "PRI", "PRI * HTTP/2.", "PURGE /cache HTT", "\u{16}\u{3}"] {
            #expect(decide(text) == nil, "\(text)")
        }
    }

    @Test func whatTheFirstBytesLeaveOpenIsToldByTheNegotiatedProtocol() {
        #expect(decide("\u{1}\u{2}", alpn: "h2", isLast: true) == .http2)
        #expect(decide("\u{1}\u{2}", alpn: "http/1.1", isLast: true) == .http1)
        #expect(decide("\u{1}\u{2}", alpn: "apns-pack-v1", isLast: true) == .other("apns-pack-v1"))
        #expect(decide("middle of a body", isJoinedLate: true, isLast: true) == .http1)
    }
}

extension NextProtocolTests {
    private func joined(_ toServer: [UInt8], _ toClient: [UInt8] = [], isJoinedLate: Bool = true) -> NextProtocol? {
        NextProtocol.decide(
            NextProtocol.FirstBytes(toServer: toServer, toClient: toClient, isJoinedLate: isJoinedLate), isLast: true)
    }

    @Test func recordsOfDataInTheMiddleOfAConnectionAreTLS() {
        let record: [UInt8] = [23, 3, 3, 0, 4, 1, 2, 3, 4]
        #expect(joined(record) == .tls)
        #expect(joined([], record + record) == .tls)
        #expect(joined(Array(record.prefix(6))) == .tls)
        #expect(joined(record + [1, 2]) == .tls)
        #expect(joined(record + [1, 2, 3, 4, 5]) == .http1)
        #expect(joined(Array(record.prefix(4))) == .http1)
        #expect(joined([23, 3, 3, 0, 0]) == .http1)
        #expect(joined(record, isJoinedLate: false) == .other("unknown"))
    }
}

@Suite struct ConversationTests {
    private func run(_ events: [(Direction, String)]) -> (outbox: Outbox<WireEvent>, conversation: Wire.Conversation) {
        var conversation = Wire.Conversation(flow: 1)
        conversation.setEndpoints(client: "10.0.0.1:50000", server: "10.0.0.2:8080")
        var context = WireContext(secrets: SecretStore(), limits: WireLimits())
        for (index, (direction, text)) in events.enumerated() {
            let mark = Mark(at: Timestamp(microseconds: Int64(index)), frames: index + 1...index + 1)
            conversation.feed(.bytes(direction, Array(text.utf8), mark), in: &context)
        }
        conversation.finish(in: &context)
        return (context.outbox, conversation)
    }

    @Test func aTunnelThroughAProxyIsALayerOfItsOwn() {
        let (outbox, conversation) = run([
            (.toServer, "CONNECT ads.example.test:80 HTTP/1.1\r\nHost: ads.example.test:80\r\n\r\n"),
            (.toClient, "HTTP/1.1 200 Connection established\r\n\r\n"),
            (.toServer, "GET /pixel HTTP/1.1\r\nHost: ads.example.test\r\n\r\n"),
            (.toClient, "HTTP/1.1 204 No Content\r\n\r\n"),
        ])
        #expect(outbox.exchanges.map(\.request.method) == ["CONNECT", "GET"])
        #expect(outbox.exchanges.last?.url == "http://ads.example.test/pixel")
        #expect(conversation.protocols == ["http/1.1", "http/1.1"])
        #expect(conversation.serverName == "ads.example.test")
    }

    @Test func aRequestByteByByteIsTheSame() {
        let request = "GET /pixel HTTP/1.1\r\nHost: ads.example.test\r\n\r\n"
        let (outbox, conversation) = run(request.map { (.toServer, String($0)) })
        #expect(outbox.exchanges.map(\.request.target) == ["/pixel"])
        #expect(outbox.exchanges.first?.startedAt == Timestamp(microseconds: 0))
        #expect(conversation.onlyHost == "ads.example.test")
    }

    @Test func anotherProtocolIsCountedAndNamed() {
        let (outbox, conversation) = run([(.toClient, "220 mail ready\r\n"), (.toServer, "EHLO me\r\n")])
        #expect(outbox.diagnostics.map(\.code) == [.flowProtocolOther])
        #expect(conversation.protocols == ["smtp or ftp"])
        #expect(!conversation.mayCarryHTTP)
    }
}
