/// One playback of one ad: what the viewer saw of it, and what a correct player sends because of it.
struct AdPlay: Sendable {
    let ad: AdSpec
    let watching: Watching
    /// How long the media really is.
    let length: Microseconds
    /// Each event that was fired, with its moment.
    private(set) var firings: [(event: String, at: Microseconds)] = []
    /// The first thing that was sent.
    private(set) var firstSign: [Trace] = []
    /// All documents, outermost first.
    var documents: [Trace] { levels.map { .intent($0) } }
    private let levels: [Int]
    private(set) var dues: [Int] = []
    private var stream: Randomness
    private let poll: Microseconds
    private let phase: Microseconds

    init(ad: AdSpec, levels: [Int], begin: Microseconds, on stage: inout Stage) {
        self.ad = ad
        self.levels = levels
        stream = stage.dice.stream("play \(ad.id)")
        // Criteo's guide looks each second, browsers report four times a second.
        poll = stage.script.kind == "criteo" ? .seconds(1) : .milliseconds(250)
        phase = .milliseconds(stream.double(5...250))
        length = ad.length - .seconds(Double(stage.script[Measurement.reportedLength]))
        watching = Watching(
            length: length, begin: begin, acts: stage.acts,
            canSkipAfter: ad.skipAfter.map { stage.script.ignoresSkipOffset ? 0 : $0 },
            canSeek: stage.script[PlayerLog.isKept])
        begins(on: &stage)
        positions(on: &stage)
        interactions(on: &stage)
        AdProofs(self).fill(on: &stage)
    }

    func moment(of event: String) -> Microseconds? { firings.first { $0.event == event }?.at }

    /// When the player, which looks at its clock now and then, sees that something was reached.
    private func noticed(_ moment: Microseconds) -> Microseconds {
        let since = moment - watching.begin - phase
        return watching.begin + phase + Int((Double(max(0, since)) / Double(poll)).rounded(.up)) * poll
    }

    private mutating func begins(on stage: inout Stage) {
        let requirement = "VAST 4.3 3.14.1"
        fire("loaded", at: watching.begin - .milliseconds(60), by: requirement, on: &stage)
        // Correct players never send the start first.
        let shown = watching.begin + .milliseconds(stream.double(2...20))
        let impression = fire(
            "impression", at: shown, by: "VAST 4.3 2.3.4, 3.4.4: all URLs when the ad is displayed", on: &stage)
        firstSign = impression.map { .intent($0) }
        fire("creativeView", at: shown, by: requirement, on: &stage)
        fire("companionView", at: shown + .milliseconds(40), by: "VAST 4.3 3.13", on: &stage)
        fire("iconView", at: shown + .milliseconds(60), by: "VAST 4.3 3.11.2", on: &stage)
    }

    private mutating func positions(on stage: inout Stage) {
        let requirement = "VAST 4.3 3.14.1: once per playback, at its share of the duration"
        let shares: [(String, Double)] = [
            ("start", 0.002), ("firstQuartile", 0.25), ("midpoint", 0.5), ("thirdQuartile", 0.75),
        ]
        for (event, share) in shares {
            reach(event, Microseconds(Double(length) * share), by: requirement, on: &stage)
        }
        for offset in Set(ad.trackers("progress").compactMap(\.tracker.offset)).sorted() {
            reach("progress", offset, isOffset: true, by: "VAST 4.3 3.14.3: at its offset, once", on: &stage)
        }
        reach("viewable", 2_050_000, by: "VAST 4.3 3.5: one outcome, once", on: &stage)
        if watching.ending == .completed {
            fire("complete", at: watching.end + .milliseconds(stream.double(4...30)), by: requirement, on: &stage)
        } else {
            waive("complete", by: requirement, on: &stage)
        }
    }

    private mutating func reach(
        _ event: String, _ position: Microseconds, isOffset: Bool = false, by requirement: String,
        on stage: inout Stage
    ) {
        // A jump over a position reaches it too: the player sees it behind itself.
        if let reached = watching.passed(position), noticed(reached) < watching.end {
            fire(event, at: noticed(reached), offset: isOffset ? position : nil, by: requirement, on: &stage)
        } else {
            waive(event, by: requirement, on: &stage)
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
            guard act.kind == .tap, let landing = ad.clickThrough else { continue }
            let page = stage.send(
                at: at + .milliseconds(60), landing, .landing, family: "vast", owner: ad.id, event: "landing",
                means: .navigation, answer: .document("<!doctype html><title>Brand X</title>", type: "text/html"))
            for due in dues.suffix(ad.trackers(event).count) { stage.dues[due].proofs.append([.intent(page)]) }
        }
    }

    /// Sends all trackers of an event, of all levels.
    @discardableResult
    private mutating func fire(
        _ event: String, at moment: Microseconds, offset: Microseconds? = nil, by requirement: String,
        on stage: inout Stage
    ) -> [Int] {
        firings.append((event, moment))
        let position = watching.position(at: moment)
        var values = Macros.of(ad, at: moment, position: position)
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
                    because: "position \(position.asSeconds) s of \(length.asSeconds) s",
                    within: moment - 250_000...moment + 2_000_000, fulfilledBy: [intent],
                    knownFrom: known(level: found.level), hosts: [URLText.host(found.tracker.url)]))
        }
        return sent
    }

    /// What did not become due.
    private mutating func waive(_ event: String, by requirement: String, on stage: inout Stage) {
        let position = watching.position(at: watching.end).asSeconds
        for found in ad.trackers(event) {
            dues.append(
                stage.owe(
                    event, owner: ad.id, family: "vast", by: requirement, .notOwed,
                    because: "the viewer \(watching.ending.rawValue) at \(position) s",
                    within: watching.end...watching.end, knownFrom: known(level: found.level),
                    hosts: [URLText.host(found.tracker.url)]))
        }
    }

    /// A level's document is found through those around it.
    private func known(level: Int) -> [Trace] { Array(documents.prefix(level + 1)) }
}
