import Model

/// An ad that a document beside the playlists places in their stream, as MediaTailor's `startTimeInSeconds` does.
///
/// In HLS its times count from the first segment that the session lists, and the number of its first segment is its id; in
/// DASH they are those of the manifest (AWS, ad-tracking activity timing). A recording may have begun later: the place holds
/// where a stitcher has put it, between two discontinuities or in a period.
struct ScheduledAd: Sendable {
    var ad: ID<Ad>
    var media: Range<Int64>
    /// The media sequence number of its first segment, where its id is one.
    var number: Int64?
    /// The folder of the session's playlists is called like this.
    var session: String
    /// Where the document was asked for.
    var host: String

    /// How far the sums of two lists of durations may differ.
    private static let margin: Int64 = 1_000_000

    /// Its place in the stream, where the playlists confirm it.
    ///
    /// - Parameter seams: where it may begin or end, in order; the last is the end of what was listed.
    func place(in stream: StreamTimelines.Stream, seams: [Int64]) -> Range<Int64>? {
        guard let last = seams.last else { return nil }
        let named = number.flatMap { stream.places[$0]?.lowerBound }.flatMap { Self.nearest(to: $0, of: seams) }
        // Before what the manifest's times count from where the stream was joined while it went on.
        let start = Saturating.sum(media.lowerBound, stream.zero)
        // What was listed first may be the middle of it.
        let begun = start < 0 ? start : nil
        guard let from = named ?? Self.nearest(to: start, of: seams) ?? begun else { return nil }
        let (end, overflow) = from.addingReportingOverflow(Int64(media.count))
        // What is not listed yet has no end.
        guard !overflow, let to = end > last ? last : Self.nearest(to: end, of: seams), max(from, 0) < to else {
            return nil
        }
        return from..<to
    }

    private static func nearest(to place: Int64, of seams: [Int64]) -> Int64? {
        let next = seams.partitioningIndex { $0 >= place }
        return [next - 1, next].filter(seams.indices.contains).map { seams[$0] }
            .filter { $0.subtractingReportingOverflow(place).partialValue.magnitude <= margin }
            .min { ($0 - place).magnitude < ($1 - place).magnitude }
    }
}
