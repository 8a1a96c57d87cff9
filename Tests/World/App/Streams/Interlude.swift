/// A show whose breaks are not in its playlists: the content stands while another playlist is played (interstitials,
/// pods). The player prepares a break some time before it begins.
struct Interlude: Sendable {
    let show: StreamShow
    let ads: [StreamAd]
    let playback: Playback

    /// Milliseconds of content before a break.
    func contentPosition(of pod: Int) -> Int {
        let begin = show.programme.breaks[pod].lowerBound
        return begin - ads.filter { $0.range.upperBound <= begin }.reduce(0) { $0 + $1.duration }
    }

    func ads(of pod: Int) -> [StreamAd] { ads.filter { $0.pod == pod } }

    /// When the player prepares a break, `lead` before play gets to it; nil where play never comes near.
    func prepared(_ pod: Int, lead: Microseconds) -> Microseconds? {
        let begin = show.programme.breaks[pod].lowerBound
        let first = playback.spans.first?.from ?? 0
        // Before the first picture nothing can be counted down.
        if begin == 0 { return first - 1_350_000 }
        for span in playback.spans where span.rate > 0 && span.position <= begin {
            let near = max(span.position, begin - lead / 1_000)
            if near <= span.end, near < begin || span.position == begin {
                return max(span.wall(at: near), first - 200_000)
            }
        }
        return nil
    }

    /// When a break was over and the content went on; nil where the viewer did not get that far.
    func resumed(_ pod: Int) -> Microseconds? {
        playback.crossings(of: show.programme.breaks[pod].upperBound).first
    }
}
