import Model

/// An HLS playlist (RFC 8216 and its successor draft) as far as ads concern it.
struct Playlist: Sendable, Hashable {
    enum Kind: String, Sendable, Hashable {
        /// Lists other playlists.
        case multivariant
        case media
    }

    struct Segment: Sendable, Hashable {
        var uri: String
        /// From 1.
        var line: Int
        var durationUs: Int64
        /// The number of `EXT-X-DISCONTINUITY` lines before it in this playlist.
        var discontinuities: Int
        /// `EXT-X-PROGRAM-DATE-TIME`, its own or counted on from the last one before it.
        var program: Timestamp?
    }

    /// A part of a segment with an address of its own: `EXT-X-PART` of low-latency playlists.
    struct Part: Sendable, Hashable {
        var uri: String
        /// Index of its segment; the number of segments where that is not listed yet.
        var segment: Int
        /// Where it begins in its segment.
        var offsetUs: Int64
        var durationUs: Int64
    }

    /// A line that is not media: where it stands in the playlist.
    struct Place: Sendable, Hashable {
        /// From 1.
        var line: Int
        /// Index of the segment that follows it.
        var segment: Int
        /// The number of `EXT-X-DISCONTINUITY` lines before it in this playlist.
        var discontinuities: Int
    }

    struct DateRange: Sendable, Hashable {
        var place: Place
        var attributes: [PlaylistAttribute]
    }

    /// An ad break marker: `EXT-X-CUE-OUT` and its relatives.
    struct Cue: Sendable, Hashable {
        enum Kind: String, Sendable, Hashable {
            case out, `in`, continued = "out-cont"
            /// A SCTE-35 message whose direction is only in its payload.
            case message
        }

        var place: Place
        var kind: Kind
        /// The tag, without `#`.
        var tag: String
        var attributes: [PlaylistAttribute]
    }

    struct Fault: Sendable, Hashable {
        /// From 1.
        var line: Int
        var expected: String
        var found: String
    }

    var kind: Kind = .media
    var version: Int?
    var targetUs: Int64?
    /// `EXT-X-MEDIA-SEQUENCE` plus the segments that a delta update skips: the number of the first segment listed.
    var mediaSequence: Int64 = 0
    /// `EXT-X-DISCONTINUITY-SEQUENCE`; `nil` when it is not declared or a delta update hides discontinuities.
    var discontinuitySequence: Int64?
    /// No segment will be added: `EXT-X-ENDLIST` or type VOD.
    var isEnded = false
    /// A delta update: segments at its beginning are left out.
    var isDelta = false
    var segments: [Segment] = []
    var parts: [Part] = []
    /// The number of `EXT-X-DISCONTINUITY` lines.
    var discontinuities = 0
    /// URIs of variants and renditions, in the order listed.
    var playlists: [String] = []
    var dateRanges: [DateRange] = []
    var cues: [Cue] = []
    var beacons: [BeaconLine] = []
    var faults: [Fault] = []

    /// What is listed, first to last segment.
    var durationUs: Int64 { duration(of: 0..<segments.count) }

    /// The sum of the segments' durations, saturating.
    func duration(of range: Range<Int>) -> Int64 {
        segments[range].reduce(0) { sum, segment in
            let (total, overflow) = sum.addingReportingOverflow(segment.durationUs)
            return overflow ? .max : total
        }
    }

    /// It lists something about ads, rather than content only.
    var signalsAds: Bool { !beacons.isEmpty || !cues.isEmpty || !dateRanges.isEmpty }
}

/// One line `#EXT-X-BEACON`: an event with its URL, the length of the ad, or both.
struct BeaconLine: Sendable, Hashable {
    var place: Playlist.Place
    /// As declared, quotes removed.
    var event: String?
    /// As declared, quotes removed, spaces kept.
    var url: String?
    var adLengthUs: Int64?
}
