/// What a capture's clock must be moved by to agree with the others, by exchanges that both saw.
struct ClockEstimate: Hashable {
    /// Added to the capture's own times, in microseconds.
    var offset: Int64
    /// Nine in ten of the samples agree with the offset to within this many microseconds.
    var uncertainty: Int64
    var samples: Int

    /// Samples further from the median than this are pairs of two different exchanges.
    static let agreement: Int64 = 2_000_000
    /// With fewer samples than this the spread says nothing.
    static let minimumForSpread = 3

    /// - Parameter differences: per request that either side made exactly once, the time elsewhere less the time here.
    /// - Returns: `nil` when there are no samples, or when no majority of them agrees on one offset.
    init?(_ differences: [Int64]) {
        guard !differences.isEmpty else { return nil }
        let sorted = differences.sorted()
        let median = sorted[(sorted.count - 1) / 2]
        let spread = sorted.map { ClockEstimate.distance($0, median) }.filter { $0 <= ClockEstimate.agreement }.sorted()
        guard spread.count * 2 > sorted.count else { return nil }
        offset = median
        samples = spread.count
        uncertainty =
            spread.count < ClockEstimate.minimumForSpread
            ? 1_000_000 : spread[min(spread.count - 1, spread.count * 9 / 10)]
    }

    /// Where no majority agrees, a third that needs no offset will do: the others are pairs of different exchanges.
    init?(unmoved differences: [Int64]) {
        let near = differences.filter { ClockEstimate.distance($0, 0) <= ClockEstimate.agreement }
        guard near.count * 3 >= differences.count, let estimate = ClockEstimate(near) else { return nil }
        self = estimate
    }

    private static func distance(_ left: Int64, _ right: Int64) -> Int64 {
        let (difference, overflow) = left.subtractingReportingOverflow(right)
        return overflow || difference == .min ? .max : abs(difference)
    }
}
