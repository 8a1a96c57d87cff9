import ArgumentParser
import Audit
import Pipeline
import Reporting
import Store

/// Words that a shell completes. What rules bring is asked of the program when a person presses the key, so that it is never
/// that of another version.
extension CompletionKind {
    static let reportFormats = CompletionKind.list(ReportFormat.all.map(\.name))
    static let batchFormats = CompletionKind.list(BatchFormat.all.map(\.name))
    static let savedQueries = CompletionKind.list(SavedQuery.all.map(\.name))
    static let recordKinds = CompletionKind.list(RecordKind.all.map(\.name))
    static let limits = CompletionKind.list(Limits.named.map { "\($0.name)=\($0.standard)" })
    static let captures = CompletionKind.file()

    static let rules = asked { try ShippedRules().pack().pack.rules().map(\.id) }
    static let profiles = asked { try ShippedRules().pack().pack.profiles.map(\.id) }
    static let settings = asked { try ShippedRules().pack().pack.settings.map { "\($0.key)=\($0.value)" } }
    static let views = asked { try NearMiss.views() }

    private static func asked(_ words: @escaping @Sendable () throws -> [String]) -> CompletionKind {
        .custom { _, _, _ in
            do {
                return try words()
            } catch {
                // A shell that completes has no place for an error; the command itself tells it.
                return []
            }
        }
    }
}
