/// What viewers do while ads play.
struct VASTViewer {
    var script: Script
    /// Seconds into the story.
    var adsBegin: Double

    func acts() -> [Act] {
        var stream = script.dice.stream("viewer")
        var acts: [Act] = []
        let length = Double(script[AdSales.length])
        func within(_ share: ClosedRange<Double>) -> Double { adsBegin + 1 + length * stream.double(share) }
        switch stream.weighted([
            ("watch", 10), ("pause", 3), ("mute", 2), ("skip", 3), ("leave", 2), ("stall", 2), ("tap", 1),
        ]) {
        case "pause":
            let at = within(0.1...0.6)
            acts += [Act(.pause, at: at), Act(.resume, at: at + stream.double(2...9))]
        case "mute":
            let at = within(0.1...0.6)
            acts += [Act(.mute, at: at), Act(.unmute, at: at + stream.double(2...5))]
        case "skip": acts.append(Act(.skip, at: adsBegin + Double(script[AdSales.skipAfter]) + stream.double(1.5...4)))
        case "leave": acts.append(Act(.leave, at: within(0.1...0.9)))
        case "stall": acts.append(Act(.stall, at: within(0.1...0.8), value: stream.double(0.5...4)))
        case "tap":
            let at = within(0.2...0.7)
            acts += [Act(.tap, at: at), Act(.pause, at: at + 0.02), Act(.resume, at: at + stream.double(3...8))]
        default: break
        }
        return acts.map {
            Act($0.kind, at: ($0.at * 1000).rounded() / 1000, value: $0.value.map { ($0 * 10).rounded() / 10 })
        }
    }
}
