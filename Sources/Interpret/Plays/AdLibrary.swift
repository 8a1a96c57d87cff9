import Model

/// The ads that may still fire, with their declared URLs, and the plays that own them.
///
/// Bounded by ``AttributionLimits``: an ad is let go, and its plays become final, when newer ads own its URLs.
struct AdLibrary: Sendable {
    /// Who declared a URL to be fetched.
    struct Fetchable: Sendable, Hashable {
        var resource: ID<Resource>?
        /// For a URL that leads to a document: the ad (wrapper, break) that it was declared in.
        var leadsFrom: ID<Ad>?
        var ad: ID<Ad>?
        var ready: Timestamp
        var isMedia = false
    }

    private(set) var ads: [ID<Ad>: LiveAd] = [:]
    private(set) var plays: [LivePlay.Key: LivePlay] = [:]
    private var owners: [TrackerIndex.TemplateID: [LiveTracker]] = [:]
    private var trackerIndex = TrackerIndex()
    private var fetchables: [TrackerIndex.TemplateID: [Fetchable]] = [:]
    private var fetchableIndex = TrackerIndex()
    /// Ad ids in the order they were declared, for the limit on all of them.
    private var order: [ID<Ad>] = []
    private var orderHead = 0
    private var lastPlay = 0

    // MARK: Declaring

    mutating func insert(_ ad: LiveAd) {
        ads[ad.ad.id] = ad
        order.append(ad.ad.id)
        if let parent = ad.parent {
            ads[parent]?.children.append(ad.ad.id)
            ads[parent]?.wasAnswered = true
        }
        if !ad.isWrapper { _ = openPlay(of: ad.ad.id, licence: .document, from: ad.ready) }
    }

    /// Enters a tracker in the index.
    ///
    /// - Returns: what was entered, or `nil` when the URL cannot be fired.
    mutating func insert(_ tracker: Tracker) -> LiveTracker? {
        let template: TrackerIndex.TemplateID
        do {
            template = try trackerIndex.insert(tracker.url)
        } catch {
            // About:blank, empty, not http: nothing that could be missing (docs/attribution.md, "Declared URLs").
            return nil
        }
        let live = LiveTracker(tracker, template: template)
        owners[template, default: []].append(live)
        if let ad = tracker.ad { ads[ad]?.trackers.append(live) }
        return live
    }

    /// The ad has entered as many trackers as one may, or as many with this URL.
    func isCrowded(_ tracker: Tracker) -> Bool {
        if let ad = tracker.ad.flatMap({ ads[$0] }), ad.trackers.count >= AttributionLimits.trackersPerAd {
            return true
        }
        guard let template = trackerIndex.id(of: tracker.url), let list = owners[template] else { return false }
        // Those of one ad stand together, the newest at the end.
        let twins = list.suffix(AttributionLimits.twinsPerAd)
        return twins.count == AttributionLimits.twinsPerAd
            && twins.allSatisfy { $0.ad == tracker.ad && $0.document == tracker.document }
    }

    mutating func insert(_ fetchable: Fetchable, url: String) {
        let template: TrackerIndex.TemplateID
        do {
            template = try fetchableIndex.insert(url)
        } catch {
            return
        }
        fetchables[template, default: []].append(fetchable)
        if let ad = fetchable.ad { ads[ad]?.fetchables.append(template) }
        let excess = (fetchables[template]?.count ?? 0) - AttributionLimits.mostOwnersPerTemplate
        if excess > 0 { fetchables[template]?.removeFirst(excess) }
    }

    /// Opens a further play of the ad.
    mutating func openPlay(of ad: ID<Ad>, licence: AdPlay.Licence, from: Timestamp) -> LivePlay.Key? {
        guard let count = ads[ad]?.playCount else { return nil }
        lastPlay += 1
        ads[ad]?.playCount = count + 1
        ads[ad]?.plays.append(lastPlay)
        plays[lastPlay] = LivePlay(key: lastPlay, ad: ad, nth: count + 1, licence: licence, from: from)
        return lastPlay
    }

    // MARK: Asking

    var hasTrackers: Bool { !owners.isEmpty }

    func matchTracker(_ url: URLFields) -> [TrackerIndex.Match] { trackerIndex.match(url) }

    func nearMiss(_ url: URLFields, cut: RecordedURLs.Cut) -> NearMiss? { trackerIndex.nearMiss(url, cut: cut) }

    func holes(of template: TrackerIndex.TemplateID) -> [Hole] { trackerIndex.holes(of: template) }

    func owners(of template: TrackerIndex.TemplateID) -> [LiveTracker] { owners[template] ?? [] }

    /// What was declared to be fetched under this URL and had arrived by then, oldest first.
    func fetchables(_ url: URLFields, at: Timestamp) -> [Fetchable] {
        let limit = at.advanced(byMicroseconds: AttributionLimits.arrivalSlack)
        return fetchableIndex.match(url).flatMap { fetchables[$0.template] ?? [] }.filter { $0.ready <= limit }
    }

    /// The plays that owe an ad's trackers: its own, or for a wrapper those of the ads it led to.
    func playsOwing(trackersOf ad: ID<Ad>) -> [LivePlay.Key] {
        playsOwing(trackersOf: ad, levels: AdLibrary.deepest)
    }

    private func playsOwing(trackersOf ad: ID<Ad>, levels: Int) -> [LivePlay.Key] {
        guard let live = ads[ad], levels >= 0 else { return [] }
        if !live.isWrapper || !live.plays.isEmpty { return live.plays }
        return live.children.flatMap { playsOwing(trackersOf: $0, levels: levels - 1) }
    }

    /// Whether the ad may yet be played for the first time.
    func isAwaited(_ ad: ID<Ad>) -> Bool {
        playsOwing(trackersOf: ad).contains { plays[$0]?.stage == .possible }
    }

    /// The ad with the wrappers around it, innermost first: the levels of its trackers.
    func tree(of ad: ID<Ad>) -> [LiveAd] {
        guard let own = ads[ad] else { return [] }
        var levels = [own]
        while let parent = levels[levels.count - 1].parent, let live = ads[parent], live.isWrapper,
            levels.count <= AdLibrary.deepest
        {
            levels.append(live)
        }
        return levels
    }

    /// The last wrapper of the chain that the ad begins, as far as each led to one other.
    func innermost(of ad: ID<Ad>) -> ID<Ad> {
        var innermost = ad
        for _ in 0..<AdLibrary.deepest {
            guard let children = ads[innermost]?.children, children.count == 1 else { break }
            innermost = children[0]
        }
        return innermost
    }

    /// Deeper wrapper chains are loops.
    static let deepest = 32

    // MARK: Changing plays

    /// Takes a play out to be changed; ``update(_:)`` puts it back. (A copy would copy its histories.)
    mutating func take(_ key: LivePlay.Key) -> LivePlay? {
        plays.removeValue(forKey: key)
    }

    mutating func update(_ play: LivePlay) {
        plays[play.key] = play
    }

    /// Notes that media of an ad was asked for.
    mutating func noteMedia(of ad: ID<Ad>) {
        ads[ad]?.hasMedia = true
    }

    /// Notes that another play began while this one was in progress.
    mutating func supersede(_ key: LivePlay.Key, at: Timestamp) {
        guard let play = plays[key], play.stage == .inProgress, play.supersededAt == nil else { return }
        plays[key]?.supersededAt = at
    }

    // MARK: Letting go

    /// Ads that must be let go so that no URL has too many owners and no run too many ads.
    func adsToRetire(after document: [LiveTracker]) -> [ID<Ad>] {
        var retired: Set<ID<Ad>> = []
        for tracker in document {
            let list = owners[tracker.template] ?? []
            let rest = list.compactMap(\.ad).filter { !retired.contains($0) }
            guard rest.count > AttributionLimits.ownersPerTemplate else { continue }
            let isFull = rest.count > AttributionLimits.mostOwnersPerTemplate
            lazy var newest = newestBegun(among: rest)
            if let ad = rest.first(where: { isIdle($0) { newest } }) ?? (isFull ? rest.first : nil) {
                retired.insert(ad)
            }
        }
        var index = orderHead
        while ads.count - retired.count > AttributionLimits.liveAds, index < order.count {
            if ads[order[index]] != nil { retired.insert(order[index]) }
            index += 1
        }
        return retired.sorted()
    }

    /// The ad that must be let go so that a wrapper has no more ads under it than one may: its oldest that is over, else
    /// its oldest.
    func answerToRetire(of wrapper: ID<Ad>?) -> ID<Ad>? {
        guard let wrapper, let live = ads[wrapper], live.isWrapper,
            live.children.count > AttributionLimits.answersPerWrapper
        else { return nil }
        let isOver: (ID<Ad>) -> Bool = { ad in
            self.playsOwing(trackersOf: ad).allSatisfy { self.plays[$0]?.stage == .ended }
        }
        return live.children.first(where: isOver) ?? live.children.first
    }

    /// All plays are over, or a later document with the same URL is already being played.
    ///
    /// - Parameter newest: the newest document of the same URL that has been played.
    private func isIdle(_ ad: ID<Ad>, newest: () -> ID<Document>?) -> Bool {
        func hasLaterBegun() -> Bool {
            guard let document = ads[ad]?.ad.document else { return true }
            return newest().map { $0 > document } ?? false
        }
        let keys = playsOwing(trackersOf: ad)
        // A wrapper whose answer was let go, or may still come.
        if keys.isEmpty { return ads[ad]?.wasAnswered == true || hasLaterBegun() }
        return keys.allSatisfy { key in
            guard let play = plays[key] else { return true }
            switch play.stage {
            case .ended: return true
            case .inProgress: return play.supersededAt != nil
            case .possible: return hasLaterBegun()
            }
        }
    }

    /// The newest document of these ads of which a play has begun: looked for once, not for each ad.
    private func newestBegun(among owners: [ID<Ad>]) -> ID<Document>? {
        let begun = owners.filter { ad in playsOwing(trackersOf: ad).contains { plays[$0]?.begunAt != nil } }
        return begun.compactMap { ads[$0]?.ad.document }.max()
    }

    /// Forgets an ad with its URLs.
    ///
    /// - Returns: its plays, which are final now.
    mutating func retire(_ ad: ID<Ad>) -> [(play: LivePlay, ad: LiveAd)] {
        guard let live = ads.removeValue(forKey: ad) else { return [] }
        if let parent = live.parent { ads[parent]?.children.removeAll { $0 == ad } }
        for template in Set(live.trackers.map(\.template)) {
            forget(template) { $0.ad == ad }
        }
        for template in Set(live.fetchables) {
            fetchables[template]?.removeAll { $0.ad == ad }
            if fetchables[template]?.isEmpty == true {
                fetchables[template] = nil
                fetchableIndex.remove(template)
            }
        }
        while orderHead < order.count, ads[order[orderHead]] == nil { orderHead += 1 }
        if orderHead > AttributionLimits.liveAds {
            order.removeFirst(orderHead)
            orderHead = 0
        }
        return live.plays.compactMap { plays.removeValue(forKey: $0) }.map { ($0, live) }
    }

    /// Forgets everything: the run is over, and no URL need be taken out of its drawer.
    ///
    /// - Returns: the plays that are left, in the order in which their ads were declared.
    mutating func retireAll() -> [(play: LivePlay, ad: LiveAd)] {
        defer { self = AdLibrary() }
        return order[orderHead...].compactMap { ads[$0] }.flatMap { live in
            live.plays.compactMap { plays[$0] }.map { ($0, live) }
        }
    }

    /// Forgets the trackers of a document itself, beyond the newest few.
    mutating func retireDocumentTrackers(of template: TrackerIndex.TemplateID) {
        let own = (owners[template] ?? []).filter { $0.ad == nil }
        guard own.count > AttributionLimits.ownersPerTemplate, let oldest = own.first else { return }
        forget(template) { $0.id == oldest.id }
    }

    private mutating func forget(_ template: TrackerIndex.TemplateID, where condition: (LiveTracker) -> Bool) {
        owners[template]?.removeAll(where: condition)
        if owners[template]?.isEmpty == true {
            owners[template] = nil
            trackerIndex.remove(template)
        }
    }
}
