import Model

/// The video of a static DASH manifest as the playlists that would list it, one for each representation: segments that
/// templates name (ISO/IEC 23009-1, 5.3.9.4), period after period.
///
/// A manifest that grows says otherwise in each reload which segments it has; it is left out, as is one of which a period
/// names its media in another way.
struct PeriodSegments {
    var playlist = Playlist()
    /// By the period's place in the manifest, those of its segments.
    var periods: [Range<Int>] = []

    /// A manifest with more segments, those of all representations, is one that nobody plays.
    private static let most = 65_536

    static func read(_ root: XMLNode, against base: URLFields) -> [PeriodSegments] {
        let periods = root.all("period")
        guard root.name == "mpd", root.attributes["type"] ?? "static" == "static", !periods.isEmpty else { return [] }
        let base = base.resolving(root)
        let videos = periods.map { Video($0, against: base.resolving($0)) }
        let lengths = periods.indices.map { length(of: $0, in: periods, root) }
        var listings: [PeriodSegments] = []
        var left = most
        for place in 0..<(videos.map(\.representations.count).max() ?? 0) {
            guard let listing = PeriodSegments(place, of: videos, lengths, most: left) else { break }
            left -= listing.playlist.segments.count
            listings.append(listing)
        }
        return listings
    }

    private init?(_ place: Int, of videos: [Video], _ lengths: [Int64?], most: Int) {
        for (index, video) in videos.enumerated() {
            guard let length = lengths[index], let template = video.template(at: place),
                let segments = template.segments(of: length, most: most - playlist.segments.count)
            else { return nil }
            let from = playlist.segments.count
            playlist.segments += segments.map {
                Playlist.Segment(uri: $0.url, line: 0, durationUs: $0.durationUs, discontinuities: index)
            }
            periods.append(from..<playlist.segments.count)
        }
        playlist.isEnded = true
        playlist.targetUs = playlist.segments.map(\.durationUs).max()
    }

    /// A period ends where it says, where the next one begins, or with the presentation.
    private static func length(of index: Int, in periods: [XMLNode], _ root: XMLNode) -> Int64? {
        func time(_ node: XMLNode, _ name: String) -> Int64? { node.attributes[name].flatMap(PeriodReader.duration) }
        if let length = time(periods[index], "duration") { return length }
        let isLast = index == periods.count - 1
        let end = isLast ? time(root, "mediapresentationduration") : time(periods[index + 1], "start")
        let start = time(periods[index], "start") ?? (index == 0 ? 0 : nil)
        guard let start, let end, end > start else { return nil }
        return end - start
    }
}

/// The first set of a period that holds video.
private struct Video {
    var period: XMLNode
    var adaptation: XMLNode?
    var base: URLFields
    var representations: [XMLNode] { adaptation?.all("representation") ?? [] }

    init(_ period: XMLNode, against base: URLFields) {
        self.period = period
        let sets = period.all("adaptationset")
        adaptation = sets.first { set in
            ([set] + set.all("representation")).contains { node in
                (node.attributes["contenttype"] ?? node.attributes["mimetype"] ?? "").hasPrefix("video")
            }
        }
        self.base = adaptation.map(base.resolving) ?? base
    }

    /// The template of a representation, or of the last where there are fewer.
    func template(at place: Int) -> SegmentTemplate? {
        guard let adaptation, let representation = representations.prefix(place + 1).last else { return nil }
        return SegmentTemplate(
            [period, adaptation, representation].compactMap { $0.first("segmenttemplate") }, of: representation,
            against: base.resolving(representation))
    }
}

extension URLFields {
    /// What the addresses in an element are relative to.
    fileprivate func resolving(_ node: XMLNode) -> URLFields {
        node.first("baseurl").map { URLFields(RelativeReference.resolve($0.trimmedText, against: self)) } ?? self
    }
}
