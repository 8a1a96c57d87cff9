import Foundation
import Model
import Testing

@testable import Interpret

@Suite struct NielsenFamilyTests {
    private func interpret(_ exchanges: [Exchange]) -> FamilyOutput {
        FamilyOutput(exchanges, families: [NielsenFamily()])
    }

    @Test func anAdPingCarriesItsPlaceInTheViewSession() throws {
        let result = interpret([.request(SamplePings.guide)])
        let ping = try #require(result.pings.first)
        #expect(ping.kind == "duration")
        #expect(ping.stream == "a")
        #expect(ping.asset == "51HERB1501")
        #expect(ping.createdAt == Timestamp(microseconds: 1_629_966_255_000_000))
        #expect(ping.segmentAt == Timestamp(microseconds: 1_629_966_240_000_000))
        #expect(ping.viewedUs == 15_000_000)
        #expect(!ping.late)
        #expect(result.sessions.map(\.kind) == [.nielsenInstance, .nielsenView])
        #expect(result.sessions.last?.parent == result.sessions.first?.id)
        #expect(ping.session == result.sessions.last?.id)
    }

    @Test func aPingSentMinutesAfterItsCreationIsLate() {
        #expect(interpret([.request(SamplePings.optedOut)]).pings.map(\.late) == [true])
    }

    @Test(arguments: [
        ("4_00_99_V1_00000", "view"), ("4_00_99_D12_00000", "duration"), ("4_00_99_I_00000", "impression"),
        ("4_00_99_S2_00000", "static"), ("4_00_99_Q1_00000", "quarter-hour"), ("", "dcr"),
    ])
    func crNamesTheKindOfADCRPing(cr: String, kind: String) {
        #expect(interpret([.request(SamplePings.ping(cr: cr))]).pings.first?.kind == kind)
    }

    @Test func theSessionPingWithoutPlayerIdOpensTheInstanceThatThePingsBelongTo() {
        let hello =
            "https://secure-sw.imrworldwide.com/cgi-bin/gn?prd=session&c13=asid,P00000000-0000-4000-8000-000000000009"
            + "&sessionId=aaaa1700000000&c61=createtm,1700000000"
        let result = interpret([
            .request(hello), .request(SamplePings.ping(), at: 1), .request(SamplePings.ping(view: "cccc"), at: 2),
            .request(SamplePings.ping(session: "dddd1700009999", view: "eeee"), at: 3),
        ])
        #expect(result.sessions.count { $0.kind == .nielsenInstance } == 2)
        #expect(result.sessions.count { $0.kind == .nielsenView } == 3)
        #expect(result.beacons.first?.session == result.sessions.first?.id)
    }

    @Test func twoInstancesOfOneAppThatInterleaveStayApart() {
        let urls = ["1", "2", "1", "2"].map { SamplePings.ping(player: $0, view: "v\($0)") }
        let result = interpret(urls.map { .request($0) })
        #expect(result.sessions.count == 4)
        #expect(result.pings[0].session == result.pings[2].session)
        #expect(result.pings[0].session != result.pings[1].session)
    }

    @Test func anEMMPingBelongsToTheSessionThatItsHostNames() {
        let result = interpret([
            .request(SamplePings.ping()), .request("https://aaaa1700000000.nuid.imrworldwide.com/", at: 1),
            .request("https://other.nuid.imrworldwide.com/", at: 2),
        ])
        let instance = result.sessions.first { $0.kind == .nielsenInstance }?.id
        #expect(result.beacons("emm").map(\.session) == [instance, nil])
    }

    @Test func identifiersInThePathAreParameters() throws {
        let cloud =
            "https://cloudapi.imrworldwide.com/nmapi/v2/APP/SES/a?b=%7B%22event%22%3A%22playhead%22%2C%22x%22%3A%5B1%5D%7D"
        let result = interpret([.request("https://cdn-gl.imrworldwide.com/conf/P1.js"), .request(cloud)])
        let config = try #require(result.beacons("config").first)
        let ping = try #require(result.beacons("cloud").first)
        #expect(result.value(config, "apid") == "P1")
        #expect(result.value(ping, "apid") == "APP")
        #expect(result.value(ping, "b", "event") == "playhead")
        #expect(result.value(ping, "b", "x.0") == "1")
    }

    @Test func equalCacheBusterAfterAnAnswerIsSeenTwiceAnotherCacheBusterIsARetry() {
        let result = interpret([
            .request(SamplePings.ping(rnd: 1)), .request(SamplePings.ping(rnd: 1)),
            .request(SamplePings.ping(rnd: 2, retry: 1)), .request(SamplePings.ping(created: 1_700_000_310, rnd: 1)),
            .request(SamplePings.ping(stream: "a", rnd: 1)),
        ])
        #expect(result.pings.map(\.repeatClass) == [.first, .seenTwice, .retry, .first, .first])
    }

    @Test func anotherCacheBusterAfterAnAnswerAndNoTryCountedIsASecondReport() {
        let urls = [SamplePings.ping(rnd: 1), SamplePings.ping(rnd: 2)]
        #expect(interpret(urls.map { .request($0) }).pings.map(\.repeatClass) == [.first, .duplicate])
    }

    @Test(arguments: ["&c27=cln", "&c62=sendTi", "&c61", "?prd=dcr"])
    func aPingOfWhichTheEndIsMissingSaysNothingButThatItWasSent(end: String) throws {
        let url = SamplePings.ping()
        let place = try #require(url.firstRange(of: end))
        let result = interpret([.request(String(url[..<place.lowerBound]) + (end.first == "&" ? end : ""))])
        #expect(result.pings.isEmpty)
        #expect(result.beacons.map(\.kind) == ["cut"])
    }

    @Test func anEqualRequestAfterAnUnansweredOneIsARetry() {
        var lost = Exchange.request(SamplePings.ping())
        lost.response = nil
        lost.ending = .failed
        #expect(interpret([lost, .request(SamplePings.ping())]).pings.map(\.repeatClass) == [.first, .retry])
    }

    @Test func aReportMadeAgainAfterARetryWasTakenIsASecondOne() {
        var lost = Exchange.request(SamplePings.ping(rnd: 1))
        lost.response = nil
        lost.ending = .failed
        let result = interpret([
            lost, .request(SamplePings.ping(rnd: 1)), .request(SamplePings.ping(rnd: 2)),
        ])
        #expect(result.pings.map(\.repeatClass) == [.first, .retry, .duplicate])
    }

    @Test func theTargetOfAPingsRedirectIsAHopNoSecondPing() {
        var sent = Exchange.request(SamplePings.ping(), status: 302)
        sent.response?.headers.append(name: "location", value: SamplePings.ping() + "&ja=1")
        let result = interpret([sent, .request(SamplePings.ping() + "&ja=1", at: 1)])
        #expect(result.pings.map(\.repeatClass) == [.first, .redirectHop])
    }

    @Test func aPingThatSomebodyElsesAddressLedToIsAPing() {
        var sent = Exchange.request("https://app.test/go", status: 302)
        sent.response?.headers.append(name: "location", value: SamplePings.ping())
        let result = interpret([sent, .request(SamplePings.ping(), at: 1)])
        #expect(result.pings.map(\.repeatClass) == [.first])
    }

    @Test func aPreflightIsNoPing() {
        #expect(interpret([.request(SamplePings.guide, method: "OPTIONS")]).pings.isEmpty)
    }

    @Test func settingsOfTheConfigurationBecomeParametersOfItsRequest() throws {
        let body = #"{"nol_segmentLength":"5","nol_segmentValue":"60","data":[{"enableFpid":true}]}"#
        let result = interpret([
            .request("https://secure-sw.imrworldwide.com/cgi-bin/cfg?apid=P1&uoo=", body: body)
        ])
        let beacon = try #require(result.beacons.first)
        #expect(beacon.kind == "config")
        #expect(result.documents.count <= 1)
        #expect(result.value(beacon, "apid") == "P1")
        #expect(result.value(beacon, "response", "nol_segmentLength") == "5")
        #expect(result.value(beacon, "response", "enableFpid") == "true")
        #expect(result.value(beacon, "response", "interval_us") == "300000000")
    }

    @Test func settingsAreFoundInAScriptThatIsNoJSON() {
        let script = "var c={nol_segmentLength:5, 'nol_segmentValue' : '60',nol_url:\"https://x\"};<html>nol_</html>"
        let config = NielsenConfig(Array(script.utf8))
        #expect(config.fault != nil)
        #expect(config.settings.map(\.name) == ["nol_segmentLength", "nol_segmentValue", "nol_url"])
        #expect(config.intervalSeconds == 300)
    }

    @Test func anUnreadConfigurationIsReported() {
        let result = interpret([.request("https://secure-sw.imrworldwide.com/cgi-bin/cfg?apid=P1")])
        #expect(result.diagnostics.map(\.code) == [.nielsenConfigUnread])
    }

    @Test func repeatedParametersAndBrokenTextAreReported() {
        let url = SamplePings.ping() + "&ai=A2&tl=%FF"
        #expect(
            interpret([.request(url)]).diagnostics.map(\.code) == [.nielsenParameterRepeated, .nielsenNotUTF8])
    }

    @Test(arguments: ["nielsen_clean.h2tls13", "nielsen_optout_ids.h2tls13"])
    func everyPingOfARecordingIsDecoded(name: String) throws {
        guard let recording = try Recording.load(name), let file = Recording.locate("recordings/\(name)/expect.json")
        else { return }
        let result = interpret(recording.exchanges)
        let object = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
        let expected = try #require(object?["nielsen_pings"] as? [[String: Any]])
        try #require(result.beacons.count == expected.count)
        for (beacon, expectation) in zip(result.beacons, expected) {
            let exchange = recording.exchanges[try #require(beacon.exchange).number - 1]
            #expect(beacon.kind == expectation["kind"] as? String)
            #expect(exchange.url.utf8.count == expectation["url_length"] as? Int)
            #expect(result.value(beacon, "at") == expectation["at"] as? String)
            #expect(result.value(beacon, "cr") == expectation["cr"] as? String)
            #expect(result.value(beacon, "uoo") == expectation["uoo"] as? String)
            #expect(result.value(beacon, "c3", "st").map { "st,\($0)" } == expectation["stream"] as? String)
            #expect(result.value(beacon, "c27", "cln").map { "cln,\($0)" } == expectation["cln"] as? String)
            #expect(
                result.value(beacon, "c61", "createtm").map { "createtm,\($0)" } == expectation["createtm"] as? String)
            let device = result.value(beacon, "c9", "devid") ?? ""
            #expect(!device.isEmpty == expectation["devid_filled"] as? Bool)
        }
        #expect(result.pings.map(\.kind) == ["config", "session", "view", "duration", "view", "duration"])
        #expect(result.pings.allSatisfy { $0.repeatClass == .first && !$0.late })
        #expect(result.sessions.count { $0.kind == .nielsenInstance } == 1)
        #expect(result.documents.map(\.kind) == [.nielsenConfig])
        #expect(result.value(try #require(result.beacons.first), "response", "interval_us") == "300000000")
        #expect(result.diagnostics.isEmpty)
    }
}
