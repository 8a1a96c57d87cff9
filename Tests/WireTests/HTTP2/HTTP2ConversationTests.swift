import Model
import TestSupport
import Testing

@testable import Wire

/// Connections written frame by frame; each is fed whole, byte by byte, in random pieces, as every prefix, and damaged.
@Suite struct HTTP2ConversationTests {
    private typealias Write = HTTP2Writer

    private func make() -> ExchangesOf<HTTP2Decoder> { ExchangesOf(HTTP2Decoder(flow: .example)) }

    private func expect(
        _ expected: [String], diagnostics: [String] = [], opened: Bool = true,
        of write: (inout Conversation) -> Void, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let conversation = Conversation {
            if opened { open(&$0) }
            write(&$0)
        }.events
        let items = FlowDecoderVerifier.run(make(), on: conversation)
        var exchanges: [String] = []
        var codes: [String] = []
        for item in items {
            switch item {
            case .event(let exchange): exchanges.append(summary(exchange))
            case .diagnostic(let diagnostic): codes.append(diagnostic.code.id)
            }
        }
        #expect(exchanges == expected, sourceLocation: sourceLocation)
        #expect(codes == diagnostics, sourceLocation: sourceLocation)
        FlowDecoderVerifier.verify(make, on: conversation, sourceLocation: sourceLocation)
        FlowDecoderVerifier.mutate(make, on: conversation, rounds: 300)
    }

    private func open(_ conversation: inout Conversation) {
        conversation.client(HTTP2FrameReader.preface + Write.settings)
        conversation.server(Write.settings + Write.settingsAck)
    }

    @Test func requestsShareAConnection() {
        expect([
            "GET https://a.test/1 -> 200 kept one", "GET https://b.test/2 -> 204 empty",
            "POST https://a.test/3 -> 200 kept three",
        ]) {
            $0.client(Write.headers(1, Write.get("/1")) + Write.headers(3, Write.get("/2", host: "b.test")))
            $0.client(
                Write.headers(
                    5, [(":method", "POST"), (":scheme", "https"), (":authority", "a.test"), (":path", "/3")],
                    ends: false) + Write.data(5, "body"))
            $0.server(Write.headers(3, Write.status(204)))
            $0.server(Write.headers(1, Write.status(200), ends: false) + Write.data(1, "on", ends: false))
            $0.server(Write.headers(5, Write.status(200), ends: false) + Write.data(5, "three"))
            $0.server(Write.data(1, "e"))
        }
    }

    @Test(
        arguments: [
            ([("host", "b.test")], 2), ([(":authority", "b.test")], 2), ([(":path", "/2")], 1),
            ([("host", "A.test:443")], 0),
            ([(":path", "/1")], 0),
        ] as [([(String, String)], Int)])
    func fieldsThatContradict(more: [(String, String)], hosts: Int) {
        let notes = hosts > 0 ? " [disputed]" : ""
        expect(
            ["GET https://a.test/1 -> 204 empty\(notes)"],
            diagnostics: Array(repeating: "http.request-disputed", count: hosts)
        ) {
            $0.client(Write.headers(1, Write.get("/1") + more))
            $0.server(Write.headers(1, Write.status(204)))
        }
    }

    @Test func paddingPrioritiesTrailersAndInterimResponses() {
        expect(["GET https://a.test/ -> 200 kept ab [interim,trailers]"]) {
            $0.client(
                Write.frame(
                    1, flags: 0x2d, stream: 1, [3, 0x80, 0, 0, 0, 7] + Write.block(Write.get("/")) + [0, 0, 0]))
            $0.client(Write.frame(2, stream: 3, [0, 0, 0, 1, 9]) + Write.frame(8, stream: 1, [0, 0, 1, 0]))
            $0.server(Write.headers(1, Write.status(103, ("link", "</x>")), ends: false))
            $0.server(Write.headers(1, Write.status(200), ends: false))
            $0.server(Write.frame(0, flags: 8, stream: 1, [2] + Array("ab".utf8) + [0, 0]))
            $0.server(Write.frame(0, flags: 8, stream: 1, [4, 0, 0, 0, 0]))
            $0.server(Write.headers(1, [("server-timing", "x")]))
        }
    }

    @Test func headerBlockInContinuations() {
        let block = Write.block(Write.get("/long"))
        expect(["GET https://a.test/long -> 200 empty"]) {
            $0.client(
                Write.frame(1, flags: 1, stream: 1, Array(block[..<5])) + Write.frame(9, stream: 1, Array(block[5..<9]))
                    + Write.frame(9, flags: 4, stream: 1, Array(block[9...])))
            $0.server(Write.headers(1, Write.status(200)))
        }
    }

    @Test func cookiesAreJoined() {
        let conversation = Conversation {
            open(&$0)
            $0.client(Write.headers(1, Write.get("/") + [("cookie", "a=1"), ("x", "y"), ("cookie", "b=2")]))
        }
        let exchange = exchanges(conversation).first
        #expect(exchange?.request.headers["cookie"] == "a=1; b=2")
        #expect(exchange?.connection.protocolName == "h2")
        #expect(exchange?.connection.stream == 1)
        #expect(exchange?.startedAt == Timestamp(microseconds: 3_000))
    }

    @Test func pushedResponse() {
        expect(["GET https://a.test/ -> 200 empty", "GET https://a.test/pushed -> 200 kept p [pushed]"]) {
            $0.client(Write.headers(1, Write.get("/")))
            $0.server(
                Write.frame(5, flags: 4, stream: 1, [0, 0, 0, 2] + Write.block(Write.get("/pushed")))
                    + Write.headers(1, Write.status(200)))
            $0.server(Write.headers(2, Write.status(200), ends: false) + Write.data(2, "p"))
        }
    }

    @Test func webSocketOverHTTP2IsNamed() {
        expect(["CONNECT https://a.test/chat -> 200 media [websocket,cut]"], diagnostics: ["http.messages-unread"]) {
            connect(&$0, to: "websocket")
            $0.client(Write.data(1, "\u{1}\u{2}ab", ends: false) + Write.data(1, "\u{1}\u{0}", ends: false))
            $0.client(Write.frame(0, stream: 1, [0x81, 0x01, 0x61]))
            $0.server(Write.data(1, "frame", ends: false))
        }
    }

    @Test func aWebSocketOverHTTP2WithoutMessagesOfTheClientHidesNothing() {
        expect(["CONNECT https://a.test/chat -> 200 media [websocket,cut]"]) {
            connect(&$0, to: "websocket")
            $0.server(Write.data(1, "frame", ends: false))
        }
    }

    @Test func aTunnelForDatagramsHidesWhatItCarries() {
        expect(["CONNECT https://a.test/chat -> 200 missing [connect-udp,cut]"], diagnostics: ["http2.tunnel"]) {
            connect(&$0, to: "connect-udp")
        }
    }

    private func connect(_ conversation: inout Conversation, to name: String) {
        conversation.client(
            Write.headers(
                1,
                [
                    (":method", "CONNECT"), (":protocol", name), (":scheme", "https"), (":authority", "a.test"),
                    (":path", "/chat"),
                ], ends: false))
        conversation.server(Write.headers(1, Write.status(200), ends: false))
    }

    /// RFC 9113 section 5.1: what the server had sent by then still comes.
    @Test func anAnswerBehindTheResetOfItsRequest() {
        expect(["GET https://a.test/1 -> 200 kept late [reset]", "GET https://a.test/2 -> failed [reset]"]) {
            $0.client(Write.headers(1, Write.get("/1")) + Write.headers(3, Write.get("/2")))
            $0.client(Write.reset(1, code: 8) + Write.reset(3, code: 8))
            $0.server(Write.headers(1, Write.status(200), ends: false) + Write.data(1, "late"))
        }
    }

    @Test func requestsThatAreGivenUpInNumbersAreBounded() {
        let count = 400
        let conversation = Conversation {
            open(&$0)
            for number in 0..<count {
                $0.client(Write.headers(2 * number + 1, Write.get("/x")) + Write.reset(2 * number + 1, code: 8))
            }
        }
        let items = FlowDecoderVerifier.run(make(), on: conversation.events)
        #expect(items.count == count)
    }

    // MARK: Ends

    @Test func resetsAndGoAway() {
        expect([
            "GET https://a.test/1 -> failed [reset]", "GET https://a.test/2 -> 200 cut half [reset,cut]",
            "GET https://a.test/3 -> failed", "GET https://a.test/4 -> failed",
        ]) {
            $0.client(
                [1, 3, 5].flatMap { Write.headers($0, Write.get("/\(($0 + 1) / 2)")) })
            $0.server(Write.headers(3, Write.status(200), ends: false) + Write.data(3, "half", ends: false))
            $0.server(Write.reset(1, code: 7))
            $0.client(Write.reset(3, code: 8))
            $0.server(Write.goAway(3))
            $0.server(Write.settingsAck)
            $0.client(Write.headers(7, Write.get("/4")))
            $0.end(.toClient)
        }
    }

    @Test func uploadRefusedAfterAWholeResponse() {
        expect(["POST https://a.test/up -> 413 empty"]) {
            $0.client(
                Write.headers(
                    1, [(":method", "POST"), (":scheme", "https"), (":authority", "a.test"), (":path", "/up")],
                    ends: false) + Write.data(1, "part", ends: false))
            $0.server(Write.headers(1, Write.status(413)) + Write.reset(1, code: 0))
        }
    }

    @Test func captureEnds() {
        expect(["GET https://a.test/1 -> unseen", "GET https://a.test/2 -> 200 missing [cut]"]) {
            $0.client(Write.headers(1, Write.get("/1")) + Write.headers(3, Write.get("/2")))
            $0.server(Write.headers(3, Write.status(200), ends: false))
        }
    }

    @Test func responseCapturedBeforeItsRequest() {
        expect(["GET https://a.test/1 -> 200 kept x"]) {
            $0.server(Write.headers(1, Write.status(200), ends: false) + Write.data(1, "x"))
            $0.client(Write.headers(1, Write.get("/1")))
        }
    }

    // MARK: Late and lossy captures

    @Test func joinedLate() {
        let indexed = Write.headers(5, block: bytes(hex: "82 87 c0 be"))
        let known = Write.headers(7, block: Write.block(Write.get("/7"), isIndexed: true))
        let reference = Write.headers(9, block: bytes(hex: "82 87 bf be"))
        expect(
            [
                "GET https:// -> 200 kept five [headers-unknown]", "GET https://a.test/7 -> 200 empty",
                "GET https://a.test/7 -> 200 empty",
            ],
            diagnostics: ["http2.lost", "http2.lost", "http2.headers-unknown", "http2.lost", "http2.lost"],
            opened: false
        ) {
            $0.client([7, 7, 7] + indexed)
            $0.client(known + reference)
            $0.server([9, 9, 9, 9] + Write.headers(5, Write.status(200), ends: false) + Write.data(5, "five"))
            $0.server(Write.headers(7, Write.status(200)) + Write.headers(9, Write.status(200)) + Write.settingsAck)
            $0.client(Write.settingsAck)
        }
    }

    @Test func gapInsideDataKeepsTheConnection() {
        expect(["GET https://a.test/1 -> 200 cut ab [gap]", "GET https://a.test/2 -> 200 kept ok"]) {
            $0.client(Write.headers(1, Write.get("/1")) + Write.headers(3, Write.get("/2")))
            let data = Write.data(1, "abcdefgh")
            $0.server(Write.headers(1, Write.status(200), ends: false) + data.prefix(11))
            $0.gap(.toClient, 4)
            $0.server(Array(data.suffix(2)) + Write.headers(3, Write.status(200), ends: false) + Write.data(3, "ok"))
        }
    }

    @Test func gapAmongFramesForgetsTheTable() {
        expect(
            [
                "GET https://a.test/1 -> 200 cut a [gap,cut]", "GET https://a.test/2 -> 200 empty [headers-unknown]",
            ],
            diagnostics: ["http2.lost", "http2.lost", "http2.headers-unknown"]
        ) {
            $0.client(Write.headers(1, Write.get("/1")) + Write.headers(3, Write.get("/2")))
            $0.server(
                Write.headers(1, block: Write.block(Write.status(200, ("server", "x")), isIndexed: true), ends: false)
                    + Write.data(1, "a", ends: false))
            $0.gap(.toClient, nil)
            $0.server([1, 2, 3] + Write.headers(3, block: bytes(hex: "88 be")) + Write.settingsAck)
        }
    }

    @Test func responseOfAnUnseenRequest() {
        expect(
            [" https:// -> 200 empty [request-unseen]"], diagnostics: ["http2.lost", "http2.request-unseen"]
        ) {
            $0.gap(.toServer, 100)
            $0.server(Write.headers(1, Write.status(200)))
        }
    }

    // MARK: Malformed frames

    @Test func framesOfWrongForm() {
        expect(
            ["GET https://a.test/ -> 200 empty"],
            diagnostics: ["http2.frame-malformed", "http2.frame-malformed", "http2.frame-malformed"]
        ) {
            $0.client(Write.frame(6, stream: 0, [1, 2]) + Write.frame(1, flags: 0xc, stream: 3, [200, 1]))
            $0.client(Write.headers(1, Write.get("/")) + Write.frame(0xbe, stream: 0, [1, 2, 3]))
            $0.server(Write.headers(1, Write.status(200)) + Write.headers(1, [("no", "status")]))
        }
    }

    @Test func invalidCompression() {
        expect(
            [" https:// -> unseen [headers-unknown]", "GET https://a.test/2 -> unseen"],
            diagnostics: ["http2.compression-error", "http2.headers-unknown"]
        ) {
            $0.client(Write.headers(1, block: bytes(hex: "be")))
            $0.client(Write.headers(3, Write.get("/2")))
        }
    }

    @Test func brokenOffHeaderBlock() {
        expect(["GET https://a.test/2 -> 200 empty"], diagnostics: ["http2.header-block", "http2.header-block"]) {
            $0.client(Write.frame(1, flags: 1, stream: 1, [0x82]) + Write.settingsAck)
            $0.client(Write.frame(9, flags: 4, stream: 1, [0x87]))
            $0.client(Write.headers(3, Write.get("/2")))
            $0.server(Write.headers(3, Write.status(200)))
        }
    }

    // MARK: h2c

    @Test func upgradeFromHTTP1() {
        let conversation = Conversation {
            $0.client(
                "GET /1 HTTP/1.1\r\nHost: a.test\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n"
            )
            $0.server("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n")
            $0.server(Write.settings + Write.headers(1, Write.status(200), ends: false) + Write.data(1, "one"))
            $0.client(HTTP2FrameReader.preface + Write.settings + Write.headers(3, Write.get("/2")))
            $0.server(Write.headers(3, Write.status(204)))
        }
        let make = { ExchangesOf(HTTP1Decoder(flow: .example)) }
        let found = FlowDecoderVerifier.run(make(), on: conversation.events)
        #expect(
            found.compactMap { item in
                guard case .event(let exchange) = item else { return "diagnostic" }
                return summary(exchange)
            } == ["GET https://a.test/1 -> 200 kept one [h2c]", "GET https://a.test/2 -> 204 empty"])
        FlowDecoderVerifier.verify(make, on: conversation.events)
    }

    private func exchanges(_ conversation: Conversation) -> [Exchange] {
        FlowDecoderVerifier.run(make(), on: conversation.events).compactMap { item in
            guard case .event(let exchange) = item else { return nil }
            return exchange
        }
    }
}
