import Model
import Testing

@testable import Interpret

/// Ads in DASH manifests: events that call back (ISO/IEC 23009-1, 5.10.4.5) and ad creative signaling (SVTA 2053).
@Suite struct PeriodReaderTests {
    private let url = "https://ssai.test/live/m.mpd"

    private func interpret(_ bodies: String...) -> FamilyOutput {
        FamilyOutput(
            bodies.enumerated().map { .request(url, at: Int64($0.offset) * 1_000_000, body: $0.element) },
            families: [HLSFamily()])
    }

    private func manifest(_ scheme: String, _ events: String) -> String {
        """
        <MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><Period id="content"/><Period id="ad-1" duration="PT15S">
        <EventStream schemeIdUri="\(scheme)" value="1" timescale="1000">\(events)</EventStream></Period></MPD>
        """
    }

    private let callback = "urn:mpeg:dash:event:callback:2015"
    private let signaling = "urn:svta:advertising-wg:ad-creative-signaling"

    @Test func eventsThatCallBackAreTrackersOfTheirPeriod() {
        let events = """
            <Event presentationTime="0" id="impression">https://b.test/i?a=1&amp;b=2</Event>
            <Event presentationTime="7500" id="42" messageData="https://b.test/m"/>
            <Event presentationTime="7600" id="43">not a URL</Event>
            """
        let result = interpret(manifest(callback, events), manifest(callback, events))
        #expect(result.ads.map(\.title) == ["ad-1"])
        #expect(result.ads.map(\.durationUs) == [15_000_000])
        #expect(result.trackers.map(\.event) == ["impression", "callback"])
        #expect(result.trackers.map(\.url) == ["https://b.test/i?a=1&b=2", "https://b.test/m"])
    }

    @Test func adsThatFollowOneAnotherAreNumbered() {
        func period(_ id: String, start: Int, isAd: Bool = true) -> String {
            let event = "<Event presentationTime=\"0\" id=\"start\">https://b.test/\(id)</Event>"
            let events = isAd ? "<EventStream schemeIdUri=\"\(callback)\">\(event)</EventStream>" : ""
            return "<Period id=\"\(id)\" start=\"PT\(start)S\" duration=\"PT10S\">\(events)</Period>"
        }
        let periods = [
            period("c1", start: 0, isAd: false), period("a1", start: 10), period("a2", start: 20),
            period("c2", start: 30, isAd: false), period("a3", start: 40), period("a4", start: 90),
        ]
        let result = interpret("<MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\">\(periods.joined())</MPD>")
        #expect(result.ads.map(\.sequence) == [1, 2, 1, 1])
    }

    private let slots = #"""
        {"version":2,"type":"slot","payload":[{"type":"linear","start":0,"duration":7.5,"tracking":[
        {"type":"impression","urls":["https://b.test/1/i"]},{"type":"firstQuartile","urls":["https://b.test/1/q"]}]},
        {"type":"linear","start":7.5,"duration":7.5,"tracking":[{"type":"impression","urls":["/2/i"]}]}]}
        """#

    @Test func creativeSignalingDescribesAnAdForEachSlot() {
        let escaped = slots.replacing("\"", with: "&quot;")
        let body = manifest(signaling, "<Event id=\"9\" presentationTime=\"0\">\(escaped)</Event>")
        let result = interpret(body, body)
        #expect(result.ads.map(\.title) == ["ad-1/9/1", "ad-1/9/2"])
        #expect(result.ads.map(\.durationUs) == [7_500_000, 7_500_000])
        #expect(result.trackers.map(\.url) == ["https://b.test/1/i", "https://b.test/1/q", "https://ssai.test/2/i"])
        #expect(result.diagnostics.isEmpty)
    }

    @Test(arguments: ["{&quot;version&quot;:2,&quot;payload&quot;:[]}", "not JSON", ""])
    func signalingThatNamesNobodyIsSaid(text: String) {
        let result = interpret(manifest(signaling, "<Event id=\"9\">\(text)</Event>"))
        #expect(result.ads.isEmpty)
        #expect(result.diagnostics.map(\.code) == [.hlsSignalingSilent])
    }

    @Test func aManifestThatBreaksOffIsSaid() {
        let result = interpret(String(manifest(callback, "<Event>https://b.test/i</Event>").dropLast(20)))
        #expect(result.documents.map(\.state) == [.malformed])
        #expect(result.diagnostics.map(\.code) == [.hlsLineUnread])
    }

    @Test func eventsOfOtherSchemesDeclareNothing() {
        let result = interpret(manifest("urn:scte:scte35:2014:xml+bin", "<Event>https://b.test/i</Event>"))
        #expect(result.documents.map(\.state) == [.empty])
        #expect(result.trackers.isEmpty)
    }
}
