/// Faults of apps built from Criteo's guide.
enum CriteoFaults {
    static let all: [Fault] = views + twoSeconds

    private static func criteo(_ stage: Stage, _ event: String) -> [Intent] {
        stage.reports(of: event).filter { $0.family == "criteo" }
    }

    private static func fault(
        _ id: String, _ title: String, _ severity: Fault.Severity = .error, viewer: String = "watch",
        also: Set<Expectation.Headline> = [], inView: CriteoBeacons.InView = .full,
        _ edit: @escaping @Sendable (inout Stage, inout Randomness) -> Void
    ) -> Fault {
        Fault(
            id, title, family: "criteo", breaks: "Criteo guide: OMID beacons", severity: severity, kinds: ["criteo"],
            alsoAccept: also, edit: edit
        ) { script, stream in
            Players.watch(&script, &stream)
            script[Viewer.does] = viewer
            script[CriteoBeacons.inView] = inView
            script[AdSales.length] = 20
        }
    }

    private static let views: [Fault] = [
        fault("criteo.trackview-missing", "omidTrackView is never sent, the other beacons are") { stage, _ in
            guard let start = criteo(stage, "start").first else { return }
            let track = criteo(stage, "omidTrackView")
            stage.intents.removeAll { intent in track.contains { $0.id == intent.id } }
            stage.blame([start.id], kind: .missing, "no omidTrackView", event: "omidTrackView", family: "criteo")
            stage.breaches[stage.breaches.count - 1].proofs = [[.intent(start.id)]]
        },
        fault("criteo.trackview-twice", "omidTrackView is sent by two sessions") { stage, _ in
            guard let track = criteo(stage, "omidTrackView").first else { return }
            stage.repeatIntent(track, after: 2_000_000, "omidTrackView twice")
        },
        fault("criteo.trackview-late", "omidTrackView comes after the start") { stage, _ in
            guard let track = criteo(stage, "omidTrackView").first, let start = criteo(stage, "start").first else {
                return
            }
            stage.move(track, to: start.at + 1_400_000, "omidTrackView after start", beside: [start])
        },
        fault("criteo.gap", "The midpoint is missing between beacons that came, in full view") { stage, _ in
            stage.drop(criteo(stage, "midpoint"), "no OMID midpoint")
        },
        fault("criteo.without-vast", "OMID's third quartile is sent and VAST's is not") { stage, _ in
            stage.drop(stage.reports(of: "thirdQuartile").filter { $0.family == "vast" }, "no VAST thirdQuartile")
        },
        fault("criteo.quartile-twice", "The first quartile's beacon is sent twice") { stage, _ in
            guard let first = criteo(stage, "firstQuartile").first else { return }
            stage.repeatIntent(first, after: 1_000_000, "firstQuartile twice")
        },
    ]

    private static let twoSeconds: [Fault] = [
        fault("criteo.two-seconds-early", "The two-second beacon comes after one second") { stage, _ in
            // The start comes up to a second late, the impression with the first picture.
            guard let view = criteo(stage, "twoSecondsFiftyPercentView").first,
                let start = criteo(stage, "start").first,
                let impression = stage.reports(of: "impression").first
            else { return }
            stage.move(view, to: impression.at + 1_000_000, "after one second of playing", beside: [start])
        },
        fault("criteo.two-seconds-from-impression", "The two seconds are counted from an impression that came early") {
            stage, _ in
            guard let view = criteo(stage, "twoSecondsFiftyPercentView").first, let start = criteo(stage, "start").first
            else { return }
            for impression in stage.reports(of: "impression") {
                guard let place = stage.intents.firstIndex(where: { $0.id == impression.id }) else { continue }
                stage.intents[place].at = start.at - 1_900_000
            }
            stage.move(view, to: start.at + 50_000, "as playing begins", beside: [start])
        },
        fault(
            "criteo.two-seconds-never", "The two-second beacon never comes, in full view for the whole ad",
            also: [.cannotTell]
        ) { stage, _ in
            stage.drop(criteo(stage, "twoSecondsFiftyPercentView"), "no two-second beacon")
        },
        fault(
            "criteo.two-seconds-twice", "The two-second beacon is sent again after a pause", .warning, viewer: "pause"
        ) { stage, _ in
            guard let view = criteo(stage, "twoSecondsFiftyPercentView").first else { return }
            stage.repeatIntent(view, after: 9_000_000, "two-second beacon twice")
        },
    ]
}
