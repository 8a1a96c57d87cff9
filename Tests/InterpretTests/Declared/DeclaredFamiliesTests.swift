import Model
import Testing

@testable import Interpret

/// Beacons read as a family file says.
struct DeclaredFamiliesTests {
    private static let ping = RequestForm(
        kind: "ping", methods: ["GET"], paths: ["/e"], event: ["ev"], eventNames: ["st": "start", "hb": "heartbeat"],
        session: ["sid"], subjects: [.clip: ["clip", "c"]], position: .init(names: ["pos"], unit: .s),
        sentAt: .init(names: ["t"], unit: .ms), mandatory: ["sid", "ev"])

    private static func read(_ exchanges: [Exchange], as forms: RequestForm...) -> FamilyOutput {
        let acme = FamilyDeclaration(
            name: "acme", title: "Acme", hosts: ["collect.acme.test", "*.edge.test"], requests: forms,
            identifiers: ["did": .device])
        return FamilyOutput(exchanges, families: [DeclaredFamilies([acme])])
    }

    private static func url(_ query: String) -> String { "https://collect.acme.test/e?\(query)" }

    @Test func aBeaconSaysWhatItsFormNames() throws {
        let output = Self.read(
            [.request(Self.url("sid=s1&ev=st&c=7&pos=1.5&t=1700000000123&did=D%2D1"))], as: Self.ping)
        let beacon = try #require(output.beacons.first)
        #expect(beacon.family.rawValue == "acme" && beacon.kind == "ping" && beacon.event == "start")
        let signal = try #require(output.signals.first)
        #expect(
            signal.clip == "7" && signal.positionUs == 1_500_000 && signal.repeatClass == .first
                && signal.missing == nil)
        #expect(signal.sentAt?.microseconds == 1_700_000_000_123_000)
        #expect(output.sessions.map(\.identifier) == ["s1"] && output.sessions.first?.id == signal.session)
        let device = try #require(output.parameters.first { $0.name == "did" })
        #expect(device.value == "D-1" && device.raw == "D%2D1" && device.identifier == .device)
    }

    @Test(arguments: [
        "https://other.test/e?sid=1&ev=st", "https://collect.acme.test/f?sid=1&ev=st", "https://edge.test.org/e?ev=st",
    ])
    func requestsOfOthersAreLeft(url: String) {
        #expect(Self.read([.request(url)], as: Self.ping).beacons.isEmpty)
    }

    @Test func hostsBelowADomainAreTheVendors() {
        #expect(Self.read([.request("https://a.b.edge.test/e?sid=1&ev=st")], as: Self.ping).beacons.count == 1)
    }

    @Test func eachItemOfABatchIsABeacon() {
        let form = RequestForm(
            methods: ["POST"], places: [.json], each: "data.events", event: ["name"], session: ["sid"],
            subjects: [.ad: ["params.ad"]], mandatory: ["name"])
        let body = #"{"sid":"s1","data":{"events":[{"name":"a","params":{"ad":"x"}},{"name":"b"},{}]}}"#
        let output = Self.read([.request("https://collect.acme.test/", method: "POST", posted: body)], as: form)
        #expect(output.beacons.map(\.event) == ["a", "b", "beacon"])
        #expect(output.signals.map(\.item) == [0, 1, 2] && output.signals.first?.ad == "x")
        // The body has an end: what it lacks was left out.
        #expect(output.signals.last?.missing == "name" && output.diagnostics.isEmpty)
        #expect(Set(output.signals.compactMap(\.session)).count == 1)
    }

    @Test(arguments: [
        (RequestForm.Place.queryLines, "en=a&x=1\nen=b"), (.jsonLines, "{\"en\":\"a\"}\n{\"en\":\"b\"}\n"),
    ])
    func eachLineIsABeacon(place: RequestForm.Place, body: String) {
        let form = RequestForm(places: [.query, place], event: ["en"], session: ["sid"])
        let output = Self.read([.request("https://collect.acme.test/?sid=4", method: "POST", posted: body)], as: form)
        #expect(output.beacons.map(\.event) == ["a", "b"] && output.sessions.map(\.identifier) == ["4"])
    }

    @Test func base64IsUndone() {
        let form = RequestForm(places: [.base64JSON], event: ["e"])
        let output = Self.read(
            [.request("https://collect.acme.test/", method: "POST", posted: "eyJlIjoicGxheSJ9")], as: form)
        #expect(output.beacons.map(\.event) == ["play"])
    }

    @Test func segmentsOfThePathAndTheAnswerNameTheSession() {
        let start = RequestForm(
            kind: "session", paths: ["/sessions"], places: [.json], event: ["e"], session: ["answer:location"])
        let event = RequestForm(
            kind: "event", paths: ["/sessions/{session}/events"], places: [.json], event: ["e"], session: ["session"])
        var first = Exchange.request("https://collect.acme.test/sessions", method: "POST", posted: #"{"e":"start"}"#)
        first.response?.headers.append(name: "Location", value: "/api/sessions/abc")
        let second = Exchange.request(
            "https://collect.acme.test/sessions/abc/events", method: "POST", at: 1_000_000, posted: #"{"e":"play"}"#)
        let output = Self.read([first, second], as: start, event)
        #expect(output.sessions.map(\.identifier) == ["abc"] && output.beacons.map(\.kind) == ["session", "event"])
    }

    @Test func whatTheTransportSentAgainIsARetry() {
        let url = Self.url("sid=s1&ev=hb&pos=1")
        let output = Self.read(
            [.request(url, status: 503), .request(url, at: 1_000_000), .request(url, at: 9_000_000)], as: Self.ping)
        #expect(output.signals.map(\.repeatClass) == [.first, .retry, .first])
    }

    @Test func aBatchSentAgainWithMoreHoldsOneNewBeacon() {
        let form = RequestForm(places: [.json], each: ".", event: ["e"])
        let output = Self.read(
            [
                .request("https://collect.acme.test/", method: "POST", status: 500, posted: #"[{"e":"a","t":1}]"#),
                .request(
                    "https://collect.acme.test/", method: "POST", at: 1_000_000,
                    posted: #"[{"e":"a","t":1},{"e":"b","t":2}]"#),
            ], as: form)
        #expect(output.signals.map(\.repeatClass) == [.first, .retry, .first])
    }

    @Test func aMissingEndIsACut() {
        let whole = Exchange.request(Self.url("sid=s1&pos=1&ev=st"))
        let cut = Exchange.request(Self.url("sid=s1&po"), at: 5_000_000)
        let output = Self.read([whole, cut], as: Self.ping)
        #expect(output.diagnostics.map(\.code) == [.signalCut])
        #expect(output.signals.allSatisfy { $0.missing == nil })
    }

    @Test func whatStandsBeforeWhatIsHereWasLeftOut() {
        let whole = Exchange.request(Self.url("ev=st&sid=s1&pos=1"))
        let without = Exchange.request(Self.url("sid=s1&pos=2"), at: 5_000_000)
        let output = Self.read([whole, without], as: Self.ping)
        #expect(output.diagnostics.isEmpty && output.signals.last?.missing == "ev")
    }

    @Test func halfAnEventAtTheEndIsACut() {
        let output = Self.read([.request(Self.url("sid=s1&ev=s"))], as: Self.ping)
        #expect(output.diagnostics.map(\.code) == [.signalCut])
    }

    @Test(arguments: ["{\"events\":[{", "no JSON", "{\"other\":1}"])
    func aBodyThatIsNoneOfItsFormIsHidden(body: String) throws {
        let form = RequestForm(places: [.json], each: "events", event: ["e"])
        let output = Self.read([.request("https://collect.acme.test/", method: "POST", posted: body)], as: form)
        let diagnostic = try #require(output.diagnostics.first)
        #expect(diagnostic.code == .signalUnread && diagnostic.blind?.hides == .requests)
    }

    @Test func aBodyThatWasNotRecordedIsHidden() {
        var exchange = Exchange.request("https://collect.acme.test/", method: "POST")
        exchange.request.body = Body(size: 12, content: .missing)
        let output = Self.read([exchange], as: RequestForm(places: [.json], event: ["e"]))
        #expect(output.diagnostics.map(\.code) == [.signalUnread])
    }
}

/// Paths of family files.
struct PathPatternTests {
    @Test(arguments: [
        ("/e", "/e", [:]), ("/v1/*", "/v1/a/b", [:]), ("*", "/any", [:]), ("/*/end", "/a/b/end", [:]),
        ("/s/{id}/e", "/s/7/e", ["id": "7"]), ("/{a}/{b}", "/x/y", ["a": "x", "b": "y"]),
    ])
    func matches(pattern: String, path: String, found: [String: String]) {
        let match = PathPattern(pattern).match(path)
        #expect(match.map { Dictionary(uniqueKeysWithValues: $0.map { ($0.name, $0.value) }) } == found)
    }

    @Test(arguments: [("/e", "/e2"), ("/s/{id}/e", "/s//e"), ("/s/{id}", "/s/1/2"), ("/v1/*/x", "/v1/a"), ("/e", "/E")])
    func doesNotMatch(pattern: String, path: String) {
        #expect(PathPattern(pattern).match(path) == nil)
    }
}
