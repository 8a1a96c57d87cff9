/// When the parts of an ad are due, from its declared duration and the pauses that are known.
struct Schedule {
    static let parts: [(event: String, quarters: Int64)] = [
        ("start", 0), ("firstQuartile", 1), ("midpoint", 2), ("thirdQuartile", 3), ("complete", 4),
    ]

    let due: [(event: String, due: Timeline.Span)]
    let pauses: [Timeline.Span]

    init(_ play: ReportModel.AdPlay) {
        let pauses = play.playback.filter { $0.state == "paused" || $0.state == "buffering" }
            .compactMap { span in span.toUs.map { Timeline.Span(fromUs: span.fromUs, toUs: $0) } }
        self.pauses = pauses
        guard let duration = play.durationUs, duration > 0, duration < 86_400_000_000, let start = play.startUs else {
            due = []
            return
        }
        due = Self.parts.map { part in
            var at = Clamped.sum(start, duration / 4 * part.quarters)
            for pause in pauses where pause.fromUs >= start && pause.fromUs < at {
                at = Clamped.sum(at, Clamped.difference(pause.toUs, pause.fromUs))
            }
            let tolerance = max(400_000, duration / 20)
            return (
                part.event,
                Timeline.Span(fromUs: Clamped.difference(at, tolerance), toUs: Clamped.sum(at, tolerance))
            )
        }
    }
}
