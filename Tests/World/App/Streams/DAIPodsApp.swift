/// An app that schedules Google DAI pods as interstitials of its own (seed 003): it registers a stream, plays its
/// content, asks for the pod before each break, and the SDK verifies the ads.
struct DAIPodsApp: AppKind {
    let name = "dai-pods"
    let weight = 8

    enum IDForm: String, Choice { case minute, number, text }
    static let idForm = Knob<IDForm>("podID", usual: .minute, [(.minute, 3), (.number, 2), (.text, 2)])
    /// Seconds from the request for a pod to its break.
    static let lead = Knob<Int>("podLead", usual: 8, [(8, 3), (4, 2), (20, 2), (45, 1)])
    static let signed = Knob<Bool>("signed", usual: false, [(false, 2), (true, 1)])
    /// The stream is registered for 20 seconds, and the app does not register anew.
    static let expires: Quirk = "dai.expires"
    /// The server refuses the pods that are asked for: the content goes on without them.
    static let refused: Quirk = "dai.refused"

    var knobs: [any Drawable] {
        [
            StreamKnobs.app, StreamActs.viewer, StreamKnobs.breaks(isLive: false), StreamKnobs.tail, DAIKnobs.poll,
            Self.idForm, Self.lead, Self.signed,
        ]
    }

    func acts(for script: Script) -> [Act] { StreamActs.draw(for: script, canSeek: false) }

    func perform(on stage: inout Stage) {
        let script = stage.script
        let planned = StreamShow(script, isLive: false)
        let isRefused = stage.has(Self.refused)
        let show = isRefused ? StreamShow(script, isLive: false, takesBreaks: false) : planned
        var stream = stage.dice.stream("dai pods")
        let service = DAIDocuments(
            stream: stream.uuid().lowercased() + ":DLS", network: "21775744923", asset: "sgai-hls-live", isPods: true,
            pollSeconds: script[DAIKnobs.poll])
        let ads = StreamAd.all(of: planned.programme, names: [], firstID: 138) { _, _ in [] }
        let tagged = ads.map { TaggedAd($0, from: &stream) }
        let first = stage.moment(StreamShow.lead)
        stage.send(
            at: first - 500_000, service.registration, .document, family: "dai", event: "registration",
            answer: service.registered(at: first, for: stage.has(Self.expires) ? 20 : 28_800), method: "POST",
            headers: [Header("Content-Type", "application/x-www-form-urlencoded")],
            body: DAIKnobs.registrationBody(from: &stream))
        ContentPlaylist(show: show, base: "https://devstreaming-cdn.apple.example/bipbop_16x9/").send(
            on: &stage, at: first)

        let playback = show.playback(acts: stage.acts, begin: stage.begin)
        let interlude = Interlude(show: show, ads: ads, playback: playback)
        let ids = podIDs(show, stage: stage, interlude: interlude, from: &stream)
        var ready: [Int: Microseconds] = [:]
        for pod in show.programme.breaks.indices {
            guard let at = interlude.prepared(pod, lead: .seconds(Double(script[Self.lead]))) else { continue }
            // No pod before the stream is registered.
            let asked = max(at, first + 100_000)
            if !isRefused { ready[pod] = asked + 450_000 }
            request(ids[pod], pod: pod, at: asked, of: planned, ads: ads, service: service, on: &stage)
        }
        let media = show.fetch(playback, on: &stage) { segment in
            segment.ad.flatMap { ready[ads[$0].pod] } ?? (segment.ad == nil ? 0 : Int.max)
        } as: { segment in
            guard let ad = segment.ad.map({ ads[$0] }) else {
                return (ContentPlaylist.name(segment, "https://devstreaming-cdn.apple.example/bipbop_16x9/"), "content")
            }
            let offset = segment.start - show.programme.breaks[ad.pod].lowerBound
            return (
                service.podSegment(
                    ids[ad.pod], Self.piece(segment, ad.pod, show), start: offset, duration: segment.duration), "dai"
            )
        }
        DAIPolling(service: service, ads: tagged) { ad, moment in ready[ad.pod].map { $0 <= moment } ?? false }
            .run(
                on: &stage, from: max(first + 400_000, ready[0].map { min($0, first + 1_000_000) } ?? 0),
                until: playback.ended, breakID: { Self.breakID(ids[$0.pod]) })
        DAIVerification(service: service, ads: tagged, breakID: { Self.breakID(ids[$0.pod]) })
            .run(on: &stage, playback: playback, media: media)
        show.close(&stage, playback)
    }

    /// The number of a segment in its pod.
    private static func piece(_ segment: Programme.Segment, _ pod: Int, _ show: StreamShow) -> Int {
        let begin = show.programme.breaks[pod].lowerBound
        return segment.number - (show.programme.segments.first { $0.start >= begin }?.number ?? 0)
    }

    private static func breakID(_ id: String) -> String { id.split(separator: "/").last.map(String.init) ?? id }

    private func podIDs(
        _ show: StreamShow, stage: Stage, interlude: Interlude, from stream: inout Randomness
    ) -> [String] {
        let form = stage.script[Self.idForm]
        let number = stream.int(1...400)
        let code = stream.hex(8)
        return show.programme.breaks.indices.map { pod in
            switch form {
            case .minute: "ad_break_id/mid-roll-\(stage.begin / 60_000_000 % 100_000 + pod + 1)"
            case .number: "pod/\(number + pod)"
            case .text: "ad_break_id/\(code)-\(pod + 1)"
            }
        }
    }

    private func request(
        _ id: String, pod: Int, at: Microseconds, of show: StreamShow, ads: [StreamAd], service: DAIDocuments,
        on stage: inout Stage
    ) {
        let duration = show.programme.breaks[pod].count
        let token =
            stage.script[Self.signed]
            ? "&auth-token="
                + SignedPod(service: service, id: id, duration: duration, expires: at + 3_600_000_000).token
            : ""
        let variant = service.podVariant(id, pd: duration)
        let asked = stage.send(
            at: at, service.pod(id, stream: service.stream, pd: String(duration), more: token), .document,
            family: "dai", owner: id, event: "pod",
            answer: stage.has(Self.refused)
                ? .refusal(400)
                : .playlist(multivariant(version: 4, variants: [(2_128_000, "1280x720", variant)])))
        stage.owe(
            "pod", owner: id, family: "dai", by: "S3: a pod for each break", .owed, because: "the break comes near",
            within: at - 1_000_000...at + 1_000_000, fulfilledBy: [asked])
        guard !stage.has(Self.refused) else { return }
        var playlist = PlaylistText(version: 4, target: show.plan.segment)
        playlist.tag("#EXT-X-PLAYLIST-TYPE:VOD")
        let begin = show.programme.breaks[pod].lowerBound
        var last: Int?
        for segment in show.programme.segments {
            guard let ad = segment.ad, ads[ad].pod == pod else { continue }
            if let last, last != ad { playlist.tag("#EXT-X-DISCONTINUITY") }
            last = ad
            playlist.segment(
                service.podSegment(
                    id, Self.piece(segment, pod, show), start: segment.start - begin,
                    duration: segment.duration),
                duration: segment.duration)
        }
        playlist.tag("#EXT-X-ENDLIST")
        stage.send(
            at: at + 220_000, variant, .document, family: "dai", owner: id, event: "pod variant",
            answer: .playlist(playlist.text))
    }
}

extension Answer {
    /// The server does not do what it was asked for.
    static func refusal(_ status: Int) -> Answer {
        var answer = Answer.json(#"{"error":"refused"}"#)
        answer.status = status
        return answer
    }
}

/// The token of a signed pod request (DAI-HMAC): sorted fields joined by `~`, and their signature.
struct SignedPod {
    var service: DAIDocuments
    var id: String
    var duration: Int
    var expires: Microseconds

    var token: String {
        let parts = id.split(separator: "/").map(String.init)
        let fields = [
            "custom_asset_key=\(service.asset)", "exp=\(expires / 1_000_000)", "network_code=\(service.network)",
            "\(parts.first ?? "pod")=\(parts.last ?? "")", "pd=\(duration)",
        ].sorted()
        var stream = Dice(seed: UInt64(duration)).stream(id)
        return URLText.escaped((fields + ["hmac=\(stream.hex(64))"]).joined(separator: "~"))
    }
}
