/// When the parts of an ad are due, from its declared duration and the pauses that are known.
struct Schedule {
    static let parts: [(event: String, quarters: Int64)] = [
        ("firstQuartile", 1), ("midpoint", 2), ("thirdQuartile", 3), ("complete", 4),
    ]

    /// From the earliest to the latest time at which the rules accept it.
    let due: [(event: String, window: Timeline.Span)]
    let pauses: [Timeline.Span]

    init(_ play: ReportModel.AdPlay, _ tolerances: Tolerances) {
        let pauses = play.playback.filter { $0.state == "paused" || $0.state == "buffering" }
            .compactMap { span in span.toUs.map { Timeline.Span(fromUs: span.fromUs, toUs: $0) } }
        self.pauses = pauses
        guard let duration = play.durationUs, duration > 0, duration < 86_400_000_000, let start = play.startUs else {
            due = []
            return
        }
        let early = tolerances.pollUs + tolerances.quartileEarlyUs
        let late = max(tolerances.quartileLateUs, Int64(tolerances.quartileLateShare * Double(duration)))
        due = Self.parts.map { part in
            var at = Clamped.sum(start, duration / 4 * part.quarters)
            for pause in pauses where pause.fromUs >= start && pause.fromUs < at {
                at = Clamped.sum(at, Clamped.difference(pause.toUs, pause.fromUs))
            }
            let window = Timeline.Span(
                fromUs: max(start, Clamped.difference(at, early)), toUs: Clamped.sum(at, late))
            return (part.event, window)
        }
    }
}
