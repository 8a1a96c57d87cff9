import Model

// Ads that a manifest describes in place of stitching lines between its segments: periods and events of DASH, date ranges
// with ad creative signaling.
extension HLSFamily {
    typealias FreshAd = (known: StitchedAdRegistry.Known, ad: AdDeclaration, period: Int?)

    mutating func observePeriods(_ bytes: [UInt8], _ observation: Observation, in run: inout RunContext) {
        var document = DocumentDeclaration(kind: .playlist, label: "periods")
        var fresh: [FreshAd] = []
        var listings: [PeriodSegments] = []
        switch AdXML.parse(bytes) {
        case .failure(let fault):
            document.state = .malformed
            document.detail = fault.description
            reportMalformed(fault.description, observation, in: &run)
        case .success(let root, let repair):
            document.state = repair == nil ? .wellFormed : .repaired
            document.detail = repair
            let reading = PeriodReader.read(root, against: observation.url)
            fresh = freshAds(reading.ads, in: nil, &run)
            listings = PeriodSegments.read(root, against: observation.url)
            if reading.silent > 0 { reportSilent("\(reading.silent) events of", observation, in: &run) }
        }
        document.ads = fresh.map(\.ad)
        let declared = run.declare(document, for: observation)
        add(fresh.map(\.known), as: declared.ads[...], of: declared.document)
        for (place, listing) in listings.enumerated() {
            let owners = zip(fresh, declared.ads).compactMap { fresh, ad in
                fresh.period.flatMap { period in
                    listing.periods.indices.contains(period) ? (ad: ad, segments: listing.periods[period]) : nil
                }
            }
            enter(listing.playlist, isFirst: place == 0, of: owners, declared.document, observation, in: &run)
        }
    }

    /// Each representation is remembered by its own addresses, and all have one timeline.
    private func enter(
        _ playlist: Playlist, isFirst: Bool, of owners: [(ad: ID<Ad>, segments: Range<Int>)],
        _ document: ID<Document>, _ observation: Observation, in run: inout RunContext
    ) {
        let name = observation.url.text(0..<observation.url.path.upperBound)
        guard let first = playlist.segments.first,
            let placed = run.timelines.place(
                playlist, of: name, at: observation.url, identity: PlaylistMarkers.identity(of: observation.url),
                document: document)
        else { return }
        if isFirst { run.emit(.playlistReading(placed.reading)) }
        run.timelines.add(placed, playlist, ads: owners, against: URLFields(first.uri))
    }

    /// Those of date ranges, which repeat in each reload.
    mutating func signaledAds(
        of playlist: Playlist, in stream: String?, _ observation: Observation, in run: inout RunContext
    ) -> [FreshAd] {
        var signaled: [AdPeriod] = []
        for range in playlist.dateRanges {
            guard let text = range.attributes[CreativeSignaling.key] else { continue }
            let place = range.attributes["ID"] ?? range.attributes["START-DATE"] ?? ""
            let ads = CreativeSignaling(text)?.ads(at: place, against: observation.url) ?? []
            signaled += ads
            if ads.isEmpty, hasNotReported("signaling \(place)") {
                reportSilent("the date range \(place) has", observation, in: &run)
            }
        }
        return signaled.isEmpty ? [] : freshAds(signaled, in: stream, &run)
    }

    mutating func add(_ ads: [StitchedAdRegistry.Known], as ids: ArraySlice<ID<Ad>>, of document: ID<Document>) {
        for (entry, id) in zip(ads, ids) {
            var known = entry
            known.ad = id
            known.document = document
            self.ads.add(known)
        }
    }

    /// Those that no earlier manifest declared; what it adds to known ones is declared.
    private mutating func freshAds(_ periods: [AdPeriod], in stream: String?, _ run: inout RunContext) -> [FreshAd] {
        var fresh: [FreshAd] = []
        for period in periods {
            let lines = period.trackers.map { StitchedAdRegistry.Line(event: $0.event, url: $0.url) }
            let place = StitchedAdRegistry.Place(stream: stream, period: period.id ?? "")
            if let index = ads.match(lines, at: place) {
                let added = Set(ads.widen(index, to: place, with: lines).lines)
                let trackers = zip(period.trackers, lines).filter { added.contains($1) }.map(\.0)
                if !trackers.isEmpty { run.declare(trackers, ofAd: ads[index].ad) }
            } else {
                let ad = AdDeclaration(
                    kind: .stitched, family: .ssai, sequence: period.sequence, title: period.id,
                    durationUs: period.durationUs, trackers: period.trackers)
                let known = StitchedAdRegistry.Known(ad: 0, document: 0, place: place, declared: Set(lines))
                fresh.append((known, ad, period.period))
            }
        }
        return fresh
    }

    private func reportSilent(_ holder: String, _ observation: Observation, in run: inout RunContext) {
        let exchange = observation.exchange
        run.report(
            Diagnostic(
                .hlsSignalingSilent, locator: exchange.locator, at: exchange.startedAt, subject: exchange.request.host,
                detail: "\(holder) ad creative signaling that names no URL"))
    }
}
