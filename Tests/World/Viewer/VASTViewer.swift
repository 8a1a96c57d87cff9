/// What viewers do while ads play.
struct VASTViewer {
    var script: Script
    /// Seconds into the story.
    var adsBegin: Double

    func acts() -> [Act] {
        var stream = script.dice.stream("viewer")
        return chosen(&stream).map { act in
            Act(act.kind, at: (act.at * 1000).rounded() / 1000, value: act.value.map { ($0 * 10).rounded() / 10 })
        }
    }

    private func chosen(_ stream: inout Randomness) -> [Act] {
        let length = Double(script[AdSales.length])
        func within(_ share: ClosedRange<Double>) -> Double { adsBegin + 1 + length * stream.double(share) }
        let usual = [("watch", 10), ("pause", 3), ("mute", 2), ("skip", 3), ("leave", 2), ("stall", 2), ("tap", 1)]
        let unlocked = Double(script[AdSales.skipAfter])
        let told = script[Viewer.does]
        switch told.isEmpty ? stream.weighted(usual + own) : told {
        case "pause":
            let at = within(0.1...0.6)
            return [Act(.pause, at: at), Act(.resume, at: at + stream.double(2...9))]
        case "mute":
            let at = within(0.1...0.6)
            return [Act(.mute, at: at), Act(.unmute, at: at + stream.double(2...5))]
        case "tap twice":
            let first = within(0.1...0.3)
            return tap(at: first, &stream) + tap(at: first + 12, &stream)
        case "pause long":
            let at = within(0.1...0.2)
            return [Act(.pause, at: at), Act(.resume, at: at + stream.double(8...14))]
        case "skip":
            let wait = stream.double(1.5...4)
            return [Act(.skip, at: adsBegin + (script.ignoresSkipOffset ? wait / 2 : unlocked + wait))]
        case "leave": return [Act(.leave, at: within(0.1...0.9))]
        case "stall": return [Act(.stall, at: within(0.1...0.8), value: stream.double(0.5...4))]
        case "tap": return tap(at: within(0.2...0.7), &stream)
        case "close": return [Act(.close, at: within(0.3...0.9))]
        case "scroll": return [Act(.scrollAway, at: within(0.3...0.7))]
        case "glance":
            let at = within(0.3...0.6)
            return [Act(.scrollAway, at: at), Act(.scrollBack, at: at + stream.double(1...4))]
        case "wind":
            let at = adsBegin + 2
            return [Act(.seek, at: at, value: 2 + length * stream.double(0.2...0.6))]
        default: return []
        }
    }

    /// A tap opens the landing page and pauses the ad until the viewer comes back.
    private func tap(at moment: Double, _ stream: inout Randomness) -> [Act] {
        [Act(.tap, at: moment), Act(.pause, at: moment + 0.02), Act(.resume, at: moment + stream.double(3...8))]
    }

    /// What only viewers of such an app do.
    private var own: [(String, Int)] {
        var acts: [(String, Int)] = []
        if script.kind == "omid" || script.kind == "criteo" { acts.append(("close", 2)) }
        if script.kind == "criteo", script[CriteoBeacons.inView] != .full { acts += [("scroll", 6), ("glance", 3)] }
        if script[PlayerLog.isKept] { acts.append(("wind", 10)) }
        return acts
    }
}
