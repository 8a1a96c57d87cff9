import Encodings
import Model
import TestSupport
import Testing

@testable import Wire

@Suite struct ExchangeBuilderTests {
    private func mark(_ frame: Int) -> Mark { Mark(at: Timestamp(microseconds: Int64(frame)), frames: frame...frame) }

    private func request(_ number: Int, frame: Int, method: String = "GET") -> HTTPEvent {
        .request(
            number,
            RequestHead(
                Exchange.Request(method: method, scheme: "https", authority: "a.test", target: "/\(number)"),
                HeadOrigin(protocolName: "h2", stream: number, startedAt: mark(frame).at, frames: frame...frame)))
    }

    private func response(_ number: Int, frame: Int, _ fields: (String, String)...) -> HTTPEvent {
        var headers = HeaderFields()
        for (name, value) in fields { headers.append(name: name, value: value) }
        return .response(
            number,
            ResponseHead(
                status: 200, headers: headers,
                HeadOrigin(protocolName: "h2", stream: number, startedAt: mark(frame).at, frames: frame...frame)))
    }

    private func exchange(_ number: Int, at frame: Int) -> [HTTPEvent] {
        [
            request(number, frame: frame), .end(number, .toServer, .complete, mark(frame)),
            response(number, frame: frame), .end(number, .toClient, .complete, mark(frame)),
        ]
    }

    private func run(
        _ events: [HTTPEvent], limits: ExchangeBuilder.Limits = .init()
    ) -> (before: [Exchange], all: Outbox<Exchange>) {
        var builder = ExchangeBuilder(flow: .example, limits: limits)
        var outbox = Outbox<Exchange>()
        for event in events { builder.emitting(into: &outbox) { $0.feed(event) } }
        let before = outbox.events
        builder.emitting(into: &outbox) { $0.finish() }
        return (before, outbox)
    }

    @Test func exchangesLeaveInTheOrderOfTheirRequests() {
        let (before, all) = run(
            [request(1, frame: 1), .end(1, .toServer, .complete, mark(1))] + exchange(3, at: 2) + exchange(5, at: 3)
                + [response(1, frame: 9), .end(1, .toClient, .complete, mark(9))])
        #expect(before.map(\.connection.stream) == [1, 3, 5])
        #expect(all.events.count == 3)
    }

    @Test func aLongRequestDoesNotHoldTheOthersForEver() {
        var limits = ExchangeBuilder.Limits()
        limits.maximumWaiting = 4
        let (before, all) = run(
            [request(1, frame: 1)] + (1...6).flatMap { exchange(2 * $0 + 1, at: $0 + 1) }, limits: limits)
        #expect(before.map(\.connection.stream) == [3, 5, 7, 9, 11])
        #expect(all.events.map(\.connection.stream) == [3, 5, 7, 9, 11, 1, 13])
    }

    @Test func tooManyOpenExchangesAreNamed() {
        var limits = ExchangeBuilder.Limits()
        limits.maximumOpen = 2
        let (_, all) = run((0..<4).map { request($0, frame: $0 + 1) }, limits: limits)
        #expect(all.events.count == 4)
        #expect(all.diagnostics.map(\.code.id) == ["http.exchanges-limit", "http.exchanges-limit"])
    }

    @Test func bodiesOfOneFlowAreBounded() {
        var limits = ExchangeBuilder.Limits()
        limits.maximumHeldBytes = 1_000
        let text = Array(repeating: UInt8(ascii: "x"), count: 600)[...]
        let (_, all) = run(
            [1, 3].flatMap {
                [
                    request($0, frame: $0), .end($0, .toServer, .complete, mark($0)),
                    response($0, frame: $0, ("content-type", "text/plain")), .body($0, .toClient, text, mark($0)),
                    .body($0, .toClient, text, mark($0)),
                ]
            } + [1, 3].map { .end($0, .toClient, .complete, mark(9)) }, limits: limits)
        let kept = all.events.reduce(0) { $0 + ($1.response?.body.bytes.count ?? 0) }
        #expect(kept <= 2_400)
        #expect(all.events.allSatisfy { $0.response?.body.state == "cut" })
        #expect(all.diagnostics.allSatisfy { $0.code == .contentLimit && $0.blind?.hides == .responses })
    }

    @Test func encodedDocumentIsKeptDecoded() {
        let (_, all) = run([
            request(1, frame: 1), .end(1, .toServer, .complete, mark(1)),
            response(1, frame: 2, ("content-type", "application/xml"), ("content-encoding", "gzip")),
            .body(1, .toClient, CodedDocument.gzip[...20], mark(2)),
            .body(1, .toClient, CodedDocument.gzip[21...], mark(3)), .end(1, .toClient, .complete, mark(3)),
        ])
        #expect(all.events.first?.response?.body == .kept(Array(CodedDocument.text.utf8)))
        #expect(all.events.first?.locator == .frames(1...3))
    }

    @Test func mediaIsCountedAndDocumentsSentAsMediaAreKept() {
        let pixel: [UInt8] = [0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0]
        let vast = Array("<VAST/>".utf8)
        for (body, state) in [(pixel, "media"), (vast, "kept")] {
            let (_, all) = run([
                request(1, frame: 1), .end(1, .toServer, .complete, mark(1)),
                response(1, frame: 2, ("content-type", "image/gif")), .body(1, .toClient, body[...], mark(2)),
                .end(1, .toClient, .complete, mark(2)),
            ])
            #expect(all.events.first?.response?.body.state == state)
            #expect(all.events.first?.response?.body.size == body.count)
        }
    }

    @Test func undecodableBodyIsABlindSpot() {
        let (_, all) = run([
            request(1, frame: 1), .end(1, .toServer, .complete, mark(1)),
            response(1, frame: 2, ("content-encoding", "dcb")), .body(1, .toClient, [0xff, 0x00, 0x01], mark(2)),
            .end(1, .toClient, .complete, mark(2)),
        ])
        #expect(all.events.first?.response?.body.state == "missing")
        #expect(all.diagnostics.map(\.code) == [.contentUndecodable])
        #expect(all.diagnostics.first?.blind?.host == "a.test")
    }

    @Test func lateRequestJoinsItsResponse() {
        let (_, all) = run([
            response(1, frame: 1), request(1, frame: 2), .end(1, .toServer, .complete, mark(2)),
            .end(1, .toClient, .complete, mark(3)),
        ])
        #expect(all.events.map(summary) == ["GET https://a.test/1 -> 200 empty"])
    }

    @Test func requestBodiesAreKeptWhateverTheirType() {
        let (_, all) = run([
            request(1, frame: 1, method: "POST"), .body(1, .toServer, [0, 1, 2], mark(1)),
            .end(1, .toServer, .complete, mark(1)), .unanswered(1, .failed, mark(2)),
        ])
        #expect(all.events.first?.request.body == .kept([0, 1, 2]))
        #expect(all.events.first?.ending == .failed)
    }
}
