/// Criteo's own beacons: the OMID script sends what its parameters name, while the whole player is in view.
enum CriteoBeacons {
    enum InView: String, Choice {
        /// Nothing is declared, and the player stays in view, or is scrolled away for good. Where a beacon is left out between two
        /// that full view alone sends, a person has to say so: else that is an error (reference 3.5, `criteo.omid-gap`).
        case undeclared
        case full
        /// The viewer scrolls; the facts say so.
        case partial
        init?(chosen: String) { self.init(rawValue: chosen) }
        var chosen: String { rawValue }
    }

    static let inView = Knob<InView>("criteo.inView", usual: .full, [(.full, 3), (.undeclared, 3), (.partial, 1)])

    static let fact = "player.inView"
    private static let names = ["omidTrackView"] + AdSales.playback + ["twoSecondsFiftyPercentView"]

    static func parameters(_ ad: String) -> String {
        let beacons = names.map { ($0, JSON.text(url($0, ad: ad))) }
        return JSON.object([("beacons", .object(beacons))]).written
    }

    private static func url(_ name: String, ad: String) -> String {
        "https://b.fr3.eu.criteo.com/rm/omid?e=k-\(ad)om&b=\(names.firstIndex(of: name) ?? 9)&n=\(name)"
    }

    /// Sends what the script sends for a playback.
    static func follow(_ play: AdPlay, on stage: inout Stage) {
        guard play.ad.verification != nil else { return }
        var stream = stage.dice.stream("criteo \(play.ad.id)")
        let view = Attention(play, stage)
        let track = send(
            "omidTrackView", at: play.watching.begin - .milliseconds(stream.double(150...300)), play, on: &stage)
        owe("omidTrackView", track, play, proofs: [], on: &stage)
        var sent: [(String, Int)] = []
        var unseen: [String] = []
        for event in AdSales.playback {
            guard let vast = play.moment(of: event) else { continue }
            let at = vast + .milliseconds(stream.double(8...40))
            guard view.isWhole(at: vast) else {
                unseen.append(event)
                continue
            }
            sent.append((event, send(event, at: at, play, on: &stage)))
            if !unseen.isEmpty, sent.count > 1, stage.script[inView] == .undeclared,
                !stage.facts.contains(where: { $0.0 == fact })
            {
                stage.facts.append((fact, .text(InView.partial.rawValue)))
            }
            unseen = []
        }
        if stage.script[inView] == .undeclared { for event in unseen { waive(event, play, on: &stage) } }
        for (place, (event, intent)) in sent.enumerated() {
            owe(event, intent, play, proofs: sent[(place + 1)...].map { [.intent($0.1)] }, on: &stage)
        }
        AdProofs(play).isPassed(by: sent.map { (event: $0.0, intent: $0.1) }, on: &stage)
        if let reached = view.twoSeconds {
            let intent = send(
                "twoSecondsFiftyPercentView", at: reached + .milliseconds(stream.double(5...30)), play, on: &stage)
            // That the player was in view for two seconds is plain from full-view beacons on both sides.
            let later = sent.filter { $0.0 != "start" }.map { [Trace.intent($0.1)] }
            owe("twoSecondsFiftyPercentView", intent, play, proofs: later, on: &stage)
        }
    }

    /// A tail that is missing out of view: nobody said that the player was in view, or that it was not, and nothing on the
    /// wire shows it.
    private static func waive(_ event: String, _ play: AdPlay, on stage: inout Stage) {
        stage.owe(
            event, owner: play.ad.id, family: "criteo", by: "Criteo guide, OMID beacons", .notOwed,
            because: "the player was not wholly in view", within: play.watching.end...play.watching.end,
            knownFrom: play.documents, hosts: [URLText.host(url(event, ad: play.ad.id))])
    }

    private static func send(_ name: String, at moment: Microseconds, _ play: AdPlay, on stage: inout Stage) -> Int {
        stage.send(
            at: moment, url(name, ad: play.ad.id), .beacon, family: "criteo", owner: play.ad.id, event: name,
            means: .native)
    }

    private static func owe(_ event: String, _ intent: Int, _ play: AdPlay, proofs: [[Trace]], on stage: inout Stage) {
        let at = stage.intents[intent].at
        stage.owe(
            event, owner: play.ad.id, family: "criteo", by: "Criteo guide, OMID beacons", .owed,
            because: "played in view", within: at - 300_000...at + 2_000_000, fulfilledBy: [intent],
            knownFrom: play.documents, proofs: proofs, hosts: [URLText.host(url(event, ad: play.ad.id))])
    }
}
