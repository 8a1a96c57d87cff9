import Model
import Testing

@testable import Interpret

/// XML without its body turns out to have been an ad document by what follows.
struct BodilessAnswerTests {
    private let document = """
        <VAST version="3.0"><Ad id="1"><InLine><AdSystem>a</AdSystem><AdTitle>t</AdTitle>
        <Impression><![CDATA[https://t.test/i]]></Impression><Creatives><Creative><Linear><Duration>00:00:20</Duration>
        <TrackingEvents><Tracking event="firstQuartile"><![CDATA[https://t.test/q1]]></Tracking></TrackingEvents>
        </Linear></Creative></Creatives></InLine></Ad></VAST>
        """

    private func bodiless(_ url: String, at seconds: Int64, type: String = "text/xml") -> Exchange {
        var exchange = Exchange.request(url, at: seconds * 1_000_000, type: type)
        exchange.response?.body = Body(size: 2_100, content: .missing)
        return exchange
    }

    private func states(_ exchanges: [Exchange]) -> [Document.State] {
        FamilyOutput(exchanges, families: [VASTFamily()]).documents.map(\.state)
    }

    @Test(arguments: ["track/firstQuartile", "t?e=third_quartile", "v1/FIRST-QUARTILE/7"])
    func wordsOfQuartilesThatNothingDeclares(words: String) {
        #expect(
            states([bodiless("https://a.test/s", at: 0), .request("https://x.test/\(words)", at: 9_000_000)]) == [
                .unseen
            ])
    }

    @Test(arguments: ["image/svg+xml", "application/dash+xml", "application/json"])
    func whatIsNoAdDocumentByItsType(type: String) {
        #expect(
            states([
                bodiless("https://a.test/s", at: 0, type: type),
                .request("https://x.test/firstQuartile", at: 9_000_000),
            ]).isEmpty)
    }

    /// An app that tells others of its ads does so beside the trackers.
    @Test(arguments: [4_900_000, 5_100_000] as [Int64])
    func wordsBesideATrackerAreNoSign(at: Int64) {
        let exchanges: [Exchange] = [
            bodiless("https://a.test/s", at: 0),
            .request("https://ads.test/tag", at: 100_000, body: document, type: "text/xml"),
            .request("https://t.test/q1", at: 5_000_000), .request("https://x.test/firstQuartile", at: at),
            .request("https://app.test/", at: 20_000_000),
        ]
        #expect(states(exchanges.sorted { $0.startedAt < $1.startedAt }) == [.wellFormed])
    }

    @Test func aPlaceThatAnswersWithAnAdLater() {
        #expect(
            states([
                bodiless("https://ads.test/tag?cb=1", at: 0), bodiless("https://ads.test/feed", at: 1),
                .request("https://ads.test/tag?cb=2", at: 60_000_000, body: document, type: "text/xml"),
            ]) == [.wellFormed, .unseen])
    }
}
