/// A player of HLS interstitials (HLS-D appendix D): date ranges in the primary playlist, an asset or a list of assets
/// for each, and tracking where the list declares it.
struct InterstitialsApp: AppKind {
    let name = "interstitials"
    let weight = 10

    enum Asset: String, Choice { case list, uri }
    static let asset = Knob<Asset>("asset", usual: .list, [(.list, 5), (.uri, 1)])
    static let tracking = Knob<AssetList.Tracking>(
        "tracking", usual: .slot, [(.slot, 3), (.slots, 3), (.avails, 3), (.none, 1)])
    /// Seconds before the break at which the list is asked for.
    static let lead = Knob<Int>("listLead", usual: 8, [(8, 3), (15, 2), (4, 1)])
    static let once = Knob<Bool>("cueOnce", usual: false, [(false, 3), (true, 1)])
    /// What is wrong with the documents, as the name of a quirk.
    static let flaws = "interstitials.flaw."

    var knobs: [any Drawable] {
        [
            StreamKnobs.segment, StreamKnobs.app, StreamActs.viewer, StreamKnobs.breaks(isLive: false),
            StreamKnobs.tail, StreamKnobs.style,
            StreamKnobs.doubled, StreamKnobs.opening, Self.asset, Self.tracking, Self.lead, Self.once,
        ]
    }

    func acts(for script: Script) -> [Act] { StreamActs.draw(for: script, canSeek: false) }

    private let base = "https://vod.vtv-example.com/hls/film7/"

    func perform(on stage: inout Stage) {
        let script = stage.script
        let planned = StreamShow(script, isLive: false)
        let show = stage.has(Self.ignored) ? StreamShow(script, isLive: false, takesBreaks: false) : planned
        var stream = stage.dice.stream("interstitials")
        let ads = planned.ads(style: script[StreamKnobs.style], from: &stream)
        let primary = stream.uuid()
        let first = stage.moment(StreamShow.lead)
        let playback = show.playback(acts: stage.acts, begin: stage.begin)
        let interlude = Interlude(show: show, ads: ads, playback: playback)
        let date = 1_767_225_600_000_000
        ContentPlaylist(
            show: show, base: base,
            ranges: planned.programme.breaks.indices.map {
                range(of: $0, Interlude(show: planned, ads: ads, playback: playback), date: date, stage)
            }, date: date
        ).send(on: &stage, at: first)

        var ready: [Int: Microseconds] = [:]
        var lists: [Int: (id: Int, at: Microseconds)] = [:]
        for pod in show.programme.breaks.indices where !stage.has(Self.ignored) {
            guard let near = interlude.prepared(pod, lead: .seconds(Double(script[Self.lead]))) else { continue }
            let at = max(near, first + 350_000)
            let isList = script[Self.asset] == .list
            if isList {
                let list = AssetList(tracking: script[Self.tracking], flaw: AssetList.Flaw(rawValue: Self.flaw(stage)))
                let id = stage.send(
                    at: at, listURL(pod) + "&_HLS_primary_id=\(primary)", .document, family: "hls",
                    owner: "break-\(pod + 1)", event: "list",
                    answer: .json(list.text(ads: interlude.ads(of: pod)) { assetURL($0) }))
                lists[pod] = (id, at)
                oweBreak(pod, by: id, at: at, interlude: interlude, on: &stage)
            }
            var asked = at + (isList ? 700_000 : 0)
            for ad in interlude.ads(of: pod) {
                asked = prepare(ad, at: asked, primary: primary, interlude: interlude, on: &stage)
                if !isList, let id = stage.intents.last(where: { $0.event == "asset" })?.id {
                    oweBreak(pod, by: id, at: at, interlude: interlude, on: &stage)
                }
                ready[ad.place * 1_000 + pod] = asked
            }
        }
        let media = show.fetch(playback, on: &stage) { segment in
            segment.ad.map { ready[ads[$0].place * 1_000 + ads[$0].pod] ?? Int.max } ?? 0
        } as: { segment in
            guard let ad = segment.ad.map({ ads[$0] }) else { return (ContentPlaylist.name(segment, base), "content") }
            return (assetBase(ad) + "seg\(segment.piece).ts", "hls")
        }
        guard script[Self.asset] == .list, script[Self.tracking] != .none else { return show.close(&stage, playback) }
        let declared = lists
        Reporting(
            family: "hls",
            requirement: "SVTA ad-creative signaling and MediaTailor TRACKING: each URL at its event's time",
            known: { ad in declared[ad.pod].map { Declared(from: [.intent($0.id)], since: $0.at + 100_000) } },
            send: { stage, ad, event, url, at in
                stage.send(
                    at: at, URLText.sendable(url), .beacon, family: "hls", owner: ad.id, event: event.name,
                    template: url)
            }
        ).run(on: &stage, ads: ads, playback: playback, media: media)
        show.close(&stage, playback)
    }

    private func oweBreak(_ pod: Int, by id: Int, at: Microseconds, interlude: Interlude, on stage: inout Stage) {
        let primary = stage.intents.first { $0.event == "primary" }?.id
        stage.owe(
            "interstitial", owner: "break-\(pod + 1)", family: "hls", by: "HLS-D D.2: the interstitial is played",
            .owed,
            because: "play came near the date range", within: at - 1_000_000...at + 10_000_000, fulfilledBy: [id],
            knownFrom: primary.map { [.intent($0)] } ?? [], hosts: ["ads-sgai.vtv-example.com"])
    }

    private static func flaw(_ stage: Stage) -> String {
        stage.quirks.first { $0.name.hasPrefix(flaws) }.map { String($0.name.dropFirst(flaws.count)) } ?? ""
    }

    /// The player does not know interstitials: it plays the content alone.
    static let ignored: Quirk = "interstitials.ignored"

    private func listURL(_ pod: Int) -> String {
        "https://ads-sgai.vtv-example.com/v1/list?b=\(pod + 1)&_HLS_interstitial_id=break-\(pod + 1)"
    }
    private func assetBase(_ ad: StreamAd) -> String { "https://ads-sgai.vtv-example.com/a\(ad.id)/" }
    private func assetURL(_ ad: StreamAd) -> String { assetBase(ad) + "master.m3u8" }

    private func range(of pod: Int, _ interlude: Interlude, date: Microseconds, _ stage: Stage) -> String {
        let start = date + interlude.contentPosition(of: pod) * 1_000
        let duration = interlude.ads(of: pod).reduce(0) { $0 + $1.duration }
        var line =
            "#EXT-X-DATERANGE:ID=\"break-\(pod + 1)\",CLASS=\"com.apple.hls.interstitial\""
            + ",START-DATE=\"\(Calendar.iso(start))\",DURATION=\(seconds(duration))"
        let flaw = Self.flaw(stage)
        let asset = ",X-ASSET-URI=\"\(interlude.ads(of: pod).first.map(assetURL) ?? "")\""
        let list = ",X-ASSET-LIST=\"\(listURL(pod))\""
        switch flaw {
        case "both": line += asset + list
        case "neither": break
        default: line += stage.script[Self.asset] == .list ? list : asset
        }
        let isPostroll = interlude.contentPosition(of: pod) >= interlude.show.plan.content
        let cues = (isPostroll ? ["POST"] : []) + (stage.script[Self.once] ? ["ONCE"] : [])
        if !cues.isEmpty { line += ",CUE=\"\(cues.joined(separator: ","))\"" }
        return line + ",X-RESUME-OFFSET=0,X-RESTRICT=\"SKIP,JUMP\""
    }

    /// Loads the playlists of an asset.
    /// - Returns: since when its segments can be asked for.
    private func prepare(
        _ ad: StreamAd, at: Microseconds, primary: String, interlude: Interlude, on stage: inout Stage
    ) -> Microseconds {
        // The next asset is prepared when the one before it plays.
        let begin = interlude.playback.crossings(of: ad.range.lowerBound, beginning: true).first
        let asked = ad.place == 1 ? at : max(at, (begin ?? Int.max / 2) - 6_000_000)
        guard asked < interlude.playback.ended else { return Int.max }
        stage.send(
            at: asked, assetURL(ad) + "?_HLS_primary_id=\(primary)", .document, family: "hls", owner: ad.id,
            event: "asset",
            answer: .playlist(multivariant(version: 7, variants: [(2_500_000, "1280x720", "v.m3u8")])))
        var playlist = PlaylistText(version: 7, target: interlude.show.plan.segment)
        playlist.tag("#EXT-X-PLAYLIST-TYPE:VOD")
        for segment in interlude.show.programme.segments {
            guard let owner = segment.ad, interlude.ads[owner].id == ad.id else { continue }
            playlist.segment("seg\(segment.piece).ts", duration: segment.duration)
        }
        playlist.tag("#EXT-X-ENDLIST")
        stage.send(
            at: asked + 120_000, assetBase(ad) + "v.m3u8", .document, family: "hls", owner: ad.id,
            event: "asset variant",
            answer: .playlist(playlist.text))
        return asked + 260_000
    }
}
