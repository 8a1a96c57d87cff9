import Model

/// Requests that an app's timer sends, and that kept its step over a silence: two or more are missing in it. A timer that stood still
/// with its app starts anew, out of step.
struct Rhythm {
    /// From one request to the next, in microseconds.
    let period: Int64

    /// On both sides of the silence together, and one on each at least.
    private static let fewest = 5
    private static let fewestMissing: Int64 = 2
    /// What comes faster than this is no timer of an app's, and no player's that plays one piece after another.
    static let shortest: Int64 = 1_500_000

    /// - Parameters:
    ///   - times: when the requests were sent, in order; those around the silence, for those far off say nothing.
    ///   - silence: a stretch in which none was.
    /// - Returns: `nil` where they have no rhythm, or did not keep it.
    init?(_ times: [Int64], silence: Range<Int64>) {
        let middle = times.partitioningIndex { $0 >= silence.upperBound }
        let (before, after) = (times[..<middle], times[middle...])
        guard before.count + after.count >= Self.fewest, let last = before.last, let next = after.first else {
            return nil
        }
        let gaps = (Array(zip(before, before.dropFirst())) + Array(zip(after, after.dropFirst()))).map { $1 - $0 }
            .sorted()
        period = gaps[gaps.count / 2]
        guard period >= Self.shortest else { return nil }
        let slack = Self.slack(of: period)
        let beats = (next - last + period / 2) / period
        guard gaps.allSatisfy({ abs($0 - period) <= slack }), beats > Self.fewestMissing,
            abs(next - last - beats * period) <= slack,
            // What is missing was due in the silence.
            last + period >= silence.lowerBound - slack, next - period <= silence.upperBound + slack
        else { return nil }
    }

    /// How far off the beat one may be.
    static func slack(of period: Int64) -> Int64 { period / 10 + 150_000 }
}
