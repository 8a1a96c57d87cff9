import Model

/// Chooses the ad play, and in it the tracker, that a request fired (specification section 4.3).
struct OwnerChoice: Sendable {
    /// A tracker that matches with the best score, with a play that could own it.
    struct Candidate: Sendable {
        var tracker: LiveTracker
        var play: LivePlay
        var ad: LiveAd
        var score: Int
        /// What the tracker's macros stood for, by name.
        var macros: [String: String]
    }

    enum Outcome: Sendable {
        /// - Parameter isTwin: the play has further trackers for other events with the same URL.
        case chosen(Candidate, isTwin: Bool)
        /// More than one play may own it: nothing is guessed.
        case ambiguous([Candidate])
    }

    let at: Timestamp
    let client: String?

    /// - Parameter candidates: not empty, older plays first.
    func choose(_ candidates: [Candidate]) -> Outcome {
        let traits = EventTraits.of(candidates[0].tracker.event)
        let possible = narrow(candidates)
        let plays = possible.reduce(into: [Candidate]()) { plays, candidate in
            if !plays.contains(where: { $0.play.key == candidate.play.key }) { plays.append(candidate) }
        }
        let owners = plays.count == 1 ? plays : owners(among: plays, possible, traits)
        guard owners.count == 1, let owner = owners.first else { return .ambiguous(owners) }
        return tracker(among: possible.filter { $0.play.key == owner.play.key })
    }

    // MARK: Facts that rule plays out

    private func narrow(_ candidates: [Candidate]) -> [Candidate] {
        var rest = candidates
        func keep(_ condition: (Candidate) -> Bool) {
            let kept = rest.filter(condition)
            if !kept.isEmpty { rest = kept }
        }
        keep { $0.play.from <= at.advanced(byMicroseconds: AttributionLimits.arrivalSlack) }
        keep { $0.play.from <= at }
        keep { $0.ad.client == nil || client == nil || $0.ad.client == client }
        keep { candidate in
            guard let value = candidate.macros["ADSERVINGID"], let id = candidate.ad.ad.servingID else { return true }
            return value == id
        }
        keep { candidate in
            guard let value = candidate.macros["PODSEQUENCE"].flatMap({ Int($0) }), let own = candidate.ad.ad.sequence
            else { return true }
            return value == own
        }
        return rest
    }

    // MARK: What is expected next

    private func owners(among plays: [Candidate], _ all: [Candidate], _ traits: EventTraits) -> [Candidate] {
        func isDue(_ candidate: Candidate) -> Bool {
            traits.isRepeatable
                || all.contains { $0.play.key == candidate.play.key && !$0.play.hasFired($0.tracker) }
        }
        let running = plays.filter { $0.play.stage == .inProgress }
        let possible = plays.filter { $0.play.stage == .possible }
        let ended = plays.filter { $0.play.stage == .ended }
        let due = running.filter(isDue)
        if traits.phase == .opening {
            // A play that has passed its first quartile does not begin again while another may begin.
            let beginning = possible.isEmpty ? due : due.filter { $0.play.highestRank < EventTraits.firstQuartileRank }
            if !beginning.isEmpty { return closest(beginning, traits) }
            if !possible.isEmpty { return opening(running, possible) }
            return latest(running.isEmpty ? ended : running)
        }
        if !due.isEmpty { return closest(due, traits) }
        if traits.isRepeatable, !possible.isEmpty, candidatesAreErrors(plays) { return [possible[0]] }
        let lateButDue = ended.filter(isDue)
        if !lateButDue.isEmpty { return latest(lateButDue) }
        if !running.isEmpty { return latest(running) }
        return ended.isEmpty ? [possible[0]] : latest(ended)
    }

    /// An event that begins a play, while another play of the same URL has had it already.
    private func opening(_ running: [Candidate], _ possible: [Candidate]) -> [Candidate] {
        guard let current = latest(running).first, let begun = current.play.begunAt else { return [possible[0]] }
        // Fetched after the current play began: that fetch is the licence of the next one.
        if let next = possible.first(where: { $0.ad.fetchedAt > begun }) { return [next] }
        // At the current play's nominal end, the next ad may be a little ahead of its `complete`.
        if let duration = current.ad.ad.durationMicroseconds,
            let played = current.play.clock.playedMicroseconds(at: at),
            played > duration - AttributionLimits.timingTolerance
        {
            return [possible[0]]
        }
        return [current, possible[0]]
    }

    /// Of several plays in progress, the one whose time it is.
    private func closest(_ running: [Candidate], _ traits: EventTraits) -> [Candidate] {
        if running.count == 1 { return running }
        let onTime = running.filter { isOnTime($0, traits) }
        if onTime.count == 1 { return onTime }
        let rest = onTime.isEmpty ? running : onTime
        guard let newest = latest(rest).first, let begun = newest.play.begunAt else { return rest }
        // Plays without a sign of life since the newest began are abandoned.
        let alive = rest.filter { candidate in
            candidate.play.key == newest.play.key || candidate.play.lastAt.map { $0 > begun } ?? false
        }
        return alive
    }

    private func isOnTime(_ candidate: Candidate, _ traits: EventTraits) -> Bool {
        guard let played = candidate.play.clock.playedMicroseconds(at: at) else { return false }
        if let text = candidate.macros["ADPLAYHEAD"] ?? candidate.macros["MEDIAPLAYHEAD"],
            let playhead = VASTTime.microseconds(text)
        {
            return abs(played - playhead) <= AttributionLimits.timingTolerance
        }
        var due = candidate.tracker.offsetMicroseconds
        if due == nil, let fraction = traits.fraction, let duration = candidate.ad.ad.durationMicroseconds {
            due = Int64(Double(duration) * fraction)
        }
        return due.map { abs(played - $0) <= AttributionLimits.timingTolerance } ?? false
    }

    private func latest(_ plays: [Candidate]) -> [Candidate] {
        let newest = plays.max { left, right in
            (left.play.begunAt ?? left.play.from, left.play.key) < (
                right.play.begunAt ?? right.play.from, right.play.key
            )
        }
        return newest.map { [$0] } ?? []
    }

    private func candidatesAreErrors(_ plays: [Candidate]) -> Bool {
        plays.allSatisfy { $0.tracker.event == "error" }
    }

    // MARK: The tracker in the play

    /// Equal URLs in one play: an unfired one first; with different events the URL cannot say which was meant.
    private func tracker(among candidates: [Candidate]) -> Outcome {
        let events = Set(candidates.map(\.tracker.event))
        let ordered = candidates.sorted { left, right in
            let leftFired = left.play.hasFired(left.tracker)
            let rightFired = right.play.hasFired(right.tracker)
            if leftFired != rightFired { return rightFired }
            let leftRank = EventTraits.of(left.tracker.event).rank
            let rightRank = EventTraits.of(right.tracker.event).rank
            return (leftRank, left.tracker.id) < (rightRank, right.tracker.id)
        }
        return .chosen(ordered[0], isTwin: events.count > 1)
    }
}
