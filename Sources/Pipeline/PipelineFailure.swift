import Audit
import Derive
import Store

/// Why a command ends with exit code 2: one line that says whose fault it is and what to do.
package enum PipelineFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// An input that cannot be used at all, as it was named, and what was expected and found.
    case input(path: String, message: String)
    /// A mistake in a rule, profile, settings or facts file.
    case file(RuleFileFailure)
    case store(StoreFailure)
    /// A mistake in the command itself.
    case usage(String)

    package var description: String {
        switch self {
        case .input(let path, let message): "\(path == "-" ? "standard input" : path): \(message)"
        case .file(let failure): failure.description
        case .store(let failure): failure.description
        case .usage(let message): message
        }
    }

    /// Runs what may fail in the database.
    static func storing<Result>(
        _ body: () throws(StoreFailure) -> Result
    ) throws(PipelineFailure) -> Result {
        do { return try body() } catch { throw .store(error) }
    }

    /// Runs what may find a mistake in a person's file.
    static func reading<Result>(
        _ body: () throws(RuleFileFailure) -> Result
    ) throws(PipelineFailure) -> Result {
        do { return try body() } catch { throw .file(error) }
    }

    /// A mistake in a relation file of a folder of rules.
    static func relation(_ failure: RelationFailure, in folder: String) -> PipelineFailure {
        let path = failure.file.hasPrefix("library/") ? failure.file : "library/\(failure.file)"
        return .file(
            RuleFileFailure(
                file: "\(folder)/\(path)", line: failure.line, column: failure.line > 0 ? 1 : 0,
                message: failure.message))
    }
}

extension Database {
    /// Changes what is kept, in one transaction; what fails in the store is a failure of the pipeline.
    func writing<Result>(
        _ body: (inout Writer) throws(StoreFailure) -> Result
    ) throws(PipelineFailure) -> Result {
        try PipelineFailure.storing { () throws(StoreFailure) in try write(body) }
    }
}
