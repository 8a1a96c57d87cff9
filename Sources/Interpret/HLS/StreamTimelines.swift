import Model

/// The media of each stream: when what a playlist lists is played, counted from the first segment that was listed.
///
/// A segment keeps the place that its media sequence number was first given. Variants of one multivariant playlist number
/// their segments alike and share a timeline. Listings that were missed are counted at the target duration.
struct StreamTimelines: Sendable {
    private struct Stream: Sendable {
        var document: ID<Document>
        /// Begin and duration of the segments listed so far, by media sequence number.
        var places: [Int64: Range<Int64>] = [:]
        /// The number of the next segment to be added, and its begin.
        var next: Int64
        var end: Int64 = 0
        /// Where the segment that was asked for last begins.
        var fetched: Int64 = -1
    }

    /// A segment as a playlist lists it.
    private struct Listed: Sendable {
        var stream: Int
        var media: Range<Int64>
        var program: Timestamp?
        var ad: ID<Ad>?
    }

    /// Segments beyond this many are not told apart by place: a week of live segments has fewer.
    private static let most = 262_144
    /// Places at which one URL may be listed.
    private static let mostPlaces = 64

    private var streams: [Stream] = []
    private var byName: [String: Int] = [:]
    private var listed: [String: [Listed]] = [:]
    /// By playlist, the number of the first segment whose URL is not remembered.
    private var unlisted: [String: Int64] = [:]
    /// By folder and ending, the stream whose content lies there.
    private var folders: [String: Int] = [:]
    private var count = 0
    private var ads: [ID<Ad>: (stream: Int, media: Range<Int64>)] = [:]

    /// What is known of a playlist before its ads are.
    struct Listing {
        fileprivate var stream: Int
        /// The media of each of its segments.
        fileprivate var media: [Range<Int64>]
        var reading: PlaylistReading
    }

    /// Places a playlist's segments in the stream `name`.
    mutating func place(_ playlist: Playlist, of name: String, document: ID<Document>) -> Listing? {
        guard playlist.kind == .media, !playlist.segments.isEmpty else { return nil }
        let index =
            byName[name]
            ?? {
                byName[name] = streams.count
                streams.append(Stream(document: document, next: playlist.mediaSequence))
                return streams.count - 1
            }()
        var media: [Range<Int64>] = []
        var isGrown = false
        for (offset, segment) in playlist.segments.enumerated() {
            let number = playlist.mediaSequence.addingReportingOverflow(Int64(offset)).partialValue
            if let place = streams[index].places[number] {
                media.append(place)
                continue
            }
            isGrown = true
            // What came before the first listing has no place of its own.
            let missed = max(0, number.subtractingReportingOverflow(streams[index].next).partialValue)
            let (gap, overflow) = missed.multipliedReportingOverflow(by: playlist.targetUs ?? 0)
            let start = Self.sum(streams[index].end, overflow ? 0 : gap)
            let place = start..<Self.sum(start, max(0, segment.durationUs))
            media.append(place)
            if number >= streams[index].next {
                streams[index].next = Self.sum(number, 1)
                streams[index].end = place.upperBound
            }
            if count < Self.most {
                count += 1
                streams[index].places[number] = place
            }
        }
        guard let first = media.first, let last = media.last, first.lowerBound <= last.upperBound else { return nil }
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
            let known = ads[owner.ad]?.media ?? media
            ads[owner.ad] = (
                listing.stream,
                min(known.lowerBound, media.lowerBound)..<max(known.upperBound, media.upperBound)
            )
        }
        let name = base.text(0..<base.path.upperBound)
        let known = unlisted[name] ?? .min
        let own = Self.folder(of: base)
        for (index, segment) in playlist.segments.enumerated() {
            let number = Self.sum(playlist.mediaSequence, Int64(index))
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
            var places = listed[url] ?? []
            if let known = places.firstIndex(where: { $0.stream == place.stream && $0.media == place.media }) {
                places[known].ad = places[known].ad ?? place.ad
            } else if places.count < Self.mostPlaces, listed.count < Self.most {
                places.append(place)
            }
            listed[url] = places
        }
        unlisted[name] = max(known, Self.sum(playlist.mediaSequence, Int64(playlist.segments.count)))
    }

    /// The request's segment; of several with one URL the next that was not yet asked for.
    mutating func fetch(_ url: URLFields, by exchange: ID<Exchange>) -> SegmentFetch? {
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
        streams[place.stream].fetched = place.media.lowerBound
        return SegmentFetch(
            exchange: exchange, stream: streams[place.stream].document, mediaUs: place.media.lowerBound,
            durationUs: Int64(clamping: place.media.count), program: place.program, ad: place.ad)
    }

    /// Where the ads stand, when all has been listed.
    func places() -> [StitchedPlace] {
        ads.sorted { $0.key.number < $1.key.number }.map {
            StitchedPlace(ad: $0.key, stream: streams[$0.value.stream].document, media: $0.value.media)
        }
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

    private static func sum(_ left: Int64, _ right: Int64) -> Int64 {
        let (sum, overflow) = left.addingReportingOverflow(right)
        return overflow ? .max : sum
    }
}
