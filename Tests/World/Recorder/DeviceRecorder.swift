/// A phone's traffic through a proxy, and the app's own log beside it.
struct DeviceRecorder: RecorderKind {
    enum Traffic: String, Choice { case proxy, packets, twoProxies, proxyAndPackets, none }
    enum Log: String, Choice { case none, calls, events }
    enum Damage: String, Choice {
        case none, hidesNielsen, hidesTracking, cutURLs, noQueries, lateStart, earlyStop, wrongLog, logHole, noTimes
    }

    static let traffic = Knob(
        "device.traffic", usual: Traffic.proxy,
        [(.proxy, 20), (.packets, 1), (.twoProxies, 2), (.proxyAndPackets, 2), (.none, 1)])
    static let log = Knob("device.log", usual: Log.events, [(.events, 10), (.calls, 6), (.none, 6)])
    static let format = Knob(
        "device.logFormat", usual: CallLogFormat.lines, [(.lines, 10), (.syslog, 4), (.segment, 2), (.logcat, 3)])
    static let dialect = Knob(
        "device.dialect", usual: HARDialect.charles, [(.charles, 5), (.proxyman, 3), (.mitmproxy, 2)])
    static let damage = Knob(
        "device.damage", usual: Damage.none,
        [
            (.none, 42), (.hidesNielsen, 2), (.hidesTracking, 3), (.cutURLs, 2), (.noQueries, 1), (.noTimes, 1),
            (.lateStart, 2),
            (.earlyStop, 2), (.wrongLog, 1), (.logHole, 1),
        ])
    static let cutAt = Knob("device.cutAt", usual: 1_024, [(1_024, 3), (1_300, 1), (1_500, 1)])
    static let declares = Knob("device.declaresComplete", usual: false, [(false, 1), (true, 1)])

    let name = "device"
    let weight = 12
    let knobs: [any Drawable] = [traffic, log, format, dialect, damage, cutAt, declares]

    func suits(_ script: Script) -> Bool { script.kind == "nielsen" }

    func record(_ story: Story) -> Recording {
        let script = story.script
        var recording = Recording(
            files: [], facts: story.facts, sights: [:], span: story.begin - 2_000_000...story.end + 2_000_000,
            notes: ["\(script[Self.traffic].rawValue), log \(log(script).rawValue), damage \(damage(script).rawValue)"])
        carry(story, into: &recording)
        log(story, into: &recording)
        if [Damage.cutURLs, .noQueries, .noTimes].contains(damage(script)) {
            // What is missing may be among what cannot be read.
            recording.hiddenHosts.formUnion(
                Self.hosts(of: story).filter { $0.hasSuffix("imrworldwide.com") || $0.hasSuffix("vtwenty.com") })
        }
        // A tracker that answers 503 is worth a warning.
        recording.isQuiet =
            damage(script) == .none && script[Self.format] != .segment
            && script[Network.oddity] != .unavailable
        let isWhole = ![Damage.lateStart, .earlyStop].contains(damage(script))
        recording.isWhole = isWhole
        if script[Self.declares], isWhole, script[Self.traffic] != .none {
            recording.facts.append(("capture.complete", true))
            recording.isComplete = true
        }
        return recording
    }

    /// Damage needs something that it can damage.
    private func damage(_ script: Script) -> Damage {
        let damage = script[Self.damage]
        return switch damage {
        case .none: .none
        case .hidesTracking where !script[NielsenKnobs.vtwenty]: .none
        case .wrongLog: script[Self.traffic] == .none || script[Self.log] == .none ? .none : damage
        case .logHole: log(script) == .none ? .none : damage
        default: script[Self.traffic] == .none ? .none : damage
        }
    }

    /// Where nobody recorded requests, there is a log at least.
    private func log(_ script: Script) -> Log {
        script[Self.traffic] == .none && script[Self.log] == .none ? .events : script[Self.log]
    }

    // MARK: Traffic

    private func carry(_ story: Story, into recording: inout Recording) {
        let script = story.script
        recording.span = span(of: story, recording.span)
        let hidden = hiddenHosts(story)
        recording.hiddenHosts = hidden
        let traffic = script[Self.traffic]
        recording.isLogAlone = traffic == .none
        if traffic == .none { recording.hiddenHosts.formUnion(Self.hosts(of: story)) }
        if traffic == .packets { recording.hiddenHosts.formUnion(Self.hosts(of: story)) }
        if traffic == .packets || traffic == .proxyAndPackets {
            let plain = story.requests.filter { URLText.scheme($0.url) == "http" && recording.span.contains($0.sentAt) }
            for request in plain { recording.sights[request.id] = .whole }
            recording.hiddenHosts.subtract(plain.map { URLText.host($0.url) })
            let tunnels = TunnelPackets(story: story, span: recording.span)
            recording.files.append(.init(name: "phone.pcap", bytes: tunnels.bytes))
        }
        guard traffic != .none, traffic != .packets else { return }
        let requests = story.requests.filter { recording.span.contains($0.sentAt) }
        let middle = story.begin + (story.end - story.begin) / 2
        let parts: [(String, [Request])] =
            traffic == .twoProxies
            ? [
                ("first.har", requests.filter { $0.sentAt < middle + 20_000_000 }),
                ("second.har", requests.filter { $0.sentAt > middle - 20_000_000 }),
            ] : [("run.har", requests)]
        if parts.count == 2, Set(parts[0].1.map(\.id)).intersection(parts[1].1.map(\.id)).count < 5 {
            // Too few that both saw: one says so, as the manual has it.
            recording.facts.append(("capture.clockOffsetMs", ["second.har": 0]))
        }
        if parts.count == 2, let last = parts[0].1.map(\.sentAt).max(), let first = parts[1].1.map(\.sentAt).min(),
            last < first
        {
            // No file shows that anybody recorded in between.
            recording.holes.append(last...first)
        }
        for (name, requests) in parts {
            recording.files.append(
                .init(
                    name: name,
                    bytes: har(requests, script: script, hidden: hidden, begin: story.begin, &recording.sights)))
        }
    }

    static func hosts(of story: Story) -> Set<String> { Set(story.requests.map { URLText.host($0.url) }) }

    private func hiddenHosts(_ story: Story) -> Set<String> {
        let hosts = Self.hosts(of: story)
        return switch damage(story.script) {
        case .hidesNielsen: hosts.filter { $0.hasSuffix("imrworldwide.com") || $0.hasSuffix("vtwenty.com") }
        case .hidesTracking: hosts.filter { $0.hasSuffix("vtwenty.com") }
        default: []
        }
    }

    private func span(of story: Story, _ whole: ClosedRange<Microseconds>) -> ClosedRange<Microseconds> {
        var stream = story.script.dice.stream("span")
        let length = Double(story.end - story.begin)
        return switch damage(story.script) {
        case .lateStart: story.begin + Int(length * stream.double(0.15...0.6))...whole.upperBound
        case .earlyStop: whole.lowerBound...story.begin + Int(length * stream.double(0.3...0.8))
        default: whole
        }
    }

    private func har(
        _ requests: [Request], script: Script, hidden: Set<String>, begin: Microseconds, _ sights: inout [Int: Sight]
    ) -> [UInt8] {
        let dialect = script[Self.dialect]
        var entries: [JSON] = []
        var tunnels: [String: Microseconds] = [:]
        for request in requests {
            let host = URLText.host(request.url)
            guard !hidden.contains(host) else {
                if request.sentAt - (tunnels[host] ?? 0) > 30_000_000 {
                    tunnels[host] = request.sentAt
                    entries.append(
                        dialect.entry(
                            Self.tunnel(request, host), url: "https://\(host)/", keepsText: false, platform: .app))
                }
                continue
            }
            var sight = Sight.whole
            var url = request.url
            switch damage(script) {
            case .cutURLs where url.utf8.count > script[Self.cutAt]:
                url = String(url.prefix(script[Self.cutAt]))
                sight.url = false
            case .noQueries where url.contains("?"):
                url = String(url.prefix { $0 != "?" })
                sight.url = false
            case .noTimes where url.contains("prd=dcr"):
                url = Self.withoutTimes(url)
                sight.url = false
            default: break
            }
            sight.content = dialect.keepsBody(of: request)
            sights[request.id] = sight
            entries.append(dialect.entry(request, url: url, keepsText: sight.content, platform: .app))
        }
        let log: JSON = .object(dialect.head(begin: begin) + [("entries", .array(entries))])
        return Array(JSON.object([("log", log)]).written.utf8)
    }

    /// A template without view session and times.
    private static func withoutTimes(_ url: String) -> String {
        guard let mark = url.firstIndex(of: "?") else { return url }
        let fields = url[url.index(after: mark)...].split(separator: "&", omittingEmptySubsequences: false)
        let kept = fields.filter { !$0.hasPrefix("c59=") && !$0.hasPrefix("c61=") && !$0.hasPrefix("c64=") }
        return url[...mark] + kept.joined(separator: "&")
    }

    private static func tunnel(_ request: Request, _ host: String) -> Request {
        var tunnel = request
        tunnel.intent.method = "CONNECT"
        tunnel.intent.body = nil
        tunnel.answer = Answer(status: 200, type: "", bytes: 0)
        tunnel.status = 200
        tunnel.version = .http1
        return tunnel
    }

    // MARK: Log

    private func log(_ story: Story, into recording: inout Recording) {
        let script = story.script
        let written = log(script)
        guard written != .none else { return }
        var text = CallLogText(
            format: format(script), hasEvents: written == .events,
            skew: .milliseconds(Double(script[NielsenKnobs.skew])), dice: script.dice)
        if damage(script) == .wrongLog {
            // Yesterday's, of another start of the app.
            var other = script.without(fault: true)
            other.seed = script.seed &+ 0x5eed
            text.skew -= 86_400_000_000 + 3_177_000_000
            let yesterday = World.play(other)
            text.skew += story.begin - yesterday.begin
            recording.files.append(.init(name: "run.nielsen.jsonl", bytes: Array(text.log(yesterday.calls).text.utf8)))
            recording.notes.append("the log is of another run")
            recording.isForeign = true
            return
        }
        var log = text.log(story.calls)
        if damage(script) == .logHole { log = punched(log, story, text) }
        recording.calls = log.shown
        let name = format(script) == .lines ? "run.nielsen.jsonl" : "device.log"
        recording.files.append(.init(name: name, bytes: Array(log.text.utf8)))
    }

    /// Segment's integration has one SDK object.
    private func format(_ script: Script) -> CallLogFormat {
        let hasOne = !script[NielsenKnobs.twoInstances] && script[NielsenKnobs.fpid] != .askedLater
        return hasOne || script[Self.format] != .segment ? script[Self.format] : .lines
    }

    /// Lines that the system log has cut: nobody can read them.
    private func punched(_ log: CallLogText.Log, _ story: Story, _ text: CallLogText) -> CallLogText.Log {
        guard format(story.script) == .lines, story.calls.count > 40 else { return log }
        var stream = story.script.dice.stream("hole")
        let first = stream.int(12...story.calls.count - 20)
        var result = CallLogText.Log(text: "", shown: log.shown)
        let shown = story.calls.filter { log.shown.contains($0.id) }
        for (place, line) in log.text.split(separator: "\n").enumerated() {
            if place >= first, place < first + 6 {
                result.text += line.prefix(line.count / 2) + "\n"
                if place < shown.count { result.shown.remove(shown[place].id) }
            } else {
                result.text += line + "\n"
            }
        }
        result.shown.remove(NielsenDelivery.everyCall)
        return result
    }
}
