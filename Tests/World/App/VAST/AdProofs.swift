/// What shows that a thing was owed to an ad, and what excuses that it did not come.
struct AdProofs {
    static let order = ["impression"] + AdSales.playback
    private let play: AdPlay

    init(_ play: AdPlay) { self.play = play }

    /// Events of the playback prove one another: a later position the earlier, a URL its twins.
    func fill(on stage: inout Stage) {
        let mine = play.dues.map { stage.dues[$0] }
        let skips = mine.filter { $0.event == "skip" && $0.state == .owed }.map(Self.traces)
        for due in mine {
            if due.state == .notOwed {
                stage.dues[due.id].excuses += skips
                continue
            }
            let proofs = mine.filter { $0.state == .owed && $0.id != due.id && proves($0, due) }
            stage.dues[due.id].proofs += proofs.map(Self.traces)
        }
    }

    private func proves(_ other: Due, _ due: Due) -> Bool {
        if other.event == due.event { return other.window == due.window }
        guard let later = Self.order.firstIndex(of: other.event) else { return false }
        if let place = Self.order.firstIndex(of: due.event) { return later > place }
        switch due.event {
        case "creativeView": return later > 0
        // What has a position of its own was due when a later one was reached.
        case "progress": return other.window.lowerBound > due.window.upperBound
        default: return false
        }
    }

    /// What came next shows that this ad was over: unless it could have been skipped unseen.
    func isOver(by traces: [Trace], on stage: inout Stage) {
        guard play.watching.ending == .completed, play.ad.skipAfter == nil || !play.ad.trackers("skip").isEmpty else {
            return
        }
        let positions = Self.order + ["progress"]
        for id in play.dues where stage.dues[id].state == .owed && positions.contains(stage.dues[id].event) {
            stage.dues[id].proofs.append(traces)
        }
    }

    /// A place that another measurement reports was passed, whatever the ad's own trackers say.
    func isPassed(by reports: [(event: String, intent: Int)], on stage: inout Stage) {
        for id in play.dues where stage.dues[id].state == .owed {
            guard let place = Self.order.firstIndex(of: stage.dues[id].event) else { continue }
            stage.dues[id].proofs += reports.filter { (Self.order.firstIndex(of: $0.event) ?? -1) >= place }
                .map { [.intent($0.intent)] }
        }
    }

    private static func traces(_ due: Due) -> [Trace] { due.fulfilledBy.map { .intent($0) } }
}
