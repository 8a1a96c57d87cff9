/// A set of packet numbers: nearly always one run, with a few holes.
struct NumberRanges: Sendable {
    /// Ascending, apart by at least one number.
    private(set) var ranges: [ClosedRange<UInt64>] = []

    private static let mostRanges = 1_024

    mutating func insert(_ number: UInt64) {
        if let last = ranges.last, number > last.lowerBound {
            if number <= last.upperBound { return }
            if number == last.upperBound + 1 {
                ranges[ranges.count - 1] = last.lowerBound...number
            } else {
                ranges.append(number...number)
            }
        } else {
            insertEarlier(number)
        }
        if ranges.count > Self.mostRanges { ranges.removeFirst() }
    }

    /// The numbers of a range that are not in the set. Numbers below all that the set still remembers count as in it.
    func missing(in range: ClosedRange<UInt64>) -> [ClosedRange<UInt64>] {
        var missing: [ClosedRange<UInt64>] = []
        var low = ranges.count < Self.mostRanges ? range.lowerBound : max(range.lowerBound, ranges[0].lowerBound)
        for known in ranges where known.upperBound >= low {
            guard low <= range.upperBound, known.lowerBound <= range.upperBound else { break }
            if known.lowerBound > low { missing.append(low...(known.lowerBound - 1)) }
            low = known.upperBound + 1
        }
        if low <= range.upperBound { missing.append(low...range.upperBound) }
        return missing
    }

    private mutating func insertEarlier(_ number: UInt64) {
        let place = ranges.firstIndex { $0.upperBound >= number } ?? ranges.endIndex
        if place < ranges.count, ranges[place].contains(number) { return }
        var merged = number...number
        if place < ranges.count, ranges[place].lowerBound == number + 1 {
            merged = number...ranges[place].upperBound
            ranges.remove(at: place)
        }
        if place > 0, ranges[place - 1].upperBound + 1 == number {
            ranges[place - 1] = ranges[place - 1].lowerBound...merged.upperBound
        } else {
            ranges.insert(merged, at: place)
        }
    }
}
