/// Impressions that are counted wrongly.
enum ImpressionFaults {
    static let all: [Fault] = [
        Fault(
            "vast.impression-twice", "The impression is sent again by a second listener", family: "vast",
            breaks: "VAST 4.3 3.4.4: an impression once per playback", kinds: Players.all
        ) { stage, stream in
            guard let first = stage.reports(of: "impression").first else { return }
            stage.repeatIntent(first, after: .seconds(stream.double(1...3)), "impression sent twice")
        } prepare: { script, stream in
            Players.watch(&script, &stream)
        },
        Fault(
            "vast.impression-first-url-only", "Only the first Impression of the document is sent", family: "vast",
            breaks: "VAST 4.3 2.3.4: all Impression URLs", kinds: Players.shaped
        ) { stage, _ in
            let extra = Players.beacons(stage).filter { $0.event == "impression" && isSecond($0, stage) }
            stage.drop(extra, "the second Impression URL is never requested")
        } prepare: { script, _ in
            script[AdSales.copies] = 2
            script[Mishap.knob] = .none
        },
        Fault(
            "vast.impression-missing", "An ad plays and no impression is sent", family: "vast",
            breaks: "VAST 4.3 3.4.4: an impression when the ad is displayed", kinds: Players.all
        ) { stage, _ in
            stage.drop(stage.reports(of: "impression"), "no impression of an ad that played")
        } prepare: { script, stream in
            Players.watch(&script, &stream)
        },
        Fault(
            "vast.impression-on-load", "The impression is sent when the document is read; the ad is never shown",
            family: "vast", breaks: "VAST 4.3 3.4.4, 1.1.3: an impression when the ad is displayed",
            kinds: ["vast", "vmap"],
            alsoAccept: [.cannotTell]
        ) { stage, _ in
            let impressions = stage.reports(of: "impression")
            guard
                let document = stage.intents.last(where: {
                    $0.purpose == .document && $0.at < (impressions.first?.at ?? 0)
                })
            else { return }
            stage.intents.removeAll {
                $0.family == "vast" && ($0.purpose == .beacon && $0.event != "impression" || $0.purpose == .media)
            }
            for impression in impressions {
                guard let place = stage.intents.firstIndex(where: { $0.id == impression.id }) else { continue }
                stage.intents[place].at = document.at + 200_000 + place
            }
            stage.blame(impressions.map(\.id), "an impression of an ad that was never loaded")
        } prepare: { script, stream in
            Players.watch(&script, &stream)
            script[AdSales.pod] = 1
        },
        Fault(
            "vast.impression-late", "The impression is sent seconds after the start", family: "vast",
            breaks: "VAST 4.3 3.4.4, Criteo guide: impression when the ad is presented, never after start",
            kinds: Players.all
        ) { stage, stream in
            guard let owner = Players.ads(stage).first, let start = stage.reports(of: "start", owner: owner).first
            else { return }
            let at = start.at + .seconds(stream.double(1.2...2))
            for impression in stage.reports(of: "impression", owner: owner) {
                stage.move(impression, to: at, "impression after start", beside: [start])
            }
        } prepare: { script, stream in
            Players.watch(&script, &stream)
        },
        Fault(
            "vast.impression-spread", "The impression URLs are sent more than a second apart", family: "vast",
            breaks: "VAST 4.3 2.3.4: as close as possible to the same time", severity: .warning,
            kinds: ["vast", "omid"]
        ) { stage, _ in
            guard let owner = Players.ads(stage).first else { return }
            // What OMID reports has a time of its own, and is another fault.
            let impressions = stage.reports(of: "impression", owner: owner).filter { $0.family == "vast" }
            guard let first = impressions.first else { return }
            // Early enough to be before the start, and late enough for the document to be there.
            for impression in impressions.dropFirst() {
                stage.move(impression, to: first.at - 1_600_000, "impression URLs far apart", beside: [first])
            }
        } prepare: { script, stream in
            Players.watch(&script, &stream)
            script[AdSales.copies] = 2
            script[VASTPlayer.contentBefore] = 20
        },
        Fault(
            "vast.pod-impressions-at-start", "All impressions of the pod are sent when it begins", family: "vast",
            breaks: "VAST 4.3 3.4.4, 2.3.4: an impression when its ad is displayed", kinds: Players.shaped
        ) { stage, _ in
            let ads = Players.ads(stage)
            guard let first = stage.reports(of: "impression").first, ads.count > 1 else { return }
            for owner in ads.dropFirst() {
                guard let start = stage.reports(of: "start", owner: owner).first else { continue }
                for impression in stage.reports(of: "impression", owner: owner) {
                    stage.move(impression, to: first.at + 30_000, "impression long before the ad", beside: [start])
                }
            }
        } prepare: { script, stream in
            Players.watch(&script, &stream)
            script[AdSales.pod] = 3
            script[AdSales.wrappers] = 0
        },
    ]

    /// Of several trackers of one level, not the first.
    private static func isSecond(_ intent: Intent, _ stage: Stage) -> Bool {
        let twins = stage.reports(of: intent.event ?? "", owner: intent.owner).filter {
            URLText.host($0.url) == URLText.host(intent.url)
        }
        return twins.first?.id != intent.id
    }
}
