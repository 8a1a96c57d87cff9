/// A player of Google DAI full-service streams: it registers, plays the stitched stream, polls the metadata and
/// verifies each timed-metadata tag that it plays past.
struct DAIFullApp: AppKind {
    let name = "dai-full"
    let weight = 8

    var knobs: [any Drawable] {
        [StreamKnobs.app, StreamActs.viewer, StreamKnobs.breaks(isLive: true), StreamKnobs.tail, DAIKnobs.poll]
    }

    func acts(for script: Script) -> [Act] {
        StreamActs.draw(for: script, canSeek: false)
    }

    /// Full-service streams have segments of five seconds.
    static func fixed(_ script: Script) -> Script {
        var script = script
        script[StreamKnobs.segment] = 5
        return script
    }

    func perform(on stage: inout Stage) {
        let show = StreamShow(Self.fixed(stage.script), isLive: true)
        var stream = stage.dice.stream("dai")
        let service = DAIDocuments(
            stream: stream.uuid().lowercased() + ":TUL", network: "51636543", asset: "c-rArva4ShKVIAkNfy6HUQ",
            isPods: false, pollSeconds: stage.script[DAIKnobs.poll])
        let ads = StreamAd.all(of: show.programme, names: [], firstID: 1_384) { _, _ in [] }
            .map { TaggedAd($0, from: &stream) }
        let first = stage.moment(StreamShow.lead)
        stage.send(
            at: first - 600_000, service.registration, .document, family: "dai",
            answer: service.registered(at: first), method: "POST",
            headers: [Header("Content-Type", "application/x-www-form-urlencoded")],
            body: DAIKnobs.registrationBody(from: &stream))
        stage.send(
            at: first, service.master, .document, family: "dai",
            answer: .playlist(multivariant(version: 4, variants: [(2_000_000, "1280x720", service.variant)])))
        let reloads = show.playlists(from: first + 150_000, acts: stage.acts)
        for reload in reloads {
            stage.send(
                at: reload.at, service.variant, .document, family: "dai",
                answer: .playlist(playlist(reload.window, show: show, service: service, over: reload.over)))
        }
        let playback = show.playback(acts: stage.acts, begin: stage.begin)
        let media = show.fetch(playback, on: &stage) { segment in
            (Self.name(segment, service), segment.ad == nil ? "content" : "dai")
        }
        // The server decides on an ad when it is about to be on air, one segment ahead.
        let polling = DAIPolling(service: service, ads: ads) { ad, moment in
            show.edge(at: moment, joined: first + 150_000) + show.plan.segment >= ad.range.lowerBound
        }
        polling.run(on: &stage, from: first + 300_000, until: playback.ended)
        DAIVerification(service: service, ads: ads, breakID: { "000\($0.pod + 1)" })
            .run(on: &stage, playback: playback, media: media)
        show.close(&stage, playback)
    }

    private func playlist(
        _ window: ArraySlice<Programme.Segment>, show: StreamShow, service: DAIDocuments, over: Bool
    ) -> String {
        var playlist = PlaylistText(version: 4, target: show.plan.segment)
        playlist.tag("#EXT-X-MEDIA-SEQUENCE:\(500 + (window.first?.number ?? 0))")
        playlist.tag("#EXT-X-DISCONTINUITY-SEQUENCE:\(window.first?.breaksBefore ?? 0)")
        for segment in window {
            if segment.discontinuous { playlist.tag("#EXT-X-DISCONTINUITY") }
            playlist.segment(Self.name(segment, service), duration: segment.duration)
        }
        if over { playlist.tag("#EXT-X-ENDLIST") }
        return playlist.text
    }

    private static func name(_ segment: Programme.Segment, _ service: DAIDocuments) -> String {
        let base = "https://dai.google.com/linear/hls/pb/event/\(service.asset)/stream/seg/"
        return base + (segment.ad == nil ? "c" : "ad") + "\(500 + segment.number).ts"
    }
}

/// What can be chosen of DAI streams.
enum DAIKnobs {
    /// Seconds between polls of the metadata.
    static let poll = Knob<Int>("poll", usual: 10, [(10, 4), (5, 1)])

    static func registrationBody(from stream: inout Randomness) -> String {
        URLText.query([
            ("url", "https://www.vtv-example.com"), ("cust_params", "section=sport"),
            ("correlator", stream.digits(12)), ("ptt", "20"), ("sdkv", "i.3.23.0"), ("us_privacy", "1YNN"),
            ("vpa", "auto"), ("vpmute", "0"),
        ])
    }
}
