/// A media playlist with `#EXT-X-BEACON` lines (seed 002), as a server-side ad inserter writes it.
struct BeaconPlaylist {
    /// Where `AD_LENGTH` stands among an ad's lines.
    enum AdLength: String, Choice { case before, after, absent }

    var adLength = AdLength.before
    /// Attribute values in quotation marks.
    var quoted = false
    /// `URL=` before `EVENT=`.
    var urlFirst = false
    /// The segments' URI, without the file's name.
    var base: String

    func name(_ segment: Programme.Segment, ads: [StreamAd]) -> String {
        guard let ad = segment.ad else { return base + "c" + Calendar.padded(segment.piece, 5) + ".ts" }
        return base + "ads/\(ads[ad].id)/v720_\(segment.piece).ts"
    }

    /// The playlist of all segments (`over`), or of the window that a live server shows.
    func text(_ segments: ArraySlice<Programme.Segment>, ads: [StreamAd], target: Int, over: Bool, live: Bool) -> String
    {
        var playlist = PlaylistText(version: 6, target: target + (live ? 1_000 : 0))
        if !live { playlist.tag("#EXT-X-PLAYLIST-TYPE:VOD") }
        playlist.tag("#EXT-X-MEDIA-SEQUENCE:\(segments.first?.number ?? 0)")
        if live {
            let gone = segments.first?.breaksBefore ?? 0
            playlist.tag("#EXT-X-DISCONTINUITY-SEQUENCE:\(gone)")
        }
        for segment in segments {
            if segment.discontinuous { playlist.tag("#EXT-X-DISCONTINUITY") }
            if let ad = segment.ad, segment.piece == 0 { lines(of: ads[ad]).forEach { playlist.tag($0) } }
            playlist.segment(name(segment, ads: ads), duration: segment.duration)
        }
        if over { playlist.tag("#EXT-X-ENDLIST") }
        return playlist.text
    }

    private func lines(of ad: StreamAd) -> [String] {
        let length = "#EXT-X-BEACON:AD_LENGTH=\(seconds(ad.duration))"
        var lines: [String] = adLength == .before ? [length] : []
        for event in ad.events {
            for url in event.urls {
                let name = "EVENT=" + (quoted ? "\"\(event.name)\"" : event.name)
                let target = "URL=" + (quoted ? "\"\(url)\"" : url)
                lines.append("#EXT-X-BEACON:" + (urlFirst ? target + "," + name : name + "," + target))
            }
        }
        if adLength == .after { lines.append(length) }
        return lines
    }
}
