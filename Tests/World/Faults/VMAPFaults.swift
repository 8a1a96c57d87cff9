/// Faults of players that take their breaks from VMAP, and of overlays.
enum VMAPFaults {
    static let all: [Fault] = breaks + overlays

    private static let once = "VMAP 1.0 2.3.3: breakStart and breakEnd once per break, around its ads"

    private static func fault(
        _ id: String, _ title: String, _ severity: Fault.Severity = .error, empty: Bool = false,
        also: Set<Expectation.Headline> = [], _ edit: @escaping @Sendable (inout Stage, inout Randomness) -> Void
    ) -> Fault {
        Fault(
            id, title, family: "vmap", breaks: once, severity: severity, kinds: ["vmap"], alsoAccept: also, edit: edit
        ) { script, stream in
            Players.watch(&script, &stream)
            script[VMAPPlayer.breaks] = "start 30"
            script[VMAPPlayer.emptyBreak] = empty
            script[AdSales.skipAfter] = 0
        }
    }

    private static let breaks: [Fault] = [
        fault("vmap.start-missing", "breakStart is never sent") { stage, _ in
            stage.drop(Array(stage.reports(of: "breakStart").prefix(1)), "no breakStart")
        },
        fault("vmap.end-missing", "breakEnd is never sent, the content goes on") { stage, _ in
            stage.drop(Array(stage.reports(of: "breakEnd").prefix(1)), "no breakEnd")
        },
        fault("vmap.start-twice", "breakStart is sent for each ad") { stage, _ in
            guard let start = stage.reports(of: "breakStart").first else { return }
            stage.repeatIntent(start, after: 2_000_000, "breakStart twice")
        },
        fault("vmap.end-twice", "breakEnd is sent twice") { stage, _ in
            guard let end = stage.reports(of: "breakEnd").first else { return }
            stage.repeatIntent(end, after: 900_000, "breakEnd twice")
        },
        fault("vmap.end-early", "breakEnd is sent when the last ad begins") { stage, _ in
            guard let end = stage.reports(of: "breakEnd").first,
                let complete = stage.reports(of: "complete").first(where: { $0.at < end.at })
            else { return }
            stage.move(end, to: complete.at - 4_000_000, "breakEnd before the ads are over", beside: [complete])
        },
        fault("vmap.start-late", "breakStart is sent in the middle of the first ad") { stage, _ in
            guard let start = stage.reports(of: "breakStart").first,
                let first = stage.reports(of: "firstQuartile").first
            else { return }
            stage.move(start, to: first.at + 400_000, "breakStart after the ad began", beside: [first])
        },
        fault("vmap.empty-unreported", "A break without an ad is not reported", .warning, empty: true) { stage, _ in
            let events = stage.intents.filter {
                $0.owner == "break 1" && ($0.event == "breakStart" || $0.event == "breakEnd")
            }
            guard let document = stage.intents.first(where: { $0.owner == "break 1" && $0.purpose == .document }),
                !events.isEmpty
            else { return }
            stage.drop(events, "the empty break is not reported")
            for place in stage.breaches.indices { stage.breaches[place].proofs = [[.intent(document.id)]] }
        },
        fault(
            "vmap.break-ignored", "The mid-roll break is never asked for, the content plays over it",
            also: [.cannotTell]
        ) { stage, _ in
            let ads = Set(stage.dues.filter { $0.family == "vast" }.map(\.owner))
            let begin = stage.reports(of: "breakStart").last?.at ?? 0
            let gone = stage.intents.filter { intent in
                intent.at >= begin && (intent.owner == "break 1" || intent.owner.map(ads.contains) == true)
            }
            guard let segment = stage.intents.last(where: { $0.family == "ambient" && $0.purpose == .media }),
                !gone.isEmpty
            else { return }
            stage.intents.removeAll { intent in gone.contains { $0.id == intent.id } }
            // The content does not wait for it.
            let later = stage.intents.filter { $0.family == "ambient" && $0.purpose == .media && $0.at >= begin }
            for next in later { stage.replace(next.id) { $0.at -= max(0, later[0].at - begin) } }
            stage.blame(
                [segment.id], kind: .missing, "the break never came", event: "breakStart", owner: "break 1",
                family: "vmap")
            let last = stage.breaches.count - 1
            stage.breaches[last].proofs = [[.intent(segment.id)]]
            stage.breaches[last].known = stage.dues.first { $0.event == "breakStart" }?.known ?? []
        },
    ]

    private static func overlay(
        _ id: String, _ title: String, viewer: String = "",
        _ edit: @escaping @Sendable (inout Stage, inout Randomness) -> Void
    ) -> Fault {
        Fault(
            id, title, family: "vast", breaks: "VAST 4.3 3.12, 3.14.1: non-linear ads", kinds: ["overlay"], edit: edit
        ) { script, _ in
            script[Viewer.does] = viewer
        }
    }

    private static let overlays: [Fault] = [
        overlay(
            "overlay.click-untracked", "The overlay's landing page opens, its click tracking is not sent", viewer: "tap"
        ) { stage, _ in
            stage.drop(stage.reports(of: "nonLinearClick"), "click on the overlay not tracked")
        },
        overlay("overlay.impression-twice", "The overlay's impression is sent again") { stage, _ in
            guard let first = stage.reports(of: "impression").last else { return }
            stage.repeatIntent(first, after: 2_500_000, "overlay impression twice")
        },
        overlay("overlay.impression-missing", "The overlay is shown without an impression") { stage, _ in
            stage.drop(stage.reports(of: "impression"), "overlay without impression")
        },
    ]
}
