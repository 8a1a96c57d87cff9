/// Puts a plot on the stage: lines, requests, what was due, and what is wrong.
struct NielsenDelivery {
    /// Pseudo-lines that a recorder lists where its log has every call, and where it keeps the types of values.
    static let everyCall = -1
    static let types = -2
    /// And where it has what the player did.
    static let events = -3

    let plot: NielsenPlot
    private var lines: [Int: Int] = [:]
    private var intents: [Int: Int] = [:]
    private var inits: [Int] = []

    init(_ plot: NielsenPlot) { self.plot = plot }

    func deliver(on stage: inout Stage) {
        var delivery = self
        delivery.write(on: &stage)
        delivery.send(on: &stage)
        delivery.surround(on: &stage)
        delivery.owe(on: &stage)
        delivery.blame(on: &stage)
        delivery.declare(on: &stage)
    }

    private mutating func write(on stage: inout Stage) {
        for launch in plot.launches {
            stage.call(
                at: launch.at - 3_000, kind: "header", source: "", "header",
                fields: [
                    ("clock", "epoch_ms"), ("app", .text(plot.publisher.bundle)),
                    ("appver", .text(plot.publisher.version)),
                    ("os", .text("iOS " + plot.device.system)), ("sdk", .text("ai." + plot.settings.version)),
                    ("flavour", .text(plot.script[NielsenKnobs.flavour].word)), ("att", .text(launch.att)),
                    ("build", "release"), ("market", "se"),
                ])
            for instance in launch.instances where !launch.isDead {
                inits.append(
                    stage.call(
                        at: instance.at, source: "nielsen", "init", instance: instance.name,
                        fields: [("args", .object(instance.appInfo))]))
            }
        }
        for call in plot.calls {
            let fields = call.kind == .event ? call.details : call.args.map { [("args", $0)] } ?? []
            lines[call.id] = stage.call(
                at: call.at, kind: call.kind == .event ? "event" : "call",
                source: call.kind == .event ? "player" : "nielsen", call.name, instance: call.instance, fields: fields)
            if call.isCall("optOutURL") {
                stage.send(
                    at: call.at + 220_000, "https://priv-policy.imrworldwide.com/priv/mobile/se/sv/optout.html", .page,
                    family: "nielsen", owner: "app", event: "optOutPage", means: .navigation,
                    answer: .document("<!doctype html><title>Dina val</title>", type: "text/html"))
            }
        }
    }

    private mutating func send(on stage: inout Stage) {
        for ping in plot.pings {
            var answer = Answer(status: ping.status, type: "image/gif", bytes: ping.status == 200 ? 44 : 0)
            if ping.kind == .config { answer = .document(config, type: "application/json") }
            intents[ping.id] = stage.send(
                at: ping.sent, ping.url, ping.kind == .config ? .document : .beacon, family: "nielsen",
                owner: ping.owner, event: "\(ping.kind.rawValue)\(ping.isFinal ? " final" : "")", answer: answer)
        }
    }

    private var config: String {
        JSON.object([
            ("nol_appid", .text(plot.publisher.appid)), ("nol_clientid", .text(plot.publisher.client)),
            ("nol_segmentLength", "5"), ("nol_segmentValue", "60"), ("nol_dcrsfcode", "sw"),
            ("nol_pauseTimeout", "1800"),
            ("nol_emm_ttl", "86400"), ("nol_fpid_ttl", "180"), ("nol_maxPingCount", "1"),
        ]).written
    }

    /// The app around it: its start, its media, and what it does when all is over.
    private func surround(on stage: inout Stage) {
        let (api, media) = ("https://" + plot.publisher.api, "https://" + plot.publisher.media)
        for launch in plot.launches {
            for (step, path) in ["/v2/start?platform=ios", "/v2/channels", "/v2/home?rows=8"].enumerated() {
                stage.send(
                    at: launch.at - 700_000 + step * 260_000, api + path, .ambient, family: "ambient",
                    answer: .document("{\"ok\":true}", type: "application/json"))
            }
        }
        var stream = stage.dice.stream("nielsen media")
        for fetch in plot.fetches {
            stage.send(
                at: fetch, media + "/hls/1080/seg_\(stream.digits(6)).m4s", .media, family: "ambient", means: .media,
                answer: .media("video/mp4", bytes: 1_204_880))
        }
        let last = Swift.max(stage.end, plot.launches.map(\.end).max() ?? stage.end)
        for step in 1...4 {
            stage.send(
                at: last + step * 4_100_000, api + "/v2/recommendations?row=\(step)", .ambient, family: "ambient",
                answer: .document("{\"items\":[]}", type: "application/json"))
        }
    }

    // MARK: Truth

    private func owe(on stage: inout Stage) {
        for ping in plot.pings where ping.kind == .view || ping.kind == .duration {
            guard let intent = intents[ping.id] else { continue }
            let lines = plot.calls.filter {
                $0.launch == ping.launch && $0.instance == ping.instance && $0.owner == ping.owner && $0.kind == .call
            }
            let sign = ping.kind == .view ? lines.first(where: \.isPosition) : lines.last { !$0.isPosition }
            stage.owe(
                ping.kind == .view ? "view" : "D", owner: ping.owner, family: "nielsen",
                by: "CFG, ADOBE; S4", .owed, because: "played", within: ping.created...ping.created + 3_000_000,
                fulfilledBy: [intent], proofs: sign.flatMap { self.lines[$0.id] }.map { [[.call($0)]] } ?? [],
                hosts: [ping.host])
        }
        for view in plot.pings where view.kind == .view {
            let isClosed = plot.pings.contains { $0.isFinal && $0["c59"] == view["c59"] }
            guard !isClosed, let intent = intents[view.id] else { continue }
            stage.owe(
                "D", owner: view.owner, family: "nielsen", by: "CFG, ADOBE", .possible,
                because: "the viewing was never closed", within: view.created...stage.end, knownFrom: [.intent(intent)],
                hosts: [view.host])
        }
        oweWhatWasLeft(on: &stage)
        if plot.script[NielsenKnobs.disabled] {
            stage.owe(
                "view", owner: "app", family: "nielsen", by: "S4 Disabled state; R-004-52", .notOwed,
                because: "appDisableApi", within: stage.begin...stage.end)
        }
        // A gap without events may be anything.
        for call in plot.calls where call.kind == .event {
            guard let line = lines[call.id] else { continue }
            stage.owe(
                "stop", owner: call.owner, family: "nielsen", by: "S4 interruption scenarios", .notOwed,
                because: call.name, within: call.at...call.at, excuses: [[.call(line)]])
        }
    }

    /// Ads were measured and their content was not, because the viewer left before it began: only the log shows that.
    private func oweWhatWasLeft(on stage: inout Stage) {
        let starts = Dictionary(grouping: plot.pings) { "\($0.launch) \($0.instance)" }
        for pings in starts.values {
            guard let ad = pings.first(where: \.isAd), !pings.contains(where: { $0.kind == .view && !$0.isAd }) else {
                continue
            }
            stage.owe(
                "view", owner: ad.owner, family: "nielsen", by: "S4 use case 2", .notOwed,
                because: "the viewer left before the content", within: ad.created...ad.created,
                excuses: [[.call(Self.everyCall)]], hosts: [ad.host])
        }
    }

    private func blame(on stage: inout Stage) {
        for breach in plot.breaches {
            var evidence = breach.calls.compactMap { lines[$0] }.map(Trace.call)
            evidence += breach.pings.compactMap { intents[$0] }.map(Trace.intent)
            if breach.inits, let first = inits.first { evidence.append(.call(first)) }
            guard !evidence.isEmpty else { continue }
            if breach.pings.isEmpty, breach.kind == .misplaced { evidence.append(.call(Self.everyCall)) }
            if breach.pings.isEmpty, breach.kind == .malformed, breach.event == "loadMetadata" || breach.inits {
                evidence.append(.call(Self.types))
            }
            if breach.needsEvents { evidence.append(.call(Self.events)) }
            let isMissing = breach.kind == .missing
            stage.breaches.append(
                Breach(
                    kind: breach.kind, event: breach.event, owner: breach.owner, family: "nielsen", words: breach.words,
                    due: nil, evidence: isMissing ? [] : evidence, proofs: isMissing ? [evidence] : [],
                    hosts: breach.hosts,
                    window: breach.window, names: [plot.publisher.channel]))
        }
    }

    private func declare(on stage: inout Stage) {
        let script = plot.script
        stage.facts += [
            ("capture.appBuild", "release"), ("nielsen.market", "se"), ("expect.families", ["nielsen"]),
            ("nielsen.flavour", .text(script[NielsenKnobs.flavour].word)),
        ]
        if script[NielsenKnobs.att] != .revoked {
            stage.facts.append(("privacy.attStatus", .text(script[NielsenKnobs.att].rawValue)))
        }
        switch script[NielsenKnobs.fpid] {
        case .on: stage.facts.append(("nielsen.enableFpid", true))
        case .off: stage.facts.append(("nielsen.enableFpid", false))
        case .unset, .askedLater: break
        }
        switch NielsenKnobs.optOut(of: script) {
        case .already: stage.facts.append(("nielsen.optedOut", true))
        case .before:
            stage.facts.append(("nielsen.optedOut", true))
            if let call = plot.calls.first(where: { $0.isCall("userOptOut") }) {
                stage.facts.append(("nielsen.optedOutAt", .text(Calendar.iso(call.at))))
            }
        case .never, .outAndIn: break
        }
    }
}
