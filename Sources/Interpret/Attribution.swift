import Model

/// From requests to firings of ad plays: matches, chooses the owner, classifies repeats, follows redirects.
struct Attribution: Sendable {
    private var library = AdLibrary()
    private var redirects = RedirectChains()
    private var desk = FiringDesk()
    /// What a later declaration in the same document needs; the newest few only.
    private var documents: [Int: DocumentContext] = [:]
    private var documentOrder: [Int] = []

    private struct DocumentContext: Sendable {
        var fetchedAt: Timestamp
        var ready: Timestamp
        var client: String?
        var parent: Int?
        var ads: Int
    }

    /// Which ads await a document at the URL of the exchange that is being observed.
    private var announcers: [AdLibrary.Fetchable] = []

    // MARK: Requests

    /// Records what the request fired and fetched.
    mutating func attribute(
        _ exchange: Exchange, id: Int, numbers: inout Numbering, into outbox: inout Outbox<Interpretation>
    ) -> Observation {
        let url = URLFields(exchange.url)
        desk.release(before: exchange.startedAt, into: &outbox)
        let isPreflight = exchange.isPreflight
        let origin = isPreflight ? nil : redirects.take(url, at: exchange.startedAt)
        announcers = origin.flatMap { announcersOfChain[$0.exchange] } ?? []
        if !isPreflight { noteFetch(url, exchange, id: id, into: &outbox) }
        var request = Request(exchange: exchange, id: id, url: url, origin: origin)
        request.matches = library.matchTracker(url)
        if request.matches.isEmpty, origin == nil { matchWrapped(&request) }
        let isFiring = fire(request, isPreflight: isPreflight, numbers: &numbers, into: &outbox)
        return Observation(
            exchange: exchange, id: id, url: url, isFiring: isFiring, redirectedFrom: origin?.exchange,
            isAnnouncedDocument: !announcers.isEmpty)
    }

    /// Announcers of the requests whose redirects are being followed, by the chain's first exchange.
    private var announcersOfChain: [Int: [AdLibrary.Fetchable]] = [:]

    private struct Request {
        var exchange: Exchange
        var id: Int
        var url: URLFields
        var origin: RedirectChains.Origin?
        var matches: [TrackerIndex.Match] = []
        /// The tracker's URL stands inside a parameter of the request's.
        var isWrapped = false

        init(exchange: Exchange, id: Int, url: URLFields, origin: RedirectChains.Origin?) {
            self.exchange = exchange
            self.id = id
            self.url = url
            self.origin = origin
        }

        var at: Timestamp { exchange.startedAt }
        var isDelivered: Bool { exchange.response.map { (200..<400).contains($0.status) } ?? false }
    }

    private mutating func noteFetch(
        _ url: URLFields, _ exchange: Exchange, id: Int, into outbox: inout Outbox<Interpretation>
    ) {
        let fetched = library.fetchables(url, at: exchange.startedAt)
        if let resource = fetched.last(where: { $0.resource != nil })?.resource {
            outbox.emit(.fetch(resource: resource, exchange: id))
        }
        announcers += fetched.filter { $0.leadsFrom != nil }
    }

    private static let http = Array("http".utf8)

    /// An SSAI or proxy host that carries the original URL as a parameter (specification section 4.4).
    private func matchWrapped(_ request: inout Request) {
        for pair in request.url.pairs {
            guard let range = pair.value, request.url.bytes.matches(Attribution.http, at: range.lowerBound) else {
                continue
            }
            let inner = URLFields(bytes: request.url.decoded(range, plusIsSpace: false))
            request.matches = library.matchTracker(inner)
            if !request.matches.isEmpty {
                request.isWrapped = true
                return
            }
        }
    }

    // MARK: Firings

    private mutating func fire(
        _ request: Request, isPreflight: Bool, numbers: inout Numbering, into outbox: inout Outbox<Interpretation>
    ) -> Bool {
        let candidates = self.candidates(for: request)
        guard let first = candidates.first else { return followWithoutMatch(request, numbers: &numbers, into: &outbox) }
        func record(_ kind: String) -> Int {
            let beacon = Beacon(
                id: numbers.nextBeacon(), exchange: request.id, family: first.tracker.family, kind: kind,
                event: first.tracker.event, at: request.at, host: request.exchange.request.host)
            outbox.emit(.beacon(beacon))
            return beacon.id
        }
        if isPreflight {
            _ = record("preflight")
            return true
        }
        if request.exchange.notes.contains("from-cache"), request.origin == nil {
            _ = record("from-cache")
            return true
        }
        let choice = OwnerChoice(
            at: request.at, client: request.exchange.connection.clientHost, macros: request.matches.map(macros))
        let beacon = record("tracker")
        var firing: Firing
        switch choice.choose(candidates) {
        case .chosen(let candidate, let isTwin):
            firing = attributed(
                request, to: candidate, isTwin: isTwin, beacon: beacon, numbers: &numbers, into: &outbox)
            if isTwin { emitCandidates(candidates, of: firing, numbers: &numbers, into: &outbox) }
        case .ambiguous(let owners):
            firing = self.firing(request, owners.first ?? first, beacon: beacon, numbers: &numbers)
            firing.ambiguous = true
            emitCandidates(owners, of: firing, numbers: &numbers, into: &outbox)
        }
        emitMacros(of: request.matches, for: firing, into: &outbox)
        finish(&firing, request, into: &outbox)
        return true
    }

    /// A firing as far as it does not depend on its owner.
    private func firing(
        _ request: Request, _ candidate: OwnerChoice.Candidate, beacon: Int, numbers: inout Numbering
    ) -> Firing {
        Firing(
            id: numbers.nextFiring(), beacon: beacon, exchange: request.id, tracker: candidate.tracker.id, adPlay: nil,
            family: candidate.tracker.family, event: candidate.tracker.event, at: request.at,
            answered: request.exchange.response != nil, delivered: request.isDelivered,
            direct: request.origin == nil && !request.isWrapped)
    }

    private mutating func attributed(
        _ request: Request, to candidate: OwnerChoice.Candidate, isTwin: Bool, beacon: Int, numbers: inout Numbering,
        into outbox: inout Outbox<Interpretation>
    ) -> Firing {
        let tracker = candidate.tracker
        let traits = EventTraits.of(tracker.event)
        var firing = firing(request, candidate, beacon: beacon, numbers: &numbers)
        firing.ambiguous = isTwin
        // A tracker of the document itself belongs to no play.
        guard var play = library.take(candidate.play) else { return firing }
        if request.origin != nil {
            firing.repeatClass = .redirectHop
            firing.prior = request.origin?.firing
            firing.adPlay = number(&play, numbers: &numbers, into: &outbox)
            library.update(play)
            return firing
        }
        let sent = SentRequest(request.exchange)
        if let prior = play.histories[tracker.id] {
            firing.prior = prior.firing
            firing.gapMicroseconds = request.at.microseconds(since: prior.at)
            firing.repeatClass = RepeatClassifier.classify(sent, at: request.at, after: prior, traits)
            if firing.repeatClass == .duplicate, let later = openReplay(of: play, traits, at: request.at) {
                library.update(play)
                play = later
                firing.repeatClass = .laterPlay
            }
        } else if let listed = firstListed(tracker, in: play) {
            firing.repeatClass = .listedAgain
            firing.prior = listed.firing
            firing.gapMicroseconds = request.at.microseconds(since: listed.at)
        }
        firing.adPlay = number(&play, numbers: &numbers, into: &outbox)
        let isBeginning = play.begunAt == nil
        if firing.repeatClass != .seenTwice, firing.repeatClass != .retry || play.histories[tracker.id] == nil {
            play.observe(tracker, traits, firing: firing.id, at: request.at, sent: sent)
        } else {
            play.histories[tracker.id]?.sent = sent
        }
        firing.stalledMicroseconds = play.clock.stalledMicroseconds(at: request.at)
        firing.playedMicroseconds = play.clock.playedMicroseconds(at: request.at)
        library.update(play)
        if isBeginning { supersede(before: play) }
        return firing
    }

    /// Another tracker of the play with the same URL and event that has fired: this firing is its twin's (class 5).
    private func firstListed(_ tracker: LiveTracker, in play: LivePlay) -> LivePlay.History? {
        library.owners(of: tracker.template).lazy
            .filter { $0.id != tracker.id && $0.event == tracker.event }
            .compactMap { play.histories[$0.id] }.first
    }

    /// Class 6: an impression (or what comes just before it) opens a later play of the same response only after the
    /// earlier play has ended, and some time after that.
    private mutating func openReplay(of play: LivePlay, _ traits: EventTraits, at: Timestamp) -> LivePlay? {
        guard traits.opensReplay, let end = play.end else { return nil }
        let duration = library.ads[play.ad]?.ad.durationMicroseconds ?? 0
        let gap = max(AttributionLimits.replayGap, Int64(Double(duration) * AttributionLimits.replayFraction))
        guard at.microseconds(since: end) > gap, let key = library.openPlay(of: play.ad, licence: .replay, from: at)
        else { return nil }
        return library.take(key)
    }

    /// Plays of the same URLs that were in progress when this one began are probably over.
    private mutating func supersede(before play: LivePlay) {
        guard let own = library.ads[play.ad], let at = play.begunAt else { return }
        let rivals = Set(own.trackers.flatMap { library.owners(of: $0.template).compactMap(\.ad) })
            .union(own.parent.flatMap { library.ads[$0]?.children } ?? [])
        for ad in rivals {
            for key in library.playsOwing(trackersOf: ad) where key != play.key {
                library.supersede(key, at: at)
            }
        }
    }

    /// The hop of a chain that no tracker declares: it belongs to the chain's firing.
    private mutating func followWithoutMatch(
        _ request: Request, numbers: inout Numbering, into outbox: inout Outbox<Interpretation>
    ) -> Bool {
        if let firing = request.origin?.firing {
            let beacon = Beacon(
                id: numbers.nextBeacon(), exchange: request.id, family: .vast, kind: "redirect", event: "redirect",
                at: request.at, host: request.exchange.request.host)
            outbox.emit(.beacon(beacon))
            let awaits = awaitRedirect(request, firing: firing)
            desk.follow(firing, delivered: request.isDelivered, awaitsRedirect: awaits, into: &outbox)
            return true
        }
        _ = awaitRedirect(request, firing: nil)
        return false
    }

    private mutating func finish(
        _ firing: inout Firing, _ request: Request, into outbox: inout Outbox<Interpretation>
    ) {
        let chain = request.origin?.firing ?? firing.id
        let awaits = awaitRedirect(request, firing: chain)
        desk.write(firing, awaitsRedirect: awaits, into: &outbox)
        if let first = request.origin?.firing {
            desk.follow(first, delivered: request.isDelivered, awaitsRedirect: awaits, into: &outbox)
        }
    }

    private mutating func awaitRedirect(_ request: Request, firing: Int?) -> Bool {
        let origin = RedirectChains.Origin(
            exchange: request.origin?.exchange ?? request.id, firing: firing, depth: (request.origin?.depth ?? 0) + 1)
        guard redirects.await(request.exchange, from: request.url, origin: origin) else {
            if let first = request.origin?.exchange { announcersOfChain[first] = nil }
            return false
        }
        if !announcers.isEmpty, announcersOfChain.count < AttributionLimits.pendingRedirects {
            announcersOfChain[origin.exchange] = announcers
        }
        return true
    }

    // MARK: Candidates

    private mutating func candidates(for request: Request) -> [OwnerChoice.Candidate] {
        var candidates: [OwnerChoice.Candidate] = []
        for (number, match) in request.matches.enumerated() {
            let score = match.score.value
            for tracker in library.owners(of: match.template) {
                guard let ad = tracker.ad else {
                    guard let ready = documents[tracker.document]?.ready else { continue }
                    candidates.append(
                        OwnerChoice.Candidate(tracker, score: score, match: number, ofDocumentReadyAt: ready))
                    continue
                }
                for key in playsOwing(trackersOf: ad) {
                    guard let play = library.plays[key], let owner = library.ads[play.ad] else { continue }
                    candidates.append(
                        OwnerChoice.Candidate(
                            tracker, score: score, match: number, play: play, ad: owner, at: request.at))
                }
            }
        }
        return candidates.sorted { ($0.play, $0.tracker.id) < ($1.play, $1.tracker.id) }
    }

    /// A wrapper that led to no ad has a play of its own: its error trackers may fire.
    private mutating func playsOwing(trackersOf ad: Int) -> [LivePlay.Key] {
        let keys = library.playsOwing(trackersOf: ad)
        guard keys.isEmpty, let ready = library.ads[ad]?.ready else { return keys }
        return library.openPlay(of: ad, licence: .document, from: ready).map { [$0] } ?? []
    }

    private func macros(of match: TrackerIndex.Match) -> [String: String] {
        guard !match.captures.isEmpty else { return [:] }
        let holes = library.holes(of: match.template)
        var macros: [String: String] = [:]
        for capture in match.captures where holes.indices.contains(capture.hole) {
            macros[holes[capture.hole].name] = String(decoding: capture.value, as: UTF8.self)
        }
        return macros
    }

    private func emitMacros(
        of matches: [TrackerIndex.Match], for firing: Firing, into outbox: inout Outbox<Interpretation>
    ) {
        guard let match = matches.first(where: { owns($0, firing.tracker) }) else { return }
        let holes = library.holes(of: match.template)
        for capture in match.captures where holes.indices.contains(capture.hole) {
            let hole = holes[capture.hole]
            let value = String(decoding: capture.value, as: UTF8.self)
            let state: Macro.State =
                value == hole.text ? .unexpanded : value == "-1" || value == "-2" ? .declined : .expanded
            outbox.emit(
                .macro(Macro(firing: firing.id, name: hole.name, known: hole.isKnown, state: state, value: value)))
        }
    }

    private func owns(_ match: TrackerIndex.Match, _ tracker: Int) -> Bool {
        library.owners(of: match.template).contains { $0.id == tracker }
    }

    private mutating func emitCandidates(
        _ candidates: [OwnerChoice.Candidate], of firing: Firing, numbers: inout Numbering,
        into outbox: inout Outbox<Interpretation>
    ) {
        for candidate in candidates where candidate.tracker.id != firing.tracker || firing.adPlay == nil {
            var adPlay: Int?
            if var play = library.take(candidate.play) {
                adPlay = number(&play, numbers: &numbers, into: &outbox)
                library.update(play)
            }
            outbox.emit(
                .firingCandidate(
                    FiringCandidate(
                        firing: firing.id, tracker: candidate.tracker.id, adPlay: adPlay, score: candidate.score)))
        }
    }

    // MARK: Plays

    /// Gives the play its id, and emits what it owes, at the first sign of it.
    private func number(
        _ play: inout LivePlay, numbers: inout Numbering, into outbox: inout Outbox<Interpretation>
    ) -> Int {
        if let id = play.id { return id }
        let id = numbers.nextAdPlay()
        play.id = id
        var twins: [TrackerIndex.TemplateID: Int] = [:]
        for (level, ad) in library.tree(of: play.ad).enumerated() {
            for tracker in ad.trackers { emitObligation(tracker, level, id, &twins, into: &outbox) }
        }
        return id
    }

    private func emitObligation(
        _ tracker: LiveTracker, _ level: Int, _ adPlay: Int, _ twins: inout [TrackerIndex.TemplateID: Int],
        into outbox: inout Outbox<Interpretation>
    ) {
        let twin = twins[tracker.template] ?? tracker.id
        twins[tracker.template] = twin
        outbox.emit(
            .obligation(
                Obligation(
                    adPlay: adPlay, tracker: tracker.id, family: tracker.family, event: tracker.event,
                    document: tracker.document, level: level, twin: twin, offsetMicroseconds: tracker.offsetMicroseconds
                )))
    }

    private mutating func retire(_ ad: Int, into outbox: inout Outbox<Interpretation>) {
        for (play, live) in library.retire(ad) {
            if let id = play.id { desk.release(ofPlay: id, into: &outbox) }
            desk.write(play, of: live, into: &outbox)
        }
    }

    mutating func finish(numbers: inout Numbering, into outbox: inout Outbox<Interpretation>) {
        desk.releaseAll(into: &outbox)
        for ad in library.liveAds { retire(ad, into: &outbox) }
    }

    // MARK: Declarations

    mutating func declare(
        _ declaration: DocumentDeclaration, for observation: Observation, numbers: inout Numbering,
        into outbox: inout Outbox<Interpretation>
    ) -> DeclaredDocument {
        let exchange = observation.exchange
        let id = numbers.nextDocument()
        outbox.emit(
            .document(
                Document(
                    id: id, exchange: observation.id, kind: declaration.kind, version: declaration.version,
                    state: declaration.state, at: exchange.startedAt, ready: observation.ready,
                    ads: declaration.ads.count, label: declaration.label, detail: declaration.detail)))
        let parent = announcingAd()
        if let parent, let live = library.ads[parent] {
            outbox.emit(
                .documentLink(
                    DocumentLink(parent: live.ad.document, child: id, via: live.isWrapper ? .wrapper : .vmap)))
        }
        remember(
            DocumentContext(
                fetchedAt: exchange.startedAt, ready: observation.ready, client: exchange.connection.clientHost,
                parent: parent, ads: 0), for: id)
        let own = trackers(declaration.trackers, document: id, ad: nil, numbers: &numbers, into: &outbox)
        for tracker in own { library.retireDocumentTrackers(of: tracker.template) }
        resources(declaration.resources, [], document: id, ad: nil, numbers: &numbers, into: &outbox)
        var ads: [Int] = []
        for ad in declaration.ads {
            ads += declare(ad, inDocument: id, under: parent, numbers: &numbers, into: &outbox)
        }
        return DeclaredDocument(document: id, ads: ads)
    }

    mutating func declare(
        _ ad: AdDeclaration, inDocument document: Int, numbers: inout Numbering,
        into outbox: inout Outbox<Interpretation>
    ) -> Int? {
        guard let parent = documents[document].map(\.parent) else { return nil }
        return declare(ad, inDocument: document, under: parent, numbers: &numbers, into: &outbox).first
    }

    mutating func declare(
        _ trackers: [TrackerDeclaration], ofAd ad: Int, numbers: inout Numbering,
        into outbox: inout Outbox<Interpretation>
    ) {
        guard let live = library.ads[ad] else { return }
        let added = self.trackers(trackers, document: live.ad.document, ad: ad, numbers: &numbers, into: &outbox)
        for key in library.playsOwing(trackersOf: ad) {
            guard let id = library.plays[key]?.id else { continue }
            var twins: [TrackerIndex.TemplateID: Int] = [:]
            for tracker in live.trackers.reversed() { twins[tracker.template] = tracker.id }
            for tracker in added { emitObligation(tracker, 0, id, &twins, into: &outbox) }
        }
    }

    mutating func declare(
        _ resources: [ResourceDeclaration], ofAd ad: Int, numbers: inout Numbering,
        into outbox: inout Outbox<Interpretation>
    ) {
        guard let document = library.ads[ad]?.ad.document else { return }
        self.resources(resources, [], document: document, ad: ad, numbers: &numbers, into: &outbox)
    }

    private mutating func remember(_ context: DocumentContext, for document: Int) {
        documents[document] = context
        documentOrder.append(document)
        if documentOrder.count > 2 * AttributionLimits.liveAds {
            for old in documentOrder.prefix(AttributionLimits.liveAds) { documents[old] = nil }
            documentOrder.removeFirst(AttributionLimits.liveAds)
        }
    }

    /// The wrapper or break that this document answers: the oldest that has no answer yet, else the newest.
    private func announcingAd() -> Int? {
        let ads = announcers.compactMap(\.leadsFrom).filter { library.ads[$0] != nil }
        return ads.first { library.ads[$0]?.children.isEmpty == true } ?? ads.last
    }

    private mutating func declare(
        _ declaration: AdDeclaration, inDocument document: Int, under parent: Int?, numbers: inout Numbering,
        into outbox: inout Outbox<Interpretation>
    ) -> [Int] {
        guard let context = documents[document] else { return [] }
        let position = context.ads + 1
        documents[document]?.ads = position
        let ad = Ad(
            id: numbers.nextAd(), document: document, kind: declaration.kind, position: position,
            sequence: declaration.sequence, adID: declaration.adID, title: declaration.title,
            label: declaration.label(position), creative: declaration.creative,
            durationMicroseconds: declaration.durationMicroseconds,
            skipOffsetMicroseconds: declaration.skipOffsetMicroseconds, servingID: declaration.servingID,
            universalAdID: declaration.universalAdID, expiresMicroseconds: declaration.expiresMicroseconds,
            parent: parent)
        outbox.emit(.ad(ad))
        library.insert(
            LiveAd(
                ad: ad, family: declaration.family, fetchedAt: context.fetchedAt, ready: context.ready,
                client: context.client, parent: parent))
        let added = trackers(declaration.trackers, document: document, ad: ad.id, numbers: &numbers, into: &outbox)
        resources(
            declaration.resources, declaration.documentURLs, document: document, ad: ad.id, numbers: &numbers,
            into: &outbox)
        var ids = [ad.id]
        for nested in declaration.nested {
            ids += declare(nested, inDocument: document, under: ad.id, numbers: &numbers, into: &outbox)
        }
        for old in library.adsToRetire(after: added) { retire(old, into: &outbox) }
        return ids
    }

    private mutating func trackers(
        _ declarations: [TrackerDeclaration], document: Int, ad: Int?, numbers: inout Numbering,
        into outbox: inout Outbox<Interpretation>
    ) -> [LiveTracker] {
        declarations.compactMap { declaration in
            let tracker = Tracker(
                id: numbers.nextTracker(), document: document, ad: ad, family: declaration.family,
                event: declaration.event, url: TrackerTemplate.trim(declaration.url),
                host: URLFields.declaredHost(declaration.url), element: declaration.element,
                offsetMicroseconds: declaration.offsetMicroseconds, line: declaration.line)
            outbox.emit(.tracker(tracker))
            return library.insert(tracker)
        }
    }

    private mutating func resources(
        _ declarations: [ResourceDeclaration], _ documentURLs: [String], document: Int, ad: Int?,
        numbers: inout Numbering, into outbox: inout Outbox<Interpretation>
    ) {
        guard let ready = documents[document]?.ready else { return }
        for declaration in declarations {
            let resource = Resource(
                id: numbers.nextResource(), document: document, ad: ad, kind: declaration.kind,
                url: TrackerTemplate.trim(declaration.url), host: URLFields.declaredHost(declaration.url),
                type: declaration.type, parameters: declaration.parameters)
            outbox.emit(.resource(resource))
            library.insert(AdLibrary.Fetchable(resource: resource.id, ad: ad, ready: ready), url: resource.url)
        }
        for url in documentURLs {
            library.insert(AdLibrary.Fetchable(leadsFrom: ad, ad: ad, ready: ready), url: url)
        }
    }
}

extension AdDeclaration {
    /// For people: the ad id, else the title, else the position.
    fileprivate func label(_ position: Int) -> String {
        if let adID, !adID.isEmpty { return adID }
        if let title, !title.isEmpty { return title }
        return "#\(position)"
    }
}

extension URLFields {
    /// The host of a declared URL in lower case; empty where it is a macro or where there is none.
    static func declaredHost(_ declared: String) -> String {
        let fields = URLFields(TrackerTemplate.trim(declared))
        guard Hole.find(in: Array(fields.bytes[fields.host])).isEmpty else { return "" }
        return fields.lowercasedHost
    }
}
