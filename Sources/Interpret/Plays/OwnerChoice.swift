import Model

/// Chooses the ad play, and in it the tracker, that a request fired (docs/attribution.md, "Whose it is").
struct OwnerChoice: Sendable {
    /// A tracker that matches with the best score, with a play that could own it: what the choice looks at, and no more,
    /// because every request makes several.
    struct Candidate: Sendable {
        var tracker: LiveTracker
        var score: Int
        /// The match that gave it, by its place among the matches.
        var match: Int
        var play: LivePlay.Key
        var stage: LivePlay.Stage
        /// Nothing is known to be its own, but something that another play was given may be.
        var mayHaveBegun: Bool
        /// The play has fired this tracker.
        var hasFired: Bool
        /// The play's last request for this tracker was this one, without an answer or on the other side of a service worker.
        var isSentAgain: Bool
        var from: Timestamp
        var begunAt: Timestamp?
        var lastAt: Timestamp?
        var isBeyondStart: Bool
        /// It has begun, and nothing is known but that its media was loaded.
        var isOnlyLoaded: Bool
        /// What the play said last is this event.
        var saidItLast: Bool
        var endReason: AdPlay.EndReason?
        /// How long the play has been playing now, less known pauses.
        var played: Int64?
        /// When the request for the play's document began.
        var fetchedAt: Timestamp
        /// The play of an auction's offer that nothing says was played as it came.
        var isOpenOffer: Bool
        var duration: Int64?
        var client: String?
        var servingID: String?
        var sequence: Int?
        /// Media of the ad was asked for.
        var hasMedia: Bool

        init(
            _ tracker: LiveTracker, score: Int, match: Int, play: LivePlay, ad: LiveAd, request: Exchange, at: Timestamp
        ) {
            self.tracker = tracker
            self.score = score
            self.match = match
            self.play = play.key
            stage = play.stage
            mayHaveBegun = play.stage == .possible && play.id != nil
            hasFired = play.hasFired(tracker)
            isSentAgain = play.histories[tracker.id]?.isSentAgain(by: request, at: at) ?? false
            from = play.from
            begunAt = play.begunAt
            lastAt = play.lastAt
            isBeyondStart = play.isBeyondStart
            isOnlyLoaded = play.stage == .inProgress && play.isOnlyLoaded
            saidItLast = play.lastEvent == tracker.event
            endReason = play.endReason
            played = play.clock.playedUs(at: at)
            fetchedAt = ad.fetchedAt
            isOpenOffer = ad.isOffer && play.stage == .possible
            duration = ad.ad.durationUs
            client = ad.client
            servingID = ad.ad.servingID
            sequence = ad.ad.sequence
            hasMedia = ad.hasMedia
        }

        /// A tracker of a document itself, which belongs to no play.
        init(_ tracker: LiveTracker, score: Int, match: Int, ofDocumentReadyAt ready: Timestamp) {
            self.tracker = tracker
            self.score = score
            self.match = match
            play = LivePlay.noPlay
            stage = .possible
            mayHaveBegun = false
            hasFired = false
            isSentAgain = false
            from = ready
            isBeyondStart = false
            isOnlyLoaded = false
            saidItLast = false
            fetchedAt = ready
            isOpenOffer = false
            hasMedia = false
        }
    }

    enum Outcome: Sendable {
        /// - Parameter isTwin: the play has further trackers for other events with the same URL.
        case chosen(Candidate, isTwin: Bool)
        /// More than one play may own it: nothing is guessed.
        case ambiguous([Candidate])
    }

    let at: Timestamp
    let client: String?
    /// What the macros stood for in each match, by name.
    let macros: [[String: String]]

    /// - Parameter candidates: not empty, older plays first.
    func choose(_ candidates: [Candidate]) -> Outcome {
        if candidates.count == 1 { return .chosen(candidates[0], isTwin: false) }
        let traits = EventTraits.of(candidates[0].tracker.event)
        if let again = candidates.first(where: \.isSentAgain) {
            return tracker(among: candidates.filter { $0.play == again.play })
        }
        let possible = narrow(candidates)
        let plays = possible.reduce(into: [Candidate]()) { plays, candidate in
            if !plays.contains(where: { $0.play == candidate.play }) { plays.append(candidate) }
        }
        let owners = plays.count == 1 ? plays : owners(among: plays, possible, traits)
        guard owners.count == 1, let owner = owners.first else { return .ambiguous(owners) }
        return tracker(among: possible.filter { $0.play == owner.play })
    }

    // MARK: Facts that rule plays out

    private func narrow(_ candidates: [Candidate]) -> [Candidate] {
        var rest = candidates
        func keep(_ condition: (Candidate) -> Bool) {
            if rest.allSatisfy(condition) { return }
            let kept = rest.filter(condition)
            if !kept.isEmpty { rest = kept }
        }
        keep { $0.from <= at.advanced(byMicroseconds: AttributionLimits.arrivalSlack) }
        keep { $0.from <= at }
        keep { $0.client == nil || client == nil || $0.client == client }
        // What won an auction and was then fetched as a document of its own is played from that.
        let documents = rest.filter { !$0.isOpenOffer && $0.stage != .ended }
        keep { offer in !offer.isOpenOffer || !documents.contains { $0.fetchedAt > offer.fetchedAt } }
        keep { candidate in
            guard let value = macros[candidate.match]["ADSERVINGID"], let id = candidate.servingID else { return true }
            return value == id
        }
        keep { candidate in
            guard let value = macros[candidate.match]["PODSEQUENCE"].flatMap({ Int($0) }), let own = candidate.sequence
            else { return true }
            return value == own
        }
        return rest
    }

    // MARK: What is expected next

    private func owners(among plays: [Candidate], _ all: [Candidate], _ traits: EventTraits) -> [Candidate] {
        func isDue(_ candidate: Candidate) -> Bool {
            traits.recurs
                || all.contains { $0.play == candidate.play && !$0.hasFired }
        }
        let running = plays.filter { $0.stage == .inProgress }
        let possible = plays.filter { $0.stage == .possible }
        let ended = plays.filter { $0.stage == .ended }
        let due = running.filter(isDue)
        let lateButDue = ended.filter(isDue)
        // Levels of one ad say the same together.
        let saying = (due + lateButDue).filter { $0.saidItLast && isJustHeard($0) }
        if saying.count == 1 { return saying }
        if traits.opensPlay {
            // A play that has passed its first quartile does not begin again while another may begin.
            let beginning = possible.isEmpty ? due : due.filter { !$0.isBeyondStart }
            // Of several that were loaded ahead the first comes first.
            if beginning.allSatisfy(\.isOnlyLoaded), let first = beginning.first { return [first] }
            if !beginning.isEmpty { return closest(beginning, traits) }
            if !possible.isEmpty { return opening(running, possible, traits) }
            return latest(running.isEmpty ? ended : running)
        }
        // An ad that was loaded ahead, or has only just begun, waits for the one in front of it.
        let able = due.filter { !$0.isOnlyLoaded && hasHadTime($0, traits) }
        let closing = lateButDue.filter(isJustHeard)
        if able.isEmpty, !due.isEmpty, !closing.isEmpty { return latest(closing) }
        if !due.isEmpty {
            // What comes with the event that ended a play is that play's, whatever else is running.
            let rest = able.isEmpty ? due : able
            let onTime = (rest + lateButDue).filter { isOnTime($0, traits) }
            return onTime.count == 1 ? onTime : closest(rest, traits)
        }
        if candidatesAreErrors(plays) {
            // An error goes to all levels at once: it is that of the play which has just ended with one.
            let failing = lateButDue.filter { !$0.hasFired && $0.endReason == .error && isJustHeard($0) }
            if !failing.isEmpty { return latest(failing) }
            if !possible.isEmpty { return [possible[0]] }
        }
        if !lateButDue.isEmpty { return latest(lateButDue) }
        // What a play had already is not its repeat when another play may be under way unseen, or was fetched since.
        let unseen = possible.first { candidate in
            guard isDue(candidate) else { return false }
            return candidate.mayHaveBegun
                || running.isEmpty && ended.allSatisfy { $0.lastAt.map { $0 < candidate.fetchedAt } ?? false }
        }
        if let unseen, !(running + ended).isEmpty { return latest(running.isEmpty ? ended : running) + [unseen] }
        if !running.isEmpty { return latest(running) }
        return ended.isEmpty ? [possible[0]] : latest(ended)
    }

    /// An event that begins a play, while another play of the same URL has had it already.
    private func opening(_ running: [Candidate], _ possible: [Candidate], _ traits: EventTraits) -> [Candidate] {
        let coming = next(among: possible)
        guard let current = latest(running).first, let begun = current.begunAt else { return [coming] }
        // Fetched after the current play began: that fetch is the licence of the next one.
        if let next = possible.first(where: { $0.fetchedAt > begun }) { return [next] }
        if let duration = current.duration, let played = current.played {
            // At the current play's nominal end, the next ad may be a little ahead of its `complete`.
            if played > duration - AttributionLimits.timingTolerance { return [coming] }
            // Before a start comes an impression, and nothing may have been that of another ad.
            if traits.share != nil, current.hasFired, !possible.contains(where: \.mayHaveBegun) { return [current] }
        }
        return [current, coming]
    }

    /// The play that begins next: of ads that stand alone, of which a player takes one, that whose media was asked for, in the
    /// place of a pod too of which nothing was.
    private func next(among possible: [Candidate]) -> Candidate {
        let loaded = possible.filter { $0.fetchedAt == possible[0].fetchedAt && $0.hasMedia }
        let alone = loaded.filter { $0.sequence == nil }
        let isPod = possible[0].sequence != nil && loaded.count > alone.count
        return alone.count == 1 && !isPod ? alone[0] : possible[0]
    }

    /// Of several plays in progress, the one whose time it is.
    private func closest(_ running: [Candidate], _ traits: EventTraits) -> [Candidate] {
        if running.count == 1 { return running }
        let onTime = running.filter { isOnTime($0, traits) }
        if onTime.count == 1 { return onTime }
        let rest = onTime.isEmpty ? running : onTime
        guard let newest = latest(rest).first, let begun = newest.begunAt else { return rest }
        // Plays without a sign of life since the newest began are abandoned.
        let alive = rest.filter { candidate in
            candidate.play == newest.play || candidate.lastAt.map { $0 > begun } ?? false
        }
        return alive
    }

    private func isOnTime(_ candidate: Candidate, _ traits: EventTraits) -> Bool {
        guard let played = candidate.played else { return false }
        if let text = macros[candidate.match]["ADPLAYHEAD"] ?? macros[candidate.match]["MEDIAPLAYHEAD"],
            let playhead = VASTTime.microseconds(text)
        {
            return abs(played - playhead) <= AttributionLimits.timingTolerance
        }
        return nominal(candidate, traits).map { abs(played - $0) <= AttributionLimits.timingTolerance } ?? false
    }

    /// How far into the ad the event is due.
    private func nominal(_ candidate: Candidate, _ traits: EventTraits) -> Int64? {
        if let offset = candidate.tracker.offsetUs { return offset }
        guard let share = traits.share, let duration = candidate.duration else { return nil }
        return Int64(Double(duration) * share)
    }

    /// Whether the play may have come that far since it began, even at twice the speed.
    private func hasHadTime(_ candidate: Candidate, _ traits: EventTraits) -> Bool {
        guard let begun = candidate.begunAt, let due = nominal(candidate, traits) else { return true }
        return at.microseconds(since: begun) >= (due - AttributionLimits.timingTolerance) / 2
    }

    private func isJustHeard(_ candidate: Candidate) -> Bool {
        candidate.lastAt.map { at.microseconds(since: $0) <= AttributionLimits.togetherWithin } ?? false
    }

    private func latest(_ plays: [Candidate]) -> [Candidate] {
        let newest = plays.max { left, right in
            (left.begunAt ?? left.from, left.play) < (right.begunAt ?? right.from, right.play)
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
            if left.hasFired != right.hasFired { return right.hasFired }
            let leftPlace = EventTraits.of(left.tracker.event).place
            let rightPlace = EventTraits.of(right.tracker.event).place
            return (leftPlace, left.tracker.id) < (rightPlace, right.tracker.id)
        }
        return .chosen(ordered[0], isTwin: events.count > 1)
    }
}
