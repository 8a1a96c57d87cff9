/// How much of the player the viewer had in view, while it played.
struct Attention: Sendable {
    private var away: [ClosedRange<Microseconds>] = []
    private let watching: Watching
    /// When playing began for the script: its start event.
    private let start: Microseconds?

    init(_ play: AdPlay, _ stage: Stage) {
        watching = play.watching
        start = play.moment(of: "start")
        var since: Microseconds?
        for (act, moment) in stage.acts {
            if act.kind == .scrollAway { since = moment }
            if act.kind == .scrollBack, let from = since {
                away.append(from...moment)
                since = nil
            }
        }
        if let since { away.append(since...Int.max) }
    }

    func isWhole(at moment: Microseconds) -> Bool { !away.contains { $0.contains(moment) } }

    /// When two seconds of playing in view, without pause or stall, were full.
    var twoSeconds: Microseconds? {
        guard let start else { return nil }
        for span in watching.spans where span.state == .playing {
            var from = max(span.wall.lowerBound, start)
            for stretch in away where stretch.overlaps(from...max(from, span.wall.upperBound)) {
                if stretch.lowerBound - from >= 2_000_000 { break }
                from = stretch.upperBound == Int.max ? Int.max : max(from, stretch.upperBound)
            }
            guard from != Int.max else { continue }
            if span.wall.upperBound - from >= 2_000_000 { return from + 2_000_000 }
        }
        return nil
    }
}
