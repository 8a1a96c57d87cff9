/// One playback of one ad: what the viewer saw of it, and what a correct player sends because of it.
struct AdPlay: Sendable {
    var ad: AdSpec
    var watching: Watching
    /// The first thing that was sent.
    var firstSign: [Trace] = []
    /// Documents by level.
    private var documents: [Int]
    private var dues: [Int] = []
    private var stream: Randomness
    private var poll: Microseconds
    private var phase: Microseconds

    init(ad: AdSpec, documents: [Int], media: Int, begin: Microseconds, on stage: inout Stage) {
        self.ad = ad
        self.documents = documents
        stream = stage.dice.stream("play \(ad.id)")
        poll = .milliseconds(250)
        phase = .milliseconds(stream.double(5...250))
        watching = Watching(length: ad.length, begin: begin, acts: stage.acts, canSkipAfter: ad.skipAfter)
        begins(on: &stage)
        positions(on: &stage)
        interactions(on: &stage)
        fillProofs(on: &stage)
    }

    /// When the player, which looks at its clock now and then, sees that something was reached.
    private func noticed(_ moment: Microseconds) -> Microseconds {
        let since = moment - watching.begin - phase
        return watching.begin + phase + Int((Double(max(0, since)) / Double(poll)).rounded(.up)) * poll
    }

    private mutating func begins(on stage: inout Stage) {
        let requirement = "VAST 4.3 3.14.1"
        fire("loaded", at: watching.begin - .milliseconds(60), by: requirement, on: &stage)
        let shown = watching.begin + .milliseconds(stream.double(5...80))
        let impression = fire(
            "impression", at: shown, by: "VAST 4.3 2.3.4, 3.4.4: all URLs when the ad is displayed", on: &stage)
        firstSign = impression.map { .intent($0) }
        fire("creativeView", at: shown, by: requirement, on: &stage)
        fire("companionView", at: shown + .milliseconds(40), by: "VAST 4.3 3.13", on: &stage)
        fire("iconView", at: shown + .milliseconds(60), by: "VAST 4.3 3.11.2", on: &stage)
        if watching.reached(.seconds(2)) != nil {
            fire(
                "viewable", at: noticed((watching.reached(.seconds(2)) ?? 0) + .milliseconds(50)),
                by: "VAST 4.3 3.5: one outcome, once", on: &stage)
        }
    }

    private mutating func positions(on stage: inout Stage) {
        let requirement = "VAST 4.3 3.14.1: once per playback, at its share of the duration"
        let shares: [(String, Double)] = [
            ("start", 0.002), ("firstQuartile", 0.25), ("midpoint", 0.5), ("thirdQuartile", 0.75),
        ]
        for (event, share) in shares {
            let position = Microseconds(Double(ad.length) * share)
            if let reached = watching.reached(position), noticed(reached) < watching.end {
                fire(event, at: noticed(reached), by: requirement, on: &stage)
            } else {
                waive(event, by: requirement, on: &stage)
            }
        }
        let offsets = Set(ad.trackers("progress").compactMap(\.tracker.offset))
        for offset in offsets.sorted() {
            let name = "progress"
            if let reached = watching.reached(offset), noticed(reached) < watching.end {
                fire(name, at: noticed(reached), offset: offset, by: "VAST 4.3 3.14.3: at its offset, once", on: &stage)
            } else {
                waive(name, by: "VAST 4.3 3.14.3", on: &stage)
            }
        }
        if watching.ending == .completed {
            fire("complete", at: watching.end + .milliseconds(stream.double(4...30)), by: requirement, on: &stage)
        } else {
            waive("complete", by: requirement, on: &stage)
        }
    }

    private mutating func interactions(on stage: inout Stage) {
        let names: [Act.Kind: String] = [
            .pause: "pause", .resume: "resume", .mute: "mute", .unmute: "unmute", .skip: "skip", .tap: "clickTracking",
            .close: "closeLinear", .expand: "playerExpand", .collapse: "playerCollapse",
        ]
        for (act, moment) in watching.acts {
            guard let event = names[act.kind] else { continue }
            let at = moment + .milliseconds(stream.double(3...25))
            fire(event, at: at, by: "VAST 4.3 3.14.1, Criteo guide step 4: each time the viewer acts", on: &stage)
            if act.kind == .tap, let landing = ad.clickThrough {
                stage.send(
                    at: at + .milliseconds(60), landing, .landing, family: "vast", owner: ad.id, event: "landing",
                    means: .navigation, answer: .document("<!doctype html><title>Brand X</title>", type: "text/html"))
            }
        }
    }

    /// Sends all trackers of an event, of all levels.
    @discardableResult
    private mutating func fire(
        _ event: String, at moment: Microseconds, offset: Microseconds? = nil, by requirement: String,
        on stage: inout Stage
    ) -> [Int] {
        let position = max(0, watching.position(at: moment))
        var values = stage.macroValues(ad, at: moment, position: position)
        values["CACHEBUSTING"] = stream.digits(8)
        var sent: [Int] = []
        for (place, found) in ad.trackers(event).enumerated() where offset == nil || found.tracker.offset == offset {
            let at = moment + place * 1_200
            let intent = stage.send(
                at: at, Macros.expanded(found.tracker.url, values), .beacon, family: "vast", owner: ad.id,
                event: event, means: .image, template: found.tracker.url)
            sent.append(intent)
            dues.append(
                stage.owe(
                    event, owner: ad.id, family: "vast", by: requirement, .owed,
                    because: "position \(position.asSeconds) s of \(ad.length.asSeconds) s",
                    within: moment - 250_000...moment + 2_000_000, fulfilledBy: [intent],
                    knownFrom: known(level: found.level), hosts: [URLText.host(found.tracker.url)]))
        }
        return sent
    }

    /// What did not become due.
    private mutating func waive(_ event: String, by requirement: String, on stage: inout Stage) {
        for found in ad.trackers(event) {
            dues.append(
                stage.owe(
                    event, owner: ad.id, family: "vast", by: requirement, .notOwed,
                    because:
                        "the viewer \(watching.ending.rawValue) at \(watching.position(at: watching.end).asSeconds) s",
                    within: watching.end...watching.end, knownFrom: known(level: found.level),
                    hosts: [URLText.host(found.tracker.url)]))
        }
    }

    /// A level's document is found through those around it.
    private func known(level: Int) -> [Trace] { documents.prefix(level + 1).map { .intent($0) } }

    // MARK: What shows that a thing was owed

    private static let order = ["impression", "start", "firstQuartile", "midpoint", "thirdQuartile", "complete"]

    private func fillProofs(on stage: inout Stage) {
        let mine = dues.map { stage.dues[$0] }
        let skips: [[Trace]] = mine.filter { $0.event == "skip" && $0.state == .owed }.map {
            $0.fulfilledBy.map { .intent($0) }
        }
        for due in mine {
            if due.state == .notOwed { stage.dues[due.id].excuses += skips }
            let place = Self.order.firstIndex(of: due.event)
            for other in mine where other.state == .owed && other.id != due.id {
                let isTwin = other.event == due.event && due.event != "progress" && other.window == due.window
                let isLater: Bool = {
                    guard let later = Self.order.firstIndex(of: other.event) else { return false }
                    if let place { return later > place }
                    // What has an offset or comes with the beginning was due when a later position was reached.
                    return other.window.lowerBound > due.window.upperBound
                        && ["progress", "creativeView", "viewable"].contains(due.event)
                }()
                guard isTwin || isLater else { continue }
                stage.dues[due.id].proofs.append(other.fulfilledBy.map { .intent($0) })
            }
        }
    }

    /// What came next shows that this ad was over: unless it could have been skipped unseen.
    func isProven(by traces: [Trace], on stage: inout Stage) {
        guard watching.ending == .completed, ad.skipAfter == nil || !ad.trackers("skip").isEmpty else { return }
        let positions = Self.order + ["progress"]
        for id in dues where stage.dues[id].state == .owed && positions.contains(stage.dues[id].event) {
            stage.dues[id].proofs.append(traces)
        }
    }
}

extension Stage {
    /// Macros whose value hangs on the moment and the ad.
    func macroValues(_ ad: AdSpec, at moment: Microseconds, position: Microseconds) -> Macros.Values {
        [
            "TIMESTAMP": Calendar.iso(moment), "ADPLAYHEAD": Calendar.offset(position, always: true),
            "MEDIAPLAYHEAD": "00:00:00.000", "ASSETURI": ad.media, "ADSERVINGID": ad.servingId,
        ]
    }
}
