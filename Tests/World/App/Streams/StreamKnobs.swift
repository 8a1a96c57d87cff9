/// What can be chosen of every stream.
enum StreamKnobs {
    /// Streams are played by apps.
    static let app = Knob<VASTPlayer.Platform>(VASTPlayer.platform.name, usual: VASTPlayer.platform.usual) { _ in .app }
    /// Seconds of a segment.
    static let segment = Knob<Int>("segment", usual: 6, [(6, 5), (4, 2), (5, 1), (10, 1)])
    /// Seconds of content behind the last break.
    static let tail = Knob<Int>("tail", usual: 48) { $0.weighted([(48, 4), (72, 2), (30, 1), (0, 1)]) }
    static let style = Knob<TrackerStyle>(
        "trackers", usual: .opaque, [(.opaque, 5), (.freewheel, 3), (.path, 2), (.commas, 1), (.spaces, 1)])
    /// The event for which two URLs are declared, if any.
    static let doubled = Knob<String>(
        "doubled", usual: "", [("", 4), ("impression", 1), ("firstQuartile", 1), ("complete", 1)])
    /// The events at an ad's beginning.
    static let opening = Knob<String>("opening", usual: "both", [("both", 3), ("impression", 2), ("start", 1)])
    /// How many seconds the player buffers.
    static let ahead = Knob<Int>("ahead", usual: 24, [(24, 4), (12, 2), (50, 1)])

    static func breaks(isLive: Bool) -> Knob<BreaksText> {
        Knob("breaks", usual: BreaksText([.init(at: 24_000, ads: [15_000, 15_000])])) { stream in
            var pods: [StreamPlan.Pod] = []
            var at = isLive ? stream.int(2...5) * 6 : stream.weighted([(12, 3), (24, 3), (0, 2), (60, 1)])
            for _ in 0..<stream.weighted([(1, 3), (2, 2)]) {
                let ads = (0..<stream.weighted([(1, 3), (2, 4), (3, 2)])).map { _ in
                    stream.weighted([(15_000, 4), (10_000, 2), (20_000, 2), (30_000, 2), (12_000, 1)])
                }
                pods.append(StreamPlan.Pod(at: at * 1_000, ads: ads))
                at += stream.int(4...10) * 6
            }
            return BreaksText(pods)
        }
    }
}

extension Script {
    /// Puts a second ad into each break, so that there is one behind the first.
    mutating func pairAds() {
        let breaks = StreamKnobs.breaks(isLive: false)
        self[breaks] = BreaksText(
            self[breaks].pods.map { .init(at: $0.at, ads: $0.ads.count > 1 ? $0.ads : $0.ads + [15_000]) })
    }
}

/// What viewers of streams do.
enum StreamActs {
    enum Viewer: String, Choice, CaseIterable {
        case stays, pausesInAd, pausesLongInAd, stallsInAd, leavesInAd, leavesAfterAd, pausesInContent, jumpsOverBreak,
            jumpsBack
    }
    static let viewer = Knob<Viewer>(
        "viewer", usual: .stays,
        [
            (.stays, 8), (.pausesInAd, 3), (.stallsInAd, 1), (.leavesInAd, 2), (.leavesAfterAd, 1),
            (.pausesInContent, 2),
            (.jumpsOverBreak, 2), (.jumpsBack, 1),
        ])

    static func draw(for script: Script, canSeek: Bool) -> [Act] {
        var stream = script.dice.stream("viewer of a stream")
        let show = StreamShow.of(script)
        let programme = show.programme
        let begin = StreamShow.lead + Double(show.startUp) / 1_000_000
        /// The script's second at which an undisturbed viewer gets to a position.
        func second(_ position: Int) -> Double { (begin * 1_000 + Double(position - show.joins)).rounded() / 1_000 }
        func waits(at position: Int) -> [Act] {
            let at = second(position)
            let long = Double(stream.int(2...12))
            return stream.chance(0.7)
                ? [Act(.pause, at: at), Act(.resume, at: at + long)]
                : [Act(.background, at: at), Act(.foreground, at: at + long)]
        }
        let reachable = programme.ads.filter { $0.lowerBound >= show.joins }
        guard !reachable.isEmpty else { return [] }
        let ad = stream.pick(reachable)
        let inside = ad.lowerBound + ad.count * stream.int(15...70) / 100
        let pod = programme.breaks.first { $0.lowerBound >= 8_000 && $0.upperBound + 10_000 < programme.length }
        switch script[viewer] {
        case .stays: return []
        case .pausesInAd: return waits(at: inside)
        case .pausesLongInAd: return [Act(.pause, at: second(inside)), Act(.resume, at: second(inside) + 8)]
        case .stallsInAd: return [Act(.stall, at: second(inside), value: Double(stream.int(1...4)))]
        case .leavesInAd: return [Act(.leave, at: second(inside))]
        case .leavesAfterAd:
            return [Act(.leave, at: second(min(ad.upperBound + stream.int(5...20) * 1_000, programme.length - 100)))]
        case .pausesInContent: return waits(at: max(show.joins, ad.upperBound + 2_000))
        case .jumpsOverBreak:
            // From the content before a break into that behind it.
            guard canSeek, let pod else { return [] }
            return [Act(.seek, at: second(pod.lowerBound - 5_000), value: Double(pod.upperBound + 4_000) / 1_000)]
        case .jumpsBack:
            // Into the content behind a break that was seen: the ads are not played again.
            guard canSeek, let pod else { return [] }
            return [Act(.seek, at: second(pod.upperBound + 8_000), value: Double(pod.upperBound + 1_000) / 1_000)]
        }
    }
}
