/// An app with the Nielsen SDK for Sweden (S4): launches, viewers, calls, requests.
struct NielsenApp: AppKind {
    let name = "nielsen"
    let weight = 3
    let knobs = NielsenKnobs.all

    func acts(for script: Script) -> [Act] {
        var random = script.dice.stream("nielsen acts")
        guard script[NielsenKnobs.drawsActs], random.chance(0.55) else { return [] }
        let length = Double(script[NielsenKnobs.seconds])
        var acts: [Act] = []
        for _ in 0..<random.int(1...2) {
            let at = random.double(14...(length + 10)).rounded()
            let act: Act =
                switch random.weighted([(0, 5), (1, 3), (2, 2), (3, 1), (4, 1)]) {
                case 0: Act(.pause, at: at, value: Double(random.weighted([(random.int(3...60), 9), (1_990, 1)])))
                case 1: Act(.stall, at: at, value: Double(random.int(3...22)))
                case 2: Act(.seek, at: at, value: Double(random.int(5...Int(length) - 10)))
                case 3: Act(.leave, at: at)
                default: Act(.background, at: at, value: Double(random.int(4...40)))
                }
            acts.append(act)
        }
        return acts
    }

    func perform(on stage: inout Stage) {
        NielsenDelivery(Self.plot(of: stage)).deliver(on: &stage)
    }

    static func plot(of stage: Stage) -> NielsenPlot {
        let script = stage.script
        let fault = script.fault.flatMap(NielsenFault.named)
        var random = stage.dice.stream("nielsen device")
        let publisher = NielsenPublisher.all[script[NielsenKnobs.publisher] % NielsenPublisher.all.count]
        let skew: Microseconds = .milliseconds(Double(script[NielsenKnobs.skew]))
        let days = script[NielsenKnobs.fpidDays]
        let began = (stage.begin + skew) / 1_000_000
        var device = NielsenDevice(
            advertisingId: random.hex(64), vendorId: random.uuid(),
            system: random.pick(["17.5.1", "18.1", "16.7.2", "17.4"]),
            model: random.pick(["iPhone15,2", "iPhone14,5", "iPad13,4"]), skew: skew)
        if days >= 0 {
            let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
            let made = began - days * 86_400 - 4_000
            device.fpid = (String((0..<29).map { _ in random.pick(letters) }) + String(made), made)
            device.lastEMM = began - random.int(2_000...80_000)
        }
        var plot = NielsenPlot(
            script: script, publisher: publisher, device: device, random: stage.dice.stream("nielsen fault"))
        plot.settings.sendsAdViews = script[NielsenKnobs.adViews]
        plot.settings.version = random.pick(["9.2.0.0", "9.4.1.0", "10.0.0.0"])
        if script[NielsenKnobs.vtwenty], script[NielsenKnobs.att] == .authorized,
            script[NielsenKnobs.flavour] == .global
        {
            plot.settings.pingHost = "secure-dcr.vtwenty.com"
        }
        Self.act(out: &plot, from: stage)
        plot.number()
        fault?.calls?(&plot)
        plot.number()
        fault?.settings?(&plot.settings)
        Self.answer(&plot)
        plot.number()
        fault?.pings?(&plot)
        plot.number()
        if let fault, plot.breaches.isEmpty { fault.consequence?(&plot) }
        return plot
    }

    // MARK: What the app says

    private static func act(out plot: inout NielsenPlot, from stage: Stage) {
        let script = plot.script
        var random = stage.dice.stream("nielsen launches")
        var now = stage.begin + .milliseconds(random.double(900...3_500))
        var acts = script.acts
        for number in 0..<script[NielsenKnobs.launches] {
            var setup = stage.dice.stream("nielsen launch \(number)")
            var launch = open(number, at: now, script: script, publisher: plot.publisher)
            var active = launch.instances[0].name
            var player = NielsenPlayer(
                script: script, publisher: plot.publisher, launch: number, instance: active, begin: stage.begin,
                now: now, random: stage.dice.stream("nielsen player \(number)"), acts: acts)
            player.now += 12_000
            if script[NielsenKnobs.flavour] == .noid { player.call("userOptOut", "nielsenappsdk://1") }
            let chooses = [NielsenKnobs.OptOut.before, .outAndIn].contains(NielsenKnobs.optOut(of: script))
            if chooses, number == 0 {
                visitPage(&player, "nielsenappsdk://1", &setup)
            }
            if script[NielsenKnobs.disabled] {
                player.now += 2_000_000
                player.call("appDisableApi", .flag(true))
            }
            player.now += .milliseconds(setup.double(1_200...4_000))
            if script[NielsenKnobs.fpid] == .askedLater, number == 0 {
                player.now += .milliseconds(setup.double(6_000...12_000))
                active = "B"
                launch.instances.append(
                    .init(name: active, at: player.now, appInfo: appInfo(plot.publisher, fpid: "true")))
                let before = player
                player = NielsenPlayer(
                    script: script, publisher: plot.publisher, launch: number, instance: active, begin: stage.begin,
                    now: before.now + 1_500_000, random: stage.dice.stream("nielsen player B"), acts: acts)
                player.calls = before.calls
                if script[NielsenKnobs.flavour] == .noid {
                    let start = player.now
                    player.now = before.now + 14_000
                    player.call("userOptOut", "nielsenappsdk://1")
                    player.now = start
                }
            }
            play(&player, number: number, launch: &launch, plot: plot, stage: stage)
            plot.calls += player.calls
            plot.fetches += player.fetches
            acts = player.acts
            launch.end = player.now
            now = player.now + .seconds(setup.double(35...90))
            plot.launches.append(launch)
        }
    }

    private static func play(
        _ player: inout NielsenPlayer, number: Int, launch: inout NielsenLaunch, plot: NielsenPlot, stage: Stage
    ) {
        let script = plot.script
        let plays = script[NielsenKnobs.plays]
        for play in 0..<plays {
            if play > 0 {
                player.now += .seconds(3.5)
                if NielsenKnobs.optOut(of: script) == .outAndIn, number == 0, play == plays - 1 {
                    var random = stage.dice.stream("nielsen opt in")
                    visitPage(&player, "nielsenappsdk://0", &random)
                    player.now += 2_000_000
                }
            }
            let content = content(script, publisher: plot.publisher, number: number, play: play)
            let start = player.now
            player.watch(content)
            guard script[NielsenKnobs.twoInstances], content.isLive, play == 0 else { continue }
            // A second stream, beside the first.
            launch.instances.append(
                .init(name: "M", at: start - 900_000, appInfo: launch.instances[0].appInfo))
            var second = NielsenPlayer(
                script: script, publisher: plot.publisher, launch: number, instance: "M", begin: stage.begin,
                now: start + 400_000, random: stage.dice.stream("nielsen player M \(number)"), acts: [])
            var other = content
            other.assetid = "simulcast_9"
            other.channel = plot.publisher.channel + " Extra"
            if script[NielsenKnobs.flavour] == .noid {
                let now = second.now
                second.now = start - 880_000
                second.call("userOptOut", "nielsenappsdk://1")
                second.now = now
            }
            second.watch(other)
            player.calls += second.calls
            player.fetches += second.fetches
            player.now = Swift.max(player.now, second.now)
        }
    }

    private static func open(_ number: Int, at now: Microseconds, script: Script, publisher: NielsenPublisher)
        -> NielsenLaunch
    {
        let att = script[NielsenKnobs.att]
        let word = att == .revoked ? number == 0 ? "authorized" : "denied" : att.rawValue
        let fpid: String? =
            switch script[NielsenKnobs.fpid] {
            case .unset: nil
            case .on: "true"
            case .off: "false"
            case .askedLater: number == 0 ? "false" : "true"
            }
        return NielsenLaunch(
            number: number, at: now, instances: [.init(name: "A", at: now, appInfo: appInfo(publisher, fpid: fpid))],
            isTracked: word == "authorized", att: word,
            isOptedOutBefore: NielsenKnobs.optOut(of: script) == .already
                || number > 0 && isOptedOutAfterFirst(script),
            end: now)
    }

    /// The SDK keeps the user's choice.
    private static func isOptedOutAfterFirst(_ script: Script) -> Bool {
        switch NielsenKnobs.optOut(of: script) {
        case .before: true
        case .outAndIn: script[NielsenKnobs.plays] == 1
        case .never, .already: script[NielsenKnobs.flavour] == .noid
        }
    }

    private static func appInfo(_ publisher: NielsenPublisher, fpid: String?) -> [(String, JSON)] {
        [
            ("appid", .text(publisher.appid)), ("appname", .text(publisher.app)),
            ("appversion", .text(publisher.version)),
        ] + (fpid.map { [("enableFpid", .text($0))] } ?? [])
    }

    private static func visitPage(_ player: inout NielsenPlayer, _ choice: String, _ random: inout Randomness) {
        player.now += .milliseconds(random.double(3_000...6_000))
        player.call("optOutURL")
        player.now += .milliseconds(random.double(4_000...9_000))
        player.call("userOptOut", .text(choice))
        player.now += .milliseconds(random.double(1_500...3_000))
    }

    private static func content(_ script: Script, publisher: NielsenPublisher, number: Int, play: Int)
        -> NielsenPlayer.Content
    {
        let place = script[NielsenKnobs.sameAgain] ? 0 : number * 3 + play
        let seconds = script[NielsenKnobs.seconds]
        let titles = ["Skärgårdsnytt", "Vädret i natt", "Två på väg", "Kvällens match", "Stormen", "Bröderna Åkesson"]
        let programs = ["Nyheter", "Väder", "Två på väg", "Sport", "Dokumentär", "Drama"]
        var content = NielsenPlayer.Content(
            assetid: "V\(4_100 + place * 17)", program: programs[place % 6],
            title: titles[place % 6] + " del \(place + 2)",
            seconds: seconds, isLive: false, channel: publisher.channel, breaks: [])
        let pod = { (letter: String, count: Int) in (0..<count).map { "\(letter)\(place)\($0 + 1)K\(publisher.brand)" }
        }
        switch script[NielsenKnobs.content] {
        case .clip: break
        case .long: content.seconds = 260 + seconds * 3
        case .episode:
            if script[NielsenKnobs.preroll] > 0 {
                content.breaks.append((-1, pod("PRE", script[NielsenKnobs.preroll])))
            }
            if script[NielsenKnobs.midroll] > 0 {
                content.breaks.append((seconds / 2, pod("MID", script[NielsenKnobs.midroll])))
            }
            if script[NielsenKnobs.postroll] > 0 {
                content.breaks.append((content.seconds, pod("POST", script[NielsenKnobs.postroll])))
            }
        case .simulcast:
            content.assetid = "simulcast_\(place + 1)"
            content.program = ""
            content.title = ""
            content.isLive = true
            content.channel = publisher.channel + (place == 0 ? "" : " \(place + 1)")
        }
        return content
    }

    // MARK: What the SDK sends

    /// What the SDK sends when it starts says what the user had chosen by then.
    private static func mark(
        _ pings: inout [NielsenPing], of launch: Int, _ instance: String, by calls: [NielsenCall]
    ) {
        guard
            let choice = calls.first(where: {
                $0.isCall("userOptOut") && $0.launch == launch && $0.instance == instance
            }),
            choice.args == "nielsenappsdk://1"
        else { return }
        for place in pings.indices where pings[place].launch == launch && pings[place].instance == instance {
            guard pings[place].kind == .session || pings[place].kind == .config, pings[place].created > choice.at,
                pings[place].created < choice.at + 2_000_000
            else { continue }
            pings[place]["uoo"] = "true"
            pings[place]["c9"] = ""
            pings[place]["nuid"] = ""
        }
    }

    /// The SDK keeps the user's last choice, whichever of its objects was told.
    private static func isOptedOut(_ launch: NielsenLaunch, at moment: Microseconds, _ plot: NielsenPlot) -> Bool {
        let choice = plot.calls.last {
            $0.isCall("userOptOut") && $0.launch == launch.number && $0.at < moment
                && ($0.args == "nielsenappsdk://1" || $0.args == "nielsenappsdk://0")
        }
        switch choice?.args {
        case "nielsenappsdk://1": return true
        case "nielsenappsdk://0": return false
        default: return launch.isOptedOutBefore
        }
    }

    private static func answer(_ plot: inout NielsenPlot) {
        var device = plot.device
        for launch in plot.launches where !launch.isDead {
            for instance in launch.instances {
                var sdk = NielsenSDK(
                    settings: plot.settings, publisher: plot.publisher, instance: instance.name, launch: launch.number,
                    flavour: plot.script[NielsenKnobs.flavour], isTracked: launch.isTracked, device: device,
                    random: plot.script.dice.stream("nielsen sdk \(launch.number) \(instance.name)"),
                    appInfo: instance.appInfo, isOptedOut: isOptedOut(launch, at: instance.at, plot))
                plot.pings += sdk.start(at: instance.at)
                for call in plot.calls where call.launch == launch.number && call.instance == instance.name {
                    plot.pings += sdk.take(call)
                }
                mark(&plot.pings, of: launch.number, instance.name, by: plot.calls)
                device = sdk.device
                if plot.settings.renewsFPID { device.fpid = nil }
                if let next = plot.launches.first(where: { $0.number == launch.number + 1 }) {
                    plot.pings += sdk.flush(at: next.at + 2_500_000)
                }
            }
        }
    }
}
