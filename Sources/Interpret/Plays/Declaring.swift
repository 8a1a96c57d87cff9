import Model

/// Registers what documents declare: gives out ids, emits the rows, enters the URLs in the library.
extension Attribution {
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
                    ads: declaration.ads.count, label: declaration.label, detail: declaration.detail,
                    isOffer: declaration.isOffer)))
        let parent = announcingAd()
        if let parent, let live = library.ads[parent] {
            outbox.emit(
                .documentLink(
                    DocumentLink(parent: live.ad.document, child: id, via: live.isWrapper ? .wrapper : .vmap)))
        }
        remember(
            DocumentContext(
                fetchedAt: exchange.startedAt, ready: observation.ready, client: exchange.connection.clientHost,
                parent: parent, isOffer: declaration.isOffer && parent == nil, ads: 0), for: id)
        let own = trackers(declaration.trackers, document: id, ad: nil, numbers: &numbers, into: &outbox)
        for tracker in own { library.retireDocumentTrackers(of: tracker.template) }
        resources(declaration.resources, [], document: id, ad: nil, numbers: &numbers, into: &outbox)
        var ads: [ID<Ad>] = []
        for ad in declaration.ads {
            ads += declare(ad, inDocument: id, under: parent, numbers: &numbers, into: &outbox)
        }
        return DeclaredDocument(document: id, ads: ads)
    }

    mutating func declare(
        _ ad: AdDeclaration, inDocument document: ID<Document>, numbers: inout Numbering,
        into outbox: inout Outbox<Interpretation>
    ) -> ID<Ad>? {
        guard let parent = documents[document].map(\.parent) else { return nil }
        return declare(ad, inDocument: document, under: parent, numbers: &numbers, into: &outbox).first
    }

    mutating func declare(
        _ trackers: [TrackerDeclaration], ofAd ad: ID<Ad>, numbers: inout Numbering,
        into outbox: inout Outbox<Interpretation>
    ) {
        guard let live = library.ads[ad] else { return }
        let added = self.trackers(trackers, document: live.ad.document, ad: ad, numbers: &numbers, into: &outbox)
        for key in library.playsOwing(trackersOf: ad) {
            guard let id = library.plays[key]?.id else { continue }
            var twins: [TrackerIndex.TemplateID: Int] = [:]
            for tracker in live.trackers.reversed() { twins[tracker.template] = tracker.id.number }
            for tracker in added { emitPlayTracker(tracker, 0, id, &twins, into: &outbox) }
        }
    }

    mutating func declare(
        _ resources: [ResourceDeclaration], ofAd ad: ID<Ad>, numbers: inout Numbering,
        into outbox: inout Outbox<Interpretation>
    ) {
        guard let document = library.ads[ad]?.ad.document else { return }
        self.resources(resources, [], document: document, ad: ad, numbers: &numbers, into: &outbox)
    }

    private mutating func remember(_ context: DocumentContext, for document: ID<Document>) {
        documents[document] = context
        documentOrder.append(document)
        if documentOrder.count > 2 * AttributionLimits.liveAds {
            for old in documentOrder.prefix(AttributionLimits.liveAds) { documents[old] = nil }
            documentOrder.removeFirst(AttributionLimits.liveAds)
        }
    }

    /// The wrapper or break that this document answers: the oldest that has no answer yet, else the newest.
    private func announcingAd() -> ID<Ad>? {
        let ads = announcers.compactMap(\.leadsFrom).filter { library.ads[$0] != nil }
        return ads.first { library.ads[$0]?.wasAnswered == false } ?? ads.last
    }

    private mutating func declare(
        _ declaration: AdDeclaration, inDocument document: ID<Document>, under parent: ID<Ad>?,
        numbers: inout Numbering,
        into outbox: inout Outbox<Interpretation>
    ) -> [ID<Ad>] {
        guard let context = documents[document] else { return [] }
        let position = context.ads + 1
        documents[document]?.ads = position
        let ad = Ad(
            id: numbers.nextAd(), document: document, kind: declaration.kind, position: position,
            sequence: declaration.sequence, adID: declaration.adID, title: declaration.title,
            label: declaration.label(position), creative: declaration.creative,
            durationUs: declaration.durationUs,
            skipOffset: declaration.skipOffset, skipOffsetUs: declaration.skipOffsetUs,
            servingID: declaration.servingID,
            universalAdID: declaration.universalAdID, expiresUs: declaration.expiresUs, offsetUs: declaration.offsetUs,
            parent: parent)
        outbox.emit(.ad(ad))
        library.insert(
            LiveAd(
                ad: ad, family: declaration.family, fetchedAt: context.fetchedAt, ready: context.ready,
                client: context.client, parent: parent, isOffer: context.isOffer))
        let added = trackers(declaration.trackers, document: document, ad: ad.id, numbers: &numbers, into: &outbox)
        resources(
            declaration.resources, declaration.documentURLs, document: document, ad: ad.id, numbers: &numbers,
            into: &outbox)
        var ids = [ad.id]
        for nested in declaration.nested {
            ids += declare(nested, inDocument: document, under: ad.id, numbers: &numbers, into: &outbox)
        }
        for old in library.adsToRetire(after: added) { letGo(old, into: &outbox) }
        if let old = library.answerToRetire(of: parent) { letGo(old, mayBegin: true, into: &outbox) }
        return ids
    }

    private mutating func trackers(
        _ declarations: [TrackerDeclaration], document: ID<Document>, ad: ID<Ad>?, numbers: inout Numbering,
        into outbox: inout Outbox<Interpretation>
    ) -> [LiveTracker] {
        var crowded = 0
        let added = declarations.compactMap { declaration -> LiveTracker? in
            let tracker = Tracker(
                id: numbers.nextTracker(), document: document, ad: ad, family: declaration.family,
                event: declaration.event, url: TrackerTemplate.trim(declaration.url),
                host: URLFields.declaredHost(declaration.url), element: declaration.element,
                offsetUs: declaration.offsetUs, line: declaration.line,
                verification: declaration.verification)
            outbox.emit(.tracker(tracker))
            guard !library.isCrowded(tracker) else {
                crowded += 1
                return nil
            }
            return library.insert(tracker)
        }
        if crowded > 0, let ready = documents[document]?.ready {
            outbox.report(
                Diagnostic(
                    .trackerCrowded, at: ready, subject: ad.flatMap { library.ads[$0]?.ad.label },
                    detail: """
                        \(crowded) trackers beyond \(AttributionLimits.trackersPerAd) of an ad, or \
                        \(AttributionLimits.twinsPerAd) with one URL
                        """,
                    blind: Blind(from: ready, hides: .requests)))
        }
        return added
    }

    private mutating func resources(
        _ declarations: [ResourceDeclaration], _ documentURLs: [String], document: ID<Document>, ad: ID<Ad>?,
        numbers: inout Numbering, into outbox: inout Outbox<Interpretation>
    ) {
        guard let ready = documents[document]?.ready else { return }
        for declaration in declarations {
            let url = TrackerTemplate.trim(declaration.url)
            let resource = Resource(
                id: numbers.nextResource(), document: document, ad: ad, kind: declaration.kind, url: url,
                tag: declaration.kind == .wrappedTag ? CacheBusters.masked(url) : nil,
                host: URLFields.declaredHost(declaration.url),
                type: declaration.type, parameters: declaration.parameters, verification: declaration.verification)
            outbox.emit(.resource(resource))
            library.insert(
                AdLibrary.Fetchable(
                    resource: resource.id, ad: ad, ready: ready, isMedia: declaration.kind == .media),
                url: AdTagURL.requested(resource.url))
        }
        for url in documentURLs {
            library.insert(AdLibrary.Fetchable(leadsFrom: ad, ad: ad, ready: ready), url: AdTagURL.requested(url))
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
    /// The host of a declared URL as clients send it; empty where it is a macro or where there is none.
    static func declaredHost(_ declared: String) -> String {
        let fields = URLFields(TrackerTemplate.trim(declared))
        guard Hole.find(in: Array(fields.bytes[fields.host])).isEmpty else { return "" }
        return fields.hostName
    }
}
