/// Faults of apps that drive an OM session.
enum OMIDFaults {
    static let all: [Fault] = sessions + events + contents

    private static let kinds: Set = ["omid"]

    private static func omid(_ stage: Stage, _ event: String) -> [Intent] {
        stage.reports(of: event).filter { $0.family == "omid" && $0.owner != "banner" }
    }

    private static func fault(
        _ id: String, _ title: String, breaks: String, _ severity: Fault.Severity = .error, viewer: String = "watch",
        seconds: Int? = nil, also: Set<Expectation.Headline> = [], quirks: Set<Quirk> = [],
        _ edit: (@Sendable (inout Stage, inout Randomness) -> Void)? = nil
    ) -> Fault {
        Fault(
            id, title, family: "omid", breaks: breaks, severity: severity, kinds: kinds, quirks: quirks,
            alsoAccept: also, edit: edit
        ) { script, stream in
            Players.watch(&script, &stream)
            script[Viewer.does] = viewer
            script[AdSales.skipAfter] = 0
            script[AdSales.version] = .v42
            if let seconds { script[AdSales.length] = seconds }
        }
    }

    private static let once = "OMJS: once per ad session"

    private static func twice(_ event: String, _ id: String) -> Fault {
        fault(id, "\(event) is published twice in a session", breaks: once) { stage, stream in
            guard let first = omid(stage, event).first else { return }
            let delay: Microseconds = .seconds(stream.double(0.4...1.5))
            // What is published again has its own time; delivered again it would have the old one.
            restamp(stage.repeatIntent(first, after: delay, "\(event) twice"), to: first.at + delay, &stage)
        }
    }

    private static func lacks(_ event: String, _ id: String) -> Fault {
        fault(id, "\(event) is never published, later events are", breaks: "OMJS media events; Criteo guide") {
            stage, _ in
            stage.drop(omid(stage, event), "\(event) never published")
        }
    }

    /// Never publishes what the viewer did, which a tracker beside it shows. Where the recording ends before it had to
    /// come, it may still have come.
    private static func silence(_ events: [Intent], _ words: String, shownBy tracker: Intent, _ stage: inout Stage) {
        let due = events.first.flatMap { stage.due(of: $0.id) }
        stage.intents.removeAll { intent in events.contains { $0.id == intent.id } }
        stage.blame([tracker.id], kind: .missing, words, event: events.first?.event, family: "omid")
        let last = stage.breaches.count - 1
        stage.breaches[last].proofs = [[.intent(tracker.id)]]
        stage.breaches[last].hosts = due?.hosts ?? []
        stage.breaches[last].window = due?.window
    }

    private static let sessions: [Fault] = [
        fault(
            "omid.unsupported", "The script runs in a web view without OMID's service", breaks: "OMJS; VAST 4.3 3.17.4",
            also: [.cannotTell], quirks: [.omidUnsupported]),
        fault(
            "omid.no-session-start", "The session's events come without sessionStart",
            breaks: "OMJS: sessionStart is first"
        ) { stage, _ in
            stage.drop(omid(stage, "sessionStart"), "no sessionStart")
        },
        fault(
            "omid.session-start-late", "sessionStart comes after the impression", breaks: "OMJS: sessionStart is first"
        ) { stage, _ in
            guard let start = omid(stage, "sessionStart").first, let impression = omid(stage, "impression").first else {
                return
            }
            let at = impression.at + 900_000
            stage.move(start, to: at, "sessionStart after impression", beside: [impression])
            restamp(start.id, to: at, &stage)
        },
        fault(
            "omid.finish-missing", "The session is never finished",
            breaks: "OMJS, Criteo guide step 5: sessionFinish is last"
        ) { stage, _ in
            for finish in omid(stage, "sessionFinish") {
                stage.drop([finish], "no sessionFinish")
                guard let owner = finish.owner, let complete = stage.reports(of: "complete", owner: owner).last else {
                    continue
                }
                // Ten seconds of other traffic show that there was time for it.
                if let later = stage.intents.first(where: { $0.family == "ambient" && $0.at > complete.at + 10_000_000 }
                ) {
                    stage.breaches[stage.breaches.count - 1].proofs = [[.intent(complete.id), .intent(later.id)]]
                }
            }
        },
        fault(
            "omid.event-after-finish", "A quartile is published after the session was finished",
            breaks: "OMJS: sessionFinish is last"
        ) { stage, _ in
            guard let finish = omid(stage, "sessionFinish").first, let complete = omid(stage, "complete").first else {
                return
            }
            let at = finish.at + 1_500_000
            stage.move(complete, to: at, "complete after sessionFinish", beside: [finish])
            restamp(complete.id, to: at, &stage)
        },
        fault(
            "omid.second-session", "Coming back from the background makes a second session for the same ad",
            breaks: "OMFAQ: one session per ad"
        ) { stage, stream in
            guard let start = omid(stage, "sessionStart").first, let half = omid(stage, "midpoint").first,
                let owner = half.owner
            else { return }
            let old = session(start.url)
            let new = stream.uuid()
            let later = stage.intents.filter { $0.family == "omid" && $0.owner == owner && $0.at >= half.at }
            for intent in later {
                stage.alter(intent, "an event in another session", kind: .misplaced) {
                    $0.url = $0.url.replacing(old, with: new)
                }
            }
        },
    ]

    private static let events: [Fault] = [
        twice("impression", "omid.impression-twice"), twice("start", "omid.start-twice"),
        twice("midpoint", "omid.midpoint-twice"), twice("complete", "omid.complete-twice"),
        twice("loaded", "omid.loaded-twice"),
        lacks("firstQuartile", "omid.first-quartile-missing"), lacks("midpoint", "omid.midpoint-missing"),
        lacks("start", "omid.start-missing"), lacks("impression", "omid.impression-missing"),
        fault("omid.everything-twice", "The host delivers each event twice", breaks: once) { stage, _ in
            for intent in stage.intents
            where intent.family == "omid" && intent.owner != "banner" && intent.event != "verification"
                && intent.event != "script"
            {
                stage.repeatIntent(intent, after: 30_000, "delivered twice")
            }
        },
        fault(
            "omid.resume-missing", "resume is never published after a pause", breaks: "OMJS: pause and resume pair up",
            .warning, viewer: "pause"
        ) { stage, _ in
            stage.drop(omid(stage, "resume"), "no resume")
        },
        fault(
            "omid.buffer-finish-missing", "bufferFinish is never published",
            breaks: "OMJS: bufferStart and bufferFinish pair up", .warning, viewer: "stall"
        ) { stage, _ in
            stage.drop(omid(stage, "bufferFinish"), "no bufferFinish")
        },
        fault(
            "omid.volume-missing", "mute sends no volumeChange", breaks: "Criteo guide: mute sends volumeChange",
            .warning, viewer: "mute"
        ) { stage, _ in
            let changes = omid(stage, "volumeChange")
            guard let mute = stage.reports(of: "mute").first(where: { $0.family == "vast" }), !changes.isEmpty else {
                return
            }
            silence(changes, "no volumeChange", shownBy: mute, &stage)
        },
        fault(
            "omid.click-missing", "A tap sends no adUserInteraction", breaks: "Criteo guide: adUserInteraction(click)",
            .warning, viewer: "tap"
        ) { stage, _ in
            let taps = omid(stage, "adUserInteraction")
            guard let click = stage.reports(of: "clickTracking").first, !taps.isEmpty else { return }
            silence(taps, "no adUserInteraction", shownBy: click, &stage)
        },
        fault(
            "omid.out-of-step", "OMID's quartiles run three seconds behind VAST's",
            breaks: "OMJS, Criteo guide: at the same time", .warning, seconds: 20
        ) { stage, _ in
            for event in ["firstQuartile", "midpoint"] {
                for intent in omid(stage, event) {
                    let other = stage.reports(of: event, owner: intent.owner).filter { $0.family == "vast" }
                    stage.move(
                        intent, to: intent.at + 3_000_000, "\(event) three seconds behind VAST",
                        beside: Array(other.prefix(1)))
                    restamp(intent.id, to: intent.at + 3_000_000, &stage)
                    // Whose tracker the other is, the document says.
                    stage.breaches[stage.breaches.count - 1].known = stage.documents(of: intent.owner)
                }
            }
        },
    ]

    private static let contents: [Fault] = [
        altered(
            "omid.parameters-wrong", "The session has other verification parameters than the document",
            breaks: "VAST 4.3 3.17.5: verbatim", in: "sessionStart", from: "iabtechlab-Shopmarket",
            to: "iabtechlab-Test", isDeclared: true),
        altered(
            "omid.duration-zero", "start carries a duration of 0", breaks: "OMJS media events: a duration above 0",
            in: "start", from: "duration", to: "duration", number: "0"),
        altered(
            "omid.skippable-wrong", "loaded says skippable, the document does not", breaks: "OMAPI VASTProperties",
            severity: .warning, in: "loaded", from: "skippable%5D=false", to: "skippable%5D=true",
            alsoJSON: ("%22skippable%22%3Afalse", "%22skippable%22%3Atrue%2C%22skipOffset%22%3A5"), isDeclared: true),
        altered(
            "omid.not-in-view", "The impression says that the ad view was not found",
            breaks: "OMSVC: geometry at impression", in: "impression", from: "percentageInView%5D=100",
            to: "percentageInView%5D=0", alsoJSON: ("%22percentageInView%22%3A100", "%22percentageInView%22%3A0"),
            reasons: true),
    ]

    private static func altered(
        _ id: String, _ title: String, breaks: String, severity: Fault.Severity = .error, in event: String,
        from: String,
        to: String, alsoJSON: (String, String)? = nil, number: String? = nil, reasons: Bool = false,
        isDeclared: Bool = false
    ) -> Fault {
        fault(id, title, breaks: breaks, severity) { stage, _ in
            let length = stage.script[AdSales.length]
            let lengths = [length, length - stage.script[Measurement.reportedLength]]
            for intent in omid(stage, event) {
                stage.alter(intent, title) { intent in
                    if let number {
                        for now in lengths {
                            intent.url = intent.url.replacing("duration%5D=\(now)&", with: "duration%5D=\(number)&")
                                .replacing("%22duration%22%3A\(now)%2C", with: "%22duration%22%3A\(number)%2C")
                        }
                    } else {
                        intent.url = intent.url.replacing(from, with: to)
                    }
                    if let alsoJSON { intent.url = intent.url.replacing(alsoJSON.0, with: alsoJSON.1) }
                    if reasons {
                        intent.url = intent.url.replacing("reasons%5D=%5B%5D", with: "reasons%5D%5B0%5D=notFound")
                            .replacing("%22reasons%22%3A%5B%5D", with: "%22reasons%22%3A%5B%22notFound%22%5D")
                    }
                }
                // It is wrong beside what the document says.
                if isDeclared {
                    stage.breaches[stage.breaches.count - 1].known = stage.documents(of: intent.owner)
                }
            }
        }
    }

    private static func session(_ url: String) -> String {
        URLText.fields(url).first { $0.name == "adSessionId" }?.value ?? "-"
    }

    /// Events carry their own time.
    private static func restamp(_ intent: Int, to moment: Microseconds, _ stage: inout Stage) {
        guard let place = stage.intents.firstIndex(where: { $0.id == intent }),
            let stamp = URLText.fields(stage.intents[place].url).first(where: { $0.name == "timestamp" })?.value
        else { return }
        stage.intents[place].url = stage.intents[place].url.replacing(stamp, with: String(moment / 1_000))
    }
}
