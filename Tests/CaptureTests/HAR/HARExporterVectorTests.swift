import Capture
import Model
import Testing

/// The vectors `exporter-*`: one exporter each, one quirk an entry. Their README says which source each fact is from.
struct HARExporterVectorTests {
    private func read(_ name: String) throws -> HARMaterial.Reading {
        let reading = HARMaterial.read(try HARMaterial.vector("exporter-\(name)"))
        #expect(reading.failure == nil && reading.ledger.isBalanced)
        return reading
    }

    /// The path, how it ended where there is no answer, its notes, and the state of its body where it has one.
    private func lines(_ reading: HARMaterial.Reading) -> [String] {
        reading.exchanges.map { exchange in
            var words = [String(exchange.request.target.dropFirst())]
            if exchange.response == nil { words.append(exchange.ending.rawValue) }
            words += exchange.notes
            if let body = exchange.response?.body, body != .none { words.append(body.state) }
            return words.joined(separator: " ")
        }
    }

    @Test(arguments: [
        (
            "chrome",
            [
                "own", "worker-asked service-worker", "worker-answered from-cache service-worker", "memory from-cache",
                "blocked failed unsent", "refused failed", "preflight",
            ]
        ),
        (
            "playwright",
            [
                "sent", "route-aborted failed unsent", "route-fulfilled response-replayed kept", "of-the-test unsent",
                "csp failed unsent", "offline failed unsent", "preflight-denied failed unsent", "attached missing",
            ]
        ),
        ("chrome-har", ["sized kept", "cached from-cache", "aborted unseen"]),
        (
            "firefox",
            [
                "connected kept", "disk-cache from-cache kept", "image-cache from-cache media", "revalidated",
                "never-sent failed unsent", "not-answered failed", "left-out missing", "cut cut",
            ]
        ),
        (
            "safari",
            [
                "network kept", "memory from-cache kept", "disk from-cache", "worker service-worker",
                "offline failed unsent", "cancelled failed", "undated failed time-unknown",
            ]
        ),
        ("charles", ["complete kept", "exception cut", "failed failed", ""]),
        ("fiddler", ["short kept", "omitted missing"]),
        ("proxyman", ["to-the-second", "no-response unseen"]),
        ("mitmproxy", ["connected-before kept", "kept-alive", "failed failed", "socket websocket"]),
        ("insomnia", ["first time-unknown", "second time-unknown"]),
        ("http-toolkit", ["binary-body", "body-too-large", "answer-not-decodable missing", "open"]),
    ])
    func whatBecomesOfEachEntry(exporter: String, expected: [String]) throws {
        let reading = try read(exporter)
        #expect(lines(reading) == expected)
        #expect(reading.source?.dialect != .unknown)
    }

    /// Firefox's TLS is a phase of its own; mitmproxy's connection was there before the request, or within its `wait`; Charles's
    /// `connect` contains `ssl`.
    @Test(arguments: [("firefox", 100_000, 110_000), ("mitmproxy", 20_000, 30_000), ("charles", 105_000, 107_000)])
    func whenAnAnswerBeganAndEnded(exporter: String, head: Int64, end: Int64) throws {
        let first = try #require(try read(exporter).exchanges.first)
        #expect(first.response?.startedAt?.microseconds(since: first.startedAt) == head)
        #expect(first.response?.endedAt?.microseconds(since: first.startedAt) == end)
    }

    /// What the exporter says it left out is said, whatever its size.
    @Test(arguments: [("fiddler", 1), ("firefox", 1), ("http-toolkit", 1), ("playwright", 1), ("chrome", 0)])
    func bodiesThatWereLeftOut(exporter: String, count: Int) throws {
        #expect(try read(exporter).codes.filter { $0 == "har.body-left-out" }.count == count)
    }

    @Test func insomniasTimesAreThatOfTheExport() throws {
        let reading = try read("insomnia")
        let diagnostics = reading.diagnostics.filter { $0.code == .harTimeUnreadable }
        #expect(diagnostics.count == 2)
        #expect(diagnostics.first?.detail == "the exporter writes the time of the export as startedDateTime")
        #expect(diagnostics.first?.blind?.host == "ads.example.test")
    }

    /// A host that was never decrypted is hidden from then on; one that another connection was decrypted of, for the time of
    /// the try; a try without a name hides its moment.
    @Test func connectionsThatHTTPToolkitCouldNotOpen() throws {
        let refused = try read("http-toolkit").diagnostics.filter { $0.code == .harHandshakeRefused }
        #expect(Set(refused.map(\.subject)) == ["pinned.example.test", "ads.example.test", nil])
        let pinned = try #require(refused.first { $0.subject == "pinned.example.test" })
        #expect(pinned.detail == "no TLS with the proxy: closed")
        #expect(pinned.blind?.host == pinned.subject && pinned.blind?.from == pinned.at && pinned.blind?.to == nil)
        let read = try #require(refused.first { $0.subject == "ads.example.test" }?.blind)
        #expect(
            read.host == "ads.example.test" && read.to.map { $0.microseconds(since: read.from ?? $0) } ?? 0 >= 2_000_000
        )
        let nameless = try #require(refused.first { $0.subject == nil })
        #expect(nameless.blind?.to.map { $0.microseconds(since: nameless.at ?? $0) } == 2_000_000)
    }

    /// What a client sends over a WebSocket may be beacons; what it receives hides nothing.
    @Test(arguments: [
        (#","_webSocketMessages":[{"type":"send","time":1.5,"opcode":1,"data":"type"}]"#, 1),
        (#","_webSocketMessages":[{"type":"receive","time":1.5,"opcode":1,"data":"send"}]"#, 0),
        (#","_webSocketMessages":[]"#, 0), ("", 1),
    ])
    func messagesOfAWebSocket(members: String, count: Int) {
        let har = """
            {"log":{"creator":{"name":"WebInspector","version":"1"},"entries":[{"startedDateTime":"2026-11-21T10:00:00Z",
            "request":{"method":"GET","url":"wss://s.test/x","headers":[]},"response":{"status":101,"headers":[],"content":{}}\(members)}]}}
            """
        let reading = HARMaterial.read(Array(har.utf8))
        let unread = reading.diagnostics.filter { $0.code == .harMessagesUnread }
        #expect(unread.count == count && reading.exchanges.first?.notes == ["websocket"])
        #expect(unread.first.map { $0.blind?.host == "s.test" && $0.blind?.hides == .requests } ?? true)
    }

    @Test func aBodyThatIsNotUTF8() throws {
        let bodies = try read("http-toolkit").exchanges.map(\.request.body)
        #expect(bodies[0] == .kept([0xFF, 0xFE, 0x01]))
        #expect(bodies[1] == Body(size: 600_000, content: .missing))
    }

    @Test func aTunnelThatCharlesDidNotOpen() throws {
        #expect(try read("charles").diagnostic(.harTunnelOpaque)?.blind?.host == "pinned.example.test")
    }

    /// What a test stopped hides what the page would have sent; what it passed on is counted once.
    @Test func whatPlaywrightsRoutesDid() throws {
        let reading = try read("playwright")
        let unsent = reading.diagnostics.filter { $0.code == .harRequestUnsent }
        #expect(unsent.map { $0.blind != nil } == [true, false, true, false])
        #expect(reading.diagnostics.filter { $0.code == .harRequestOfTest }.map(\.locator) == [.entry(3)])
    }
}
