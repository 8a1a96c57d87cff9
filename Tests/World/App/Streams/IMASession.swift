/// What the IMA SDK does while breaks are played: media, beacons, and the events that the app logs.
struct IMASession {
    let interlude: Interlude
    let ads: [GoogleAd]
    let requests: [Int: Int]
    var media: [Fetched]
    var dice: Randomness
    private var sent: [(ad: Int, event: String, at: Microseconds, id: Int)] = []

    init(
        interlude: Interlude, ads: [GoogleAd], requests: [Int: Int], media: [Fetched],
        dice: Randomness
    ) {
        (self.interlude, self.ads, self.requests, self.media, self.dice) = (interlude, ads, requests, media, dice)
    }

    mutating func run(on stage: inout Stage) {
        let isLogged = stage.script[IMAApp.logs]
        if isLogged { header(on: &stage) }
        for pod in interlude.show.programme.breaks.indices where requests[pod] != nil {
            let own = interlude.show.programme.ads(of: pod)
            guard let begin = own.first.flatMap({ reached($0, 0) }) else { continue }
            let total = own.count
            let startTime = interlude.contentPosition(of: pod) / 1_000
            let position = startTime == 0 ? "preroll" : "midroll"
            let facts: [(String, JSON)] = [
                ("position", .text(position)), ("startTime", .int(startTime)), ("totalAds", .int(total)),
            ]
            log(isLogged, begin + 20_000, "adBreakStart", facts, on: &stage)
            for ad in own { play(ad, total: total, isLogged: isLogged, on: &stage) }
            guard let last = own.last, let over = reached(last, 4) else { continue }
            log(isLogged, over + 180_000, "adBreakEnd", facts, on: &stage)
            log(isLogged, over + 380_000, "adCompletedAll", [], on: &stage)
        }
        owe(on: &stage)
        if stage.script[HARWithLog.jump] != 0 {
            stage.owe(
                "log", owner: "clock", family: "ima", by: "S1: the log agrees with the beacons", .possible,
                because: "the clock of the log jumps", within: stage.begin...stage.end)
        }
        for (pod, request) in requests {
            stage.owe(
                "ad request", owner: "break \(pod + 1)", family: "ima", by: "S1: an ad request for each break", .owed,
                because: "play came near the break", within: stage.begin...stage.end, fulfilledBy: [request])
        }
    }

    /// When play got to a quarter of an ad.
    private func reached(_ ad: Int, _ quarter: Int) -> Microseconds? {
        let range = interlude.ads[ad].range
        return interlude.playback.crossings(of: range.lowerBound + range.count * quarter / 4, beginning: quarter == 0)
            .first
    }

    private mutating func play(_ number: Int, total: Int, isLogged: Bool, on stage: inout Stage) {
        let ad = ads[number]
        let place = interlude.ads[number].place
        guard let begin = reached(number, 0) else { return }
        let asked = requests[interlude.ads[number].pod].map { stage.intents[$0].at } ?? begin
        fetch(ad, at: max(begin - 850_000, asked + 250_000), on: &stage)
        fire(number, "impression", at: begin + 40_000, 0, on: &stage)
        fire(number, "creativeView", at: begin + 45_000, 0, on: &stage)
        let known: [(String, JSON)] = [("adId", .text(ad.id)), ("sequence", .int(place)), ("totalAds", .int(total))]
        log(
            isLogged, begin + 120_000, "adStart",
            known + [("duration", .number(Double(ad.duration) / 1_000)), ("isSkippable", false), ("title", "Test ad")],
            on: &stage)
        fire(number, "start", at: begin + dice.int(60_000...220_000), 0, on: &stage)
        let quarters = [
            ("firstQuartile", "adFirstQuartile"), ("midpoint", "adMidpoint"), ("thirdQuartile", "adThirdQuartile"),
            ("complete", "adEnd"),
        ]
        for (quarter, names) in quarters.enumerated() {
            guard let at = reached(number, quarter + 1) else { break }
            let late = quarter == 3 ? dice.int(-60_000 ... -10_000) : dice.int(5_000...180_000)
            fire(number, names.0, at: at + late, ad.duration * (quarter + 1) / 4, on: &stage)
            log(
                isLogged, at + (quarter == 3 ? 10_000 : 60_000), names.1, quarter == 3 ? Array(known.prefix(2)) : known,
                on: &stage)
        }
        interrupted(number, isLogged: isLogged, known: known, on: &stage)
    }

    /// A pause and its end are reported each time.
    private mutating func interrupted(_ number: Int, isLogged: Bool, known: [(String, JSON)], on stage: inout Stage) {
        let range = interlude.ads[number].range
        for (act, at) in stage.acts {
            guard let position = interlude.playback.position(at: at), range.contains(position) else { continue }
            switch act.kind {
            case .pause:
                fire(number, "pause", at: at + 30_000, position - range.lowerBound, on: &stage)
                log(isLogged, at + 20_000, "adPause", known, on: &stage)
            case .resume:
                fire(number, "resume", at: at + 30_000, position - range.lowerBound, on: &stage)
                log(isLogged, at + 20_000, "adResume", known, on: &stage)
            default: continue
            }
        }
    }

    private mutating func fire(
        _ number: Int, _ event: String, at moment: Microseconds, _ position: Int, on stage: inout Stage
    ) {
        let ad = ads[number]
        let template = event == "impression" ? ad.impression : ad.tracker(event)
        let id = stage.send(
            at: moment, ad.sent(template, at: position, from: &dice), .beacon, family: "vast", owner: ad.id,
            event: event, means: .image, template: template)
        sent.append((number, event, moment, id))
    }

    private mutating func fetch(_ ad: GoogleAd, at moment: Microseconds, on stage: inout Stage) {
        var answer = Answer(status: 302, type: "text/html", bytes: 0)
        answer.headers = [Header("Location", ad.mediaTarget)]
        stage.send(at: moment, ad.mediaFile, .media, family: "vast", owner: ad.id, means: .media, answer: answer)
        let id = stage.send(
            at: moment + 70_000, ad.mediaTarget, .media, family: "vast", owner: ad.id, means: .media, answer: .media())
        media.append(Fetched(id: id, at: moment + 70_000, ad: ads.firstIndex { $0.id == ad.id }))
    }

    private func header(on stage: inout Stage) {
        stage.call(
            at: stage.begin, kind: "header", source: "ima", "header",
            fields: [
                ("app", "www.vtv-demo.no"), ("os", "Windows 10"), ("sdk", "ima.h.3.672.0"), ("flavour", "none"),
                ("build", "debug"),
            ])
    }

    private func log(
        _ isLogged: Bool, _ moment: Microseconds, _ name: String, _ fields: [(String, JSON)], on stage: inout Stage
    ) {
        guard isLogged else { return }
        stage.call(at: moment, kind: "event", source: "ima", name, fields: fields)
    }

    private func owe(on stage: inout Stage) {
        let ordered = sent.sorted { $0.at < $1.at }
        for (place, firing) in ordered.enumerated() {
            let later = ordered[(place + 1)...].filter { $0.at > firing.at + 500_000 && $0.event != "resume" }
            let own = later.filter { $0.ad == firing.ad }.map { [Trace.intent($0.id)] }
            let others = later.filter { $0.ad != firing.ad }.map(\.id)
            let shown = Fetched.proofs(of: firing.ad, at: firing.at, media: media, later: others)
            let isPaused = ["pause", "resume"].contains(firing.event)
            stage.owe(
                firing.event, owner: ads[firing.ad].id, family: "vast",
                by: isPaused ? "VAST 4.3 3.14.1: pause and resume each time" : "VAST 4.3 3.14.1: once, at its position",
                .owed, because: "the viewer saw it", within: firing.at - 1_250_000...firing.at + 2_000_000,
                fulfilledBy: [firing.id],
                knownFrom: requests[interlude.ads[firing.ad].pod].map { [.intent($0)] } ?? [],
                proofs: isPaused ? [] : own + shown,
                hosts: ["pubads.g.doubleclick.net"])
        }
        for (number, ad) in ads.enumerated() {
            let reported = Set(sent.filter { $0.ad == number }.map(\.event))
            for event in ["impression", "start", "firstQuartile", "midpoint", "thirdQuartile", "complete"]
            where !reported.contains(event) {
                stage.owe(
                    event, owner: ad.id, family: "vast", by: "VAST 4.3 3.14.1", .notOwed,
                    because: "play did not get there", within: stage.begin...stage.end,
                    knownFrom: requests[interlude.ads[number].pod].map { [.intent($0)] } ?? [],
                    hosts: ["pubads.g.doubleclick.net"])
            }
        }
    }
}
