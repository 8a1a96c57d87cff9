/// A page that lays a banner over its content: VAST's non-linear ad.
struct OverlayPlayer: AppKind {
    let name = "overlay"
    let weight = 2
    var knobs: [any Drawable] { [AdSales.version, AdSales.wrappers] }

    func acts(for script: Script) -> [Act] {
        var stream = script.dice.stream("viewer")
        let at = 9 + stream.double(1...9)
        let told = script[Viewer.does]
        switch told.isEmpty ? stream.weighted([("nothing", 4), ("close", 3), ("tap", 3)]) : told {
        case "close": return [Act(.close, at: at.rounded())]
        case "tap": return [Act(.tap, at: at.rounded())]
        default: return []
        }
    }

    func perform(on stage: inout Stage) {
        var surroundings = Surroundings(.web)
        surroundings.open(on: &stage)
        surroundings.playContent(from: stage.moment(4), for: .seconds(60), on: &stage)
        let sales = AdSales(script: stage.script)
        let ad = sales.overlay()
        let documents = DocumentFetch(place: 0, sales: sales, mishap: .none, given: []).fetch(
            [ad], at: stage.moment(7), on: &stage)
        let shown = documents.arrived + 300_000
        stage.send(
            at: shown, ad.media, .media, family: "vast", owner: ad.id, event: "media", means: .image,
            answer: Answer(type: "image/png", bytes: 20_114))
        var reporting = Reporting(ad: ad, documents: documents.levels, stream: stage.dice.stream("overlay"))
        let impression = reporting.send("impression", at: shown + 90_000, on: &stage)
        let view = reporting.send("creativeView", at: shown + 100_000, on: &stage)
        reporting.prove(impression + view, on: &stage)
        for (act, moment) in stage.acts where moment > shown {
            if act.kind == .close { reporting.send("close", at: moment + 12_000, on: &stage) }
            guard act.kind == .tap, let landing = ad.clickThrough else { continue }
            let clicks = reporting.send("nonLinearClick", at: moment + 10_000, on: &stage)
            let page = stage.send(
                at: moment + 60_000, landing, .landing, family: "vast", owner: ad.id, event: "landing",
                means: .navigation, answer: .document("<!doctype html><title>Brand X</title>", type: "text/html"))
            for due in stage.dues.indices where clicks.contains(where: stage.dues[due].fulfilledBy.contains) {
                stage.dues[due].proofs.append([.intent(page)])
            }
        }
    }

    /// Sends the trackers of an overlay.
    private struct Reporting {
        var ad: AdSpec
        var documents: [Int]
        var stream: Randomness

        @discardableResult
        mutating func send(_ event: String, at moment: Microseconds, on stage: inout Stage) -> [Int] {
            let values = ["CACHEBUSTING": stream.digits(8), "TIMESTAMP": Calendar.iso(moment)]
            return ad.trackers(event).map { tracker, level in
                let intent = stage.send(
                    at: moment + level * 1_200, Macros.expanded(tracker.url, values), .beacon, family: "vast",
                    owner: ad.id, event: event, means: .image, template: tracker.url)
                stage.owe(
                    event, owner: ad.id, family: "vast", by: "VAST 4.3 3.12, 3.14.1", .owed, because: "the overlay",
                    within: moment - 250_000...moment + 2_000_000, fulfilledBy: [intent],
                    knownFrom: documents.prefix(level + 1).map { .intent($0) }, hosts: [URLText.host(tracker.url)])
                return intent
            }
        }

        /// What is sent together proves one another.
        func prove(_ intents: [Int], on stage: inout Stage) {
            for due in stage.dues.indices {
                for other in intents where intents.contains(where: stage.dues[due].fulfilledBy.contains) {
                    if !stage.dues[due].fulfilledBy.contains(other) { stage.dues[due].proofs.append([.intent(other)]) }
                }
            }
        }
    }
}

extension AdSales {
    /// A banner over the content.
    func overlay() -> AdSpec {
        var stream = script.dice.stream("overlay ad")
        let id = stream.digits(4)
        let servers = servers(inBreak: 0)
        let events = ["impression", "creativeView", "acceptInvitation", "close", "error", "nonLinearClick"]
        let levels = servers.enumerated().map { level, server in
            let isLast = level == servers.count - 1
            let own = isLast ? events : ["impression", "creativeView", "error"]
            return AdSpec.Level(
                server: server,
                trackers: own.map { Tracker(event: $0, url: server.tracker($0, ad: isLast ? id : "w\(level)")) })
        }
        return AdSpec(
            id: id, length: .seconds(15), skipAfter: nil, sequence: nil, servingId: "srv-\(id)",
            media: "https://cdn-vod.adcreative.example/nl/\(id)_480x70.png", levels: levels,
            clickThrough: "https://www.brandx-shop.example/nl?c=\(id)", isNonLinear: true)
    }
}
