/// A player of streams with `#EXT-X-BEACON` lines (seed 002): reads the playlist, follows the viewer, sends.
struct SSAIApp: AppKind {
    let isLive: Bool
    var name: String { isLive ? "ssai-live" : "ssai-vod" }
    var weight: Int { 10 }

    var knobs: [any Drawable] {
        [
            StreamKnobs.segment, StreamKnobs.app, StreamActs.viewer, StreamKnobs.breaks(isLive: isLive),
            StreamKnobs.tail, StreamKnobs.style,
            StreamKnobs.doubled, StreamKnobs.opening, Self.adLength, Self.quoted, Self.urlFirst, StreamKnobs.ahead,
        ]
    }

    static let adLength = Knob<BeaconPlaylist.AdLength>("adLength", usual: .before, [(.before, 4), (.after, 1)])
    static let quoted = Knob<Bool>("quoted", usual: false, [(false, 4), (true, 1)])
    static let urlFirst = Knob<Bool>("urlFirst", usual: false, [(false, 5), (true, 1)])

    func acts(for script: Script) -> [Act] { StreamActs.draw(for: script, canSeek: !isLive) }

    func perform(on stage: inout Stage) {
        let show = StreamShow(stage.script, isLive: isLive)
        var stream = stage.dice.stream("ssai")
        let ads = show.ads(style: stage.script[StreamKnobs.style], from: &stream)
        let base =
            isLive
            ? "https://live-ssai.vtv-example.com/hls/v1/ch12/v720/"
            : "https://vod-ssai.vtv-example.com/v1/e\(stream.digits(4))/v720/"
        let document = BeaconPlaylist(
            adLength: stage.script[Self.adLength], quoted: stage.script[Self.quoted],
            urlFirst: stage.script[Self.urlFirst], base: base)
        let master = base.replacing("v720/", with: "master.m3u8?sid=\(stream.hex(16))")
        let first = stage.moment(StreamShow.lead)
        stage.send(
            at: first, master, .document, family: "content",
            answer: .playlist(multivariant(version: 6, variants: [(2_800_000, "1280x720", "v720/index.m3u8")])))

        let playlists = show.playlists(from: first + 150_000, acts: stage.acts).map { reload in
            let text = document.text(
                reload.window, ads: ads, target: show.plan.segment, over: reload.over, live: isLive)
            let id = stage.send(
                at: reload.at, base + "index.m3u8", .document, family: "ssai", answer: .playlist(text))
            return (id: id, at: reload.at, ads: Set(reload.window.filter { $0.piece == 0 }.compactMap(\.ad)))
        }
        let playback = show.playback(acts: stage.acts, begin: stage.begin)
        let media = show.fetch(playback, on: &stage) { segment in
            (document.name(segment, ads: ads), segment.ad == nil ? "content" : "ssai")
        }
        let declared = Dictionary(
            ads.indices.compactMap { ad in
                let listing = playlists.filter { $0.ads.contains(ad) }
                return listing.first.map { first in
                    let again = listing.dropFirst().map { [Trace.intent($0.id)] }
                    return (ads[ad].id, Declared(from: [.intent(first.id)], since: first.at, again: again))
                }
            }, uniquingKeysWith: { first, _ in first })
        Reporting(
            family: "ssai", requirement: "S2, R-002-17: beacon URLs are requested by the player while the ad plays",
            known: { declared[$0.id] },
            send: { stage, ad, event, url, at in
                stage.send(
                    at: at, URLText.sendable(url), .beacon, family: "ssai", owner: ad.id, event: event.name,
                    template: url)
            }
        ).run(on: &stage, ads: ads, playback: playback, media: media)
        show.close(&stage, playback)
    }
}

extension Answer {
    static func playlist(_ text: String) -> Answer { .document(text, type: "application/vnd.apple.mpegurl") }
    static func json(_ text: String) -> Answer { .document(text, type: "application/json") }
}

extension URLText {
    /// What a URL parser makes of a URL with spaces in it.
    static func sendable(_ url: String) -> String { url.replacing(" ", with: "%20") }
}
