/// Writes HLS playlists as packagers do.
struct PlaylistText {
    private(set) var lines: [String]

    init(version: Int, target: Int? = nil) {
        lines = ["#EXTM3U", "#EXT-X-VERSION:\(version)"]
        if let target { lines.append("#EXT-X-TARGETDURATION:\((target + 999) / 1_000)") }
    }

    mutating func tag(_ line: String) { lines.append(line) }

    mutating func segment(_ uri: String, duration: Int) {
        lines.append("#EXTINF:\(seconds(duration)),")
        lines.append(uri)
    }

    /// The playlist with its closing line break.
    var text: String { lines.joined(separator: "\n") + "\n" }
}

/// Milliseconds as seconds with three digits.
func seconds(_ milliseconds: Int) -> String {
    let rest = String(milliseconds % 1_000)
    return "\(milliseconds / 1_000)." + String(repeating: "0", count: 3 - rest.count) + rest
}

/// A multivariant playlist with one or two variants.
func multivariant(version: Int, variants: [(bandwidth: Int, resolution: String, uri: String)]) -> String {
    var playlist = PlaylistText(version: version)
    for variant in variants {
        playlist.tag(
            "#EXT-X-STREAM-INF:BANDWIDTH=\(variant.bandwidth),CODECS=\"avc1.64001f,mp4a.40.2\""
                + ",RESOLUTION=\(variant.resolution)")
        playlist.tag(variant.uri)
    }
    return playlist.text
}
