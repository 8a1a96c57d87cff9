import Model
import Testing

@testable import Interpret

/// What requests say of ads whose documents are not in sight.
struct UndeclaredEventTests {
    private func traces(_ exchanges: [Exchange]) -> [AdTrace] {
        FamilyOutput(exchanges, families: [VASTFamily()]).adTraces
    }

    private func events(_ targets: [String]) -> [String?] {
        traces(
            targets.enumerated().map { .request("https://x.test/\($0.element)", at: Int64($0.offset) * 1_000_000) }
        ).map(\.event)
    }

    @Test(
        arguments: [
            ("px?e=firstQuartile&c=1", "firstQuartile", 2), ("c1/mid_point.gif", "midpoint", 3),
            ("pagead/interaction/?ai=x&label=videoplaytime75&gv=1", "thirdQuartile", 4),
            ("go?u=https%3A%2F%2Fdest.test%2Fi%3Fe%3Dcomplete%26c%3D1", "complete", 5),
            ("t?e=breakEnd", "breakEnd", nil),
            ("v1/FIRST-QUARTILE/7", "firstQuartile", 2), ("ad-start", "start", 1),
            ("vod?start=0&e=third_quartile", "thirdQuartile", 4), ("%22Start%22", "start", 1),
        ] as [(String, String, Int?)])
    func theWordsOfAdServers(target: String, event: String, place: Int?) {
        #expect(
            traces([.request("https://x.test/\(target)", at: 0)]) == [AdTrace(exchange: 1, event: event, place: place)])
    }

    @Test func longerWordsAreOthers() {
        #expect(
            events(["px?e=adStarted", "px?e=startup", "px?e=adFirstQuartile", "autocomplete?q=a", "mid%2Epoint"])
                .isEmpty)
    }

    @Test func numbersWhoseMeaningTheTrackersOfAnotherAdShow() {
        let document = """
            <VAST version="4.2"><Ad id="A1"><InLine><AdSystem>s</AdSystem><AdTitle>t</AdTitle>
            <Impression><![CDATA[https://t.test/t?ev=1&a=1]]></Impression>
            <Creatives><Creative><Linear><Duration>00:00:10</Duration><TrackingEvents>
            <Tracking event="start"><![CDATA[https://t.test/t?ev=2&a=1]]></Tracking>
            <Tracking event="mute"><![CDATA[https://t.test/t?ev=3&a=1]]></Tracking>
            <Tracking event="midpoint"><![CDATA[https://t.test/t?ev=4&a=1]]></Tracking>
            <Tracking event="thirdQuartile"><![CDATA[https://t.test/t?ev=4&a=2]]></Tracking>
            <Tracking event="complete"><![CDATA[https://t.test/t?ev=6&a=1]]></Tracking>
            </TrackingEvents></Linear></Creative></Creatives></InLine></Ad></VAST>
            """
        let exchanges: [Exchange] = [
            .request("https://t.test/t?ev=6&a=7", at: 0), .request("https://t.test/t?ev=1&a=8", at: 1_000_000),
            .request("https://other.test/t?ev=6&a=7", at: 2_000_000),
            .request("https://ads.test/tag", at: 4_000_000, body: document, type: "text/xml"),
            .request("https://t.test/t?ev=6&a=1", at: 5_000_000), .request("https://t.test/t?ev=3&a=9", at: 6_000_000),
            .request("https://t.test/t?ev=4&a=9", at: 7_000_000),
        ]
        #expect(traces(exchanges) == [AdTrace(exchange: 1, event: "complete", place: 5)])
    }

    @Test func anAnswerWithoutItsBodyThatMayHaveBeenAnAdDocument() {
        let exchanges = ["text/xml", "image/svg+xml", "application/json"].enumerated().map { number, type in
            var exchange = Exchange.request("https://a.test/\(number)", at: Int64(number) * 1_000_000, type: type)
            exchange.response?.body = Body(size: 2_100, content: .missing)
            return exchange
        }
        #expect(traces(exchanges) == [AdTrace(exchange: 1)])
    }
}
