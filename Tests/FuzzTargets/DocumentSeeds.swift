import Capture
import Foundation
import Model

/// Documents of each kind, made by hand, and the requests of the sample captures.
enum DocumentSeeds {
    static let adXML: [FuzzTarget.Seed] = [
        FuzzTarget.Seed(
            "inline",
            """
            <?xml version="1.0"?>
            <VAST version="4.2"><Error>https://e.test/root</Error>
            <Ad id="A1" sequence="2"><InLine><AdTitle>Spring sale</AdTitle><AdServingId>s1</AdServingId>
            <Impression><![CDATA[https://e.test/imp?a=1]]></Impression><Error>https://e.test/err?[ERRORCODE]</Error>
            <AdVerifications><Verification vendor="acme-omid"><JavaScriptResource apiFramework="omid">https://e.test/v.js</JavaScriptResource>
            <VerificationParameters><![CDATA[ key=1 ]]></VerificationParameters></Verification></AdVerifications>
            <Creatives><Creative id="C1"><Linear skipoffset="25%"><Duration>00:00:20.500</Duration><TrackingEvents>
            <Tracking event="start">https://e.test/s?cb=[CACHEBUSTING]&amp;t=%%TIME%%</Tracking>
            <Tracking event="progress" offset="50%">https://e.test/p50</Tracking></TrackingEvents>
            <Icons><Icon><IconViewTracking>https://e.test/iv</IconViewTracking></Icon></Icons></Linear></Creative>
            <Creative><CompanionAds><Companion><CompanionClickTracking>https://e.test/c</CompanionClickTracking></Companion>
            </CompanionAds></Creative></Creatives></InLine></Ad></VAST>
            """),
        FuzzTarget.Seed(
            "wrapper",
            """
            <VAST version="3.0"><Ad id="W"><Wrapper followAdditionalWrappers="false"><VASTAdTagURI><![CDATA[https://ads.test/2]]></VASTAdTagURI>
            <Impression>https://w.test/i</Impression><Creatives><Creative><Linear><TrackingEvents>
            <Tracking event="complete">https://w.test/c&x=1</Tracking></TrackingEvents></Linear></Creative></Creatives></Wrapper></Ad></VAST>
            """),
        FuzzTarget.Seed(
            "vmap",
            """
            <vmap:VMAP xmlns:vmap="http://www.iab.net/videosuite/vmap" version="1.0">
            <vmap:AdBreak timeOffset="00:10:00" breakType="linear" breakId="m1"><vmap:AdSource><vmap:VASTAdData>
            <VAST version="3.0"><Ad id="V"><InLine><Impression>https://v.test/i</Impression></InLine></Ad></VAST>
            </vmap:VASTAdData></vmap:AdSource><vmap:TrackingEvents><vmap:Tracking event="breakStart">https://v.test/b</vmap:Tracking>
            </vmap:TrackingEvents></vmap:AdBreak><vmap:AdBreak timeOffset="end" breakType="linear"/></vmap:VMAP>
            """),
        FuzzTarget.Seed(
            "entities",
            """
            <!DOCTYPE a [<!ENTITY x "xx"><!ENTITY y "&x;&x;&x;"><!ENTITY z SYSTEM "file:///etc/passwd">]>
            <VAST version="4.0"><Ad id="&y;"><InLine><AdTitle>&z;</AdTitle></InLine></Ad></VAST>
            """),
    ]

    static let playlists: [FuzzTarget.Seed] = [
        FuzzTarget.Seed(
            "stitched",
            """
            #EXTM3U
            #EXT-X-MEDIA-SEQUENCE:7
            #EXT-X-DISCONTINUITY
            #EXT-X-CUE-OUT:DURATION=15.5
            #EXT-X-BEACON:EVENT=start,URL=https://b.test/s?a=1,POSITION=0
            #EXT-X-BEACON:EVENT=complete,URL="https://b.test/c,d"
            #EXTINF:4.0,
            a.ts
            #EXT-X-CUE-OUT-CONT:ElapsedTime=4,Duration=15.5
            #EXT-X-PROGRAM-DATE-TIME:2026-11-21T10:00:00.000+01:00
            #EXTINF:4,title
            b.ts
            #EXT-X-CUE-IN
            #EXT-X-SKIP:SKIPPED-SEGMENTS=3
            #EXT-X-ENDLIST
            """),
        FuzzTarget.Seed(
            "interstitials",
            """
            #EXTM3U
            #EXT-X-STREAM-INF:BANDWIDTH=1
            low.m3u8
            #EXT-X-DATERANGE:ID="ad1",CLASS="com.apple.hls.interstitial",START-DATE="2026-11-21T10:00:00Z",X-ASSET-LIST="list.json",CUE="PRE,ONCE",SCTE35-OUT=0xFC30
            #EXT-X-DATERANGE:ID="s",START-DATE="2026-11-21T10:00:00Z",X-AD-CREATIVE-SIGNALING="eyJwYXlsb2FkIjpbeyJ0cmFja2luZyI6W3sidHlwZSI6InN0YXJ0IiwidXJscyI6WyIvcyJdfV19XX0="
            #EXT-OATCLS-SCTE35:/DAlAAAAAAAAAP/wFAUAAAABf+/+AAAAAH4AUmXAAAAAAAAA
            #EXTINF:4,
            a.ts
            """),
    ]

    static let manifests: [FuzzTarget.Seed] = [
        FuzzTarget.Seed(
            "events",
            """
            <MPD><Period id="a" duration="PT15S"><EventStream schemeIdUri="urn:mpeg:dash:event:callback:2015" value="1">
            <Event id="start" presentationTime="0">https://b.test/s?a=1&amp;b=2</Event><Event messageData="https://b.test/m"/>
            </EventStream><EventStream schemeIdUri="urn:svta:advertising-wg:ad-creative-signaling"><Event id="9">
            {&quot;type&quot;:&quot;pod&quot;,&quot;payload&quot;:[{&quot;slots&quot;:[{&quot;duration&quot;:7.5,&quot;tracking&quot;:[{&quot;type&quot;:
            &quot;impression&quot;,&quot;urls&quot;:[&quot;/i&quot;]}]}]}]}</Event></EventStream></Period></MPD>
            """)
    ]

    static let json: [FuzzTarget.Seed] = [
        FuzzTarget.Seed(
            "harmonic",
            """
            {"adBreaks":[{"id":"7","startTime":1000,"ads":[{"id":"A","startTime":1000,"duration":468,"trackingEvents":[
            {"event":"impression","startTime":1000,"signalingUrls":["https://b.test/i"]},{"event":"complete","startTime":16000,
            "signalingUrls":["https://b.test/c"]}]}]}],"dataRange":{"start":1,"end":2}}
            """),
        FuzzTarget.Seed(
            "asset-list",
            """
            {"ASSETS":[{"URI":"a1.m3u8","DURATION":15.5,"X-AD-CREATIVE-SIGNALING":{"version":2,"payload":
            {"tracking":[{"type":"start","urls":["https://b.test/s"]},{"type":"progress","offset":3.5,"urls":["https://b.test/p"]}]}}},{"URI":"https://cdn.test/a2.m3u8","DURATION":10}]}
            """),
        FuzzTarget.Seed(
            "media-tailor",
            """
            {"avails":[{"availId":"7","startTimeInSeconds":10,"durationInSeconds":25.5,"ads":[{"adId":"A","startTimeInSeconds":10.0,"durationInSeconds":15,
            "trackingEvents":[{"eventType":"impression","startTimeInSeconds":10,"beaconUrls":["https://b.test/i"]}],"adVerifications":[]}]}],"nextToken":"t1"}
            """),
        FuzzTarget.Seed(
            "stream",
            """
            {"stream_id":"s-1:DLS","media_verification_url":"https://dai.google.com/view/a/media/verify/","metadata_url":
            "https://dai.google.com/linear/pods/v1/adv/metadata?stream=s-1","polling_frequency":10,"valid_for":"00:05:00","nested":{"x":[1,null,true,-2e9]}}
            """),
        FuzzTarget.Seed(
            "metadata",
            """
            {"tags":{"google_5":{"ad":"a1","ad_break_id":"b1","type":"start"}},"ads":{"a1":{"ad_break_id":"b1","duration":15,"position":1}},"ad_breaks":{"b1":{"type":"mid","duration":15,"ads":1}}}
            """),
        FuzzTarget.Seed(
            "nielsen",
            #"{"nol_segmentLength":"5","nol_segmentValue":"60","data":[{"enableFpid":true,"nol_url":"https://x/\u00e5\ud83d"}]}"#
        ),
    ]

    /// The requests of sample captures, and forms that they do not have.
    @Sendable static func requests() throws -> [FuzzTarget.Seed] {
        try ["clean-play", "nielsen-opted-out"].map { name in
            let har = try SeedFiles.file("Examples/captures/\(name).har", most: .max).bytes
            var reader = HARReader()
            var outbox = Outbox<HAREvent>()
            _ = reader.decode(har.span, isFinal: true, into: &outbox)
            let lines = outbox.events.compactMap { event -> String? in
                guard case .exchange(let exchange) = event else { return nil }
                return "\(exchange.request.method) \(exchange.url)"
            }
            return FuzzTarget.Seed(name, lines.joined(separator: "\n"))
        } + [
            FuzzTarget.Seed(
                "other-families",
                """
                GET https://compliance.test/omsdk/sendmessage?version=1.5
                GET https://x.test/a/SENDMESSAGE.json?adSessionId=S1&timestamp=1000&type=start&data%5Bduration%5D=15
                GET https://pubads.g.doubleclick.net/gampad/ads?iu=/1&cust_params=a%253Db%2526c%253Dd&us_privacy=1YNN
                POST https://dai.google.com/ssai/pods/api/v1/network/21/custom_asset/key/stream cust_params=a%3Db
                GET https://dai.google.com/view/a/media/verify/google_5
                GET https://secure-gl.imrworldwide.com/cgi-bin/m?ci=nlsnci535&am=3&rt=banner
                GET https://verify.criteo.example.test/delivery/omid/start?ad=A1
                """),
            FuzzTarget.Seed(
                "family-file",
                """
                GET https://a.vendor.test/s/7/e?ev=st&t=1700000000000&clip=1&pos=2.5
                GET https://a.vendor.test/x?sid=1&ev=s
                POST https://a.vendor.test/batch {"sid":"1","events":[{"ev":"st","t":1},{"ev":"hb"}]}
                POST https://a.vendor.test/list [{"ev":"st","t":1,"a":{"b":[1,null,true]}}]
                POST https://a.vendor.test/lines?sid=2 ev=st&t=1
                POST https://a.vendor.test/json-lines {"ev":"st","t":1}
                POST https://a.vendor.test/base64 eyJldiI6InN0IiwidCI6MX0=
                POST https://a.vendor.test/form ev=st&t=1
                """),
        ]
    }
}
