/// An app that does as Nielsen's guide for Sweden says: follows its viewer and tells the SDK.
struct NielsenPlayer {
    struct Content {
        var assetid: String
        var program: String
        var title: String
        var seconds: Int
        var isLive: Bool
        var channel: String
        /// Positions at which there are breaks, with the ids of their ads; -1 before, and the length after the content.
        var breaks: [(at: Int, ads: [String])]
    }

    let script: Script
    let publisher: NielsenPublisher
    let skew: Microseconds
    let launch: Int
    let instance: String
    var now: Microseconds
    var random: Randomness
    var acts: [Act]
    let begin: Microseconds
    var calls: [NielsenCall] = []
    /// When media were fetched.
    var fetches: [Microseconds] = []
    private var owner = "app"
    private var part = 0
    private var position: Int?

    init(
        script: Script, publisher: NielsenPublisher, launch: Int, instance: String, begin: Microseconds,
        now: Microseconds, random: Randomness, acts: [Act]
    ) {
        self.script = script
        self.publisher = publisher
        skew = .milliseconds(Double(script[NielsenKnobs.skew]))
        self.launch = launch
        self.instance = instance
        self.begin = begin
        self.now = now
        self.random = random
        self.acts = acts
    }

    // MARK: A viewing

    mutating func watch(_ content: Content) {
        owner = content.assetid
        call("play", .object([("channelName", .text(content.channel))]))
        now += .milliseconds(random.double(20...90))
        load(content)
        var from = content.isLive ? (now + skew) / 1_000_000 - 9 : 0
        for pod in content.breaks where pod.at < 0 {
            guard show(pod.ads, type: "preroll") else { return }
            load(content)
        }
        for pod in content.breaks where pod.at > 0 && pod.at < content.seconds {
            guard run(content: content, from: &from, to: pod.at) else { return }
            call("stop")
            now += .milliseconds(random.double(80...400))
            guard show(pod.ads, type: "midroll") else { return }
            load(content)
            from = pod.at + 1
        }
        guard run(content: content, from: &from, to: content.isLive ? from + content.seconds : content.seconds) else {
            return
        }
        now += .milliseconds(random.double(15...80))
        guard !content.isLive else { return call("stop") }
        if script[NielsenKnobs.stopsBeforeEnd] {
            call("stop")
            now += .milliseconds(random.double(5...40))
        }
        call("end")
        now += .milliseconds(random.double(60...300))
        for pod in content.breaks where pod.at >= content.seconds {
            guard show(pod.ads, type: "postroll") else { return }
        }
    }

    private mutating func load(_ content: Content) {
        owner = content.assetid
        part += 1
        call(
            "loadMetadata",
            .object([
                ("type", "content"), ("assetid", .text(content.assetid)), ("program", .text(content.program)),
                ("title", .text(content.title)), ("length", .text(content.isLive ? "86400" : String(content.seconds))),
                ("ispremiumcontent", "no"), ("isautoplay", content.isLive ? "yes" : "no"),
            ]))
        now += .milliseconds(random.double(30...120))
    }

    private mutating func show(_ ads: [String], type: String) -> Bool {
        let seconds = script[NielsenKnobs.adSeconds]
        guard script[NielsenKnobs.details] == .each else {
            return show(ad: "POD" + ads[0], seconds: seconds * ads.count, type: type, number: 1, of: 1)
        }
        for (place, ad) in ads.enumerated() {
            guard show(ad: ad, seconds: seconds, type: type, number: place + 1, of: ads.count) else { return false }
        }
        return true
    }

    private mutating func show(ad: String, seconds: Int, type: String, number: Int, of count: Int) -> Bool {
        owner = ad
        part += 1
        call(
            "loadMetadata",
            .object([("type", .text(type)), ("assetid", .text(ad)), ("length", .text(String(seconds)))]),
            details: [("number", .int(number)), ("of", .int(count))])
        now += .milliseconds(random.double(40...160))
        guard run(to: seconds, from: 0, isContent: false) else { return false }
        now += .milliseconds(random.double(10...60))
        call("stop")
        now += .milliseconds(random.double(60...250))
        return true
    }

    private mutating func run(content: Content, from: inout Int, to end: Int) -> Bool {
        live = content.isLive
        current = content
        let goesOn = run(to: end, from: from, isContent: true)
        live = false
        return goesOn
    }

    private var live = false
    private var current: Content?

    /// - Returns: whether the viewer stayed.
    private mutating func run(to end: Int, from start: Int, isContent: Bool) -> Bool {
        var place = start
        tick(place)
        if script[NielsenKnobs.observer] { tick(place) }
        while place < end {
            let next = now + 1_000_000
            if let act = acts.first, begin + .seconds(act.at) < next,
                isContent || act.kind == .stall || act.kind == .leave
            {
                acts.removeFirst()
                guard follow(act, before: next, place: &place, end: end) else { return false }
                continue
            }
            now = next
            place += 1
            tick(place)
        }
        // Timers are late by up to 50 ms: what is called next is called after the last position.
        now += 60_000
        return true
    }

    private mutating func tick(_ place: Int) {
        position = place
        if place % 6 == 0 { fetches.append(now + .milliseconds(30)) }
        let late: Microseconds = .milliseconds(abs(random.double(-25...25) + random.double(-25...25)))
        calls.append(
            NielsenCall(
                kind: .call, name: "playheadPosition", instance: instance, launch: launch, at: now + late,
                args: .int(place), owner: owner, part: part, position: place))
    }

    // MARK: What viewers do

    private mutating func follow(_ act: Act, before next: Microseconds, place: inout Int, end: Int) -> Bool {
        let moment = Swift.max(now + 120_000, Swift.min(begin + .seconds(act.at), next - 150_000))
        let length: Microseconds = .seconds(act.value ?? 10)
        switch act.kind {
        case .pause, .background, .networkLost:
            interrupt(act.kind == .background ? .background : act.kind == .networkLost ? .network : nil, moment, length)
            if live, script[NielsenKnobs.liveEdge] { place = Swift.min(end - 1, (now + skew) / 1_000_000 - 10) }
            now += .milliseconds(random.double(100...350))
            advance(&place)
        case .stall:
            event("buffer_start", at: moment)
            event("buffer_end", at: moment + length)
            now = moment + length + .milliseconds(random.double(40...300))
            advance(&place)
        case .seek:
            let target = live ? place - 60 : Swift.max(1, Swift.min(end - 3, Int(act.value ?? 10)))
            guard abs(target - place) > 3 else { return true }
            event("seek", at: moment, [("from", .int(place)), ("to", .int(target))])
            now = moment + .milliseconds(random.double(150...700))
            place = target
            tick(place)
        case .leave:
            now = moment
            call("stop")
            return false
        default: break
        }
        return true
    }

    private mutating func advance(_ place: inout Int) {
        place += 1
        tick(place)
    }

    private mutating func interrupt(_ given: NielsenKnobs.Cause?, _ moment: Microseconds, _ length: Microseconds) {
        // What stops the whole device would stop both of two streams: there the viewer pauses one.
        let cause = script[NielsenKnobs.twoInstances] ? .pause : given ?? script[NielsenKnobs.cause]
        let (begins, ends, details): (String, String, [(String, JSON)]) =
            switch cause {
            case .pause: ("pause", "play", [])
            case .call: ("call", "foreground", [])
            case .alarm: ("alarm", "foreground", [])
            case .lock: ("lock", "foreground", [])
            case .background: ("background", "foreground", [])
            case .headphones: ("route_change", "play", [("type", "headphones_out")])
            case .network: ("network_loss", "network_back", [])
            }
        event(begins, at: moment, details)
        now = moment + .milliseconds(random.double(10...180))
        if script[NielsenKnobs.observer], let position { tick(position) }
        call("stop")
        if script[NielsenKnobs.trailing], length > 3_000_000, let position {
            calls.append(
                NielsenCall(
                    kind: .call, name: "playheadPosition", instance: instance, launch: launch,
                    at: now + .milliseconds(random.double(30...700)), args: .int(position), owner: owner, part: part,
                    position: position))
        }
        now = moment + length
        let style = script[NielsenKnobs.resume]
        if script[NielsenKnobs.logsEnds] || style == .positions { event(ends, at: now) }
        now += .milliseconds(random.double(15...90))
        guard let current else { return }
        if style == .play { call("play", .object([("channelName", .text(current.channel))])) }
        if style != .positions {
            now += .milliseconds(random.double(10...60))
            load(current)
        }
    }

    // MARK: Lines

    mutating func call(_ name: String, _ args: JSON? = nil, details: [(String, JSON)] = []) {
        calls.append(
            NielsenCall(
                kind: .call, name: name, instance: instance, launch: launch, at: now, args: args, details: details,
                owner: owner, part: part, position: position))
    }

    mutating func event(_ name: String, at moment: Microseconds, _ details: [(String, JSON)] = []) {
        calls.append(
            NielsenCall(
                kind: .event, name: name, instance: instance, launch: launch, at: moment, details: details,
                owner: owner, part: part, position: position))
    }
}
