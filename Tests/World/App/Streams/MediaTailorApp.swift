/// A player of AWS Elemental MediaTailor streams with client-side reporting: a session, the personalised manifest, and
/// a tracking URL that is polled with it.
struct MediaTailorApp: AppKind {
    let name = "mediatailor"
    let weight = 10

    static let live = Knob<Bool>("live", usual: true, [(true, 3), (false, 1)])
    static let pollsOnce: Quirk = "mediatailor.polled-once"

    var knobs: [any Drawable] {
        [
            Self.live, StreamKnobs.segment, StreamKnobs.app, StreamActs.viewer, StreamKnobs.breaks(isLive: true),
            StreamKnobs.tail, StreamKnobs.style,
            StreamKnobs.doubled, StreamKnobs.opening, StreamKnobs.ahead,
        ]
    }

    func acts(for script: Script) -> [Act] {
        StreamActs.draw(for: script, canSeek: !script[Self.live])
    }

    func perform(on stage: inout Stage) {
        let isLive = stage.script[Self.live]
        let show = StreamShow(stage.script, isLive: isLive)
        var stream = stage.dice.stream("mediatailor")
        let ads = show.ads(style: stage.script[StreamKnobs.style], from: &stream)
        let session = Session(account: stream.hex(40), id: stream.uuid().lowercased())
        let first = stage.moment(StreamShow.lead)
        stage.send(
            at: first - 400_000, session.creation, .document, family: "ssai", answer: .json(session.answer),
            method: "POST", headers: [Header("Content-Type", "application/json")],
            body: #"{"adsParams":{"tier":"free"}}"#)
        stage.send(
            at: first, session.master, .document, family: "ssai",
            answer: .playlist(
                multivariant(
                    version: 6, variants: [(2_800_000, "1280x720", "../../../manifest/\(session.path)/0.m3u8")])))

        let playback = show.playback(acts: stage.acts, begin: stage.begin)
        let reloads = show.playlists(from: first + 150_000, acts: stage.acts)
        let origin = reloads.first?.window.first?.start ?? 0
        var declared: [String: Declared] = [:]
        for (place, reload) in reloads.enumerated() {
            stage.send(
                at: reload.at, session.manifest, .document, family: "ssai",
                answer: .playlist(
                    manifest(reload.window, show: show, ads: ads, session: session, over: reload.over, stage: stage)))
            guard place == 0 || !stage.has(Self.pollsOnce) else { continue }
            let listed = ads.indices.filter { ad in
                !isLive || reload.window.contains { $0.ad == ad } || show.hasPassed(ads[ad], in: reload.window)
            }.filter { ads[$0].range.lowerBound >= origin }
            let answer = TrackingAnswer.text(ads: listed.map { ads[$0].moved(by: -origin) })
            let id = stage.send(
                at: reload.at + 50_000, session.tracking, .document, family: "ssai", answer: .json(answer))
            for ad in listed {
                if declared[ads[ad].id] == nil {
                    declared[ads[ad].id] = Declared(from: [.intent(id)], since: reload.at + 50_000)
                } else {
                    declared[ads[ad].id]?.again.append([.intent(id)])
                }
            }
        }
        let media = show.fetch(playback, on: &stage) { segment in
            (Self.name(segment, ads: ads, session: session), segment.ad == nil ? "content" : "ssai")
        }
        let known = declared
        Reporting(
            family: "ssai", requirement: "AWS, client-side reporting: each beaconUrl is requested at its event's time",
            known: { known[$0.id] },
            send: { stage, ad, event, url, at in
                stage.send(
                    at: at, URLText.sendable(url), .beacon, family: "ssai", owner: ad.id, event: event.name,
                    template: url)
            }
        ).run(on: &stage, ads: ads, playback: playback, media: media)
        show.close(&stage, playback)
    }

    private func manifest(
        _ window: ArraySlice<Programme.Segment>, show: StreamShow, ads: [StreamAd], session: Session, over: Bool,
        stage: Stage
    ) -> String {
        var playlist = PlaylistText(version: 6, target: show.plan.segment + 1_000)
        if !show.isLive { playlist.tag("#EXT-X-PLAYLIST-TYPE:VOD") }
        playlist.tag("#EXT-X-MEDIA-SEQUENCE:\(1_000 + (window.first?.number ?? 0))")
        if show.isLive { playlist.tag("#EXT-X-DISCONTINUITY-SEQUENCE:\(40 + (window.first?.breaksBefore ?? 0))") }
        for segment in window {
            if segment.discontinuous { playlist.tag("#EXT-X-DISCONTINUITY") }
            if show.isLive {
                playlist.tag("#EXT-X-PROGRAM-DATE-TIME:" + Calendar.iso(show.date(of: segment, begin: stage.begin)))
            }
            playlist.segment(Self.name(segment, ads: ads, session: session), duration: segment.duration)
        }
        if over { playlist.tag("#EXT-X-ENDLIST") }
        return playlist.text
    }

    private static func name(_ segment: Programme.Segment, ads: [StreamAd], session: Session) -> String {
        guard let ad = segment.ad else {
            return "https://origin.vtv-example.com/ch12/c" + Calendar.padded(segment.piece, 5) + ".ts"
        }
        return
            "https://segments.mediatailor.eu-central-1.amazonaws.com/\(session.path)"
            + "/0/\(ads[ad].id)_\(segment.piece).ts"
    }

    private struct Session {
        var account: String
        var id: String

        private var host: String { "https://a1b2c3d4e5f6478.mediatailor.eu-central-1.amazonaws.com" }
        var path: String { "\(account)/vtv-live/\(id)" }
        var creation: String { "\(host)/v1/session/\(account)/vtv-live/master.m3u8" }
        var master: String { "\(host)/v1/master/\(account)/vtv-live/master.m3u8?aws.sessionId=\(id)" }
        var manifest: String { "\(host)/v1/manifest/\(path)/0.m3u8" }
        var tracking: String { "\(host)/v1/tracking/\(path)" }
        var answer: String {
            JSON.object([
                ("manifestUrl", .text("/v1/master/\(account)/vtv-live/master.m3u8?aws.sessionId=\(id)")),
                ("trackingUrl", .text("/v1/tracking/\(path)")),
            ]).written
        }
    }
}

extension StreamAd {
    /// The same ad on a time line that begins elsewhere.
    func moved(by milliseconds: Int) -> StreamAd {
        var ad = self
        ad.range = range.lowerBound + milliseconds..<range.upperBound + milliseconds
        return ad
    }
}

extension StreamShow {
    /// The ad was in an earlier window.
    func hasPassed(_ ad: StreamAd, in window: ArraySlice<Programme.Segment>) -> Bool {
        window.first.map { ad.range.upperBound <= $0.start } ?? false
    }

    /// When a segment of a live stream was on air.
    func date(of segment: Programme.Segment, begin: Microseconds) -> Microseconds {
        begin + .seconds(Self.lead) + (segment.start - edgeAtJoin) * 1_000
    }
}
