import Pipeline

/// Why something could not be done: whose fault it is, and one line that says what was expected and found.
public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
    /// Whose fault it is.
    public enum Cause: Sendable, Hashable {
        /// An input that cannot be used at all.
        case input
        /// A mistake in a rule, profile, settings, facts or waivers file.
        case file
        /// A database that cannot be opened, read or written, or a query that it refuses.
        case database
        /// A request that makes no sense.
        case usage
    }

    /// Whose fault it is.
    public let cause: Cause
    /// One line for people.
    public let description: String

    init(_ failure: PipelineFailure) {
        cause =
            switch failure {
            case .input: .input
            case .file: .file
            case .store: .database
            case .usage: .usage
            }
        description = failure.description
    }

    /// Runs what may fail in the pipeline.
    static func translating<Result>(_ body: () throws(PipelineFailure) -> Result) throws(Failure) -> Result {
        do { return try body() } catch { throw Failure(error) }
    }
}
