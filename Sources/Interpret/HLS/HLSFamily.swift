import Model

/// HLS: ads stitched into playlists with `EXT-X-BEACON` (family ssai), interstitials and asset lists (hls), ad break
/// markers (scte35); ads that date ranges and DASH manifests describe (ssai).
///
/// Every playlist fetched is a document. An ad, a date range or a marker is declared by the first playlist that lists it;
/// reloads and other variants repeat it without effect.
public struct HLSFamily: BeaconFamily {
    var ads = StitchedAdRegistry()
    private var marked = PlaylistMarkers()
    private var reported: Set<String> = []
    private var adCount = 0
    /// The multivariant playlist that lists a playlist, by identities.
    private var streams: [String: String] = [:]
    /// Manifests that grow, by identity.
    var growing: Set<String> = []
    /// Playlists whose latest answer is not in the capture whole, by identity, with what is to be reported.
    private var hidden: [String: Diagnostic] = [:]

    public init() {}

    public mutating func observe(_ observation: Observation, in run: inout RunContext) {
        guard !observation.isPreflight else { return }
        InterstitialRequest.record(observation, in: &run)
        let at = observation.exchange.startedAt
        if let fetch = run.timelines.fetch(observation.url, by: observation.id, at: at) {
            run.emit(.segmentFetch(fetch))
        }
        guard let response = observation.exchange.response else {
            if observation.exchange.ending == .unseen, Self.announcesPlaylist(observation) {
                declareUnread(observation, in: &run)
            }
            return
        }
        guard (200..<300).contains(response.status) else { return }
        let bytes = Self.wholeLines(of: response.body)
        let isAnnounced = Self.announcesPlaylist(observation)
        if PlaylistReader.isPlaylist(bytes) || (isAnnounced && PlaylistReader.hasTags(bytes)) {
            observe(PlaylistReader.read(bytes), observation, in: &run)
        } else if isAnnounced {
            declareUnread(observation, in: &run)
        } else if PeriodReader.mayHold(bytes) {
            observePeriods(bytes, observation, in: &run)
        } else if let list = AssetList(response, of: observation) {
            list.declare(for: observation, in: &run)
        } else if response.body.content == .missing, growing.contains(PlaylistMarkers.identity(of: observation.url)) {
            hide(.hlsPlaylistUnseen, "body is missing", observation, in: &run)
        }
    }

    /// The last line of a body that was cut may be half a URL. Half a date range stays: its reader tells that it is none.
    private static func wholeLines(of body: Body) -> [UInt8] {
        guard case .cut(let bytes) = body.content else { return body.bytes }
        let end = (bytes.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
        return bytes[end...].starts(with: dateRange) ? bytes : Array(bytes[..<end])
    }

    private static let dateRange = Array("#EXT-X-DATERANGE:".utf8)

    private static func announcesPlaylist(_ observation: Observation) -> Bool {
        let url = observation.url
        // A session of a stitcher is begun with a POST to the playlist's own URL, and answered with JSON.
        if observation.exchange.request.method == "GET",
            url.bytes[url.path].suffix(extensionOfPlaylists.count).elementsEqual(extensionOfPlaylists)
        {
            return true
        }
        let type = observation.exchange.response?.headers["content-type"] ?? ""
        return Array(type.utf8).firstIndex(of: subtype, from: 0) != nil
    }

    private static let extensionOfPlaylists = Array(".m3u8".utf8)
    /// In `application/vnd.apple.mpegurl` and its older forms.
    private static let subtype = Array("mpegurl".utf8)

    private mutating func observe(_ playlist: Playlist, _ observation: Observation, in run: inout RunContext) {
        let identity = PlaylistMarkers.identity(of: observation.url)
        for variant in playlist.playlists {
            let url = URLFields(RelativeReference.resolve(variant, against: observation.url))
            streams[PlaylistMarkers.identity(of: url)] = identity
        }
        var fresh: [Listing] = []
        var occurrences: [StitchedAdRegistry.Line: Int] = [:]
        var owners: [(ad: ID<Ad>, segments: Range<Int>)] = []
        let isCut = if case .cut = observation.exchange.response?.body.content { true } else { false }
        // Lines at which a body was cut speak about segments that are not there: nothing tells which ad they belong to.
        for ad in StitchedAd.ads(of: playlist) where !ad.beacons.isEmpty && !(isCut && ad.segments.isEmpty) {
            let lines = Self.lines(of: ad, against: observation.url)
            var place = Self.place(of: ad, lines: lines, in: playlist, occurrences: &occurrences)
            place.stream = streams[identity]
            let listing = Listing(
                ad: ad, lines: lines, place: place,
                segments: Self.segments(of: ad, in: playlist, against: observation.url))
            if let index = ads.match(lines, at: listing.place, segments: listing.segments) {
                widen(index, with: listing, in: &run)
                owners.append((ads[index].ad, ad.segments))
            } else {
                fresh.append(listing)
            }
        }
        let signaled = signaledAds(of: playlist, in: streams[identity], observation, in: &run)
        let isEmpty = playlist.beacons.isEmpty && signaled.isEmpty
        let declared = run.declare(
            DocumentDeclaration(
                kind: .playlist, version: playlist.version.map { "\($0)" },
                state: playlist.faults.contains { $0.line == 1 } ? .malformed : isEmpty ? .empty : .wellFormed,
                label: "\(playlist.kind.rawValue) playlist", detail: Self.detail(of: playlist.faults),
                ads: fresh.map { declaration(of: $0) } + signaled.map(\.ad)),
            for: observation)
        add(signaled.map(\.known), as: declared.ads.suffix(signaled.count), of: declared.document)
        for (listing, id) in zip(fresh, declared.ads) {
            ads.add(
                StitchedAdRegistry.Known(
                    ad: id, document: declared.document, place: listing.place, declared: Set(listing.lines),
                    segments: Set(listing.segments)))
            owners.append((id, listing.ad.segments))
        }
        let stream = streams[identity] ?? observation.url.text(0..<observation.url.path.upperBound)
        if let placed = run.timelines.place(
            playlist, of: stream, at: observation.url, identity: streams[identity] ?? identity,
            document: declared.document)
        {
            run.emit(.playlistReading(placed.reading))
            run.timelines.add(placed, playlist, ads: owners, against: observation.url)
        }
        for listing in fresh { reportLength(of: listing.ad, observation, in: &run) }
        reveal(observation, in: &run)
        marked.record(playlist, observation, in: &run)
        report(playlist.faults, observation, in: &run)
        hideIfCut(observation, in: &run)
    }

    /// An ad as one playlist lists it.
    private struct Listing {
        var ad: StitchedAd
        var lines: [StitchedAdRegistry.Line]
        var place: StitchedAdRegistry.Place
        /// URLs, each once.
        var segments: [String]
    }

    private mutating func widen(_ index: Int, with listing: Listing, in run: inout RunContext) {
        let added = ads.widen(index, to: listing.place, with: listing.lines, segments: listing.segments)
        let lines = Set(added.lines)
        let trackers = zip(listing.ad.beacons, listing.lines).filter { lines.contains($1) }.map(Self.tracker)
        if !trackers.isEmpty { run.declare(trackers, ofAd: ads[index].ad) }
        if !added.segments.isEmpty { run.declare(added.segments.map(Self.resource), ofAd: ads[index].ad) }
    }

    private mutating func declaration(of listing: Listing) -> AdDeclaration {
        adCount += 1
        return AdDeclaration(
            kind: .stitched, family: .ssai, title: "stitched ad \(adCount)",
            durationUs: listing.ad.durationUs,
            trackers: zip(listing.ad.beacons, listing.lines).map(Self.tracker),
            resources: listing.segments.map(Self.resource))
    }

    private static func segments(of ad: StitchedAd, in playlist: Playlist, against base: URLFields) -> [String] {
        var seen: Set<String> = []
        return playlist.segments[ad.segments].map { RelativeReference.resolve($0.uri, against: base) }
            .filter { seen.insert($0).inserted }
    }

    private static func resource(_ segment: String) -> ResourceDeclaration {
        ResourceDeclaration(kind: .segment, url: segment)
    }

    private static func lines(of ad: StitchedAd, against base: URLFields) -> [StitchedAdRegistry.Line] {
        ad.beacons.map { beacon in
            StitchedAdRegistry.Line(
                event: PlaybackEvent.canonical(beacon.event ?? ""),
                url: RelativeReference.resolve(beacon.url ?? "", against: base))
        }
    }

    private static func tracker(_ beacon: BeaconLine, _ line: StitchedAdRegistry.Line) -> TrackerDeclaration {
        TrackerDeclaration(
            family: .ssai, event: line.event, url: line.url, element: "EXT-X-BEACON", line: beacon.place.line)
    }

    private static func place(
        of ad: StitchedAd, lines: [StitchedAdRegistry.Line], in playlist: Playlist,
        occurrences: inout [StitchedAdRegistry.Line: Int]
    ) -> StitchedAdRegistry.Place {
        var occurrence: Int?
        if let first = lines.first {
            occurrence = playlist.isEnded ? occurrences[first, default: 0] : nil
            occurrences[first, default: 0] += 1
        }
        return StitchedAdRegistry.Place(
            discontinuitySequence: ad.discontinuitySequence, media: ad.mediaSequence(from: playlist.mediaSequence),
            occurrence: occurrence)
    }
}

extension HLSFamily {
    /// The request promised a playlist and the body is none: not captured, or something else.
    private mutating func declareUnread(_ observation: Observation, in run: inout RunContext) {
        let exchange = observation.exchange
        let body = exchange.response?.body ?? Body(size: nil, content: .missing)
        let isUnseen = body.content != .empty && !Self.isTextOfAnotherKind(body.bytes)
        let detail =
            !isUnseen
            ? "the body does not begin with #EXTM3U"
            : body.bytes.isEmpty ? "body is \(body.state)" : "the body is not decoded"
        run.declare(
            DocumentDeclaration(
                kind: .playlist, state: isUnseen ? .unseen : .malformed, label: "playlist", detail: detail),
            for: observation)
        if isUnseen {
            hide(.hlsPlaylistUnseen, detail, observation, in: &run)
        } else {
            reportMalformed(detail, observation, in: &run)
        }
    }

    /// A page, a message or a list of tags is what it is; other bytes may be a playlist that could not be decoded.
    private static func isTextOfAnotherKind(_ bytes: [UInt8]) -> Bool {
        bytes.first { $0 > 0x20 }.map { Array("<{#".utf8).contains($0) } ?? false
    }

    func reportMalformed(_ detail: String, _ observation: Observation, in run: inout RunContext) {
        let exchange = observation.exchange
        run.report(
            Diagnostic(
                .hlsLineUnread, locator: exchange.locator, at: exchange.startedAt, subject: exchange.request.host,
                detail: detail))
    }

    mutating func hideIfCut(_ observation: Observation, in run: inout RunContext) {
        guard case .cut(let bytes) = observation.exchange.response?.body.content else { return }
        hide(.hlsPlaylistCut, "\(bytes.count) bytes are there", observation, in: &run)
    }

    /// What a playlist declares stays unknown until the next answer to the same request.
    private mutating func hide(
        _ code: DiagnosticCode, _ detail: String, _ observation: Observation, in run: inout RunContext
    ) {
        reveal(observation, in: &run)
        let exchange = observation.exchange
        hidden[PlaylistMarkers.identity(of: observation.url)] = Diagnostic(
            code, locator: exchange.locator, at: exchange.startedAt, subject: exchange.request.host, detail: detail,
            blind: Blind(
                from: exchange.startedAt, host: exchange.request.host, server: exchange.connection.server,
                hides: .responses))
    }

    mutating func reveal(_ observation: Observation, in run: inout RunContext) {
        guard var diagnostic = hidden.removeValue(forKey: PlaylistMarkers.identity(of: observation.url)) else { return }
        let from = diagnostic.blind?.from
        diagnostic.blind?.span(from, observation.ready)
        run.report(diagnostic)
    }

    public mutating func finish(in run: inout RunContext) {
        for key in hidden.keys.sorted() {
            if let diagnostic = hidden[key] { run.report(diagnostic) }
        }
        let (places, fetches) = run.timelines.finish()
        for place in places { run.emit(.stitchedPlace(place)) }
        for fetch in fetches { run.emit(.segmentFetch(fetch)) }
    }

    private func reportLength(of ad: StitchedAd, _ observation: Observation, in run: inout RunContext) {
        guard ad.isWhole, let declared = ad.declaredUs, let listed = ad.durationUs,
            listed.subtractingReportingOverflow(declared).partialValue.magnitude > 500_000
        else { return }
        run.report(
            Diagnostic(
                .hlsLengthDisagrees, locator: observation.exchange.locator, at: observation.exchange.startedAt,
                subject: observation.exchange.request.host,
                detail: "AD_LENGTH says \(declared) µs, the segments last \(listed) µs"))
    }

    /// Once per playlist and kind of fault: a reload repeats its faults.
    private mutating func report(_ faults: [Playlist.Fault], _ observation: Observation, in run: inout RunContext) {
        let playlist = PlaylistMarkers.identity(of: observation.url)
        let fresh = faults.filter { reported.insert("\($0.expected) \(playlist)").inserted }
        guard !fresh.isEmpty else { return }
        run.report(
            Diagnostic(
                .hlsLineUnread, locator: observation.exchange.locator, at: observation.exchange.startedAt,
                subject: observation.exchange.request.host, detail: Self.detail(of: fresh) ?? ""))
    }

    mutating func hasNotReported(_ what: String) -> Bool { reported.insert(what).inserted }

    private static func detail(of faults: [Playlist.Fault]) -> String? {
        guard !faults.isEmpty else { return nil }
        let first = faults.prefix(3).map { "line \($0.line): expected \($0.expected), found '\($0.found)'" }
        return first.joined(separator: "; ") + (faults.count > 3 ? "; and \(faults.count - 3) more" : "")
    }
}

extension StitchedAd {
    /// The media sequence numbers of its segments, where the first one listed has the number `first`.
    func mediaSequence(from first: Int64) -> ClosedRange<Int64>? {
        guard !segments.isEmpty else { return nil }
        let (lower, overflow) = first.addingReportingOverflow(Int64(segments.lowerBound))
        let (upper, overflowed) = first.addingReportingOverflow(Int64(segments.upperBound - 1))
        return overflow || overflowed ? nil : lower...upper
    }
}
