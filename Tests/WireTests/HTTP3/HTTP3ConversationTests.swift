import Model
import TestSupport
import Testing

@testable import Wire

/// Connections written stream by stream; each is fed whole, byte by byte, with its streams in any order, and damaged.
@Suite struct HTTP3ConversationTests {
    /// What QUIC gives: events of streams.
    struct Streams {
        private(set) var events: [(stream: UInt64, event: StreamEvent)] = []
        private var frame = 0

        init(_ write: (inout Streams) -> Void) {
            write(&self)
        }

        private mutating func nextMark() -> Mark {
            frame += 1
            return Mark(at: Timestamp(microseconds: Int64(frame) * 1_000), frames: frame...frame)
        }

        mutating func client(_ stream: UInt64, _ bytes: [UInt8], ends: Bool = false) {
            add(stream, .toServer, bytes, ends)
        }

        mutating func server(_ stream: UInt64, _ bytes: [UInt8], ends: Bool = false) {
            add(stream, .toClient, bytes, ends)
        }

        mutating func gap(_ stream: UInt64, _ direction: Direction, _ length: Int?) {
            events.append((stream, .gap(direction, length: length, nextMark())))
        }

        mutating func reset(_ stream: UInt64, _ direction: Direction) {
            events.append((stream, .end(direction, reset: true, nextMark())))
        }

        private mutating func add(_ stream: UInt64, _ direction: Direction, _ bytes: [UInt8], _ ends: Bool) {
            let mark = nextMark()
            if !bytes.isEmpty { events.append((stream, .bytes(direction, bytes, mark))) }
            if ends { events.append((stream, .end(direction, reset: false, mark))) }
        }
    }

    // MARK: Writing

    private static func frame(_ type: UInt8, _ payload: [UInt8]) -> [UInt8] {
        [type]
            + (payload.count < 64
                ? [UInt8(payload.count)] : [0x40 | UInt8(payload.count >> 8), UInt8(payload.count & 0xff)])
            + payload
    }

    private static func section(_ fields: [(String, String)]) -> [UInt8] {
        [0, 0]
            + fields.flatMap { name, value -> [UInt8] in
                let name = Array(name.utf8)
                let length: [UInt8] = name.count < 7 ? [0x20 | UInt8(name.count)] : [0x27, UInt8(name.count - 7)]
                return length + name + [UInt8(value.utf8.count)] + Array(value.utf8)
            }
    }

    private static func headers(_ fields: [(String, String)]) -> [UInt8] { frame(1, section(fields)) }
    private static func data(_ text: String) -> [UInt8] { frame(0, Array(text.utf8)) }
    private static func get(_ path: String) -> [UInt8] { headers(HTTP2Writer.get(path)) }
    /// A control stream whose SETTINGS allow a table of 220 bytes.
    private static let control: [UInt8] = [0x00] + frame(4, [0x01, 0x40, 220])

    // MARK: Feeding

    private func run(_ events: [(stream: UInt64, event: StreamEvent)]) -> Outbox<Exchange> {
        var decoder = HTTP3Decoder(flow: .example)
        var builder = ExchangeBuilder(flow: .example)
        var outbox = Outbox<Exchange>()
        func build() {
            for item in decoder.outbox.items {
                switch item {
                case .event(let event): builder.emitting(into: &outbox) { $0.feed(event) }
                case .diagnostic(let diagnostic): outbox.report(diagnostic)
                }
            }
            decoder.outbox.removeAll()
        }
        for (stream, event) in events {
            decoder.feed(stream: stream, event)
            build()
        }
        decoder.finish()
        build()
        builder.emitting(into: &outbox) { $0.finish() }
        return outbox
    }

    private func split(
        _ events: [(stream: UInt64, event: StreamEvent)], piece: () -> Int
    ) -> [(stream: UInt64, event: StreamEvent)] {
        events.flatMap { stream, event in
            FlowDecoderVerifier.split([event], piece: piece).map { (stream, $0) }
        }
    }

    private func expect(
        _ expected: [String], diagnostics: [String] = [], of write: (inout Streams) -> Void,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let events = Streams(write).events
        let whole = run(events)
        #expect(whole.events.map(summary) == expected, sourceLocation: sourceLocation)
        #expect(whole.diagnostics.map(\.code.id) == diagnostics, sourceLocation: sourceLocation)
        #expect(run(split(events) { 1 }) == whole, "byte by byte", sourceLocation: sourceLocation)
        var random = SeededGenerator(seed: 11)
        for _ in 0..<20 {
            let pieces = split(events) { Int.random(in: 1...40, using: &random) }
            #expect(run(pieces) == whole, "pieces", sourceLocation: sourceLocation)
        }
        // Streams are independent: in any order the same messages are read, though not with the same neighbours.
        for _ in 0..<20 where diagnostics.isEmpty {
            let shuffled = shuffle(events, using: &random)
            #expect(
                Set(run(shuffled).events.map(summary)) == Set(expected), "streams in another order",
                sourceLocation: sourceLocation)
        }
        for _ in 0..<200 {
            var mutant = events
            let place = Int.random(in: 0..<mutant.count, using: &random)
            if case .bytes(let direction, let bytes, let mark) = mutant[place].event {
                let damaged = Mutation.mutate(bytes, using: &random)
                mutant[place].event =
                    damaged.isEmpty ? .gap(direction, length: bytes.count, mark) : .bytes(direction, damaged, mark)
            } else {
                mutant.remove(at: place)
            }
            _ = run(split(mutant) { Int.random(in: 1...40, using: &random) })
            _ = run(Array(events.prefix(place)))
        }
    }

    /// Keeps the order inside each direction of each stream.
    private func shuffle(
        _ events: [(stream: UInt64, event: StreamEvent)], using random: inout SeededGenerator
    ) -> [(stream: UInt64, event: StreamEvent)] {
        var rest = events
        var result: [(stream: UInt64, event: StreamEvent)] = []
        while !rest.isEmpty {
            let pick = rest[Int.random(in: 0..<rest.count, using: &random)]
            guard let first = rest.firstIndex(where: { $0.stream == pick.stream && $0.event.way == pick.event.way })
            else { break }
            result.append(rest.remove(at: first))
        }
        return result
    }

    // MARK: Conversations

    @Test func requestsWithBodiesTrailersAndReservedFrames() {
        expect(["GET https://a.test/1 -> 200 kept one [trailers]", "POST https://a.test/2 -> 204 empty [interim]"]) {
            $0.client(2, Self.control)
            $0.server(3, Self.control + Self.frame(0x21, [1, 2, 3]))
            $0.client(0, Self.get("/1"), ends: true)
            $0.client(
                4,
                Self.headers([(":method", "POST"), (":scheme", "https"), (":authority", "a.test"), (":path", "/2")])
                    + Self.data("body"), ends: true)
            $0.server(15, [0x21, 9, 9, 9])
            $0.server(
                0,
                Self.headers(HTTP2Writer.status(200)) + Self.data("on") + Self.frame(0x21, [7]) + Self.data("e")
                    + Self.headers([("server-timing", "x")]), ends: true)
            $0.server(4, Self.headers(HTTP2Writer.status(103)) + Self.headers(HTTP2Writer.status(204)), ends: true)
        }
    }

    @Test func dynamicTable() {
        let insertions = bytes(
            hex: "02 3fbd01 c00f 7777 772e 6578 616d 706c 652e 636f 6d c10c 2f73 616d 706c 652f 7061 7468")
        let request = Self.frame(1, bytes(hex: "0381 10 11 d1 d7"))
        // In any order: the section waits for SETTINGS and insertions.
        expect(["GET https://www.example.com/sample/path -> 200 empty"]) {
            $0.client(0, request, ends: true)
            $0.client(6, insertions)
            $0.server(3, Self.control)
            $0.server(0, Self.headers(HTTP2Writer.status(200)), ends: true)
        }
    }

    @Test func insertionsThatNeverCome() {
        expect(
            ["GET https:// -> 200 kept ok [headers-unknown]"], diagnostics: ["http3.headers-unknown"]
        ) {
            $0.client(2, Self.control)
            $0.server(3, Self.control)
            $0.client(0, Self.frame(1, bytes(hex: "0381 10 11 d1 d7")), ends: true)
            $0.server(0, Self.headers(HTTP2Writer.status(200)) + Self.data("ok"), ends: true)
        }
    }

    @Test func gapInTheEncoderStream() {
        expect(
            ["GET https:// -> 200 empty [headers-unknown]"], diagnostics: ["http3.lost", "http3.headers-unknown"]
        ) {
            $0.server(3, Self.control)
            $0.client(6, bytes(hex: "02 3fbd01 c0"))
            $0.gap(6, .toServer, 16)
            $0.client(0, Self.frame(1, bytes(hex: "0381 10 11 d1 d7")), ends: true)
            $0.server(0, Self.headers(HTTP2Writer.status(200)), ends: true)
        }
    }

    @Test func pushedResponse() {
        expect(["GET https://a.test/1 -> 200 empty", "GET https://a.test/p -> 200 kept pushed [pushed]"]) {
            $0.client(0, Self.get("/1"), ends: true)
            $0.server(
                0, Self.frame(5, [7] + Self.section(HTTP2Writer.get("/p"))) + Self.headers(HTTP2Writer.status(200)),
                ends: true)
            $0.server(11, [0x01, 7] + Self.headers(HTTP2Writer.status(200)) + Self.data("pushed"), ends: true)
        }
    }

    @Test func gapsInBodies() {
        expect(
            ["GET https://a.test/1 -> 200 cut ab [gap]", "GET https://a.test/2 -> 200 cut x [gap]"],
            diagnostics: ["http3.lost"]
        ) {
            $0.client(0, Self.get("/1"), ends: true)
            $0.client(4, Self.get("/2"), ends: true)
            $0.server(0, Self.headers(HTTP2Writer.status(200)) + Array(Self.data("abcdef").prefix(4)))
            $0.gap(0, .toClient, 2)
            $0.server(0, Array("ef".utf8), ends: true)
            $0.server(4, Self.headers(HTTP2Writer.status(200)) + Array(Self.data("xyz").prefix(3)))
            $0.gap(4, .toClient, 50)
            $0.server(4, [1, 2, 3], ends: true)
        }
    }

    @Test func anAnswerBehindTheResetOfItsRequest() {
        expect(["GET https://a.test/1 -> 200 kept late [reset]", "GET https://a.test/2 -> failed [reset]"]) {
            $0.client(0, Self.get("/1"))
            $0.client(4, Self.get("/2"))
            $0.reset(0, .toServer)
            $0.reset(4, .toServer)
            $0.server(0, Self.headers(HTTP2Writer.status(200)) + Self.data("late"), ends: true)
        }
    }

    @Test func resetsAndGoAway() {
        expect(["GET https://a.test/1 -> failed [reset]", "GET https://a.test/2 -> failed"]) {
            $0.client(0, Self.get("/1"), ends: true)
            $0.client(4, Self.get("/2"), ends: true)
            $0.server(3, Self.control)
            $0.reset(0, .toServer)
            $0.server(3, Self.frame(7, [4]))
        }
    }

    @Test func responseWithoutItsRequest() {
        expect([" https:// -> 200 empty [request-unseen]"], diagnostics: ["http3.request-unseen"]) {
            $0.server(8, Self.headers(HTTP2Writer.status(200)), ends: true)
        }
    }

    @Test func streamEndsInsideAFrame() {
        expect(["GET https://a.test/1 -> unseen"], diagnostics: ["http3.lost"]) {
            $0.client(0, Self.get("/1"), ends: true)
            $0.server(0, Array(Self.headers(HTTP2Writer.status(200)).prefix(5)), ends: true)
        }
    }

    @Test func closedConnectionFailsWhatIsOpen() {
        var decoder = HTTP3Decoder(flow: .example)
        let events = Streams { $0.client(0, Self.get("/1"), ends: true) }.events
        for (stream, event) in events { decoder.feed(stream: stream, event) }
        decoder.close(Mark(at: Timestamp(microseconds: 9), frames: 9...9))
        #expect(
            decoder.outbox.events.contains { event in
                guard case .unanswered(0, .failed, _) = event else { return false }
                return true
            })
    }
}

extension StreamEvent {
    fileprivate var way: Direction {
        switch self {
        case .bytes(let direction, _, _), .gap(let direction, _, _), .end(let direction, _, _): direction
        }
    }
}
