import Model
import TestSupport
import Testing

@testable import Wire

/// HTTP through a SOCKS proxy, so that the verifier compares exchanges and not pieces of them.
private struct HTTPOverSOCKS: FlowDecoder {
    var outbox = Outbox<Exchange>()
    private var socks = SOCKSDecoder(flow: .example)
    private var http = ExchangesOf(HTTP1Decoder(flow: .example))

    mutating func feed(_ event: StreamEvent) {
        socks.feed(event)
        pass()
    }

    mutating func finish() {
        socks.finish()
        pass()
        http.emitting(into: &outbox) { $0.finish() }
    }

    private mutating func pass() {
        for item in socks.outbox.items {
            switch item {
            case .event(.passed(let event)): http.emitting(into: &outbox) { $0.feed(event) }
            case .event: break
            case .diagnostic(let diagnostic): outbox.report(diagnostic)
            }
        }
        socks.outbox.removeAll()
    }
}

@Suite struct SOCKSDecoderTests {
    private static let request = Array("GET /1 HTTP/1.1\r\nHost: a.test\r\n\r\n".utf8)
    private static let response = Array("HTTP/1.1 204 No Content\r\n\r\n".utf8)

    @Test(arguments: [4, 5] as [UInt8]) func anySegmentationGivesTheSameExchanges(version: UInt8) {
        let conversation = Conversation {
            if version == 4 {
                $0.client([4, 1, 0, 80, 0, 0, 0, 1, 0x6d, 0] + Array("a.test".utf8) + [0])
                $0.server([0, 90, 0, 0, 0, 0, 0, 0])
            } else {
                $0.client([5, 2, 0, 2])
                $0.server([5, 2])
                $0.client([1, 1, 0x61, 1, 0x62])
                $0.server([1, 0])
                $0.client([5, 1, 0, 3, 6] + Array("a.test".utf8) + [0, 80])
                $0.server([5, 0, 0, 1, 10, 0, 0, 1, 0, 80])
            }
            $0.client(Self.request)
            $0.server(Self.response)
        }
        let items = FlowDecoderVerifier.run(HTTPOverSOCKS(), on: conversation.events)
        let exchanges = items.compactMap { item -> String? in
            guard case .event(let exchange) = item else { return nil }
            return summary(exchange)
        }
        #expect(exchanges == ["GET https://a.test/1 -> 204 empty"] && items.count == 1)
        FlowDecoderVerifier.verify({ HTTPOverSOCKS() }, on: conversation.events)
        FlowDecoderVerifier.mutate({ HTTPOverSOCKS() }, on: conversation.events, rounds: 300)
    }

    /// What is asked for is told once the answer is there, with the name that was asked for.
    @Test func theNameIsHandedOver() {
        var decoder = SOCKSDecoder(flow: .example)
        let mark = Mark(at: Timestamp(microseconds: 1), frames: 1...1)
        decoder.feed(.bytes(.toServer, [5, 1, 0, 5, 1, 0, 3, 1, 0x61, 1, 187], mark))
        #expect(decoder.outbox.events.isEmpty)
        decoder.feed(.bytes(.toClient, [5, 0, 5, 0, 0, 1, 1, 2, 3, 4, 0, 0], mark))
        #expect(decoder.outbox.events == [.handover(.tunnel(authority: "a:443"), mark)])
    }
}
