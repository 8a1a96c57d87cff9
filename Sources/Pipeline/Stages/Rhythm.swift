/// Requests that an app's timer sends, and that kept its step over a silence: two or more are missing in it. A timer that stood still
/// with its app starts anew, out of step.
struct Rhythm {
    /// From one request to the next, in microseconds.
    let period: Int64

    /// On both sides of the silence together, and one on each at least.
    static let fewest = 5
    private static let fewestMissing: Int64 = 2
    /// What comes faster than this is no timer of an app's.
    private static let shortest: Int64 = 1_500_000

    /// - Parameters:
    ///   - times: when the requests were sent, in order; those far from the silence say nothing.
    ///   - silence: a stretch in which none was.
    /// - Returns: `nil` where they have no rhythm, or did not keep it.
    init?(_ times: [Int64], silence: Range<Int64>) {
        let around = 3 * Int64(silence.count)
        let middle = Self.place(of: silence.upperBound, in: times)
        let before = times[Self.place(of: silence.lowerBound - around, in: times)..<middle]
        let after = times[middle..<Self.place(of: silence.upperBound + around, in: times)]
        guard before.count + after.count >= Self.fewest, let last = before.last, let next = after.first else {
            return nil
        }
        let gaps = (Array(zip(before, before.dropFirst())) + Array(zip(after, after.dropFirst()))).map { $1 - $0 }
            .sorted()
        period = gaps[gaps.count / 2]
        guard period >= Self.shortest else { return nil }
        let slack = period / 10 + 150_000
        let beats = (next - last + period / 2) / period
        guard gaps.allSatisfy({ abs($0 - period) <= slack }), beats > Self.fewestMissing,
            abs(next - last - beats * period) <= slack,
            // What is missing was due in the silence.
            last + period >= silence.lowerBound - slack, next - period <= silence.upperBound + slack
        else { return nil }
    }

    /// How many of the times are earlier.
    private static func place(of time: Int64, in times: [Int64]) -> Int {
        var range = 0..<times.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = times[middle] < time ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }
}
