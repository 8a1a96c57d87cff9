import TestSupport

/// Captures with many of one thing.
enum HostileShape: CaseIterable {
    case trackersOfAnEvent, trackersWithOneURL, impressionsWithOneURL, copiesOfADocument, dateRanges, pods, tags
    case stitchedAds, podOfAds, pings, callLogSessions
    case podsAtOnce, podsOfOneID, adsLeft, adsWithoutMidpoint, assetShared, assetRefused, assetNested, availsLeft
    case breaksMissed, eventsMisspelt

    func inputs(_ count: Int) -> [(name: String, text: String)] {
        if self == .callLogSessions { return [("run.jsonl", Self.callLog(count))] }
        return [("run.har", SampleHAR(entries(count)).json)]
    }

    private func entries(_ count: Int) -> [SampleHAR.Entry] {
        switch self {
        case .trackersOfAnEvent:
            Self.play((0..<count).map { "<Tracking event=\"start\">https://tracker.test/m?n=\($0)</Tracking>" })
        case .trackersWithOneURL:
            Self.play(Array(repeating: "<Tracking event=\"start\">https://tracker.test/m</Tracking>", count: count))
        case .impressionsWithOneURL:
            Array(Self.played("<Impression>https://tracker.test/i</Impression>", count).prefix(2))
        case .copiesOfADocument:
            (0..<count).map { copy in
                SampleHAR.Entry(
                    Double(copy) / 100, SampleHAR.clean.entries[0].url, status: 200,
                    body: SampleHAR.clean.entries[0].body)
            }
        case .dateRanges: Self.dateRanges(count)
        case .pods: Self.pods(count)
        case .tags: Self.tags(count)
        case .stitchedAds: Self.stitchedAds(count)
        case .podOfAds: Self.podOfAds(count)
        case .pings:
            (0..<count).map { ping in
                SampleHAR.Entry(
                    Double(ping),
                    "https://secure-nlsb.imrworldwide.com/cgi-bin/gn?prd=dcr&ci=a&sessionId=s&rt=video&c3=st,c"
                        + "&c59=sesid,s&c61=createtm,1&c62=sendTime,1&uoo=&rnd=\(ping)"
                )
            }
        case .callLogSessions: []
        case .podsAtOnce: Self.loadedPods(count) { "\($0)" }
        case .podsOfOneID: Self.loadedPods(count) { _ in "1" }
        case .adsLeft: Self.verifiedAds(count, ["start", "firstquartile"], polls: true)
        case .adsWithoutMidpoint:
            Self.verifiedAds(count, ["start", "firstquartile", "thirdquartile", "complete"], polls: false)
        case .assetShared: Self.shownAgain(count, "https://ads.test/a.m3u8", status: 200)
        case .assetRefused: Self.shownAgain(count, "https://ads.test/a.m3u8", status: 404)
        case .availsLeft: Self.avails(2 * count, fired: count)
        case .breaksMissed: Self.missed(count / 2)
        case .eventsMisspelt:
            (0..<count).map { copy in
                SampleHAR.Entry(
                    Double(copy) / 100, SampleHAR.clean.entries[0].url, status: 200,
                    body: SampleHAR.clean.entries[0].body.replacing("\"start\"", with: "\"start_\""))
            }
        case .assetNested: Self.shownAgain(count, "https://hls.test/live.m3u8", status: nil)
        }
    }

    private static func play(_ trackings: [String]) -> [SampleHAR.Entry] {
        var entries = SampleHAR.clean.entries
        entries[0].body = entries[0].body.replacing("</TrackingEvents>", with: trackings.joined() + "</TrackingEvents>")
        return entries
    }

    private static func played(_ element: String, _ count: Int) -> [SampleHAR.Entry] {
        var entries = SampleHAR.clean.entries
        let elements = String(repeating: element, count: count)
        entries[0].body = entries[0].body.replacing("<Creatives>", with: elements + "<Creatives>")
        return entries
    }

    private static func dateRanges(_ count: Int) -> [SampleHAR.Entry] {
        let ranges = (0..<count).map { range in
            """
            #EXT-X-DATERANGE:ID="a\(range)",CLASS="com.apple.hls.interstitial",START-DATE="\(SampleHAR.date(10))",\
            DURATION=15,X-ASSET-URI="https://ads.test/a\(range).m3u8",CUE="ONCE"\n
            """
        }
        let playlist = """
            #EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-PROGRAM-DATE-TIME:\(SampleHAR.date(0))\n\(ranges.joined())\
            #EXTINF:6.0,\nc0.ts\n
            """
        return [SampleHAR.Entry(0, "https://hls.test/live.m3u8", status: 200, body: playlist)]
            + (0..<count).map { range in
                SampleHAR.Entry(
                    10 + Double(range) / 10, "https://ads.test/a\(range).m3u8?_HLS_primary_id=1", status: 404)
            }
    }

    /// A live stream that is played on, past an interstitial in each reading that nobody asks for.
    private static func missed(_ count: Int) -> [SampleHAR.Entry] {
        (0..<count).flatMap { reading in
            let begin = Double(reading) * 6
            let playlist = """
                #EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-MEDIA-SEQUENCE:\(reading)\n\
                #EXT-X-PROGRAM-DATE-TIME:\(SampleHAR.date(begin))\n\
                #EXT-X-DATERANGE:ID="a\(reading)",CLASS="com.apple.hls.interstitial",\
                START-DATE="\(SampleHAR.date(begin))",DURATION=15,X-ASSET-URI="https://ads.test/a\(reading).m3u8"\n\
                #EXTINF:6.0,\ns\(reading).ts\n
                """
            return [
                SampleHAR.Entry(begin, "https://hls.test/live.m3u8", status: 200, body: playlist),
                SampleHAR.Entry(begin + 0.1, "https://hls.test/s\(reading).ts", status: 200),
            ]
        }
    }

    private static let dai = "https://dai.google.com"

    private static func registration(_ url: String) -> SampleHAR.Entry {
        SampleHAR.Entry(
            0, url, status: 200,
            body: """
                {"stream_id":"s1","stream_manifest":"\(dai)/linear/m.m3u8","media_verification_url":"\(dai)/view/p/s/",\
                "metadata_url":"\(dai)/linear/pods/v1/adv/metadata/s1","polling_frequency":10}
                """)
    }

    private static func pods(_ count: Int) -> [SampleHAR.Entry] {
        let playlist = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6.0,\nc0.ts\n#EXT-X-ENDLIST\n"
        let pods = (0..<count).map { pod in
            SampleHAR.Entry(
                1 + Double(pod) / 10,
                "\(dai)/linear/pods/v1/hls/network/1/custom_asset/a/pod/\(pod).m3u8?stream_id=s1&pd=30000", status: 200,
                body: playlist)
        }
        return [registration("\(dai)/ssai/pods/api/v1/network/1/custom_asset/a/stream")] + pods
    }

    /// Pods that are loaded within the lead time of one another, whose media are kept elsewhere and are never asked for.
    private static func loadedPods(_ count: Int, _ id: (Int) -> String) -> [SampleHAR.Entry] {
        let base = "\(dai)/linear/pods/v1/hls/network/1/custom_asset/a/pod"
        let asked = (0..<count).map { pod in
            SampleHAR.Entry(1 + Double(pod) / 1_000, "\(base)/\(id(pod)).m3u8?stream_id=s1&pd=30000", status: 200)
        }
        let loaded = (0..<count).map { pod in
            SampleHAR.Entry(
                5 + Double(pod) / 1_000, "\(base)/\(id(pod))/p/low.m3u8", status: 200,
                body: "#EXTM3U\n#EXTINF:10,\nhttps://media.test/\(pod).ts\n#EXT-X-ENDLIST\n")
        }
        let others = (0..<count).map {
            SampleHAR.Entry(10 + Double($0) / 1_000, "https://media.test/x\($0).ts", status: 200)
        }
        let progress = (0..<count).map { "\"p\($0)\":{\"type\":\"progress\"}" }.joined(separator: ",")
        return [
            registration("\(dai)/ssai/pods/api/v1/network/1/custom_asset/a/stream"),
            metadata(0.5, "\"google_1\":{\"type\":\"start\"},\(progress)"),
        ] + asked + loaded + others + [metadata(200, "")]
    }

    private static func metadata(_ at: Double, _ tags: String) -> SampleHAR.Entry {
        SampleHAR.Entry(
            at, "\(dai)/linear/pods/v1/adv/metadata/s1", status: 200,
            body: "{\"tags\":{\(tags)},\"ads\":{},\"ad_breaks\":{}}")
    }

    /// Ads of which only some tags are verified.
    private static func verifiedAds(_ count: Int, _ kinds: [String], polls: Bool) -> [SampleHAR.Entry] {
        let types = ["start", "firstquartile", "midpoint", "thirdquartile", "complete"]
        func tag(_ ad: Int, _ type: String) -> String { "google_\(100_000 + ad)\(type)" }
        let ads = 0..<(count / 5)
        let listed = ads.flatMap { ad in types.map { "\"\(tag(ad, $0))\":{\"type\":\"\($0)\"}" } }
        let sent = ads.flatMap { ad -> [SampleHAR.Entry] in
            let begin = 1 + Double(ad) * 30
            return kinds.map { kind in
                SampleHAR.Entry(
                    begin + 5 * Double(types.firstIndex(of: kind) ?? 0), "\(dai)/view/p/s/\(tag(ad, kind))")
            } + (polls ? [metadata(begin + 29, "")] : [])
        }
        return [
            registration("\(dai)/linear/v1/hls/event/e/stream"), metadata(0.5, listed.joined(separator: ",")),
        ] + sent
    }

    /// Avails of MediaTailor of which the first are played.
    private static func avails(_ count: Int, fired: Int) -> [SampleHAR.Entry] {
        let avails = (0..<count).map { avail in
            """
            {"availId":"\(avail)","ads":[{"adId":"a\(avail)","startTimeInSeconds":\(avail * 10),"durationInSeconds":10,\
            "trackingEvents":[{"eventType":"start","beaconUrls":["https://t.test/mt/\(avail)"]},\
            {"eventType":"complete","beaconUrls":["https://t.test/mt/\(avail)/end"]}]}]}
            """
        }
        let document = "{\"avails\":[\(avails.joined(separator: ","))]}"
        return [SampleHAR.Entry(0, "https://mt.test/v1/tracking/a/b/c", status: 200, body: document)]
            + (0..<fired).flatMap { avail in
                [("", 1.0), ("/end", 11.0)].map { end, after in
                    SampleHAR.Entry(Double(avail) * 10 + after, "https://t.test/mt/\(avail)\(end)")
                }
            }
    }

    /// Interstitials that show one asset, which is asked for as often, or is the playlist that they stand in.
    private static func shownAgain(_ count: Int, _ asset: String, status: Int?) -> [SampleHAR.Entry] {
        let ranges = (0..<count).map { range in
            """
            #EXT-X-DATERANGE:ID="a\(range)",CLASS="com.apple.hls.interstitial",START-DATE="\(SampleHAR.date(10))",\
            DURATION=15,X-ASSET-URI="\(asset)",CUE="ONCE"\n
            """
        }
        let playlist = """
            #EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-PROGRAM-DATE-TIME:\(SampleHAR.date(0))\n\(ranges.joined())\
            #EXTINF:6.0,\nc0.ts\n
            """
        let fetches = (0..<count).compactMap { number in
            status.map { SampleHAR.Entry(10 + Double(number) * 100, asset, status: $0) }
        }
        return [SampleHAR.Entry(0, "https://hls.test/live.m3u8", status: 200, body: playlist)] + fetches
    }

    private static func tags(_ count: Int) -> [SampleHAR.Entry] {
        let names = (0..<count).map { "google_\(String(1_000_000 + $0))" }
        let tags = names.map { "\"\($0)\":{\"ad\":\"a\",\"ad_break_id\":\"b\",\"type\":\"start\"}" }
        return [
            registration("\(dai)/linear/v1/hls/event/e/stream"),
            SampleHAR.Entry(
                1, "\(dai)/linear/pods/v1/adv/metadata/s1", status: 200,
                body: "{\"tags\":{\(tags.joined(separator: ","))},\"ads\":{},\"ad_breaks\":{}}"),
        ] + names.enumerated().map { SampleHAR.Entry(2 + Double($0) / 100, "\(dai)/view/p/s/\($1)") }
    }

    private static func stitchedAds(_ count: Int) -> [SampleHAR.Entry] {
        let ads = (0..<count).map { ad in
            """
            #EXT-X-DISCONTINUITY\n#EXT-X-BEACON:AD_LENGTH=12\n#EXT-X-BEACON:EVENT=start,URL=https://t.test/s\(ad)/start\n\
            #EXT-X-BEACON:EVENT=complete,URL=https://t.test/s\(ad)/complete\n#EXTINF:12.0,\nc\(ad).ts\n
            """
        }
        let playlist = "#EXTM3U\n#EXT-X-TARGETDURATION:12\n\(ads.joined())"
        let fired = (0..<count).flatMap { ad in
            [(0.0, "start"), (0.5, "complete")].map { after, event in
                SampleHAR.Entry(2 + Double(ad) + after, "https://t.test/s\(ad)/\(event)")
            }
        }
        return [SampleHAR.Entry(0, "https://hls.test/live.m3u8", status: 200, body: playlist)] + fired
    }

    private static func podOfAds(_ count: Int) -> [SampleHAR.Entry] {
        let ads = (0..<count).map { ad in
            """
            <Ad id="A\(ad)" sequence="\(ad + 1)"><InLine><AdSystem>a</AdSystem><AdTitle>\(ad)</AdTitle>\
            <Impression>https://t.test/i?n=\(ad)</Impression><Creatives><Creative><Linear><Duration>00:00:01</Duration>\
            <TrackingEvents><Tracking event="start">https://t.test/s?n=\(ad)</Tracking>\
            <Tracking event="complete">https://t.test/c?n=\(ad)</Tracking></TrackingEvents></Linear></Creative>\
            </Creatives></InLine></Ad>
            """
        }
        let fired = (0..<count).flatMap { ad in
            ["i", "s", "c"].enumerated().map { place, event in
                SampleHAR.Entry(1 + Double(ad) * 1.1 + Double(place) / 2, "https://t.test/\(event)?n=\(ad)")
            }
        }
        let pod = "<VAST version=\"4.0\">\(ads.joined())</VAST>"
        return [SampleHAR.Entry(0, "https://ads.test/pod", status: 200, body: pod)] + fired
    }

    private static func callLog(_ count: Int) -> String {
        var lines: [String] = []
        func call(_ seconds: Double, _ api: String, _ arguments: String) {
            let at = Int((1_770_000_000 + seconds) * 1_000)
            lines.append(
                "{\"v\":1,\"kind\":\"call\",\"t\":\(at),\"inst\":\"A\",\"api\":\"\(api)\",\"args\":\(arguments)}")
        }
        for session in 0..<(count / 5) {
            let begin = Double(session) * 20
            call(begin, "loadMetadata", "{\"type\":\"content\",\"assetid\":\"v\(session)\",\"length\":\"10\"}")
            for second in 1...10 { call(begin + Double(second), "playheadPosition", "\(second)") }
            call(begin + 10.5, "stop", "null")
            call(begin + 10.6, "end", "null")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
