import Model
import Testing

@testable import Interpret

/// Requests that are nearly what a tracker declares.
struct NearMissTests {
    private static let declared = [
        "https://t.test/p?event=start&ref=a%2Fb&name=summer%20sale&cb=[CACHEBUSTING]",
        "https://t.test/p?event=complete&ref=a%2Fb&name=summer%20sale&cb=[CACHEBUSTING]",
        "https://t.test/one?id=1",
        "https://t.test/q/Zp4?Tok=Ab&cb=[CACHEBUSTING]",
        "https://t.test/go?to=https%3A%2F%2Flog.test%2Fv%3Fe%3Dstart%26a%3D1&cb=[CACHEBUSTING]",
    ]

    private func near(_ url: String, _ declared: [String] = declared) throws -> NearMiss? {
        var index = TrackerIndex()
        for text in declared { _ = try index.insert(text) }
        guard index.match(URLFields(url)).isEmpty else { return nil }
        return index.nearMiss(URLFields(url))
    }

    @Test(arguments: [
        ("https://t.test/one", "query-removed", 1),
        ("https://t.test/p", "query-removed", 2),
        ("https://t.test/p?event=start&amp;ref=a%2Fb&amp;name=summer%20sale&amp;cb=1", "ampersand-entity", 1),
        ("https://t.test/p?event=start&ref=a%252Fb&name=summer%2520sale&cb=1", "encoded-twice", 1),
        ("https://t.test/p?event%3Dstart%26ref%3Da%252Fb%26name%3Dsummer%2520sale%26cb%3D1", "encoded-twice", 1),
        ("https://t.test/p?EVENT=start&REF=a%2Fb&NAME=summer%20sale&CB=1", "key-case", 1),
        ("https://t.test/q/zp4?tok=ab&cb=1", "letter-case", 1), ("https://t.test/Q/ZP4?Tok=Ab&cb=1", "letter-case", 1),
        ("https://t.test/p?event=start&ref=a%2Fb&name=summersale&cb=1", "spaces-removed", 1),
        ("https://t.test/go?to=https://log.test/v?e=start&a=1&cb=7", "decoded", 1),
        ("https://t.test/one?id=1%22", "quoted", 1), ("https://t.test/one?id=1\"", "quoted", 1),
        ("https://t.test/p?event=start&ref=[REDACTED]&name=summer%20sale&cb=1", "redacted", 1),
        ("https://t.test/[REDACTED]", "redacted", 0), ("https://t.test/v2/%5BREDACTED%5D?event=start", "redacted", 0),
        ("https://t.test/p?event=%5BREDACTED%5D&ref=***&name=xxxx&cb=REDACTED", "redacted", 2),
    ])
    func named(url: String, alteration: String, trackers: Int) throws {
        let near = try #require(try near(url))
        #expect(near.alteration.rawValue == alteration)
        #expect(near.matches.count == trackers)
    }

    @Test(arguments: [
        "https://t.test/p?event=pause&ref=a%2Fb&name=summer%20sale&cb=1", "https://t.test/other",
        "https://other.test/p",
        "https://t.test/go?to=https://log.test/v?e=start&a=2&cb=7", "https://t.test/p?event=start",
        "https://t.test/p?event=start&ref=a%2Fb&name=winter&cb=1",
        "https://t.test/q/zp5?tok=ab&cb=1", "https://t.test/q/zp4?tok=ac&cb=1",
        "https://t.test/p?Event=START&ref=a%2Fb&name=summer%20sale&cb=1", "https://t.test/one?session=[REDACTED]",
    ])
    func nobodys(url: String) throws {
        #expect(try near(url) == nil)
    }

    /// A sanitiser that hashes identifiers writes a hash where a document declares another form.
    @Test func aHashInThePlaceOfADeclaredValue() throws {
        let hash = "0f3a5c7e9b1d2468"
        let near = try #require(try near("https://t.test/p?event=start&ref=\(hash)&name=summer%20sale&cb=1"))
        #expect(near.alteration == .redacted && near.matches.count == 1 && near.isHashed)
        let declared = ["https://t.test/p?user=0123456789abcdef"]
        #expect(try self.near("https://t.test/p?user=\(hash)", declared) == nil)
    }

    @Test func aURLThatALoggerCut() throws {
        let long = "https://t.test/p?event=start&token=\(String(repeating: "x1", count: 600))&cb=[CACHEBUSTING]"
        let other = long.replacing("start", with: "complete")
        let near = try #require(try near(String(long.prefix(1_024)), [long, other]))
        #expect(near.alteration == .cut && near.matches.count == 1)
    }

    @Test func nobodyTriesThousands() throws {
        let many = (0..<1_000).map { "https://t.test/p?id=\($0)" }
        #expect(try near("https://t.test/p", many) == nil)
    }

    // MARK: In a run

    private let vast = VAST.inline()

    /// Whether the app sent the hash cannot be seen: it is no firing, and its host is hidden.
    @Test func whatWasHashedIsHidden() throws {
        var scene = Scene()
        scene.document(
            0, vast.replacing("https://t.test/impression", with: "https://t.test/impression?user=anna"),
            at: "https://ads.test/tag?a=1")
        scene.request(1, "https://t.test/impression?user=0f3a5c7e9b1d2468")
        let result = scene.interpret()
        #expect(result.firings.isEmpty)
        #expect(result.diagnostics.map(\.code.id) == ["interpret.url-redacted"])
        #expect(result.diagnostics.first?.blind?.host == "t.test")
    }

    @Test func aDeclaredRequestAfterAnAlteredOneIsTheSameFiring() {
        var scene = Scene()
        scene.document(0, vast, at: "https://ads.test/tag?a=1")
        scene.request(1, "https://t.test/impression", method: "HEAD")
        scene.request(1.1, "https://t.test/impression")
        let result = scene.interpret()
        #expect(result.firings.map(\.repeatClass) == [.first, .retry])
        #expect(result.firings.map(\.alteration) == [.head, nil])
    }

    /// Link checkers and SDKs that warm connections up ask first, and send the event when it happens.
    @Test func headBeforeTheDeclaredRequestIsNoFiring() throws {
        var scene = Scene()
        scene.document(0, vast, at: "https://ads.test/tag?a=1")
        scene.request(1, "https://t.test/impression", method: "HEAD")
        scene.request(1.4, "https://t.test/impression")
        let result = scene.interpret(probes: [2])
        #expect(result.firings.map(\.repeatClass) == [.first])
        #expect(try #require(result.firings.first).alteration == nil)
        #expect(result.beacons.map(\.kind) == ["preflight", "tracker"])
    }

    @Test func headAfterTheDeclaredRequestIsNoFiring() {
        var scene = Scene()
        scene.document(0, vast, at: "https://ads.test/tag?a=1")
        scene.request(1, "https://t.test/impression")
        scene.request(1.1, "https://t.test/impression", method: "HEAD")
        #expect(scene.interpret().firings.count == 1)
    }

    @Test func whatNeverLeftIsNoFiring() {
        var scene = Scene()
        scene.document(0, vast)
        scene.request(1, "https://t.test/impression", status: 0, notes: [Exchange.unsent])
        let result = scene.interpret()
        #expect(result.firings.isEmpty)
    }
}
