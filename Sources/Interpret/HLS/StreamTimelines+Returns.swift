import Model

extension StreamTimelines {
    /// A place of a stream that was asked for after a later one.
    struct Return: Sendable {
        var at: Timestamp
        var media: Int64
        /// The playlist, which does not change any more, was asked for again first.
        var isAnew: Bool
    }

    /// Whether the ad's media was asked for anew, from its beginning, since `time`.
    ///
    /// - Parameter isOver: it was shown to its end before.
    func isShownAnew(_ ad: ID<Ad>, since time: Timestamp, isOver: Bool) -> Bool {
        guard let (stream, media) = place(of: ad) else { return false }
        return streams[stream].returns.contains {
            $0.at > time && ($0.media < media.lowerBound || $0.media == media.lowerBound && ($0.isAnew || isOver))
        }
    }

    private func place(of ad: ID<Ad>) -> (stream: Int, media: Range<Int64>)? {
        if let known = ads[ad] { return known }
        guard let index = scheduledIndex[ad] else { return nil }
        let scheduled = scheduled[index]
        guard let stream = stream(of: scheduled), !streams[stream].returns.isEmpty else { return nil }
        return scheduled.place(in: streams[stream], seams: streams[stream].sortedSeams).map { (stream, $0) }
    }
}

extension StreamTimelines.Stream {
    /// Returns that are remembered.
    private static let mostReturns = 64

    /// Takes note that the segment at `media` is asked for.
    mutating func proceed(to media: Int64, at: Timestamp) {
        defer { fetched = media }
        let isAnew = isReopened
        guard media < fetched || isAnew && media == fetched else { return }
        isReopened = false
        // One that led further back, and later, stands for those before.
        returns.removeAll { $0.media >= media && (!$0.isAnew || isAnew) }
        returns.append(StreamTimelines.Return(at: at, media: media, isAnew: isAnew))
        if returns.count > Self.mostReturns { returns.removeFirst() }
    }
}
