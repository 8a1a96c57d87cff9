/// An ad server: its hosts, and how it writes the URLs of its trackers.
struct AdServer: Sendable {
    enum Style: String, Sendable, CaseIterable { case query, path, numbers, opaque }

    var name: String
    var style: Style
    var tagHost: String
    var trackerHost: String
    /// What exchanges put in front of what matters.
    var payload = ""

    static let all = [
        AdServer(name: "Adserve", style: .query, tagHost: "tag.adserve.example", trackerHost: "t.adserve.example"),
        AdServer(name: "Northway", style: .path, tagHost: "ads.northway.example", trackerHost: "px.northway.example"),
        AdServer(
            name: "Quanta", style: .numbers, tagHost: "vast.quanta-ads.example", trackerHost: "ev.quanta-ads.example"),
        AdServer(
            name: "Brightbid", style: .opaque, tagHost: "dsp.brightbid.example", trackerHost: "imp.brightbid.example"),
        AdServer(name: "Umbra", style: .query, tagHost: "ssp.umbra.example", trackerHost: "track.umbra.example"),
    ]

    /// Codes of servers that number their events.
    private static let numbers = [
        "impression", "start", "firstQuartile", "midpoint", "thirdQuartile", "complete", "mute", "unmute", "pause",
        "resume", "clickTracking", "error", "skip", "creativeView", "loaded", "progress", "closeLinear", "rewind",
        "verificationNotExecuted", "viewable", "notViewable", "viewUndetermined", "companionView", "iconView",
        "acceptInvitation", "close", "companionClick", "iconClick", "nonLinearClick", "playerExpand", "playerCollapse",
        "breakStart", "breakEnd", "expand", "collapse", "customClick",
    ]

    /// A tracker's URL, with its macros.
    /// - Parameter copy: of several URLs for one event, which.
    func tracker(_ event: String, ad: String, copy: Int = 0, detail: String = "") -> String {
        let more = (copy > 0 ? "&n=\(copy)" : "") + detail
        let error = event == "error" ? "&code=[ERRORCODE]" : event == "verificationNotExecuted" ? "&r=[REASON]" : ""
        switch style {
        case .query:
            return "https://\(trackerHost)/e?\(payload)ad=\(ad)&ev=\(event)&cb=[CACHEBUSTING]\(error)\(more)"
        case .path:
            return "https://\(trackerHost)/v1/\(ad)/\(event)?\(payload)ts=[TIMESTAMP]&cb=[CACHEBUSTING]\(error)\(more)"
        case .numbers:
            let code = (Self.numbers.firstIndex(of: event) ?? 99) + 1
            return
                "https://\(trackerHost)/rm/v?\(payload)e=k-\(ad)xYb2VhY29u&ev=\(code)&cb=[CACHEBUSTING]\(error)\(more)"
        case .opaque:
            var stream = Randomness(seed: UInt64(bitPattern: Int64(Self.hash(ad + event + more))))
            return "https://\(trackerHost)/b/\(stream.hex(24))?\(payload)rnd=[CACHEBUSTING]\(error)\(detail)"
        }
    }

    private static func hash(_ text: String) -> Int {
        text.utf8.reduce(5381) { ($0 &* 33) ^ Int($1) }
    }
}
