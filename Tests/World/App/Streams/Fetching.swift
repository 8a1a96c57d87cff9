/// When a player fetches the segments of what it plays.
struct Fetching: Sendable {
    /// How far ahead of the position it fills its buffer, in milliseconds.
    var ahead: Int
    /// Stretches in which what it buffers stands still: an ad that another player shows is not in its buffer.
    var standing: [Range<Int>] = []

    /// The segments in the order of their requests; a segment that is buffered already is not fetched again.
    ///
    /// `available` says when a segment can be had at the earliest (live), in wall time.
    func requests(
        for segments: [Programme.Segment], playback: Playback, available: (Programme.Segment) -> Int = { _ in 0 }
    ) -> [(segment: Programme.Segment, at: Int)] {
        var fetched = Set<Int>()
        var requests: [(segment: Programme.Segment, at: Int)] = []
        for (index, span) in playback.spans.enumerated() {
            // Play sets in when the first segment is there: what is needed at once was asked for just before.
            let isJump = index == 0 || playback.spans[index - 1].end != span.position
            var burst = span.from - (index == 0 ? 300_000 : 0)
            for segment in segments where segment.end > span.position && !fetched.contains(segment.number) {
                let place = place(wanting: segment.start)
                guard place < (span.rate == 0 ? span.position : span.end) else { break }
                let wanted = span.wall(at: max(span.position, place))
                var at = max(wanted, burst)
                if span.rate == 0 { at = burst + 150_000 }
                at = max(at, available(segment))
                guard at <= playback.ended else { continue }
                burst = isJump || span.rate == 0 ? at + 110_000 : burst
                fetched.insert(segment.number)
                requests.append((segment, at))
            }
        }
        return requests.sorted { $0.at < $1.at }
    }

    /// Where play is when there is room for what begins at `start`.
    private func place(wanting start: Int) -> Int {
        var place = start - ahead
        for stretch in standing.reversed() where stretch.upperBound <= start && stretch.upperBound > place {
            place -= stretch.count
        }
        return place
    }
}
