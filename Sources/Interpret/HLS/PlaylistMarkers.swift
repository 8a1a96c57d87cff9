import Encodings
import Model

/// Writes what playlists say about ad breaks without declaring trackers, once each: date ranges, SCTE-35 cues, and the
/// playlist's own figures.
///
/// - `daterange` (family hls): attributes as parameters; the event is its CLASS. An interstitial is one of CLASS
///   `com.apple.hls.interstitial`.
/// - `cue` (family scte35): the event is `out`, `in`, `out-cont` or `message`.
/// - `playlist` (hls): a playlist that signals ads, each time it is fetched.
///
/// An attribute without a name, such as the length in `#EXT-X-CUE-OUT:30`, is the parameter `value`.
/// Parameters (`playlist`, …): `identity` on all three, `line`, `position_us` and `media_sequence` on the first two, and
/// on an interstitial `asset_url`, its asset or asset list resolved; on a date range `start_us`, its START-DATE.
struct PlaylistMarkers: Sendable {
    private var seen: Set<Seen> = []

    private struct Seen: Sendable, Hashable {
        var playlist: String
        var tag: String
        /// A cue is the same one in front of the same segment; a date range wherever it stands.
        var mediaSequence: Int64?
        var attributes: [PlaylistAttribute]
    }

    /// A playlist's URL without what a client adds on reloads.
    static func identity(of url: URLFields) -> String {
        let kept = url.pairs.filter { !url.text($0.key).hasPrefix("_HLS_") }
        guard kept.count < url.pairs.count else { return url.text(0..<(url.query?.upperBound ?? url.path.upperBound)) }
        let base = url.text(0..<url.path.upperBound)
        return kept.isEmpty ? base : base + "?" + kept.map { url.text($0.whole) }.joined(separator: "&")
    }

    mutating func record(_ playlist: Playlist, _ observation: Observation, in run: inout RunContext) {
        guard playlist.signalsAds else { return }
        let identity = Self.identity(of: observation.url)
        let figures = Figures(identity: identity, playlist: playlist)
        let beacon = run.recordBeacon(observation, family: .hls, kind: "playlist", event: "playlist")
        for parameter in figures.ofPlaylist(beacon) { run.emit(.parameter(parameter)) }
        for range in playlist.dateRanges {
            let key = Seen(playlist: identity, tag: "EXT-X-DATERANGE", attributes: range.attributes)
            guard seen.insert(key).inserted else { continue }
            let beacon = run.recordBeacon(
                observation, family: .hls, kind: "daterange", event: range.attributes["CLASS"] ?? "daterange")
            let asset = (range.attributes["X-ASSET-URI"] ?? range.attributes["X-ASSET-LIST"]).map {
                RelativeReference.resolve($0, against: observation.url)
            }
            for parameter in figures.of(range.place, range.attributes, asset: asset, beacon) {
                run.emit(.parameter(parameter))
            }
        }
        for cue in playlist.cues {
            let key = Seen(
                playlist: identity, tag: "\(cue.tag) \(cue.kind.rawValue)",
                mediaSequence: cue.tag == "EXT-X-DATERANGE" ? nil : figures.mediaSequence(at: cue.place),
                attributes: cue.attributes)
            guard seen.insert(key).inserted else { continue }
            let beacon = run.recordBeacon(observation, family: .scte35, kind: "cue", event: cue.kind.rawValue)
            for parameter in figures.of(cue.place, cue.attributes, beacon) { run.emit(.parameter(parameter)) }
        }
    }
}

/// What a playlist says about itself, as parameters.
private struct Figures {
    var identity: String
    var playlist: Playlist
    private let starts: [Int64]

    init(identity: String, playlist: Playlist) {
        self.identity = identity
        self.playlist = playlist
        var starts: [Int64] = [0]
        for segment in playlist.segments {
            let (sum, overflow) = (starts.last ?? 0).addingReportingOverflow(segment.durationUs)
            starts.append(overflow ? .max : sum)
        }
        self.starts = starts
    }

    func mediaSequence(at place: Playlist.Place) -> Int64 {
        playlist.mediaSequence.addingReportingOverflow(Int64(place.segment)).partialValue
    }

    func ofPlaylist(_ beacon: ID<Beacon>) -> [Parameter] {
        rows(
            [
                ("identity", identity), ("duration_us", "\(playlist.durationUs)"),
                ("target_us", playlist.targetUs.map { "\($0)" } ?? ""),
                ("media_sequence", "\(playlist.mediaSequence)"), ("ended", playlist.isEnded ? "1" : "0"),
                ("beacons", "\(playlist.beacons.count)"),
            ], beacon, from: 0)
    }

    func of(
        _ place: Playlist.Place, _ attributes: [PlaylistAttribute], asset: String? = nil, _ beacon: ID<Beacon>
    ) -> [Parameter] {
        let own = attributes.enumerated().map { ordinal, attribute in
            Parameter(
                beacon: beacon, name: attribute.name.isEmpty ? "value" : attribute.name, ordinal: ordinal,
                raw: attribute.value, value: attribute.value)
        }
        return own
            + rows(
                [
                    ("identity", identity), ("line", "\(place.line)"),
                    ("position_us", "\(starts[min(place.segment, starts.count - 1)])"),
                    ("media_sequence", "\(mediaSequence(at: place))"),
                ] + (asset.map { [("asset_url", $0)] } ?? []) + start(attributes), beacon, from: own.count)
    }

    private func start(_ attributes: [PlaylistAttribute]) -> [(String, String)] {
        guard let date = attributes["START-DATE"], let read = ISO8601.read(Array(date.utf8).span) else { return [] }
        return [("start_us", "\(read.timestamp.microseconds)")]
    }

    private func rows(_ pairs: [(String, String)], _ beacon: ID<Beacon>, from ordinal: Int) -> [Parameter] {
        pairs.enumerated().map { offset, pair in
            Parameter(
                beacon: beacon, name: "playlist", subkey: pair.0, ordinal: ordinal + offset, raw: pair.1, value: pair.1)
        }
    }
}
