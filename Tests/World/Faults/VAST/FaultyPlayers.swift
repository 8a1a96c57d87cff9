/// The kinds of players that read VAST themselves.
enum Players {
    static let all: Set = ["vast", "omid", "criteo", "vmap"]
    /// Whose answers have every shape: pods, wrappers, versions.
    static let shaped: Set = ["vast", "omid", "vmap"]

    /// A viewer who watches, so that what is missing had its time.
    @Sendable static func watch(_ script: inout Script, _ stream: inout Randomness) {
        script[Mishap.knob] = .none
        // A viewer who does nothing draws no acts: this one stands for them.
        script[Viewer.does] = "watch"
    }

    /// All events of one ad in the order in which they were sent.
    static func beacons(_ stage: Stage, of owner: String? = nil) -> [Intent] {
        stage.intents.filter { $0.purpose == .beacon && $0.family == "vast" && (owner == nil || $0.owner == owner) }
            .sorted { $0.at < $1.at }
    }

    /// The ads that were played, in order.
    static func ads(_ stage: Stage) -> [String] {
        var seen: [String] = []
        for beacon in stage.reports(of: "impression") where beacon.family == "vast" {
            if let owner = beacon.owner, !seen.contains(owner) { seen.append(owner) }
        }
        return seen
    }

    /// Sends an event of an ad to all of its trackers, as a player does that believes in it.
    static func send(
        _ event: String, of owner: String, at moment: Microseconds, _ more: Macros.Values = [:], on stage: inout Stage
    ) -> [Int] {
        guard let ad = AdSales(script: stage.script).ads(inBreak: 0).first(where: { $0.id == owner }) else { return [] }
        var stream = stage.dice.stream("undue \(event)")
        var values = Macros.of(ad, at: moment, position: ad.length / 2).merging(more) { $1 }
        values["CACHEBUSTING"] = stream.digits(8)
        return ad.trackers(event).enumerated().map { place, found in
            stage.send(
                at: moment + place * 1_200, Macros.expanded(found.tracker.url, values), .beacon, family: "vast",
                owner: owner, event: event, means: .image, template: found.tracker.url)
        }
    }
}
