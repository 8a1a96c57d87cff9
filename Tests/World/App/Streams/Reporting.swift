/// Where it is said that an ad has events to report, and since when the player has known it.
struct Declared: Sendable {
    var from: [Trace]
    var since: Microseconds
    /// Later documents that say the same.
    var again: [[Trace]] = []
}

/// What a player reports of the ads in a stream: each event when play gets to its place, once.
struct Reporting: Sendable {
    /// Whose requirement it is, and where.
    var family: String
    var requirement: String
    /// How late the player notices where it is: one tick of its observer.
    var tick: ClosedRange<Microseconds> = 5_000...250_000
    /// Documents that declare an ad's events, and since when the player has known them.
    var known: @Sendable (StreamAd) -> Declared?
    /// How an event is sent.
    var send: @Sendable (inout Stage, StreamAd, StreamAd.Event, String, Microseconds) -> Int

    static let completesOnQuit: Quirk = "complete-on-quit"
    static let reportsSkipped: Quirk = "reports-skipped"

    /// What is not due and is sent all the same.
    private func misbehave(
        on stage: inout Stage, ads: [StreamAd], playback: Playback, sent: [(ad: Int, event: String, ids: [Int])]
    ) {
        if stage.has(Self.completesOnQuit), playback.left, let last = sent.last, last.event != "complete",
            let complete = ads[last.ad].events.last
        {
            let id = send(&stage, ads[last.ad], complete, complete.urls[0], playback.ended + 60_000)
            stage.blame(
                [id], "complete of an ad that was left",
                beside: sent.filter { $0.ad == last.ad }.flatMap { $0.ids.map { .intent($0) } })
            declare(ads[last.ad], on: &stage)
        }
        guard stage.has(Self.reportsSkipped), let jump = stage.acts.first(where: { $0.act.kind == .seek }) else {
            return
        }
        for ad in ads where playback.played(ad.range) == 0 && ad.range.upperBound <= Int((jump.act.value ?? 0) * 1_000)
        {
            guard let known = known(ad), known.since < jump.at else { continue }
            var ids: [Int] = []
            for event in ad.events {
                for url in event.urls {
                    ids.append(send(&stage, ad, event, url, jump.at + 500_000 + ids.count * 15_000))
                }
            }
            stage.blame(ids, "sent for an ad that was not played")
            declare(ad, on: &stage)
        }
    }

    /// Says of the last breach which documents declare the ad: of one that none in sight declares nothing is known.
    private func declare(_ ad: StreamAd, on stage: inout Stage) {
        guard let last = stage.breaches.indices.last, let declared = known(ad) else { return }
        stage.breaches[last].known = [declared.from] + declared.again
    }

    /// Sends what is due, and says what was due.
    ///
    /// `media` are the requests for segments: one that was made well after a position shows that play got there.
    func run(on stage: inout Stage, ads: [StreamAd], playback: Playback, media: [Fetched]) {
        var stream = stage.dice.stream("ticks of \(family)")
        var sent: [(ad: Int, event: StreamAd.Event, at: Microseconds, ids: [Int])] = []
        var last = 0
        for (number, ad) in ads.enumerated() {
            guard let known = known(ad) else { continue }
            for event in ad.events {
                let late = stream.int(tick)
                let crossed = playback.crossings(of: ad.range.lowerBound + event.offset, beginning: event.isBeginning)
                guard let reached = crossed.first else { continue }
                // One observer reports all of them, in the order of play.
                last = max(reached, known.since, last) + (reached < last ? 3_000 : late)
                let at = last
                var ids: [Int] = []
                for (place, url) in event.urls.enumerated() {
                    ids.append(send(&stage, ad, event, url, at + place * 2_000))
                }
                sent.append((number, event, at, ids))
            }
        }
        misbehave(on: &stage, ads: ads, playback: playback, sent: sent.map { ($0.ad, $0.event.name, $0.ids) })
        for (place, firing) in sent.enumerated() {
            let ad = ads[firing.ad]
            let later = sent[(place + 1)...].filter { $0.at > firing.at + 500_000 }
            let own = later.filter { $0.ad == firing.ad }.flatMap { $0.ids.map { [Trace.intent($0)] } }
            let others = later.filter { $0.ad != firing.ad }.flatMap(\.ids)
            var shown = Fetched.proofs(of: firing.ad, at: firing.at, media: media, later: others)
            // What follows an ad in its pod begins when that is over, if its media is there.
            if firing.event.isBeginning, let front = sent[..<place].last(where: { $0.event.name == "complete" }),
                ads[front.ad].range.upperBound == ad.range.lowerBound, ads[front.ad].pod == ad.pod,
                let own = media.first(where: { $0.ad == firing.ad })
            {
                shown += front.ids.map { [.intent($0), .intent(own.id)] }
            }
            let isWhole = playback.played(ad.range) == ad.duration
            for id in firing.ids {
                stage.owe(
                    firing.event.name, owner: ad.id, family: family, by: requirement,
                    isWhole || firing.event.isBeginning ? .owed : .possible,
                    because: "play reached \(seconds(firing.event.offset)) s of ad \(ad.id)",
                    within: firing.at - 1_250_000...firing.at + 2_000_000, fulfilledBy: [id],
                    knownFrom: known(ad)?.from ?? [], knownOtherwise: known(ad)?.again ?? [],
                    // One URL of an event shows that the others were due.
                    proofs: own + shown + firing.ids.filter { $0 != id }.map { [.intent($0)] },
                    hosts: Set(firing.event.urls.map(URLText.host)).sorted())
            }
        }
        let fired = Set(sent.map { "\($0.ad) \($0.event.name)" })
        for (number, ad) in ads.enumerated() {
            for event in ad.events where !fired.contains("\(number) \(event.name)") {
                stage.owe(
                    event.name, owner: ad.id, family: family, by: requirement, .notOwed,
                    because: "play did not get to \(seconds(event.offset)) s of ad \(ad.id)",
                    within: stage.begin...stage.end, knownFrom: known(ad)?.from ?? [],
                    knownOtherwise: known(ad)?.again ?? [],
                    hosts: Set(event.urls.map(URLText.host)).sorted())
            }
        }
    }
}
