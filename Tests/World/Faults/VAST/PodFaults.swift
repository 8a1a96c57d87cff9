/// Pods and wrappers: trackers of one ad or level taken for another's, or forgotten.
enum PodFaults {
    static let all: [Fault] = wrappers + pods

    @Sendable private static func wrapped(_ script: inout Script, _ stream: inout Randomness) {
        Players.watch(&script, &stream)
        if script[AdSales.wrappers] == 0 { script[AdSales.wrappers] = 1 }
        script[AdSales.pod] = 1
        script[AdSales.skipAfter] = 0
    }

    /// What an outer level counts; the events of a break are the VMAP document's.
    private static func outer(_ stage: Stage) -> [Intent] {
        let host = AdSales(script: stage.script).servers(inBreak: 0)[0].trackerHost
        return stage.intents.filter {
            $0.purpose == .beacon && $0.family == "vast" && URLText.host($0.url) == host
        }
    }

    private static func wrapper(_ id: String, _ title: String, _ events: Set<String>) -> Fault {
        Fault(
            id, title, family: "vast", breaks: "VAST 4.3 2.3.5, 1.1.1: wrapper trackers fire with the inline ones",
            kinds: Players.shaped
        ) { stage, _ in
            stage.drop(
                outer(stage).filter { events.contains($0.event ?? "") || events.isEmpty && $0.event != "error" }, title)
        } prepare: { script, stream in
            wrapped(&script, &stream)
            if events.contains("progress") {
                script[AdSales.version] = .v43
                script[AdSales.extras] = "progress"
            }
        }
    }

    private static let wrappers: [Fault] = [
        wrapper("vast.wrapper-silent", "No tracker of the outer wrapper is ever sent", []),
        wrapper("vast.wrapper-impression-missing", "The wrapper's impression is not sent", ["impression"]),
        wrapper("vast.wrapper-start-missing", "The wrapper's start is not sent", ["start"]),
        wrapper(
            "vast.wrapper-quartiles-missing", "The wrapper's quartiles are not sent",
            ["firstQuartile", "midpoint", "thirdQuartile"]),
        wrapper("vast.wrapper-complete-missing", "The wrapper's complete is not sent", ["complete"]),
        wrapper("vast.wrapper-progress-missing", "The wrapper's progress is not sent, the inline one is", ["progress"]),
        Fault(
            "vast.wrapper-impression-twice", "The wrapper's impression is sent when it is read, and again at playback",
            family: "vast", breaks: "VAST 4.3 3.4.4: once per playback", kinds: Players.shaped
        ) { stage, _ in
            guard let first = outer(stage).first(where: { $0.event == "impression" }) else { return }
            stage.repeatIntent(first, after: 1_700_000, "wrapper impression twice")
        } prepare: { script, stream in
            wrapped(&script, &stream)
        },
    ]

    @Sendable private static func inPod(_ script: inout Script, _ stream: inout Randomness) {
        Players.watch(&script, &stream)
        script[AdSales.pod] = 2
        script[AdSales.wrappers] = 0
        script[AdSales.skipAfter] = 0
    }

    private static let pods: [Fault] = [
        Fault(
            "vast.second-ad-first-trackers", "The second ad of the pod sends the first ad's trackers", family: "vast",
            breaks: "VAST 4.3 3.3.1, 3.14: each ad has its own trackers", kinds: Players.shaped
        ) { stage, _ in
            let ads = Players.ads(stage)
            guard ads.count > 1 else { return }
            for event in AdSales.playback + ["impression"] {
                guard let first = stage.reports(of: event, owner: ads[0]).first(where: { $0.family == "vast" }) else {
                    continue
                }
                for second in stage.reports(of: event, owner: ads[1]) where second.family == "vast" {
                    stage.drop([second], "\(event) of the second ad is never sent")
                    stage.repeatIntent(first, after: second.at - first.at, "\(event) of the first ad again")
                }
            }
        } prepare: { script, stream in
            inPod(&script, &stream)
        },
        Fault(
            "vast.complete-to-next-ad", "complete of an ad goes to the next ad's tracker", family: "vast",
            breaks: "VAST 4.3 3.14.1: each ad's own complete", kinds: Players.shaped
        ) { stage, _ in
            let ads = Players.ads(stage)
            guard ads.count > 1,
                let first = stage.reports(of: "complete", owner: ads[0]).first(where: { $0.family == "vast" }),
                let second = stage.reports(of: "complete", owner: ads[1]).first(where: { $0.family == "vast" })
            else { return }
            stage.repeatIntent(
                second, after: first.at - second.at + 350_000, "complete of the second ad before its start")
            stage.drop(
                stage.reports(of: "complete", owner: ads[0]).filter { $0.family == "vast" },
                "complete of the first ad never sent")
        } prepare: { script, stream in
            inPod(&script, &stream)
        },
        Fault(
            "vast.second-impression-missing", "The second ad of a pod gets no impression", family: "vast",
            breaks: "VAST 4.3 3.4.4: an impression for each ad displayed", kinds: Players.shaped
        ) { stage, _ in
            let ads = Players.ads(stage)
            guard ads.count > 1 else { return }
            stage.drop(stage.reports(of: "impression", owner: ads[1]), "no impression of the second ad")
        } prepare: { script, stream in
            inPod(&script, &stream)
        },
        Fault(
            "vast.pod-order", "The second ad of the pod plays before the first", family: "vast",
            breaks: "VAST 4.3 3.3.1: ads in the order of their sequence", kinds: ["vast"]
        ) { stage, _ in
            let ads = Players.ads(stage)
            guard ads.count > 1, let one = stage.reports(of: "impression", owner: ads[0]).first,
                let two = stage.reports(of: "impression", owner: ads[1]).first
            else { return }
            let distance = two.at - one.at
            for place in stage.intents.indices
            where stage.intents[place].family == "vast" || stage.intents[place].family == "omid" {
                guard let owner = stage.intents[place].owner else { continue }
                if owner == ads[0] { stage.intents[place].at += distance }
                if owner == ads[1] { stage.intents[place].at -= distance }
            }
            stage.blame([one.id, two.id], kind: .misplaced, "the second ad first")
        } prepare: { script, stream in
            inPod(&script, &stream)
            script[AdSales.companion] = false
        },
    ]
}
