/// One ad inside a media playlist: the segments between two discontinuities that `EXT-X-BEACON` lines speak about.
struct StitchedAd: Sendable, Hashable {
    /// From the first segment listed.
    var startUs: Int64
    /// The sum of its segments; what AD_LENGTH says where the playlist does not list all of them; else `nil`.
    var durationUs: Int64?
    /// AD_LENGTH as declared.
    var declaredUs: Int64?
    /// Indices into the playlist's segments.
    var segments: Range<Int>
    /// The playlist lists the ad from its first to its last segment.
    var isWhole: Bool
    /// Discontinuity sequence number of its segments; `nil` when the playlist does not declare one.
    var discontinuitySequence: Int64?
    /// Lines that declare an event with a URL.
    var beacons: [BeaconLine]

    /// The ads of a playlist, in order.
    ///
    /// The span of an ad is counted afresh for each: an ad that follows another begins where that one ended, the last one
    /// needs no closing discontinuity, and AD_LENGTH is optional. The parser in the guide that introduced the tag gets
    /// these three wrong (docs/attribution.md, "Ads stitched into a playlist").
    static func ads(of playlist: Playlist) -> [StitchedAd] {
        var ads: [StitchedAd] = []
        let timeline = Timeline(playlist)
        for span in Span.spans(of: playlist) {
            let groups = span.groups(in: playlist)
            for (index, group) in groups.enumerated() {
                let next = index + 1 < groups.count ? groups[index + 1].first?.place.segment : nil
                ads.append(span.ad(group, isFirst: index == 0, upTo: next, in: playlist, timeline))
            }
        }
        return ads
    }
}

/// The part of a playlist between two discontinuities, with the beacon lines that belong to it.
private struct Span {
    var discontinuities: Int
    var segments: Range<Int>
    var beacons: [BeaconLine]

    /// Beacon lines after the last segment of a span speak about the ad that ends there, unless it has no beacons or has
    /// the same event already: then they speak about the span that the next discontinuity opens.
    static func spans(of playlist: Playlist) -> [Span] {
        guard !playlist.beacons.isEmpty else { return [] }
        var ranges: [Int: Range<Int>] = [:]
        for (index, segment) in playlist.segments.enumerated() {
            let start = ranges[segment.discontinuities]?.lowerBound ?? index
            ranges[segment.discontinuities] = start..<(index + 1)
        }
        var beacons: [Int: [BeaconLine]] = [:]
        var finished: Set<Int> = []
        /// By span, the segment in front of which an event was listed first.
        var events: [Int: [String?: Int]] = [:]
        for beacon in playlist.beacons {
            let own = beacon.place.discontinuities
            let isAfterItsSegments = ranges[own].map { $0.upperBound == beacon.place.segment } ?? true
            let isOfNextAd =
                events[own].map { $0[beacon.event].map { $0 < beacon.place.segment } ?? false } ?? true
            if isAfterItsSegments, isOfNextAd { finished.insert(own) }
            let following =
                beacon.place.segment < playlist.segments.count
                ? playlist.segments[beacon.place.segment].discontinuities : own
            let belongs = finished.contains(own) ? following : own
            beacons[belongs, default: []].append(beacon)
            events[belongs, default: [:]][beacon.event] =
                events[belongs]?[beacon.event] ?? beacon.place.segment
        }
        return beacons.keys.sorted().map { key in
            let lines = beacons[key] ?? []
            let empty = lines.first?.place.segment ?? playlist.segments.count
            return Span(discontinuities: key, segments: ranges[key] ?? empty..<empty, beacons: lines)
        }
    }

    /// The beacon lines by ad. A span holds one ad, unless an event name comes again after media: then a discontinuity is
    /// missing, and a new ad begins at that line.
    func groups(in playlist: Playlist) -> [[BeaconLine]] {
        var groups: [[BeaconLine]] = []
        var events: [String: Int] = [:]
        for beacon in beacons {
            let name = beacon.event ?? ""
            let isAgain = events[name].map { $0 < beacon.place.segment } ?? false
            if groups.isEmpty || (beacon.event != nil && isAgain) {
                groups.append([])
                events = [:]
            }
            events[name] = events[name] ?? beacon.place.segment
            groups[groups.count - 1].append(beacon)
        }
        return groups
    }

    func ad(
        _ lines: [BeaconLine], isFirst: Bool, upTo next: Int?, in playlist: Playlist, _ timeline: Timeline
    ) -> StitchedAd {
        let declared = lines.lazy.compactMap(\.adLengthUs).first
        let end = min(max(next ?? segments.upperBound, segments.lowerBound), segments.upperBound)
        let mentioned = min(max(lines.first?.place.segment ?? end, segments.lowerBound), end)
        let start = isFirst ? firstSegment(mentioned: mentioned, end: end, declared: declared, timeline) : mentioned
        let isClosed =
            next != nil || segments.upperBound < playlist.segments.count || isFollowedByDiscontinuity(playlist)
        var own = start..<end
        if !isClosed, let declared { own = start..<lastSegment(from: start, to: end, covering: declared, in: playlist) }
        let listed = timeline.duration(of: own)
        let isOpened = discontinuities > 0 || start > segments.lowerBound || playlist.mediaSequence == 0
        let isEnded = isClosed || playlist.isEnded || own.upperBound < end || declared.map { listed >= $0 } ?? false
        let isWhole = isOpened && isEnded && !own.isEmpty
        return StitchedAd(
            startUs: timeline.duration(of: 0..<start),
            durationUs: isWhole ? listed : declared.map { max($0, listed) },
            declaredUs: declared, segments: own, isWhole: isWhole,
            discontinuitySequence: playlist.discontinuitySequence.map { $0 &+ Int64(discontinuities) },
            beacons: lines.filter { $0.event != nil && !($0.url ?? "").isEmpty })
    }

    /// Where lines stand inside a span, the ad begins with the span if a discontinuity opened it, else at the lines; a
    /// declared length that fits one of the two decides.
    private func firstSegment(mentioned: Int, end: Int, declared: Int64?, _ timeline: Timeline) -> Int {
        guard mentioned > segments.lowerBound else { return segments.lowerBound }
        let fromSpan = timeline.duration(of: segments.lowerBound..<end)
        let fromLines = timeline.duration(of: mentioned..<end)
        if let declared {
            return distance(fromSpan, declared) <= distance(fromLines, declared) ? segments.lowerBound : mentioned
        }
        return discontinuities > 0 ? segments.lowerBound : mentioned
    }

    /// The end of the segments that a declared length covers: content may follow without a discontinuity.
    private func lastSegment(from start: Int, to end: Int, covering length: Int64, in playlist: Playlist) -> Int {
        var covered: Int64 = 0
        var index = start
        // Half a segment of tolerance: declared lengths are rounded.
        while index < end {
            let duration = playlist.segments[index].durationUs
            guard distance(covered, length) > duration / 2 && covered < length else { break }
            covered = covered.addingReportingOverflow(duration).partialValue
            index += 1
        }
        return index
    }

    private func isFollowedByDiscontinuity(_ playlist: Playlist) -> Bool {
        playlist.discontinuities > discontinuities
    }

    private func distance(_ left: Int64, _ right: Int64) -> Int64 {
        let (difference, overflow) = left.subtractingReportingOverflow(right)
        return overflow || difference == .min ? .max : abs(difference)
    }
}

/// Where the segments of a playlist begin, so that the length of any stretch is one subtraction.
private struct Timeline {
    private let starts: [Int64]

    init(_ playlist: Playlist) {
        var starts: [Int64] = [0]
        var total: Int64 = 0
        for segment in playlist.segments {
            let (sum, overflow) = total.addingReportingOverflow(segment.durationUs)
            total = overflow ? .max : sum
            starts.append(total)
        }
        self.starts = starts
    }

    func duration(of segments: Range<Int>) -> Int64 {
        // Starts never decrease and are never negative.
        starts[segments.upperBound] - starts[segments.lowerBound]
    }
}
