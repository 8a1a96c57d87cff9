import Model
import Testing

@testable import Store

struct ExchangeReaderTests {
    private func roundTrip(
        _ exchanges: [Exchange], offset: Int64 = 0
    ) throws(StoreFailure) -> [(id: ID<Exchange>, exchange: Exchange)] {
        let database = try Database.temporary()
        try database.write { (writer) throws(StoreFailure) in
            let run = try writer.insert(run: "a", toolVersion: "0")
            let capture = try writer.insert(capture: Samples.capture, run: run)
            for exchange in exchanges {
                try writer.insert(exchange: exchange, run: run, capture: capture, offsetUs: offset)
            }
        }
        try database.finishDecoding()
        var read: [(id: ID<Exchange>, exchange: Exchange)] = []
        try ExchangeReader(database).forEachExchange(run: 1) { id, exchange in read.append((id, exchange)) }
        return read
    }

    @Test func everyFieldSurvives() throws {
        var headers = HeaderFields()
        headers.append(name: [0x58, 0xff], value: [0x00, 0x80, 0x0d])
        headers.append(name: "", value: "")
        let full = Exchange(
            startedAt: Samples.time(1),
            request: .init(
                method: "POST", scheme: "https", authority: "[::1]:443", target: "/a b?x=\u{0}\u{FFFD}é|%zz",
                headers: headers, body: .kept([0, 255, 10])),
            response: .init(
                status: 999, headers: headers, body: Body(size: nil, content: .cut([1])),
                startedAt: Samples.time(2), endedAt: Samples.time(3)),
            ending: .answered,
            connection: .init(protocolName: "h2", flow: 3, stream: 5, client: "10.0.0.1:1", server: "10.0.0.2:443"),
            locator: .frames(17...19), notes: ["raw-bytes", "retransmitted"])
        let bare = Exchange(
            startedAt: Samples.time(2),
            request: .init(method: "", scheme: "", authority: "", target: "", body: Body(size: 9, content: .missing)),
            ending: .unseen, locator: .bytes(0..<0))
        let media = Exchange(
            startedAt: Samples.time(3), request: .init(method: "GET", scheme: "http", authority: "h", target: "/"),
            response: .init(status: 200, body: Body(size: 1 << 40, content: .media)), ending: .failed, locator: .line(4)
        )
        let read = try roundTrip([full, bare, media])
        #expect(read.map(\.exchange) == [full, bare, media])
        #expect(read.map(\.id) == [1, 2, 3])
    }

    @Test func comesInOrderOfTimeThenNumber() throws {
        let read = try roundTrip([
            Samples.exchange(at: 9, entry: 0), Samples.exchange(at: -5, entry: 1), Samples.exchange(at: 9, entry: 2),
        ])
        #expect(read.map(\.id) == [2, 1, 3])
    }

    @Test func clockOffsetsMoveAllTimesButTheSightings() throws {
        var exchange = Samples.exchange()
        exchange.response?.startedAt = Samples.time(4)
        let moved = try roundTrip([exchange], offset: 100)[0].exchange
        #expect(moved.startedAt == Samples.time(100))
        #expect(moved.response?.startedAt == Samples.time(104))
        var absurd = exchange
        absurd.startedAt = Timestamp(microseconds: .max)
        #expect(try roundTrip([absurd], offset: 100)[0].exchange.startedAt.microseconds == .max)
    }

    @Test func aSecondSightingIsNoSecondExchange() throws {
        let database = try Database.temporary()
        _ = try database.addRun("a")
        try database.write { (writer) throws(StoreFailure) in
            let second = try writer.insert(capture: Samples.capture, run: 1)
            try writer.insert(sightingOf: 1, capture: second, locator: .frames(3...4), at: Samples.time(50))
        }
        try database.finishDecoding()
        var locators: [Locator] = []
        try ExchangeReader(database).forEachExchange(run: 1) { _, exchange in locators.append(exchange.locator) }
        #expect(locators == [.entry(0)])
        let sightings = try database.rows("SELECT * FROM sighting ORDER BY capture")
        #expect(sightings.map { $0.text("locator") } == ["0", "3-4"])
        #expect(sightings.map { $0.integer("at_source_us") } == [0, 50].map { Samples.time($0).microseconds })
    }

    @Test func theViewShowsTheURLAsSent() throws {
        let database = try Database.temporary()
        _ = try database.addRun("a")
        try database.write { (writer) throws(StoreFailure) in
            _ = try writer.insert(exchange: Samples.exchange(at: 1, target: "/a\u{0}b%zz"), run: 1, capture: 1)
        }
        let rows = try database.rows("SELECT url, host, request_headers, response_headers FROM exchange ORDER BY id")
        #expect(rows.map { $0.text("url") } == ["https://Tracker.Test:8443/p", "https://Tracker.Test:8443/a\u{0}b%zz"])
        #expect(rows[0].text("host") == "tracker.test")
        #expect(rows[0]["request_headers"] == "")
    }

    @Test func callsComeBackInOrder() throws {
        let database = try Database.temporary()
        let calls = [
            Call(at: Samples.time(5), source: "ima", name: "start", locator: .line(2)),
            Call(
                at: Samples.time(1), mono: 7, kind: .call, source: "nielsen", name: "play", instance: "i1",
                payload: "{}",
                locator: .line(1)),
        ]
        try database.write { (writer) throws(StoreFailure) in
            for call in calls { try writer.insert(call: call, run: 1, capture: 1) }
        }
        var reader = CallReader(database, run: 1)
        #expect(try reader.next(until: Samples.time(0)) == nil)
        var read: [Call] = []
        while let next = try reader.next(until: nil) { read.append(next.call) }
        #expect(read == calls.reversed())
    }
}
