import Model
import Testing

@testable import Interpret

/// Criteo's OMID beacons are found in whatever form the verification parameters take.
struct CriteoBeaconsTests {
    private static let json = """
        {"beacons": {"omidTrackView": "https://v.test/omidTrackView?u=1", "start": "https:\\/\\/v.test\\/start?u=1",
         "first_quartile": "https://v.test/q1", "twoSecondsFiftyPercentView": "https://v.test/2s"}}
        """

    @Test func json() {
        let trackers = CriteoBeacons.trackers(in: CriteoBeaconsTests.json, line: 4)
        #expect(trackers.map(\.event) == ["omidTrackView", "start", "firstQuartile", "twoSecondsFiftyPercentView"])
        #expect(trackers.map(\.url).dropFirst().first == "https://v.test/start?u=1")
        #expect(trackers.allSatisfy { $0.family == .criteo && $0.line == 4 })
    }

    @Test func jsonListOfObjects() {
        let text = #"[{"event":"start","url":"https://v.test/a"},{"event":"complete","url":"https://v.test/b"}]"#
        #expect(CriteoBeacons.trackers(in: text, line: nil).map(\.event) == ["start", "complete"])
    }

    @Test func jsonListOfURLs() {
        let text = #"["https://v.test/omid/start?x=1","https://v.test/omid?e=midpoint","https://v.test/other"]"#
        #expect(CriteoBeacons.trackers(in: text, line: nil).map(\.event) == ["start", "midpoint"])
    }

    @Test func queryString() {
        let text = "omidTrackView=https%3A%2F%2Fv.test%2Fa%3Fx%3D1&complete=https%3A%2F%2Fv.test%2Fb&id=7"
        let trackers = CriteoBeacons.trackers(in: text, line: nil)
        #expect(trackers.map(\.event) == ["omidTrackView", "complete"])
        #expect(trackers.map(\.url) == ["https://v.test/a?x=1", "https://v.test/b"])
    }

    @Test func percentEncodedJSON() {
        let text = "%7B%22start%22%3A%22https%3A%2F%2Fv.test%2Fa%22%7D"
        #expect(CriteoBeacons.trackers(in: text, line: nil).map(\.url) == ["https://v.test/a"])
    }

    @Test func base64() {
        let text = "eyJzdGFydCI6Imh0dHBzOi8vdi50ZXN0L2EifQ=="
        #expect(CriteoBeacons.trackers(in: text, line: nil).map(\.event) == ["start"])
    }

    @Test(arguments: ["", "iabtechlab-partner", "{}", "key=1&url=https://v.test/x", "%%%", "{\"start\":\"no url\"}"])
    func nothingToFind(_ text: String) {
        #expect(CriteoBeacons.trackers(in: text, line: nil).isEmpty)
    }

    @Test func theyBelongToTheAdPlayWithoutMovingItsStages() {
        let verification = """
            <AdVerifications><Verification vendor="criteo.com-omid"><VerificationParameters><![CDATA[
            {"start":"https://v.test/start","complete":"https://v.test/complete"}]]></VerificationParameters>
            </Verification></AdVerifications>
            """
        var scene = Scene()
        scene.document(0, VAST.inline().replacing("<Creatives>", with: verification + "<Creatives>"))
        scene.fire([(1, "impression"), (1.1, "start")])
        scene.request(1.05, "https://v.test/start")
        scene.request(1.3, "https://v.test/complete")
        let result = scene.interpret()
        #expect(result.plays.map(\.startAt) == [Scene.time(1.1)])
        #expect(result.plays.map(\.end) == [nil])
        #expect(result.firings.map(\.adPlay) == [1, 1, 1, 1])
        #expect(result.playTrackers.filter { $0.family == .criteo }.map(\.event) == ["start", "complete"])
    }

    @Test func otherVendorsKeepTheirParameters() {
        #expect(!CriteoBeacons.isVendor("acme.com-omid"))
        #expect(CriteoBeacons.isVendor("criteo.com-omid"))
    }
}
