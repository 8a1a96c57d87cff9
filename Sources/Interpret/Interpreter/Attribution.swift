import Model

/// From requests to firings of ad plays: matches, chooses the owner, classifies repeats, follows redirects.
struct Attribution: Sendable {
    var library = AdLibrary()
    var redirects = RedirectChains()
    var desk = FiringDesk()
    /// What a later declaration in the same document needs; the newest few only.
    var documents: [ID<Document>: DocumentContext] = [:]
    var documentOrder: [ID<Document>] = []

    struct DocumentContext: Sendable {
        var fetchedAt: Timestamp
        var ready: Timestamp
        var client: String?
        var parent: ID<Ad>?
        var isOffer: Bool
        var ads: Int
    }

    /// The captures show queries of URLs at all.
    var queriesAreKept = true
    /// And their values are those that were sent.
    var valuesAreKept = true
    var recordedURLs = RecordedURLs()
    /// HEAD requests whose URL is requested in earnest later.
    var probes: Set<ID<Exchange>> = []
    private var hasToldSanitised = false

    /// Which ads await a document at the URL of the exchange that is being observed.
    var announcers: [AdLibrary.Fetchable] = []

    // MARK: Requests

    /// Records what the request fired and fetched.
    mutating func attribute(
        _ exchange: Exchange, id: ID<Exchange>, in timelines: StreamTimelines, numbers: inout Numbering,
        into outbox: inout Outbox<Interpretation>
    ) -> Observation {
        let url = URLFields(exchange.url)
        desk.release(before: exchange.startedAt, into: &outbox)
        let isPreflight = exchange.isPreflight
        let followed = isPreflight ? nil : redirects.take(url, exchange)
        if let followed { outbox.emit(.redirect(Redirect(exchange: followed.from, target: id))) }
        let origin = followed?.origin
        announcers = origin.flatMap { announcersOfChain[$0.exchange] } ?? []
        let isFetch = isPreflight ? false : noteFetch(url, exchange, id: id, into: &outbox)
        var request = Request(exchange: exchange, id: id, url: url, origin: origin)
        request.matches = library.matchTracker(url)
        reportForm(of: request, into: &outbox)
        if request.matches.isEmpty, !request.isHop {
            matchWrapped(&request)
            if request.matches.isEmpty, !isPreflight, !isFetch {
                noteHandedOver(in: request, numbers: &numbers, into: &outbox)
                matchNearly(&request, into: &outbox)
            }
        }
        // HEAD asks a tracker for nothing, but shows that it was meant if nothing else is sent; OPTIONS and a prefetch come
        // before the request itself.
        if exchange.request.method == "HEAD", !exchange.isUnsent, !request.matches.isEmpty, !probes.contains(id) {
            request.alteration = .head
        }
        let isFiring = fire(
            request, isPreflight: isPreflight && request.alteration == nil, in: timelines, numbers: &numbers,
            into: &outbox)
        return Observation(
            exchange: exchange, id: id, url: url, isFiring: isFiring,
            redirectedFrom: request.isHop ? origin?.exchange : nil,
            isAnnouncedDocument: !announcers.isEmpty)
    }

    /// What is odd about the URL itself.
    private func reportForm(of request: Request, into outbox: inout Outbox<Interpretation>) {
        let exchange = request.exchange
        func report(_ code: DiagnosticCode, _ detail: String, blind: Blind? = nil) {
            outbox.report(
                Diagnostic(
                    code, locator: exchange.locator, at: exchange.startedAt, subject: exchange.request.host,
                    detail: detail, blind: blind))
        }
        if let trimmed = request.matches.first?.trimmed, trimmed > 0 {
            report(.urlUntrimmed, "\(trimmed) bytes of encoded white space stand at the end of the URL")
        }
        if request.url.bytes.count > TrackerIndex.mostBytes {
            report(
                .urlTooLong, "\(request.url.bytes.count) bytes, more than \(TrackerIndex.mostBytes)",
                blind: Blind(
                    from: exchange.startedAt, to: exchange.startedAt, host: exchange.request.host, hides: .requests))
        }
    }

    /// Announcers of the requests whose redirects are being followed, by the chain's first exchange.
    private var announcersOfChain: [ID<Exchange>: [AdLibrary.Fetchable]] = [:]

    struct Request {
        var exchange: Exchange
        var id: ID<Exchange>
        var url: URLFields
        var origin: RedirectChains.Origin?
        var matches: [TrackerIndex.Match] = []
        /// The tracker's URL stands inside a parameter of the request's.
        var isWrapped = false
        /// What keeps it from being the tracker's.
        var alteration: Firing.Alteration?

        init(exchange: Exchange, id: ID<Exchange>, url: URLFields, origin: RedirectChains.Origin?) {
            self.exchange = exchange
            self.id = id
            self.url = url
            self.origin = origin
        }

        /// It is a further hop of what was counted at the chain's beginning.
        var isHop: Bool { origin?.isRecognised ?? false }
        var at: Timestamp { exchange.startedAt }
        var isDelivered: Bool { exchange.response.map { (200..<400).contains($0.status) } ?? false }
    }

    private mutating func noteFetch(
        _ url: URLFields, _ exchange: Exchange, id: ID<Exchange>, into outbox: inout Outbox<Interpretation>
    ) -> Bool {
        let fetched = library.fetchables(url, at: exchange.startedAt)
        let newest = fetched.last { $0.resource != nil }
        for fetchable in fetched {
            guard let resource = fetchable.resource else { continue }
            // One download serves all that one ad declares under its URL, and all ads that have yet to begin; the others
            // find it in the cache.
            let isNewest = fetchable == newest || fetchable.ad != nil && fetchable.ad == newest?.ad
            guard isNewest || fetchable.ad.map(library.isAwaited) ?? false else { continue }
            outbox.emit(.fetch(resource: resource, exchange: id))
            if fetchable.isMedia, let ad = fetchable.ad { library.noteMedia(of: ad) }
        }
        announcers += fetched.filter { $0.leadsFrom != nil }
        return !fetched.isEmpty
    }

    static let http = Array("http".utf8)

    /// An SSAI or proxy host that carries the original URL as a parameter (docs/attribution.md, "Beyond
    /// the URL itself").
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

    /// What a tracker's request became on its way, or in whatever exported the capture.
    private mutating func matchNearly(_ request: inout Request, into outbox: inout Outbox<Interpretation>) {
        let exchange = request.exchange
        // What is sent in a body needs no query.
        guard exchange.request.body.content == .empty,
            let near = library.nearMiss(request.url, cut: recordedURLs.cut(request.url, host: exchange.request.host))
        else { return }
        if near.alteration == .queryRemoved, !queriesAreKept {
            return reportSanitised(exchange, into: &outbox)
        }
        if !near.alteration.isOfSender {
            // The event is known where only one tracker is left that it can have been, and it was sent as declared for certain.
            let isKnown = near.matches.count == 1 && !near.isHashed
            outbox.report(
                Diagnostic(
                    near.alteration == .cut ? .urlCut : .urlRedacted, locator: exchange.locator, at: exchange.startedAt,
                    subject: exchange.request.host,
                    detail: isKnown
                        ? "the tracker can still be told"
                        : near.isHashed
                            ? "a hash stands for a declared value"
                            : near.matches.isEmpty
                                ? "it may be any tracker of the host"
                                : "it may be any of \(near.matches.count) trackers",
                    blind: isKnown ? nil : Blind(host: exchange.request.host, hides: .requests)))
            guard isKnown else { return }
        }
        request.matches = near.matches
        request.alteration = near.alteration
    }

    /// Once for a run: which trackers were sent cannot be seen in it.
    mutating func reportSanitised(_ exchange: Exchange, into outbox: inout Outbox<Interpretation>) {
        guard !hasToldSanitised else { return }
        hasToldSanitised = true
        outbox.report(
            Diagnostic(
                .captureSanitised, locator: exchange.locator, at: exchange.startedAt, subject: exchange.request.host,
                detail: valuesAreKept
                    ? "no URL of the recording has a query, this one among them"
                    : "all values of the queries of the recording are stand-ins, those of this URL among them",
                blind: Blind(hides: .requests)))
    }

    // MARK: Firings

    private mutating func fire(
        _ request: Request, isPreflight: Bool, in timelines: StreamTimelines, numbers: inout Numbering,
        into outbox: inout Outbox<Interpretation>
    ) -> Bool {
        let candidates = self.candidates(for: request)
        guard let first = candidates.first else { return followWithoutMatch(request, numbers: &numbers, into: &outbox) }
        func record(_ kind: String) -> ID<Beacon> {
            let beacon = Beacon(
                id: numbers.nextBeacon(), exchange: request.id, family: first.tracker.family, kind: kind,
                event: first.tracker.event, at: request.at, host: request.exchange.request.host)
            outbox.emit(.beacon(beacon))
            return beacon.id
        }
        if isPreflight {
            _ = record(request.exchange.isUnsent ? "unsent" : "preflight")
            return true
        }
        if request.exchange.notes.contains("from-cache"), !request.isHop {
            _ = record("from-cache")
            return true
        }
        let choice = OwnerChoice(
            at: request.at, client: request.exchange.connection.clientHost, macros: request.matches.map(macros))
        let owner = choice.choose(candidates)
        if request.alteration?.isOfSender ?? false, case .chosen(let candidate, _) = owner, candidate.hasFired {
            // What was sent as declared needs no nearly declared request beside it.
            if request.alteration == .head { _ = record("preflight") }
            return request.alteration == .head
        }
        let beacon = record("tracker")
        var firing: Firing
        switch owner {
        case .chosen(let candidate, let isTwin):
            firing = attributed(
                request, to: candidate, beacon: beacon, in: timelines, numbers: &numbers, into: &outbox)
            if isTwin {
                firing.ambiguous = true
                emitCandidates(candidates, of: firing, numbers: &numbers, into: &outbox)
            }
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
    func firing(
        _ request: Request, _ candidate: OwnerChoice.Candidate, beacon: ID<Beacon>, numbers: inout Numbering
    ) -> Firing {
        let isDirect = !request.isHop && !request.isWrapped
        return Firing(
            id: numbers.nextFiring(), beacon: beacon, exchange: request.id, tracker: candidate.tracker.id, adPlay: nil,
            family: candidate.tracker.family, event: candidate.tracker.event, at: request.at,
            answered: request.exchange.response != nil, delivered: request.isDelivered,
            direct: isDirect, alteration: request.alteration,
            respelt: isDirect ? candidate.tracker.target?.respelling(in: request.exchange.request.target) : nil)
    }

    private mutating func attributed(
        _ request: Request, to candidate: OwnerChoice.Candidate, beacon: ID<Beacon>,
        in timelines: StreamTimelines, numbers: inout Numbering, into outbox: inout Outbox<Interpretation>
    ) -> Firing {
        let tracker = candidate.tracker
        let traits = EventTraits.of(tracker.event)
        var firing = firing(request, candidate, beacon: beacon, numbers: &numbers)
        // What happened at an unknown time happened, and can be compared with nothing.
        let isTimed = !request.exchange.isTimeUnknown
        firing.ambiguous = !isTimed
        // A tracker of the document itself belongs to no play.
        guard var play = library.take(candidate.play) else { return firing }
        if request.isHop {
            firing.repeatClass = .redirectHop
            firing.prior = request.origin?.firing
            firing.adPlay = number(&play, numbers: &numbers, into: &outbox)
            library.update(play)
            return firing
        }
        let sent = SentRequest(request.exchange, isAltered: request.alteration?.isOfSender ?? false)
        if let prior = play.histories[tracker.id] {
            firing.prior = prior.firing
            firing.gapUs = request.at.microseconds(since: prior.at)
            firing.repeatClass = RepeatClassifier.classify(sent, at: request.at, after: prior, traits)
            if firing.repeatClass == .duplicate,
                let later = openReplay(of: play, traits, at: request.at, after: prior.at, in: timelines)
            {
                library.update(play)
                play = later
                firing.repeatClass = .laterPlay
            } else if firing.repeatClass == .duplicate, sent.isOfOtherDevice(than: prior.sent) {
                // Trackers that name no viewing are everybody's who watches.
                firing.ambiguous = true
            }
        } else if let listed = firstListed(tracker, in: play) {
            firing.repeatClass = .listedAgain
            firing.prior = listed.firing
            firing.gapUs = request.at.microseconds(since: listed.at)
        }
        firing.adPlay = number(&play, numbers: &numbers, into: &outbox)
        let isBeginning = play.begunAt == nil
        if firing.repeatClass != .seenTwice, firing.repeatClass != .retry || play.histories[tracker.id] == nil {
            play.observe(tracker, traits, firing: firing.id, at: request.at, isTimed: isTimed, sent: sent)
        } else {
            play.histories[tracker.id]?.sent = sent
            play.histories[tracker.id]?.isPaired = firing.repeatClass == .seenTwice
        }
        if isTimed {
            firing.stalledUs = play.clock.stalledUs(at: request.at)
            firing.playedUs = play.clock.playedUs(at: request.at)
        }
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
    /// earlier play has ended, and some time after that; whatever comes first does where a stitched ad is shown anew.
    private mutating func openReplay(
        of play: LivePlay, _ traits: EventTraits, at: Timestamp, after prior: Timestamp, in timelines: StreamTimelines
    ) -> LivePlay? {
        guard let own = library.ads[play.ad] else { return nil }
        let hasPassed = play.begunAt.map { at.microseconds(since: $0) >= own.ad.durationUs ?? .max } ?? false
        guard
            timelines.isShownAnew(play.ad, since: prior, isOver: play.end != nil || hasPassed)
                || traits.opensReplay && isLongOver(play, of: own, at: at)
        else { return nil }
        return library.openPlay(of: play.ad, licence: .replay, from: at).flatMap { library.take($0) }
    }

    private func isLongOver(_ play: LivePlay, of own: LiveAd, at: Timestamp) -> Bool {
        guard let end = play.end else { return false }
        // What a wrapper led to may be a pod, of which each ad sends the wrapper's trackers, one right after the other.
        let isUnread = own.ad.kind == .wrapper && own.children.isEmpty
        let gap =
            isUnread
            ? 0
            : max(
                AttributionLimits.replayGap, Int64(Double(own.ad.durationUs ?? 0) * AttributionLimits.replayFraction))
        return at.microseconds(since: end) > gap
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
                id: numbers.nextBeacon(), exchange: request.id, family: request.origin?.family ?? .vast,
                kind: "redirect", event: "redirect",
                at: request.at, host: request.exchange.request.host)
            outbox.emit(.beacon(beacon))
            let awaits = awaitRedirect(request, firing: firing, family: request.origin?.family, isRecognised: true)
            desk.follow(firing, delivered: request.isDelivered, awaitsRedirect: awaits, into: &outbox)
            return true
        }
        _ = awaitRedirect(request, firing: nil, family: nil, isRecognised: request.isHop)
        return false
    }

    private mutating func finish(
        _ firing: inout Firing, _ request: Request, into outbox: inout Outbox<Interpretation>
    ) {
        let chain = request.origin?.firing ?? firing.id
        let awaits = awaitRedirect(request, firing: chain, family: firing.family, isRecognised: true)
        desk.write(firing, awaitsRedirect: awaits, into: &outbox)
        if let first = request.origin?.firing {
            desk.follow(first, delivered: request.isDelivered, awaitsRedirect: awaits, into: &outbox)
        }
    }

    private mutating func awaitRedirect(
        _ request: Request, firing: ID<Firing>?, family: Family?, isRecognised: Bool
    ) -> Bool {
        let origin = RedirectChains.Origin(
            exchange: request.origin?.exchange ?? request.id, firing: firing, family: family,
            isRecognised: isRecognised, depth: (request.origin?.depth ?? 0) + 1)
        guard redirects.await(request.exchange, id: request.id, from: request.url, origin: origin) else {
            if let first = request.origin?.exchange { announcersOfChain[first] = nil }
            return false
        }
        if !announcers.isEmpty, announcersOfChain.count < AttributionLimits.pendingRedirects {
            announcersOfChain[origin.exchange] = announcers
        }
        return true
    }
}
