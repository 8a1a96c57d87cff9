/// A browser's or a proxy's HAR export, with what can go wrong while recording.
struct HARRecorder: RecorderKind {
    static let dialect = Knob<HARDialect>(
        "har.dialect", usual: .charles,
        [(.charles, 4), (.chrome, 4), (.firefox, 2), (.playwright, 2), (.mitmproxy, 2), (.proxyman, 1)])
    static let damage = Knob<Damage>(
        "har.damage", usual: .none,
        [(.none, 40), (.lateStart, 2), (.earlyStop, 4), (.noBodies, 1), (.cutURLs, 1), (.noQueries, 1)])
    /// Whether the person declares that the recording ran from before the app until after the last ad.
    static let declares = Knob("har.declaresComplete", usual: false, [(false, 3), (true, 1)])

    enum Damage: String, Choice {
        case none, lateStart, earlyStop, noBodies, cutURLs, noQueries
        init?(chosen: String) { self.init(rawValue: chosen) }
        var chosen: String { rawValue }
    }

    let name = "har"
    let weight = 10
    let knobs: [any Drawable] = [dialect, damage, declares]

    func suits(_ script: Script) -> Bool {
        // Ads that can be wound forward are only fair to judge with the player's log.
        script.kind != "nielsen" && !script[PlayerLog.isKept]
    }

    func record(_ story: Story) -> Recording {
        let script = story.script
        let dialect = script[Self.dialect].suited(to: script)
        let platform = VASTPlayer.platform(of: script)
        let span = span(of: story)
        var sights: [Int: Sight] = [:]
        var entries: [JSON] = []
        for request in story.requests where span.contains(request.sentAt) && dialect.lists(request) {
            var sight = Sight.whole
            let url = damaged(request.url, &sight, script)
            if script[Self.damage] == .noBodies || !dialect.keepsBody(of: request) { sight.content = false }
            sights[request.id] = sight
            entries.append(dialect.entry(request, url: url, keepsText: sight.content, platform: platform))
        }
        let head = dialect.head(begin: story.begin, isLate: script[Self.damage] == .lateStart)
        let log: JSON = .object(head + [("entries", .array(entries))])
        let text = JSON.object([("log", log)]).written
        let isWhole = script[Self.damage] != .lateStart && script[Self.damage] != .earlyStop
        let declares = script[Self.declares] && isWhole
        // A file does not say when recording ended: for its reader that is the last entry, unless a person says more.
        let last = story.requests.last { sights[$0.id] != nil }?.sentAt ?? span.lowerBound
        let shown = declares ? span : span.lowerBound...max(span.lowerBound, last)
        var recording = Recording(
            files: [.init(name: "run.har", bytes: Array(text.utf8))], facts: story.facts, sights: sights, span: shown,
            isWhole: isWhole, isComplete: declares, notes: ["HAR by \(dialect.rawValue)"])
        if declares { recording.facts.append(("capture.complete", true)) }
        // What is missing may be among what cannot be read.
        recording.hiddenHosts = Set(
            story.requests.filter { sights[$0.id]?.url == false && $0.intent.purpose == .beacon }.map {
                URLText.host($0.url)
            })
        return recording
    }

    private func span(of story: Story) -> ClosedRange<Microseconds> {
        var stream = story.script.dice.stream("span")
        let length = story.end - story.begin
        switch story.script[Self.damage] {
        case .lateStart: return story.begin + Int(Double(length) * stream.double(0.15...0.6))...story.end + 2_000_000
        case .earlyStop: return story.begin...story.begin + Int(Double(length) * stream.double(0.3...0.8))
        default: return story.begin...story.end + 2_000_000
        }
    }

    private func damaged(_ url: String, _ sight: inout Sight, _ script: Script) -> String {
        switch script[Self.damage] {
        case .noQueries:
            guard let mark = url.firstIndex(of: "?") else { return url }
            sight.url = false
            return String(url[..<mark])
        case .cutURLs:
            // Loggers of apps cut at 1,024 characters.
            guard url.utf8.count > 1_024 else { return url }
            sight.url = false
            return String(url.prefix(1_024))
        default: return url
        }
    }
}
