/// A bound on what judging a run may cost. Rules that it leaves unjudged are inconclusive.
package struct WorkLimit: Sendable {
    /// For people: which limit it is.
    let reason: String
    /// Asked every now and then while rules are judged; it stays met once it is.
    let isReached: @Sendable () -> Bool

    package init(reason: String, isReached: @escaping @Sendable () -> Bool) {
        self.reason = reason
        self.isReached = isReached
    }

    package static let none = WorkLimit(reason: "") { false }
}
