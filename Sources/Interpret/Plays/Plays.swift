import Model

/// The life of ad plays: numbered at their first sign, written when final.
extension Attribution {
    /// Gives the play its id, and emits what it owes, at the first sign of it.
    func number(
        _ play: inout LivePlay, numbers: inout Numbering, into outbox: inout Outbox<Interpretation>
    ) -> ID<AdPlay> {
        if let id = play.id { return id }
        let id = numbers.nextAdPlay()
        play.id = id
        var twins: [TrackerIndex.TemplateID: Int] = [:]
        for (level, ad) in library.tree(of: play.ad).enumerated() {
            for tracker in ad.trackers { emitPlayTracker(tracker, level, id, &twins, into: &outbox) }
        }
        return id
    }

    func emitPlayTracker(
        _ tracker: LiveTracker, _ level: Int, _ adPlay: ID<AdPlay>, _ twins: inout [TrackerIndex.TemplateID: Int],
        into outbox: inout Outbox<Interpretation>
    ) {
        let twin = twins[tracker.template] ?? tracker.id.number
        twins[tracker.template] = twin
        outbox.emit(
            .playTracker(
                PlayTracker(
                    adPlay: adPlay, tracker: tracker.id, family: tracker.family, event: tracker.event,
                    document: tracker.document, level: level, twin: twin, offsetUs: tracker.offsetUs
                )))
    }

    /// Forgets an ad while the run goes on.
    ///
    /// - Parameter mayBegin: it is let go although no later ad of its URLs was played: it might yet have begun.
    mutating func letGo(_ ad: ID<Ad>, mayBegin: Bool = false, into outbox: inout Outbox<Interpretation>) {
        for key in library.ads[ad]?.plays ?? [] {
            guard let play = library.plays[key], play.supersededAt == nil,
                play.stage == .inProgress || mayBegin && play.stage == .possible
            else { continue }
            let at = play.lastAt ?? play.from
            outbox.report(
                Diagnostic(
                    .playLetGo, at: at, subject: library.ads[ad]?.ad.label,
                    detail: "the play had fired \(play.histories.count) trackers and had not ended",
                    blind: Blind(from: at, hides: .requests)))
        }
        retire(ad, into: &outbox)
    }

    mutating func retire(_ ad: ID<Ad>, into outbox: inout Outbox<Interpretation>) {
        for (play, live) in library.retire(ad) {
            if let id = play.id { desk.release(ofPlay: id, into: &outbox) }
            desk.write(play, of: live, into: &outbox)
        }
    }

    mutating func finish(numbers: inout Numbering, into outbox: inout Outbox<Interpretation>) {
        desk.releaseAll(into: &outbox)
        for (play, live) in library.retireAll() { desk.write(play, of: live, into: &outbox) }
    }
}
