/// A point in time: integer microseconds since the Unix epoch (UTC), without leap seconds.
///
/// Every time in the product has this unit; column names that hold it end in `_us`.
public struct Timestamp: Sendable, Hashable, Comparable {
    public var microseconds: Int64

    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.microseconds < right.microseconds
    }

    /// Microseconds from `earlier` to `self`, saturating: captured times may be absurd.
    public func microseconds(since earlier: Timestamp) -> Int64 {
        let (difference, overflow) = microseconds.subtractingReportingOverflow(earlier.microseconds)
        guard overflow else { return difference }
        return microseconds < earlier.microseconds ? .min : .max
    }

    /// The time `delta` microseconds later, saturating.
    public func advanced(byMicroseconds delta: Int64) -> Timestamp {
        let (sum, overflow) = microseconds.addingReportingOverflow(delta)
        guard overflow else { return Timestamp(microseconds: sum) }
        return Timestamp(microseconds: delta < 0 ? .min : .max)
    }
}
