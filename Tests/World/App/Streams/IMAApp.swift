/// A web player with Google's IMA SDK: an ad request for each break, the SDK's beacons, and the log of its events.
struct IMAApp: AppKind {
    let name = "ima"
    let weight = 12

    static let privacy = Knob<AdTag.Privacy>(
        "privacy", usual: .none, [(.none, 3), (.californian, 3), (.optedOut, 2), (.european, 1)])
    static let declares = Knob<Bool>("declaresPrivacy", usual: false, [(false, 2), (true, 1)])
    /// Whether the app's log of IMA events was kept.
    static let logs = Knob<Bool>("imaLog", usual: false, [(false, 1), (true, 1)])

    var knobs: [any Drawable] {
        [
            StreamActs.viewer, StreamKnobs.breaks(isLive: false), StreamKnobs.tail, StreamKnobs.ahead, Self.privacy,
            Self.declares, Self.logs,
        ]
    }

    func acts(for script: Script) -> [Act] { StreamActs.draw(for: script, canSeek: false) }

    private let content = "https://cdn.vtv-example.com/vod/ep1/"

    func perform(on stage: inout Stage) {
        let script = stage.script
        let show = StreamShow(script, isLive: false)
        var stream = stage.dice.stream("ima")
        let spots = StreamAd.all(of: show.programme, names: [], firstID: 0) { _, _ in [] }
        let ads = spots.map { spot in
            GoogleAd(
                id: stream.digits(9), place: show.programme.ads(of: spot.pod).count > 1 ? spot.place : 0,
                duration: spot.duration, from: &stream)
        }
        library(on: &stage)
        let first = stage.moment(StreamShow.lead)
        let playback = show.playback(acts: stage.acts, begin: stage.begin)
        let interlude = Interlude(show: show, ads: spots, playback: playback)
        let requests = ask(interlude, ads, on: &stage, from: &stream)
        ContentPlaylist(show: show, base: content).send(on: &stage, at: first + 50_000)
        let media = show.fetch(playback, on: &stage) {
            $0.ad == nil ? 0 : Int.max
        } as: { segment in
            (ContentPlaylist.name(segment, content), "content")
        }
        var session = IMASession(
            interlude: interlude, ads: ads, requests: requests, media: media, dice: stage.dice.stream("ima session"))
        session.run(on: &stage)
        if script[Self.declares] {
            switch script[Self.privacy] {
            case .californian: stage.facts.append(("privacy.ccpaApplies", true))
            case .optedOut: stage.facts += [("privacy.ccpaApplies", true), ("privacy.optedOut", true)]
            case .european: stage.facts.append(("privacy.gdprApplies", true))
            case .none: break
            }
        }
        show.close(&stage, playback)
    }

    private func library(on stage: inout Stage) {
        let begin = stage.begin
        stage.send(
            at: begin + 20_000, "https://imasdk.googleapis.com/js/sdkloader/ima3.js", .script, family: "ima",
            means: .script, answer: Answer(type: "text/javascript", bytes: 310_442))
        stage.send(
            at: begin + 220_000, "https://imasdk.googleapis.com/js/core/bridge3.672.0_en.html", .page, family: "ima",
            means: .navigation, answer: .document("<html></html>", type: "text/html"))
    }

    /// An ad request for each break that play comes near.
    /// - Returns: by break, its intent.
    private func ask(
        _ interlude: Interlude, _ ads: [GoogleAd], on stage: inout Stage, from stream: inout Randomness
    ) -> [Int: Int] {
        let correlator = stream.digits(16)
        var requests: [Int: Int] = [:]
        for pod in interlude.show.programme.breaks.indices {
            let tag = AdTag(
                privacy: stage.script[Self.privacy], correlator: correlator,
                midroll: interlude.contentPosition(of: pod) > 0, from: &stream)
            guard let at = interlude.prepared(pod, lead: 8_000_000) else { continue }
            let own = interlude.show.programme.ads(of: pod).map { ads[$0] }
            let isFirst = interlude.contentPosition(of: pod) == 0
            let asked = isFirst ? stage.begin + 450_000 : max(at, stage.begin + 500_000)
            requests[pod] = stage.send(
                at: asked, tag.url, .document, family: "ima", owner: "break \(pod + 1)", event: "ad request",
                means: .fetch, answer: .document(GoogleAd.document(own), type: "text/xml"))
        }
        return requests
    }
}
