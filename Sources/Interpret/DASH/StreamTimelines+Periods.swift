import Model

extension StreamTimelines {
    /// Places what a manifest lists in the stream `name`, and remembers the URLs of segments that no earlier one listed.
    ///
    /// - Parameters:
    ///   - session: what a stitcher calls the viewer's session.
    ///   - owners: by the place of their period, the ads that periods are.
    mutating func enter(
        _ manifest: PeriodSegments, of name: String, session: String?, at url: URLFields, document: ID<Document>,
        ads owners: [Int: ID<Ad>]
    ) -> PlaylistReading? {
        guard let media = manifest.media else { return nil }
        let index = open(name, at: url, identity: PlaylistMarkers.identity(of: url), document: document) { stream in
            stream.zero = Self.difference(0, media.lowerBound)
        }
        if let session { byFolder[session, default: []].insert(index) }
        let zero = streams[index].zero
        let listed = Self.moved(media, by: zero)
        let isGrown = listed.upperBound > streams[index].end
        streams[index].end = max(streams[index].end, listed.upperBound)
        for (place, period) in manifest.periods.enumerated() {
            guard let media = period.media.map({ Self.moved($0, by: zero) }) else { continue }
            // The first of those listed may have begun before.
            if place > 0, streams[index].seams.count < Self.most { streams[index].seams.insert(media.lowerBound) }
            if let ad = owners[place] { cover(media, of: index, by: ad) }
            for track in period.tracks { add(track, of: index, called: name, ad: owners[place]) }
        }
        return PlaylistReading(
            document: document, stream: streams[index].document, media: listed, targetUs: manifest.targetUs,
            isEnded: manifest.isEnded, isGrown: isGrown)
    }

    private mutating func add(_ track: PeriodSegments.Track, of stream: Int, called name: String, ad: ID<Ad>?) {
        guard let first = track.segments.first, let last = track.segments.last else { return }
        var unnumbered = first
        unnumbered.number = 0
        unnumbered.time = 0
        let key = "\(name) \(track.template.address(of: unnumbered))"
        let known = unlisted[key] ?? .min
        for segment in track.segments where segment.media.lowerBound >= known || ad != nil {
            remember(
                track.template.address(of: segment),
                Listed(stream: stream, media: Self.moved(segment.media, by: streams[stream].zero), ad: ad))
        }
        if unlisted.count < Self.most { unlisted[key] = max(known, last.media.upperBound) }
    }

    private static func moved(_ media: Range<Int64>, by distance: Int64) -> Range<Int64> {
        Saturating.sum(media.lowerBound, distance)..<Saturating.sum(media.upperBound, distance)
    }

    private static func difference(_ left: Int64, _ right: Int64) -> Int64 {
        let (difference, overflow) = left.subtractingReportingOverflow(right)
        return overflow ? .max : difference
    }
}
