import Model

/// The ads that playlists of the run have listed so far: a reload repeats them and must not declare them again.
///
/// An ad is known again by the URLs it declares, at the same place of the stream: the same discontinuity sequence number,
/// else overlapping media sequence numbers; in a playlist that is complete, the same occurrence of those URLs; in a
/// document with periods, the period's id. Where a server counts a discontinuity while it is still listed, all numbers of
/// that reload are one too high: then the ad's own segments decide. The playlist's own URL is no part of it, because every
/// variant of a stream lists the same ads; but playlists of different multivariant playlists are different streams.
struct StitchedAdRegistry: Sendable {
    /// Where in its stream an ad was listed.
    struct Place: Sendable, Hashable {
        /// The multivariant playlist that lists the playlist; `nil` when none was seen.
        var stream: String?
        /// The period's id, in documents that have periods.
        var period: String?
        var discontinuitySequence: Int64?
        /// Media sequence numbers, first to last; `nil` for an ad without segments.
        var media: ClosedRange<Int64>?
        /// The nth ad with these URLs in a complete playlist, from 0.
        var occurrence: Int?

        /// What names the place by itself.
        var names: [Name] {
            [period.map(Name.period), occurrence.map(Name.occurrence), discontinuitySequence.map(Name.sequence)]
                .compactMap { $0 }
        }

        func isSame(as other: Place) -> Bool {
            if let stream, let earlier = other.stream, stream != earlier { return false }
            if period != nil || other.period != nil { return period == other.period }
            if let occurrence, let earlier = other.occurrence { return occurrence == earlier }
            if let discontinuitySequence, let earlier = other.discontinuitySequence {
                return discontinuitySequence == earlier
            }
            guard let media, let earlier = other.media else { return false }
            return media.overlaps(earlier)
        }
    }

    enum Name: Sendable, Hashable {
        case period(String), occurrence(Int), sequence(Int64)
    }

    struct Known: Sendable {
        /// The ad's id.
        var ad: ID<Ad>
        /// The document that declared it.
        var document: ID<Document>
        var place: Place
        var declared: Set<Line>
        /// URLs of its segments.
        var segments: Set<String> = []

        /// Whether an ad with these segments at `other` is this one.
        func isSame(as other: Place, segments listed: [String]) -> Bool {
            place.isSame(as: other) || isMiscounted(other) && listed.contains(where: segments.contains)
        }

        /// `other` is this place but for a discontinuity counted too early, or too late.
        private func isMiscounted(_ other: Place) -> Bool {
            guard let sequence = place.discontinuitySequence, let counted = other.discontinuitySequence,
                let media = place.media, let listed = other.media
            else { return false }
            return counted.subtractingReportingOverflow(sequence).partialValue.magnitude == 1
                && media.overlaps(listed) && place.occurrence == nil && other.occurrence == nil
                && (place.stream ?? other.stream) == (other.stream ?? place.stream)
        }
    }

    /// One declared event with its URL.
    struct Line: Sendable, Hashable {
        var event: String
        var url: String
    }

    /// Older ads are forgotten beyond this: a day of live breaks has fewer.
    static let most = 16_384

    /// Newer ads that are compared where many declare the same URL.
    private static let mostCompared = 64

    private var known: [Known] = []
    private var byLine: [Line: [Int]] = [:]
    private var byName: [Line: [Name: Int]] = [:]
    private var forgotten = 0

    /// The known ad that this one repeats; `nil` when it is new.
    func match(_ lines: [Line], at place: Place, segments: [String] = []) -> Int? {
        for line in lines {
            if let name = place.names.first, let match = byName[line]?[name], match >= forgotten,
                known[match].place.isSame(as: place)
            {
                return match
            }
            let candidates = (byLine[line] ?? []).suffix(Self.mostCompared)
            if let match = candidates.last(where: {
                $0 >= forgotten && known[$0].isSame(as: place, segments: segments)
            }) {
                return match
            }
        }
        return nil
    }

    subscript(index: Int) -> Known { known[index] }

    mutating func add(_ ad: Known) {
        for line in ad.declared { enter(line, known.count, at: ad.place) }
        known.append(ad)
        forgotten = max(0, known.count - Self.most)
    }

    /// A later listing may show more of the ad's segments, those of another variant, and further lines.
    ///
    /// - Returns: the lines and segments that were not declared before.
    mutating func widen(
        _ index: Int, to place: Place, with lines: [Line], segments: [String] = []
    ) -> (lines: [Line], segments: [String]) {
        if let media = place.media {
            let earlier = known[index].place.media ?? media
            known[index].place.media =
                min(earlier.lowerBound, media.lowerBound)...max(earlier.upperBound, media.upperBound)
        }
        let fresh = lines.filter { known[index].declared.insert($0).inserted }
        for line in fresh { enter(line, index, at: known[index].place) }
        return (fresh, segments.filter { known[index].segments.insert($0).inserted })
    }

    private mutating func enter(_ line: Line, _ index: Int, at place: Place) {
        byLine[line, default: []].append(index)
        for name in place.names { byName[line, default: [:]][name] = index }
    }
}
