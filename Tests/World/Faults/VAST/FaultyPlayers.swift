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
        for beacon in stage.reports(of: "impression") {
            if let owner = beacon.owner, !seen.contains(owner) { seen.append(owner) }
        }
        return seen
    }
}
