/// The playlists of content on demand whose breaks are elsewhere.
struct ContentPlaylist {
    var show: StreamShow
    var base: String
    /// Lines that stand before the first segment: date ranges.
    var ranges: [String] = []
    /// When the first segment was on air, where the playlist says so.
    var date: Microseconds?

    static func name(_ segment: Programme.Segment, _ base: String) -> String {
        base + "v720/s" + Calendar.padded(segment.piece, 5) + ".ts"
    }

    var text: String {
        var playlist = PlaylistText(version: 7, target: show.plan.segment)
        playlist.tag("#EXT-X-PLAYLIST-TYPE:VOD")
        playlist.tag("#EXT-X-MEDIA-SEQUENCE:0")
        if let date { playlist.tag("#EXT-X-PROGRAM-DATE-TIME:" + Calendar.iso(date)) }
        ranges.forEach { playlist.tag($0) }
        for segment in show.programme.segments where segment.ad == nil {
            playlist.segment(Self.name(segment, base), duration: segment.duration)
        }
        playlist.tag("#EXT-X-ENDLIST")
        return playlist.text
    }

    func send(on stage: inout Stage, at moment: Microseconds) {
        stage.send(
            at: moment, base + "master.m3u8", .document, family: "content",
            answer: .playlist(multivariant(version: 7, variants: [(3_200_000, "1280x720", "v720/index.m3u8")])))
        stage.send(
            at: moment + 150_000, base + "v720/index.m3u8", .document, family: "hls", event: "primary",
            answer: .playlist(text))
    }
}
