/// The breaks of a VMAP document: its text, and a player that reports each break's beginning and end.
struct VMAPPlan {
    struct Slot {
        /// Seconds of content; nil is the end.
        var offset: Double?
        var isEmpty: Bool
        var name: String { offset.map { $0 == 0 ? "start" : Calendar.offset(.seconds($0), always: true) } ?? "end" }
    }

    let slots: [Slot]
    private let sales: AdSales
    private let script: Script
    private let server: AdServer

    init(_ script: Script) {
        self.script = script
        sales = AdSales(script: script)
        server = sales.servers(inBreak: 0)[0]
        let words = script[VMAPPlayer.breaks].split(separator: " ").map(String.init)
        slots = words.enumerated().map { place, word in
            Slot(
                offset: word == "start" ? 0 : Double(word),
                isEmpty: script[VMAPPlayer.emptyBreak] && place == words.count - 1)
        }
    }

    func fetch(at moment: Microseconds, on stage: inout Stage) -> Int {
        var stream = script.dice.stream("vmap")
        return stage.send(
            at: moment, "https://\(server.tagHost)/vmap?vid=8812&cb=\(stream.digits(8))", .document, family: "vmap",
            owner: "vmap", event: "document", means: .fetch, answer: .document(text, type: "text/xml"))
    }

    /// Plays one break.
    func play(
        _ slot: Slot, _ place: Int, document: Int, at moment: Microseconds, on stage: inout Stage
    ) -> AdBreak.Played {
        let begins = moment + 40_000
        let start = report("breakStart", place, at: begins, document, on: &stage)
        let given = isInline(place) ? [document] : []
        let played: AdBreak.Played
        if slot.isEmpty {
            played = empty(place, at: moment + 60_000, document, on: &stage)
        } else {
            played = AdBreak(place: place, asked: moment + 60_000, begins: moment + 200_000, given: given).play(
                on: &stage)
        }
        guard !played.hasLeft else { return played }
        let end = report("breakEnd", place, at: played.end + 30_000, document, on: &stage)
        var over = played
        over.end += 60_000
        // Whatever came of the break shows that it began; its end, that its ads were over.
        let signs = played.ads.flatMap { $0.firstSign.map { [$0] } } + [[.intent(end)]]
        for due in stage.dues.indices where stage.dues[due].fulfilledBy == [start] { stage.dues[due].proofs += signs }
        if let last = played.ads.last { AdProofs(last).isOver(by: [.intent(end)], on: &stage) }
        return over
    }

    /// The content going on shows that the break is over.
    func prove(_ played: AdBreak.Played, by segments: [Int], on stage: inout Stage) {
        played.prove(by: segments, on: &stage)
        guard let segment = segments.first else { return }
        let ends = stage.dues.indices.filter { stage.dues[$0].event == "breakEnd" }
        if let last = ends.last { stage.dues[last].proofs.append([.intent(segment)]) }
    }

    private func empty(_ place: Int, at moment: Microseconds, _ document: Int, on stage: inout Stage) -> AdBreak.Played
    {
        let answer = Answer.document(VASTDocument(version: script[AdSales.version]).empty(error: nil), type: "text/xml")
        let asked = stage.send(
            at: moment, tag(place), .document, family: "vast", owner: "break \(place)", event: "document 0",
            means: .fetch, answer: answer)
        return AdBreak.Played(ads: [], documents: [document, asked], end: moment + 400_000, hasLeft: false)
    }

    private func report(
        _ event: String, _ place: Int, at moment: Microseconds, _ document: Int, on stage: inout Stage
    ) -> Int {
        var stream = script.dice.stream("\(event) \(place)")
        let template = tracker(event, place)
        let values = ["CACHEBUSTING": stream.digits(8), "TIMESTAMP": Calendar.iso(moment)]
        let intent = stage.send(
            at: moment, Macros.expanded(template, values), .beacon, family: "vmap", owner: "break \(place)",
            event: event, means: .image, template: template)
        stage.owe(
            event, owner: "break \(place)", family: "vmap", by: "VMAP 1.0 2.3.3: once per break, also without ads",
            .owed, because: "the break came", within: moment - 500_000...moment + 2_000_000, fulfilledBy: [intent],
            knownFrom: [.intent(document)], hosts: [URLText.host(template)])
        return intent
    }

    // MARK: The document

    private func isInline(_ place: Int) -> Bool {
        place == 0 && script[VMAPPlayer.isInline] && script[AdSales.wrappers] == 0 && !slots[0].isEmpty
    }

    private func tracker(_ event: String, _ place: Int) -> String { server.tracker(event, ad: "b\(place)") }

    private func tag(_ place: Int) -> String {
        "https://\(sales.servers(inBreak: place)[0].tagHost)/vast?slot=\(place)0&w=640&h=360"
    }

    private var text: String {
        let breaks = slots.enumerated().map { place, slot in
            XMLNode(
                "vmap:AdBreak", [("timeOffset", slot.name), ("breakType", "linear"), ("breakId", "break-\(place)")],
                [
                    source(place),
                    XMLNode(
                        "vmap:TrackingEvents", [],
                        ["breakStart", "breakEnd", "error"].map {
                            XMLNode("vmap:Tracking", [("event", $0)], cdata: tracker($0, place))
                        }),
                ])
        }
        let namespace = [("xmlns:vmap", "http://www.iab.net/videosuite/vmap"), ("version", "1.0")]
        return XMLNode("vmap:VMAP", namespace, breaks).document()
    }

    private func source(_ place: Int) -> XMLNode {
        let attributes = [("id", "s\(place)"), ("allowMultipleAds", "true"), ("followRedirects", "true")]
        guard isInline(place) else {
            return XMLNode(
                "vmap:AdSource", attributes,
                [
                    XMLNode(
                        "vmap:AdTagURI", [("templateType", "vast\(script[AdSales.version].number >= 4 ? "4" : "3")")],
                        cdata: tag(place))
                ])
        }
        let ads = VASTDocument(version: script[AdSales.version]).tree(sales.ads(inBreak: place))
        return XMLNode("vmap:AdSource", attributes, [XMLNode("vmap:VASTAdData", [], [ads])])
    }
}
