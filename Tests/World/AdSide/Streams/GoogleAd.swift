/// An ad as Google's ad server delivers it in VAST 3.0, with its trackers: the event stands in the `label` of one URL.
struct GoogleAd: Sendable {
    var id: String
    var place: Int
    /// Milliseconds.
    var duration: Int
    private let token: String
    private let signature: String
    private let view: String
    private let media: String

    init(id: String, place: Int, duration: Int, from stream: inout Randomness) {
        (self.id, self.place, self.duration) = (id, place, duration)
        token = "B" + stream.hex(60) + "KgEABAB"
        signature = stream.hex(11)
        view = "xai=AKAOjs\(stream.hex(60))&sai=AMfl-Y\(stream.hex(44))&sig=Cg0ArKJSz\(stream.hex(18))"
        media = stream.hex(16)
    }

    /// The events of the Linear creative and their labels.
    static let labels: [(event: String, label: String)] = [
        ("creativeView", "vast_creativeview"), ("start", "part2viewed"), ("firstQuartile", "videoplaytime25"),
        ("midpoint", "videoplaytime50"), ("thirdQuartile", "videoplaytime75"), ("complete", "videoplaytime100"),
        ("mute", "admute"), ("unmute", "adunmute"), ("pause", "adpause"), ("resume", "adresume"),
        ("rewind", "adrewind"), ("fullscreen", "adfullscreen"), ("exitFullscreen", "vast_exit_fullscreen"),
        ("acceptInvitation", "acceptinvitation"),
    ]

    var impression: String {
        "https://pubads.g.doubleclick.net/pcs/view?\(view)&uach_m=%5BUACH%5D&urlfix=1&adurl="
    }

    func tracker(_ event: String) -> String {
        let label = Self.labels.first { $0.event == event }?.label ?? event
        let position = event == "creativeView" ? "" : "&ad_mt=%5BAD_MT%5D"
        return interaction + "&label=\(label)\(position)&acvw=%5BVIEWABILITY%5D&gv=%5BGOOGLE_VIEWABILITY%5D"
    }

    private var interaction: String {
        "https://pubads.g.doubleclick.net/pagead/interaction/?ai=\(token)&sigh=\(signature)"
    }

    var mediaFile: String {
        "https://redirector.gvt1.com/videoplayback/id/\(media)/itag/345/source/web_video_ads/requiressl/yes/acao/yes"
            + "/mime/video%2Fmp4/ip/0.0.0.0/ipbits/0/expire/1796000000/file/file.mp4"
    }
    var mediaTarget: String {
        "https://r3---sn-5hne6nzk.gvt1.com/videoplayback/id/\(media)/itag/345/file/file.mp4?cms_redirect=yes&mm=42"
    }

    /// What the SDK puts in the place of Google's own macros.
    func sent(_ tracker: String, at position: Int, from stream: inout Randomness) -> String {
        tracker
            .replacing("%5BUACH%5D", with: "WyJtYWNPUyIsIjEwLjE1LjciXQ..")
            .replacing("%5BAD_MT%5D", with: String(position))
            .replacing("%5BVIEWABILITY%5D", with: "sv%3D961%26v%3D20241111%26cb%3Dima%26e%3D12")
            .replacing("%5BGOOGLE_VIEWABILITY%5D", with: stream.hex(24))
    }

    var element: XMLNode {
        XMLNode(
            "Ad", place == 0 ? [("id", id)] : [("id", id), ("sequence", String(place))],
            [
                XMLNode(
                    "InLine", [],
                    [
                        XMLNode("AdSystem", text: "GDFP"), XMLNode("AdTitle", text: "Test ad"),
                        XMLNode("Description", cdata: "Test ad ad"),
                        XMLNode("Error", cdata: interaction + "&label=videoplayfailed[ERRORCODE]"),
                        XMLNode("Impression", cdata: impression),
                        XMLNode(
                            "Creatives", [], [XMLNode("Creative", [("id", "1384" + id), ("sequence", "1")], [linear])]),
                        XMLNode(
                            "Extensions", [],
                            [XMLNode("Extension", [("type", "geo")], [XMLNode("Country", text: "NO")])]),
                    ])
            ])
    }

    private var linear: XMLNode {
        XMLNode(
            "Linear", [],
            [
                XMLNode("Duration", text: Calendar.offset(duration * 1_000)),
                XMLNode(
                    "TrackingEvents", [],
                    Self.labels.map {
                        XMLNode("Tracking", [("event", $0.event)], cdata: tracker($0.event))
                    }),
                XMLNode(
                    "VideoClicks", [],
                    [
                        XMLNode(
                            "ClickThrough", [("id", "GDFP")],
                            cdata: "https://www.example-advertiser.no/kampanje?utm_source=gam"),
                        XMLNode(
                            "ClickTracking", [("id", "")],
                            cdata: "https://adclick.g.doubleclick.net/pcs/click?\(view)&urlfix=1&adurl="),
                    ]),
                XMLNode(
                    "MediaFiles", [],
                    [
                        XMLNode(
                            "MediaFile",
                            [
                                ("id", "GDFP"), ("delivery", "progressive"), ("width", "1280"), ("height", "720"),
                                ("type", "video/mp4"), ("bitrate", "1550"), ("scalable", "true"),
                                ("maintainAspectRatio", "true"),
                            ], cdata: mediaFile)
                    ]),
            ])
    }

    /// The answer with these ads.
    static func document(_ ads: [GoogleAd]) -> String {
        XMLNode(
            "VAST",
            [
                ("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance"),
                ("xsi:noNamespaceSchemaLocation", "vast.xsd"),
                ("version", "3.0"),
            ], ads.map(\.element)
        ).document()
    }
}
