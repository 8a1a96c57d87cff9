/// A bound on what judging a run may cost. Rules that it leaves unjudged are inconclusive.
public struct WorkLimit: Sendable {
    /// For people: which limit it is.
    let reason: String
    /// Asked every now and then while rules are judged; it stays met once it is.
    let isReached: @Sendable () -> Bool

    public init(reason: String, isReached: @escaping @Sendable () -> Bool) {
        self.reason = reason
        self.isReached = isReached
    }

    public static let none = WorkLimit(reason: "") { false }
}
