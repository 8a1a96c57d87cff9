import Store

/// The stand-ins of reports for exported text: equal values get equal stand-ins, and the same ones as in the reports.
public struct ExportRedaction: Sendable {
    private var redactor: Redactor

    /// Knows what the run's parameters and sessions name as identifiers; more is learned from every text it redacts.
    public init(of database: Database, run: Int) throws(StoreFailure) {
        let reader = ReportReader(views: RunViews(database: database, run: run), limits: ReportLimits())
        let hashes = try reader.captures().map(\.capture.sha256).joined(separator: " ")
        redactor = Redactor(key: SHA256.hash(hashes.utf8), identifiers: try reader.identifiers())
    }

    public mutating func redact(_ text: String) -> String {
        redactor.redact(text)
    }

    /// The value of a header field: a stand-in as a whole where the name says that it is an identifier.
    public mutating func redact(header name: String, value: String) -> String {
        guard let kind = IdentifierKind.of(name: name) else { return redactor.redact(value) }
        return redactor.pseudonym(for: value, kind)
    }
}
