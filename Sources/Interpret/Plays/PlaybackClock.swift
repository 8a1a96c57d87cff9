import Model

/// How much of a play's wall time was playback, as far as its pause and resume beacons tell.
struct PlaybackClock: Sendable {
    private(set) var startAt: Timestamp?
    private var pausedSince: Timestamp?
    /// When the latest pause began whose resume was not seen, but progress after it.
    private var unresumed: Timestamp?
    /// Whether the play had begun when something paused it; a `resume` before that is wiring, not a user.
    private var isBegun = false
    /// Stops that are over, in order.
    private var stops: [Stop] = []
    private var stalled: Int64 = 0

    private struct Stop: Sendable {
        var from: Timestamp
        var to: Timestamp?
        var state: PlaybackSpan.State
    }

    /// Known pauses between the start and `at`; `nil` before the start.
    func stalledUs(at: Timestamp) -> Int64? {
        guard let startAt, startAt <= at else { return nil }
        guard let pausedSince else { return stalled }
        return Saturating.sum(stalled, max(0, at.microseconds(since: max(pausedSince, startAt))))
    }

    /// Time since the start less known pauses; `nil` before the start.
    func playedUs(at: Timestamp) -> Int64? {
        guard let startAt, let stalled = stalledUs(at: at) else { return nil }
        return max(0, at.microseconds(since: startAt) - stalled)
    }

    mutating func observe(_ event: String, _ traits: EventTraits, at: Timestamp) {
        switch event {
        case "impression":
            isBegun = true
        case "start":
            isBegun = true
            startAt = startAt ?? at
        case "pause":
            if isBegun, pausedSince == nil { pausedSince = at }
            unresumed = nil
        case "resume":
            resumeAfterProgress(at)
            endPause(at, as: .paused)
        case "complete":
            unresumed = nil
            if let pausedSince, at.microseconds(since: pausedSince) < AttributionLimits.pauseBeforeComplete {
                self.pausedSince = nil
            } else {
                endPause(at, as: .unknown)
            }
        default:
            // Progress during a pause: the resume was not sent or not seen, so when it was is unknown.
            guard traits.share != nil || event == "progress", let from = pausedSince else { return }
            unresumed = from
            endPause(at, as: .unknown)
        }
    }

    /// The resume is seen after all: the pause lasted until then, whatever was reported during it.
    private mutating func resumeAfterProgress(_ at: Timestamp) {
        guard let from = unresumed else { return }
        unresumed = nil
        if stops.last?.from == from { stops.removeLast() }
        pausedSince = from
    }

    private mutating func endPause(_ at: Timestamp, as state: PlaybackSpan.State) {
        guard let from = pausedSince else { return }
        pausedSince = nil
        if stops.count < AttributionLimits.spansPerPlay { stops.append(Stop(from: from, to: at, state: state)) }
        // Only a pause whose end is known is known not to be playback.
        if state == .paused, let startAt {
            stalled = Saturating.sum(stalled, max(0, at.microseconds(since: max(from, startAt))))
        }
    }

    /// The spans from the start to `end`, in order, without gaps.
    func spans(of adPlay: ID<AdPlay>, until end: Timestamp?) -> [PlaybackSpan] {
        guard let startAt else { return [] }
        var spans: [PlaybackSpan] = []
        var cursor = startAt
        func span(_ from: Timestamp, _ to: Timestamp?, _ state: PlaybackSpan.State) {
            guard to.map({ $0 > from }) ?? true else { return }
            spans.append(PlaybackSpan(adPlay: adPlay, from: from, to: to, state: state, source: .beacons))
        }
        let pending = pausedSince.map { [Stop(from: $0, to: end, state: .paused)] } ?? []
        for stop in stops + pending {
            span(cursor, stop.from, .playing)
            span(max(cursor, stop.from), stop.to, stop.state)
            guard let to = stop.to else { return spans }
            cursor = max(cursor, to)
        }
        if end.map({ $0 > cursor }) ?? true { span(cursor, end, .playing) }
        return spans
    }
}

/// Sums of captured times, which may be absurd.
enum Saturating {
    static func sum(_ left: Int64, _ right: Int64) -> Int64 {
        let (sum, overflow) = left.addingReportingOverflow(right)
        return overflow ? (left < 0 ? .min : .max) : sum
    }
}
