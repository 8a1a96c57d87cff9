import Model

/// The media of each stream: when what a playlist lists is played, counted from the first segment that was listed.
///
/// A segment keeps the place that its media sequence number was first given. Variants of one multivariant playlist number
/// their segments alike and share a timeline. Listings that were missed are counted at the target duration.
struct StreamTimelines: Sendable {
    struct Stream: Sendable {
        var document: ID<Document>
        /// Begin and duration of the segments listed so far, by media sequence number.
        var places: [Int64: Range<Int64>] = [:]
        /// The number of the next segment to be added, and its begin.
        var next: Int64 = 0
        var end: Int64 = 0
        /// Where the times of its manifests begin to count: 0 where they count from its first segment.
        var zero: Int64 = 0
        /// Where the segment that was asked for last begins.
        var fetched: Int64 = -1
        /// The latest that led further back than those before them.
        var returns: [Return] = []
        /// Its playlist, which does not change any more, was asked for again, and no segment since.
        var isReopened = false
        /// Where discontinuities were listed.
        var seams: Set<Int64> = []
        /// The ad that it is, whole.
        var ad: ID<Ad>?

        /// Nothing need stand before the first segment, nor behind the last.
        var sortedSeams: [Int64] { seams.union([0, end]).sorted() }

        /// What is listed between two discontinuities around that place.
        func stretch(around media: Int64, seams sorted: [Int64]) -> Range<Int64>? {
            let next = sorted.partitioningIndex { $0 > media }
            guard next > 0, next < sorted.count, seams.contains(sorted[next]) else { return nil }
            return sorted[next - 1]..<sorted[next]
        }
    }

    /// A segment as a playlist lists it.
    struct Listed: Sendable {
        var stream: Int
        var media: Range<Int64>
        var program: Timestamp?
        var ad: ID<Ad>?
    }

    /// Segments beyond this many are not told apart by place: a week of live segments has fewer.
    static let most = 262_144
    /// Places at which one URL may be listed.
    private static let mostPlaces = 64

    var streams: [Stream] = []
    private var byName: [String: Int] = [:]
    private var listed: [String: [Listed]] = [:]
    /// By playlist, the number of the first segment whose URL is not remembered; by representation, its time.
    var unlisted: [String: Int64] = [:]
    /// By folder and ending, the stream whose content lies there.
    private var folders: [String: Int] = [:]
    /// The streams whose playlists lie in a folder of that name, and those that were asked for at a host.
    var byFolder: [String: Set<Int>] = [:]
    private var byHost: [String: Set<Int>] = [:]
    private var count = 0
    private(set) var ads: [ID<Ad>: (stream: Int, media: Range<Int64>)] = [:]
    private(set) var scheduled: [ScheduledAd] = []
    private(set) var scheduledIndex: [ID<Ad>: Int] = [:]
    /// By the name of its playlist, the ads of asset lists that have it for an asset.
    private var owners: [String: [ID<Ad>]] = [:]
    private var fetches: [SegmentFetch] = []

    /// What is known of a playlist before its ads are.
    struct Listing {
        fileprivate(set) var stream: Int
        /// The media of each of its segments.
        fileprivate(set) var media: [Range<Int64>]
        var reading: PlaylistReading
    }

    /// Places a playlist's segments in the stream `name`; `identity` is what an asset list would call it.
    mutating func place(
        _ playlist: Playlist, of name: String, at url: URLFields, identity: String, document: ID<Document>
    ) -> Listing? {
        guard playlist.kind == .media, !playlist.segments.isEmpty else { return nil }
        let index = open(name, at: url, identity: identity, document: document) { $0.next = playlist.mediaSequence }
        var media: [Range<Int64>] = []
        var isGrown = false
        var discontinuities = 0
        for (offset, segment) in playlist.segments.enumerated() {
            let number = playlist.mediaSequence.addingReportingOverflow(Int64(offset)).partialValue
            defer {
                if segment.discontinuities > discontinuities, let place = media.last, count < Self.most {
                    streams[index].seams.insert(place.lowerBound)
                }
                discontinuities = segment.discontinuities
            }
            if let place = streams[index].places[number] {
                media.append(place)
                continue
            }
            isGrown = true
            // What came before the first listing has no place of its own.
            let missed = max(0, number.subtractingReportingOverflow(streams[index].next).partialValue)
            let (gap, overflow) = missed.multipliedReportingOverflow(by: playlist.targetUs ?? 0)
            let start = Saturating.sum(streams[index].end, overflow ? 0 : gap)
            let place = start..<Saturating.sum(start, max(0, segment.durationUs))
            media.append(place)
            if number >= streams[index].next {
                streams[index].next = Saturating.sum(number, 1)
                streams[index].end = place.upperBound
            }
            if count < Self.most {
                count += 1
                streams[index].places[number] = place
            }
        }
        guard let first = media.first, let last = media.last, first.lowerBound <= last.upperBound else { return nil }
        if playlist.isEnded, !isGrown { streams[index].isReopened = true }
        return Listing(
            stream: index, media: media,
            reading: PlaylistReading(
                document: document, stream: streams[index].document, media: first.lowerBound..<last.upperBound,
                targetUs: playlist.targetUs, isEnded: playlist.isEnded, isGrown: isGrown))
    }

    /// Remembers the segments' URLs, so that requests for them are known, and the ads that they belong to.
    mutating func add(
        _ listing: Listing, _ playlist: Playlist, ads owners: [(ad: ID<Ad>, segments: Range<Int>)],
        against base: URLFields
    ) {
        var ad: [Int: ID<Ad>] = [:]
        for owner in owners {
            for index in owner.segments { ad[index] = owner.ad }
            guard let from = owner.segments.first, let to = owner.segments.last else { continue }
            let media = listing.media[from].lowerBound..<listing.media[to].upperBound
            cover(media, of: listing.stream, by: owner.ad)
        }
        let name = base.text(0..<base.path.upperBound)
        let known = unlisted[name] ?? .min
        let own = Self.folder(of: base)
        for (index, segment) in playlist.segments.enumerated() {
            let number = Saturating.sum(playlist.mediaSequence, Int64(index))
            guard number >= known || ad[index] != nil else { continue }
            let place = Listed(
                stream: listing.stream, media: listing.media[index], program: segment.program, ad: ad[index])
            let url = RelativeReference.resolve(segment.uri, against: base)
            let fields = URLFields(url)
            let ending = Self.ending(of: fields)
            if folders.count < Self.most, ending != "." {
                folders[own + ending] = listing.stream
                if ad[index] == nil { folders[Self.folder(of: fields) + ending] = listing.stream }
            }
            remember(url, place)
        }
        addParts(of: playlist, listing, ads: ad, beyond: known, against: base)
        unlisted[name] = max(known, Saturating.sum(playlist.mediaSequence, Int64(playlist.segments.count)))
    }

    /// The stream of that name, which `begin` prepares where it is a new one.
    mutating func open(
        _ name: String, at url: URLFields, identity: String, document: ID<Document>, begin: (inout Stream) -> Void
    ) -> Int {
        let index = byName[name] ?? streams.count
        if index == streams.count {
            byName[name] = index
            streams.append(Stream(document: document))
            begin(&streams[index])
        }
        if count < Self.most {
            let folder = url.segments.dropLast().last ?? ""
            byFolder[folder, default: []].insert(index)
            byHost[url.hostName, default: []].insert(index)
        }
        // What several ads show is the media of none of them.
        if let owners = owners[identity] { streams[index].ad = owners.count == 1 ? owners.first : nil }
        return index
    }

    /// An ad stands at least there.
    mutating func cover(_ media: Range<Int64>, of stream: Int, by ad: ID<Ad>) {
        let known = ads[ad]?.media ?? media
        ads[ad] = (stream, min(known.lowerBound, media.lowerBound)..<max(known.upperBound, media.upperBound))
    }

    mutating func remember(_ url: String, _ place: Listed) {
        var places = listed[url] ?? []
        if let known = places.firstIndex(where: { $0.stream == place.stream && $0.media == place.media }) {
            places[known].ad = places[known].ad ?? place.ad
        } else if places.count < Self.mostPlaces, listed.count < Self.most {
            places.append(place)
        } else {
            return
        }
        listed[url] = places
    }

    /// An ad that a document beside the playlists places.
    mutating func schedule(_ ad: ScheduledAd) {
        guard scheduled.count < Self.most else { return }
        scheduledIndex[ad.ad] = scheduled.count
        scheduled.append(ad)
    }

    /// An ad that is a stream of its own, as asset lists name them.
    mutating func own(streamOf identity: String, by ad: ID<Ad>) {
        guard owners.count < Self.most else { return }
        owners[identity, default: []].append(ad)
    }

    /// Remembers a request for a segment until it is known which ad that is part of.
    ///
    /// - Returns: the request where there are too many to remember.
    mutating func fetch(_ url: URLFields, by exchange: ID<Exchange>, at: Timestamp) -> SegmentFetch? {
        guard let fetch = segment(url, by: exchange, at: at) else { return nil }
        guard fetches.count < Self.most else { return fetch }
        fetches.append(fetch)
        return nil
    }

    /// The request's segment; of several with one URL the next that was not yet asked for.
    private mutating func segment(_ url: URLFields, by exchange: ID<Exchange>, at: Timestamp) -> SegmentFetch? {
        guard let places = listed[url.text(0..<url.bytes.count)], let last = places.last else {
            // A reload that is not in the capture may have listed it.
            guard !folders.isEmpty, let stream = folders[Self.folder(of: url) + Self.ending(of: url)] else {
                return nil
            }
            return SegmentFetch(
                exchange: exchange, stream: streams[stream].document, mediaUs: nil, durationUs: nil,
                program: nil, ad: nil)
        }
        let place = places.first { $0.media.lowerBound > streams[$0.stream].fetched } ?? last
        streams[place.stream].proceed(to: place.media.lowerBound, at: at)
        return SegmentFetch(
            exchange: exchange, stream: streams[place.stream].document, mediaUs: place.media.lowerBound,
            durationUs: Int64(clamping: place.media.count), program: place.program, ad: place.ad)
    }

    /// The stream of the ad's session; of several with one name that of the same host.
    func stream(of ad: ScheduledAd) -> Int? {
        let hosted = byHost[ad.host] ?? []
        let named = byFolder[ad.session] ?? []
        if let own = named.intersection(hosted).min() { return own }
        if named.count == 1 { return named.first }
        return named.isEmpty && hosted.count == 1 ? hosted.first : nil
    }

    /// Where the ads stand, and what was asked for of the streams, when all has been listed.
    mutating func finish() -> (places: [StitchedPlace], fetches: [SegmentFetch]) {
        let seams = streams.map(\.sortedSeams)
        for (index, stream) in streams.enumerated() {
            if let ad = stream.ad, stream.end > 0 { ads[ad] = (index, 0..<stream.end) }
        }
        for ad in scheduled where ads[ad.ad] == nil {
            guard let index = stream(of: ad),
                let media = ad.place(in: streams[index], seams: seams[index])
            else { continue }
            ads[ad.ad] = (index, media)
        }
        let all = ads.sorted { $0.key.number < $1.key.number }.map {
            StitchedPlace(ad: $0.key, stream: streams[$0.value.stream].document, media: $0.value.media)
        }
        let places = Dictionary(grouping: all, by: \.stream).mapValues { places in
            places.sorted { ($0.media.lowerBound, $0.ad.number) < ($1.media.lowerBound, $1.ad.number) }
        }
        let numbers = Dictionary(
            streams.enumerated().map { ($1.document, $0) }, uniquingKeysWith: { first, _ in first })
        for index in fetches.indices {
            guard let media = fetches[index].mediaUs, let number = numbers[fetches[index].stream] else { continue }
            fetches[index].stretch = streams[number].stretch(around: media, seams: seams[number])
            // What was asked for before its ad was known, and ads that documents beside the playlists place.
            guard fetches[index].ad == nil, let places = places[fetches[index].stream] else { continue }
            let next = places.partitioningIndex { $0.media.lowerBound > media }
            guard next > 0, places[next - 1].media.contains(media) else { continue }
            fetches[index].ad = places[next - 1].ad
        }
        return (all, fetches)
    }

    private static func folder(of url: URLFields) -> String {
        let path = url.bytes[url.path]
        return url.text(0..<(path.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex))
    }

    /// With its dot; empty without one.
    private static func ending(of url: URLFields) -> String {
        let path = url.bytes[url.path]
        guard let dot = path.lastIndex(of: UInt8(ascii: ".")), !path[dot...].contains(UInt8(ascii: "/")) else {
            return "."
        }
        return url.text(dot..<path.endIndex)
    }
}
