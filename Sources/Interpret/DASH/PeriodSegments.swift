import Model

/// The video of a DASH manifest: the segments that templates name (ISO/IEC 23009-1, 5.3.9.4), period after period, on the
/// timeline of the presentation.
///
/// Of a presentation of whole files (5.3.9.2) only the length is known. Left out is a manifest of which a period names its
/// media in another way, or counts segments by the clock: only a part of what may be asked for would be known.
struct PeriodSegments: Sendable {
    struct Period: Sendable {
        /// What is listed of it; `nil` where that is nothing yet.
        var media: Range<Int64>?
        /// One for each representation; none where each is a whole file.
        var tracks: [Track]
    }

    struct Track: Sendable {
        var template: SegmentTemplate
        var segments: [SegmentTemplate.Segment]
    }

    /// In the order of the manifest.
    var periods: [Period] = []
    /// No segment will be added.
    var isEnded: Bool
    /// What the times count from, where the manifest says so: with another one they say something else.
    var epoch: String?

    /// A manifest with more segments, those of all representations, is one that nobody plays.
    private static let most = 65_536

    init?(_ root: XMLNode, against base: URLFields) {
        guard root.name == "mpd" else { return nil }
        isEnded = root.attributes["type"]?.lowercased() != "dynamic"
        epoch = root.attributes["availabilitystarttime"]
        let nodes = root.all("period")
        let base = base.resolving(root)
        if isEnded, nodes.count == 1, nodes[0].isWholeFiles,
            let length = Self.time(root, "mediapresentationduration"), length > 0
        {
            periods = [Period(media: 0..<length, tracks: [])]
            return
        }
        // The first period of a presentation that grows says when it begins, or is not there yet.
        var next: Int64? = isEnded ? 0 : nil
        var left = Self.most
        for (place, node) in nodes.enumerated() {
            guard let start = Self.time(node, "start") ?? next else { return nil }
            let behind = place + 1 < nodes.count ? nodes[place + 1] : nil
            // A period ends where it says, where the next one begins, or with the presentation.
            let length = Self.time(node, "duration").map { Saturating.sum(start, $0) }
            let end =
                length ?? behind.map { Self.time($0, "start") } ?? Self.time(root, "mediapresentationduration")
            guard let period = Period(node, from: start, to: end, against: base.resolving(node), most: left) else {
                return nil
            }
            left -= period.tracks.reduce(0) { $0 + $1.segments.count }
            periods.append(period)
            next = end
        }
        guard periods.contains(where: { $0.media != nil }) else { return nil }
    }

    /// From the first segment listed to the last.
    var media: Range<Int64>? {
        let listed = periods.compactMap(\.media)
        guard let from = listed.map(\.lowerBound).min(), let to = listed.map(\.upperBound).max() else { return nil }
        return from..<to
    }

    /// The longest segment.
    var targetUs: Int64? {
        periods.lazy.flatMap(\.tracks).flatMap(\.segments).map { Int64(clamping: $0.media.count) }.max()
    }

    private static func time(_ node: XMLNode, _ name: String) -> Int64? {
        node.attributes[name].flatMap(PeriodReader.duration)
    }
}

extension PeriodSegments.Period {
    /// - Parameter end: `nil` where it goes on.
    fileprivate init?(_ node: XMLNode, from start: Int64, to end: Int64?, against base: URLFields, most: Int) {
        tracks = []
        var left = most
        for set in node.all("adaptationset") where Self.isVideo(set) {
            let base = base.resolving(set)
            for representation in set.all("representation") {
                let templates = [node, set, representation].compactMap { $0.first("segmenttemplate") }
                guard
                    let template = SegmentTemplate(
                        templates, of: representation, against: base.resolving(representation)),
                    let segments = template.segments(from: start, to: end, most: left)
                else { return nil }
                left -= segments.count
                tracks.append(PeriodSegments.Track(template: template, segments: segments))
            }
        }
        guard !tracks.isEmpty else { return nil }
        let listed = tracks.flatMap(\.segments).map(\.media)
        if let from = listed.map(\.lowerBound).min(), let to = listed.map(\.upperBound).max() { media = from..<to }
    }

    /// Video that is played as such: what has properties that a player must know may be pictures for winding.
    private static func isVideo(_ set: XMLNode) -> Bool {
        let isVideo = ([set] + set.all("representation")).contains { node in
            (node.attributes["contenttype"] ?? node.attributes["mimetype"] ?? "").hasPrefix("video")
        }
        return isVideo && set.first("essentialproperty") == nil
    }
}

extension XMLNode {
    /// A period each of whose representations has one address and no segments with their own.
    fileprivate var isWholeFiles: Bool {
        let representations = descendants("representation")
        return !representations.isEmpty && representations.allSatisfy { $0.first("baseurl") != nil }
            && descendants("segmenttemplate").isEmpty && descendants("segmentlist").isEmpty
    }
}

extension URLFields {
    /// What the addresses in an element are relative to.
    fileprivate func resolving(_ node: XMLNode) -> URLFields {
        node.first("baseurl").map { URLFields(RelativeReference.resolve($0.trimmedText, against: self)) } ?? self
    }
}
