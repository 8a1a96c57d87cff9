import Testing

@testable import Interpret

/// Compiling a declared URL and matching a sent one, feature by feature (docs/attribution.md, "Declared URLs").
struct TemplateTests {
    @Test(arguments: [
        ("[CACHEBUSTING]", "https://t.test/px?cb=[CACHEBUSTING]", true),
        ("[CACHEBUSTING]", "https://t.test/px?cb=%5BCACHEBUSTING%5D", true),
        ("[CACHEBUSTING]", "https://t.test/px?cb=%255BCACHEBUSTING%255D", true),
        ("%%CACHEBUSTING%%", "https://t.test/px?cb=%%CACHEBUSTING%%", true),
        ("%%CACHEBUSTING%%", "https://t.test/px?cb=%25%25CACHEBUSTING%25%25", true),
        ("[CACHEBUSTING]", "https://t.test/px?cb=%%CACHEBUSTING%%", true),
        ("${CB}", "https://t.test/px?cb=%24%7BCB%7D", true),
        ("[CACHEBUSTING]", "https://t.test/px?cb=4711", false),
        ("[CACHEBUSTING]", "https://t.test/px?cb=[OTHER]", false),
        ("[CACHEBUSTING]", "https://t.test/px?cb=", false),
    ])
    func macrosThatNobodyExpanded(macro: String, sent: String, isUnexpanded: Bool) throws {
        var index = TrackerIndex()
        let template = try index.insert("https://t.test/px?cb=\(macro)")
        let capture = try #require(index.match(URLFields(sent)).first?.captures.first)
        #expect(index.holes(of: template)[capture.hole].isUnexpanded(capture.value) == isUnexpanded)
    }

    private func matches(_ declared: String, _ sent: String) throws -> Bool {
        var index = TrackerIndex()
        _ = try index.insert(declared)
        return !index.match(URLFields(sent)).isEmpty
    }

    @Test(arguments: [
        ("plain", "https://t.test/px?e=start", "https://t.test/px?e=start"),
        ("host case and default port", "https://T.test/px", "https://t.TEST:443/px"),
        ("dot of the root left out", "https://t.test./px", "https://t.test/px"),
        ("dot of the root sent", "https://t.test/px", "https://t.test./px"),
        ("dot of the root behind a macro", "https://[REGION].t.test./px", "https://eu.t.test/px"),
        ("host sent as punycode", "https://Trackér.t.test/px", "https://xn--trackr-fva.t.test/px"),
        ("host sent percent-encoded", "https://bücher.test/px", "https://b%C3%BCcher.test/px"),
        ("dot segments resolved", "https://t.test/a/./b/../../px?e=1", "https://t.test/px?e=1"),
        ("dot segments encoded", "https://t.test/a/%2E%2e/px", "https://t.test/px"),
        ("dot segments sent as declared", "https://t.test/a/../px", "https://t.test/a/../px"),
        ("dot segment at the end", "https://t.test/a/b/..", "https://t.test/a/"),
        ("dot segment behind a macro", "https://t.test/[A]/x/../px", "https://t.test/1/px"),
        ("more dot segments than segments", "https://t.test/../../px", "https://t.test/px"),
        ("scheme upgraded", "http://t.test/px", "https://t.test/px"),
        ("scheme and default port upgraded", "http://t.test:80/px", "https://t.test/px"),
        ("protocol-relative", "//t.test/px", "https://t.test/px"),
        ("empty path", "https://t.test", "https://t.test/"),
        ("empty path with query", "https://t.test?e=1", "https://t.test/?e=1"),
        ("wrapped over two lines", "https://t.test/px?\n\ta=1", "https://t.test/px?a=1"),
        ("wrapped, with an entity", "https://t.test/px?a=1\r\n&amp;b=2", "https://t.test/px?a=1&b=2"),
        ("fragment dropped", "https://t.test/px#frag", "https://t.test/px"),
        ("query reordered", "https://t.test/px?a=1&b=2", "https://t.test/px?b=2&a=1"),
        ("parameters appended", "https://t.test/px?a=1", "https://t.test/px?a=1&cb=9&x"),
        ("repeated key", "https://t.test/px?a=1&a=2", "https://t.test/px?a=2&a=1"),
        ("plus is space in queries", "https://t.test/px?a=x+y", "https://t.test/px?a=x%20y"),
        ("needless encoding", "https://t.test/px?a=b|c", "https://t.test/px?a=b%7Cc"),
        ("macro in brackets", "https://t.test/px?cb=[CACHEBUSTING]", "https://t.test/px?cb=1"),
        ("macro left encoded", "https://t.test/px?cb=[CACHEBUSTING]", "https://t.test/px?cb=%5BCACHEBUSTING%5D"),
        ("macro declared encoded", "https://t.test/px?cb=%5bCACHEBUSTING%5D", "https://t.test/px?cb=77"),
        ("percent macro", "https://t.test/px?u=%%CLICK%%", "https://t.test/px?u=1"),
        ("dollar macro", "https://t.test/px?u=${AUCTION_ID}", "https://t.test/px?u=1"),
        ("braces", "https://t.test/px?u={{name}}&v={other}", "https://t.test/px?u=1&v=2"),
        ("macro empty", "https://t.test/px?cb=[CB]&e=1", "https://t.test/px?cb=&e=1"),
        ("macro inside text", "https://t.test/px?l=failed[ERRORCODE]x", "https://t.test/px?l=failed401x"),
        ("macro in path", "https://t.test/a/[ASSETURI]/end", "https://t.test/a/https%3A%2F%2Fc%2Fv.mp4/end"),
        ("macro in first segment", "https://t.test/x[CB]", "https://t.test/x123"),
        ("macro in host", "https://[REGION].t.test/px", "https://eu.t.test/px"),
        ("macro in key", "https://t.test/px?[K]=1", "https://t.test/px?abc=1"),
        ("macro as a pair, left out", "https://t.test/px?a=1&[EXTRA]", "https://t.test/px?a=1"),
        ("macro as a pair, filled", "https://t.test/px?a=1&[EXTRA]", "https://t.test/px?a=1&b=2"),
        (
            "nested encoded URL", "https://t.test/r?u=https%3A%2F%2Fx%2F%3Fc%3D%5BCB%5D",
            "https://t.test/r?u=https%3A%2F%2Fx%2F%3Fc%3D42"
        ),
        ("two macros in one value", "https://t.test/px?v=[A]_[B]", "https://t.test/px?v=1_2_3"),
        ("adjacent macros", "https://t.test/px?v=[A][B]", "https://t.test/px?v=12"),
        ("query without equals", "https://t.test/px?impression[CB]", "https://t.test/px?impression77"),
        ("query without equals, appended", "https://t.test/px?impression", "https://t.test/px?impression&x=1"),
        ("white space around", "  https://t.test/px\n", "https://t.test/px"),
        ("trailing newline sent", "https://t.test/px?e=1", "https://t.test/px?e=1%0A%20"),
        ("declared with encoded blank", "https://t.test/px?e=1%20", "https://t.test/px?e=1%20"),
        ("entity left over", "https://t.test/px?a=1&amp;b=2", "https://t.test/px?a=1&b=2"),
        ("entity sent as it is", "https://t.test/px?a=1&amp;b=2", "https://t.test/px?a=1&amp;b=2"),
        ("missing value", "https://t.test/px?a=&b=2", "https://t.test/px?a&b=2"),
    ])
    func matchesWhatIsTheSame(_ name: String, _ declared: String, _ sent: String) throws {
        #expect(try matches(declared, sent), "\(name)")
    }

    @Test(arguments: [
        ("other host", "https://t.test/px", "https://u.test/px"),
        ("sub-domain", "https://t.test/px", "https://a.t.test/px"),
        ("other port", "https://t.test/px", "https://t.test:8443/px"),
        ("longer path", "https://t.test/px", "https://t.test/px/more"),
        ("path case", "https://t.test/px", "https://t.test/PX"),
        ("encoded slash", "https://t.test/a/b", "https://t.test/a%2Fb"),
        ("other value", "https://t.test/px?e=start", "https://t.test/px?e=complete"),
        ("value prefix", "https://t.test/px?e=start", "https://t.test/px?e=start2"),
        ("missing pair", "https://t.test/px?e=start&ad=1", "https://t.test/px?e=start"),
        ("pair needed twice", "https://t.test/px?a=1&a=1", "https://t.test/px?a=1"),
        ("text around a macro", "https://t.test/px?l=failed[ERRORCODE]", "https://t.test/px?l=ok401"),
        ("plus in a path", "https://t.test/a+b", "https://t.test/a%20b"),
    ])
    func refusesWhatIsNot(_ name: String, _ declared: String, _ sent: String) throws {
        #expect(try !matches(declared, sent), "\(name)")
    }

    @Test(arguments: [
        ("", TrackerTemplate.Unfireable.empty), (" \n", .empty), ("about:blank", .placeholder),
        ("myErrorUrl.com", .notHTTP), ("file:///x", .notHTTP), ("[CLICKTHROUGH]", .notHTTP), ("https:///x", .notHTTP),
        ("https://[HOST]/", .open),
    ])
    func namesWhatCannotBeFired(_ declared: String, _ fault: TrackerTemplate.Unfireable) {
        #expect(throws: fault) { try TrackerTemplate.compile(declared) }
    }

    @Test func theBetterMatchWins() throws {
        var index = TrackerIndex()
        let short = try index.insert("https://t.test/px?e=start")
        let long = try index.insert("https://t.test/px?e=start&ad=1")
        let open = try index.insert("https://t.test/px?e=[EVENT]&ad=1")
        func best(_ url: String) -> [Int] { index.match(URLFields(url)).map(\.template) }
        #expect(best("https://t.test/px?e=start") == [short])
        #expect(best("https://t.test/px?e=start&ad=1") == [long])
        #expect(best("https://t.test/px?e=start&ad=1&x=1") == [long])
        #expect(best("https://t.test/px?e=mute&ad=1") == [open])
    }

    @Test func theSchemeOnlyBreaksTies() throws {
        var index = TrackerIndex()
        let plain = try index.insert("http://t.test/px?a=1")
        let secure = try index.insert("https://t.test/px?a=1")
        #expect(index.match(URLFields("http://t.test/px?a=1")).map(\.template) == [plain])
        #expect(index.match(URLFields("https://t.test/px?a=1")).map(\.template) == [secure])
    }

    @Test func equalTextsAreCompiledOnce() throws {
        var index = TrackerIndex()
        #expect(try index.insert("https://t.test/px") == index.insert(" https://t.test/px\n"))
        #expect(index.count == 1)
    }

    @Test func removedTemplatesMatchNoMore() throws {
        var index = TrackerIndex()
        let first = try index.insert("https://t.test/px?e=1")
        let second = try index.insert("https://t.test/px?e=2")
        index.remove(first)
        #expect(index.match(URLFields("https://t.test/px?e=1")).isEmpty)
        #expect(index.match(URLFields("https://t.test/px?e=2")).map(\.template) == [second])
        index.remove(second)
        #expect(index.count == 0)
    }

    @Test func capturesSayWhatAMacroStoodFor() throws {
        var index = TrackerIndex()
        let id = try index.insert("https://t.test/[A]/x?b=[B]-[C]")
        let match = try #require(index.match(URLFields("https://t.test/p%20q/x?b=1-2-3")).first)
        let values = match.captures.map {
            index.holes(of: id)[$0.hole].name + "=" + String(decoding: $0.value, as: UTF8.self)
        }
        #expect(values == ["A=p q", "B=1", "C=2-3"])
    }
}
