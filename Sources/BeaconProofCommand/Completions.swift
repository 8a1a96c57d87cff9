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

    static let rules = CompletionKind.custom { _, _, _ in pack?.rules.map(\.id) ?? [] }
    static let profiles = CompletionKind.custom { _, _, _ in pack?.profiles.map(\.id) ?? [] }
    static let settings = CompletionKind.custom { _, _, _ in pack?.settings.map { "\($0.key)=\($0.value)" } ?? [] }
    static let views = CompletionKind.custom { _, _, _ in SchemaDocument.views.map(\.name) + NearMiss.relations }

    /// A shell that completes has no place for an error.
    private static var pack: RulePack? { try? ShippedRules().pack().pack }
}
