/// What IAB's compliance script sends: each event of the ad session, as a request of its own (OMJS).
struct OMIDSession: Sendable {
    static let host = "compliance.iabtechnologylab.com"
    private let play: AdPlay
    private let session: String
    private var stream: Randomness
    private var sent: [(event: String, at: Microseconds, intent: Int)] = []

    /// Follows a playback from its beginning to its end.
    static func follow(_ play: AdPlay, on stage: inout Stage) {
        var session = OMIDSession(play, stage)
        session.opens(on: &stage)
        guard !stage.has(.omidUnsupported) else { return }
        session.plays(on: &stage)
        session.owes(on: &stage)
    }

    private init(_ play: AdPlay, _ stage: Stage) {
        self.play = play
        stream = stage.dice.stream("omid \(play.ad.id)")
        session = stream.uuid()
    }

    /// The script says that it runs, and the session starts.
    private mutating func opens(on stage: inout Stage) {
        let begin = play.watching.begin
        let isSupported = !stage.has(.omidUnsupported)
        plain("version=1.5.2-iab5037", at: begin - .milliseconds(320), on: &stage)
        plain("supported=\(isSupported ? "yes" : "no")", at: begin - .milliseconds(310), on: &stage)
        guard isSupported else {
            let last = stage.intents.count - 1
            return stage.blame(
                [last], kind: .undue, "the script finds no OMID: no session is started, and nothing says so",
                event: "supported=no", owner: play.ad.id, family: "omid")
        }
        let start = OMIDFields.sessionStart(creative: "video", on: VASTPlayer.platform(of: stage.script))
        event("sessionStart", at: begin - .milliseconds(240), start, on: &stage)
        event("geometryChange", at: begin - .milliseconds(190), OMIDFields.geometry(percent: 100), on: &stage)
        event("loaded", at: begin - .milliseconds(150), loaded(stage), on: &stage)
    }

    private func loaded(_ stage: Stage) -> [(String, JSON)] {
        OMIDFields.loaded(play.ad, isPreroll: stage.script[VASTPlayer.contentBefore] == 0)
    }

    private mutating func plays(on stage: inout Stage) {
        let volume = stage.script[Measurement.startsMuted] ? 0.0 : 1.0
        for (name, at) in play.firings.sorted(by: { $0.at < $1.at }) {
            let lag: Microseconds = .milliseconds(stream.double(1...25))
            switch name {
            case "impression": event(name, at: at + lag, OMIDFields.impression, on: &stage)
            case "start":
                let length = play.length.asSeconds
                event(
                    name, at: at + lag,
                    [
                        ("duration", .number(length)), ("mediaPlayerVolume", .number(volume)),
                        ("videoPlayerVolume", .number(volume)), ("deviceVolume", 0.5),
                    ], on: &stage)
            case "firstQuartile", "midpoint", "thirdQuartile", "complete", "pause", "resume":
                event(name, at: at + lag, nil, on: &stage)
            case "mute", "unmute":
                let now: JSON = name == "mute" ? 0 : 1
                event(
                    "volumeChange", at: at + lag,
                    [("mediaPlayerVolume", now), ("videoPlayerVolume", now), ("deviceVolume", 0.5)], on: &stage)
            case "clickTracking":
                event("adUserInteraction", at: at + lag, [("interactionType", "click")], on: &stage)
            case "skip": event("skipped", at: at + lag, nil, on: &stage)
            default: break
            }
        }
        for span in play.watching.spans where span.state == .stalled {
            event("bufferStart", at: span.wall.lowerBound + 5_000, nil, on: &stage)
            event("bufferFinish", at: span.wall.upperBound + 5_000, nil, on: &stage)
        }
        event("sessionFinish", at: play.watching.end + .milliseconds(stream.double(60...140)), nil, on: &stage)
    }

    private mutating func owes(on stage: inout Stage) {
        let finish = sent.last { $0.event == "sessionFinish" }
        for item in sent where item.event != "geometryChange" {
            // Whatever comes later in the session shows that this was due.
            let later = sent.filter { $0.at > item.at + 300_000 }.map { [Trace.intent($0.intent)] }
            // Only who saw what it ends knows that it had to come.
            let opening = ["resume": "pause", "bufferFinish": "bufferStart"][item.event]
            let opened = sent.last { $0.event == opening && $0.at < item.at }
            stage.owe(
                item.event, owner: play.ad.id, family: "omid", by: "OMJS: events of a session", .owed,
                because: "the session went on", within: item.at - 300_000...item.at + 1_500_000,
                fulfilledBy: [item.intent], knownFrom: opened.map { [.intent($0.intent)] } ?? [], proofs: later,
                hosts: [Self.host])
        }
        AdProofs(play).isPassed(by: sent.map { ($0.event, $0.intent) }, on: &stage)
        // The end of the session shows why the ad's own events stop. A player may look at its clock once a second (Criteo
        // guide): one that ends as near to the ad's own end says nothing of whether that was reached.
        guard let finish, play.watching.ending != .completed else { return }
        let isNearEnd = play.watching.length - play.watching.position(at: play.watching.end) < 1_250_000
        for place in stage.dues.indices
        where stage.dues[place].owner == play.ad.id && stage.dues[place].state == .notOwed
            && !(isNearEnd && stage.dues[place].event == "complete")
        {
            stage.dues[place].excuses.append([.intent(finish.intent)])
        }
    }

    private mutating func event(
        _ type: String, at moment: Microseconds, _ data: [(String, JSON)]?, on stage: inout Stage
    ) {
        let url =
            "https://\(Self.host)/omsdk/sendmessage.json?"
            + OMIDFields.query(session: session, at: moment, type: type, data: data)
        let intent = stage.send(
            at: moment + .milliseconds(stream.double(2...12)), url, .beacon, family: "omid", owner: play.ad.id,
            event: type, means: .image, answer: Answer(type: "application/json", text: "{}", bytes: 2))
        sent.append((type, moment, intent))
    }

    private func plain(_ query: String, at moment: Microseconds, on stage: inout Stage) {
        stage.send(
            at: moment, "https://\(Self.host)/omsdk/sendmessage.json?" + query, .beacon, family: "omid",
            owner: play.ad.id, event: "script", means: .image)
    }

    /// A display ad beside the video: a session without media events.
    static func banner(at moment: Microseconds, until end: Microseconds, on stage: inout Stage) {
        var stream = stage.dice.stream("omid banner")
        let session = stream.uuid()
        stage.spared.append(session)
        let events: [(String, Microseconds, [(String, JSON)]?)] = [
            (
                "sessionStart", moment,
                OMIDFields.sessionStart(creative: "nativeDisplay", on: VASTPlayer.platform(of: stage.script))
            ),
            ("geometryChange", moment + 90_000, OMIDFields.geometry(percent: 100)),
            ("loaded", moment + 160_000, [("creativeType", "nativeDisplay"), ("impressionType", "beginToRender")]),
            ("impression", moment + 400_000, OMIDFields.impression),
            ("sessionFinish", end, nil),
        ]
        for (type, at, data) in events {
            let query = OMIDFields.query(session: session, at: at, type: type, data: data)
            stage.send(
                at: at + 8_000, "https://\(host)/omsdk/sendmessage.json?" + query, .beacon, family: "omid",
                owner: "banner", event: type, means: .image,
                answer: Answer(type: "application/json", text: "{}", bytes: 2))
        }
    }
}

extension Quirk {
    /// The script runs in a web view without OMID's service.
    static let omidUnsupported: Quirk = "omid.unsupported"
}
