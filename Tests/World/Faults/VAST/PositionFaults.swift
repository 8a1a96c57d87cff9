/// Start, quartiles, complete and progress: missing, repeated, at the wrong time.
enum PositionFaults {
    static let all: [Fault] = missing + repeated + misplaced

    private static let once = "VAST 4.3 3.14.1, Criteo guide step 4: once, when its share of the duration was played"

    private static func lacks(_ events: [String], _ id: String, _ title: String) -> Fault {
        Fault(id, title, family: "vast", breaks: once, kinds: Players.all) { stage, _ in
            for event in events {
                stage.drop(stage.reports(of: event).filter { $0.family == "vast" }, "\(event) never sent")
            }
        } prepare: { script, stream in
            Players.watch(&script, &stream)
            script[AdSales.skipAfter] = 0
        }
    }

    private static let missing: [Fault] = [
        lacks(["start"], "vast.start-missing", "No start is sent"),
        lacks(["firstQuartile"], "vast.first-quartile-missing", "No first quartile is sent"),
        lacks(["midpoint"], "vast.midpoint-missing", "No midpoint is sent"),
        lacks(["thirdQuartile"], "vast.third-quartile-missing", "No third quartile is sent"),
        lacks(["complete"], "vast.complete-missing", "The looping player never reaches complete"),
        lacks(
            ["firstQuartile", "midpoint", "thirdQuartile", "complete"], "vast.quartiles-never",
            "Quartiles were never implemented: impression and start only"),
        lacks(
            ["impression", "creativeView"] + AdSales.playback + AdSales.interactions + [
                "loaded", "progress", "companionView", "iconView", "viewable",
            ],
            "vast.nothing-sent", "The ad plays, and nothing at all is sent of it"),
        Fault(
            "vast.progress-missing", "A declared progress is never sent", family: "vast",
            breaks: "VAST 4.3 3.14.3: progress at its offset", kinds: ["vast", "omid", "vmap"]
        ) { stage, _ in
            stage.drop(stage.reports(of: "progress"), "progress never sent")
        } prepare: { script, stream in
            Players.watch(&script, &stream)
            script[AdSales.version] = .v43
            script[AdSales.extras] = "progress"
        },
        Fault(
            "vast.first-url-only", "Of several URLs of an event only the first is kept", family: "vast",
            breaks: "VAST 4.3 3.14: every Tracking of an event", kinds: Players.shaped
        ) { stage, _ in
            for event in AdSales.playback {
                for owner in Players.ads(stage) {
                    let twins = stage.reports(of: event, owner: owner).filter { $0.family == "vast" }
                    let byHost = Dictionary(grouping: twins) { URLText.host($0.url) }
                    for same in byHost.values.sorted(by: { $0[0].id < $1[0].id }) {
                        stage.drop(Array(same.dropFirst()), "the second URL of \(event) is never sent")
                    }
                }
            }
        } prepare: { script, _ in
            script[AdSales.copies] = 2
            script[Mishap.knob] = .none
        },
        Fault(
            "vast.last-complete-missing", "The last ad of a pod never gets its complete", family: "vast",
            breaks: once, kinds: Players.shaped
        ) { stage, _ in
            guard let last = Players.ads(stage).last else { return }
            stage.drop(
                stage.reports(of: "complete", owner: last).filter { $0.family == "vast" },
                "complete of the last ad never sent")
        } prepare: { script, stream in
            Players.watch(&script, &stream)
            script[AdSales.pod] = 2
            script[AdSales.skipAfter] = 0
        },
    ]

    private static func twice(_ event: String, _ id: String, _ title: String) -> Fault {
        Fault(id, title, family: "vast", breaks: once, kinds: Players.all) { stage, stream in
            guard let first = stage.reports(of: event).first(where: { $0.family == "vast" }) else { return }
            stage.repeatIntent(first, after: .seconds(stream.double(0.6...2)), "\(event) sent twice")
        } prepare: { script, stream in
            Players.watch(&script, &stream)
            if event == "progress" {
                script[AdSales.version] = .v43
                script[AdSales.extras] = "progress"
            }
        }
    }

    private static let repeated: [Fault] = [
        twice("start", "vast.start-twice", "The start is sent twice"),
        twice("midpoint", "vast.midpoint-twice", "The midpoint is sent twice"),
        twice("thirdQuartile", "vast.third-quartile-twice", "The third quartile is sent twice"),
        twice("complete", "vast.complete-twice", "complete is sent as often as the player calls it"),
        Fault(
            "vast.loop-refires", "The creative loops, and its quartiles are sent each time", family: "vast",
            breaks: "Criteo guide step 4: playback beacons once, during the first play", kinds: ["vast", "criteo"]
        ) { stage, _ in
            for owner in Players.ads(stage).prefix(1) {
                let all = Players.beacons(stage, of: owner).filter { AdSales.playback.contains($0.event ?? "") }
                guard let start = all.first, let end = all.last, all.count >= 5 else { return }
                for beacon in all {
                    stage.repeatIntent(
                        beacon, after: end.at - start.at + 250_000, "\(beacon.event ?? "") again in the second loop")
                }
            }
        } prepare: { script, stream in
            Players.watch(&script, &stream)
            script[AdSales.pod] = 1
        },
        Fault(
            "vast.progress-twice", "progress is sent at each tick after its offset", family: "vast",
            breaks: "VAST 4.3 3.14.3: once", severity: .warning, kinds: Players.shaped
        ) { stage, _ in
            guard let first = stage.reports(of: "progress").first else { return }
            stage.repeatIntent(first, after: 1_000_000, "progress sent twice")
        } prepare: { script, stream in
            Players.watch(&script, &stream)
            script[AdSales.version] = .v43
            script[AdSales.extras] = "progress"
        },
    ]

    /// Moves the events of the first ad.
    private static func shifted(
        _ id: String, _ title: String, _ severity: Fault.Severity = .error, kinds: Set<String> = Players.all,
        viewer: String = "watch",
        _ move: @escaping @Sendable (_ event: String, _ since: Microseconds, _ length: Microseconds) -> Microseconds?
    ) -> Fault {
        Fault(id, title, family: "vast", breaks: once, severity: severity, kinds: kinds) { stage, _ in
            guard let owner = Players.ads(stage).first, let start = stage.reports(of: "start", owner: owner).first
            else { return }
            let length = Microseconds.seconds(Double(stage.script[AdSales.length]))
            for beacon in Players.beacons(stage, of: owner) {
                guard let event = beacon.event, let since = move(event, beacon.at - start.at, length) else { continue }
                stage.move(beacon, to: start.at + since, "\(event) at the wrong time", beside: [start])
            }
        } prepare: { script, stream in
            Players.watch(&script, &stream)
            script[Viewer.does] = viewer
            script[AdSales.length] = 20
            if viewer == "pause long" { script[AdSales.skipAfter] = 0 }
        }
    }

    private static let misplaced: [Fault] = [
        shifted("vast.all-at-start", "All quartiles are sent when the ad starts") { event, _, _ in
            AdSales.playback.firstIndex(of: event).flatMap { $0 > 0 ? $0 * 90_000 : nil }
        },
        shifted("vast.quartiles-half-time", "Quartiles are computed from half of the duration") { event, since, _ in
            ["firstQuartile", "midpoint", "thirdQuartile"].contains(event) ? since / 2 : nil
        },
        shifted("vast.complete-early", "complete is sent with the midpoint") { event, since, _ in
            event == "complete" ? since / 2 + 700_000 : nil
        },
        // By less than a quarter of the ad: none comes behind the next, which would be an error.
        shifted("vast.quartiles-late", "Quartiles come four seconds late", .warning) { event, since, _ in
            ["firstQuartile", "midpoint"].contains(event) ? since + 4_000_000 : nil
        },
        shifted("vast.quartiles-swapped", "The midpoint is sent before the first quartile") { event, since, length in
            event == "firstQuartile" ? length / 2 + 1_200_000 : nil
        },
        Fault(
            "vast.wall-clock", "Quartiles run on the wall clock while the viewer pauses", family: "vast",
            breaks: "VAST 4.3 3.14.1: a share of the duration was played", kinds: Players.all
        ) { stage, _ in
            guard let owner = Players.ads(stage).first,
                let pause = stage.reports(of: "pause", owner: owner).first(where: { $0.family == "vast" }),
                let resume = stage.reports(of: "resume", owner: owner).first(where: { $0.family == "vast" })
            else { return }
            let hold = resume.at - pause.at
            for beacon in Players.beacons(stage, of: owner)
            where beacon.at > resume.at + 30_000 && AdSales.playback.contains(beacon.event ?? "") {
                stage.move(beacon, to: beacon.at - hold, "\(beacon.event ?? "") while paused", beside: [pause, resume])
            }
        } prepare: { script, stream in
            Players.watch(&script, &stream)
            script[Viewer.does] = "pause long"
            script[AdSales.length] = 20
            script[AdSales.skipAfter] = 0
        },
        Fault(
            "vast.progress-early", "progress is sent with the start", family: "vast",
            breaks: "VAST 4.3 3.14.3: at its offset", severity: .warning, kinds: Players.shaped
        ) { stage, _ in
            guard let start = stage.reports(of: "start").first else { return }
            for progress in stage.reports(of: "progress", owner: start.owner) {
                stage.move(progress, to: start.at + 60_000, "progress before its offset", beside: [start])
            }
        } prepare: { script, stream in
            Players.watch(&script, &stream)
            script[AdSales.version] = .v43
            script[AdSales.extras] = "progress"
        },
        Fault(
            "vast.loaded-late", "loaded is sent after the start", family: "vast",
            breaks: "VAST 4.3 3.14.1: loaded before start", severity: .warning, kinds: ["vast", "omid", "vmap"]
        ) { stage, _ in
            guard let start = stage.reports(of: "start").first else { return }
            for loaded in stage.reports(of: "loaded", owner: start.owner) where loaded.family == "vast" {
                stage.move(loaded, to: start.at + 1_500_000, "loaded after start", beside: [start])
            }
        } prepare: { script, stream in
            Players.watch(&script, &stream)
            script[AdSales.version] = .v43
            script[AdSales.extras] = "loaded"
        },
    ]
}
