import Model

// Ads that a manifest describes in place of stitching lines between its segments: periods and events of DASH, date ranges
// with ad creative signaling.
extension HLSFamily {
    typealias FreshAd = (known: StitchedAdRegistry.Known, ad: AdDeclaration, period: Int?)

    mutating func observePeriods(_ bytes: [UInt8], _ observation: Observation, in run: inout RunContext) {
        var document = DocumentDeclaration(kind: .playlist, label: "periods")
        var fresh: [FreshAd] = []
        var owners: [Int: ID<Ad>] = [:]
        var manifest: XMLNode?
        switch AdXML.parse(bytes) {
        case .failure(let fault):
            document.state = .malformed
            document.detail = fault.description
            reportMalformed(fault.description, observation, in: &run)
        case .success(let root, let repair):
            let reading = PeriodReader.read(root, against: observation.url)
            fresh = freshAds(reading.ads, in: nil, known: &owners, &run)
            document.state = reading.ads.isEmpty ? .empty : repair == nil ? .wellFormed : .repaired
            document.detail = repair
            if root.name == "mpd" {
                document.label = root.attributes["type"] == "dynamic" ? "dynamic manifest" : "static manifest"
            }
            manifest = root
            if reading.silent > 0 { reportSilent("\(reading.silent) events of", observation, in: &run) }
        }
        document.ads = fresh.map(\.ad)
        let declared = run.declare(document, for: observation)
        add(fresh.map(\.known), as: declared.ads[...], of: declared.document)
        for (fresh, ad) in zip(fresh, declared.ads) {
            if let period = fresh.period { owners[period] = ad }
        }
        reveal(observation, in: &run)
        hideIfCut(observation, in: &run)
        if case .cut = observation.exchange.response?.body.content { return }
        guard let manifest, let segments = PeriodSegments(manifest, against: observation.url) else { return }
        if !segments.isEnded { growing.insert(PlaylistMarkers.identity(of: observation.url)) }
        let session = Self.session(of: manifest, observation.url)
        // Two sessions may be handed one path.
        let name = [observation.url.text(0..<observation.url.path.upperBound), session, segments.epoch]
        let reading = run.timelines.enter(
            segments, of: name.compactMap(\.self).joined(separator: " "), session: session, at: observation.url,
            document: declared.document, ads: owners)
        if let reading { run.emit(.playlistReading(reading)) }
    }

    /// MediaTailor's session, as it stands in the address of the manifest or of its next version (AWS, DASH session
    /// initialization).
    private static func session(of manifest: XMLNode, _ url: URLFields) -> String? {
        let urls = [url] + manifest.all("location").map { URLFields($0.trimmedText) }
        return urls.lazy.flatMap(QueryField.read).first {
            ["aws.sessionid", "sessionid"].contains($0.name.lowercased())
        }?
        .value
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
        var known: [Int: ID<Ad>] = [:]
        return signaled.isEmpty ? [] : freshAds(signaled, in: stream, known: &known, &run)
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
    ///
    /// - Parameter known: by the place of their period, the ads that an earlier one declared.
    private mutating func freshAds(
        _ periods: [AdPeriod], in stream: String?, known: inout [Int: ID<Ad>], _ run: inout RunContext
    ) -> [FreshAd] {
        var fresh: [FreshAd] = []
        for period in periods {
            let lines = period.trackers.map { StitchedAdRegistry.Line(event: $0.event, url: $0.url) }
            let place = StitchedAdRegistry.Place(stream: stream, period: period.id ?? "")
            if let index = ads.match(lines, at: place) {
                let added = Set(ads.widen(index, to: place, with: lines).lines)
                let trackers = zip(period.trackers, lines).filter { added.contains($1) }.map(\.0)
                if !trackers.isEmpty { run.declare(trackers, ofAd: ads[index].ad) }
                if let period = period.period { known[period] = ads[index].ad }
            } else {
                let ad = AdDeclaration(
                    kind: .stitched, family: .ssai, sequence: period.sequence, title: period.id,
                    durationUs: period.durationUs, trackers: period.trackers)
                let entry = StitchedAdRegistry.Known(ad: 0, document: 0, place: place, declared: Set(lines))
                fresh.append((entry, ad, period.period))
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
