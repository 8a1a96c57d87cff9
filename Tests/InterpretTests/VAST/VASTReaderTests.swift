import Model
import Testing

@testable import Interpret

/// What is read of a VAST document, element by element.
struct VASTReaderTests {
    static let full = """
        <?xml version="1.0"?>
        <VAST version="4.2">
        <Error>https://e.test/root</Error>
        <Ad id="A1" sequence="2"><InLine>
          <AdTitle>Spring sale</AdTitle><AdServingId>serving-1</AdServingId><Expires>3600</Expires>
          <Impression><![CDATA[https://e.test/imp?a=1]]><![CDATA[&b=2]]></Impression>
          <Impression>https://e.test/imp2?a=1&amp;b=2</Impression>
          <Error><![CDATA[ https://e.test/err?[ERRORCODE] ]]></Error>
          <ViewableImpression><Viewable>https://e.test/v</Viewable><NotViewable>https://e.test/nv</NotViewable>
            <ViewUndetermined>https://e.test/vu</ViewUndetermined></ViewableImpression>
          <AdVerifications><Verification vendor="acme-omid">
            <JavaScriptResource apiFramework="omid"><![CDATA[https://e.test/verify.js]]></JavaScriptResource>
            <TrackingEvents><Tracking event="verificationNotExecuted">https://e.test/ne?[REASON]</Tracking></TrackingEvents>
            <VerificationParameters><![CDATA[ key=1 ]]></VerificationParameters>
          </Verification></AdVerifications>
          <Creatives><Creative id="C1"><UniversalAdId idRegistry="x">U1</UniversalAdId>
            <Linear skipoffset="25%"><Duration>00:00:20.500</Duration>
              <TrackingEvents>
                <Tracking event="FIRSTQUARTILE">https://e.test/q1</Tracking>
                <Tracking event="progress" offset="00:00:05">https://e.test/p5</Tracking>
                <Tracking event="progress" offset="50%">https://e.test/p50</Tracking>
                <Tracking event="vendorThing">https://e.test/x</Tracking>
                <Tracking event="start"/>
              </TrackingEvents>
              <VideoClicks><ClickThrough>https://l.test/</ClickThrough><ClickTracking>https://e.test/ct</ClickTracking>
                <CustomClick>https://e.test/cc</CustomClick></VideoClicks>
              <MediaFiles><MediaFile type="video/mp4">https://m.test/a.mp4</MediaFile>
                <Mezzanine type="video/mp4">https://m.test/mezz.mp4</Mezzanine>
                <InteractiveCreativeFile apiFramework="SIMID">https://m.test/i.html</InteractiveCreativeFile>
                <ClosedCaptionFiles><ClosedCaptionFile type="text/vtt">https://m.test/c.vtt</ClosedCaptionFile></ClosedCaptionFiles>
              </MediaFiles>
              <Icons><Icon><StaticResource creativeType="image/png">https://m.test/i.png</StaticResource>
                <IconViewTracking>https://e.test/iv</IconViewTracking>
                <IconClicks><IconClickThrough>https://l.test/i</IconClickThrough>
                  <IconClickTracking>https://e.test/ict</IconClickTracking>
                  <IconClickFallbackImages><IconClickFallbackImage><StaticResource>https://m.test/f.png</StaticResource>
                  </IconClickFallbackImage></IconClickFallbackImages></IconClicks></Icon></Icons>
            </Linear></Creative>
            <Creative><CompanionAds><Companion><StaticResource>https://m.test/co.png</StaticResource>
              <TrackingEvents><Tracking event="creativeView">https://e.test/cv</Tracking></TrackingEvents>
              <CompanionClickTracking>https://e.test/cct</CompanionClickTracking></Companion></CompanionAds></Creative>
            <Creative><NonLinearAds><TrackingEvents><Tracking event="acceptInvitation">https://e.test/ai</Tracking>
              </TrackingEvents><NonLinear><NonLinearClickTracking>https://e.test/nct</NonLinearClickTracking></NonLinear>
              </NonLinearAds></Creative></Creatives>
        </InLine></Ad></VAST>
        """

    @Test func everyTrackerHasItsEvent() throws {
        let document = AdXML.document(Array(VASTReaderTests.full.utf8))
        #expect(document.state == .wellFormed && document.version == "4.2")
        #expect(document.trackers.map(\.event) == ["error"])
        let ad = try #require(document.ads.first)
        #expect(
            ad.trackers.map(\.event) == [
                "impression", "impression", "error", "viewable", "notViewable", "viewUndetermined", "firstQuartile",
                "progress", "progress", "vendorThing", "clickTracking", "customClick", "iconView", "iconClickTracking",
                "creativeView", "companionClickTracking", "acceptInvitation", "nonLinearClickTracking",
                "verificationNotExecuted",
            ])
        #expect(ad.trackers.first?.url == "https://e.test/imp?a=1&b=2", "CDATA sections are joined")
        #expect(ad.trackers.first?.line == 6)
        #expect(ad.trackers.dropFirst().first?.url == "https://e.test/imp2?a=1&b=2")
        #expect(ad.trackers.compactMap(\.offsetUs) == [5_000_000, 10_250_000])
        #expect(ad.trackers.first { $0.event == "creativeView" }?.element == "Companion/Tracking")
    }

    @Test func theAdIsDescribed() throws {
        let ad = try #require(AdXML.document(Array(VASTReaderTests.full.utf8)).ads.first)
        #expect(ad.kind == .inline && ad.adID == "A1" && ad.sequence == 2 && ad.title == "Spring sale")
        #expect(ad.durationUs == 20_500_000 && ad.skipOffsetUs == 5_125_000)
        #expect(ad.servingID == "serving-1" && ad.universalAdID == "U1" && ad.creative == "C1")
        #expect(ad.expiresUs == 3_600_000_000)
    }

    @Test func everyResourceHasItsKind() throws {
        let ad = try #require(AdXML.document(Array(VASTReaderTests.full.utf8)).ads.first)
        #expect(
            ad.resources.map(\.kind) == [
                .clickThrough, .media, .mezzanine, .interactive, .captions, .icon, .iconClickThrough, .iconFallback,
                .companion, .verification,
            ])
        #expect(ad.resources.last?.type == "acme-omid")
        #expect(ad.resources.last?.parameters == "key=1")
    }

    /// A vendor that stands in the ad and once more in the extension for older players is one verification.
    @Test func whatBelongsToOneVerificationSharesItsNumber() throws {
        func verification(_ vendor: String, _ host: String) -> String {
            """
            <Verification vendor="\(vendor)"><JavaScriptResource>https://\(host)/v.js</JavaScriptResource><TrackingEvents>
            <Tracking event="verificationNotExecuted">https://\(host)/ne</Tracking></TrackingEvents></Verification>
            """
        }
        let one = verification("one", "one.test")
        let text = """
            <VAST version="4.2"><Ad id="x"><InLine><Impression>https://e.test/i</Impression>
            <AdVerifications>\(one)\(verification("two", "two.test"))</AdVerifications>
            <Extensions><Extension type="AdVerifications"><AdVerifications>\(one)</AdVerifications></Extension></Extensions>
            </InLine></Ad></VAST>
            """
        let ad = try #require(AdXML.document(Array(text.utf8)).ads.first)
        #expect(ad.resources.map(\.verification) == [1, 2, 1])
        #expect(ad.trackers.map(\.verification) == [nil, 1, 2, 1])
    }

    /// Google's and Fluid Player's documents carry them: nobody says when one is due.
    @Test func trackersOfExtensionsHaveNamesOfTheirOwn() throws {
        let text = """
            <VAST version="3.0"><Ad id="x"><InLine><Impression>https://e.test/i</Impression>
            <Extensions><Extension type="custom"><CustomTracking><Tracking event="show_ad">https://e.test/s</Tracking>
            <Tracking event="start">https://e.test/t</Tracking></CustomTracking></Extension></Extensions></InLine></Ad></VAST>
            """
        let ad = try #require(AdXML.document(Array(text.utf8)).ads.first)
        #expect(ad.trackers.map(\.event) == ["impression", "show_ad", "extension:start"])
        #expect(ad.trackers.last?.element == "Extension/Tracking")
    }

    @Test func aWrappersSkipOffsetIsKeptAsDeclared() throws {
        let text = """
            <VAST version="4.2"><Ad id="x"><Wrapper><VASTAdTagURI>https://e.test/a</VASTAdTagURI>
            <Creatives><Creative><Linear skipoffset=" 25% "/></Creative></Creatives></Wrapper></Ad></VAST>
            """
        let ad = try #require(AdXML.document(Array(text.utf8)).ads.first)
        #expect(ad.skipOffset == "25%" && ad.skipOffsetUs == nil)
    }

    @Test func aWrapperLeadsToItsTag() throws {
        let document = AdXML.document(Array(VAST.wrapper(to: "https://ads.test/a?b=1").utf8))
        let ad = try #require(document.ads.first)
        #expect(ad.kind == .wrapper && ad.documentURLs == ["https://ads.test/a?b=1"])
        #expect(ad.resources.map(\.kind) == [.wrappedTag])
    }

    @Test func olderVersionsAreRead() throws {
        let vast2 = """
            <VAST version="2.0"><Ad id="x"><InLine><Impression>https://e.test/i</Impression>
            <Extensions><Extension type="AdVerifications"><AdVerifications><Verification vendor="v">
            <JavaScriptResource>https://e.test/v.js</JavaScriptResource></Verification></AdVerifications></Extension>
            </Extensions></InLine></Ad></VAST>
            """
        #expect(AdXML.document(Array(vast2.utf8)).ads.first?.resources.map(\.kind) == [.verification])
        let vast1 = """
            <VideoAdServingTemplate><Ad id="x"><InLine><Impression><URL id="a">https://e.test/1</URL>
            <URL id="b">https://e.test/2</URL></Impression><TrackingEvents><Tracking event="start"><URL>https://e.test/s</URL>
            </Tracking></TrackingEvents></InLine></Ad></VideoAdServingTemplate>
            """
        let document = AdXML.document(Array(vast1.utf8))
        #expect(document.version == "1.0")
        #expect(document.ads.first?.trackers.map(\.event) == ["impression", "impression", "start"])
    }

    @Test(
        arguments: [
            ("00:00:14", 14_000_000), ("00:01:30.123", 90_123_000), ("1:2:3", 3_723_000_000), ("00:00:00", 0),
        ] as [(String, Int64)])
    func durations(_ text: String, _ expected: Int64) {
        #expect(VASTTime.microseconds(text) == expected)
    }

    @Test(arguments: ["", "14", "00:14", "aa:00:00", "00:00:-1", "99999999999:00:00", "00:00:1x", "00:00:00.1x"])
    func noDurations(_ text: String) {
        #expect(VASTTime.microseconds(text) == nil)
    }

    @Test(
        "only a break for linear ads has a place in the content",
        arguments: [
            (nil, true), ("linear", true), ("Linear,nonlinear", true), ("display, linear", true), ("display", false),
            ("nonlinear", false), ("nonlinear,display", false),
        ])
    func vmapBreakTypes(type: String?, isPlaced: Bool) {
        let attribute = type.map { " breakType=\"\($0)\"" } ?? ""
        let vmap = """
            <vmap:VMAP xmlns:vmap="http://www.iab.net/videosuite/vmap" version="1.0">
            <vmap:AdBreak timeOffset="00:00:30"\(attribute) breakId="b"/></vmap:VMAP>
            """
        var scene = Scene()
        scene.document(0, vmap, at: "https://ads.test/vmap")
        #expect(scene.interpret().ads.map(\.offsetUs) == [isPlaced ? 30_000_000 : nil])
    }

    @Test func vmapBreaksHoldTheirAdsAndTags() throws {
        let vmap = """
            <vmap:VMAP xmlns:vmap="http://www.iab.net/videosuite/vmap" version="1.0">
            <vmap:AdBreak timeOffset="start" breakType="linear" breakId="pre">
              <vmap:AdSource><vmap:VASTAdData>\(VAST.inline())</vmap:VASTAdData></vmap:AdSource>
              <vmap:TrackingEvents><vmap:Tracking event="breakStart">https://b.test/start</vmap:Tracking>
              <vmap:Tracking event="breakend">https://b.test/end</vmap:Tracking></vmap:TrackingEvents></vmap:AdBreak>
            <vmap:AdBreak timeOffset="00:00:30" breakId="mid"><vmap:AdSource>
              <vmap:AdTagURI templateType="vast3"><![CDATA[https://ads.test/mid]]></vmap:AdTagURI></vmap:AdSource></vmap:AdBreak>
            </vmap:VMAP>
            """
        var scene = Scene()
        scene.document(0, vmap, at: "https://ads.test/vmap")
        scene.request(1, "https://b.test/start")
        scene.fire(Scene.play(1.1))
        scene.request(12, "https://b.test/end")
        scene.document(30, VAST.inline(suffix: "?mid", id: "M"), at: "https://ads.test/mid")
        scene.fire([(31, "impression")], suffix: "?mid")
        let result = scene.interpret()
        #expect(result.documents.map(\.kind) == [.vmap, .vast])
        #expect(result.ads.map(\.kind) == [.adBreak, .inline, .adBreak, .inline])
        #expect(result.ads.map(\.parent) == [nil, 1, nil, 3])
        #expect(result.links == [DocumentLink(parent: 1, child: 2, via: .vmap)])
        #expect(result.plays.count { $0.family == .vmap } == 1)
        #expect(result.plays.filter { $0.family == .vast }.map(\.label) == ["A1", "M"])
        #expect(result.firings("breakEnd").map(\.family) == [.vmap])
        #expect(result.firings.allSatisfy { $0.repeatClass == .first && !$0.ambiguous })
    }
}
