import Model
import Store

/// The stand-ins of reports for exported text: equal values get equal stand-ins, and with one key the same ones as in
/// the reports.
package struct ExportRedaction: Sendable {
    private var redactor: Redactor

    /// Knows what the run names as identifiers; more is learned from every text it redacts.
    ///
    /// - Parameter redaction: `nil` comes back where nothing is to be redacted.
    package init?(_ redaction: Redaction, of database: Database, run: ID<RunRecord>) throws(StoreFailure) {
        guard redaction != .none else { return nil }
        let reader = ReportReader(views: RunViews(database: database, run: run), limits: ReportLimits())
        redactor = Redactor(
            key: redaction.key, identifiers: try reader.identifiers(), open: try reader.openValues())
    }

    /// The text with stand-ins in place of identifiers.
    package mutating func redact(_ text: String) -> String {
        redactor.redact(text)
    }

    /// The value of a header field, or of a column: a stand-in as a whole where the name says that it is an identifier.
    package mutating func redact(field name: String, value: String) -> String {
        guard let kind = IdentifierNames.kind(of: value, named: name) else { return redactor.redact(value) }
        return redactor.pseudonym(for: value, kind)
    }

    /// A session's identifier, which nothing in it need show.
    package mutating func redact(session value: String) -> String {
        redactor.pseudonym(for: value, .session)
    }
}
