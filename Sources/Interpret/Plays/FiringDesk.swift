import Model

/// Writes firings and plays: gives plays their ids, holds firings back until their redirects have been followed, and
/// emits each play once, after its firings.
struct FiringDesk: Sendable {
    private struct Held: Sendable {
        var firing: Firing
        /// The last hop seen was answered with a redirect whose target has not been seen.
        var until: Timestamp
    }

    private var held: [ID<Firing>: Held] = [:]
    private var order: [ID<Firing>] = []

    /// Gives the firing out, or keeps it until its redirect has been followed.
    mutating func write(_ firing: Firing, awaitsRedirect: Bool, into outbox: inout Outbox<Interpretation>) {
        guard awaitsRedirect else {
            outbox.emit(.firing(firing))
            return
        }
        let until = firing.at.advanced(byMicroseconds: AttributionLimits.redirectWait)
        held[firing.id] = Held(firing: firing, until: until)
        order.append(firing.id)
    }

    /// The next hop of a firing's redirect chain was seen.
    mutating func follow(
        _ id: ID<Firing>, delivered: Bool, awaitsRedirect: Bool, into outbox: inout Outbox<Interpretation>
    ) {
        guard held[id] != nil else { return }
        held[id]?.firing.delivered = delivered
        if !awaitsRedirect { release(id, into: &outbox) }
    }

    /// Gives out what has waited long enough for its redirect.
    mutating func release(before now: Timestamp, into outbox: inout Outbox<Interpretation>) {
        while let first = order.first {
            if let waiting = held[first], waiting.until >= now, order.count <= AttributionLimits.pendingRedirects {
                return
            }
            release(first, into: &outbox)
        }
    }

    mutating func release(ofPlay adPlay: ID<AdPlay>, into outbox: inout Outbox<Interpretation>) {
        for id in order where held[id]?.firing.adPlay == adPlay { release(id, into: &outbox) }
    }

    mutating func releaseAll(into outbox: inout Outbox<Interpretation>) {
        for id in order { release(id, into: &outbox) }
    }

    private mutating func release(_ id: ID<Firing>, into outbox: inout Outbox<Interpretation>) {
        order.removeAll { $0 == id }
        guard let waiting = held.removeValue(forKey: id) else { return }
        outbox.emit(.firing(waiting.firing))
    }

    /// Emits a final play with its playback; one that nothing fired was no play.
    func write(_ play: LivePlay, of live: LiveAd, into outbox: inout Outbox<Interpretation>) {
        guard let id = play.id else { return }
        let end = play.end ?? play.supersededAt
        for span in play.clock.spans(of: id, until: end) { outbox.emit(.playback(span)) }
        let ad = live.ad
        outbox.emit(
            .adPlay(
                AdPlay(
                    id: id, ad: ad.id, document: ad.document, family: live.family, nth: play.nth, label: ad.label,
                    title: ad.title, creative: ad.creative, durationUs: ad.durationUs,
                    from: play.from, impressionAt: play.impressionAt, startAt: play.clock.startAt, end: end,
                    endReason: play.endReason ?? (play.supersededAt == nil ? nil : .superseded), licence: play.licence
                )))
    }
}
