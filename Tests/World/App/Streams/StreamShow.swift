/// A request for media: of which ad, if of any.
struct Fetched: Sendable {
    var id: Int
    var at: Microseconds
    var ad: Int?

    /// What shows that play got beyond a moment of an ad: its media, and what was asked for well after that moment.
    static func proofs(of ad: Int, at moment: Microseconds, media: [Fetched], later: [Int]) -> [[Trace]] {
        guard let own = media.first(where: { $0.ad == ad }) else { return [] }
        let after = media.filter { $0.at > moment + 3_000_000 && $0.id != own.id }.prefix(8).map(\.id)
        return (after + later).map { [.intent(own.id), .intent($0)] }
    }
}

/// A stream that is shown: its programme, when the player joins, and what it fetches.
struct StreamShow: Sendable {
    /// Seconds from the app's start to the first request for the stream.
    static let lead = 0.8

    let plan: StreamPlan
    let programme: Programme
    let isLive: Bool
    let ahead: Int
    let script: Script
    /// Where the viewer joins.
    let joins: Int
    /// The live edge when the player joins.
    let edgeAtJoin: Int
    /// How many segments a live playlist lists.
    private let shown = 11

    /// From the first request to the first picture: where that is of a break with playlists of its own, these come first.
    var startUp: Microseconds {
        let isPreroll = ["interstitials", "dai-pods"].contains(script.kind) && plan.breaks.contains { $0.at == 0 }
        return isPreroll ? 1_600_000 : 900_000
    }

    /// - Parameter takesBreaks: whether the player plays the ads of breaks; otherwise its content goes on.
    init(_ script: Script, isLive: Bool, takesBreaks: Bool = true) {
        self.script = script
        self.isLive = isLive
        let segment = script[StreamKnobs.segment] * 1_000
        // A live channel has been on for a while: content that nobody here sees.
        let before = isLive ? segment * 14 : 0
        let pods = script[StreamKnobs.breaks(isLive: isLive)].pods.map { pod in
            // An interstitial with one asset has one ad.
            let isSingle = script.kind == "interstitials" && script[InterstitialsApp.asset] == .uri
            return StreamPlan.Pod(
                at: pod.at + before, ads: !takesBreaks ? [] : isSingle ? Array(pod.ads.prefix(1)) : pod.ads)
        }
        let content = (pods.map(\.at).max() ?? 0) + script[StreamKnobs.tail] * 1_000
        plan = StreamPlan(segment: segment, content: max(content, before + segment), breaks: pods)
        programme = Programme(plan)
        ahead = script[StreamKnobs.ahead] * 1_000
        edgeAtJoin = before
        joins = isLive ? before - 3 * segment : 0
    }

    /// The show of a stream kind.
    static func of(_ script: Script) -> StreamShow {
        switch script.kind {
        case "ssai-live": StreamShow(script, isLive: true)
        case "mediatailor": StreamShow(script, isLive: script[MediaTailorApp.live])
        case "dai-full": StreamShow(DAIFullApp.fixed(script), isLive: true)
        default: StreamShow(script, isLive: false)
        }
    }

    func ads(style: TrackerStyle, from stream: inout Randomness) -> [StreamAd] {
        let opening = script[StreamKnobs.opening]
        let names = StreamAd.shares.map(\.name).filter {
            opening == "both" || $0 == opening || !["impression", "start"].contains($0)
        }
        let doubled = script[StreamKnobs.doubled]
        var dice = stream
        let ads = StreamAd.all(of: programme, names: names, firstID: StreamAd.firstID) { ad, event in
            var urls = [style.url(ad: ad, event: event, from: &dice)]
            if event == doubled { urls.append(TrackerStyle.path.url(ad: ad, event: event, from: &dice)) }
            return urls
        }
        stream = dice
        return ads
    }

    func playback(acts: [(act: Act, at: Microseconds)], begin: Microseconds) -> Playback {
        let start = begin + .seconds(Self.lead) + startUp
        return Playback(from: start, at: joins, until: programme.length, acts: acts)
    }

    /// The live edge at a moment.
    func edge(at moment: Microseconds, joined: Microseconds) -> Int { edgeAtJoin + (moment - joined) / 1_000 }

    /// The playlists that the player loads: one of a programme on demand, one each target duration of a live one.
    func playlists(
        from first: Microseconds, acts: [(act: Act, at: Microseconds)]
    ) -> [(at: Microseconds, window: ArraySlice<Programme.Segment>, over: Bool)] {
        guard isLive else { return [(first, programme.segments[...], true)] }
        let ended = Playback(
            from: first + startUp - 150_000, at: joins, until: programme.length, acts: acts
        ).ended
        var reloads: [(at: Microseconds, window: ArraySlice<Programme.Segment>, over: Bool)] = []
        var at = first
        while at < ended {
            let edge = edge(at: at, joined: first)
            let count = programme.segments.prefix { $0.end <= edge }.count
            let over = count == programme.segments.count
            reloads.append((at, programme.segments[max(0, count - shown)..<count], over))
            if over { break }
            // The target duration that is written is a second longer, for segments that are (but for DAI's).
            at +=
                (plan.segment + (script.kind == "dai-full" ? 0 : 1_000)) * 1_000
                + script.dice.jitter("reload \(reloads.count)", 40_000)
        }
        return reloads
    }

    /// Sends the requests for segments; `ready` says since when an ad's segments can be asked for.
    func fetch(
        _ playback: Playback, on stage: inout Stage, ready: (Programme.Segment) -> Microseconds = { _ in 0 },
        as name: (Programme.Segment) -> (url: String, family: String)
    ) -> [Fetched] {
        let first = stage.begin + .seconds(Self.lead) + 150_000
        let reloads = isLive ? playlists(from: first, acts: stage.acts) : []
        let requests = Fetching(
            ahead: isLive ? 4 * plan.segment : ahead, standing: script.kind == "ima" ? programme.breaks : []
        ).requests(
            for: programme.segments.filter { $0.end > joins }, playback: playback
        ) { segment in
            guard isLive else { return ready(segment) }
            let listed = reloads.first { $0.window.contains { $0.number == segment.number } }
            return listed.map { $0.at + 90_000 } ?? Int.max
        }
        return requests.map { request in
            let (url, family) = name(request.segment)
            let id = stage.send(
                at: request.at, url, .media, family: family, means: .media,
                answer: .media("video/mp2t", bytes: 700_000 + request.segment.number % 7 * 21_000))
            return Fetched(id: id, at: request.at, ad: request.segment.ad)
        }
    }

    /// What goes on around the show: the app's calls home, and the page that follows it. Somebody records until well
    /// after the last ad.
    func close(_ stage: inout Stage, _ playback: Playback) {
        stage.send(
            at: stage.begin + 10_000,
            "https://api.tv.example-broadcaster.no/v3/config?platform="
                + (VASTPlayer.platform(of: script) == .web ? "web" : "ios"), .ambient, family: "ambient",
            answer: .document("{\"ok\":true}", type: "application/json"))
        stage.send(
            at: playback.ended + 250_000, "https://api.tv.example-broadcaster.no/v3/home?rows=12", .page,
            family: "ambient", answer: .document("{\"rows\":[]}", type: "application/json"))
        var stream = stage.dice.stream("calls home")
        var now = stage.begin
        while now < playback.ended + 15_000_000 {
            now += stream.int(4_000_000...13_000_000)
            stage.send(
                at: now, stream.pick(Self.callsHome) + stream.digits(8), .ambient, family: "ambient", means: .fetch,
                answer: .nothing)
        }
    }

    /// Analytics with names that sound like ad events.
    private static let callsHome = [
        "https://analytics.example-broadcaster.no/collect?en=video_progress&ep.percent=25&_p=",
        "https://youbora-infinity.npaw.com/infinity/session/beat?code=V_12_",
        "https://static.example-broadcaster.no/img/posters/p",
    ]
}

extension Dice {
    /// A small length of time of its own name.
    func jitter(_ name: String, _ most: Microseconds) -> Microseconds {
        var stream = stream("jitter " + name)
        return stream.int(0...most)
    }
}
