import Model
import TestSupport
import Testing

@testable import Wire

/// Conversations written by hand; each is fed whole, byte by byte, in random pieces, as every prefix, and damaged.
@Suite struct HTTP1ConversationTests {
    private func make() -> ExchangesOf<HTTP1Decoder> { ExchangesOf(HTTP1Decoder(flow: .example)) }

    /// Checks the exchanges, the diagnostics, and that no way of feeding changes them.
    private func expect(
        _ expected: [String], diagnostics: [String] = [], of write: (inout Conversation) -> Void,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let conversation = Conversation(write).events
        let items = FlowDecoderVerifier.run(make(), on: conversation)
        let outbox = items.reduce(into: Outbox<Exchange>()) { outbox, item in
            switch item {
            case .event(let exchange): outbox.emit(exchange)
            case .diagnostic(let diagnostic): outbox.report(diagnostic)
            }
        }
        #expect(outbox.events.map(summary) == expected, sourceLocation: sourceLocation)
        #expect(outbox.diagnostics.map(\.code.id) == diagnostics, sourceLocation: sourceLocation)
        FlowDecoderVerifier.verify(make, on: conversation, sourceLocation: sourceLocation)
        FlowDecoderVerifier.mutate(make, on: conversation, rounds: 300) { _, items in
            for case .event(let exchange) in items {
                #expect(exchange.response == nil || exchange.ending == .answered, sourceLocation: sourceLocation)
            }
        }
    }

    @Test func keepAlive() {
        expect(["GET https://a.test/1 -> 200 kept hello", "POST https://a.test/2?x=1 -> 204 empty"]) {
            $0.client("GET /1 HTTP/1.1\r\nHost: a.test\r\n\r\n")
            $0.server("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello")
            $0.client("POST /2?x=1 HTTP/1.1\r\nHost: a.test\r\nContent-Length: 3\r\n\r\nabc")
            $0.server("HTTP/1.1 204 No Content\r\n\r\n")
        }
    }

    @Test func pipelinedRequestsArePairedInOrder() {
        expect([
            "GET https://a.test/1 -> 200 kept 1", "GET https://a.test/2 -> 404 kept 22",
            "HEAD https://a.test/3 -> 200 empty",
        ]) {
            $0.client(
                "GET /1 HTTP/1.1\r\nHost: a.test\r\n\r\nGET /2 HTTP/1.1\r\nHost: a.test\r\n\r\nHEAD /3 HTTP/1.1\r\nHost: a.test\r\n\r\n"
            )
            $0.server(
                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n1HTTP/1.1 404 No\r\nContent-Length: 2\r\n\r\n22HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n"
            )
        }
    }

    @Test func chunkedWithExtensionsAndTrailers() {
        expect(["GET https://a.test/ -> 200 kept hello world [trailers]"]) {
            $0.client("GET / HTTP/1.1\r\nHost: a.test\r\n\r\n")
            $0.server("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;name=value\r\nhello\r\n")
            $0.server("6 \r\n world\r\n0\r\nServer-Timing: x\r\n\r\n")
        }
    }

    @Test func chunkedRequestBody() {
        let conversation = Conversation {
            $0.client("POST / HTTP/1.1\r\nHost: a.test\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n")
            $0.server("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
        let exchanges = exchanges(conversation)
        #expect(exchanges.first?.request.body == .kept(Array("abc".utf8)))
    }

    @Test func bodyToTheEndOfTheConnection() {
        expect(["GET https://a.test/ -> 200 kept all of it"]) {
            $0.client("GET / HTTP/1.0\r\nHost: a.test\r\n\r\n")
            $0.server("HTTP/1.0 200 OK\r\n\r\nall of ")
            $0.server("it")
            $0.end(.toClient)
        }
    }

    @Test func bodyToTheEndOfTheCaptureIsCut() {
        expect(["GET https://a.test/ -> 200 cut all of [cut]"]) {
            $0.client("GET / HTTP/1.0\r\nHost: a.test\r\n\r\n")
            $0.server("HTTP/1.0 200 OK\r\n\r\nall of")
        }
    }

    @Test func interimResponsesAreNotes() {
        expect(["POST https://a.test/ -> 200 kept ok [interim]"]) {
            $0.client("POST / HTTP/1.1\r\nHost: a.test\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
            $0.server("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n")
            $0.client("hi")
            $0.server("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        }
    }

    @Test func absoluteFormOverridesHost() {
        expect(["GET http://b.test:8080/p?q -> 304 empty [proxied]"]) {
            $0.client("GET http://user@b.test:8080/p?q HTTP/1.1\r\nHost: B.test\r\n\r\n")
            $0.server("HTTP/1.1 304 Not Modified\r\nContent-Length: 100\r\n\r\n")
        }
    }

    @Test func lineFeedsFoldsAndSpacesBeforeColons() {
        let conversation = Conversation {
            $0.client("\r\n\r\nGET /a b HTTP/1.1\nHost: a.test\nX-Long : one\n  two\n\tthree\n\n")
            $0.server("HTTP/1.1 200\nContent-Length: 2\n\nok")
        }
        let found = exchanges(conversation)
        #expect(found.map(summary) == ["GET https://a.test/a b -> 200 kept ok"])
        #expect(found.first?.request.headers["x-long"] == "one two three")
        FlowDecoderVerifier.verify(make, on: conversation.events)
    }

    @Test func framesAndTimesOfAnExchange() {
        let conversation = Conversation {
            $0.client("GET / HT")
            $0.client("TP/1.1\r\nHost: a.test\r\n\r\n")
            $0.server("HTTP/1.1 200 OK\r\nContent-Le")
            $0.server("ngth: 4\r\n\r\nab")
            $0.server("cd")
        }
        let exchange = exchanges(conversation).first
        #expect(exchange?.startedAt == Timestamp(microseconds: 1_000))
        #expect(exchange?.locator == .frames(1...5))
        #expect(exchange?.response?.startedAt == Timestamp(microseconds: 3_000))
        #expect(exchange?.response?.endedAt == Timestamp(microseconds: 5_000))
        #expect(exchange?.connection.protocolName == "http/1.1")
    }

    // MARK: Connections that end

    @Test func closedWithoutAnswerIsFailed() {
        expect(["GET https://a.test/1 -> failed"]) {
            $0.client("GET /1 HTTP/1.1\r\nHost: a.test\r\n\r\n")
            $0.end(.toClient)
        }
    }

    @Test func requestOnAConnectionTheServerHasClosedIsFailed() {
        expect(["GET https://a.test/1 -> 200 empty", "GET https://a.test/2 -> failed"]) {
            $0.client("GET /1 HTTP/1.1\r\nHost: a.test\r\n\r\n")
            $0.server("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            $0.end(.toClient)
            $0.client("GET /2 HTTP/1.1\r\nHost: a.test\r\n\r\n")
        }
    }

    @Test func resetWithoutAnswerIsFailed() {
        expect(["GET https://a.test/1 -> failed"]) {
            $0.client("GET /1 HTTP/1.1\r\nHost: a.test\r\n\r\n")
            $0.end(.toServer, reset: true)
        }
    }

    @Test func captureEndsBeforeTheAnswer() {
        expect(["GET https://a.test/1 -> unseen"]) { $0.client("GET /1 HTTP/1.1\r\nHost: a.test\r\n\r\n") }
    }

    @Test func closedInsideABody() {
        expect(["GET https://a.test/1 -> 200 cut 12345 [cut]"]) {
            $0.client("GET /1 HTTP/1.1\r\nHost: a.test\r\n\r\n")
            $0.server("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345")
            $0.end(.toClient)
        }
    }

    // MARK: Missing bytes

    @Test func gapInsideABodyOfKnownLength() {
        expect(["GET https://a.test/1 -> 200 cut ab [gap]", "GET https://a.test/2 -> 200 kept ok"]) {
            $0.client("GET /1 HTTP/1.1\r\nHost: a.test\r\n\r\n")
            $0.server("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nab")
            $0.gap(.toClient, 5)
            $0.server("xyz")
            $0.client("GET /2 HTTP/1.1\r\nHost: a.test\r\n\r\n")
            $0.server("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        }
    }

    @Test func gapOverTheEndOfABody() {
        expect(
            ["GET https://a.test/1 -> 200 cut ab [gap,cut]", "GET https://a.test/2 -> 200 kept ok"],
            diagnostics: ["http1.resynchronised"]
        ) {
            $0.client("GET /1 HTTP/1.1\r\nHost: a.test\r\n\r\n")
            $0.server("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nab")
            $0.gap(.toClient, nil)
            $0.server("tail of something")
            $0.client("GET /2 HTTP/1.1\r\nHost: a.test\r\n\r\n")
            $0.server("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        }
    }

    @Test func lostResponseIsUnseenAndTheNextIsPairedRightly() {
        expect(["GET https://a.test/1 -> unseen", "GET https://a.test/2 -> 200 kept 2"]) {
            $0.client("GET /1 HTTP/1.1\r\nHost: a.test\r\n\r\n")
            $0.gap(.toClient, 300)
            $0.client("GET /2 HTTP/1.1\r\nHost: a.test\r\n\r\n")
            $0.server("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n2")
        }
    }

    @Test func lostRequestLeavesItsResponseAlone() {
        expect(
            [
                "GET https://a.test/1 -> 200 kept 1", " https:// -> 200 kept 2 [request-unseen]",
                "GET https://a.test/3 -> 200 kept 3",
            ],
            diagnostics: ["http1.request-unseen"]
        ) {
            $0.client("GET /1 HTTP/1.1\r\nHost: a.test\r\n\r\n")
            $0.server("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n1")
            $0.server("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n2")
            $0.gap(.toServer, 40)
            $0.client("GET /3 HTTP/1.1\r\nHost: a.test\r\n\r\n")
            $0.server("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n3")
        }
    }

    @Test func lossAmongPipelinedResponsesIsNeverGuessed() {
        expect(
            [
                "GET https://a.test/1 -> unseen", "GET https://a.test/2 -> unseen",
                " https:// -> 200 kept ? [request-unseen]",
            ],
            diagnostics: ["http1.pairing-lost", "http1.request-unseen"]
        ) {
            $0.client("GET /1 HTTP/1.1\r\nHost: a.test\r\n\r\nGET /2 HTTP/1.1\r\nHost: a.test\r\n\r\n")
            $0.gap(.toClient, nil)
            $0.server("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n?")
        }
    }

    @Test func captureBeginsInsideAConversation() {
        expect(
            ["GET https://a.test/2 -> 200 kept 2"], diagnostics: ["http1.resynchronised", "http1.resynchronised"]
        ) {
            $0.gap(.toClient)
            $0.gap(.toServer)
            $0.server("rest of a body {\"HTTP/1.1\": 1}")
            $0.client("=1&y=2GET /2 HTTP/1.1\r\nHost: a.test\r\n\r\n")
            $0.server("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n2")
        }
    }

    @Test func responsesOnly() {
        expect(
            [" https:// -> 200 kept 1 [request-unseen]", " https:// -> 204 empty [request-unseen]"],
            diagnostics: ["http1.request-unseen", "http1.request-unseen"]
        ) {
            $0.server("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n1")
            $0.server("HTTP/1.1 204 No Content\r\n\r\n")
        }
    }

    @Test func requestHeadCutByAGap() {
        expect(
            ["GET https://a.test/1 -> unseen [head-cut]", "GET https://a.test/2 -> 200 kept 2"],
            diagnostics: ["http1.head-cut"]
        ) {
            $0.client("GET /1 HTTP/1.1\r\nHost: a.test\r\nUser-Ag")
            $0.gap(.toServer, 10)
            $0.gap(.toClient, 10)
            $0.client("GET /2 HTTP/1.1\r\nHost: a.test\r\n\r\n")
            $0.server("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n2")
        }
    }

    // MARK: Malformed heads

    @Test func garbageBetweenMessages() {
        expect(
            ["GET https://a.test/1 -> 200 kept 1", "GET https://a.test/2 -> 200 kept 2"],
            diagnostics: ["http1.head-malformed", "http1.resynchronised"]
        ) {
            $0.client("GET /1 HTTP/1.1\r\nHost: a.test\r\n\r\n")
            $0.server("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n1")
            $0.client("no request at all\r\nGET /2 HTTP/1.1\r\nHost: a.test\r\n\r\n")
            $0.server("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n2")
        }
    }

    @Test func chunkSizeThatIsNone() {
        expect(
            ["GET https://a.test/1 -> 200 missing [cut]", "GET https://a.test/2 -> 200 kept 2"],
            diagnostics: ["http1.chunk-malformed", "http1.resynchronised"]
        ) {
            $0.client("GET /1 HTTP/1.1\r\nHost: a.test\r\n\r\n")
            $0.server("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nplain")
            $0.client("GET /2 HTTP/1.1\r\nHost: a.test\r\n\r\n")
            $0.server("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n2")
        }
    }

    @Test func lengthsThatContradict() {
        expect(
            ["GET https://a.test/ -> 200 missing [response-disputed]"],
            diagnostics: ["http1.framing-conflict", "http1.boundaries-disputed"]
        ) {
            $0.client("GET / HTTP/1.1\r\nHost: a.test\r\n\r\n")
            $0.server("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc")
            $0.end(.toClient)
        }
    }

    // MARK: Tunnels and upgrades

    @Test func connectBecomesATunnel() {
        let conversation = Conversation {
            $0.client("CONNECT ads.test:443 HTTP/1.1\r\nHost: ads.test:443\r\n\r\n")
            $0.server("HTTP/1.1 200 Connection established\r\n\r\n")
            $0.client([0x16, 0x03, 0x01])
            $0.server([0x16, 0x03, 0x03])
            $0.end(.toClient)
        }
        let items = FlowDecoderVerifier.run(HTTP1Decoder(flow: .example), on: conversation.events)
        let passed = items.compactMap { item -> StreamEvent? in
            guard case .event(.passed(let event)) = item else { return nil }
            return event
        }
        #expect(passed == Array(conversation.events[2...]))
        #expect(
            items.contains {
                guard case .event(.handover(.tunnel("ads.test:443"), _)) = $0 else { return false }
                return true
            })
        #expect(exchanges(conversation).map(summary) == ["CONNECT https://ads.test:443 -> 200 empty"])
        FlowDecoderVerifier.verify(make, on: conversation.events)
        FlowDecoderVerifier.verify(
            { HTTP1Decoder(flow: .example) }, on: conversation.events,
            join: { earlier, later in
                guard case .passed(let first) = earlier, case .passed(let second) = later else { return nil }
                return FlowDecoderVerifier.joinBytes(first, second).map { .passed($0) }
            })
    }

    @Test func refusedConnectGoesOnAsHTTP() {
        expect(["CONNECT https://ads.test:443 -> 407 kept no", "GET http://a.test/ -> 200 empty [proxied]"]) {
            $0.client("CONNECT ads.test:443 HTTP/1.1\r\n\r\n")
            $0.server("HTTP/1.1 407 Auth\r\nContent-Length: 2\r\n\r\nno")
            $0.client("GET http://a.test/ HTTP/1.1\r\nHost: a.test\r\n\r\n")
            $0.server("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
    }

    /// A proxy that refused the tunnel has no reason to pass this on.
    @Test func aRequestBehindARefusedConnectIsDisputed() {
        expect(
            ["CONNECT https://ads.test:443 -> 403 empty", "GET https://a.test/ -> 200 empty [disputed]"],
            diagnostics: ["http.request-disputed"]
        ) {
            $0.client("CONNECT ads.test:443 HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\nHost: a.test\r\n\r\n")
            $0.server("HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n")
            $0.server("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
    }

    // MARK: Two readings

    @Test(arguments: [
        ("GET / HTTP/1.1\r\nHost: a.test\r\nHost: b.test\r\n\r\n", "GET https://a.test/", 2),
        ("GET https://a.test/ HTTP/1.1\r\nHost: b.test\r\n\r\n", "GET https://a.test/", 2),
        ("GET / HTTP/1.1\r\nHost : a.test\r\n\r\n", "GET https://a.test/", 1),
    ])
    func hostsThatContradict(head: String, request: String, hosts: Int) {
        let notes = head.contains("https://") ? "proxied,disputed" : "disputed"
        expect(
            ["\(request) -> 204 empty [\(notes)]"],
            diagnostics: Array(repeating: "http.request-disputed", count: hosts)
                + (head.contains("Host :") ? ["http1.boundaries-disputed"] : [])
        ) {
            $0.client(head)
            $0.server("HTTP/1.1 204 No Content\r\n\r\n")
        }
    }

    @Test(arguments: [
        "GET / HTTP/1.1\r\nHost: a.test\r\nHost: A.test:443\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a.test\r\n\r\n",
    ])
    func hostsThatAgree(head: String) {
        expect(["GET https://a.test/ -> 204 empty"]) {
            $0.client(head)
            $0.server("HTTP/1.1 204 No Content\r\n\r\n")
        }
    }

    /// What stands behind such a head is a body to some and the next request to others.
    @Test(arguments: [
        "Content-Length: 3\r\nTransfer-Encoding: chunked", "Content-Length: 3\r\nContent-Length: 0",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
    ])
    func requestsWhoseEndIsDisputed(fields: String) throws {
        let conversation = Conversation {
            $0.client("POST /1 HTTP/1.1\r\nHost: a.test\r\n\(fields)\r\n\r\n0\r\n\r\n")
            $0.client("GET /2 HTTP/1.1\r\nHost: b.test\r\n\r\n")
            $0.server("HTTP/1.1 204 No Content\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n")
        }
        let items = FlowDecoderVerifier.run(make(), on: conversation.events)
        let diagnostics = items.compactMap { item -> Diagnostic? in
            guard case .diagnostic(let diagnostic) = item else { return nil }
            return diagnostic
        }
        let undisputed = exchanges(conversation).filter { !$0.request.method.isEmpty && !$0.isDisputed }
        #expect(undisputed.isEmpty)
        let flow = try #require(diagnostics.first { $0.code == .http1BoundariesDisputed })
        #expect(flow.blind?.server == "10.0.0.2:443")
        #expect(flow.blind?.manyHosts == true)
        #expect(flow.blind?.to == Timestamp(microseconds: 2_000))
        #expect(diagnostics.contains { $0.code == .requestDisputed && $0.blind?.host == "a.test" })
    }

    @Test func requestsBehindAnUpgradeAreHidden() throws {
        let conversation = Conversation {
            $0.client("GET /chat HTTP/1.1\r\nHost: a.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
            $0.server("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n")
            $0.client("GET /impression HTTP/1.1\r\nHost: a.test\r\n\r\n")
        }
        let diagnostics = FlowDecoderVerifier.run(make(), on: conversation.events).compactMap { item -> Diagnostic? in
            guard case .diagnostic(let diagnostic) = item else { return nil }
            return diagnostic
        }
        #expect(diagnostics.map(\.code.id) == ["http1.upgrade-hides"])
        let blind = try #require(diagnostics.first?.blind)
        #expect(blind.host == "a.test" && blind.hides == .requests)
        FlowDecoderVerifier.verify(make, on: conversation.events)
    }

    @Test func anUnknownUpgradeHidesWhatItCarries() {
        expect(["GET https://a.test/chat -> 101 empty [raw]"], diagnostics: ["http1.upgrade-hides"]) {
            $0.client("GET /chat HTTP/1.1\r\nHost: a.test\r\nConnection: Upgrade\r\nUpgrade: raw\r\n\r\n")
            $0.server("HTTP/1.1 101 Switching Protocols\r\nUpgrade: raw\r\nConnection: Upgrade\r\n\r\n")
            $0.client([1, 2, 3, 4])
        }
    }

    @Test func tunnelWithoutAVisibleAnswer() {
        let conversation = Conversation {
            $0.client("CONNECT ads.test:443 HTTP/1.1\r\n\r\n")
            $0.gap(.toClient, 39)
            $0.client([0x16, 0x03, 0x01])
        }
        expect(["CONNECT https://ads.test:443 -> unseen"]) { $0 = conversation }
    }

    @Test func webSocketIsCountedAndNamed() {
        let conversation = Conversation {
            openWebSocket(&$0)
            $0.client([0x01, 0x82, 1, 2, 3, 4, 9, 9, 0x89, 0x80, 1, 2, 3, 4, 0x80, 0xfe, 0, 200, 1, 2, 3, 4])
            $0.client([UInt8](repeating: 0x81, count: 200) + [0x82, 0x80, 1, 2, 3, 4])
            $0.server([0x81, 0x00, 0x81, 0x01, 7, 0x82, 127, 0, 0, 0, 0, 0, 0, 0, 1, 0x81])
        }
        expect(
            ["GET https://a.test/chat -> 101 empty [websocket]"], diagnostics: ["http.messages-unread"]
        ) { $0 = conversation }
        let diagnostics = FlowDecoderVerifier.run(make(), on: conversation.events).compactMap { item -> Diagnostic? in
            guard case .diagnostic(let diagnostic) = item else { return nil }
            return diagnostic
        }
        #expect(diagnostics.first?.detail == "WebSocket: 2 messages to the server and 3 to the client")
        #expect(diagnostics.first?.blind?.host == "a.test" && diagnostics.first?.blind?.hides == .requests)
        #expect(diagnostics.first?.blind?.manyHosts == false)
    }

    /// What the server alone says hides no beacon, and neither do pings.
    @Test func aWebSocketWithoutMessagesOfTheClientHidesNothing() {
        expect(["GET https://a.test/chat -> 101 empty [websocket]"], diagnostics: ["http1.upgraded"]) {
            openWebSocket(&$0)
            $0.client([0x89, 0x80, 1, 2, 3, 4, 0x88, 0x82, 1, 2, 3, 4, 5, 6])
            $0.server([0x81, 0x01, 7])
        }
    }

    private func openWebSocket(_ conversation: inout Conversation) {
        conversation.client(
            "GET /chat HTTP/1.1\r\nHost: a.test\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r\n\r\n")
        conversation.server("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n")
    }

    @Test(arguments: [("application/grpc-web+proto", 1), ("application/grpc", 1), ("application/json", 0)])
    func messagesInABodyAreCountedAndNamed(type: String, diagnostics: Int) {
        expect(
            ["POST https://a.test/Beacons/Send -> 200 empty"],
            diagnostics: Array(repeating: "http.messages-unread", count: diagnostics)
        ) {
            $0.client(
                "POST /Beacons/Send HTTP/1.1\r\nHost: a.test\r\nContent-Type: \(type)\r\nContent-Length: 13\r\n\r\n")
            $0.client([0, 0, 0, 0, 1, 9, 0, 0, 0, 0, 2, 8, 8])
            $0.server("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
    }

    private func exchanges(_ conversation: Conversation) -> [Exchange] {
        FlowDecoderVerifier.run(make(), on: conversation.events).compactMap { item in
            guard case .event(let exchange) = item else { return nil }
            return exchange
        }
    }
}
