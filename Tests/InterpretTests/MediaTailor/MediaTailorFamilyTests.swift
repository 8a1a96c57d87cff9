import Model
import Testing

@testable import Interpret

@Suite struct MediaTailorFamilyTests {
    private let url = "https://mt.test/v1/tracking/abc/conf/session-1"

    private func body(_ ads: String...) -> String {
        #"{"avails":[{"availId":"7","durationInSeconds":25.5,"ads":[\#(ads.joined(separator: ","))]}],"nextToken":"t1"}"#
    }

    private func ad(_ id: String, start: String) -> String {
        #"{"adId":"\#(id)","adTitle":"T","startTimeInSeconds":\#(start),"durationInSeconds":15.015,"trackingEvents":["#
            + #"{"eventType":"impression","beaconUrls":["https://b.test/\#(id)/i","https://c.test/\#(id)/i"]},"#
            + #"{"eventType":"firstQuartile","beaconUrls":["https://b.test/\#(id)/q1"]}]}"#
    }

    private func interpret(_ exchanges: [Exchange]) -> FamilyOutput {
        FamilyOutput(exchanges, families: [MediaTailorFamily()])
    }

    @Test func pollsRepeatAdsWithoutDeclaringThemAgain() throws {
        let result = interpret([
            .request(url, body: "\u{FEFF}" + body(ad("A", start: "10.0"))),
            .request(url + "?nextToken=t1", at: 1, body: body(ad("A", start: "10.0"), ad("B", start: "25.0"))),
            .request("https://b.test/A/i", at: 2), .request("https://b.test/B/q1", at: 3),
        ])
        #expect(result.documents.map(\.kind) == [.mediaTailor, .mediaTailor])
        #expect(result.ads.map(\.adID) == ["A", "B"])
        #expect(result.ads.map(\.durationUs) == [15_015_000, 15_015_000])
        #expect(result.trackers.map(\.event).prefix(3) == ["impression", "impression", "firstQuartile"])
        #expect(result.firings.map(\.event) == ["impression", "firstQuartile"])
        let polls = result.beacons("tracking-poll")
        #expect(polls.count == 2)
        #expect(result.value(try #require(polls.first), "response", "nextToken") == "t1")
        #expect(result.value(try #require(polls.last), "nextToken") == "t1")
    }

    @Test func theSameAdLaterInTheStreamIsAnotherOne() {
        let result = interpret([.request(url, body: body(ad("A", start: "10.0"), ad("A", start: "40.0")))])
        #expect(result.ads.count == 2)
    }

    @Test func aDocumentThatBreaksOffIsABlindSpot() {
        let result = interpret([.request(url, body: #"{"avails":[{"availId":"7""#)])
        #expect(result.diagnostics.map(\.code) == [.mediaTailorUnread])
        #expect(result.diagnostics.first?.blind?.host == "mt.test")
        #expect(result.documents.map(\.state) == [.malformed])
    }

    @Test func aDocumentThatSaysTwoThingsIsABlindSpot() {
        let twice = #"{"avails":[],"# + body(ad("A", start: "10.0")).dropFirst()
        let result = interpret([.request("https://x.test/a.json", body: twice)])
        #expect(result.diagnostics.map(\.code) == [.mediaTailorUnread])
        #expect(result.diagnostics.first?.blind?.host == "x.test")
        #expect(result.trackers.isEmpty)
    }

    @Test(arguments: ["{}", #"{"x":"\"avails\""}"#, "[]", "avails"])
    func otherJSON(body: String) {
        let result = interpret([.request("https://x.test/a.json", body: body)])
        #expect(result.documents.isEmpty)
        #expect(result.diagnostics.isEmpty)
    }
}
