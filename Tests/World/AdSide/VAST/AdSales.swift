/// Draws the ads that are sold into a break: who serves them, what they count, how long they are.
struct AdSales: Sendable {
    static let version = Knob<VASTDocument.Version>(
        "vast.version", usual: .v42, [(.v2, 1), (.v3, 2), (.v40, 1), (.v41, 1), (.v42, 3), (.v43, 2)])
    static let wrappers = Knob("vast.wrappers", usual: 0, [(0, 5), (1, 3), (2, 1)])
    static let pod = Knob("vast.pod", usual: 1, [(1, 6), (2, 2), (3, 1)])
    static let length = Knob("vast.seconds", usual: 15, [(15, 4), (6, 1), (10, 2), (20, 2), (30, 3)])
    static let skipAfter = Knob("vast.skipAfter", usual: 0, [(0, 6), (5, 3)])
    /// URLs for each event.
    static let copies = Knob("vast.copies", usual: 1, [(1, 5), (2, 2)])
    static let extras = Knob(
        "vast.extras", usual: "", [("", 4), ("loaded", 1), ("progress", 2), ("loaded progress", 1)])
    static let viewable = Knob("vast.viewable", usual: false, [(false, 4), (true, 1)])
    static let companion = Knob("vast.companion", usual: false, [(false, 4), (true, 1)])
    static let icon = Knob("vast.icon", usual: false, [(false, 5), (true, 1)])
    /// How the outermost server writes its URLs, where it matters.
    static let style = Knob("vast.style", usual: "", [("", 1)])
    /// Macros beside the usual ones in each tracker.
    static let macros = Knob("vast.macros", usual: false, [(false, 4), (true, 1)])
    /// Trackers with a long payload in front, as exchanges write them.
    static let longURLs = Knob("vast.longURLs", usual: false, [(false, 6), (true, 1)])
    static let mezzanine = Knob("vast.mezzanine", usual: false, [(false, 6), (true, 1)])
    /// A skip tracker although the ad cannot be skipped.
    static let sparesSkip = Knob("vast.sparesSkip", usual: false, [(false, 8), (true, 1)])
    /// What every ad has.
    static let knobs: [any Drawable] = [length, extras]
    /// How answers are nested and filled.
    static let shapes: [any Drawable] = [
        version, wrappers, pod, skipAfter, copies, viewable, companion, icon, macros, longURLs, mezzanine, sparesSkip,
    ]

    static let playback = ["start", "firstQuartile", "midpoint", "thirdQuartile", "complete"]
    static let interactions = ["mute", "unmute", "pause", "resume"]

    var script: Script

    /// The ads of one break.
    func ads(inBreak place: Int) -> [AdSpec] {
        let count = script[Self.pod]
        return (0..<count).map { ad(number: $0, of: count, inBreak: place) }
    }

    /// The ad that plays when the wrapped one fails.
    func standIn(inBreak place: Int) -> AdSpec {
        var ad = ad(number: 7, of: 1, inBreak: place)
        // It stands in the outermost answer itself.
        ad.levels = [.init(server: servers(inBreak: place)[0], trackers: ad.levels[ad.levels.count - 1].trackers)]
        return ad
    }

    private func ad(number: Int, of count: Int, inBreak place: Int) -> AdSpec {
        var stream = script.dice.stream("ad \(place).\(number)")
        // No two ads of a page have one id: what they count would be one ad's.
        let id = stream.digits(3) + "\(place)\(number)"
        let servers = servers(inBreak: place)
        let version = script[Self.version]
        let isLast = servers.count - 1
        let canSkip = script[Self.skipAfter] > 0 && version.number >= 3
        let levels = servers.enumerated().map { level, server in
            AdSpec.Level(
                server: server,
                trackers: trackers(server, id: level == isLast ? id : "w\(place)\(level)", isInline: level == isLast))
        }
        return AdSpec(
            id: id, length: .seconds(Double(script[Self.length])),
            skipAfter: canSkip ? .seconds(Double(script[Self.skipAfter])) : nil,
            sequence: count > 1 ? number + 1 : nil, servingId: "srv-\(id)-\(stream.hex(4))",
            media: "https://cdn-vod.adcreative.example/creatives/\(id)/\(id)_720p.mp4",
            mezzanine: script[Self.mezzanine]
                ? "https://cdn-vod.adcreative.example/creatives/\(id)/\(id)_master.mp4" : nil,
            levels: levels, clickThrough: "https://www.brandx-shop.example/landing?c=\(id)",
            verification: Measurement.of(script).verification(for: id, by: servers[isLast]),
            companion: script[Self.companion]
                ? .init(
                    image: "https://cdn-vod.adcreative.example/companions/\(id)_300x250.png",
                    clickThrough: "https://www.brandx-shop.example/companion?c=\(id)") : nil,
            icon: script[Self.icon] && version.number >= 3
                ? .init(
                    image: "https://cdn-vod.adcreative.example/icons/adchoices.png",
                    clickThrough: "https://youradchoices.example/?c=\(id)") : nil)
    }

    /// From the outermost to the innermost, the same for a whole break: its ads come from one answer.
    func servers(inBreak place: Int) -> [AdServer] {
        var stream = script.dice.stream("servers \(place)")
        var shuffled = AdServer.all.shuffled(using: &stream)
        if let style = AdServer.Style(rawValue: script[Self.style]) {
            shuffled = shuffled.filter { $0.style == style } + shuffled.filter { $0.style != style }
        }
        let chosen = shuffled.prefix(script[Self.wrappers] + 1)
        guard script[Self.longURLs] else { return Array(chosen) }
        return chosen.map { server in
            var server = server
            server.payload = "p=\(stream.hex(1_050))&"
            return server
        }
    }

    private func detail(_ version: Double, _ id: String) -> String {
        guard script[Self.macros], version >= 4.1 else { return "" }
        return "&ph=[ADPLAYHEAD]&sid=[ADSERVINGID]&a=[ASSETURI]"
    }

    private func trackers(_ server: AdServer, id: String, isInline: Bool) -> [Tracker] {
        var events = ["impression"] + Self.playback + Self.interactions
        let extras = script[Self.extras]
        let version = script[Self.version].number
        if extras.contains("loaded"), version >= 4.1 { events.append("loaded") }
        if version < 4 { events.append("creativeView") }
        if script[Self.skipAfter] > 0 || script[Self.sparesSkip], version >= 3 { events.append("skip") }
        if isInline { events.append("clickTracking") }
        var all = events.flatMap { event in
            (0..<(isInline ? script[Self.copies] : 1)).map {
                Tracker(event: event, url: server.tracker(event, ad: id, copy: $0, detail: detail(version, id)))
            }
        }
        all.append(Tracker(event: "error", url: server.tracker("error", ad: id)))
        if extras.contains("progress"), version >= 3 {
            let offset: Microseconds = .seconds(min(10, Double(script[Self.length]) * 0.6).rounded(.down))
            all.append(
                Tracker(
                    event: "progress", url: server.tracker("progress", ad: id, detail: "&at=\(offset / 1_000_000)"),
                    offset: offset, offsetText: Calendar.offset(offset)))
        }
        guard isInline else { return all }
        if script[Self.viewable], version >= 4 {
            all += ["viewable", "notViewable", "viewUndetermined"].map {
                Tracker(event: $0, url: server.tracker($0, ad: id))
            }
        }
        if script[Self.companion] {
            all.append(Tracker(event: "companionView", url: server.tracker("companionView", ad: id)))
        }
        if script[Self.icon], version >= 3 {
            all.append(Tracker(event: "iconView", url: server.tracker("iconView", ad: id)))
        }
        return all
    }
}
