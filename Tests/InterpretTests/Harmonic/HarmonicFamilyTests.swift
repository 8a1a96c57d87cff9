import Model
import Testing

@testable import Interpret

/// The form that harmonicinc-com/client-side-ad-tracking-ios-lib and its siblings read.
@Suite struct HarmonicFamilyTests {
    private let url = "https://vos.test/variant/v1/hls/metadata?sessid=s1"

    private func event(_ name: String, _ start: Int64, _ path: String) -> String {
        #"{"event":"\#(name)","startTime":\#(start),"duration":0,"signalingUrls":["https://b.test/\#(path)"]}"#
    }

    /// A break whose second ad is cut off by the edge of the stream, as the first answer has it.
    private func body(secondFor duration: Int = 468) -> String {
        let first = [event("impression", 1_000, "a/i"), event("start", 1_000, "a/s"), event("complete", 16_000, "a/c")]
        let second = [event("impression", 16_000, "b/i"), event("complete", 46_030, "b/c")]
        return #"{"adBreaks":[{"id":"7","startTime":1000,"duration":15468,"ads":["#
            + #"{"id":"A","startTime":1000,"duration":15000,"trackingEvents":[\#(first.joined(separator: ","))]},"#
            + #"{"id":"B","startTime":16000,"duration":\#(duration),"trackingEvents":[\#(second.joined(separator: ","))]}]}],"#
            + #""dataRange":{"start":1,"end":16468}}"#
    }

    private func interpret(_ exchanges: [Exchange]) -> FamilyOutput {
        FamilyOutput(exchanges, families: [HarmonicFamily()])
    }

    @Test func pollsRepeatAdsWithoutDeclaringThemAgain() {
        let result = interpret([
            .request(url, body: body()), .request(url, at: 1, body: body(secondFor: 30_030)),
            .request("https://b.test/a/i", at: 2), .request("https://b.test/b/c", at: 3),
        ])
        #expect(result.documents.map(\.label) == ["Harmonic metadata", "Harmonic metadata"])
        #expect(result.ads.map(\.adID) == ["A", "B"])
        #expect(result.ads.map(\.sequence) == [1, 2])
        #expect(result.trackers.map(\.event) == ["impression", "start", "complete", "impression", "complete"])
        #expect(result.firings.map(\.event) == ["impression", "complete"])
    }

    @Test(arguments: [(1_040, 2), (901_000, 3)])
    func aCorrectedTimeMakesNoOtherAd(start: Int, ads: Int) {
        let moved = body().replacing(#""id":"A","startTime":1000"#, with: #""id":"A","startTime":\#(start)"#)
        let result = interpret([.request(url, body: body()), .request(url, at: 1, body: moved)])
        #expect(result.ads.count == ads)
    }

    /// `duration` is what the stream has of the ad so far; its events tell how long it is.
    @Test func anAdAtTheEdgeIsAsLongAsItsEventsSay() {
        #expect(interpret([.request(url, body: body())]).ads.map(\.durationUs) == [15_000_000, 30_030_000])
    }

    @Test func anotherSessionsAdsAreOthers() {
        let other = "https://vos.test/variant/v1/hls/metadata?sessid=s2"
        #expect(interpret([.request(url, body: body()), .request(other, at: 1, body: body())]).ads.count == 4)
    }

    @Test func anEmptyRangeDeclaresNothing() {
        let result = interpret([.request(url, body: #"{"adBreaks":[],"dataRange":{"start":1,"end":2}}"#)])
        #expect(result.documents.map(\.state) == [.empty])
    }

    @Test func metadataThatBreaksOffIsABlindSpot() {
        let result = interpret([.request(url, body: String(body().prefix(200)))])
        #expect(result.diagnostics.map(\.code) == [.harmonicUnread])
        #expect(result.diagnostics.first?.blind?.host == "vos.test")
        #expect(result.documents.map(\.state) == [.malformed])
    }

    @Test(arguments: [
        "{}", #"{"adBreaks":3}"#, #"{"adBreaks":[]}"#,
        #"{"adBreaks":[{"ads":[{"trackingEvents":[{"event":"start"}]}]}]}"#,
    ])
    func otherJSON(body: String) {
        let result = interpret([.request("https://x.test/a.json", body: body)])
        #expect(result.documents.isEmpty && result.diagnostics.isEmpty)
    }
}
