/// Taps, pauses, sound and skips.
enum InteractionFaults {
    static let all: [Fault] = sound + clicks + skips

    private static let alternate = "VAST 4.3 3.14.1, Criteo guide step 4: pause and resume, mute and unmute alternate"

    private static let sound: [Fault] = [
        Fault(
            "vast.pause-missing", "Only resume is sent, never pause", family: "vast", breaks: alternate,
            severity: .warning,
            kinds: Players.all
        ) { stage, _ in
            let pauses = stage.reports(of: "pause").filter { $0.family == "vast" }
            let resumes = stage.reports(of: "resume").filter { $0.family == "vast" }
            guard let resume = resumes.first, !pauses.isEmpty else { return }
            stage.intents.removeAll { intent in pauses.contains { $0.id == intent.id } }
            stage.blame([resume.id], kind: .misplaced, "resume without a pause")
        } prepare: { script, stream in
            Players.watch(&script, &stream)
            script[Viewer.does] = "pause"
        },
        Fault(
            "vast.pause-twice", "pause is sent by the button and by the player", family: "vast", breaks: alternate,
            severity: .warning, kinds: Players.all
        ) { stage, _ in
            guard let pause = stage.reports(of: "pause").first(where: { $0.family == "vast" }) else { return }
            stage.repeatIntent(pause, after: 400_000, "pause twice without resume")
        } prepare: { script, stream in
            Players.watch(&script, &stream)
            script[Viewer.does] = "pause"
        },
        Fault(
            "vast.mute-twice", "Every volume step is sent as unmute", family: "vast", breaks: alternate,
            severity: .warning,
            kinds: Players.all
        ) { stage, _ in
            guard let unmute = stage.reports(of: "unmute").first(where: { $0.family == "vast" }) else { return }
            stage.repeatIntent(unmute, after: 500_000, "unmute twice")
        } prepare: { script, stream in
            Players.watch(&script, &stream)
            script[AdSales.length] = max(15, script[AdSales.length])
            script[Viewer.does] = "mute"
        },
        Fault(
            "vast.mute-before-start", "A muted start is sent as a mute of the viewer", family: "vast",
            breaks: "VAST 4.3 3.14.1: mute is the viewer's act", severity: .warning, kinds: Players.all
        ) { stage, _ in
            guard let start = stage.reports(of: "start").first(where: { $0.family == "vast" }),
                let owner = start.owner
            else { return }
            let mutes = Players.send("mute", of: owner, at: start.at - 400_000, on: &stage)
            stage.blame(mutes, kind: .undue, "mute before start", beside: [.intent(start.id)])
        } prepare: { script, stream in
            Players.watch(&script, &stream)
            script[AdSales.macros] = false
        },
        Fault(
            "vast.pause-before-complete", "The DOM's pause before its end is sent as a pause of the viewer",
            family: "vast",
            breaks: "VAST 4.3 3.14.1: pause is the viewer's act; HTML fires pause before ended", severity: .warning,
            kinds: Players.all
        ) { stage, _ in
            guard let complete = stage.reports(of: "complete").first(where: { $0.family == "vast" }),
                let owner = complete.owner
            else { return }
            let pauses = Players.send("pause", of: owner, at: complete.at - 12_000, on: &stage)
            stage.blame(pauses, kind: .undue, "pause at the end", beside: [.intent(complete.id)])
        } prepare: { script, stream in
            Players.watch(&script, &stream)
            script[AdSales.macros] = false
        },
    ]

    private static let clicks: [Fault] = [
        Fault(
            "vast.click-untracked", "The landing page opens and no ClickTracking is sent", family: "vast",
            breaks: "VAST 4.3 3.10: ClickTracking with each click", kinds: Players.all
        ) { stage, _ in
            stage.drop(stage.reports(of: "clickTracking"), "click not tracked")
        } prepare: { script, stream in
            Players.watch(&script, &stream)
            script[Viewer.does] = "tap"
        },
        Fault(
            "vast.second-click-untracked", "Only the first of two clicks is tracked", family: "vast",
            breaks: "Criteo guide step 4: interaction beacons each time", kinds: Players.all
        ) { stage, _ in
            guard let owner = Players.ads(stage).first else { return }
            let clicks = stage.reports(of: "clickTracking", owner: owner)
            guard let first = clicks.first else { return }
            stage.drop(clicks.filter { $0.at > first.at + 1_000_000 }, "second click not tracked")
        } prepare: { script, stream in
            Players.watch(&script, &stream)
            script[Viewer.does] = "tap twice"
            script[AdSales.length] = 30
            script[AdSales.skipAfter] = 0
        },
        Fault(
            "vast.click-tracking-opened", "ClickTracking is opened as the landing page", family: "vast",
            breaks: "VAST 4.3 3.10.1: ClickThrough is what opens", kinds: Players.all
        ) { stage, _ in
            guard let click = stage.reports(of: "clickTracking").first, let landing = stage.reports(of: "landing").first
            else { return }
            stage.intents.removeAll { $0.id == landing.id }
            let page = stage.send(
                at: click.at + 90_000, click.url, .landing, family: "vast", owner: click.owner, event: "clickTracking",
                means: .navigation, answer: .pixel, template: click.template)
            stage.blame([page, click.id], kind: .undue, "ClickTracking opened as a page")
        } prepare: { script, stream in
            Players.watch(&script, &stream)
            script[Viewer.does] = "tap"
            script[VASTPlayer.platform] = .web
        },
    ]

    private static let skips: [Fault] = [
        Fault(
            Script.skipsTooEarly, "The skip button works before its offset", family: "vast",
            breaks: "VAST 4.3 3.8: not before skipoffset", kinds: ["vast", "omid"]
        ) { stage, _ in
            guard let skip = stage.reports(of: "skip").first(where: { $0.family == "vast" }), let owner = skip.owner,
                let start = stage.reports(of: "start", owner: owner).first(where: { $0.family == "vast" }),
                skip.at - start.at < 4_000_000
            else { return }
            stage.blame([skip.id], kind: .early, "skip before its offset", beside: [.intent(start.id)])
        } prepare: { script, stream in
            Players.watch(&script, &stream)
            script[AdSales.version] = .v42
            script[AdSales.skipAfter] = 5
            script[AdSales.length] = 20
            script[Viewer.does] = "skip"
        },
        Fault(
            "vast.skip-not-skippable", "An ad without skipoffset is skipped", family: "vast",
            breaks: "VAST 4.3 3.8: no skip without skipoffset", kinds: ["vast"]
        ) { stage, _ in
            guard let half = stage.reports(of: "midpoint").first, let owner = half.owner else { return }
            let at = half.at + 900_000
            stage.intents.removeAll { $0.owner == owner && $0.purpose == .beacon && $0.at > at }
            let skips = Players.send("skip", of: owner, at: at, on: &stage)
            stage.blame(skips, kind: .undue, "skip of an ad that cannot be skipped")
        } prepare: { script, stream in
            Players.watch(&script, &stream)
            script[AdSales.sparesSkip] = true
            script[AdSales.skipAfter] = 0
            script[AdSales.macros] = false
            script[AdSales.version] = .v42
        },
        after("complete", "vast.complete-after-skip", "complete is sent when the viewer skips"),
        after("thirdQuartile", "vast.quartile-after-skip", "A quartile is sent two seconds after the skip"),
    ]

    private static func after(_ event: String, _ id: String, _ title: String) -> Fault {
        Fault(
            id, title, family: "vast", breaks: "VAST 4.3 3.14.1: skip ends the playback; complete excludes skip",
            kinds: ["vast", "omid"]
        ) { stage, _ in
            guard let skip = stage.reports(of: "skip").first(where: { $0.family == "vast" }), let owner = skip.owner,
                stage.reports(of: event, owner: owner).isEmpty
            else { return }
            let at = skip.at + (event == "complete" ? 300_000 : 2_000_000)
            let extra = Players.send(event, of: owner, at: at, on: &stage)
            stage.blame(extra + [skip.id], kind: .misplaced, "\(event) after skip")
        } prepare: { script, stream in
            Players.watch(&script, &stream)
            script[AdSales.version] = .v42
            script[AdSales.macros] = false
            script[AdSales.skipAfter] = 5
            script[AdSales.length] = 20
            script[Viewer.does] = "skip"
        }
    }
}
