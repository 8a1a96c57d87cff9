import Model

/// What the traffic means.
extension Writer {
    /// One statement of the interpretation. Numbers of exchanges and calls are the file's own already.
    public mutating func insert(
        _ interpretation: Interpretation, run: Int, ids: IDMap
    ) throws(StoreFailure) {
        switch interpretation {
        case .document(let document): try insert(document, run, ids)
        case .documentLink(let link): try insert(link, run, ids)
        case .ad(let ad): try insert(ad, run, ids)
        case .tracker(let tracker): try insert(tracker, run, ids)
        case .resource(let resource): try insert(resource, run, ids)
        case .fetch(let resource, let exchange): try setFetch(of: resource + ids.resource, to: exchange)
        case .adPlay(let play): try insert(play, run, ids)
        case .obligation(let obligation): try insert(obligation, run, ids)
        case .playback(let span): try insert(span, run, ids)
        case .beacon(let beacon): try insert(beacon, run, ids)
        case .parameter(let parameter): try insert(parameter, run, ids)
        case .firing(let firing): try insert(firing, run, ids)
        case .firingCandidate(let candidate): try insert(candidate, run, ids)
        case .macro(let macro): try insert(macro, run, ids)
        case .session(let session): try insert(session, run, ids)
        case .ping(let ping): try insert(ping, run, ids)
        case .argument(let argument): try insert(argument, run)
        case .omidEvent(let event): try insert(event, run, ids)
        case .callStep(let step): try insert(step, run, ids)
        }
    }

    private mutating func insert(_ argument: CallArgument, _ run: Int) throws(StoreFailure) {
        try insert(into: .argument) { row in
            row.add(run)
            row.add(argument.call)
            row.add(argument.name)
            row.add(argument.kind.rawValue)
            row.add(argument.value)
        }
    }

    private mutating func insert(_ step: CallStep, _ run: Int, _ ids: IDMap) throws(StoreFailure) {
        try insert(into: .callStep) { row in
            row.add(step.call)
            row.add(run)
            row.add(step.session + ids.session)
            row.add(step.api)
            row.add(step.at.microseconds)
            row.add(step.clock)
            row.add(step.since?.microseconds)
            row.add(step.before)
            row.add(step.after)
            row.add(step.brokenEdge)
            row.add(step.edgeSeverity?.rawValue)
            row.add(step.asset)
            row.add(step.type)
            row.add(step.stream)
            row.add(step.position)
            row.add(step.prior?.api)
            row.add(step.prior?.gap)
            row.add(step.prior?.moved)
            row.add(step.loading)
            row.add(step.excuse)
            row.add(step.isPartial)
        }
    }

    private mutating func insert(_ document: Document, _ run: Int, _ ids: IDMap) throws(StoreFailure) {
        try insert(into: .document) { row in
            row.add(document.id + ids.document)
            row.add(run)
            row.add(document.exchange)
            row.add(document.kind.rawValue)
            row.add(document.version)
            row.add(document.state.rawValue)
            row.add(document.at.microseconds)
            row.add(document.ready.microseconds)
            row.add(document.ads)
            row.add(document.label)
            row.add(document.detail)
            row.add(document.isOffer)
        }
    }

    private mutating func insert(_ link: DocumentLink, _ run: Int, _ ids: IDMap) throws(StoreFailure) {
        try insert(into: .documentLink) { row in
            row.add(run)
            row.add(link.parent + ids.document)
            row.add(link.child + ids.document)
            row.add(link.via.rawValue)
        }
    }

    private mutating func insert(_ ad: Ad, _ run: Int, _ ids: IDMap) throws(StoreFailure) {
        try insert(into: .ad) { row in
            row.add(ad.id + ids.ad)
            row.add(run)
            row.add(ad.document + ids.document)
            row.add(ad.kind.rawValue)
            row.add(ad.position)
            row.add(ad.sequence)
            row.add(ad.adID)
            row.add(ad.title)
            row.add(ad.label)
            row.add(ad.creative)
            row.add(ad.durationMicroseconds)
            row.add(ad.skipOffsetMicroseconds)
            row.add(ad.servingID)
            row.add(ad.universalAdID)
            row.add(ad.expiresMicroseconds)
            row.add(ad.parent.map { $0 + ids.ad })
            row.add(ad.skipOffset)
        }
    }

    private mutating func insert(_ tracker: Tracker, _ run: Int, _ ids: IDMap) throws(StoreFailure) {
        try insert(into: .tracker) { row in
            row.add(tracker.id + ids.tracker)
            row.add(run)
            row.add(tracker.document + ids.document)
            row.add(tracker.ad.map { $0 + ids.ad })
            row.add(tracker.family.rawValue)
            row.add(tracker.event)
            row.add(tracker.url)
            row.add(tracker.host)
            row.add(tracker.element)
            row.add(tracker.offsetMicroseconds)
            row.add(tracker.line)
            row.add(tracker.verification)
        }
    }

    private mutating func insert(_ resource: Resource, _ run: Int, _ ids: IDMap) throws(StoreFailure) {
        try insert(into: .resource) { row in
            row.add(resource.id + ids.resource)
            row.add(run)
            row.add(resource.document + ids.document)
            row.add(resource.ad.map { $0 + ids.ad })
            row.add(resource.kind.rawValue)
            row.add(resource.url)
            row.add(resource.host)
            row.add(resource.type)
            row.add(resource.parameters)
            row.add(resource.verification)
        }
    }

    /// The first fetch stands.
    private mutating func setFetch(of resource: Int, to exchange: Int) throws(StoreFailure) {
        try change(
            "UPDATE resource_row SET fetch = :exchange WHERE id = :id AND fetch IS NULL",
            ["id": SQLValue(resource), "exchange": SQLValue(exchange)])
    }

    private mutating func insert(_ play: AdPlay, _ run: Int, _ ids: IDMap) throws(StoreFailure) {
        try insert(into: .adPlay) { row in
            row.add(play.id + ids.adPlay)
            row.add(run)
            row.add(play.ad + ids.ad)
            row.add(play.document + ids.document)
            row.add(play.family.rawValue)
            row.add(play.nth)
            row.add(play.label)
            row.add(play.title)
            row.add(play.creative)
            row.add(play.durationMicroseconds)
            row.add(play.from.microseconds)
            row.add(play.impressionAt?.microseconds)
            row.add(play.startAt?.microseconds)
            row.add(play.end?.microseconds)
            row.add(play.endReason?.rawValue)
            row.add(play.licence.rawValue)
        }
    }

    private mutating func insert(_ obligation: Obligation, _ run: Int, _ ids: IDMap) throws(StoreFailure) {
        try insert(into: .obligation) { row in
            row.add(run)
            row.add(obligation.adPlay + ids.adPlay)
            row.add(obligation.tracker + ids.tracker)
            row.add(obligation.family.rawValue)
            row.add(obligation.event)
            row.add(obligation.document + ids.document)
            row.add(obligation.level)
            row.add(obligation.twin)
            row.add(obligation.offsetMicroseconds)
        }
    }

    private mutating func insert(_ span: PlaybackSpan, _ run: Int, _ ids: IDMap) throws(StoreFailure) {
        try insert(into: .playback) { row in
            row.add(run)
            row.add(span.adPlay + ids.adPlay)
            row.add(span.from.microseconds)
            row.add(span.to?.microseconds)
            row.add(span.state.rawValue)
            row.add(span.source.rawValue)
        }
    }

    private mutating func insert(_ beacon: Beacon, _ run: Int, _ ids: IDMap) throws(StoreFailure) {
        try insert(into: .beacon) { row in
            row.add(beacon.id + ids.beacon)
            row.add(run)
            row.add(beacon.exchange)
            row.add(beacon.call)
            row.add(beacon.family.rawValue)
            row.add(beacon.kind)
            row.add(beacon.event)
            row.add(beacon.at.microseconds)
            row.add(beacon.host)
            row.add(beacon.session.map { $0 + ids.session })
        }
    }

    private mutating func insert(_ parameter: Parameter, _ run: Int, _ ids: IDMap) throws(StoreFailure) {
        try insert(into: .parameter) { row in
            row.add(run)
            row.add(parameter.beacon + ids.beacon)
            row.add(parameter.name)
            row.add(parameter.subkey)
            row.add(parameter.ordinal)
            row.add(parameter.raw)
            row.add(parameter.value)
            row.add(parameter.encodedTwice)
        }
    }

    private mutating func insert(_ firing: Firing, _ run: Int, _ ids: IDMap) throws(StoreFailure) {
        try insert(into: .firing) { row in
            row.add(firing.id + ids.firing)
            row.add(run)
            row.add(firing.beacon + ids.beacon)
            row.add(firing.exchange)
            row.add(firing.call)
            row.add(firing.tracker + ids.tracker)
            row.add(firing.adPlay.map { $0 + ids.adPlay })
            row.add(firing.family.rawValue)
            row.add(firing.event)
            row.add(firing.at.microseconds)
            row.add(firing.playedMicroseconds)
            row.add(firing.stalledMicroseconds)
            row.add(firing.repeatClass.rawValue)
            row.add(firing.prior.map { $0 + ids.firing })
            row.add(firing.gapMicroseconds)
            row.add(firing.answered)
            row.add(firing.delivered)
            row.add(firing.ambiguous)
            row.add(firing.direct)
        }
    }

    private mutating func insert(_ candidate: FiringCandidate, _ run: Int, _ ids: IDMap) throws(StoreFailure) {
        try insert(into: .firingCandidate) { row in
            row.add(run)
            row.add(candidate.firing + ids.firing)
            row.add(candidate.tracker + ids.tracker)
            row.add(candidate.adPlay.map { $0 + ids.adPlay })
            row.add(candidate.score)
        }
    }

    private mutating func insert(_ macro: Macro, _ run: Int, _ ids: IDMap) throws(StoreFailure) {
        try insert(into: .macro) { row in
            row.add(run)
            row.add(macro.firing + ids.firing)
            row.add(macro.name)
            row.add(macro.known)
            row.add(macro.state.rawValue)
            row.add(macro.value)
        }
    }

    private mutating func insert(_ session: Session, _ run: Int, _ ids: IDMap) throws(StoreFailure) {
        try insert(into: .session) { row in
            row.add(session.id + ids.session)
            row.add(run)
            row.add(session.kind.rawValue)
            row.add(session.family.rawValue)
            row.add(session.identifier)
            row.add(session.label)
            row.add(session.from.microseconds)
            row.add(session.to?.microseconds)
            row.add(session.parent.map { $0 + ids.session })
        }
    }

    private mutating func insert(_ ping: Ping, _ run: Int, _ ids: IDMap) throws(StoreFailure) {
        try insert(into: .ping) { row in
            row.add(ping.beacon + ids.beacon)
            row.add(run)
            row.add(ping.session.map { $0 + ids.session })
            row.add(ping.kind)
            row.add(ping.stream)
            row.add(ping.asset)
            row.add(ping.createdAt?.microseconds)
            row.add(ping.sentAt?.microseconds)
            row.add(ping.segmentAt?.microseconds)
            row.add(ping.viewedMicroseconds)
            row.add(ping.repeatClass.rawValue)
            row.add(ping.late)
        }
    }
    private mutating func insert(_ event: OMIDEvent, _ run: Int, _ ids: IDMap) throws(StoreFailure) {
        try insert(into: .omidEvent) { row in
            row.add(event.beacon + ids.beacon)
            row.add(run)
            row.add(event.session + ids.session)
            row.add(event.event)
            row.add(event.stampedAt?.microseconds)
            row.add(event.at.microseconds)
            row.add(event.nth)
            row.add(event.place)
            row.add(event.percentInView)
            row.add(event.isPlaying)
            row.add(event.viewableMicroseconds)
            row.add(event.isLate)
        }
    }
}
